//! The gutter before a row: the numbers of its passages, a sign, or the mark of a fold.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::app::state::compare::{CompareState, Text};
use crate::typeset::Row;
use crate::typeset::figures::Glyphs;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint;

/// Width of the gutter: two numbers, a sign between them and a trailing blank.
#[must_use]
pub fn width(state: &CompareState) -> u16 {
    let passages = state.comparison().map_or(0, |c| c.passages.len());
    2 * (passages.max(1).ilog10() as u16 + 1) + 2
}

/// Writes the numbers of the passages in a row: two of them, or one and a sign that there are more.
pub fn numbers(
    state: &CompareState,
    text: &Text,
    row: &Row,
    theme: &Theme,
    glyphs: Glyphs,
    area: Rect,
    buffer: &mut Buffer,
) {
    let mut here = text.passages_in(row.start, row.end);
    if row.start == row.end && here.is_empty() {
        return;
    }
    // The current passage comes first, so that it is never the one left out.
    here.sort_by_key(|i| state.passage() != Some(*i));
    let small: Vec<String> = here.iter().map(|i| glyphs.small(i + 1)).collect();
    let room = area.width.saturating_sub(1);
    let mut x = area.x;
    for (n, (passage, number)) in here.iter().zip(&small).enumerate() {
        let wide = paint::columns(number);
        let left = area.x + room - x.min(area.x + room);
        let more = n + 1 < here.len();
        if wide > left || (n > 0 && more) {
            paint::words(
                buffer,
                x.min(area.x + room).saturating_sub(u16::from(n > 0)),
                area.y,
                1,
                glyphs.pick("⁺", "+"),
                theme.style(Role::Dim),
            );
            return;
        }
        let mut style = theme
            .passage(*passage)
            .remove_modifier(Modifier::UNDERLINED);
        if state.passage() == Some(*passage) {
            style = style.add_modifier(Modifier::BOLD | Modifier::REVERSED);
        }
        x = paint::words(buffer, x, area.y, wide, number, style);
        if more {
            x = paint::words(
                buffer,
                x,
                area.y,
                1,
                glyphs.pick("·", ","),
                theme.style(Role::Dim),
            );
        }
    }
}

/// Draws the row that replaces a folded identical part.
pub fn fold(
    same: String,
    gutter: u16,
    theme: &Theme,
    glyphs: Glyphs,
    line: Rect,
    buffer: &mut Buffer,
) {
    for x in 1..gutter.saturating_sub(1) {
        paint::words(
            buffer,
            line.x - gutter + x,
            line.y,
            1,
            glyphs.pick("┄", "~"),
            theme.style(Role::Dim),
        );
    }
    let dots = glyphs.pick("…", "...");
    let text = format!("{dots} {same} the same {dots}");
    paint::words(
        buffer,
        line.x,
        line.y,
        line.width,
        &text,
        theme.style(Role::Dim).add_modifier(Modifier::ITALIC),
    );
}
