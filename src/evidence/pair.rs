//! The evidence of one pair: words in passages on either side.

use crate::similarity::{BridgedPassage, Pair};

/// How much of two documents stands in passages that they share.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Terms of document a that stand in a passage, each counted once.
    pub words_a: u32,
    /// Terms of document b that stand in a passage, each counted once.
    pub words_b: u32,
    /// Terms in passages that are the same on both sides: the smaller of the two sides.
    pub same: u32,
    /// Terms of the longest passage, on its shorter side.
    pub longest: u32,
    /// Number of passages.
    pub passages: u32,
    /// The words, each discounted by the number of documents that its passage stands in: a word of a
    /// passage in these two alone counts 1.
    pub weight: f64,
}

impl Evidence {
    /// Words copied: the smaller of the two sides.
    #[must_use]
    pub fn words(&self) -> u32 {
        self.words_a.min(self.words_b)
    }

    /// Order by evidence falling. What stands in no passage comes after all that does, whatever its weight.
    #[must_use]
    pub fn order(&self, other: &Self) -> std::cmp::Ordering {
        let passages = (other.passages > 0).cmp(&(self.passages > 0));
        passages.then(other.weight.total_cmp(&self.weight))
    }

    /// The same evidence with the documents exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Evidence {
            words_a: self.words_b,
            words_b: self.words_a,
            ..self
        }
    }

    /// The evidence in these passages of two documents, without any discount.
    #[must_use]
    pub fn of(passages: &[BridgedPassage]) -> Self {
        let (words_a, words_b) = (
            covered(passages.iter().map(|p| p.left)),
            covered(passages.iter().map(|p| p.right)),
        );
        let runs = || passages.iter().flat_map(|p| &p.runs);
        let on_left = covered(runs().map(|run| (run.left, run.left + run.length)));
        let on_right = covered(runs().map(|run| (run.right, run.right + run.length)));
        Evidence {
            words_a,
            words_b,
            same: on_left.min(on_right),
            longest: passages
                .iter()
                .map(BridgedPassage::words)
                .max()
                .unwrap_or(0),
            passages: passages.len() as u32,
            weight: f64::from(words_a.min(words_b)),
        }
    }
}

/// A pair with its evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CopiedPair {
    /// The pair, with its overlap.
    pub pair: Pair,
    /// Its evidence.
    pub evidence: Evidence,
}

impl CopiedPair {
    /// Listing order: pairs with a passage first, then evidence falling, then `a`, then `b`.
    #[must_use]
    pub fn order(&self, other: &Self) -> std::cmp::Ordering {
        let by_weight = self.evidence.order(&other.evidence);
        let ends = |of: &Self| (of.pair.a, of.pair.b);
        by_weight.then(ends(self).cmp(&ends(other)))
    }
}

/// Number of positions in the union of ranges.
fn covered(ranges: impl Iterator<Item = (u32, u32)>) -> u32 {
    let mut ranges: Vec<(u32, u32)> = ranges.collect();
    ranges.sort_unstable();
    let (mut total, mut until) = (0, 0);
    for (start, end) in ranges {
        total += end.saturating_sub(start.max(until));
        until = until.max(end);
    }
    total
}
