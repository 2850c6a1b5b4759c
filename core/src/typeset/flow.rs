//! Text as a sequence of blocks, which become rows at a given width: one block per line of the document,
//! and folds that replace omitted parts. Memory is one block per line.

use super::wrap::{row_end, row_starts};

/// Part of a text: displayed, or folded into one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPiece {
    /// Byte range shown as it is.
    Text(usize, usize),
    /// Byte range folded into one row, and its number of words.
    Fold(usize, usize, u32),
    /// Rows without text before this byte, and their number.
    Blank(usize, usize),
}

/// Where a row begins: a block and a byte in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPosition {
    block: usize,
    start: usize,
}

impl TextPosition {
    /// Byte offset at which the row begins.
    pub fn byte(&self) -> usize {
        self.start
    }
}

/// One displayed row of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextRow {
    /// Byte offset of the first byte.
    pub start: usize,
    /// Byte offset after the last byte; line breaks belong to no row.
    pub end: usize,
    /// 0-based line number in the document.
    pub line: usize,
    /// Whether a line of the document begins with this row.
    pub begins: bool,
    /// Number of folded words if the row is a fold.
    pub fold: Option<u32>,
    /// Whether the row represents no text of the document.
    pub blank: bool,
}

/// A text as blocks. The text itself is owned by the caller and passed to each method; it must not
/// change.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The lines of the text before wrapping; each begins a new row.
    blocks: Vec<TextRow>,
    lines: usize,
}

impl Flow {
    /// Flow of the whole text.
    pub fn of_text(text: &str) -> Self {
        Flow::of_pieces(text, &[TextPiece::Text(0, text.len())])
    }

    /// Flow of `pieces` of `text`, which must be ascending and disjoint.
    pub fn of_pieces(text: &str, pieces: &[TextPiece]) -> Self {
        let mut blocks = Vec::new();
        let (mut line, mut counted_to) = (0, 0);
        for piece in pieces {
            let (start, end) = match *piece {
                TextPiece::Text(start, end) | TextPiece::Fold(start, end, _) => (start, end),
                TextPiece::Blank(at, _) => (at, at),
            };
            line += breaks(text, counted_to, start);
            let begins = start == 0 || text.as_bytes().get(start - 1) == Some(&b'\n');
            let block = TextRow {
                start,
                end,
                line,
                begins,
                ..TextRow::default()
            };
            match *piece {
                TextPiece::Text(..) => push_lines(text, block, &mut blocks),
                TextPiece::Fold(_, _, words) => blocks.push(TextRow {
                    fold: Some(words),
                    ..block
                }),
                TextPiece::Blank(_, rows) => {
                    let blank = TextRow {
                        begins: false,
                        blank: true,
                        ..block
                    };
                    blocks.extend(std::iter::repeat_n(blank, rows));
                }
            }
            line += breaks(text, start, end);
            counted_to = end;
        }
        if blocks.is_empty() {
            blocks.push(TextRow {
                begins: true,
                ..TextRow::default()
            });
        }
        let lines = text.lines().count();
        Flow { blocks, lines }
    }

    /// Number of lines of the document.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The row that contains `byte`, or the nearest row before it.
    pub fn place_of(&self, text: &str, byte: usize, width: usize) -> TextPosition {
        let until = self.blocks.partition_point(|b| b.start <= byte);
        // Blank rows at the end have no text.
        let with_text = self.blocks[..until].iter().rposition(|b| !b.blank);
        let block = with_text.unwrap_or(until.saturating_sub(1));
        let b = self.blocks[block];
        let mut start = b.start;
        if b.fold.is_none() {
            loop {
                let end = row_end(text, start, b.end, width);
                if end > byte || end >= b.end {
                    break;
                }
                start = end;
            }
        }
        TextPosition { block, start }
    }

    /// The row at `position`.
    pub fn row(&self, text: &str, position: TextPosition, width: usize) -> TextRow {
        let block = self.blocks[position.block];
        TextRow {
            start: position.start,
            end: match block.fold {
                Some(_) => block.end,
                None => row_end(text, position.start, block.end, width),
            },
            begins: block.begins && position.start == block.start,
            ..block
        }
    }

