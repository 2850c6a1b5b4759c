//! Draws rows of text: sanitised, with tabs expanded, each grapheme cluster in the style of its
//! byte. Widths are those of [`Width`], not those of `ratatui`, which joins some vowel signs to their consonants.

use std::num::NonZero;

use ratatui::buffer::{Buffer, Cell, CellDiffOption};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::base::width::{Width, begins_with_spacing_mark, of_char, plain};
use crate::typeset::flow::TextRow;
use crate::typeset::wrap::GraphemeClusters;
use crate::ui::theme::Depth;
use crate::ui::{Role, Theme};

/// Writes `row` of `text` into the first row of `area`. `style` is called for each grapheme cluster
/// with its byte offset, in ascending order.
pub fn row(
    buffer: &mut Buffer,
    area: Rect,
    text: &str,
    row: &TextRow,
    style: impl FnMut(usize) -> Style,
) {
    let area = area.intersection(buffer.area);
    if area.is_empty() {
        return;
    }
    // Trailing blanks are not styled.
    let inked = text
        .get(row.start..row.end)
        .map_or(row.end, |t| row.start + t.trim_end().len());
    let clusters = GraphemeClusters::new(text, row.start, inked);
    write(
        buffer,
        area.x,
        (area.x, area.y),
        area.right(),
        clusters,
        style,
    );
}

/// Writes a short text of the program itself, truncated at `width` columns; returns the column after it.
pub fn words(buffer: &mut Buffer, x: u16, y: u16, width: u16, text: &str, style: Style) -> u16 {
    if !buffer.area.contains((x, y).into()) {
        return x;
    }
    let clusters = GraphemeClusters::new(text, 0, text.len());
    let end = x.saturating_add(width);
    write(buffer, x, (x, y), end, clusters, |_| style)
}

/// Writes `line` into the first row of `area`.
pub fn line(buffer: &mut Buffer, area: Rect, line: &Line<'_>) {
    if !buffer.area.contains((area.x, area.y).into()) {
        return;
    }
    let mut x = area.x;
    for span in &line.spans {
        let (at, style) = ((x, area.y), line.style.patch(span.style));
        let clusters = GraphemeClusters::new(&span.content, 0, span.content.len());
        x = write(buffer, area.x, at, area.right(), clusters, |_| style);
    }
}

/// Writes the clusters that fit the columns from `x` to `end`; returns the column behind them. The line begins in column
/// `first`.
fn write(
    buffer: &mut Buffer,
    first: u16,
    (mut x, y): (u16, u16),
    end: u16,
    clusters: GraphemeClusters<'_>,
    mut style: impl FnMut(usize) -> Style,
) -> u16 {
    let end = end.min(buffer.area.right());
    for cluster in clusters {
        let (width, shown) = (cluster.width((x - first).into()) as u16, cluster.shown());
        if width == 0 {
            join(buffer, first, x, y, &shown);
            continue;
        }
        if x >= end || (width > end - x && !cluster.is_blank()) {
            break;
        }
        let (from, style) = (x, style(cluster.start));
        x += width.min(end - x);
        for column in from..x {
            buffer[(column, y)].set_symbol(" ").set_style(style);
        }
        if !cluster.is_blank() {
            buffer[(from, y)].set_symbol(&shown);
        }
    }
    x
}

/// Joins combining marks without a base to the cell before column `x`, if that is not before `first`.
fn join(buffer: &mut Buffer, first: u16, x: u16, y: u16, marks: &str) {
    if x > first {
        let before = (first..x).rev().find(|x| buffer[(*x, y)].symbol() != " ");
        let cell = &mut buffer[(before.unwrap_or(x - 1), y)];
        let joined = format!("{}{marks}", cell.symbol());
        cell.set_symbol(&joined);
    }
}

/// Prepares the cells for the terminal: clusters have the form and the width that all terminals give them, and the
/// columns behind them, which belong to them, are sent again once they do not.
pub fn settle(buffer: &mut Buffer) {
    let width = usize::from(buffer.area.width).max(1);
    for row in buffer.content.chunks_mut(width) {
        let mut x = 0;
        while x < row.len() {
            x += settle_first(&mut row[x..]);
        }
    }
}

