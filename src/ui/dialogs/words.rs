//! The words: a list of terms, those of the screen in front first, and beside it what the one under the cursor means, with
//! its picture.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::view::View;
use crate::app::{App, Command, Page};
use crate::lecture::Term;
use crate::typeset::wrap;
use crate::ui::area;
use crate::ui::theme::Role;
use crate::ui::widgets::end_cut;
use crate::ui::widgets::panel::PanelFrame;

/// Columns of the list of terms.
const NAMES: u16 = 24;

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let theme = view.cx.theme;
    let terms = view.app.terms();
    let here = view.app.first_terms().len();
    let inner = view.framed(PanelFrame {
        title: theme.line(Role::Title, format!("Words: {}", subject(view.app))),
        corner: view.hint(Command::Escape, "closes"),
        foot: view.hint(Command::Help, "keys"),
        foot_corner: view.position(terms.len()),
        ..PanelFrame::default()
    });
    let selected = view
        .dialog
        .scroll
        .selected
        .min(terms.len().saturating_sub(1));
    if inner.width < NAMES + 12 || inner.height == 0 {
        return;
    }
    let list = area::columns(inner, inner.x, NAMES);
    let rows = view.list(inner.height.into(), terms.len());
    for (row, (at, term)) in list.rows().zip(terms.iter().enumerate().skip(rows.from)) {
        // Terms of the screen in front stand out from all others.
        let role = if at < here { Role::Exact } else { Role::Dim };
        let name = end_cut(term.name, usize::from(NAMES) - 2, view.cx.glyphs);
        view.cx.line(row, &theme.line(role, format!(" {name}")));
        view.row(row, at);
    }
    if let Some(term) = terms.get(selected) {
        let beside = area::right_from(inner, inner.x + NAMES + 1);
        let width = beside.width.saturating_sub(1);
        explain(term, area::columns(beside, beside.x, width), view);
    }
}

/// The stage of the lecture in front, or the screen.
fn subject(app: &App) -> &'static str {
    match app.pages.last() {
        Some(Page::Lecture(state)) => state.stage().map_or("", |stage| stage.staged.kind.title()),
        _ => app.screen().name(),
    }
}

/// What a term means, its picture, and where the lecture shows it.
fn explain(term: &Term, area: Rect, view: &mut View<'_, '_, '_>) {
    let theme = view.cx.theme;
    let mut lines = vec![theme.line(Role::Match, term.name), Line::default()];
    let says = theme.own(term.says);
    let told = wrap::rows(&says, usize::from(area.width));
    lines.extend(told.into_iter().map(|row| Line::from(row.to_owned())));
    lines.push(Line::default());
    for row in term.picture() {
        let spans = row
            .iter()
            .map(|span| Span::styled(span.text.clone(), theme.ink(span.ink)));
        let mut line = Line::from("  ");
        line.extend(spans);
        lines.push(line);
    }
    lines.push(Line::default());
    let shows = format!("{} shows it in the lecture", view.key(Command::Accept));
    lines.push(theme.line(Role::Dim, shows));
    view.cx.lines(area, &lines);
}
