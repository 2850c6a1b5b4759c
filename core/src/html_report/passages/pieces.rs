//! A text cut into pieces: plain, in a passage, differing within it, masked.

use serde::Serialize;

use super::text::Text;
use crate::base::Reason;
use crate::similarity::{BridgedPassage, Passage};

/// Two pieces of the texts of a pair that stand side by side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SideBySideRow {
    /// Number of the passage that the row is about, from 1; `None` for what stands between passages.
    pub passage: Option<usize>,
    /// The pieces of document a and of document b.
    pub sides: [Vec<PassageMark>; 2],
    /// Whether text before the pieces was left out, on either side.
    pub cut_before: [bool; 2],
    /// Whether text behind the pieces was left out, on either side.
    pub cut_after: [bool; 2],
}

/// A piece of a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PassageMark {
    /// Number of the passage that it belongs to, from 1.
    pub passage: Option<usize>,
    /// Whether the passage begins to be shown here.
    pub first: bool,
    /// Its text in parts.
    pub parts: Vec<Part>,
}

/// A part of a piece.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Part {
    /// The text, as it stands in the document.
    pub text: String,
    /// Whether these are words of a passage that the other side lacks there; nothing that is masked is.
    pub differs: bool,
    /// Why it is masked, if it is.
    pub masked: Option<&'static str>,
    /// Number of words that are left out here, being the same on both sides; the text is empty then.
    pub folded: Option<u32>,
}

/// The passages of one side of a pair, in bytes.
pub(super) struct Marked<'a> {
    text: &'a Text,
    /// Bytes of each passage, by number.
    pub passages: Vec<(usize, usize)>,
    /// Words of each passage that the other side lacks there: bytes, ascending.
    differing: Vec<Vec<(usize, usize)>>,
    /// What is folded of each passage: bytes with their number of words, ascending and disjoint.
    folds: Vec<Vec<(usize, usize, u32)>>,
    /// Disjoint bytes with the 0-based number of their passage, ascending.
    stretches: Vec<(usize, usize, usize)>,
}

