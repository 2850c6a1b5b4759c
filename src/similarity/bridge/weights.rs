//! What equal terms weigh as evidence: a term that stands often in the two documents weighs less than a rare one,
//! since chance brings it to the same place more easily.

use std::collections::HashMap;

use super::rules::Rules;
use crate::similarity::passages::Passage;

/// Weight of a rare term, and the unit of all weights.
pub(crate) const TERM: u32 = 64;

/// Weights of the terms of the left document, as sums up to each position.
pub(super) struct Weights {
    sums: Vec<u64>,
    run: u32,
}

impl Weights {
    pub(super) fn new(left: &[u64], right: &[u64], rules: &Rules) -> Self {
        let mut all: Vec<u64> = left.iter().chain(right).copied().collect();
        all.sort_unstable();
        let total = log2(all.len() as u64);
        // A term that stands once on each side is as rare as an equal one can be.
        let rare = total.saturating_sub(TERM).min(rules.rare).max(1);
        let mut known: HashMap<u64, u32> = HashMap::with_capacity(all.len());
        for of_one in all.chunk_by(|x, y| x == y) {
            let share = TERM * (total - log2(of_one.len() as u64)).min(rare) / rare;
            known.insert(of_one[0], share * share / TERM);
        }
        let mut sums = Vec::with_capacity(left.len() + 1);
        let mut sum = 0;
        sums.push(sum);
        for term in left {
            sum += u64::from(known.get(term).copied().unwrap_or_default());
            sums.push(sum);
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

    /// What a run weighs as evidence.
    pub(super) fn of(&self, run: &Passage) -> u32 {
        let of = self.sums[(run.left + run.length) as usize] - self.sums[run.left as usize];
        (of as u32).saturating_sub(self.run)
    }
}

/// 64 times the logarithm to base 2, linear between powers of 2.
fn log2(n: u64) -> u32 {
    let n = n.max(1);
    let power = n.ilog2();
    let rest = if power >= 6 { n >> (power - 6) } else { n << (6 - power) };
    power * 64 + (rest as u32 - 64)
}
