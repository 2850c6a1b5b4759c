//! A text cut into pieces: plain, in a passage, differing within it, masked.

use serde::Serialize;

use super::text::Text;
use crate::base::Reason;
use crate::similarity::{BridgedPassage, Passage};

/// Two pieces of the texts of a pair, side by side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SideBySideRow {
    /// Number of the passage that the row is about, from 1.
    pub passage: usize,
    /// The pieces of document a and of document b.
    pub sides: [Vec<PassageMark>; 2],
    /// Whether text before the pieces is omitted, on either side.
    pub cut_before: [bool; 2],
    /// Whether text after the pieces is omitted, on either side.
    pub cut_after: [bool; 2],
}

/// A piece of a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PassageMark {
    /// Number of the passage that it belongs to, from 1.
    pub passage: Option<usize>,
    /// Its text in parts.
    pub parts: Vec<PiecePart>,
}

/// A part of a piece.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PiecePart {
    /// The text as in the document.
    pub text: String,
    /// Whether these words of a passage are missing on the other side; always `false` for excluded text.
    pub differs: bool,
    /// Why it is masked, if it is.
    pub masked: Option<&'static str>,
    /// Number of words that are omitted here because they are equal on both sides; the text is then empty.
    pub folded: Option<u32>,
}

/// The passages of one side of a pair, in bytes.
pub(super) struct Marked<'a> {
    text: &'a Text,
    /// Bytes of each passage, by number.
    pub passages: Vec<(usize, usize)>,
    /// Words of each passage that are missing on the other side: bytes, ascending.
    differing: Vec<Vec<(usize, usize)>>,
    /// The folded parts of each passage: bytes with their number of words, ascending and disjoint.
    folds: Vec<Vec<(usize, usize, u32)>>,
}

impl<'a> Marked<'a> {
    /// The passages of the left text, or of the right one if `is_second`. `folded` has the omitted words of each
    /// passage.
    pub(super) fn new(
        text: &'a Text,
        passages: &[BridgedPassage],
        is_second: bool,
        folded: &[Vec<Passage>],
    ) -> Self {
        let range_of = |p: &BridgedPassage| if is_second { p.right } else { p.left };
        let differing = passages.iter().map(|p| {
            let equal = p.runs.iter().chain(&p.moved);
            let start = |run: &Passage| if is_second { run.right } else { run.left };
            let mut equal: Vec<(u32, u32)> = equal
                .map(|run| (start(run), start(run) + run.length))
                .collect();
            equal.sort_unstable();
            let (mut at, end) = range_of(p);
            let mut spans = Vec::new();
            for (from, to) in equal.into_iter().chain([(end, end)]) {
                if at < from {
                    spans.push(text.bytes((at, from)));
                }
                at = at.max(to);
            }
            spans
        });
        let folds = folded.iter().map(|runs| {
            let folds = runs.iter().map(|run| {
                let start = if is_second { run.right } else { run.left };
                let (from, to) = text.bytes((start, start + run.length));
                (from, to, run.length)
            });
            let mut folds: Vec<_> = folds.collect();
            folds.sort_unstable();
            folds
        });
        Marked {
            text,
            folds: folds.collect(),
            passages: passages.iter().map(|p| text.bytes(range_of(p))).collect(),
            differing: differing.collect(),
        }
    }

