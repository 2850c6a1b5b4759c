//! From the characters of a page, each with its place, to lines in reading order.
//!
//! Characters on one base line make pieces, which end where a wide gap is. Pieces at one height make a row. Rows
//! that share a gap from top to bottom, with prose on both sides of it, are columns and are read one after the
//! other, on each side columns of its own; everything else is read row by row. A table is rows: its cells are short.

mod columns;
mod piece;

use unicode_normalization::UnicodeNormalization;

use columns::{Columns, columns};
use piece::Piece;

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
        let page_columns = columns(&rows[from..]).filter(|_| depth > 0);
        let Some(Columns { count, split }) = page_columns else {
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

/// The line of a row, with ligatures as their letters.
fn line(row: &[Piece]) -> String {
    let mut text = String::new();
    for piece in row {
        if !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
        text.push_str(piece.text.trim_start());
    }
    let letters = |c: char| match c {
        '\u{fb00}'..='\u{fb06}' => c.to_string().nfkd().collect(),
        c => c.to_string(),
    };
    let plain = text.trim_end();
    if plain.is_ascii() {
        plain.to_owned()
    } else {
        plain
            .chars()
            .map(letters)
            .collect::<String>()
            .nfc()
            .collect()
    }
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

/// A character of a page. Lengths are in points; x grows in the direction of writing, y upwards.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub size: f64,
    pub text: Box<str>,
}

/// Gap between characters that parts words, in font sizes.
const WORD: f64 = 0.14;
/// Gap that parts pieces.
const WIDE: f64 = 1.2;

/// Pieces in the order in which the page draws them.
fn pieces(glyphs: Vec<Glyph>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for glyph in glyphs {
        let text = &*glyph.text;
        let right = glyph.x + glyph.width.max(0.0);
        let last = pieces.last_mut().filter(|piece| {
            let same_line = (piece.y - glyph.y).abs() < 0.35 * piece.size.max(glyph.size);
            let gap = glyph.x - piece.right;
            same_line && gap < WIDE * glyph.size && gap > -0.6 * glyph.size
        });
        if text.trim().is_empty() {
            // A space that is drawn: the gap says the same, unless the width is missing.
            if let Some(piece) = last
                && !piece.text.ends_with(' ')
            {
                piece.text.push(' ');
                piece.right = piece.right.max(right.min(piece.right + glyph.size));
            }
            continue;
        }
        match last {
            Some(piece) => {
                let gap = glyph.x - piece.right;
                if gap > WORD * glyph.size && !piece.text.ends_with(' ') {
                    piece.text.push(' ');
                }
                piece.text.push_str(text);
                piece.right = piece.right.max(right);
            }
            None => pieces.push(Piece {
                left: glyph.x,
                right,
                y: glyph.y,
                size: glyph.size,
                text: text.to_owned(),
            }),
        }
    }
    pieces
}

/// Rows from top to bottom, the pieces of each from left to right.
fn rows(mut pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    pieces.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.left.total_cmp(&b.left)));
    let mut rows: Vec<Vec<Piece>> = Vec::new();
    for piece in pieces {
        match rows.last_mut() {
            // Raised and lowered characters belong to the row.
            Some(row) if row[0].y - piece.y < 0.45 * row[0].size.max(piece.size) => row.push(piece),
            _ => rows.push(vec![piece]),
        }
    }
    for row in &mut rows {
        row.sort_by(|a, b| a.left.total_cmp(&b.left));
    }
    rows
}

#[cfg(test)]
mod tests;
