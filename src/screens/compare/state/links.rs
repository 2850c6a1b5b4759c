//! Alignment of the terms of two texts, with interpolation for unaligned positions.

use crate::engine::message::{DiffRun, Side, WordDiff};
use crate::similarity::Passage;

/// A run of consecutive terms aligned with consecutive terms of the other text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlignmentLink {
    /// First term in this text.
    pub from: u32,
    /// First term in the other text.
    pub to: u32,
    /// Number of terms.
    pub length: u32,
    /// 0-based number of its passage, if it comes from one.
    pub passage: Option<usize>,
}

impl AlignmentLink {
    fn end(&self) -> u32 {
        self.from + self.length
    }
}

/// What the left and the right text have, as (this, other) seen from the left one, or from the right one
/// if `second`.
pub fn seen_from<T>((left, right): (T, T), second: bool) -> (T, T) {
    if second { (right, left) } else { (left, right) }
}

/// Links of runs of equal terms, each with the number of its passage, seen from the left text or, if
/// `second`, from the right one; ascending and disjoint. Where runs overlap, words belong to the one that
/// begins first; ties go to the one given first.
pub fn from_runs(runs: impl Iterator<Item = (usize, Passage)>, second: bool) -> Vec<AlignmentLink> {
    let mut all: Vec<AlignmentLink> = runs
        .map(|(number, p)| {
            let (from, to) = seen_from((p.left, p.right), second);
            AlignmentLink {
                from,
                to,
                length: p.length,
                passage: Some(number),
            }
        })
        .collect();
    all.sort_by_key(|link| link.from);
    let mut links: Vec<AlignmentLink> = Vec::with_capacity(all.len());
    let mut reached = 0;
    for mut link in all {
        let taken = reached.max(link.from) - link.from;
        if taken < link.length {
            reached = link.end();
            link.from += taken;
            link.to += taken;
            link.length -= taken;
            links.push(link);
        }
    }
    links
}

/// Links of kept words of a diff, seen from the left text or, if `second`, from the right one.
pub fn from_diff(diff: &WordDiff, second: bool) -> Vec<AlignmentLink> {
    diff.runs
        .iter()
        .filter_map(|run| match *run {
            DiffRun::Kept { left, right } => {
                let (from, to) = seen_from((left, right), second);
                Some(AlignmentLink {
                    from: from.0,
                    to: to.0,
                    length: from.1 - from.0,
                    passage: None,
                })
            }
            DiffRun::Left(_) | DiffRun::Right(_) => None,
        })
        .collect()
}

/// The term of the other text that aligns with `term`, for texts of `here` and `there` terms. An
/// unaligned term is interpolated between the links before and after it. If these two are in reverse
/// order in the other text, the nearer one is used.
pub fn across(links: &[AlignmentLink], term: u32, here: usize, there: usize) -> u32 {
    let at = links.partition_point(|link| link.from <= term);
    let before = at.checked_sub(1).and_then(|i| links.get(i));
    if let Some(link) = before.filter(|link| term < link.end()) {
        return link.to + (term - link.from);
    }
    let (start, to_start) = before.map_or((0, 0), |link| (link.end(), link.to + link.length));
    let (end, to_end) = links
        .get(at)
        .map_or((here as u32, there as u32), |link| (link.from, link.to));
    let gap = end.saturating_sub(start).max(1);
    let into = term.saturating_sub(start).min(gap);
    if to_start <= to_end {
        let wide = u64::from(to_end - to_start) * u64::from(into) / u64::from(gap);
        to_start + wide as u32
    } else if into * 2 <= gap {
        to_start.saturating_sub(1)
    } else {
        to_end
    }
}

/// Byte span of the terms `from..to`; empty, at the position of `from`, if the range is empty.
pub fn bytes(side: &Side, from: u32, to: u32) -> (usize, usize) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn from_passages(passages: &[Passage], second: bool) -> Vec<AlignmentLink> {
        from_runs(passages.iter().copied().enumerate(), second)
    }

    fn passage(left: u32, right: u32, length: u32) -> Passage {
        Passage {
            left,
            right,
            length,
        }
    }

    #[test]
    fn between_passages_the_other_side_goes_in_proportion() {
        let links = from_passages(&[passage(10, 20, 10), passage(40, 40, 10)], false);
        assert_eq!(across(&links, 0, 60, 80), 0);
        assert_eq!(across(&links, 5, 60, 80), 10);
        assert_eq!(across(&links, 13, 60, 80), 23);
        assert_eq!(across(&links, 30, 60, 80), 35);
        assert_eq!(across(&links, 55, 60, 80), 65);
        assert_eq!(across(&links, 60, 60, 80), 80);
    }

    #[test]
    fn passages_that_changed_places_pull_to_the_nearer() {
        let links = from_passages(&[passage(0, 50, 10), passage(20, 0, 10)], false);
        assert_eq!(across(&links, 12, 60, 80), 59);
        assert_eq!(across(&links, 18, 60, 80), 0);
    }

    #[test]
    fn overlapping_and_repeated_passages_give_each_word_one_answer() {
        let passages = [passage(0, 30, 8), passage(5, 10, 8), passage(40, 10, 8)];
        let left = from_passages(&passages, false);
        assert_eq!(
            left.iter().map(|l| (l.from, l.length)).collect::<Vec<_>>(),
            [(0, 8), (8, 5), (40, 8)]
        );
        assert_eq!(across(&left, 8, 50, 50), 13);
        let right = from_passages(&passages, true);
        let seen: Vec<_> = right.iter().map(|l| (l.from, l.passage)).collect();
        assert_eq!(
            seen,
            [(10, Some(1)), (30, Some(0))],
            "passage 3 repeats the words of passage 2"
        );
    }

    #[test]
    fn without_links_the_whole_goes_in_proportion() {
        assert_eq!(across(&[], 50, 100, 10), 5);
        assert_eq!(across(&[], 0, 0, 10), 0);
        assert_eq!(across(&[], 7, 100, 0), 0);
    }
}
