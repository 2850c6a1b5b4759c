//! The main plot with its figures and its list.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::state::{doing, old};
use super::{canvas, changes, empty, figures, lists, summary, tabs};
use crate::app::App;
use crate::app::state::tune::{Focus, View, plots};
use crate::plot::Figure;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint;
use crate::ui::widgets::panel::Panel as Framed;

/// Minimum height of the plot in rows before figures and lists get any.
const LEAST: u16 = 8;

/// Draws the panel of the main plot.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    if area.height < 3 {
        return;
    }
    let title = tabs::tabs(app, theme, area, hits);
    let doing = doing(app, app.tune.view, theme);
    let inner = Framed {
        title,
        corner: Line::default(),
        foot: summary::foot(app, theme, area.width),
        foot_corner: Line::default(),
        focused: app.tune.focus == Focus::Plot,
    }
    .draw(frame.buffer_mut(), area, theme, theme.glyphs());
    let inner = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    if inner.width < 12 || inner.height == 0 {
        return;
    }
    if let Some(doing) = &doing {
        let wide = paint::columns(doing).min(inner.width);
        let x = inner.right() - wide;
        let style = theme.style(Role::Threshold);
        paint::words(frame.buffer_mut(), x, inner.y, wide, doing, style);
    }
    let head = Rect {
        height: 1,
        width: match &doing {
            Some(doing) => inner.width.saturating_sub(paint::columns(doing) + 2),
            None => inner.width,
        },
        ..inner
    };
    let body = Rect {
        y: inner.y + 1,
        height: inner.height - 1,
        ..inner
    };
    let old = old(app, app.tune.view);
    if app.tune.view == View::Changes {
        changes::draw(app, theme, (head, body), frame, hits);
    } else if let Some(mut figure) = plots::figure(app, app.tune.view) {
        // Omits the note where the table below says the same.
        if matches!(app.tune.view, View::Estimates | View::Labels) {
            figure.notes.clear();
        }
        let style = theme.style(Role::Dim);
        let title = theme.own(&figure.title);
        paint::words(
            frame.buffer_mut(),
            head.x,
            head.y,
            head.width,
            &title,
            style,
        );
        filled(app, &figure, theme, body, frame, hits);
    } else {
        empty::draw(app, theme, body, frame.buffer_mut());
    }
    if old {
        paint::dim(theme, body, frame.buffer_mut());
    }
}

/// Draws the plot, its figures below it, and its list below those or beside them.
fn filled(
    app: &App,
    figure: &Figure,
    theme: &Theme,
    area: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let beside = area.width >= 110 && app.tune.rows() > 0;
    let (main, list) = if beside {
        let wide = (area.width * 2 / 5).clamp(46, 70);
        let main = Rect {
            width: area.width - wide - 2,
            ..area
        };
        let list = Rect {
            x: main.right() + 2,
            width: wide,
            ..area
        };
        (main, Some(list))
    } else {
        (area, None)
    };
    let lines = figures::lines(app, theme, main.width);
    let spare = main.height.saturating_sub(LEAST);
    let told = (lines.len() as u16).min(spare);
    let spare = spare - told;
    // Rows beyond a good plot height go to the list.
    let listed = match (list, app.tune.rows() as u16) {
        (Some(_), _) | (None, 0) => 0,
        (None, rows) if spare >= 3 => (rows + 1).min((spare / 2).max(3)),
        _ => 0,
    };
    let canvas = Rect {
        height: main.height - told - listed,
        ..main
    };
    canvas::draw(app, figure, theme, canvas, frame, hits);
    for (y, line) in (canvas.bottom()..).zip(lines.iter().take(told.into())) {
        frame.buffer_mut().set_line(main.x, y, line, main.width);
    }
    let list = list.unwrap_or(Rect {
        y: canvas.bottom() + told,
        height: listed,
        ..main
    });
    if list.height > 1 {
        lists::draw(app, theme, list, frame, hits);
    }
}
