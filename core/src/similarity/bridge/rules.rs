//! What makes a passage beside [`Bridging`](super::Bridging). Evidence is counted in 1/64 of a rare term.

/// How many more terms a gap has on one side than on the other, at most: more are own text of that side, which ends a passage.
const OWN: i64 = 12;

/// Whether the two sides of a gap, in terms, are of like size.
pub(super) fn are_alike(left: i64, right: i64) -> bool {
    (left - right).abs() <= OWN
}

/// The constants of the rules; docs/passages.md has the measurements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Evidence that a term of a gap costs.
    pub(crate) gap: u32,
    /// Evidence that a term of a gap costs at the end of a passage, where all terms but those of the gap are equal.
    pub(crate) end: u32,
    /// Terms of a gap that part two passages in which all terms are equal.
    pub(crate) apart: u32,
    /// Least evidence in a passage, unless the gap is 0 or a run is long enough.
    pub(crate) least: u32,
    /// Evidence asked for beyond that for each doubling of the product of the lengths.
    pub(crate) doubling: u32,
    /// Least share of equal terms, in 1/256.
    pub(crate) density: u32,
    /// Least evidence in a chain that is joined to others.
    pub(crate) piece: u32,
    /// Evidence that a run costs.
    pub(crate) run: u32,
    /// Bits of a rare term, in 1/64: one that stands once in 1,024 terms or less often.
    pub(crate) rare: u32,
}

impl Rules {
    /// The rules in force.
    pub(crate) const CHOSEN: Rules = Rules {
        gap: 3,
        end: 12,
        apart: 9,
        least: 352,
        doubling: 25,
        density: 60,
        piece: 128,
        run: 48,
        rare: 640,
    };

    /// What a gap costs.
    pub(super) fn cost(&self, gap: u32) -> i64 {
        i64::from(self.gap) * i64::from(gap)
    }

    /// The widest gap that this evidence is worth.
    pub(super) fn reached(&self, strength: u32) -> i64 {
        i64::from(strength / self.gap.max(1))
    }

    /// Whether a run at the end of a passage is worth the gap before it. The more of the rest is equal, the less it
    /// is expected to go on after a gap.
    pub(super) fn worth(&self, run: u32, gap: u32, rest: &Extent) -> bool {
        let density = rest.density();
        let cost = u64::from(self.end) * u64::from(gap) * density * density;
        u64::from(run) << 16 >= cost
    }

    /// Whether so wide a gap parts two passages that would each be one: the more of them is equal, the less they are
    /// expected to be one copy.
    pub(super) fn part(&self, gap: u32, one: &Extent, other: &Extent) -> bool {
        let density = one.density().min(other.density());
        u64::from(gap) * density * density >= u64::from(self.apart) << 16
    }
}

/// The size of a stretch of both documents, and what is equal in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    /// Terms on the longer side.
    pub(super) longer: u32,
    /// Terms on the shorter side.
    pub(super) shorter: u32,
    /// Terms in runs.
    pub(super) same: u32,
    /// What the runs weigh as evidence: [`Weights::weight`](super::weights::Weights::weight).
    pub(super) strength: u32,
    /// Terms of the longest run.
    pub(super) longest: u32,
}

impl Extent {
    /// The share of equal terms on the longer side, in 1/256.
    pub(super) fn density(&self) -> u64 {
        u64::from(self.same) * 256 / u64::from(self.longer.max(1))
    }
}

/// What a passage needs in two documents, by their lengths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needed {
    /// Terms on the shorter side.
    pub(super) min_words: u32,
    /// Evidence.
    pub(super) least: u32,
}

impl Needed {
    /// Whether the evidence is enough. A run as long as a passage must be is one; what is made of shorter ones could
    /// be chance.
    pub(super) fn above(&self, extent: &Extent) -> bool {
        extent.strength >= self.least || extent.longest >= self.min_words
    }

    /// Whether a stretch would be a passage by itself.
    pub(super) fn alone(&self, extent: &Extent) -> bool {
        extent.shorter >= self.min_words && self.above(extent)
    }
}
