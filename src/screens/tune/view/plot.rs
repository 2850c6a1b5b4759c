//! The main plot with its figures and its list.

use ratatui::layout::Rect;

use super::state::{doing, old};
use super::{canvas, changes, empty, figures, head, lists, summary, tabs};
use crate::app::App;
use crate::plot::Figure;
use crate::screens::tune::state::{Focus, View, plots};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::Role;
use crate::ui::widgets::paint;
use crate::ui::widgets::panel::PanelFrame;

/// Minimum height of the plot in rows before figures and lists get any.
const LEAST: u16 = 8;
/// Height in rows from which the answer may take two.
const WRAPPED: u16 = 15;

/// Draws the panel of the main plot.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    if area.height < 3 {
        return;
    }
    let view = app.tune.view;
    let framed = PanelFrame {
        title: tabs::tabs(app, cx.theme, area, hits),
        foot: summary::foot(app, cx.theme, area.width),
        focused: app.tune.focus == Focus::Plot,
        ..PanelFrame::default()
    };
    let inner = area::indented(cx.panel(area, framed));
    if inner.width < 12 || inner.height == 0 {
        return;
    }
    let doing = doing(app, view, cx.theme);
    let doing_width = doing.as_ref().map_or(0, |doing| paint::columns(doing) + 2);
    let figure = match view {
        View::Changes => None,
        _ => plots::figure(app, view),
    };
    let lines = figure.as_ref().map(|figure| {
        let rows = if inner.height >= WRAPPED { 2 } else { 1 };
        head::heading(
            app,
            figure,
            (inner.width.saturating_sub(doing_width), rows),
            tabs::ask(app, area.width),
            cx,
        )
    });
    let rows = lines.as_ref().map_or(1, |lines| lines.len() as u16);
    let (mut head, body) = area::split_top(inner, rows);
    if let Some(doing) = &doing {
        let doing_area = area::right_from(
            head,
            inner.right() - doing_width.saturating_sub(2).min(inner.width),
        );
        cx.words(doing_area, doing, cx.style(Role::Threshold));
        head.width = inner.width.saturating_sub(doing_width);
    }
    if let Some(lines) = &lines {
        cx.lines(head, lines);
    }
    if view == View::Changes {
        changes::draw(app, head, body, cx, hits);
    } else if let Some(mut figure) = figure {
        // Omits the note where the table below says the same.
        if matches!(view, View::Estimates | View::Labels) {
            figure.notes.clear();
        }
        filled(app, &figure, body, cx, hits);
    } else {
        cx.explain_empty(body, &empty::sentences(app));
    }
    if old(app, view) {
        paint::dim(cx.theme, body, cx.frame.buffer_mut());
    }
}

/// Draws the plot, its figures below it, and its list below those or beside them.
fn filled(app: &App, figure: &Figure, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let beside = (area.width >= 110 && app.tune.rows() > 0).then(|| {
        let wide = (area.width * 2 / 5).clamp(46, 70);
        area::right_from(area, area.right() - wide)
    });
    let main = match beside {
        Some(list) => area::columns(area, area.x, area.width - list.width - 2),
        None => area,
    };
    let lines = figures::lines(app, cx.theme, main.width);
    let spare = main.height.saturating_sub(LEAST);
    let told = (lines.len() as u16).min(spare);
    let spare = spare - told;
    // Rows beyond a good plot height go to the list.
    let listed = match (beside, app.tune.rows() as u16) {
        (Some(_), _) | (None, 0) => 0,
        (None, rows) if spare >= 3 => (rows + 1).min((spare / 2).max(3)),
        _ => 0,
    };
    let (canvas, below) = area::split_top(main, main.height - told - listed);
    canvas::draw(app, figure, canvas, cx, hits);
    let (notes, below) = area::split_top(below, told);
    cx.lines(notes, &lines);
    let list = beside.unwrap_or(below);
    if list.height > 1 {
        lists::draw(app, list, cx, hits);
    }
}
