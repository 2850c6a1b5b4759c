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
        let side = (&*left.text, &*left.spans);
        let mut pieces = Vec::new();
        let mut shared = 0;
        for (at, run) in runs.iter().enumerate() {
            let has_room = pieces.len() < MOST;
            match *run {
                DiffRun::Kept { left: here, .. } => {
                    let length = here.1 - here.0;
                    shared += length;
                    let (first, last) = (at == 0, at + 1 == runs.len());
                    let alone = runs.len() == 1;
                    if !has_room {
                        continue;
                    }
                    let shown = ENDS * (u32::from(!first) + u32::from(!last));
                    if alone || length <= shown + ENDS {
                        pieces.push(DifferencePiece::Same(from(left, here.0), to(left, here.1)));
                        continue;
                    }
                    let end = if first {
                        here.0
                    } else {
                        word(side, here.0 + ENDS, true)
                    };
                    let start = if last {
                        here.1
                    } else {
                        word(side, here.1 - ENDS, false)
                    };
                    if !first {
                        pieces.push(DifferencePiece::Same(from(left, here.0), to(left, end)));
                    }
                    pieces.push(DifferencePiece::LeftOut(start.saturating_sub(end)));
                    if !last {
                        pieces.push(DifferencePiece::Same(from(left, start), to(left, here.1)));
                    }
                }
                DiffRun::Left((a, b)) => {
                    if has_room {
                        pieces.push(DifferencePiece::Left(from(left, a), to(left, b)));
                    }
                }
                DiffRun::Right((a, b)) => {
                    if has_room {
                        pieces.push(DifferencePiece::Right(from(right, a), to(right, b)));
                    }
                }
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

/// `term`, or if no blank parts it from the one before, as in "doctor's", the nearest that a word begins with, up to two
/// terms forth or back.
fn word((text, spans): (&str, &[(u32, u32)]), term: u32, forth: bool) -> u32 {
    let begins = |at: &u32| {
        let before = at.checked_sub(1).and_then(|t| spans.get(t as usize));
        let both = before.zip(spans.get(*at as usize));
        let between = both.and_then(|(a, b)| text.get(a.1 as usize..b.0 as usize));
        between.is_none_or(|between| between.contains(char::is_whitespace))
    };
    let near = |by: u32| {
        if forth {
            term + by
        } else {
            term.saturating_sub(by)
        }
    };
    (0..=2).map(near).find(begins).unwrap_or(term)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_two_terms_are_not_parted() {
        let text = "by the doctor's wife abcde";
        let spans = [(0, 2), (3, 6), (7, 13), (14, 15), (16, 20)];
        // As in scripts without blanks, single characters.
        let single = (21..26).map(|at| (at, at + 1));
        let spans: Vec<(u32, u32)> = spans.into_iter().chain(single).collect();
        let side = (text, &*spans);
        assert_eq!([word(side, 3, true), word(side, 3, false)], [4, 2]);
        assert_eq!([word(side, 2, true), word(side, 2, false)], [2, 2]);
        assert_eq!(word(side, 6, true), 6, "no blanks in sight");
    }
}
