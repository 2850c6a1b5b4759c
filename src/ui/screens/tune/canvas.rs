//! The main plot with its click targets, and the small plots of wide terminals.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::state::old;
use super::tabs;
use crate::app::state::tune::{Focus, View, plots};
use crate::app::{Action, App, TuneAction};
use crate::plot::{Figure, Marks};
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::Panel as Framed;
use crate::ui::widgets::{paint, plot};

/// Draws the main plot.
pub fn draw(
    app: &App,
    figure: &Figure,
    theme: &Theme,
    area: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let focused = app.tune.focus == Focus::Plot;
    let cursor = app.tune.cursor().filter(|_| focused);
    plot::draw(figure, cursor, theme, area, frame);
    if app.tune.view == View::Sweep {
        return cells(figure, theme, area, hits);
    }
    hits.push_wheel(area, Wheel::Plot);
    let inside = plot::inside(figure, theme, area);
    for x in inside.left()..inside.right() {
        let column = Rect {
            x,
            width: 1,
            ..inside
        };
        let place = (f64::from(x - inside.x) + 0.5) / f64::from(inside.width);
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
    let inside = plot::inside(figure, theme, area);
    if rows == 0 || columns == 0 {
        return;
    }
    for y in inside.top()..inside.bottom() {
        let up = f64::from(inside.bottom() - 1 - y) + 0.5;
        let row = (up / f64::from(inside.height) * rows as f64) as usize;
        for x in inside.left()..inside.right() {
            let along = f64::from(x - inside.x) + 0.5;
            let column = (along / f64::from(inside.width) * columns as f64) as usize;
            let place = Rect {
                x,
                y,
                width: 1,
                height: 1,
            };
            hits.push(place, Action::Tune(TuneAction::Cell(row, column)));
        }
    }
}

/// Draws small versions of the other plots; a click on one makes it the main plot.
pub fn small(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
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
    if n == 0 {
        return;
    }
    for (i, (view, figure)) in figures.iter().enumerate() {
        let from = area.width * i as u16 / n;
        let to = area.width * (i as u16 + 1) / n;
        let place = Rect {
            x: area.x + from,
            width: to - from,
            ..area
        };
        let title = Line::from(vec![
            Span::styled(tabs::number(app, *view), theme.style(Role::Key)),
            Span::styled(view.name(), theme.style(Role::Dim)),
        ]);
        let inner = Framed {
            title,
            ..Framed::default()
        }
        .draw(frame.buffer_mut(), place, theme, theme.glyphs());
        plot::draw(figure, None, theme, inner, frame);
        if old(app, *view) {
            paint::dim(theme, inner, frame.buffer_mut());
        }
        hits.push(place, Action::Tune(TuneAction::View(*view)));
    }
}
