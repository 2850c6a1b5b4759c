//! The tabs of the plots, on the frame of the main plot: names as far as they fit, with their
//! numbers where the digits are keys; without room for names the numbers, or points where digits are no keys.

use crate::base::width::Width;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::state::tune::{Focus, View};
use crate::app::{Action, App, TuneAction};
use crate::ui::area;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};

/// The number of a plot followed by a blank, or an empty string if digits are not keys: sliders
/// that take digits receive them, and only elsewhere do digits choose a plot.
pub fn number(app: &App, view: View) -> String {
    match app.tune.focus == Focus::Sliders && app.tune.at.typed() {
        true => String::new(),
        false => format!("{} ", view as usize + 1),
    }
}

/// Stands for a name without room.
const POINT: &str = "·";

/// How much of the names is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// All questions.
    Questions,
    /// The question of the chosen plot, short names of the others.
    Question,
    /// Short names.
    Short,
    /// The short name of the chosen plot, numbers of the others or points.
    Numbers,
}

/// Number and name of a tab.
fn label(app: &App, view: View, form: Form) -> (String, &'static str) {
    let number = number(app, view);
    let (typed, chosen) = (number.is_empty(), view == app.tune.view);
    match form {
        Form::Questions => (number, view.question()),
        Form::Question if chosen => (number, view.question()),
        Form::Question | Form::Short => (number, view.short()),
        Form::Numbers if chosen => (number, view.short()),
        // Digits are typed into the slider.
        Form::Numbers if typed => (number, POINT),
        Form::Numbers => (number.trim_end().to_owned(), ""),
    }
}

/// The longest form that fits on the frame of a panel, in `width` columns.
fn form(app: &App, width: u16) -> Form {
    let room = usize::from(width.saturating_sub(4));
    let wide = |form: &Form| -> usize {
        let labels = View::ALL.iter().map(|view| label(app, *view, *form));
        labels.map(|(n, name)| n.width() + name.width() + 2).sum()
    };
    let forms = [Form::Questions, Form::Question, Form::Short];
    let fits = forms.into_iter().find(|form| wide(form) <= room);
    fits.unwrap_or(Form::Numbers)
}

/// Whether the tabs show the whole question of the chosen plot on the frame of a panel of `width` columns.
pub fn ask(app: &App, width: u16) -> bool {
    matches!(form(app, width), Form::Questions | Form::Question)
}

/// The tabs as a line for the frame of `area`; registers their click targets.
pub fn tabs<'a>(app: &App, theme: &Theme, area: Rect, hits: &mut HitMap) -> Line<'a> {
    let form = form(app, area.width);
    let edges = theme.glyphs().pick(("▌", "▐"), ("[", "]"));
    let mut line = Line::default();
    let mut x = area.x + 2;
    for view in View::ALL {
        let (number, name) = label(app, view, form);
        let chosen = view == app.tune.view;
        let width = (number.width() + name.width()) as u16 + 2;
        let place = area::row(area::columns(area, x, width), area.y);
        hits.push(place, Action::Tune(TuneAction::View(view)));
        let (open, close) = if chosen { edges } else { (" ", " ") };
        line.push_span(theme.span(Role::Key, open));
        if chosen {
            let style = theme.style(Role::Title).underlined();
            line.push_span(Span::styled(format!("{number}{name}"), style));
        } else {
            line.push_span(theme.span(Role::Key, number));
            let name = match name {
                POINT => theme.glyphs().pick(POINT, "."),
                name => name,
            };
            line.push_span(theme.span(Role::Dim, name));
        }
        line.push_span(theme.span(Role::Key, close));
        x += width;
    }
    line
}
