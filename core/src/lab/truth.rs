//! Exact truth: the complete join of a collection, down to the lowest similarity that is affordable; in a large
//! corpus first what is known sooner.

use std::sync::Arc;

use crate::candidates::complete::{Complete, FLOORS};
use crate::candidates::exact_join::Items;
use crate::candidates::{Identical, PairSet};
use crate::collection::Collection;

/// Floors above the threshold to try for a corpus that has too many pairs at the threshold.
const HIGHER: [f64; 8] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// Terms of a corpus from which the lowest floor takes seconds.
const MANY: usize = if cfg!(test) { 100 } else { 4_000_000 };

/// All pairs down to the lowest affordable floor below `least`, or `otherwise` if there is none. `None`
/// if `should_continue` returns false.
pub(in crate::lab) fn down_to_lowest(
    complete: &Complete<'_>,
    least: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
    otherwise: impl FnOnce() -> Arc<PairSet>,
) -> Option<Arc<PairSet>> {
    down_to_lowest_watched(complete, least, should_continue, &|_| {}, otherwise)
}

/// As [`down_to_lowest`]; `share` receives the progress of the join, 0..=1, from any thread.
fn down_to_lowest_watched(
    complete: &Complete<'_>,
    least: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
    share: &(dyn Fn(f64) + Sync),
    otherwise: impl FnOnce() -> Arc<PairSet>,
) -> Option<Arc<PairSet>> {
    let below = FLOORS.into_iter().filter(|floor| *floor < least);
    let lowest = complete.affordable_watched(below, should_continue, share);
    let pairs = lowest.map_or_else(otherwise, Arc::new);
    should_continue().then_some(pairs)
}

