//! The passages of one text of a comparison, prepared for marking, jumping and alignment. Exact passages
//! (the runs of shared shingles that the score counts) and bridged ones are marked by the same code: an
//! exact passage is a bridged one with a single run.

use super::links::{self, AlignmentLink, bytes, seen_from};
use crate::engine::message::Side;
use crate::similarity::{BridgedPassage, Passage};
use crate::typeset::Stretch;

/// The passages of one text.
#[derive(Clone, Debug)]
pub struct PassageMarks {
    /// Marked spans, ascending and disjoint.
    pub stretches: Vec<Stretch>,
    /// Complete byte span of each passage, by passage number; spans may overlap.
    pub passages: Vec<(usize, usize)>,
    /// For each passage the byte at which it is shown: where both sides have the same words first.
    pub shown_at: Vec<usize>,
    /// Byte spans of the words of each passage that the other side lacks there, ascending.
    differing: Vec<Vec<(usize, usize)>>,
    /// Passage numbers ordered by start, and the running maximum of their ends.
    by_start: Vec<usize>,
    reach: Vec<usize>,
    /// Runs of equal terms, ascending and disjoint.
    links: Vec<AlignmentLink>,
    /// The runs of each passage, ascending.
    runs: Vec<Vec<AlignmentLink>>,
}

impl PassageMarks {
    /// Prepares the exact passages of the left text, or of the right one if `second`.
    pub fn exact(passages: &[Passage], side: &Side, second: bool) -> Self {
        let single = |p: &Passage| BridgedPassage {
            left: (p.left, p.left + p.length),
            right: (p.right, p.right + p.length),
            runs: vec![*p],
            moved: Vec::new(),
        };
        let passages: Vec<BridgedPassage> = passages.iter().map(single).collect();
        PassageMarks::bridged(&passages, side, second)
    }

    /// Prepares the bridged passages of the left text, or of the right one if `second`.
    pub fn bridged(passages: &[BridgedPassage], side: &Side, second: bool) -> Self {
        let here = |p: &BridgedPassage| seen_from((p.left, p.right), second).0;
        let spans: Vec<(usize, usize)> = passages
            .iter()
            .map(|p| bytes(side, here(p).0, here(p).1))
            .collect();
        let shown_at = passages.iter().map(|p| {
            let first = seen_from(p.first_in_order(), second).0;
            bytes(side, first, first + 1).0
        });
        let shown_at = shown_at.collect();
        let mut by_start: Vec<usize> = (0..spans.len()).collect();
        by_start.sort_by_key(|i| here(&passages[*i]).0);
        let stretches = stretches(passages, &by_start, side, second);
        let mut furthest = 0;
        let reach = |i: &usize| {
            furthest = spans[*i].1.max(furthest);
            furthest
        };
        let reach = by_start.iter().map(reach).collect();
        let runs = |(number, p): (usize, &BridgedPassage)| -> Vec<AlignmentLink> {
            let runs = p.runs.iter().map(|run| (number, *run));
            links::from_runs(runs, second)
        };
        let runs: Vec<Vec<AlignmentLink>> = passages.iter().enumerate().map(runs).collect();
        let differing = passages.iter().map(|p| {
            let same = p.runs.iter().chain(&p.moved).map(|run| (0, *run));
            between(here(p), &links::from_runs(same, second), side)
        });
        let all = passages.iter().enumerate();
        let all = all.flat_map(|(number, p)| p.runs.iter().map(move |run| (number, *run)));
        PassageMarks {
            stretches,
            differing: differing.collect(),
            by_start,
            reach,
            links: links::from_runs(all, second),
            runs,
            passages: spans,
            shown_at,
        }
    }

    /// Numbers (0-based) of all passages that overlap these bytes, ordered by start.
    pub fn passages_in(&self, start: usize, end: usize) -> Vec<usize> {
        let before_end = |i: &usize| self.passages[*i].0 < end.max(start + 1);
        let until = self.by_start.partition_point(before_end);
        let from = self.reach.partition_point(|reach| *reach <= start);
        let reached = self.by_start[from.min(until)..until].iter().copied();
        reached.filter(|i| self.passages[*i].1 > start).collect()
    }

    /// Whether the byte lies in a word of the passage that the other side lacks there.
    pub fn differs(&self, passage: usize, byte: usize) -> bool {
        let spans = self.differing.get(passage).map_or(&[][..], |s| s);
        let at = spans.partition_point(|span| span.1 <= byte);
        spans.get(at).is_some_and(|span| span.0 <= byte)
    }

    /// The term of the other text that aligns with `term`, for texts of `here` and `there` terms. A term
    /// of the passage `current` is aligned by the runs of that passage.
    pub fn across(&self, term: u32, current: Option<usize>, here: usize, there: usize) -> u32 {
        let within = current.and_then(|i| self.runs.get(i)).filter(|runs| {
            let (first, last) = (runs.first(), runs.last());
            first
                .zip(last)
                .is_some_and(|(first, last)| (first.from..last.from + last.length).contains(&term))
        });
        let links = within.unwrap_or(&self.links);
        links::across(links, term, here, there)
    }
}

/// The marked spans. Words of several passages belong to the one that begins first; ties go to the smaller
/// passage number.
fn stretches(
    passages: &[BridgedPassage],
    by_start: &[usize],
    side: &Side,
    second: bool,
) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::with_capacity(passages.len());
    let mut reached = 0;
    for number in by_start {
        let p = &passages[*number];
        let ((begins, ends), _) = seen_from((p.left, p.right), second);
        let from = begins.max(reached);
        if from >= ends {
            continue;
        }
        reached = ends;
        let (mut start, end) = bytes(side, from, ends);
        // Rest of a passage whose first words belong to the previous one: the spans are joined.
        if let (true, Some(last)) = (from > begins, stretches.last()) {
            start = start.min(last.end);
        }
        let passage = *number;
        stretches.push(Stretch {
            start,
            end,
            passage,
        });
    }
    stretches
}

/// Byte spans of the terms of `range` that are in none of its runs.
fn between(range: (u32, u32), runs: &[AlignmentLink], side: &Side) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    let mut at = range.0;
    let ends = runs.iter().map(|run| (run.from, run.from + run.length));
    for (from, to) in ends.chain([(range.1, range.1)]) {
        if at < from {
            spans.push(bytes(side, at, from));
        }
        at = at.max(to);
    }
    spans
}
