//! Alignment of the terms of two texts, with interpolation for unaligned positions.

use crate::engine::message::{DiffRun, Side, WordDiff};

/// A run of consecutive terms aligned with consecutive terms of the other text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlignmentLink {
    /// First term in this text.
    pub from: u32,
    /// First term in the other text.
    pub to: u32,
    /// Number of terms.
    pub length: u32,
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
                })
            }
            DiffRun::Left(_) | DiffRun::Right(_) => None,
        })
        .collect()
}

/// The term of the other text that aligns with `term`, for texts of `here` and `there` terms. An
/// unaligned term is interpolated between the links before and after it.
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
    let wide = u64::from(to_end.saturating_sub(to_start)) * u64::from(into) / u64::from(gap);
    to_start + wide as u32
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

    fn link(from: u32, to: u32, length: u32) -> AlignmentLink {
        AlignmentLink { from, to, length }
    }

    #[test]
    fn between_links_the_other_side_goes_in_proportion() {
        let links = [link(10, 20, 10), link(40, 40, 10)];
        let other = [0, 5, 13, 30, 55, 60].map(|term| across(&links, term, 60, 80));
        assert_eq!(other, [0, 10, 23, 35, 65, 80]);
        assert_eq!(across(&[], 50, 100, 10), 5);
        assert_eq!(across(&[], 0, 0, 10), 0);
        assert_eq!(across(&[], 7, 100, 0), 0);
    }
}
