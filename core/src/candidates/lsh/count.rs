//! Counting of LSH candidates without storing them.

use super::{Buckets, first_agreement, pair_up};
use crate::base::{Cancel, DocNo};
use crate::candidates::banding::Banding;
use crate::index::Collection;

/// Counts what [`super::buckets`] would list, without storing it; with few rows most pairs collide in
/// some bucket. `None` once cancelled.
pub fn count(
    collection: &Collection,
    documents: &[DocNo],
    banding: Banding,
    cancel: &Cancel,
) -> Option<Buckets<u64>> {
    let mut is_outsized = vec![false; collection.len()];
    let count = |is_outsized: &[bool]| {
        let mut pairs = 0;
        let count = |pairs: &mut u64, band, a: DocNo, b: DocNo| {
            let both = is_outsized[a.index()] && is_outsized[b.index()];
            *pairs += u64::from(!both && first_agreement(collection, banding, band, a, b));
        };
        let take = |band_pairs: u64| pairs += band_pairs;
        let outsized = pair_up(collection, documents, banding, cancel, count, take);
        Buckets { pairs, outsized }
    };
    let mut buckets = count(&is_outsized);
    if !buckets.outsized.is_empty() && !cancel.stopped() {
        // Only now is it known which pairs have both documents in outsized buckets.
        for doc in &buckets.outsized {
            is_outsized[doc.index()] = true;
        }
        buckets = count(&is_outsized);
    }
    (!cancel.stopped()).then_some(buckets)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{BUCKET, buckets};
    use super::*;
    use crate::index::{Class, Classes, ComparedWith, made};
    use crate::settings::Sketching;
    use proptest::prelude::*;

    fn single_terms(permutations: usize) -> Sketching {
        Sketching {
            k: 1,
            permutations,
            ..Sketching::default()
        }
    }

    #[test]
    fn pairs_that_are_not_compared_are_neither_counted_nor_listed() {
        let text: Vec<u64> = (0..30).collect();
        let others = (100..103).map(|own| [text.clone(), vec![own]].concat());
        let collection = made::collection(&others.collect::<Vec<_>>(), single_terms(32));
        let class = |archive| Class {
            archive,
            group: None,
        };
        let classes = Classes::new(ComparedWith::All, [true, true, false].map(class));
        let banding = Banding { bands: 16, rows: 2 };
        let documents: Vec<DocNo> = collection.documents().collect();
        let counted = |classified: &crate::index::Collection| {
            let listed = buckets(classified, &documents, banding, &Cancel::default())
                .pairs
                .len() as u64;
            let counted = count(classified, &documents, banding, &Cancel::default())
                .unwrap()
                .pairs;
            (listed, counted)
        };
        assert_eq!(counted(&collection), (3, 3));
        let parted = collection.with_classes(Some(Arc::new(classes)));
        assert_eq!(counted(&parted), (2, 2));
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
            let listed = buckets(&collection, &documents, banding, &Cancel::default());
            let counted = count(&collection, &documents, banding, &Cancel::default()).unwrap();
            prop_assert_eq!(counted.pairs, listed.pairs.len() as u64);
            prop_assert_eq!(counted.outsized, listed.outsized);
            if texts.len() > 1 {
                prop_assert!(count(&collection, &documents, banding, &Cancel::after(0)).is_none());
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
        let listed = buckets(&collection, &documents, banding, &Cancel::default());
        let outsized = |doc: &DocNo| listed.outsized.binary_search(doc).is_ok();
        let kept = listed
            .pairs
            .iter()
            .filter(|(a, b)| !outsized(a) || !outsized(b));
        let counted = count(&collection, &documents, banding, &Cancel::default()).unwrap();
        assert!(!counted.outsized.is_empty() && counted.outsized.len() < texts.len());
        assert_eq!(counted.pairs, kept.count() as u64);
        assert_eq!(counted.outsized, listed.outsized);
    }
}
