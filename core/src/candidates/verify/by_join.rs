//! Verification of very many candidates at once: the complete join of their documents counts the overlaps, and
//! pairs that are not candidates are dropped.
//!
//! For a method that proposes hundreds of pairs for each document, each set would be merged hundreds of
//! times. The join reads each set once and looks only at pairs that can reach the threshold. The result is the
//! same, because both count exact overlaps; only the cost decides.

use rayon::prelude::*;

use super::compared::compared;
use crate::base::{Cancel, DocNo};
use crate::candidates::exact_join::{Items, Join, JoinPredicate, Visitor, sift};
use crate::candidates::join_items::{AUTO_TERMS, items, terms};
use crate::index::Collection;
use crate::similarity::{Measure, Overlap, Pair};

/// Approximate nanoseconds to merge one term of one side of a pair.
const MERGED: u64 = 2;

/// Approximate nanoseconds to prepare one term for the join.
const PREPARED: u64 = 60;

/// Estimated nanoseconds to compare candidates one by one, from the total number of terms of both sides.
pub fn one_by_one(terms_of_both_sides: u64) -> u64 {
    terms_of_both_sides.saturating_mul(MERGED)
}

/// The pairs among `documents` (ascending) with `measure` at or above `threshold` for which `candidate` returns
/// `true`, with the lower document first; unordered. `None` if comparing the candidates one by one, which takes
/// about `otherwise` nanoseconds, costs less or takes less memory. Once cancelled, the rest is skipped.
pub fn by_join(
    collection: &Collection,
    documents: &[DocNo],
    (measure, threshold): (Measure, f64),
    candidate: impl Fn(DocNo, DocNo) -> bool + Sync,
    otherwise: u64,
    cancel: &Cancel,
) -> Option<Vec<Pair>> {
    let terms = terms(collection, documents);
    if terms > AUTO_TERMS || otherwise < 2 * PREPARED * terms as u64 {
        return None;
    }
    let items = items(collection, documents);
    let join = Join::new(&items, JoinPredicate::new(measure, threshold));
    if join.cost > otherwise {
        return None;
    }
    Some(joined(collection, &items, &join, candidate, cancel))
}

fn joined(
    collection: &Collection,
    items: &Items,
    join: &Join<'_>,
    candidate: impl Fn(DocNo, DocNo) -> bool + Sync,
    cancel: &Cancel,
) -> Vec<Pair> {
    let visitor = || Candidates {
        items,
        need: join.predicate,
        candidate: &candidate,
        pairs: Vec::new(),
    };
    let parts = join.visit(visitor, cancel, |_| {});
    let pairs = parts.into_par_iter().flat_map(|part| part.pairs);
    pairs
        .map(|(a, b, overlap)| compared(collection, a, b, overlap))
        .collect()
}

/// Collects the candidates that satisfy the predicate.
struct Candidates<'a, F> {
    items: &'a Items,
    need: JoinPredicate,
    candidate: &'a F,
    pairs: Vec<(DocNo, DocNo, Overlap)>,
}

impl<F: Fn(DocNo, DocNo) -> bool + Sync> Candidates<'_, F> {
    fn take(&mut self, larger: usize, smaller: usize, overlap: Overlap) {
        let (x, y) = (self.items.documents[smaller], self.items.documents[larger]);
        let pair = if x < y {
            (x, y, overlap)
        } else {
            (y, x, overlap.swapped())
        };
        if (self.candidate)(pair.0, pair.1) {
            self.pairs.push(pair);
        }
    }
}

impl<F: Fn(DocNo, DocNo) -> bool + Sync> Visitor for Candidates<'_, F> {
    fn pair(&mut self, larger: usize, smaller: usize, shared: u32) {
        let overlap = self.items.overlap(smaller, larger, shared);
        if self.need.met_by(&overlap) {
            self.take(larger, smaller, overlap);
        }
    }

    fn row(&mut self, larger: usize, from: usize, shared: &[u32]) {
        let (items, need) = (self.items, self.need);
        sift(items, need, larger, from, shared, |smaller, overlap| {
            self.take(larger, smaller, overlap);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::verify::{Held, one_after_another, verify};
    use crate::index::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_join_keeps_the_candidates_that_comparing_each_keeps(
            texts in prop::collection::vec(prop::collection::vec(0_u64..12, 0..14), 2..24),
            chosen in prop::collection::vec(any::<bool>(), 300),
            contained: bool,
            percent in 0_u32..=100,
        ) {
            let sketching = Sketching { k: 1, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let documents: Vec<DocNo> = collection.documents().collect();
            let mut every_two = Vec::new();
            for (i, &a) in documents.iter().enumerate() {
                every_two.extend(documents[i + 1..].iter().map(|&b| (a, b)));
            }
            let pairs = every_two.iter().zip(chosen.iter().cycle());
            let candidates: Vec<(DocNo, DocNo)> =
                pairs.filter(|(_, chosen)| **chosen).map(|(pair, _)| *pair).collect();
            let measure = if contained { Measure::Containment } else { Measure::Jaccard };
            let threshold = f64::from(percent) / 100.0;
            let mut want: Vec<Pair> = candidates
                .iter()
                .map(|&(a, b)| crate::candidates::verify::pair(&collection, a, b))
                .filter(|pair| pair.overlap.shared > 0 && measure.similarity(&pair.overlap) >= threshold)
                .collect();
            want.sort_by_key(|pair| (pair.a, pair.b));
            let sorted = |mut pairs: Vec<Pair>| {
                pairs.sort_by_key(|pair| (pair.a, pair.b));
                pairs
            };
            let joined = by_join(
                &collection,
                &documents,
                (measure, threshold),
                |a, b| candidates.binary_search(&(a, b)).is_ok(),
                u64::MAX,
                &Cancel::default(),
            );
            prop_assert_eq!(&sorted(joined.unwrap()), &want);
            let held = Held::new(&collection, documents);
            for held in [None, Some(&held)] {
                let need = (measure, threshold);
                let by_each = one_after_another(&collection, &candidates, need, held, &Cancel::default());
                prop_assert_eq!(&sorted(by_each), &want);
            }
            let either = verify(&collection, candidates, measure, threshold, &Cancel::default());
            prop_assert_eq!(&sorted(either), &want);
        }
    }

    #[test]
    fn few_candidates_are_compared_one_by_one() {
        let collection = made::collection(&[vec![1, 2], vec![1, 3]], Sketching::default());
        let documents: Vec<DocNo> = collection.documents().collect();
        let need = (Measure::Jaccard, 0.5);
        let cost = one_by_one(4);
        let joined = by_join(
            &collection,
            &documents,
            need,
            |_, _| true,
            cost,
            &Cancel::default(),
        );
        assert!(joined.is_none());
    }
}
