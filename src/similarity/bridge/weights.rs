//! What equal terms weigh as evidence: a term that stands often in the two documents weighs less than a rare one,
//! since chance brings it to the same place more easily.

use super::rules::Rules;
use crate::similarity::passages::Passage;

/// Weight of a rare term, and the unit of all weights.
pub(crate) const TERM: u32 = 64;

/// Weight of the most frequent term.
const LEAST: u32 = TERM / 8;

/// Weights of the terms of the left document, as sums up to each position.
pub(super) struct Weights {
    sums: Vec<u64>,
    /// What a run costs.
    run: u32,
}

impl Weights {
    /// The weight of a term falls with the square of the bits that its share of all terms is worth: 1 where it is
    /// rare, and never under [`LEAST`].
    pub(super) fn new(left: &[u64], right: &[u64], rules: &Rules) -> Self {
        // Every term with its place, those of the left document first.
        let terms = left.iter().chain(right).copied();
        let mut all: Vec<(u64, u32)> = terms.zip(0..).collect();
        all.sort_unstable();
        let total = log2(all.len() as u64);
        // A term that stands once on each side is as rare as an equal one can be.
        let rare = total.saturating_sub(TERM).min(rules.rare).max(1);
        let mut sums = vec![0; left.len() + 1];
        for of_one in all.chunk_by(|x, y| x.0 == y.0) {
            let share = TERM * (total - log2(of_one.len() as u64)).min(rare) / rare;
            let weight = u64::from((share * share / TERM).max(LEAST));
            for (_, at) in of_one {
                if let Some(place) = sums.get_mut(*at as usize + 1) {
                    *place = weight;
                }
            }
        }
        for at in 0..left.len() {
            sums[at + 1] += sums[at];
        }
        Weights {
            sums,
            run: rules.run,
        }
    }

    /// The weight of the term at a position of the left document.
    pub(super) fn term(&self, at: u32) -> u32 {
        (self.sums[at as usize + 1] - self.sums[at as usize]) as u32
    }

    /// What a run weighs as evidence: its terms less a constant, since chance makes long runs rare and short ones
    /// common.
    pub(super) fn of(&self, run: &Passage) -> u32 {
        let of = self.sums[(run.left + run.length) as usize] - self.sums[run.left as usize];
        (of as u32).saturating_sub(self.run)
    }
}

/// [`TERM`] times the logarithm to base 2, linear between powers of 2.
pub(super) fn log2(n: u64) -> u32 {
    let n = n.max(1);
    let power = n.ilog2();
    let rest = if power >= 6 {
        n >> (power - 6)
    } else {
        n << (6 - power)
    };
    power * TERM + (rest as u32 - TERM)
}
