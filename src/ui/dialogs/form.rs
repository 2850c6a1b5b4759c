//! Input forms: labelled fields, the explanation of the focused field and its validation error.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::dialog::{Dialog, Kind};
use crate::app::form::{Answer, Form};
use crate::app::{Action, Panel};
use crate::typeset::wrap;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::Panel as Framed;
use crate::ui::widgets::{field, paint};

/// Rows reserved below the fields for the explanation.
const ABOUT: u16 = 4;

/// Preferred columns and rows of the dialog.
#[must_use]
pub fn size(dialog: &Dialog) -> (u16, u16) {
    let lines = dialog
        .form
        .as_ref()
        .map_or(1, |form| form.lines.len() as u16);
    (74, lines + ABOUT + 4)
}

fn title(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Labels => ("Labels", "Enter reads them"),
        Kind::NameSettings => ("Name these settings", "Enter keeps them"),
        Kind::SavePlots => ("Save all plots as SVG", "Enter saves them"),
        Kind::ExportJudged => ("Export judged pairs", "Enter writes them"),
        Kind::Sweep => ("Sweep a grid of settings", "Enter runs it"),
        _ => ("", ""),
    }
}

/// Draws the dialog.
pub fn draw(dialog: &Dialog, theme: &Theme, place: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let Some(form) = &dialog.form else { return };
    let dim = theme.style(Role::Dim);
    let (title, does) = title(dialog.kind);
    let inner = Framed {
        title: Line::styled(title, theme.style(Role::Title)),
        corner: Line::styled("Esc leaves it", dim),
        foot_corner: Line::styled(does, dim),
        focused: true,
        ..Framed::default()
    }
    .draw(frame.buffer_mut(), place, theme, theme.glyphs());
    if inner.width < 12 || inner.height == 0 {
        return;
    }
    let names = form.lines.iter().map(|line| paint::columns(line.name));
    let column = names.max().unwrap_or(0) + 4;
    let airy = u16::from(inner.height > form.lines.len() as u16 + ABOUT);
    let mut y = inner.y + airy;
    for i in 0..form.lines.len() {
        if y >= inner.bottom() {
            return;
        }
        let line = Rect {
            y,
            height: 1,
            ..inner
        };
        hits.push(line, Action::Row(Panel::Dialog, i));
        one(form, i, column, theme, line, frame);
        y += 1;
    }
    y += airy;
    let text = match (&dialog.wrong, form.lines.get(form.at)) {
        (Some(wrong), _) => (theme.own(wrong), Role::Error),
        (None, Some(line)) => (line.about.to_owned(), Role::Dim),
        (None, None) => return,
    };
    let width = usize::from(inner.width.saturating_sub(4)).max(8);
    let starts = wrap::row_starts(&text.0, 0, text.0.len(), width);
    for (i, start) in starts.iter().enumerate() {
        if y >= inner.bottom() {
            return;
        }
        let end = starts.get(i + 1).copied().unwrap_or(text.0.len());
        let part = text.0[*start..end].trim_end();
        let style = theme.style(text.1);
        paint::words(
            frame.buffer_mut(),
            inner.x + 2,
            y,
            inner.width - 3,
            part,
            style,
        );
        y += 1;
    }
}

fn one(form: &Form, i: usize, column: u16, theme: &Theme, line: Rect, frame: &mut Frame<'_>) {
    let Some(asked) = form.lines.get(i) else {
        return;
    };
    let here = i == form.at;
    let glyphs = theme.glyphs();
    let buffer = frame.buffer_mut();
    if here && form.lines.len() > 1 {
        let mark = glyphs.pick("▸", ">");
        paint::words(buffer, line.x + 1, line.y, 1, mark, theme.style(Role::Key));
    }
    let name = if here {
        theme.style(Role::Exact)
    } else {
        theme.style(Role::Text)
    };
    paint::words(buffer, line.x + 3, line.y, column, asked.name, name);
    let x = line.x + column + 1;
    let room = line.right().saturating_sub(x + 1);
    match &asked.answer {
        Answer::Text(input) => {
            let style = if here {
                theme.style(Role::Exact).underlined()
            } else {
                theme.style(Role::Text)
            };
            let place = Rect {
                x: x + 2,
                width: room.saturating_sub(2),
                ..line
            };
            field::draw(input, here, style, place, frame);
        }
        Answer::One(words, at) => {
            let value = words.get(*at).copied().unwrap_or_default();
            let (left, right) = glyphs.pick(("◂", "▸"), ("<", ">"));
            let (text, style) = match here {
                true => (
                    format!("{left} {value} {right}"),
                    theme.style(Role::Selected).bold(),
                ),
                false => (format!("  {value}"), theme.style(Role::Text)),
            };
            paint::words(buffer, x, line.y, room, &text, style);
        }
    }
}
