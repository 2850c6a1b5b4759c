//! The Tune screen: a slider for every setting, and a plot of its effect on the corpus with a tab for each question. Narrow
//! terminals have the sliders above the plot.

mod answer;
mod lists;
mod sliders;
mod status;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{Action, App, TuneAction};
use crate::plot::PlotFigure;
use crate::screens::tune::state::{TuneFocus, View, plots};
use crate::ui::phrases::{position, uncompared};
use crate::ui::widgets::{self, paint, plot};
use crate::ui::{DrawContext, LineWidth, PanelFrame, Role, Wheel, area};

/// Width in columns below which the sliders are above the plot instead of beside it.
const BESIDE: u16 = 72;
/// Minimum height of the plot in rows before notes and lists get any.
const LEAST: u16 = 10;

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let (head, area) = area::split_head(area, 1);
    let summary = status::summary(app, cx.theme, head.width);
    cx.line(area::indented(head), &summary);
    let (left, right) = if area.width < BESIDE {
        area::split_top(area, (area.height / 3).clamp(3, 8))
    } else {
        let wide = match area.width {
            ..90 => 33,
            90..110 => 37,
            110..150 => 42,
            _ => 50,
        };
        area::split_left(area, wide)
    };
    sliders::draw(app, left, cx);
    if right.height >= 3 {
        panel(app, right, cx);
    }
}

/// Draws the panel of the plot.
fn panel(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let view = app.tune.view;
    let framed = PanelFrame {
        title: tabs(app, area, cx),
        focused: app.tune.focus == TuneFocus::Plot,
        ..PanelFrame::default()
    };
    let inner = cx.panel(area, framed);
    // The plot has the row of notes too.
    let inner = area::indented(Rect {
        height: area.bottom().saturating_sub(inner.y),
        ..inner
    });
    if inner.width < 12 || inner.height == 0 {
        return;
    }
    let progress = status::progress(app, view).map(|text| cx.theme.own(&text));
    let progress = progress.unwrap_or_default();
    let taken = (paint::columns(&progress) + 2).min(inner.width);
    let at = area::right_from(inner, inner.right() + 2 - taken);
    cx.words(at, &progress, cx.style(Role::Threshold));
    let figure = plots::figure(app, view).filter(|_| uncompared(app, "Plots").is_none());
    let answer = answer::sentence(app, view);
    let Some(figure) = figure else {
        let (_, body) = area::split_top(inner, 1);
        return cx.explain_empty(body, &status::empty(app));
    };
    let room = inner.width - if progress.is_empty() { 0 } else { taken };
    let heading = heading(answer, &figure.title, room, cx);
    let (head, body) = area::split_top(inner, heading.len() as u16);
    cx.lines(area::columns(head, head.x, room), &heading);
    filled(app, figure, body, cx);
    if status::is_old(app, view) {
        paint::dim(cx.theme, body, cx.frame.buffer_mut());
    }
}

/// The answer to the question of the plot, or the title of the plot while there is none. Each part up to a semicolon is
/// a complete answer; as many parts as fit into two rows are shown.
fn heading(
    answer: Option<String>,
    title: &str,
    width: u16,
    cx: &DrawContext<'_, '_>,
) -> Vec<Line<'static>> {
    let Some(answer) = answer else {
        let title = cx.theme.own(title);
        return vec![Line::from(cx.theme.span(Role::Dim, title))];
    };
    let answer = cx.theme.own(&answer);
    let ends = answer.match_indices("; ").map(|(at, _)| at);
    let parts = ends.chain([answer.len()]).map(|end| &answer[..end]);
    let mut parts = parts.map(|part| cx.theme.wrapped(Role::Title, part, width.into()));
    let first = parts.next().unwrap_or_default();
    parts.filter(|rows| rows.len() <= 2).last().unwrap_or(first)
}

/// Draws the plot, the notes below it, and the list of its pairs below or beside them.
fn filled(app: &App, mut figure: PlotFigure, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let rows = app.tune.pairs.rows.len();
    let (main, beside) = if area.width >= 110 && rows > 0 {
        let wide = (area.width * 2 / 5).clamp(46, 70);
        let (main, list) = area::split_left(area, area.width - wide);
        (area::columns(main, main.x, main.width - 2), Some(list))
    } else {
        (area, None)
    };
    let notes = answer::notes(app, cx.theme, main.width);
    if matches!(app.tune.view, View::Estimates | View::Labels) {
        // The answer and the notes below say the same.
        figure.notes.clear();
    }
    let spare = main.height.saturating_sub(LEAST);
    let noted = (notes.len() as u16).min(spare);
    let spare = spare - noted;
    let listed = if beside.is_none() && rows > 0 && spare >= 3 {
        (rows.min(100) as u16 + 1).min((spare / 2).max(3))
    } else {
        0
    };
    let (canvas, below) = area::split_top(main, main.height - noted - listed);
    draw_plot(app, &figure, canvas, cx);
    let (noted, below) = area::split_top(below, noted);
    cx.lines(noted, &notes);
    let list = beside.unwrap_or(below);
    if list.height > 1 {
        lists::draw(app, list, cx);
    }
}

/// Draws the plot and registers its columns as click targets, unless it is a heat map.
fn draw_plot(app: &App, figure: &PlotFigure, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let cursor = app.tune.cursor();
    let cursor = cursor.filter(|_| app.tune.focus == TuneFocus::Plot);
    let inside = plot::draw(figure, cursor, cx.theme, area, cx.frame);
    if app.tune.view == View::Sweep {
        return;
    }
    cx.hits.push_wheel(area, Wheel::Plot);
    for column in inside.columns() {
        let along = (f64::from(column.x - inside.x) + 0.5) / f64::from(inside.width);
        let target = TuneAction::Cursor(figure.x.value(along));
        cx.hits.push(column, Action::Tune(target));
    }
}

/// The tabs as a line for the frame of `area`; of many in little room the one of the plot in front, and which of them it is.
fn tabs<'a>(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) -> Line<'a> {
    let (theme, front) = (cx.theme, app.tune.view);
    let widths = View::ALL.map(|(_, question)| question.len() as u16 + 2);
    let has_room = widths.iter().sum::<u16>() + 4 <= area.width;
    let mut line = Line::default();
    for ((view, question), width) in View::ALL.into_iter().zip(widths) {
        if !has_room && view != front {
            continue;
        }
        let tab = area::columns(area, area.x + 2 + line.columns() as u16, width);
        let tab = area::row(tab, area.y);
        cx.hits.push(tab, Action::Tune(TuneAction::View(view)));
        line.push_span(widgets::tab(theme, question, view == front));
    }
    if !has_room {
        let at = position(front as usize, View::ALL.len());
        line.push_span(theme.span(Role::Dim, format!(" {at}")));
    }
    line
}
