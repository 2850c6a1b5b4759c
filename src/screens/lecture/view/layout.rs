//! How a slide and its question are laid out in the rows that there are.

use super::look::{Look, OwnedLine};
use super::{big, question};
use crate::base::units;
use crate::lecture::{self, Ink, SlideBlock, plain_text};
use crate::plot::PlotFigure;
use crate::screens::lecture::state::ShownStep;
use crate::ui::widgets::tree::{self, Merges};

/// Rows of a plot, at least.
const PLOT: usize = 10;

/// A block as it is laid out: its rows, or a plot and its height.
pub enum SlidePiece<'a> {
    Rows(Vec<OwnedLine>),
    Plot(&'a PlotFigure, usize),
}

impl SlidePiece<'_> {
    pub fn height(&self) -> usize {
        match self {
            SlidePiece::Rows(rows) => rows.len(),
            SlidePiece::Plot(_, height) => *height,
        }
    }
}

/// How a slide and its question are laid out.
pub struct LaidOut<'a> {
    /// Its blocks.
    pub pieces: Vec<SlidePiece<'a>>,
    /// Empty rows between two pieces.
    pub gap: usize,
    /// The rows of its question.
    pub question: Vec<OwnedLine>,
}

impl LaidOut<'_> {
    /// Rows of the slide.
    pub fn high(&self) -> usize {
        let all: usize = self.pieces.iter().map(SlidePiece::height).sum();
        all + self.pieces.len().saturating_sub(1) * self.gap
    }

    /// Rows of the question, with those above it.
    pub fn below(&self) -> usize {
        match self.question.len() {
            0 => 0,
            rows => rows + self.gap.max(1),
        }
    }
}

/// Lays out a slide in `room` rows with the widest gaps that fit; it may need more rows. A plot, or otherwise a large
/// number, takes the remaining rows.
pub fn laid_out<'a>(shown: &ShownStep<'a>, room: usize, look: Look<'_>) -> LaidOut<'a> {
    let slide = shown.slide;
    let with = |(gap, crowded): (usize, bool)| {
        let piece = |block: &'a SlideBlock| match block {
            SlideBlock::Plot(figure) => SlidePiece::Plot(figure, PLOT),
            block => SlidePiece::Rows(rows(block, 0, look)),
        };
        let question = slide.question.as_ref();
        let question_rows = question.map(|q| question::rows(q, shown, crowded, look));
        LaidOut {
            pieces: slide.blocks.iter().map(piece).collect(),
            gap,
            question: question_rows.unwrap_or_default(),
        }
    };
    let wider = [(2, false), (1, false), (1, true)].into_iter().map(with);
    let mut fitting = wider.filter(|laid| laid.high() + laid.below() <= room);
    let mut laid = fitting.next().unwrap_or_else(|| with((0, true)));
    let spare = room.saturating_sub(laid.high() + laid.below());
    let plots = |piece: &SlidePiece<'_>| matches!(piece, SlidePiece::Plot(..));
    let has_plot = laid.pieces.iter().any(plots);
    for (piece, block) in laid.pieces.iter_mut().zip(&slide.blocks) {
        match (piece, block) {
            (SlidePiece::Plot(_, height), _) => *height += spare.min(look.width / 3),
            (SlidePiece::Rows(rows), SlideBlock::Big { .. }) if !has_plot => {
                *rows = self::rows(block, rows.len() + spare, look);
                break;
            }
            _ => {}
        }
    }
    laid
}

/// The rows of a block; none for a plot, which takes the room that others leave. A large number takes up to `room` rows.
fn rows(block: &SlideBlock, room: usize, look: Look<'_>) -> Vec<OwnedLine> {
    match block {
        SlideBlock::Plot(_) => Vec::new(),
        SlideBlock::Big { value, says } => big::rows(value, says, room, look),
        SlideBlock::Tree(tree) => {
            let names = tree.items.iter().map(|name| look.signs(&plain_text(name)));
            let drawn = Merges {
                names: names.collect(),
                merges: &tree.merges,
                threshold: tree.threshold,
            };
            let bar = units::share(tree.threshold);
            tree::rows(&drawn, look.width, (&units::share, &bar), look.theme)
        }
        _ => {
            let rows = lecture::rows(block, look.width, &|span| look.drawn(span));
            let mut rows: Vec<OwnedLine> = rows.into_iter().map(|row| look.row(row)).collect();
            let head = matches!(block, SlideBlock::Table { head, .. } if !head.is_empty());
            if let (true, Some(first)) = (head, rows.first_mut()) {
                first.style = look.theme.ink(Ink::Dim);
            }
            let spans = rows.iter_mut().flat_map(|row| &mut row.spans);
            if matches!(block, SlideBlock::Bars(_)) {
                spans.for_each(|span| span.style = span.style.not_underlined());
            } else if matches!(block, SlideBlock::Text(_)) {
                // Shingles in a text are marked as bands.
                let shingles = (0..6).map(|at| look.theme.ink(Ink::Shingle(at)));
                let shingles: Vec<_> = shingles.collect();
                for span in spans.filter(|span| shingles.contains(&span.style)) {
                    span.style = span.style.reversed();
                }
            }
            rows
        }
    }
}
