//! Collisions of shingle hashes with fewer than 64 bits: different shingles that become equal.

use rayon::prelude::*;

use crate::settings::Sketching;
use crate::text::shingles;

/// Hashes sorted at a time. A larger corpus is processed in several passes, one per hash range.
const AT_A_TIME: usize = 16_000_000;

/// Distinct shingles before and after truncation of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collisions {
    /// Hash bits kept.
    pub bits: u32,
    /// Distinct 64-bit hashes.
    pub distinct: u64,
    /// Distinct truncated hashes.
    pub kept: u64,
}

impl Collisions {
    /// Shingles that became equal to another one.
    pub fn lost(&self) -> u64 {
        self.distinct - self.kept
    }

    /// Expected number of colliding pairs among n shingles: `n² / 2^(bits+1)`; for 32 bits
    /// `n²/2^33`.
    pub fn expected(&self) -> f64 {
        (self.distinct as f64).powi(2) / 2_f64.powi(self.bits as i32 + 1)
    }
}

/// Counts the shingles of all `documents`, given as term hashes. Memory is bounded: hashes are
/// processed range by range.
pub fn count(documents: &[&[u64]], sketching: &Sketching) -> Collisions {
    let terms: usize = documents.iter().map(|terms| terms.len()).sum();
    in_ranges(
        documents,
        sketching,
        terms.div_ceil(AT_A_TIME).max(1) as u64,
    )
}

fn in_ranges(documents: &[&[u64]], sketching: &Sketching, ranges: u64) -> Collisions {
    let whole = Sketching {
        hash_bits: 64,
        ..sketching.clone()
    };
    let bits = sketching.hash_bits;
    let cut = |hash: u64| hash >> (64 - bits);
    let mut counted = Collisions {
        bits,
        ..Collisions::default()
    };
    for range in 0..ranges {
        // Ranges are over the highest bits, so hashes that become equal are in one range.
        let scaled = |hash: u64| (u128::from(cut(hash)) * u128::from(ranges)) >> bits;
        let inside = |hash: &u64| scaled(*hash) == u128::from(range);
        let mut hashes: Vec<u64> = documents
            .par_iter()
            .flat_map_iter(|terms| {
                let mut hashes = Vec::new();
                shingles::in_order(terms, &whole, &mut hashes);
                hashes.retain(inside);
                hashes
            })
            .collect();
        hashes.par_sort_unstable();
        hashes.dedup();
        counted.distinct += hashes.len() as u64;
        hashes.dedup_by_key(|hash| cut(*hash));
        counted.kept += hashes.len() as u64;
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// With 8 bits nearly everything collides, which gives the test collisions to count.
        #[test]
        fn counts_equal_sets_in_any_number_of_ranges(
            documents in prop::collection::vec(prop::collection::vec(0_u64..40, 0..60), 0..8),
            ranges in 1_u64..9,
        ) {
            let sketching = Sketching { k: 2, hash_bits: 8, ..Sketching::default() };
            let mut all = BTreeSet::new();
            for terms in &documents {
                let mut hashes = Vec::new();
                shingles::hashes(terms, 2, 0, &mut hashes);
                all.extend(hashes);
            }
            let short: BTreeSet<u64> = all.iter().map(|hash| hash >> 56).collect();
            let documents: Vec<&[u64]> = documents.iter().map(Vec::as_slice).collect();
            let counted = in_ranges(&documents, &sketching, ranges);
            prop_assert_eq!((counted.distinct, counted.kept), (all.len() as u64, short.len() as u64));
            prop_assert_eq!(counted.lost() as usize, all.len() - short.len());
            let n = all.len() as f64;
            prop_assert_eq!(counted.expected(), n * n / 512.0);
        }
    }
}
