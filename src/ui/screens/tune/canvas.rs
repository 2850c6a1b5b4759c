//! The main plot with its click targets, and the small plots of wide terminals.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::state::old;
use super::tabs;
use crate::app::state::tune::{Focus, View, plots};
use crate::app::{Action, App, TuneAction};
use crate::plot::{Figure, Marks};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{paint, plot};

/// Draws the main plot.
pub fn draw(
    app: &App,
    figure: &Figure,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
    hits: &mut HitMap,
) {
    let focused = app.tune.focus == Focus::Plot;
    let cursor = app.tune.cursor().filter(|_| focused);
    plot::draw(figure, cursor, cx.theme, area, cx.frame);
    if app.tune.view == View::Sweep {
        return cells(figure, cx.theme, area, hits);
    }
    hits.push_wheel(area, Wheel::Plot);
    let inside = plot::inside(figure, cx.theme, area);
    for column in inside.columns() {
        let place = (f64::from(column.x - inside.x) + 0.5) / f64::from(inside.width);
        let at = figure.x.value(place);
        hits.push(column, Action::Tune(TuneAction::Cursor(at)));
    }
}

/// Registers clicks on the heat map: each selects its cell.
fn cells(figure: &Figure, theme: &Theme, area: Rect, hits: &mut HitMap) {
    let grid = figure.layers.iter().find_map(|layer| match &layer.marks {
        Marks::Cells(cells) => Some(cells),
        _ => None,
    });
    let Some((rows, columns)) = grid.map(|cells| (cells.rows(), cells.columns)) else {
        return;
    };
    if rows == 0 || columns == 0 {
        return;
    }
    let inside = plot::inside(figure, theme, area);
    for line in inside.rows() {
        let up = f64::from(inside.bottom() - 1 - line.y) + 0.5;
        let row = (up / f64::from(inside.height) * rows as f64) as usize;
        for place in line.columns() {
            let along = f64::from(place.x - inside.x) + 0.5;
            let column = (along / f64::from(inside.width) * columns as f64) as usize;
            hits.push(place, Action::Tune(TuneAction::Cell(row, column)));
        }
    }
}

/// Draws small versions of the other plots; a click on one makes it the main plot.
pub fn small(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    if area.height < 6 {
        return;
    }
    let wanted = [
        View::SCurve,
        View::Estimates,
        View::Thresholds,
        View::ByK,
        View::Labels,
    ];
    let others = wanted.into_iter().filter(|view| *view != app.tune.view);
    let figures = others.filter_map(|view| Some((view, plots::figure(app, view)?)));
    let figures: Vec<(View, Figure)> = figures.take(3).collect();
    let n = figures.len() as u16;
    for (i, (view, figure)) in (0..n).zip(&figures) {
        let (from, to) = (area.width * i / n, area.width * (i + 1) / n);
        let place = area::columns(area, area.x + from, to - from);
        let title = Line::from(vec![
            cx.theme.span(Role::Key, tabs::number(app, *view)),
            cx.theme.span(Role::Dim, view.name()),
        ]);
        let framed = PanelFrame {
            title,
            ..PanelFrame::default()
        };
        let inner = cx.panel(place, framed);
        plot::draw(figure, None, cx.theme, inner, cx.frame);
        if old(app, *view) {
            paint::dim(cx.theme, inner, cx.frame.buffer_mut());
        }
        hits.push(place, Action::Tune(TuneAction::View(*view)));
    }
}
