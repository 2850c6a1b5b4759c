//! The tabs of the plots, on the frame of the main plot: names as far as they fit, with their
//! numbers where the digits are keys.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::app::state::tune::{Focus, View};
use crate::app::{Action, App, TuneAction};
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};

/// The number of a plot followed by a blank, or an empty string if digits are not keys: sliders
/// that take digits receive them, and only elsewhere do digits choose a plot.
pub fn number(app: &App, view: View) -> String {
    let typed = app.tune.focus == Focus::Sliders && app.tune.at.typed();
    if typed {
        String::new()
    } else {
        format!("{} ", view as usize + 1)
    }
}

/// The tabs as a line for the frame of `area`; registers their click targets.
pub fn tabs<'a>(app: &App, theme: &Theme, area: Rect, hits: &mut HitMap) -> Line<'a> {
    let room = usize::from(area.width.saturating_sub(4));
    let typed = number(app, View::SCurve).is_empty();
    let dot = theme.glyphs().pick("·", ".");
    let label = |view: View, form: usize| {
        let number = number(app, view);
        match form {
            0 => (number, view.name()),
            1 => (number, view.short()),
            _ if view == app.tune.view => (number, view.name()),
            _ if typed => (number, dot),
            _ => (number.trim_end().to_owned(), ""),
        }
    };
    let wide = |form: usize| -> usize {
        let all = View::ALL
            .iter()
            .map(|view| label(*view, form))
            .map(|(n, name)| n.width() + name.width() + 2);
        all.sum()
    };
    let form = (0..2).find(|form| wide(*form) <= room).unwrap_or(2);
    let mut spans = Vec::new();
    let mut x = area.x + 2;
    for view in View::ALL {
        let (number, name) = label(view, form);
        let chosen = view == app.tune.view;
        let (style, key) = match chosen {
            true => (theme.style(Role::Title), theme.style(Role::Title)),
            false => (theme.style(Role::Dim), theme.style(Role::Key)),
        };
        let width = (number.width() + name.width()) as u16;
        let (open, close) = match chosen {
            true => theme.glyphs().pick(("▌", "▐"), ("[", "]")),
            false => (" ", " "),
        };
        let edge = theme.style(Role::Key);
        let place = Rect {
            x,
            width: width + 2,
            height: 1,
            ..area
        };
        hits.push(place, Action::Tune(TuneAction::View(view)));
        spans.push(Span::styled(open, edge));
        if chosen {
            spans.push(Span::styled(format!("{number}{name}"), style.underlined()));
        } else {
            spans.push(Span::styled(number, key));
            spans.push(Span::styled(name, style));
        }
        spans.push(Span::styled(close, edge));
        x += width + 2;
    }
    Line::from(spans)
}