/// Prepares the cluster of the first cell; returns its number of cells.
fn settle_first(cells: &mut [Cell]) -> usize {
    let Some((first, rest)) = cells.split_first_mut() else {
        return 1;
    };
    let shown = plain(first.symbol());
    if shown != first.symbol() {
        let shown = shown.into_owned();
        first.set_symbol(&shown);
    }
    let mut behind = first.symbol().width().saturating_sub(1);
    while let Some(mark) = rest.get_mut(behind)
        && begins_with_spacing_mark(mark.symbol())
    {
        let joined = format!("{}{}", first.symbol(), mark.symbol());
        first.set_symbol(&joined);
        mark.set_symbol(" ");
        behind = first.symbol().width().saturating_sub(1);
    }
    let rest = rest.get_mut(..behind);
    let Some(rest) = rest.filter(|rest| rest.iter().all(|cell| cell.symbol() == " ")) else {
        // A dialog covers a part of it: its letter stays, if that is one column wide.
        let letter = first.symbol().chars().next();
        let letter = letter.filter(|c| of_char(*c) == 1);
        first.set_char(letter.unwrap_or(' '));
        return 1;
    };
    first.diff_option = NonZero::new(behind as u16 + 1)
        .filter(|_| behind > 0)
        .map_or(CellDiffOption::None, CellDiffOption::ForcedWidth);
    for cell in rest {
        cell.diff_option = CellDiffOption::Skip;
    }
    behind + 1
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

/// Dims `area` behind a dialog. The row under the cursor and reversed cells are underlined instead, because their
/// dimmed background would still be brighter than the dialog.
pub fn recede(theme: &Theme, area: Rect, buffer: &mut Buffer) {
    dim(theme, area, buffer);
    let selected = theme.style(Role::Selected);
    let area = area.intersection(buffer.area);
    for position in area.positions() {
        let cell = &mut buffer[position];
        let is_selected = selected.bg == Some(cell.bg) && cell.bg != Color::Reset;
        if is_selected || cell.modifier.contains(Modifier::REVERSED) {
            cell.bg = Color::Reset;
            cell.modifier.remove(Modifier::REVERSED);
            cell.modifier.insert(Modifier::UNDERLINED);
        }
    }
}

/// The width of styled text.
pub trait LineWidth {
    /// Columns that the text takes.
    fn columns(&self) -> usize;
}

impl LineWidth for Span<'_> {
    fn columns(&self) -> usize {
        self.content.width()
    }
}

impl LineWidth for [Span<'_>] {
    fn columns(&self) -> usize {
        self.iter().map(LineWidth::columns).sum()
    }
}

impl LineWidth for Line<'_> {
    fn columns(&self) -> usize {
        self.spans.columns()
    }
}

/// Display width of `text` in columns.
pub fn columns(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typeset::flow::{Flow, TextPosition};

    fn painted(text: &str, width: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
        let flow = Flow::of_text(text);
        let first = flow.row(text, TextPosition::default(), usize::from(width));
        row(&mut buffer, Rect::new(0, 0, width, 1), text, &first, |_| {
            Style::new()
        });
        buffer.content().iter().map(|c| c.symbol()).collect()
    }

    #[test]
    fn what_lies_behind_a_dialog_is_nowhere_brighter_than_the_dialog() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let row = Rect::new(0, 0, 4, 1);
        for depth in [Depth::Sixteen, Depth::True] {
            let theme = Theme::new(depth, false);
            buffer.set_style(row, theme.style(Role::Selected));
            recede(&theme, row, &mut buffer);
            let (behind, beside) = (&buffer[(1, 0)], &buffer[(1, 1)]);
            assert_eq!(behind.bg, Color::Reset);
            assert_eq!(behind.modifier, Modifier::DIM | Modifier::UNDERLINED);
            assert!(beside.modifier.is_empty());
        }
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