/// The exact pairs of `collection` by the measure of `known`: down to the lowest affordable floor below
/// `threshold`, otherwise to `threshold` or the lowest affordable floor above it (1 if none is
/// affordable). If `known` is complete down to `threshold` and nothing lower is affordable, returns
/// `known`. `None` if `should_continue` returns false.
pub fn truth(
    collection: &Collection,
    known: &Arc<PairSet>,
    threshold: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Arc<PairSet>> {
    let identical = Identical::from_representatives(collection, known.representative.clone());
    let complete = Complete::of(collection, &identical, known.info.measure);
    lowest(&complete, known, threshold, should_continue, &|_| {})
}

/// As [`truth`], from a prepared join.
fn lowest(
    complete: &Complete<'_>,
    known: &Arc<PairSet>,
    threshold: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
    share: &(dyn Fn(f64) + Sync),
) -> Option<Arc<PairSet>> {
    if serves(known, threshold) {
        let otherwise = || known.clone();
        return down_to_lowest_watched(
            complete,
            known.info.floor,
            should_continue,
            share,
            otherwise,
        );
    }
    down_to_lowest_watched(complete, threshold, should_continue, share, || {
        at_hand(complete, threshold, should_continue)
    })
}

/// Whether `known` has all pairs at or above `threshold`.
fn serves(known: &PairSet, threshold: f64) -> bool {
    known.info.complete && known.info.floor <= threshold
}

/// All pairs down to `threshold`, or to the lowest affordable floor above it.
fn at_hand(
    complete: &Complete<'_>,
    threshold: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Arc<PairSet> {
    let above = HIGHER.into_iter().filter(|floor| *floor > threshold);
    let floors = std::iter::once(threshold).chain(above);
    let affordable = complete.affordable(floors, should_continue);
    Arc::new(affordable.unwrap_or_else(|| complete.at(1.0, should_continue)))
}

/// The exact truth of one version of the results: first down to a floor that is known soon, then down to the
/// lowest affordable one.
#[derive(Clone)]
pub(crate) struct Deepening {
    /// The pairs that the results have.
    known: Arc<PairSet>,
    threshold: f64,
    /// Items of the join, once they are prepared.
    items: Option<Arc<Items>>,
}

impl Deepening {
    /// The exact pairs that are known soon, for a corpus in which those down to the lowest floor take seconds:
    /// `known` if it is complete down to `threshold`, otherwise all pairs down to `threshold` or the lowest
    /// affordable floor above it. `None` for a smaller corpus, or if `should_continue` returns false.
    pub fn first(
        collection: &Collection,
        known: &Arc<PairSet>,
        threshold: f64,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<(Self, Arc<PairSet>)> {
        let terms = |doc| collection.term_count(doc);
        if collection.documents().map(terms).sum::<usize>() < MANY {
            return None;
        }
        let mut deepening = Deepening {
            known: known.clone(),
            threshold,
            items: None,
        };
        let first = match serves(known, threshold) {
            true => known.clone(),
            false => {
                let identical = deepening.identical(collection);
                let complete = deepening.complete(collection, &identical);
                at_hand(&complete, threshold, should_continue)
            }
        };
        should_continue().then_some((deepening, first))
    }

    /// What [`truth`] returns. `share` receives the progress of the join, 0..=1, from any thread. After `None`,
    /// because `should_continue` returned false, it can be called again.
    pub fn whole(
        &mut self,
        collection: &Collection,
        should_continue: &(dyn Fn() -> bool + Sync),
        share: &(dyn Fn(f64) + Sync),
    ) -> Option<Arc<PairSet>> {
        let identical = self.identical(collection);
        let complete = self.complete(collection, &identical);
        lowest(
            &complete,
            &self.known,
            self.threshold,
            should_continue,
            share,
        )
    }

    fn identical(&self, collection: &Collection) -> Identical {
        Identical::from_representatives(collection, self.known.representative.clone())
    }

    fn complete<'a>(
        &mut self,
        collection: &'a Collection,
        identical: &'a Identical,
    ) -> Complete<'a> {
        let measure = self.known.info.measure;
        let complete = match self.items.take() {
            Some(items) => Complete::with(collection, identical, measure, items),
            None => Complete::of(collection, identical, measure),
        };
        self.items = Some(complete.items().clone());
        complete
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{Method, MethodConfig, find};
    use crate::collection::made;
    use crate::settings::Sketching;
    use crate::text::shingles::mix;

    #[test]
    fn first_come_the_pairs_at_hand_and_then_all_down_to_the_lowest_floor() {
        let texts: Vec<Vec<u64>> = (0..40)
            .map(|i| (0..30).map(|at| mix(at + i * i % 23)).collect())
            .collect();
        let sketching = Sketching {
            k: 1,
            permutations: 64,
            ..Sketching::default()
        };
        let collection = made::collection(&texts, sketching);
        let identical = Identical::of(&collection);
        for method in [Method::Exact, Method::Lsh] {
            let config = MethodConfig::from(method);
            let known = find(&collection, &identical, &config, 0.8, 0.6, &|| true);
            let known = Arc::new(known);
            let (mut deepening, first) =
                Deepening::first(&collection, &known, 0.8, &|| true).unwrap();
            assert!(first.info.complete && first.info.floor <= 0.8);
            let complete = Complete::of(&collection, &identical, known.info.measure);
            let want = complete.at(first.info.floor, &|| true);
            assert_eq!(first.pairs, want.pairs);
            assert!(deepening.whole(&collection, &|| false, &|_| {}).is_none());
            let whole = deepening.whole(&collection, &|| true, &|share| {
                assert!((0.0..=1.0).contains(&share));
            });
            let want = truth(&collection, &known, 0.8, &|| true).unwrap();
            assert_eq!(whole.unwrap().pairs, want.pairs);
            assert!(want.info.floor < first.info.floor && want.pairs.len() > first.pairs.len());
        }
        let small = made::collection(&texts[..3], Sketching::default());
        let identical = Identical::of(&small);
        let known = find(
            &small,
            &identical,
            &MethodConfig::default(),
            0.8,
            0.6,
            &|| true,
        );
        assert!(Deepening::first(&small, &Arc::new(known), 0.8, &|| true).is_none());
    }
}