    /// The row after `position`; `None` at the end.
    pub fn after(&self, text: &str, position: TextPosition, width: usize) -> Option<TextPosition> {
        let end = self.row(text, position, width).end;
        if end < self.blocks[position.block].end {
            return Some(TextPosition {
                start: end,
                ..position
            });
        }
        let block = position.block + 1;
        let start = self.blocks.get(block)?.start;
        Some(TextPosition { block, start })
    }

    /// All rows in order; at least one. O(bytes of the text).
    pub fn rows(&self, text: &str, width: usize) -> Vec<TextRow> {
        let places = std::iter::successors(Some(self.first()), |at| self.after(text, *at, width));
        places.map(|at| self.row(text, at, width)).collect()
    }

    /// The row `n` rows before `position`, or the first row, and the actual number of rows moved.
    pub fn back(
        &self,
        text: &str,
        position: TextPosition,
        n: usize,
        width: usize,
    ) -> (TextPosition, usize) {
        let (mut at, mut remaining) = (position, n);
        for block in (0..=position.block).rev() {
            let mut starts = self.starts(text, block, width);
            if block == position.block {
                starts.retain(|start| *start < position.start);
            }
            let moved = remaining.min(starts.len());
            if moved > 0 {
                let start = starts[starts.len() - moved];
                at = TextPosition { block, start };
            }
            remaining -= moved;
            if remaining == 0 {
                break;
            }
        }
        (at, n - remaining)
    }

    /// The first row.
    pub fn first(&self) -> TextPosition {
        let start = self.blocks[0].start;
        TextPosition { block: 0, start }
    }

    /// The last row.
    pub fn last(&self, text: &str, width: usize) -> TextPosition {
        let block = self.blocks.len() - 1;
        let starts = self.starts(text, block, width);
        let start = starts.last().copied().unwrap_or_default();
        TextPosition { block, start }
    }

    fn starts(&self, text: &str, block: usize, width: usize) -> Vec<usize> {
        let b = self.blocks[block];
        if b.fold.is_some() {
            vec![b.start]
        } else {
            row_starts(text, b.start, b.end, width)
        }
    }
}

/// Lines longer than this many bytes are split into blocks of about this length, each of which begins a
/// row. This bounds the cost of finding the previous row start.
const MAX_BLOCK: usize = 16 << 10;

/// Appends one block per line of the text of `piece`, several for a very long line.
fn push_lines(text: &str, piece: TextRow, to: &mut Vec<TextRow>) {
    let mut block = piece;
    let lines = text.get(piece.start..piece.end).unwrap_or_default();
    for line in lines.split_inclusive('\n') {
        let at = block.start;
        let content = line.strip_suffix("\r\n").or(line.strip_suffix('\n'));
        let line_end = at + content.unwrap_or(line).len();
        loop {
            block.end = if line_end - block.start > MAX_BLOCK {
                cut_near(text, block.start, block.start + MAX_BLOCK)
            } else {
                line_end
            };
            to.push(block);
            if block.end == line_end {
                break;
            }
            (block.start, block.begins) = (block.end, false);
        }
        block.begins = true;
        block.line += 1;
        block.start = at + line.len();
    }
}

/// Split position at or before `at` (and well after `from`): after a space if one is near, otherwise at a character.
fn cut_near(text: &str, from: usize, at: usize) -> usize {
    let start = at.saturating_sub(200).max(from + MAX_BLOCK / 2);
    let space = text.as_bytes()[start..at].iter().rposition(|b| *b == b' ');
    space.map_or(text.floor_char_boundary(at), |space| start + space + 1)
}

fn breaks(text: &str, from: usize, to: usize) -> usize {
    let bytes = text.as_bytes().get(from..to).unwrap_or_default();
    bytes.iter().filter(|b| **b == b'\n').count()
}

#[cfg(test)]
mod tests;
