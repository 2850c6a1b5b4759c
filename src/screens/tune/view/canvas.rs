//! The main plot with its click targets.

use ratatui::layout::Rect;

use crate::app::{Action, App, TuneAction};
use crate::plot::{Figure, Marks};
use crate::screens::tune::state::{Focus, View};
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::Theme;
use crate::ui::widgets::plot;

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
        let fraction = (f64::from(column.x - inside.x) + 0.5) / f64::from(inside.width);
        let at = figure.x.value(fraction);
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
        for cell in line.columns() {
            let along = f64::from(cell.x - inside.x) + 0.5;
            let column = (along / f64::from(inside.width) * columns as f64) as usize;
            hits.push(cell, Action::Tune(TuneAction::Cell(row, column)));
        }
    }
}
