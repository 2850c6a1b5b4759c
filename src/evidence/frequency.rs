//! In how many documents of a collection each shingle stands.

use rayon::prelude::*;

use crate::collection::Collection;
use crate::text::shingles;

/// Seed of the shingle hashes.
const SEED: u64 = 0;

/// Highest bits of a hash by which it is looked up.
const BUCKET_BITS: u32 = 16;

/// Document frequencies of the shingles of a collection.
#[derive(Clone, Debug)]
pub struct ShingleFrequency {
    width: usize,
    /// The shingles that stand in two documents or more, ascending, with the number of documents.
    common: Vec<(u64, u32)>,
    /// For each value of the highest bits, where its shingles begin in `common`; and the end.
    begins: Vec<u32>,
}

impl ShingleFrequency {
    /// Counts the shingles of `width` terms. `should_continue` is polled; `None` once it returns `false`.
    /// Call on the rayon pool.
    #[must_use]
    pub fn of(
        collection: &Collection,
        width: usize,
        should_continue: &(impl Fn() -> bool + Sync),
    ) -> Option<Self> {
        let documents: Vec<_> = collection.documents().collect();
        let sets = documents.par_iter().map(|doc| {
            let mut own = Vec::new();
            if should_continue() {
                shingles::hashes(collection.terms(*doc), width, SEED, &mut own);
                own.sort_unstable();
                own.dedup();
            }
            own
        });
        let mut all: Vec<u64> = sets.flatten_iter().collect();
        if !should_continue() {
            return None;
        }
        all.par_sort_unstable();
        let repeated = all.chunk_by(|a, b| a == b).filter(|same| same.len() > 1);
        let common: Vec<(u64, u32)> = repeated.map(|same| (same[0], same.len() as u32)).collect();
        let begin = |bucket: u64| {
            common.partition_point(|(hash, _)| (hash >> (64 - BUCKET_BITS)) < bucket) as u32
        };
        let begins = (0..=1_u64 << BUCKET_BITS).map(begin).collect();
        Some(ShingleFrequency {
            width,
            common,
            begins,
        })
    }

    /// Terms in a shingle.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of documents that hold the shingle; 1 if it stands in one document or is unknown.
    #[must_use]
    pub fn documents(&self, shingle: u64) -> u32 {
        let bucket = (shingle >> (64 - BUCKET_BITS)) as usize;
        let (from, to) = (
            self.begins[bucket] as usize,
            self.begins[bucket + 1] as usize,
        );
        let bucket = &self.common[from..to];
        let found = bucket.binary_search_by_key(&shingle, |(hash, _)| *hash);
        found.map_or(1, |at| bucket[at].1)
    }

    /// Number of documents that hold the shingle starting at each position of `terms`.
    #[must_use]
    pub fn in_order(&self, terms: &[u64]) -> Vec<u32> {
        let mut hashes = Vec::new();
        shingles::hashes(terms, self.width, SEED, &mut hashes);
        hashes.iter().map(|hash| self.documents(*hash)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_shingle_is_counted_once_in_each_document_that_holds_it(
            texts in prop::collection::vec(prop::collection::vec(0_u64..4, 0..12), 0..8),
            width in 1_usize..4,
        ) {
            let collection = made::collection(&texts, Sketching::default());
            let of = ShingleFrequency::of(&collection, width, &|| true).unwrap();
            for terms in texts.iter().filter(|terms| terms.len() >= width) {
                let want = terms.windows(width).map(|shingle| {
                    let holds = |text: &&Vec<u64>| text.windows(width).any(|other| other == shingle);
                    texts.iter().filter(holds).count() as u32
                });
                prop_assert_eq!(of.in_order(terms), Vec::from_iter(want));
            }
            prop_assert!(ShingleFrequency::of(&collection, width, &|| false).is_none());
        }
    }
}
