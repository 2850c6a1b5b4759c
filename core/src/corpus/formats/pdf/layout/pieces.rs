//! Runs of characters on one base line, and the rows that they stand in.

use super::direction::as_drawn;

/// A character of a page. Lengths are in points; x grows in the direction of writing, y upwards.
#[derive(Clone, Debug)]
pub struct Glyph {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub size: f64,
    pub text: Box<str>,
}

/// A run of characters on one base line without a wide gap.
#[derive(Clone, Debug)]
pub struct Piece {
    pub left: f64,
    pub right: f64,
    pub y: f64,
    pub size: f64,
    pub text: String,
}

/// Gap between characters that parts words, in font sizes.
const WORD: f64 = 0.14;
/// Gap that parts pieces.
const WIDE: f64 = 1.2;

/// Pieces in the order in which the page draws them.
pub fn pieces(glyphs: Vec<Glyph>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for glyph in glyphs {
        let text = &*as_drawn(&glyph.text);
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
pub fn rows(mut pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
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
