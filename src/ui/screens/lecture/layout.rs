//! How a slide and its question are laid out in the rows that there are.

use super::look::{Look, Row};
use super::{block, question};
use crate::app::state::lecture::Shown;
use crate::lecture::Block;
use crate::plot::Figure;

/// Rows of a plot, at least.
const PLOT: usize = 10;

/// A block as it is laid out: its rows, or a plot and its height.
pub enum Piece<'a> {
    Rows(Vec<Row>),
    Plot(&'a Figure, usize),
}

impl Piece<'_> {
    pub fn height(&self) -> usize {
        match self {
            Piece::Rows(rows) => rows.len(),
            Piece::Plot(_, height) => *height,
        }
    }
}

/// Rows of all pieces with `gap` empty rows between two.
fn height(pieces: &[Piece<'_>], gap: usize) -> usize {
    let all: usize = pieces.iter().map(Piece::height).sum();
    all + pieces.len().saturating_sub(1) * gap
}

/// How the rows of tables and answers stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// With an empty row between two.
    Apart,
    /// Row below row.
    Close,
    /// Row below row, and the answers of a question beside each other.
    Crowded,
}

/// How a slide and its question are laid out.
pub struct LaidOut<'a> {
    /// Its blocks.
    pub pieces: Vec<Piece<'a>>,
    /// Empty rows between two pieces.
    pub gap: usize,
    /// The rows of its question.
    pub asked: Vec<Row>,
}

impl LaidOut<'_> {
    /// Rows of the slide.
    pub fn high(&self) -> usize {
        height(&self.pieces, self.gap)
    }

    /// Rows of the question, with those above it.
    pub fn below(&self) -> usize {
        match self.asked.len() {
            0 => 0,
            rows => rows + self.gap.max(1),
        }
    }
}

/// Lays out a slide in `room` rows, as widely as it fits them; it may need more. A plot, else a large number, takes
/// what the others leave.
pub fn laid_out<'a>(shown: &Shown<'a>, room: usize, look: Look<'_>) -> LaidOut<'a> {
    let slide = shown.slide;
    let with = |gap: usize, style: Style| {
        let apart = style == Style::Apart;
        let look = Look { apart, ..look };
        let piece = |block: &'a Block| match (block, block::rows(block, 0, look)) {
            (Block::Plot(figure), _) => Piece::Plot(figure, PLOT),
            (_, rows) => Piece::Rows(rows.unwrap_or_default()),
        };
        let question = slide.question.as_ref();
        let asked = question.map(|question| match style {
            Style::Crowded => question::crowded(question, shown, look),
            _ => question::rows(question, shown, look),
        });
        LaidOut {
            pieces: slide.blocks.iter().map(piece).collect(),
            gap,
            asked: asked.unwrap_or_default(),
        }
    };
    // A large number has room before gaps have.
    let large = slide
        .blocks
        .iter()
        .any(|block| matches!(block, Block::Big { .. }));
    let wider = [
        (4, Style::Apart),
        (3, Style::Apart),
        (2, Style::Apart),
        (1, Style::Apart),
        (2, Style::Close),
        (1, Style::Close),
        (1, Style::Crowded),
    ];
    let skipped = match (look.roomy, large) {
        (true, false) => 0,
        (true, true) => 1,
        (false, false) => 2,
        (false, true) => 5,
    };
    let wider = wider.into_iter().skip(skipped);
    let wider = wider.map(|(gap, style)| with(gap, style));
    let mut fitting = wider.filter(|laid| laid.high() + laid.below() <= room);
    let mut laid = fitting.next().unwrap_or_else(|| with(0, Style::Crowded));
    let spare = room.saturating_sub(laid.high() + laid.below());
    let has_plot = laid
        .pieces
        .iter()
        .any(|piece| matches!(piece, Piece::Plot(..)));
    for (piece, block) in laid.pieces.iter_mut().zip(&slide.blocks) {
        match (piece, block) {
            (Piece::Plot(_, height), _) => *height += spare.min(look.width / 3),
            (Piece::Rows(rows), Block::Big { .. }) if !has_plot => {
                let room = rows.len() + spare;
                *rows = block::rows(block, room, look).unwrap_or_default();
                break;
            }
            _ => {}
        }
    }
    laid
}
