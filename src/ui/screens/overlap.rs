//! Overlap: how large the top folders of a corpus are relative to each other, estimated from searches, with
//! the truth, the bias of each step, and the samplers as a plot.

mod rows;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::state::overlap::Focus;
use crate::app::{Action, App, Panel, WIDE};
use crate::base::sanitise;
use crate::overlap::{Measurement, PairEstimate, SamplerResults};
use crate::plot::figures;
use crate::typeset::figures as typeset;
use crate::typeset::wrap;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::list::VisibleRows;
use crate::ui::phrases::position;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::plot;

/// Columns of the ratio, its ends and the truth in the list.
const FIGURES: u16 = 38;

/// Draws the screen: the pairs above the figures and the plot; side by side where there is room.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let view = app.overlap_view();
    let measurement = view.and_then(|view| view.measured.as_ref().ok()?.as_ref());
    let Some((measurement, (ran, pair))) =
        measurement.and_then(|of| Some((of, app.overlap.chosen(of)?)))
    else {
        let framed = PanelFrame {
            title: cx.theme.line(Role::Title, "Overlap".to_owned()),
            focused: true,
            ..PanelFrame::default()
        };
        let inner = cx.panel(area, framed);
        return cx.explain_empty(inner, &empty(app));
    };
    let numbered = app.names_hidden.then(|| numbered(measurement));
    let measurement = numbered.as_ref().unwrap_or(measurement);
    let rows = (app.overlap.len() as u16).saturating_add(3);
    let (top, rest) = area::split_top(area, rows.clamp(4, (area.height / 3).max(4)));
    listed(app, measurement, ran, top, cx, hits);
    let (text, picture) = match () {
        () if area.width >= WIDE => area::split_left(rest, rest.width / 2),
        () if app.overlap.focus == Focus::Plot => (Rect::default(), rest),
        () => (rest, Rect::default()),
    };
    if text.height > 2 {
        detail(app, measurement, ran, pair, text, cx, hits);
    }
    if picture.height > 2 {
        let framed = PanelFrame {
            title: cx.theme.line(Role::Title, "By sampler".to_owned()),
            focused: app.overlap.focus == Focus::Plot,
            ..PanelFrame::default()
        };
        let inner = cx.panel(picture, framed);
        let figure = figures::overlap(measurement, app.overlap.list.selected);
        plot::draw(&figure, None, cx.theme, inner, cx.frame);
    }
}

/// The same with numbers in place of the names of collections.
fn numbered(measurement: &Measurement) -> Measurement {
    let numbers = 1..=measurement.names.len();
    Measurement {
        names: numbers.map(|n| format!("Collection {n}")).collect(),
        ..measurement.clone()
    }
}

/// Why there is no figure, and what can be done.
fn empty(app: &App) -> Vec<String> {
    let say = |sentences: &[&str]| sentences.iter().map(|s| (*s).to_owned()).collect();
    match (app.overlap_view(), &app.data.collection) {
        (Some(view), _) => match &view.measured {
            Err(problem) => vec![sanitise::line(&problem.to_string()).into_owned()],
            Ok(_) => say(&[
                "There are no two collections to compare: a collection is a folder at the top, or one of several paths.",
                "`shinglescope overlap A B` compares any two.",
            ]),
        },
        (None, Some(_)) => say(&["indexing the top folders, drawing and checking documents …"]),
        (None, None) => say(&["reading the corpus …"]),
    }
}

fn name(measurement: &Measurement, side: usize, width: usize, cx: &DrawContext<'_, '_>) -> String {
    let name = measurement.names.get(side).map_or("", String::as_str);
    typeset::path(name, width, cx.glyphs)
}

fn listed(
    app: &App,
    measurement: &Measurement,
    ran: &SamplerResults,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
    hits: &mut HitMap,
) {
    let theme = cx.theme;
    let scroll = &app.overlap.list;
    let title = format!("Overlap, {} samples", ran.sampler.name());
    let framed = PanelFrame {
        title: theme.line(Role::Title, title),
        foot_corner: theme.line(Role::Dim, position(scroll.selected, ran.pairs.len())),
        focused: app.overlap.focus == Focus::Pairs,
        ..PanelFrame::default()
    };
    let inner = cx.panel(area, framed);
    hits.push_wheel(area, Wheel::Panel(Panel::Overlap));
    let (head, inner) = area::split_top(inner, 1);
    let heading = format!(
        "{:>9} {:>17} {:>9}  left : right",
        "ratio", "95 % interval", "truth"
    );
    cx.words(head, &heading, cx.style(Role::Dim));
    let height = usize::from(inner.height);
    let visible = VisibleRows::new(Panel::Overlap, scroll, height, ran.pairs.len(), hits);
    let pairs = ran.pairs.iter().enumerate().skip(visible.from);
    for (place, (i, pair)) in inner.rows().zip(pairs) {
        let missed = pair.truth.is_some_and(|truth| !pair.ratio.holds(truth));
        let role = if missed { Role::Warning } else { Role::Exact };
        let figures = format!(
            "{} {:>9}",
            rows::estimated(&pair.ratio, (9, 18)),
            rows::known(pair.truth),
        );
        cx.words(place, &figures, cx.style(role));
        let at = area::right_from(place, place.x + FIGURES + 1);
        let half = usize::from(at.width.saturating_sub(4)) / 2;
        let [left, right] = [pair.left, pair.right].map(|side| name(measurement, side, half, cx));
        cx.words(at, &format!("{left} : {right}"), cx.style(Role::Text));
        if i == scroll.selected {
            cx.cursor_mark(place, cx.style(Role::Key));
            cx.select(place, app.overlap.focus == Focus::Pairs);
        }
        hits.push(place, Action::Row(Panel::Overlap, i));
    }
    cx.scrollbar(area, visible.extent());
}

/// The figures of the pair under the cursor.
fn detail(
    app: &App,
    measurement: &Measurement,
    ran: &SamplerResults,
    pair: &PairEstimate,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
    hits: &mut HitMap,
) {
    let half = usize::from(area.width.saturating_sub(24)) / 2;
    let [left, right] = [pair.left, pair.right].map(|side| name(measurement, side, half, cx));
    let framed = PanelFrame {
        title: cx
            .theme
            .line(Role::Title, format!("{left} relative to {right}")),
        focused: app.overlap.focus == Focus::Figures,
        ..PanelFrame::default()
    };
    let inner = cx.panel(area, framed);
    hits.push_wheel(area, Wheel::Panel(Panel::OverlapFigures));
    let inside = area::indented(inner);
    let rows = rows::rows(measurement, ran, pair, app.overlap.list.selected);
    let width = usize::from(inside.width).max(8);
    let broken = |(role, text): (Role, String)| {
        let text = cx.theme.own(&text);
        let parts = wrap::rows(&text, width).into_iter();
        let lines = parts.map(|part| cx.theme.line(role, part.trim_end().to_owned()));
        lines.collect::<Vec<_>>()
    };
    let lines: Vec<Line<'_>> = rows.into_iter().flat_map(broken).collect();
    let height = usize::from(inner.height);
    let from = app
        .overlap
        .figures
        .selected
        .min(lines.len().saturating_sub(height));
    hits.push_view(Panel::OverlapFigures, from, height);
    cx.lines(inside, &lines[from..]);
    let all = lines.len().max(1) as f64;
    cx.scrollbar(area, (from as f64 / all, (from + height) as f64 / all));
}
