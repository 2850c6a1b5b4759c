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
pub enum Piece {
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
    pieces: Vec<Piece>,
    /// Words of both, of the left alone, of the right alone.
    words: (u32, u32, u32),
}

impl Differences {
    /// The differences of a comparison. O(runs of the diff).
    pub fn new(comparison: Arc<Comparison>) -> Self {
        let runs = &comparison.diff.runs;
        let (left, right) = (&comparison.left, &comparison.right);
        let side = (&*left.text, &*left.spans);
        let mut pieces = Vec::new();
        let mut words = (0, 0, 0);
        for (at, run) in runs.iter().enumerate() {
            let whole = pieces.len() < MOST;
            match *run {
                DiffRun::Kept { left: here, .. } => {
                    let length = here.1 - here.0;
                    words.0 += length;
                    let (first, last) = (at == 0, at + 1 == runs.len());
                    let alone = runs.len() == 1;
                    if !whole {
                        continue;
                    }
                    let shown = ENDS * (u32::from(!first) + u32::from(!last));
                    if alone || length <= shown + ENDS {
                        pieces.push(Piece::Same(from(left, here.0), to(left, here.1)));
                        continue;
                    }
                    let end = match first {
                        true => here.0,
                        false => word(side, here.0 + ENDS, true),
                    };
                    let start = match last {
                        true => here.1,
                        false => word(side, here.1 - ENDS, false),
                    };
                    if !first {
                        pieces.push(Piece::Same(from(left, here.0), to(left, end)));
                    }
                    pieces.push(Piece::LeftOut(start.saturating_sub(end)));
                    if !last {
                        pieces.push(Piece::Same(from(left, start), to(left, here.1)));
                    }
                }
                DiffRun::Left((a, b)) => {
                    words.1 += b - a;
                    if whole {
                        pieces.push(Piece::Left(from(left, a), to(left, b)));
                    }
                }
                DiffRun::Right((a, b)) => {
                    words.2 += b - a;
                    if whole {
                        pieces.push(Piece::Right(from(right, a), to(right, b)));
                    }
                }
            }
        }
        Differences {
            comparison,
            pieces,
            words,
        }
    }

    /// The documents.
    pub fn documents(&self) -> (DocNo, DocNo) {
        (self.comparison.left.doc, self.comparison.right.doc)
    }

    /// The comparison.
    pub fn comparison(&self) -> &Comparison {
        &self.comparison
    }

    /// The pieces in reading order, each with its text.
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, &str)> {
        let (left, right) = (&*self.comparison.left.text, &*self.comparison.right.text);
        let text = move |piece: &Piece| match *piece {
            Piece::Same(a, b) | Piece::Left(a, b) => left.get(a..b).unwrap_or(""),
            Piece::Right(a, b) => right.get(a..b).unwrap_or(""),
            Piece::LeftOut(_) => "",
        };
        self.pieces.iter().map(move |piece| (*piece, text(piece)))
    }

    /// Numbers of words: of both, of the left alone, of the right alone.
    pub fn words(&self) -> (u32, u32, u32) {
        self.words
    }

    /// For each of `cells` equal parts of the left text, the share of its words that the right text has too,
    /// 0..=1. Empty if the left text has no words.
    pub fn shares(&self, cells: usize) -> Vec<f64> {
        let all = self.words.0 + self.words.1;
        if all == 0 || cells == 0 {
            return Vec::new();
        }
        let mut kept = vec![0.0; cells];
        let cell = f64::from(all) / cells as f64;
        let runs = self.comparison.diff.runs.iter();
        let both = runs.filter_map(|run| match run {
            DiffRun::Kept { left, .. } => Some(*left),
            _ => None,
        });
        for (a, b) in both {
            let (a, b) = (f64::from(a) / cell, f64::from(b) / cell);
            let until = (b.ceil() as usize).min(cells);
            for (i, kept) in kept.iter_mut().enumerate().take(until).skip(a as usize) {
                *kept += (b.min(i as f64 + 1.0) - a.max(i as f64)).max(0.0);
            }
        }
        kept
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
    let near = |by: u32| match forth {
        true => term + by,
        false => term.saturating_sub(by),
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
