//! The number of different shingles of a corpus.

use rayon::prelude::*;

use crate::settings::Sketching;
use crate::text::shingles;

/// Hashes sorted at a time. A larger corpus is processed in several passes, one per hash range.
const AT_A_TIME: usize = if cfg!(test) { 50 } else { 16_000_000 };

/// Number of different shingles, by 64-bit hashes, of all `documents`, given as term hashes. Memory is bounded: hashes are
/// processed range by range.
pub fn shingles(documents: &[&[u64]], sketching: &Sketching) -> u64 {
    let terms: usize = documents.iter().map(|terms| terms.len()).sum();
    let ranges = terms.div_ceil(AT_A_TIME).max(1) as u128;
    let full_width = Sketching {
        hash_bits: 64,
        ..sketching.clone()
    };
    let in_range = |range: u128| {
        let inside = |hash: &u64| (u128::from(*hash) * ranges) >> 64 == range;
        let of_document = |terms: &&[u64]| {
            let mut hashes = Vec::new();
            shingles::in_order(terms, &full_width, &mut hashes);
            hashes.retain(inside);
            hashes
        };
        let mut hashes: Vec<u64> = documents.par_iter().flat_map_iter(of_document).collect();
        hashes.par_sort_unstable();
        hashes.dedup();
        hashes.len() as u64
    };
    (0..ranges).map(in_range).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_number_is_that_of_a_set(
            documents in prop::collection::vec(prop::collection::vec(0_u64..40, 0..60), 0..8),
        ) {
            let sketching = Sketching { k: 2, ..Sketching::default() };
            let mut all = BTreeSet::new();
            for terms in &documents {
                let mut hashes = Vec::new();
                shingles::hashes(terms, 2, 0, &mut hashes);
                all.extend(hashes);
            }
            let documents: Vec<&[u64]> = documents.iter().map(Vec::as_slice).collect();
            prop_assert_eq!(super::shingles(&documents, &sketching), all.len() as u64);
        }
    }
}
