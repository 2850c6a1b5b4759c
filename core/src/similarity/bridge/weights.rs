//! Weights of equal terms as evidence: a term that is frequent in the two documents weighs less than a rare one,
//! because it matches more often by chance.

use crate::similarity::passages::Passage;

/// Weight of a rare term, and the unit of all weights.
pub(crate) const TERM: u32 = 64;

/// Weight of the most frequent term.
const MIN_WEIGHT: u32 = TERM / 8;

/// Evidence that a run costs.
pub(super) const RUN_COST: u32 = 48;

/// Information of a rare term in 1/64 bit: a term that occurs at most once in 1,024 terms.
const RARE_BITS: u32 = 640;

/// Weights of the terms of the left document, as sums up to each position.
pub(super) struct Weights {
    sums: Vec<u64>,
}

impl Weights {
    /// The weight of a term is the square of its information in bits, relative to a rare term: at most 1, and never
    /// below [`MIN_WEIGHT`].
    pub(super) fn new(left: &[u64], right: &[u64]) -> Self {
        // Number of occurrences of each term in both documents, in a hash table with open addressing.
        let terms = left.len() + right.len();
        let size = (terms * 2).next_power_of_two();
        let mut table = vec![(0_u64, 0_u32); size];
        let slot = |table: &[(u64, u32)], term: u64| {
            let mut at = (term.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (size - 1);
            while table[at].1 > 0 && table[at].0 != term {
                at = (at + 1) & (size - 1);
            }
            at
        };
        for term in left.iter().chain(right) {
            let at = slot(&table, *term);
            table[at] = (*term, table[at].1 + 1);
        }
        let total = log2(terms as u64);
        // A term that occurs once on each side is as rare as an equal term can be.
        let rare = total.saturating_sub(TERM).clamp(1, RARE_BITS);
        let mut sums = Vec::with_capacity(left.len() + 1);
        let mut sum = 0;
        sums.push(sum);
        for term in left {
            let count = table[slot(&table, *term)].1;
            let share = TERM * (total - log2(count.into())).min(rare) / rare;
            sum += u64::from((share * share / TERM).max(MIN_WEIGHT));
            sums.push(sum);
        }
        Weights { sums }
    }

    /// The weight of the term at a position of the left document.
    pub(super) fn term(&self, at: u32) -> u32 {
        (self.sums[at as usize + 1] - self.sums[at as usize]) as u32
    }

    /// The weight of a run as evidence: the sum of its terms minus a constant, because short runs are common by chance.
    pub(super) fn weight(&self, run: &Passage) -> u32 {
        let sum = self.sums[(run.left + run.length) as usize] - self.sums[run.left as usize];
        (sum as u32).saturating_sub(RUN_COST)
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