impl<'a> Marked<'a> {
    /// The passages of the left text, or of the right one if `second`. A word of several passages belongs to the one
    /// that begins first. `folded` are the words of each passage that are left out.
    pub(super) fn new(
        text: &'a Text,
        passages: &[BridgedPassage],
        second: bool,
        folded: &[Vec<Passage>],
    ) -> Self {
        let here = |p: &BridgedPassage| if second { p.right } else { p.left };
        let mut by_start: Vec<usize> = (0..passages.len()).collect();
        by_start.sort_by_key(|at| here(&passages[*at]).0);
        let mut stretches: Vec<(usize, usize, usize)> = Vec::new();
        let mut reached = 0;
        for at in by_start {
            let (begins, ends) = here(&passages[at]);
            let from = begins.max(reached);
            if from >= ends {
                continue;
            }
            reached = ends;
            let (mut start, end) = text.bytes((from, ends));
            if let (true, Some(last)) = (from > begins, stretches.last()) {
                start = start.min(last.1);
            }
            stretches.push((start, end, at));
        }
        let differing = passages.iter().map(|p| {
            let same = p.runs.iter().chain(&p.moved);
            let start = |run: &Passage| if second { run.right } else { run.left };
            let mut same: Vec<(u32, u32)> = same
                .map(|run| (start(run), start(run) + run.length))
                .collect();
            same.sort_unstable();
            let (mut at, end) = here(p);
            let mut spans = Vec::new();
            for (from, to) in same.into_iter().chain([(end, end)]) {
                if at < from {
                    spans.push(text.bytes((at, from)));
                }
                at = at.max(to);
            }
            spans
        });
        let folds = folded.iter().map(|runs| {
            let folds = runs.iter().map(|run| {
                let start = if second { run.right } else { run.left };
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
            passages: passages.iter().map(|p| text.bytes(here(p))).collect(),
            differing: differing.collect(),
            stretches,
        }
    }

    /// Cuts these bytes of the text into pieces. Those of the passage `current` (0-based) belong to it also where an
    /// earlier one overlaps it; with `alone`, no other passage is marked.
    pub(super) fn cut(
        &self,
        (from, to): (usize, usize),
        current: Option<usize>,
        alone: bool,
    ) -> Vec<PassageMark> {
        let mut bounds = vec![from, to];
        let mut add = |start: usize, end: usize| {
            bounds.extend([start, end].into_iter().filter(|at| *at > from && *at < to));
        };
        let mut shown: Vec<usize> = current.into_iter().collect();
        let folds = current.map_or(&[][..], |current| &self.folds[current]);
        if let Some(current) = current {
            add(self.passages[current].0, self.passages[current].1);
        }
        folds.iter().for_each(|fold| add(fold.0, fold.1));
        if !alone {
            let first = self.stretches.partition_point(|s| s.1 <= from);
            for (start, end, passage) in &self.stretches[first..] {
                if *start >= to {
                    break;
                }
                add(*start, *end);
                shown.push(*passage);
            }
        }
        shown.sort_unstable();
        shown.dedup();
        for passage in shown {
            let spans = &self.differing[passage];
            let first = spans.partition_point(|span| span.1 <= from);
            let inside = spans[first..].iter().take_while(|span| span.0 < to);
            inside.for_each(|(start, end)| add(*start, *end));
        }
        let first = self.text.masked.partition_point(|span| span.1 <= from);
        let masked = self.text.masked[first..].iter();
        masked
            .take_while(|span| span.0 < to)
            .for_each(|(start, end, _)| add(*start, *end));
        bounds.sort_unstable();
        bounds.dedup();
        let mut marks: Vec<PassageMark> = Vec::new();
        for piece in bounds.windows(2) {
            let (start, end) = (piece[0], piece[1]);
            let passage = self.passage_at(start, current, alone);
            let index = folds.partition_point(|fold| fold.1 <= start);
            let part = match folds.get(index).filter(|fold| fold.0 <= start) {
                // What is masked inside of it is cut on its own.
                Some(fold) if fold.0 < start => continue,
                Some(fold) => Part {
                    folded: Some(fold.2),
                    ..Part::default()
                },
                None => {
                    let masked = self.masked_at(start).map(Reason::name);
                    let differing = passage.map(|passage| &self.differing[passage]);
                    Part {
                        text: self.text.text[start..end].to_owned(),
                        // What is masked was not compared.
                        differs: masked.is_none()
                            && differing.is_some_and(|differing| holds(differing, start)),
                        masked,
                        folded: None,
                    }
                }
            };
            let number = passage.map(|passage| passage + 1);
            match marks.last_mut() {
                Some(last) if last.passage == number => match last.parts.last_mut() {
                    Some(before)
                        if before.differs == part.differs
                            && before.masked == part.masked
                            && before.folded.or(part.folded).is_none() =>
                    {
                        before.text.push_str(&part.text);
                    }
                    _ => last.parts.push(part),
                },
                _ => marks.push(PassageMark {
                    passage: number,
                    first: false,
                    parts: vec![part],
                }),
            }
        }
        marks
    }

    fn passage_at(&self, at: usize, current: Option<usize>, alone: bool) -> Option<usize> {
        let inside = |passage: &usize| {
            let (start, end) = self.passages[*passage];
            (start..end).contains(&at)
        };
        if let Some(current) = current.filter(inside) {
            return Some(current);
        }
        if alone {
            return None;
        }
        let index = self.stretches.partition_point(|s| s.1 <= at);
        let stretch = self.stretches.get(index).filter(|s| s.0 <= at);
        stretch.map(|s| s.2)
    }

    fn masked_at(&self, at: usize) -> Option<Reason> {
        let masked = &self.text.masked;
        let index = masked.partition_point(|span| span.1 <= at);
        let span = masked.get(index).filter(|span| span.0 <= at);
        span.map(|span| span.2)
    }
}

fn holds(spans: &[(usize, usize)], at: usize) -> bool {
    let index = spans.partition_point(|span| span.1 <= at);
    spans.get(index).is_some_and(|span| span.0 <= at)
}

/// Fewest words that are worth folding.
const LEAST: u32 = 40;

/// Fewest words that stay at either end of what is folded.
const ENDS: u32 = 10;

/// What is folded of a passage: of each run of the same words without a masked one between them, on either side, all but
/// so many at its ends.
pub(super) fn folds(texts: [&Text; 2], p: &BridgedPassage, ends: usize) -> Vec<Passage> {
    let ends = u32::try_from(ends).unwrap_or(u32::MAX).max(ENDS);
    let least = ends.saturating_mul(2).saturating_add(LEAST);
    let runs = p.runs.iter().flat_map(|run| between_masked(texts, run));
    let long = runs.filter(|run| run.length >= least);
    let folded = long.map(|run| Passage {
        left: run.left + ends,
        right: run.right + ends,
        length: run.length - 2 * ends,
    });
    folded.collect()
}

/// The parts of a run that no masked text stands between, on neither side.
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
