//! Below the plot: what is read off at the cursor; without a cursor, notes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::layout::Parts;
use super::legend::plain;
use crate::base::sanitise;
use crate::plot::Figure;
use crate::typeset::wrap::row_starts;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::end_cut;
use crate::ui::widgets::paint::{columns, words};

/// Draws it.
pub fn draw(
    buffer: &mut Buffer,
    figure: &Figure,
    cursor: Option<f64>,
    theme: &Theme,
    parts: &Parts,
) {
    let area = parts.foot;
    if area.is_empty() {
        return;
    }
    match cursor {
        Some(x) => values(buffer, &figure.read(x), theme, area),
        None => notes(buffer, figure, theme, parts),
    }
}

/// Names and values, as many as there is room for.
fn values(buffer: &mut Buffer, read: &[(String, String)], theme: &Theme, area: Rect) {
    let (mut x, mut y) = (area.x, area.y);
    for (name, value) in read {
        let (name, value) = (sanitise::line(name), sanitise::line(value));
        let pieces = [
            (format!("{} ", plain(&name, theme)), theme.style(Role::Dim)),
            (plain(&value, theme), theme.style(Role::Exact)),
        ];
        let wide: u16 = pieces.iter().map(|piece| columns(&piece.0)).sum();
        if x > area.x && x + wide > area.right() {
            (x, y) = (area.x, y + 1);
        }
        if y >= area.bottom() {
            let cut = theme.glyphs().cut().to_string();
            let end = (area.right() - 1, area.bottom() - 1);
            words(buffer, end.0, end.1, 1, &cut, theme.style(Role::Dim));
            return;
        }
        for (text, style) in pieces {
            x = words(buffer, x, y, area.right().saturating_sub(x), &text, style);
        }
        x += 2;
    }
}

/// Sentences, one after the other; before them what the axis measures, where no row says it.
fn notes(buffer: &mut Buffer, figure: &Figure, theme: &Theme, parts: &Parts) {
    let (area, style) = (parts.foot, theme.style(Role::Dim));
    let mut sentences = figure.notes.clone();
    if parts.below.is_empty() && !figure.x.label.is_empty() {
        let right = theme.glyphs().pick('→', '>');
        sentences.insert(0, format!("{} {right}", figure.x.label));
    }
    let text = sentences.join("  ");
    let text = plain(&sanitise::line(&text), theme);
    let width = usize::from(area.width);
    let starts = row_starts(&text, 0, text.len(), width.max(1));
    for (row, start) in (0..area.height).zip(&starts) {
        let last = row + 1 == area.height;
        let next = starts.get(usize::from(row) + 1).copied();
        let end = if last {
            text.len()
        } else {
            next.unwrap_or(text.len())
        };
        let line = text[*start..end].trim_end();
        let line = if line.width() > width {
            end_cut(line, width, theme.glyphs())
        } else {
            line.to_owned()
        };
        words(buffer, area.x, area.y + row, area.width, &line, style);
    }
}
