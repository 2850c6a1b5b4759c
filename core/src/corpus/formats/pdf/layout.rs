//! From the characters of a page, each with its place, to lines in reading order.
//!
//! Characters on one base line make pieces, which end where a wide gap is. Pieces at one height make a row. Rows
//! that share a gap from top to bottom, with prose on both sides of it, are columns and are read one after the
//! other, on each side columns of its own; everything else is read row by row. A table is rows: its cells are short.

mod columns;
mod direction;
mod pieces;

use unicode_normalization::UnicodeNormalization;

use columns::{Columns, columns};
use direction::{decomposed, logical};
pub(super) use pieces::Glyph;
use pieces::{Piece, pieces, rows};

/// The text of a page, a line for each line.
pub(super) fn page(glyphs: Vec<Glyph>) -> String {
    let mut lines = Vec::new();
    read_rows(rows(pieces(glyphs)), &mut lines, 8);
    joined(lines)
}

/// Puts the lines of rows into `lines`; columns may have columns themselves, to this depth.
fn read_rows(rows: Vec<Vec<Piece>>, lines: &mut Vec<String>, depth: u32) {
    let mut from = 0;
    while from < rows.len() {
        let found = columns(&rows[from..]).filter(|_| depth > 0);
        let Some(Columns { count, split }) = found else {
            lines.push(line(&rows[from]));
            from += 1;
            continue;
        };
        for is_left in [true, false] {
            let side = rows[from..from + count].iter().map(|row| {
                let pieces = row.iter().filter(|piece| (piece.left < split) == is_left);
                pieces.cloned().collect::<Vec<Piece>>()
            });
            let side = side.filter(|row| !row.is_empty()).collect();
            read_rows(side, lines, depth - 1);
        }
        from += count;
    }
}

/// The line of a row. Text from right to left, which is drawn from left to right, is put in the order in which
/// it is read.
fn line(row: &[Piece]) -> String {
    let mut text = String::new();
    for piece in row {
        if !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
        text.push_str(piece.text.trim_start());
    }
    let plain: String = match text.is_ascii() {
        true => text,
        false => text
            .chars()
            .flat_map(decomposed)
            .collect::<String>()
            .nfc()
            .collect(),
    };
    logical(plain.trim_end())
}

/// Lines as text. A word that a hyphen cuts at the end of a line is joined where the next line goes on with a
/// lower-case letter.
fn joined(lines: Vec<String>) -> String {
    let mut text = String::new();
    for line in lines {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let begins_small = line.chars().next().is_some_and(char::is_lowercase);
        let cut = text.strip_suffix(['-', '\u{ad}', '\u{2010}']);
        let cut = cut.filter(|before| before.chars().next_back().is_some_and(char::is_alphabetic));
        match cut.map(str::len).filter(|_| begins_small) {
            Some(length) => text.truncate(length),
            None if text.is_empty() => {}
            None => text.push('\n'),
        }
        text.push_str(line);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;
