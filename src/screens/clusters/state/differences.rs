//! What two texts share and what differs, as one running text: long stretches that are the same are cut to
//! their ends.

use std::sync::Arc;

use crate::base::DocNo;
use crate::engine::message::{Comparison, Side};
use crate::similarity::DiffRun;

/// Words kept at either end of a long stretch that is the same.
const ENDS: u32 = 6;
/// Pieces that are prepared; a text with more ends with what is left out.
const MOST: usize = 4_000;

/// A piece of the running text. Spans are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferencePiece {
    /// Words of both, at this span of the left text.
    Same(usize, usize),
    /// Words of the left text alone.
    Left(usize, usize),
    /// Words of the right text alone.
    Right(usize, usize),
    /// So many words of both that are not shown.
    LeftOut(u32),
}

/// Two texts with their differences.
#[derive(Clone, Debug)]
pub struct Differences {
    comparison: Arc<Comparison>,
    pieces: Vec<DifferencePiece>,
    /// Words of both.
    shared: u32,
}

impl Differences {
    /// The differences of a comparison. O(runs of the diff).
    pub fn new(comparison: Arc<Comparison>) -> Self {
        let runs = &comparison.diff.runs;
        let (left, right) = (&comparison.left, &comparison.right);
        let mut pieces = Vec::new();
        let mut shared = 0;
        for (at, run) in runs.iter().enumerate() {
            let piece = match *run {
                DiffRun::Left((a, b)) => DifferencePiece::Left(from(left, a), to(left, b)),
                DiffRun::Right((a, b)) => DifferencePiece::Right(from(right, a), to(right, b)),
                DiffRun::Kept { left: here, .. } => {
                    shared += here.1 - here.0;
                    if pieces.len() < MOST {
                        let ends = (at > 0, at + 1 < runs.len());
                        pieces.extend(kept(left, here, ends));
                    }
                    continue;
                }
            };
            if pieces.len() < MOST {
                pieces.push(piece);
            }
        }
        Differences {
            comparison,
            pieces,
            shared,
        }
    }

    /// The documents.
    pub fn documents(&self) -> (DocNo, DocNo) {
        (self.comparison.left.doc, self.comparison.right.doc)
    }

    /// The pieces in reading order, each with its text.
    pub fn pieces(&self) -> impl Iterator<Item = (DifferencePiece, &str)> {
        let (left, right) = (&*self.comparison.left.text, &*self.comparison.right.text);
        let text = move |piece: &DifferencePiece| match *piece {
            DifferencePiece::Same(a, b) | DifferencePiece::Left(a, b) => {
                left.get(a..b).unwrap_or("")
            }
            DifferencePiece::Right(a, b) => right.get(a..b).unwrap_or(""),
            DifferencePiece::LeftOut(_) => "",
        };
        self.pieces.iter().map(move |piece| (*piece, text(piece)))
    }

    /// Number of words of both.
    pub fn shared(&self) -> u32 {
        self.shared
    }
}

/// Words of both texts; of a long stretch its ends, as far as it has changes (before, behind).
fn kept(left: &Side, words: (u32, u32), ends: (bool, bool)) -> Vec<DifferencePiece> {
    let same = |(a, b)| DifferencePiece::Same(from(left, a), to(left, b));
    let shown = ENDS * (u32::from(ends.0) + u32::from(ends.1));
    if shown == 0 || words.1 - words.0 <= shown + ENDS {
        return vec![same(words)];
    }
    let first = (words.0, words.0 + if ends.0 { ENDS } else { 0 });
    let last = (words.1 - if ends.1 { ENDS } else { 0 }, words.1);
    let mut pieces = vec![DifferencePiece::LeftOut(last.0 - first.1)];
    if ends.0 {
        pieces.insert(0, same(first));
    }
    if ends.1 {
        pieces.push(same(last));
    }
    pieces
}

/// First byte of a term.
fn from(side: &Side, term: u32) -> usize {
    let at = side.spans.get(term as usize);
    at.map_or(side.text.len(), |span| span.0 as usize)
}

/// The byte behind the term before `term` and the marks that are attached to it.
fn to(side: &Side, term: u32) -> usize {
    let Some(last) = term.checked_sub(1).and_then(|t| side.spans.get(t as usize)) else {
        return 0;
    };
    let end = last.1 as usize;
    let next = from(side, term).max(end);
    let between = side.text.get(end..next).unwrap_or("");
    end + between.find(char::is_whitespace).unwrap_or(between.len())
}
