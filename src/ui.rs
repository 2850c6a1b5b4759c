//! Rendering: draws the application state, taken by shared reference, onto a frame. The clickable
//! and scrollable areas are returned as a [`HitMap`].

pub mod area;
pub mod columns;
pub mod context;
pub mod dialogs;
pub mod hit_map;
pub mod list;
pub mod phrases;
pub mod theme;
pub mod widgets;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Wrap};

use crate::app::{App, Page, SMALLEST, Screen};
use crate::screens;
pub use columns::ListColumn;
pub use context::DrawContext;
pub use hit_map::{HitMap, Wheel};
pub use list::{RowList, VisibleRows};
pub use theme::{Role, Theme};
pub use widgets::paint::LineWidth;
pub use widgets::panel::PanelFrame;
use widgets::{decision, hints, paint, status, top_line};

/// The parts of all screens: the top line, the body, status and hints. The Document, Compare and Lecture screens draw
/// their own header, so they have no top line.
fn parts(area: Rect, screen: Screen) -> [Rect; 4] {
    let own = matches!(screen, Screen::Document | Screen::Compare | Screen::Lecture);
    let (top, rest) = area::split_top(area, u16::from(!own));
    let (body, rest) = area::split_top(rest, rest.height.saturating_sub(2));
    let (status, hints) = area::split_top(rest, 1);
    [top, body, status, hints]
}

/// Passes the viewport sizes to the screens and dialogs that wrap text. Call it before [`draw`]; it
/// is cheap when nothing has changed.
pub fn fit(app: &mut App) {
    let area = Rect::new(0, 0, app.size.0, app.size.1);
    if too_small(area) {
        return;
    }
    let [_, body, ..] = parts(area, app.screen());
    let (_, body) = with_decision(app, body);
    dialogs::fit(app, area);
    match app.pages.last_mut() {
        Some(Page::Document(state)) => {
            screens::document::view::fit(state, body);
        }
        Some(Page::Compare(state)) => screens::compare::view::fit(state, body),
        Some(Page::Pairs) => screens::pairs::view::fit(&mut app.pair_list, body),
        _ => {}
    }
}

/// Draws the current screen and the topmost dialog of `app`; returns the areas that react to the
/// mouse.
pub fn draw(app: &App, theme: &Theme, frame: &mut Frame<'_>) -> HitMap {
    let area = frame.area();
    if too_small(area) {
        let (columns, rows) = SMALLEST;
        let text = format!("needs {columns}x{rows}, has {}x{}", area.width, area.height);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        theme.paint(frame.buffer_mut());
        return HitMap::default();
    }
    let [top, body_area, status, hints] = parts(area, app.screen());
    let mut cx = DrawContext::new(theme, frame);
    if top.height > 0 {
        top_line::draw(app, top, &mut cx);
    }
    body(app, body_area, &mut cx);
    status::draw(app, theme, status, cx.frame);
    hints::draw(app, hints, &mut cx);
    if app.first_key.is_some() || !app.dialogs.is_empty() {
        // Dims all rows except the hints in the last one.
        let (behind, _) = area::split_top(area, area.height - hints.height);
        paint::recede(theme, behind, cx.buffer());
    }
    match (app.dialogs.last(), app.first_key) {
        (Some(dialog), _) => dialogs::draw(app, dialog, area, &mut cx),
        (None, Some(first)) => dialogs::menu(app, first, body_area, &mut cx),
        (None, None) => {}
    }
    theme.paint(cx.buffer());
    paint::settle(cx.buffer());
    cx.hits
}

/// The row of a document or a pair for its decision, if there is one, and the area of the screen: the blank row below the
/// head of a tall screen, otherwise a row above it.
fn with_decision(app: &App, body: Rect) -> (Rect, Rect) {
    let (head, least) = match app.pages.last() {
        Some(Page::Document(_)) => (2, 10),
        Some(Page::Compare(state)) => (screens::compare::view::head_rows(state, body), 10),
        _ => (0, u16::MAX),
    };
    let seen = app.subject().filter(|_| body.height >= least);
    let seen = seen.and_then(|(collection, subject)| app.decisions.seen(&collection, &subject));
    match seen {
        Some(_) if body.height >= area::TALL => (area::row(body, body.y + head), body),
        seen => area::split_top(body, u16::from(seen.is_some())),
    }
}

fn body(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let (row, area) = with_decision(app, area);
    if row.height > 0
        && let Some(line) = decision::line(app, cx.theme)
    {
        cx.line(area::indented(row), &line);
    }
    let clustering = app.data.clustering.as_deref();
    match (app.pages.last(), &app.data.named) {
        (None, _) => screens::clusters::view::draw(app, area, cx),
        (Some(Page::Pairs), _) => screens::pairs::view::draw(app, area, cx),
        (Some(Page::Documents), _) => screens::documents::view::draw(app, area, cx),
        (Some(Page::Search), _) => screens::search::view::draw(app, area, cx),
        (Some(Page::Skipped), _) => screens::skipped::view::draw(app, area, cx),
        (Some(Page::About), _) => screens::about::view::draw(app, area, cx),
        (Some(Page::Tune), _) => screens::tune::view::draw(app, area, cx),
        (Some(Page::Blocks), _) => screens::blocks::view::draw(app, area, cx),
        (Some(Page::Mirrors), _) => screens::mirrors::view::draw(app, area, cx),
        (Some(Page::Lecture(state)), _) => screens::lecture::view::draw(state, area, cx),
        (Some(Page::Document(state)), Some(collection)) => {
            let review = app.data.collection.as_ref();
            let review = review.and_then(|collection| app.decisions.state(collection));
            let results = (clustering, review.map(AsRef::as_ref));
            screens::document::view::draw(state, collection, results, area, cx);
        }
        (Some(Page::Compare(state)), Some(collection)) => {
            screens::compare::view::draw(state, collection, area, cx);
        }
        (Some(_), None) => {
            let text = cx.theme.own("reading the corpus …");
            let line = cx.theme.line(Role::Dim, text);
            cx.line(area, &line);
        }
    }
}

fn too_small(area: Rect) -> bool {
    area.width < SMALLEST.0 || area.height < SMALLEST.1
}
