//! How a slide and its question are laid out in the rows that there are.

use super::look::{Look, Row};
use super::{big, question};
use crate::app::state::lecture::Shown;
use crate::base::units;
use crate::lecture::{self, Block, Ink, said};
use crate::plot::Figure;
use crate::ui::widgets::tree::{self, Merges};

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
        let all: usize = self.pieces.iter().map(Piece::height).sum();
        all + self.pieces.len().saturating_sub(1) * self.gap
    }

    /// Rows of the question, with those above it.
    pub fn below(&self) -> usize {
        match self.asked.len() {
            0 => 0,
            rows => rows + self.gap.max(1),
        }
    }
}

/// Lays out a slide in `room` rows with the widest gaps that fit them; it may need more. A plot, else a large number,
/// takes what the others leave.
pub fn laid_out<'a>(shown: &Shown<'a>, room: usize, look: Look<'_>) -> LaidOut<'a> {
    let slide = shown.slide;
    let with = |(gap, crowded): (usize, bool)| {
        let piece = |block: &'a Block| match block {
            Block::Plot(figure) => Piece::Plot(figure, PLOT),
            block => Piece::Rows(rows(block, 0, look)),
        };
        let asked = slide.question.as_ref();
        let asked = asked.map(|question| question::rows(question, shown, crowded, look));
        LaidOut {
            pieces: slide.blocks.iter().map(piece).collect(),
            gap,
            asked: asked.unwrap_or_default(),
        }
    };
    let wider = [(2, false), (1, false), (1, true)].into_iter().map(with);
    let mut fitting = wider.filter(|laid| laid.high() + laid.below() <= room);
    let mut laid = fitting.next().unwrap_or_else(|| with((0, true)));
    let spare = room.saturating_sub(laid.high() + laid.below());
    let plots = |piece: &Piece<'_>| matches!(piece, Piece::Plot(..));
    let has_plot = laid.pieces.iter().any(plots);
    for (piece, block) in laid.pieces.iter_mut().zip(&slide.blocks) {
        match (piece, block) {
            (Piece::Plot(_, height), _) => *height += spare.min(look.width / 3),
            (Piece::Rows(rows), Block::Big { .. }) if !has_plot => {
                *rows = self::rows(block, rows.len() + spare, look);
                break;
            }
            _ => {}
        }
    }
    laid
}

/// The rows of a block; none for a plot, which takes the room that others leave. A large number takes up to `room` rows.
fn rows(block: &Block, room: usize, look: Look<'_>) -> Vec<Row> {
    match block {
        Block::Plot(_) => Vec::new(),
        Block::Big { value, says } => big::rows(value, says, room, look),
        Block::Tree(of) => {
            let names = of.items.iter().map(|name| look.signs(&said(name)));
            let drawn = Merges {
                names: names.collect(),
                merges: &of.merges,
                threshold: of.threshold,
            };
            let bar = units::share(of.threshold);
            tree::rows(&drawn, look.width, (&units::share, &bar), look.theme)
        }
        _ => {
            let rows = lecture::rows(block, look.width, &|span| look.drawn(span));
            let mut rows: Vec<Row> = rows.into_iter().map(|row| look.row(row)).collect();
            let head = matches!(block, Block::Table { head, .. } if !head.is_empty());
            if let (true, Some(first)) = (head, rows.first_mut()) {
                first.style = look.theme.ink(Ink::Dim);
            }
            let spans = rows.iter_mut().flat_map(|row| &mut row.spans);
            if matches!(block, Block::Bars(_)) {
                spans.for_each(|span| span.style = span.style.not_underlined());
            } else if matches!(block, Block::Text(_)) {
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