    /// Cuts these bytes of the text into pieces, and marks the pieces of passage `current` (0-based).
    pub(super) fn cut(&self, (from, to): (usize, usize), current: usize) -> Vec<PassageMark> {
        let (folds, differing) = (&self.folds[current], &self.differing[current]);
        let (begins, ends) = self.passages[current];
        let spans = [(begins, ends)].into_iter();
        let spans = spans.chain(folds.iter().map(|fold| (fold.0, fold.1)));
        let spans = spans.chain(differing.iter().copied());
        let spans = spans.chain(self.text.masked.iter().map(|span| (span.0, span.1)));
        let positions = spans.flat_map(<[usize; 2]>::from);
        let mut bounds: Vec<usize> = positions.filter(|at| *at > from && *at < to).collect();
        bounds.extend([from, to]);
        bounds.sort_unstable();
        bounds.dedup();
        let mut marks: Vec<PassageMark> = Vec::new();
        for piece in bounds.windows(2) {
            let (start, end) = (piece[0], piece[1]);
            let in_passage = (begins..ends).contains(&start);
            let index = folds.partition_point(|fold| fold.1 <= start);
            let part = match folds.get(index).filter(|fold| fold.0 <= start) {
                // Excluded text inside a fold becomes a separate piece.
                Some(fold) if fold.0 < start => continue,
                Some(fold) => PiecePart {
                    folded: Some(fold.2),
                    ..PiecePart::default()
                },
                None => {
                    let masked = self.masked_at(start).map(Reason::name);
                    PiecePart {
                        text: self.text.text[start..end].to_owned(),
                        // Excluded text was not compared.
                        differs: masked.is_none() && in_passage && contains(differing, start),
                        masked,
                        folded: None,
                    }
                }
            };
            let number = in_passage.then_some(current + 1);
            match marks.last_mut() {
                Some(last) if last.passage == number => match last.parts.last_mut() {
                    Some(previous)
                        if previous.differs == part.differs
                            && previous.masked == part.masked
                            && previous.folded.or(part.folded).is_none() =>
                    {
                        previous.text.push_str(&part.text);
                    }
                    _ => last.parts.push(part),
                },
                _ => marks.push(PassageMark {
                    passage: number,
                    parts: vec![part],
                }),
            }
        }
        marks
    }

    fn masked_at(&self, at: usize) -> Option<Reason> {
        let masked = &self.text.masked;
        let index = masked.partition_point(|span| span.1 <= at);
        let span = masked.get(index).filter(|span| span.0 <= at);
        span.map(|span| span.2)
    }
}

fn contains(spans: &[(usize, usize)], at: usize) -> bool {
    let index = spans.partition_point(|span| span.1 <= at);
    spans.get(index).is_some_and(|span| span.0 <= at)
}

/// Minimum number of words to fold.
const MIN_FOLDED: u32 = 40;

/// Minimum number of words that stay visible at both ends of a fold.
const MIN_VISIBLE: u32 = 10;

/// The folded parts of a passage: each run of equal words without excluded words in it, on either side, except a number
/// of words at its ends.
pub(super) fn folds(texts: [&Text; 2], p: &BridgedPassage, ends: u32) -> Vec<Passage> {
    let ends = ends.max(MIN_VISIBLE);
    let min_length = ends.saturating_mul(2).saturating_add(MIN_FOLDED);
    let runs = p.runs.iter().flat_map(|run| between_masked(texts, run));
    let long = runs.filter(|run| run.length >= min_length);
    let folded = long.map(|run| Passage {
        left: run.left + ends,
        right: run.right + ends,
        length: run.length - 2 * ends,
    });
    folded.collect()
}

/// The parts of a run without excluded text inside, on both sides.
fn between_masked(texts: [&Text; 2], run: &Passage) -> Vec<Passage> {
    let mut bounds = vec![0, run.length];
    for (text, start) in texts.into_iter().zip([run.left, run.right]) {
        let (from, to) = text.bytes((start, start + run.length));
        let first = text.masked.partition_point(|span| span.1 <= from);
        let inside = text.masked[first..].iter().take_while(|span| span.0 < to);
        let words = inside.map(|span| {
            text.spans
                .partition_point(|word| (word.0 as usize) < span.0) as u32
        });
        let bound = |word: u32| word.checked_sub(start).filter(|at| *at < run.length);
        bounds.extend(words.filter_map(bound));
    }
    bounds.sort_unstable();
    bounds.dedup();
    let parts = bounds.windows(2).map(|at| Passage {
        left: run.left + at[0],
        right: run.right + at[0],
        length: at[1] - at[0],
    });
    parts.collect()
}
