//! The tabs of the plots, on the frame of the main plot: names as far as they fit, else points.

use crate::base::width::Width;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::{Action, App, TuneAction};
use crate::screens::tune::state::View;
use crate::ui::area;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};

/// Replaces a name that does not fit.
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
    /// The short name of the chosen plot, points for the others.
    Points,
}

/// The name of a tab.
fn label(app: &App, view: View, form: Form) -> &'static str {
    let chosen = view == app.tune.view;
    match form {
        Form::Questions => view.question(),
        Form::Question if chosen => view.question(),
        Form::Question | Form::Short => view.short(),
        Form::Points if chosen => view.short(),
        Form::Points => POINT,
    }
}

/// The longest form that fits on the frame of a panel, in `width` columns.
fn form(app: &App, width: u16) -> Form {
    let room = usize::from(width.saturating_sub(4));
    let wide = |form: &Form| -> usize {
        let labels = View::ALL.iter().map(|view| label(app, *view, *form));
        labels.map(|name| name.width() + 2).sum()
    };
    let forms = [Form::Questions, Form::Question, Form::Short];
    let fits = forms.into_iter().find(|form| wide(form) <= room);
    fits.unwrap_or(Form::Points)
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
        let name = label(app, view, form);
        let chosen = view == app.tune.view;
        let width = name.width() as u16 + 2;
        let tab = area::row(area::columns(area, x, width), area.y);
        hits.push(tab, Action::Tune(TuneAction::View(view)));
        let (open, close) = if chosen { edges } else { (" ", " ") };
        line.push_span(theme.span(Role::Key, open));
        if chosen {
            let style = theme.style(Role::Title).underlined();
            line.push_span(Span::styled(name, style));
        } else {
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
