//! The passages of one text of a comparison, prepared for marking, jumping and alignment. Exact passages
//! (the runs of shared shingles that the score counts) and bridged ones are marked by the same code: an
//! exact passage is a bridged one with a single run.

use crate::base::ranges;
use crate::engine::message::Side;
use crate::similarity::{BridgedPassage, Passage};
use crate::typeset::SharedSpan;

/// The passages of one text.
#[derive(Clone, Debug)]
pub struct PassageMarks {
    /// Marked spans, ascending and disjoint.
    pub stretches: Vec<SharedSpan>,
    /// Complete byte span of each passage, by passage number; spans may overlap.
    pub passages: Vec<(usize, usize)>,
    /// For each passage the byte at which it is shown: where both sides have the same words first.
    pub shown_at: Vec<usize>,
    /// Byte spans of the words of each passage that the other side lacks there, ascending.
    differing: Vec<Vec<(usize, usize)>>,
    /// Passage numbers ordered by start.
    by_start: Vec<usize>,
}

impl PassageMarks {
    /// Prepares the passages of the text in a column.
    pub fn new(passages: &[BridgedPassage], side: &Side, column: usize) -> Self {
        let here = |p: &BridgedPassage| [p.left, p.right][column];
        let spans = passages.iter().map(|p| bytes(side, here(p)));
        let shown_at = passages.iter().map(|p| {
            let (left, right) = p.first_in_order();
            let first = [left, right][column];
            bytes(side, (first, first + 1)).0
        });
        let shown_at = shown_at.collect();
        let mut by_start: Vec<usize> = (0..spans.len()).collect();
        by_start.sort_by_key(|i| here(&passages[*i]).0);
        let stretches = stretches(passages, &by_start, side, here);
        let differing = passages.iter().map(|p| {
            let same = p.runs.iter().chain(&p.moved).map(|run| {
                let from = [run.left, run.right][column];
                (from, from + run.length)
            });
            between(here(p), &ranges::union(same), side)
        });
        PassageMarks {
            stretches,
            differing: differing.collect(),
            by_start,
            passages: spans.collect(),
            shown_at,
        }
    }

    /// Numbers (0-based) of all passages that overlap these bytes, ordered by start.
    pub fn passages_in(&self, start: usize, end: usize) -> Vec<usize> {
        let starts_before = |i: &usize| self.passages[*i].0 < end.max(start + 1);
        let until = self.by_start.partition_point(starts_before);
        let before = self.by_start[..until].iter().copied();
        before.filter(|i| self.passages[*i].1 > start).collect()
    }

    /// Whether the byte is in a word of the passage that is missing on the other side.
    pub fn differs(&self, passage: usize, byte: usize) -> bool {
        let spans = self.differing.get(passage).map_or(&[][..], |s| s);
        let at = spans.partition_point(|span| span.1 <= byte);
        spans.get(at).is_some_and(|span| span.0 <= byte)
    }
}

/// An exact passage as a bridged one.
pub fn single_run(p: &Passage) -> BridgedPassage {
    BridgedPassage {
        left: (p.left, p.left + p.length),
        right: (p.right, p.right + p.length),
        runs: vec![*p],
        moved: Vec::new(),
    }
}

/// The marked spans. Words of several passages belong to the one that begins first; ties go to the smaller
/// passage number.
fn stretches(
    passages: &[BridgedPassage],
    by_start: &[usize],
    side: &Side,
    here: impl Fn(&BridgedPassage) -> (u32, u32),
) -> Vec<SharedSpan> {
    let mut stretches: Vec<SharedSpan> = Vec::with_capacity(passages.len());
    let mut reached = 0;
    for &passage in by_start {
        let (begins, ends) = here(&passages[passage]);
        let from = begins.max(reached);
        if from >= ends {
            continue;
        }
        reached = ends;
        let (mut start, end) = bytes(side, (from, ends));
        // Rest of a passage whose first words belong to the previous one: the spans are joined.
        if let (true, Some(last)) = (from > begins, stretches.last()) {
            start = start.min(last.end);
        }
        stretches.push(SharedSpan {
            start,
            end,
            passage,
        });
    }
    stretches
}

/// Byte spans of the terms of `range` that are in none of its runs.
fn between(range: (u32, u32), runs: &[(u32, u32)], side: &Side) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    let mut at = range.0;
    for (from, to) in runs.iter().copied().chain([(range.1, range.1)]) {
        if at < from {
            spans.push(bytes(side, (at, from)));
        }
        at = at.max(to);
    }
    spans
}

/// Byte span of the terms `from..to`; empty, at the position of `from`, if the range is empty.
pub fn bytes(side: &Side, (from, to): (u32, u32)) -> (usize, usize) {
    let length = side.text.len();
    let start = side.spans.get(from as usize);
    let start = start.map_or(length, |s| s.0 as usize);
    if to <= from {
        return (start, start);
    }
    let end = side.spans.get(to as usize - 1);
    let end = end.map_or(length, |s| s.1 as usize);
    (start, end.max(start))
}
