//! Counting of LSH candidates without storing them.

use super::{BUCKET, document, every_two, first_agreement, for_each_band, in_buckets};
use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::collection::Collection;

/// Number of pairs in the buckets of all bands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Number of pairs that agree on at least one band, each counted once, except those with both
    /// documents in `outsized`.
    pub pairs: u64,
    /// Documents in outsized buckets, ascending.
    pub outsized: Vec<DocNo>,
}

/// Counts what [`super::buckets`] would list, without storing it; with few rows most pairs collide in
/// some bucket. `should_continue` is polled; `None` once it returns `false`.
#[must_use]
pub fn count(
    collection: &Collection,
    documents: &[DocNo],
    banding: Banding,
    should_continue: &(impl Fn() -> bool + Sync),
) -> Option<Counted> {
    let mut outsized = vec![false; collection.len()];
    let mut pairs = counted(
        collection,
        documents,
        banding,
        &mut outsized,
        should_continue,
    )?;
    if outsized.contains(&true) {
        // Only now is it known which pairs have both documents in outsized buckets.
        pairs = counted(
            collection,
            documents,
            banding,
            &mut outsized,
            should_continue,
        )?;
    }
    let documents = collection.documents();
    Some(Counted {
        pairs,
        outsized: documents.filter(|doc| outsized[doc.index()]).collect(),
    })
}

/// Counts the pairs of normal-sized buckets, except those with both documents marked in `outsized`.
/// Afterwards `outsized` marks all members of outsized buckets.
fn counted(
    collection: &Collection,
    documents: &[DocNo],
    banding: Banding,
    outsized: &mut [bool],
    should_continue: &(impl Fn() -> bool + Sync),
) -> Option<u64> {
    let known = outsized.to_vec();
    let both = |a: DocNo, b: DocNo| known[a.index()] && known[b.index()];
    let mut all = 0;
    for_each_band(
        collection,
        documents,
        banding,
        |band, order| {
            let (mut pairs, mut outsized) = (0_u64, Vec::new());
            for bucket in in_buckets(&order) {
                if bucket.len() > BUCKET {
                    outsized.extend(bucket.iter().map(|entry| document(*entry)));
                } else if bucket.len() > 1 && should_continue() {
                    every_two(bucket, |a, b| {
                        let first = || first_agreement(collection, banding, band, a, b);
                        pairs += u64::from(!both(a, b) && first());
                    });
                }
            }
            (pairs, outsized)
        },
        |(pairs, members)| {
            all += pairs;
            for doc in members {
                outsized[doc.index()] = true;
            }
        },
    );
    should_continue().then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::lsh::buckets;
    use crate::collection::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    fn single_terms(permutations: usize) -> Sketching {
        Sketching {
            k: 1,
            permutations,
            ..Sketching::default()
        }
    }

    proptest! {
        #[test]
        fn as_many_are_counted_as_are_listed(
            texts in prop::collection::vec(prop::collection::vec(0_u64..9, 0..12), 0..30),
            rows in 1_usize..4,
        ) {
            let collection = made::collection(&texts, single_terms(16));
            let documents: Vec<DocNo> = collection.documents().collect();
            let banding = Banding { bands: 16 / rows, rows };
            let listed = buckets(&collection, &documents, banding);
            let counted = count(&collection, &documents, banding, &|| true).unwrap();
            prop_assert_eq!(counted.pairs, listed.pairs.len() as u64);
            prop_assert_eq!(counted.outsized, listed.outsized);
            if texts.len() > 1 {
                prop_assert!(count(&collection, &documents, banding, &|| false).is_none());
            }
        }
    }

    #[test]
    fn pairs_that_both_stand_in_outsized_buckets_are_left_out() {
        // All share one of few shingles; in addition, two documents that share nothing with the others.
        let mut texts: Vec<Vec<u64>> = (0..BUCKET as u64 + 200).map(|i| vec![1, 100 + i]).collect();
        texts.extend([vec![2, 3, 4], vec![2, 3, 4, 5]]);
        let collection = made::collection(&texts, single_terms(16));
        let documents: Vec<DocNo> = collection.documents().collect();
        let banding = Banding { bands: 16, rows: 1 };
        let listed = buckets(&collection, &documents, banding);
        let outsized = |doc: &DocNo| listed.outsized.binary_search(doc).is_ok();
        let kept = listed
            .pairs
            .iter()
            .filter(|(a, b)| !outsized(a) || !outsized(b));
        let counted = count(&collection, &documents, banding, &|| true).unwrap();
        assert!(!counted.outsized.is_empty() && counted.outsized.len() < texts.len());
        assert_eq!(counted.pairs, kept.count() as u64);
        assert_eq!(counted.outsized, listed.outsized);
    }
}
