//! Dialogs of the lecture: the list of its stages, the terms of a stage, text B while it is typed.

use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::view::View;
use crate::app::state::lecture::LectureState;
use crate::app::{App, Command, Page};
use crate::lecture::{Teller, glossary, said};
use crate::typeset::wrap;
use crate::ui::area;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::Panel as Framed;

fn lecture<'a>(view: &View<'a, '_, '_>) -> Option<&'a LectureState> {
    match view.app.pages.last() {
        Some(Page::Lecture(state)) => Some(state),
        _ => None,
    }
}

/// Preferred rows of the list of stages.
pub fn height(app: &App) -> u16 {
    match app.pages.last() {
        Some(Page::Lecture(state)) => state.stages.len().clamp(3, 40) as u16 + 2,
        _ => 5,
    }
}

/// Draws the list of stages.
pub fn stages(view: &mut View<'_, '_, '_>) {
    let Some(state) = lecture(view) else { return };
    let theme = view.cx.theme;
    let inner = view.framed(Framed {
        title: theme.line(Role::Title, "Go to a stage"),
        corner: view.hint(Command::Accept, "goes there"),
        foot_corner: view.position(state.stages.len()),
        ..Framed::default()
    });
    let rows = view.list(inner.height.into(), state.stages.len());
    let listed = state.stages.iter().enumerate().skip(rows.from);
    for (row, (at, stage)) in inner.rows().zip(listed) {
        let here = at == state.place().stage;
        let mark = if here {
            view.cx.glyphs.pick("▸", ">")
        } else {
            " "
        };
        let number = stage.staged.kind.number();
        let name = theme.own(&stage.title);
        let line = Line::from(vec![
            theme.span(Role::Key, format!(" {mark} {number:>2}  ")),
            theme.span(Role::Exact, format!("{name:<28}")),
            theme.span(Role::Dim, theme.own(&stage.dial)),
        ]);
        view.cx.line(row, &line);
        view.row(row, at);
    }
}

/// Draws the terms of the stage, from the one under the cursor on.
pub fn words(view: &mut View<'_, '_, '_>) {
    let Some(stage) = lecture(view).and_then(LectureState::stage) else {
        return;
    };
    let theme = view.cx.theme;
    let terms = glossary(stage.staged.kind, stage.staged.setup.language);
    let inner = view.framed(Framed {
        title: theme.line(Role::Title, format!("Words: {}", theme.own(&stage.title))),
        corner: view.hint(Command::Escape, "closes"),
        foot_corner: view.position(terms.len()),
        ..Framed::default()
    });
    if inner.width < 8 || inner.height == 0 {
        return;
    }
    let inner = area::columns(inner, inner.x + 1, inner.width - 2);
    let width = usize::from(inner.width);
    let rows = |says: &str| {
        wrap::rows(says, width)
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    let told: Vec<Vec<String>> = terms.iter().map(|term| rows(&term.says)).collect();
    let all: usize = told.iter().map(|rows| rows.len() + 2).sum();
    // Scrolling by terms; where all of them fit, nothing moves.
    let first = match all <= usize::from(inner.height) + 1 {
        true => 0,
        false => view
            .dialog
            .scroll
            .selected
            .min(terms.len().saturating_sub(1)),
    };
    view.list(usize::from(inner.height) / 4, terms.len());
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (term, told) in terms.iter().zip(&told).skip(first) {
        lines.push(theme.line(Role::Match, theme.own(&term.name)));
        lines.extend(told.iter().map(|row| Line::from(theme.own(row))));
        lines.push(Line::default());
    }
    view.cx.lines(inner, &lines);
}

/// Draws the field of text B.
pub fn text(view: &mut View<'_, '_, '_>) {
    let (Some(typed), Some(stage)) = (
        &view.dialog.text,
        lecture(view).and_then(LectureState::stage),
    ) else {
        return;
    };
    let theme = view.cx.theme;
    let setup = &stage.staged.setup;
    let teller = Teller::new(setup);
    let title = said(&teller.line("screen-type", &[("name", "B".into())]));
    let lines = typed.field.lines().iter();
    let words: usize = lines.map(|line| line.split_whitespace().count()).sum();
    let counted = said(&teller.line("screen-typed", &[("words", words.into())]));
    let inner = view.framed(Framed {
        title: theme.line(Role::Title, theme.own(&title)),
        corner: view.hint(Command::Escape, "leaves it"),
        foot: Line::from(Span::styled(theme.own(&counted), theme.style(Role::Dim))),
        foot_corner: view.hint(Command::Accept, "keeps it"),
        ..Framed::default()
    });
    if inner.width < 4 || inner.height == 0 {
        return;
    }
    let place = area::columns(inner, inner.x + 1, inner.width - 2);
    (&typed.field).render(place, view.cx.frame.buffer_mut());
    let (top, left) = typed.field.scroll_offset();
    let at = typed.field.screen_cursor();
    let x = (at.col as u16).saturating_sub(left).min(place.width - 1);
    let y = (at.row as u16).saturating_sub(top).min(place.height - 1);
    view.cx
        .frame
        .set_cursor_position((place.x + x, place.y + y));
}
