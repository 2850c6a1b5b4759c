//! The plot in front with its figures and its list; and the small plots of wide terminals.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{changes, empty, figures, lists, summary, tabs};
use crate::app::state::tune::{Focus, View, plots};
use crate::app::{Action, App, TuneAction};
use crate::base::units::duration;
use crate::plot::Figure;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::{self, Panel as Framed};
use crate::ui::widgets::{paint, plot};

/// Rows that a plot has at least before figures and lists are given any.
const LEAST: u16 = 8;

/// Draws the panel of the plot in front.
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
    } else if let Some(figure) = plots::figure(app, app.tune.view) {
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

/// The plot, below it its figures, and its list below those or beside.
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
    let lines = figures::lines(app, figure, theme, main.width);
    let spare = main.height.saturating_sub(LEAST);
    let told = (lines.len() as u16).min(spare);
    let spare = spare - told;
    // What is left over beyond a good plot is for the list.
    let listed = match (list, app.tune.rows() as u16) {
        (Some(_), _) | (None, 0) => 0,
        (None, rows) if spare >= 3 => (rows + 1).min((spare / 2).max(3)),
        _ => 0,
    };
    let canvas = Rect {
        height: main.height - told - listed,
        ..main
    };
    draw_plot(app, figure, theme, canvas, frame, hits);
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

fn draw_plot(
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
    hits.push_wheel(area, Wheel::Plot);
}

/// Small plots of what else there is, a click on one brings it to the front.
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
        let number = *view as usize + 1;
        let title = Line::from(vec![
            Span::styled(format!("{number} "), theme.style(Role::Key)),
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

/// Whether what a view shows is of other settings than those asked for, or of another picture.
fn old(app: &App, view: View) -> bool {
    let heard = &app.tune.heard;
    match view {
        View::Sweep => false,
        View::SCurve => {
            app.trials.pending() || heard.waiting() || !heard.measured(super::figures::wanted(app))
        }
        View::Changes => app.stale() || heard.waiting(),
        _ => app.trials.pending() || heard.waiting(),
    }
}

/// What is being done for the view, and how long that will take.
fn doing(app: &App, view: View, theme: &Theme) -> Option<String> {
    let heard = &app.tune.heard;
    let text = if app.trials.pending() {
        match &app.trials.progress {
            Some(progress) => {
                let share = progress.fraction().map(|f| format!(" {:.0} %", f * 100.0));
                let left = progress.left().filter(|left| left.as_secs() > 0);
                let left = left.map(|left| format!(", {} left", duration(left)));
                let (share, left) = (share.unwrap_or_default(), left.unwrap_or_default());
                format!("{}{share}{left} …", progress.stage.name())
            }
            None => "working …".to_owned(),
        }
    } else if heard.waiting() && view != View::Sweep {
        "counting every pair …".to_owned()
    } else {
        match view {
            View::SCurve => {
                let banding = super::figures::wanted(app);
                if heard.measured(banding) {
                    return None;
                }
                format!("measuring {}×{} …", banding.bands, banding.rows)
            }
            View::ByK => {
                let waiting = heard.by_k.as_ref().map_or(0, |by_k| by_k.waiting);
                if waiting == 0 {
                    return None;
                }
                format!("{waiting} more k to come …")
            }
            View::Sweep => {
                let sweep = heard.sweep.as_ref().filter(|s| s.rows.len() < s.total)?;
                format!("{} of {} settings …", sweep.rows.len(), sweep.total)
            }
            _ => return None,
        }
    };
    Some(theme.own(&text))
}

/// A heading over a list, and what of it is in sight.
pub fn heading(text: &str, theme: &Theme, area: Rect, frame: &mut Frame<'_>) {
    let rule = theme.glyphs().pick("─", "-").repeat(area.width.into());
    let buffer = frame.buffer_mut();
    paint::words(
        buffer,
        area.x,
        area.y,
        area.width,
        &rule,
        theme.style(Role::Border),
    );
    let text = format!(" {text} ");
    let room = area.width.saturating_sub(1);
    paint::words(
        buffer,
        area.x + 1,
        area.y,
        room,
        &text,
        theme.style(Role::Title),
    );
}

/// The bar on the right of a list without a frame.
pub fn bar(
    theme: &Theme,
    area: Rect,
    (from, rows, len): (usize, usize, usize),
    frame: &mut Frame<'_>,
) {
    let n = len.max(1) as f64;
    let extent = (from as f64 / n, (from + rows) as f64 / n);
    let around = Rect {
        y: area.y.saturating_sub(1),
        height: area.height + 2,
        ..area
    };
    let style = theme.style(Role::Dim);
    panel::scrollbar(frame.buffer_mut(), around, extent, style, theme.glyphs());
}
