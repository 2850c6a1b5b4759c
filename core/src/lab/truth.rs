//! Exact truth: the complete join of a collection, down to the lowest affordable similarity; for a large corpus
//! first down to a higher one.

use std::sync::Arc;

use crate::base::Cancel;
use crate::candidates::complete::{Complete, FLOORS};
use crate::candidates::{Identical, PairSet};
use crate::index::Collection;

/// Floors above the threshold to try for a corpus that has too many pairs at the threshold.
const HIGHER_FLOORS: [f64; 8] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// Number of terms of a corpus from which a join down to the lowest floor takes seconds.
const MANY_TERMS: usize = if cfg!(test) { 100 } else { 4_000_000 };

/// Returns all pairs down to the lowest affordable floor below `limit`, or `otherwise` if there is none. `share`
/// receives the progress of the join, 0..=1, from any thread. `None` once `cancel` is stopped.
pub(in crate::lab) fn down_to_lowest(
    complete: &Complete<'_>,
    limit: f64,
    cancel: &Cancel,
    share: &(dyn Fn(f64) + Sync),
    otherwise: impl FnOnce() -> Arc<PairSet>,
) -> Option<Arc<PairSet>> {
    let below = FLOORS.into_iter().filter(|floor| *floor < limit);
    let lowest = complete.affordable(below, cancel, share);
    let pairs = lowest.map_or_else(otherwise, Arc::new);
    (!cancel.stopped()).then_some(pairs)
}

/// The exact pairs of `collection` by the measure of `pair_set`, down to the lowest affordable floor below `threshold`.
/// If none is affordable: `pair_set` if it is complete down to `threshold`, otherwise the pairs down to `threshold` or
/// the lowest affordable floor above it, or to 1. `share` receives the progress of the join, 0..=1, from any thread.
/// `None` once `cancel` is stopped.
pub fn truth(
    collection: &Collection,
    pair_set: &Arc<PairSet>,
    threshold: f64,
    cancel: &Cancel,
    share: &(dyn Fn(f64) + Sync),
) -> Option<Arc<PairSet>> {
    let identical = Identical::from_representatives(collection, pair_set.representative.clone());
    let complete = Complete::new(collection, &identical, pair_set.info.measure);
    if is_complete_to(pair_set, threshold) {
        let floor = pair_set.info.floor;
        return down_to_lowest(&complete, floor, cancel, share, || pair_set.clone());
    }
    down_to_lowest(&complete, threshold, cancel, share, || {
        first_affordable(&complete, threshold, cancel)
    })
}

/// The exact pairs to show first, for a corpus in which [`truth`] takes seconds: `pair_set` if it is complete down to
/// `threshold`, otherwise all pairs down to `threshold` or the lowest affordable floor above it. `None` for a smaller
/// corpus, or once `cancel` is stopped.
pub(crate) fn first_truth(
    collection: &Collection,
    pair_set: &Arc<PairSet>,
    threshold: f64,
    cancel: &Cancel,
) -> Option<Arc<PairSet>> {
    let terms = |doc| collection.term_count(doc);
    if collection.documents().map(terms).sum::<usize>() < MANY_TERMS {
        return None;
    }
    if is_complete_to(pair_set, threshold) {
        return Some(pair_set.clone());
    }
    let identical = Identical::from_representatives(collection, pair_set.representative.clone());
    let complete = Complete::new(collection, &identical, pair_set.info.measure);
    let pairs = first_affordable(&complete, threshold, cancel);
    (!cancel.stopped()).then_some(pairs)
}

/// Whether `pair_set` has all pairs at or above `threshold`.
fn is_complete_to(pair_set: &PairSet, threshold: f64) -> bool {
    pair_set.info.complete && pair_set.info.floor <= threshold
}

/// All pairs down to `threshold`, or to the lowest affordable floor above it.
fn first_affordable(complete: &Complete<'_>, threshold: f64, cancel: &Cancel) -> Arc<PairSet> {
    let above = HIGHER_FLOORS.into_iter().filter(|floor| *floor > threshold);
    let floors = std::iter::once(threshold).chain(above);
    let affordable = complete.affordable(floors, cancel, &|_| {});
    Arc::new(affordable.unwrap_or_else(|| complete.at(1.0, cancel)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{Method, MethodConfig, find};
    use crate::index::made;
    use crate::settings::Sketching;
    use crate::text::shingles::mix;

    #[test]
    fn the_first_truth_is_affordable_and_the_truth_has_the_lowest_floor() {
        let texts: Vec<Vec<u64>> = (0..40)
            .map(|i| (0..30).map(|at| mix(at + i * i % 23)).collect())
            .collect();
        let sketching = Sketching {
            k: 1,
            permutations: 64,
            ..Sketching::default()
        };
        let collection = made::collection(&texts, sketching);
        let identical = Identical::new(&collection);
        for method in [Method::Exact, Method::Lsh] {
            let config = MethodConfig::from(method);
            let pair_set = find(
                &collection,
                &identical,
                &config,
                0.8,
                0.6,
                &Cancel::default(),
            );
            let pair_set = Arc::new(pair_set);
            let never = Cancel::default();
            let first = first_truth(&collection, &pair_set, 0.8, &never).unwrap();
            assert!(first.info.complete && first.info.floor <= 0.8);
            let complete = Complete::new(&collection, &identical, pair_set.info.measure);
            let expected = complete.at(first.info.floor, &Cancel::default());
            assert_eq!(first.pairs, expected.pairs);
            let stopped = truth(&collection, &pair_set, 0.8, &Cancel::after(0), &|_| {});
            assert!(stopped.is_none());
            let full = truth(&collection, &pair_set, 0.8, &never, &|share| {
                assert!((0.0..=1.0).contains(&share));
            });
            let full = full.unwrap();
            assert!(full.info.floor < first.info.floor && full.pairs.len() > first.pairs.len());
        }
        let small = made::collection(&texts[..3], Sketching::default());
        let identical = Identical::new(&small);
        let pair_set = find(
            &small,
            &identical,
            &MethodConfig::default(),
            0.8,
            0.6,
            &Cancel::default(),
        );
        let first = first_truth(&small, &Arc::new(pair_set), 0.8, &Cancel::default());
        assert!(first.is_none());
    }
}
