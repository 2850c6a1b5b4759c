//! Input forms: labelled fields, the explanation of the focused field and its validation error. The threshold is one line.

use ratatui::layout::Rect;

use super::view::View;
use crate::app::dialog::{Dialog, DialogKind};
use crate::app::form::{Answer, Form};
use crate::app::{Action, Command, Panel};
use crate::typeset::wrap;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{field, measure, paint, top_line};

/// Rows reserved below the fields for the explanation.
const ABOUT: u16 = 4;

/// Preferred columns and rows of the dialog.
pub fn size(dialog: &Dialog) -> (u16, u16) {
    let form = dialog.form.as_ref();
    let lines = form.map_or(1, |form| form.lines.len() as u16);
    (74, lines + ABOUT + 4)
}

fn title(kind: DialogKind) -> (&'static str, &'static str) {
    match kind {
        DialogKind::Labels => ("Labels", "reads them"),
        DialogKind::Report => ("Write a report", "writes it"),
        DialogKind::Sweep => ("Sweep a grid of settings", "runs it"),
        _ => ("", ""),
    }
}

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let Some(form) = &view.dialog.form else {
        return;
    };
    let theme = view.cx.theme;
    let (title, does) = title(view.dialog.kind);
    let inner = view.framed(PanelFrame {
        title: theme.line(Role::Title, title),
        corner: view.hint(Command::Escape, "leaves it"),
        foot_corner: view.hint(Command::Accept, does),
        ..PanelFrame::default()
    });
    if inner.width < 12 || inner.height == 0 {
        return;
    }
    let names = form.lines.iter().map(|line| paint::columns(line.name));
    let column = names.max().unwrap_or(0) + 4;
    let airy = inner.height > form.lines.len() as u16 + ABOUT;
    let mut rows = inner.rows().skip(airy.into());
    for i in 0..form.lines.len() {
        let Some(row) = rows.next() else { return };
        view.hits.push(row, Action::Row(Panel::Dialog, i));
        line(form, i, column, row, view.cx);
    }
    let (text, role) = match (&view.dialog.wrong, form.lines.get(form.at)) {
        (Some(wrong), _) => (theme.own(wrong), Role::Error),
        (None, Some(line)) => (line.about.to_owned(), Role::Dim),
        (None, None) => return,
    };
    let width = usize::from(inner.width.saturating_sub(4)).max(8);
    let below = rows.skip(airy.into());
    for (row, part) in below.zip(wrap::rows(&text, width)) {
        let text_area = area::columns(row, row.x + 2, row.width - 3);
        view.cx.words(text_area, part.trim_end(), theme.style(role));
    }
}

fn line(form: &Form, i: usize, column: u16, row: Rect, cx: &mut DrawContext<'_, '_>) {
    let Some(form_line) = form.lines.get(i) else {
        return;
    };
    let here = i == form.at;
    if here && form.lines.len() > 1 {
        cx.cursor_mark(area::right_from(row, row.x + 1), cx.style(Role::Key));
    }
    let name = cx.style(if here { Role::Exact } else { Role::Text });
    cx.words(area::columns(row, row.x + 3, column), form_line.name, name);
    let x = row.x + column + 1;
    let room = row.right().saturating_sub(x + 1);
    match &form_line.answer {
        Answer::Text(input) => {
            let style = if here { name.underlined() } else { name };
            let field_area = area::columns(row, x + 2, room.saturating_sub(2));
            field::draw(input, here, style, field_area, cx.frame);
        }
        Answer::One(words, at) => {
            let value = words.get(*at).copied().unwrap_or_default();
            let (left, right) = cx.glyphs.pick(("◂", "▸"), ("<", ">"));
            let (text, style) = if here {
                (
                    format!("{left} {value} {right}"),
                    cx.style(Role::Selected).bold(),
                )
            } else {
                (format!("  {value}"), cx.style(Role::Text))
            };
            cx.words(area::columns(row, x, room), &text, style);
        }
    }
}

/// Draws the dialog to type a threshold.
pub fn threshold(view: &mut View<'_, '_, '_>) {
    let theme = view.cx.theme;
    let now = format!("now {}", top_line::threshold(view.app.threshold));
    let frame = PanelFrame {
        title: theme.line(Role::Title, "Threshold"),
        corner: theme.line(Role::Dim, now),
        ..PanelFrame::default()
    };
    let prompt = format!("exact {} ", measure(view.app.measure()));
    let inner = view.with_line(frame, &prompt);
    let line = match &view.dialog.wrong {
        Some(wrong) => theme.line(Role::Error, wrong.as_str()),
        None => theme.line(Role::Dim, "0.85, .85 and 85% are the same"),
    };
    view.cx.lines(area::indented(inner), &[line]);
}
