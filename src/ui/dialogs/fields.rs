//! Text to type: forms of labelled fields with the explanation of the focused one and its error, a threshold, a note, a
//! text of the lecture.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::view::DialogView;
use crate::app::dialog::{DialogKind, FieldValue, Form};
use crate::app::typed_text::NoteDraft;
use crate::app::{Action, Command, Panel};
use crate::base::units::counted;
use crate::review::{Decision, DecisionTarget};
use crate::typeset::figures::path;
use crate::typeset::{names, wrap};
use crate::ui::widgets::{field, measure, paint, top_line};
use crate::ui::{DrawContext, Role, area};

/// Rows reserved below the fields for the explanation.
pub const ABOUT: u16 = 4;

/// Draws a form.
pub fn form(view: &mut DialogView<'_, '_, '_>) {
    let Some(form) = &view.dialog.form else {
        return;
    };
    let theme = view.cx.theme;
    let (title, does) = match view.dialog.kind {
        DialogKind::Labels => ("Labels", "reads them"),
        DialogKind::Report => ("Write a report", "writes it"),
        _ => ("Sweep a grid of settings", "runs it"),
    };
    let inner = framed(view, title, Line::default(), does);
    if inner.width < 12 || inner.height == 0 {
        return;
    }
    let names = form.lines.iter().map(|line| paint::columns(line.name));
    let column = names.max().unwrap_or(0) + 4;
    let mut rows = inner.rows();
    for (i, row) in (0..form.lines.len()).zip(&mut rows) {
        view.cx.hits.push(row, Action::Row(Panel::Dialog, i));
        line(form, i, column, row, view.cx);
    }
    let (text, role) = match (&view.dialog.wrong, form.lines.get(form.at)) {
        (Some(wrong), _) => (theme.own(wrong), Role::Error),
        (None, Some(line)) => (line.about.to_owned(), Role::Dim),
        (None, None) => return,
    };
    let width = usize::from(inner.width.saturating_sub(4)).max(8);
    for (row, part) in rows.skip(1).zip(wrap::rows(&text, width)) {
        let text_area = area::columns(row, row.x + 2, row.width - 3);
        view.cx.words(text_area, part.trim_end(), theme.style(role));
    }
}

/// Draws the frame, with what the key does that accepts the text; returns its inner area.
fn framed(view: &mut DialogView<'_, '_, '_>, title: &str, foot: Line<'_>, does: &str) -> Rect {
    let leaves = view.hint(Command::Escape, "leaves it");
    view.framed(title, [leaves, foot, view.hint(Command::Accept, does)])
}

fn line(form: &Form, i: usize, column: u16, row: Rect, cx: &mut DrawContext<'_, '_>) {
    let form_line = &form.lines[i];
    let here = i == form.at;
    if here && form.lines.len() > 1 {
        cx.cursor_mark(area::right_from(row, row.x + 1), cx.style(Role::Key));
    }
    let name = cx.style(if here { Role::Exact } else { Role::Text });
    cx.words(area::columns(row, row.x + 3, column), form_line.name, name);
    let x = row.x + column + 1;
    let room = row.right().saturating_sub(x + 1);
    match &form_line.answer {
        FieldValue::Text(input) => {
            let style = if here { name.underlined() } else { name };
            let field_area = area::columns(row, x + 2, room.saturating_sub(2));
            field::draw(input, here, style, field_area, cx.frame);
        }
        FieldValue::One(words, at) => {
            let value = words.get(*at).copied().unwrap_or_default();
            let (left, right) = cx.glyphs.pick(("◂", "▸"), ("<", ">"));
            let (text, style) = if here {
                let selected = cx.style(Role::Selected).bold();
                (format!("{left} {value} {right}"), selected)
            } else {
                (format!("  {value}"), cx.style(Role::Text))
            };
            cx.words(area::columns(row, x, room), &text, style);
        }
    }
}

/// Draws the dialog to type a threshold.
pub fn threshold(view: &mut DialogView<'_, '_, '_>) {
    let now = view.dim(format!("now {}", top_line::threshold(view.app.threshold)));
    let inner = view.framed("Threshold", [now, Line::default(), Line::default()]);
    let prompt = format!("exact {} ", measure(view.app.measure()));
    let inner = view.with_line(inner, &prompt);
    let line = match &view.dialog.wrong {
        Some(wrong) => view.cx.theme.line(Role::Error, wrong.as_str()),
        None => view.dim(".85 and 85% are the same"),
    };
    view.cx.lines(area::indented(inner), &[line]);
}

/// Draws the field of text A or B of the lecture.
pub fn lecture_text(view: &mut DialogView<'_, '_, '_>) {
    let Some(typed) = &view.dialog.text else {
        return;
    };
    let lines = typed.field.lines().iter();
    let words: usize = lines.map(|line| line.split_whitespace().count()).sum();
    let title = ["Text A: type or paste", "Text B: type or paste"][typed.at];
    let words = view.dim(counted(words as u64, "word", "words"));
    let inner = framed(view, title, words, "keeps it");
    field::draw_lines(&typed.field, area::indented(inner), view.cx.frame);
}

/// Draws a note on a pair, a document or a cluster.
pub fn note(view: &mut DialogView<'_, '_, '_>) {
    let Some(draft) = &view.dialog.note else {
        return;
    };
    let theme = view.cx.theme;
    let decision = match draft.statement().decision {
        Decision::Undecided => String::new(),
        decision => format!("{}{}", theme.dot(), decision.name()),
    };
    // Where the cursor has gone on by itself, the note is on what was decided last.
    let in_front = view.app.subject().map(|(_, current)| current);
    let kind = draft.target.kind();
    let title = if in_front.as_ref() == Some(&draft.target) {
        format!("Note on this {kind}{decision}")
    } else {
        format!("Note on the {kind} decided last{decision}")
    };
    let inner = framed(view, &title, Line::default(), "saves it");
    if inner.width < 16 || inner.height < 4 {
        return;
    }
    let (about, rest) = area::split_top(area::indented(inner), 1);
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
fn subject(draft: &NoteDraft, width: usize, view: &DialogView<'_, '_, '_>) -> String {
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
        DecisionTarget::Document(_) => path(id(0), width, glyphs),
        DecisionTarget::Cluster(_) => {
            let more = format!(" and {} more", documents.len() - 1);
            path(id(0), width.saturating_sub(more.len()), glyphs) + &more
        }
    }
}
