//! Writing a note on a pair, a document or a cluster.

use std::sync::Arc;

use super::view::View;
use crate::app::Command;
use crate::app::typed_text::NoteDraft;
use crate::review::{Decision, DecisionTarget};
use crate::typeset::names;
use crate::ui::area;
use crate::ui::theme::Role;
use crate::ui::widgets::field;
use crate::ui::widgets::panel::PanelFrame;

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let Some(draft) = &view.dialog.note else {
        return;
    };
    let theme = view.cx.theme;
    let decision = match draft.statement().decision {
        Decision::Undecided => String::new(),
        decision => format!("{}{}", theme.dot(), decision.name()),
    };
    // Where the cursor has gone on by itself, the note is on what was decided last.
    let is_in_front = view
        .app
        .subject()
        .is_some_and(|(_, current)| current == draft.target);
    let title = match (draft.target.kind(), is_in_front) {
        (kind, true) => format!("Note on this {kind}{decision}"),
        (kind, false) => format!("Note on the {kind} decided last{decision}"),
    };
    let inner = view.framed(PanelFrame {
        title: theme.line(Role::Title, title),
        corner: view.hint(Command::Escape, "leaves it"),
        foot_corner: view.hint(Command::Accept, "saves it"),
        ..PanelFrame::default()
    });
    if inner.width < 16 || inner.height < 4 {
        return;
    }
    let inner = area::columns(inner, inner.x + 1, inner.width - 2);
    let (about, rest) = area::split_top(inner, 1);
    let subject = subject(draft, usize::from(about.width), view);
    view.cx.words(about, &subject, theme.style(Role::Dim));
    let (text, below) = area::split_top(rest, rest.height - 1);
    field::draw_lines(&draft.text, text, view.cx.frame);
    if let Some(wrong) = &view.dialog.wrong {
        let wrong = theme.own(wrong);
        view.cx.words(below, &wrong, theme.style(Role::Warning));
    }
}

/// The names of what the note is on.
fn subject(draft: &NoteDraft, width: usize, view: &View<'_, '_, '_>) -> String {
    let documents = draft.target.documents();
    let named = view.app.data.named.as_ref();
    let named = named.filter(|named| Arc::ptr_eq(named, &draft.collection));
    let id = |at: usize| match named {
        Some(named) => named.id(documents[at]),
        None => view.app.other_name(draft.collection.id(documents[at])),
    };
    let glyphs = view.cx.glyphs;
    match &draft.target {
        DecisionTarget::Pair(..) => {
            let half = width.saturating_sub(5) / 2;
            let [a, b] = names::apart([id(0), id(1)], [half, half], glyphs);
            format!("{a}  {b}")
        }
        DecisionTarget::Document(_) => crate::typeset::figures::path(id(0), width, glyphs),
        DecisionTarget::Cluster(_) => {
            let more = format!(" and {} more", documents.len() - 1);
            let room = width.saturating_sub(more.len());
            crate::typeset::figures::path(id(0), room, glyphs) + &more
        }
    }
}
