//! Exact comparison of one document with all others. Finds every document that shares at least one
//! shingle, which no sketch can guarantee.

use crate::base::Cancel;
use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::base::DocNo;
use crate::index::{Collection, same_text};
use crate::similarity::Overlap;
use crate::text::shingles;

/// Result of a scan.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    /// Documents that share at least one shingle with the query document (side a), ascending.
    pub sharing: Vec<(DocNo, Overlap)>,
    /// For each distinct shingle of the query, in ascending order of hash: number of documents that
    /// contain it.
    pub spread: Vec<u32>,
}

/// Computes the overlap of each of `documents` with `query`, a sorted set of shingle hashes, in parallel. Documents
/// with the same term sequence are compared once. Returns `None` once cancelled.
pub fn scan(
    collection: &Collection,
    query: &[u64],
    documents: &[DocNo],
    cancel: &Cancel,
) -> Option<Scan> {
    let copies: HashMap<DocNo, Vec<DocNo>> = same_text(collection, documents.to_vec())
        .into_iter()
        .collect();
    let later_copies: HashSet<DocNo> = copies.values().flatten().copied().collect();
    let filter = Filter::new(query);
    let positions: foldhash::HashMap<u64, u32> = query.iter().copied().zip(0..).collect();
    let settings = &collection.settings().sketching;
    let overlaps: Vec<(DocNo, Overlap, Vec<u32>)> = documents
        .par_iter()
        .filter(|doc| !later_copies.contains(doc) && !cancel.stopped())
        .map_init(Vec::new, |set, &doc| {
            set.clear();
            shingles::elements(&collection.terms(doc), settings, set);
            let passing = set.iter().filter(|hash| filter.may_contain(**hash));
            let mut shared: Vec<u32> = passing
                .filter_map(|hash| positions.get(hash).copied())
                .collect();
            if shared.is_empty() {
                return None;
            }
            shared.sort_unstable();
            shared.dedup();
            set.sort_unstable();
            set.dedup();
            let overlap = Overlap {
                shared: shared.len() as u32,
                size_a: query.len() as u32,
                size_b: set.len() as u32,
            };
            Some((doc, overlap, shared))
        })
        .flatten()
        .collect();
    cancel.proceed()?;
    let mut scan = Scan {
        sharing: Vec::new(),
        spread: vec![0; query.len()],
    };
    for (doc, overlap, shared) in overlaps {
        let copies = copies.get(&doc).map_or(&[][..], Vec::as_slice);
        for at in shared {
            scan.spread[at as usize] += 1 + copies.len() as u32;
        }
        scan.sharing.push((doc, overlap));
        scan.sharing
            .extend(copies.iter().map(|copy| (*copy, overlap)));
    }
    scan.sharing.sort_unstable_by_key(|(doc, _)| *doc);
    Some(scan)
}

/// One-hash Bloom filter that rejects most shingles without a lookup.
struct Filter {
    bits: Vec<u64>,
    mask: u64,
}

impl Filter {
    fn new(hashes: &[u64]) -> Self {
        let size = (hashes.len().max(64) * 16).next_power_of_two();
        let mut filter = Filter {
            bits: vec![0; size / 64],
            mask: size as u64 - 1,
        };
        for hash in hashes {
            let bit = hash & filter.mask;
            filter.bits[(bit / 64) as usize] |= 1 << (bit % 64);
        }
        filter
    }

    #[inline]
    fn may_contain(&self, hash: u64) -> bool {
        let bit = hash & self.mask;
        self.bits[(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn documents_that_share_a_shingle_are_found_with_their_overlap(
            // Few distinct terms: copies, texts with the same set, unrelated texts.
            texts in prop::collection::vec(prop::collection::vec(0_u64..4, 0..8), 1..30),
            k in 1_usize..4,
            bag: bool,
            hash_bits in prop::sample::select(vec![32_u32, 64]),
        ) {
            let sketching = Sketching { k, bag, hash_bits, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let query = collection.shingle_set(DocNo::at(0));
            let others: Vec<DocNo> = collection.documents().skip(1).collect();
            let scan = scan(&collection, &query, &others, &Cancel::default()).unwrap();
            let sets: Vec<Vec<u64>> = others.iter().map(|doc| collection.shingle_set(*doc)).collect();
            let overlaps = others.iter().zip(&sets);
            let overlaps = overlaps.map(|(doc, set)| (*doc, Overlap::new(&query, set)));
            let want: Vec<_> = overlaps.filter(|(_, overlap)| overlap.shared > 0).collect();
            prop_assert_eq!(scan.sharing, want);
            let count = |hash| sets.iter().filter(|set| set.contains(hash)).count() as u32;
            prop_assert_eq!(scan.spread, query.iter().map(count).collect::<Vec<_>>());
        }
    }
}
