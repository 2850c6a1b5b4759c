//! Constants that define a passage, in addition to [`Bridging`](super::Bridging); docs/passages.md has the
//! measurements. Evidence is counted in 1/64 of a rare term.

use super::weights::Weights;
use crate::similarity::passages::Passage;

/// Maximum difference in terms between the sides of a gap. With a greater difference, one side has text of its own,
/// which ends the passage.
const MAX_OWN_TEXT: i64 = 12;

/// Evidence that a term of a gap costs.
const GAP_COST: u32 = 3;

/// Evidence that a term of a gap costs at the end of a passage in which all terms outside the gap are equal.
const END_COST: u64 = 12;

/// Terms of a gap that separates two passages in which all terms are equal.
const SEPARATING_GAP: u64 = 9;

/// Minimum evidence in a passage, unless the gap is 0 or a run is long enough.
pub(super) const EVIDENCE: u32 = 352;

/// Additional evidence for each doubling of the product of the lengths.
pub(super) const DOUBLING: u32 = 25;

/// Minimum share of equal terms, in 1/256.
pub(super) const DENSITY: u64 = 60;

/// Minimum evidence in a chain that is joined to others.
pub(super) const PIECE: u32 = 128;

/// Whether the two sides of a gap have similar sizes, in terms.
pub(super) fn are_similar(left: i64, right: i64) -> bool {
    (left - right).abs() <= MAX_OWN_TEXT
}

/// The cost of a gap.
pub(super) fn cost(gap: u32) -> i64 {
    i64::from(GAP_COST) * i64::from(gap)
}

/// The widest gap that this evidence outweighs.
pub(super) fn widest_gap(strength: u32) -> i64 {
    i64::from(strength / GAP_COST)
}

/// Whether a run at the end of a passage outweighs the gap before it. The denser the rest ([`density`]), the less
/// likely the passage continues after a gap.
pub(super) fn outweighs(run: u32, gap: u32, density: u64) -> bool {
    u64::from(run) << 16 >= END_COST * u64::from(gap) * density * density
}

/// Whether a gap separates two stretches into two passages: the denser both are, the less likely they are one copy.
pub(super) fn separates(gap: u32, before: &RunSpan, after: &RunSpan) -> bool {
    let density = before.density().min(after.density());
    u64::from(gap) * density * density >= SEPARATING_GAP << 16
}

/// The share of equal terms among the terms of the longer side, in 1/256.
pub(super) fn density(same: u32, longer: u32) -> u64 {
    u64::from(same) * 256 / u64::from(longer.max(1))
}

/// The ranges of some runs in both documents, and their equal terms.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RunSpan {
    /// Positions `start..end` in the left document.
    pub(super) left: (u32, u32),
    /// Positions `start..end` in the right document.
    pub(super) right: (u32, u32),
    /// Terms in runs.
    pub(super) same: u32,
    /// The weight of the runs as evidence: [`Weights::weight`].
    pub(super) strength: u32,
    /// Terms of the longest run.
    pub(super) longest: u32,
}

impl RunSpan {
    pub(super) fn add(&mut self, run: &Passage, weights: &Weights) {
        let add = |range: &mut (u32, u32), start: u32| {
            let end = start + run.length;
            *range = match self.same {
                0 => (start, end),
                _ => (range.0.min(start), range.1.max(end)),
            };
        };
        add(&mut self.left, run.left);
        add(&mut self.right, run.right);
        self.same += run.length;
        self.strength += weights.weight(run);
        self.longest = self.longest.max(run.length);
    }

    /// Terms on the longer side.
    fn longer(&self) -> u32 {
        (self.left.1 - self.left.0).max(self.right.1 - self.right.0)
    }

    /// Terms on the shorter side.
    pub(super) fn shorter(&self) -> u32 {
        (self.left.1 - self.left.0).min(self.right.1 - self.right.0)
    }

    /// The share of equal terms on the longer side, in 1/256.
    pub(super) fn density(&self) -> u64 {
        density(self.same, self.longer())
    }
}

/// Requirements of a passage in two documents, by their lengths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needed {
    /// Terms on the shorter side.
    pub(super) min_words: u32,
    /// Evidence.
    pub(super) evidence: u32,
}

impl Needed {
    /// Whether the evidence is enough. A run of the minimum length is a passage; shorter runs need more evidence,
    /// because they could be chance.
    pub(super) fn is_met(&self, stretch: &RunSpan) -> bool {
        stretch.strength >= self.evidence || stretch.longest >= self.min_words
    }

    /// Whether a stretch would be a passage by itself.
    pub(super) fn alone(&self, stretch: &RunSpan) -> bool {
        stretch.shorter() >= self.min_words && self.is_met(stretch)
    }
}
