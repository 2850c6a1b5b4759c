//! The plots to choose from, on the frame of the one in front: with their numbers, by their names as
//! far as there is room.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::app::state::tune::{Focus, View};
use crate::app::{Action, App, TuneAction};
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};

/// The tabs as a line for the frame of `area`, with what a click does.
pub fn tabs<'a>(app: &App, theme: &Theme, area: Rect, hits: &mut HitMap) -> Line<'a> {
    let room = usize::from(area.width.saturating_sub(4));
    let label = |view: View, form: usize| {
        let number = view as usize + 1;
        let chosen = view == app.tune.view;
        match form {
            0 => format!("{number} {}", view.name()),
            1 => format!("{number} {}", view.short()),
            _ if chosen => format!("{number} {}", view.name()),
            _ => number.to_string(),
        }
    };
    let wide = |form: usize| -> usize {
        let all = View::ALL.iter().map(|view| label(*view, form).width() + 2);
        all.sum()
    };
    let form = (0..2).find(|form| wide(*form) <= room).unwrap_or(2);
    // Digits are typed into sliders that take them; only elsewhere do they choose a plot.
    let typed = app.tune.focus == Focus::Sliders && app.tune.at.typed();
    let mut spans = Vec::new();
    let mut x = area.x + 2;
    for view in View::ALL {
        let text = label(view, form);
        let (number, name) = text.split_at(1);
        let chosen = view == app.tune.view;
        let style = match (chosen, typed) {
            (true, _) => theme.style(Role::Title),
            (false, _) => theme.style(Role::Dim),
        };
        let key = match (chosen, typed) {
            (true, _) => theme.style(Role::Title),
            (false, true) => theme.style(Role::Dim),
            (false, false) => theme.style(Role::Key),
        };
        let width = text.width() as u16;
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
            spans.push(Span::styled(text.clone(), style.underlined()));
        } else {
            spans.push(Span::styled(number.to_owned(), key));
            spans.push(Span::styled(name.to_owned(), style));
        }
        spans.push(Span::styled(close, edge));
        x += width + 2;
    }
    Line::from(spans)
}
