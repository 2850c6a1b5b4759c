//! Draws rows of text: sanitised, with tabs expanded, each grapheme cluster in the style of its
//! byte.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use crate::typeset::flow::Row;
use crate::typeset::graphemes::Clusters;
use crate::ui::theme::{Depth, Role, Theme};

/// Writes `row` of `text` into the first row of `area`. `style` is called for each grapheme cluster
/// with its byte offset, in ascending order. Returns the column behind the last cluster.
pub fn row(
    buffer: &mut Buffer,
    area: Rect,
    text: &str,
    row: &Row,
    mut style: impl FnMut(usize) -> Style,
) -> u16 {
    let area = area.intersection(buffer.area);
    if area.is_empty() {
        return area.x;
    }
    let mut column = 0usize;
    let wide = usize::from(area.width);
    // Trailing blanks are not styled.
    let inked = text
        .get(row.start..row.end)
        .map_or(row.end, |t| row.start + t.trim_end().len());
    for cluster in Clusters::new(text, row.start, inked) {
        let width = cluster.width(column);
        let blank = cluster.is_blank();
        if column >= wide || (column + width > wide && !blank) {
            break;
        }
        let here = style(cluster.start);
        let x = area.x + column as u16;
        let width = width.min(wide - column);
        if width == 0 {
            // A combining mark without a base is joined to the preceding cell.
            if column > 0 {
                let before = &mut buffer[(x - 1, area.y)];
                let joined = format!("{}{}", before.symbol(), cluster.shown());
                before.set_symbol(&joined);
            }
            continue;
        }
        for i in 0..width {
            let cell = &mut buffer[(x + i as u16, area.y)];
            cell.reset();
            cell.set_style(here);
            if blank {
                cell.set_symbol(" ");
            }
        }
        if !blank {
            buffer[(x, area.y)].set_symbol(&cluster.shown());
        }
        column += width;
    }
    area.x + column as u16
}

/// Writes a short text of the program itself, truncated at `width` columns; returns the column
/// behind it.
pub fn words(buffer: &mut Buffer, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
    if !buffer.area.contains((x, y).into()) {
        return x;
    }
    let (end, _) = buffer.set_stringn(x, y, text, usize::from(width), style);
    end
}

/// `style` modified for disguised text: reversed, so that it is visible without colour.
pub fn disguised(theme: &Theme, style: Style) -> Style {
    let warning = theme.style(Role::Warning);
    style.patch(warning).add_modifier(Modifier::REVERSED)
}

/// Dims `area`, because it shows results of an earlier threshold or earlier settings.
pub fn dim(theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let mut style = Style::new().add_modifier(Modifier::DIM);
    if theme.depth() == Depth::None {
        style = style.remove_modifier(Modifier::BOLD);
    }
    buffer.set_style(area, style);
}

/// Lets `area` recede behind a dialog: dimmed, and what was reversed, such as the row under the cursor, underlined
/// instead, because no dimming makes a reversed cell darker than the dialog.
pub fn recede(theme: &Theme, area: Rect, buffer: &mut Buffer) {
    dim(theme, area, buffer);
    let area = area.intersection(buffer.area);
    for place in area.positions() {
        let cell = &mut buffer[place];
        if cell.modifier.contains(Modifier::REVERSED) {
            cell.modifier.remove(Modifier::REVERSED);
            cell.modifier.insert(Modifier::UNDERLINED);
        }
    }
}

/// Display width of `text` in columns.
#[must_use]
pub fn columns(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typeset::flow::{Flow, Place};

    fn painted(text: &str, width: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
        let flow = Flow::whole(text);
        let first = flow.row(text, Place::default(), usize::from(width));
        row(&mut buffer, Rect::new(0, 0, width, 1), text, &first, |_| {
            Style::new()
        });
        buffer.content().iter().map(|c| c.symbol()).collect()
    }

    #[test]
    fn what_lies_behind_a_dialog_is_nowhere_brighter_than_the_dialog() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let row = Rect::new(0, 0, 4, 1);
        buffer.set_style(row, Style::new().add_modifier(Modifier::REVERSED));
        recede(&Theme::new(Depth::True, false), row, &mut buffer);
        let (behind, beside) = (buffer[(1, 0)].modifier, buffer[(1, 1)].modifier);
        assert_eq!(behind, Modifier::DIM | Modifier::UNDERLINED);
        assert!(beside.is_empty());
    }

    #[test]
    fn what_a_terminal_would_obey_is_shown_as_marks() {
        assert_eq!(painted("a\x1b[2Jb", 8), "a␛[2Jb  ");
        assert_eq!(painted("a\tb\u{202e}", 8), "a   b⇄  ");
    }

    #[test]
    fn wide_characters_and_combining_marks_take_their_columns() {
        assert_eq!(painted("日本語", 5), "日 本  ");
        assert_eq!(painted("ne\u{301}e", 4), "ne\u{301}e ");
        assert_eq!(painted("\u{301}a", 3), "a  ");
    }
}
