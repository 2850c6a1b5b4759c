//! Dialogs of the lecture: the list of its stages, text A or B while it is typed.

use ratatui::text::Line;

use super::view::View;
use crate::app::{App, Command, Page};
use crate::base::units::counted;
use crate::screens::lecture::state::LectureState;
use crate::ui::area;
use crate::ui::theme::Role;
use crate::ui::widgets::field;
use crate::ui::widgets::panel::PanelFrame;

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
    let inner = view.framed(PanelFrame {
        title: theme.line(Role::Title, "Go to a stage"),
        corner: view.hint(Command::Accept, "goes there"),
        foot_corner: view.position(state.stages.len()),
        ..PanelFrame::default()
    });
    let rows = view.list(inner.height.into(), state.stages.len());
    let listed = state.stages.iter().enumerate().skip(rows.from);
    for (row, (at, stage)) in inner.rows().zip(listed) {
        let here = at == state.position().stage;
        let mark = if here {
            view.cx.glyphs.pick("▸", ">")
        } else {
            " "
        };
        let number = at + 1;
        let name = stage.staged.title();
        let line = Line::from(vec![
            theme.span(Role::Key, format!(" {mark} {number:>2}  ")),
            theme.span(Role::Exact, format!("{name:<28}")),
            theme.span(Role::Dim, theme.own(&stage.staged.parameter())),
        ]);
        view.cx.line(row, &line);
        view.row(row, at);
    }
}

/// Draws the field of text A or B.
pub fn text(view: &mut View<'_, '_, '_>) {
    let Some(typed) = &view.dialog.text else {
        return;
    };
    let theme = view.cx.theme;
    let lines = typed.field.lines().iter();
    let words: usize = lines.map(|line| line.split_whitespace().count()).sum();
    let title = ["Text A: type or paste", "Text B: type or paste"][typed.at];
    let inner = view.framed(PanelFrame {
        title: theme.line(Role::Title, title),
        corner: view.hint(Command::Escape, "leaves it"),
        foot: theme.line(Role::Dim, counted(words as u64, "word", "words")),
        foot_corner: view.hint(Command::Accept, "keeps it"),
        ..PanelFrame::default()
    });
    if inner.width < 4 || inner.height == 0 {
        return;
    }
    let field_area = area::columns(inner, inner.x + 1, inner.width - 2);
    field::draw_lines(&typed.field, field_area, view.cx.frame);
}
