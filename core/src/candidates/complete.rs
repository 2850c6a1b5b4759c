//! The complete join down to the lowest affordable floor: the ground truth for evaluating methods,
//! sketches and settings.

use super::exact_join::{AUTO_COST, items};
use super::exact_join::{Items, Join, JoinPredicate};
use super::{Identical, Method, PairSet, PairSetInfo, verify};
use crate::base::Cancel;
use crate::index::Collection;
use crate::similarity::{Measure, Pair};

use rayon::prelude::*;

/// Lowest similarity of the pairs used to evaluate sketches and settings, if the corpus does not have
/// too many.
pub const LOWEST_FLOOR: f64 = 0.05;

/// Floors tried in turn when a corpus has too many pairs above the lowest one.
pub const FLOORS: [f64; 4] = [LOWEST_FLOOR, 0.1, 0.2, 0.3];

/// Number of documents up to which all pairs fit in memory, so that no estimate is needed.
const MAX_UNESTIMATED: usize = 2_000;

/// Maximum expected number of ground-truth pairs: some hundred megabytes.
const MAX_PAIRS: u64 = 5_000_000;

/// Sampling interval in documents: the pairs of every 32nd document are counted, to estimate the number of all pairs.
const SAMPLING_INTERVAL: usize = 32;

/// A collection prepared for complete joins with one measure. The items are built once.
pub struct Complete<'a> {
    collection: &'a Collection,
    identical: &'a Identical,
    measure: Measure,
    items: Items,
}

impl<'a> Complete<'a> {
    /// Builds the items: one pass over all shingles and a sort of those in two or more documents.
    pub fn new(collection: &'a Collection, identical: &'a Identical, measure: Measure) -> Self {
        Complete {
            collection,
            identical,
            measure,
            items: items(collection, identical.distinct()),
        }
    }

    /// Returns all pairs down to the first of `floors` (ascending) at which the join takes seconds rather than minutes
    /// and the pairs fit in memory. `None` if there is no such floor, or once cancelled. `progress` receives
    /// the completed share of the join, 0..=1, from any thread.
    pub fn affordable(
        &self,
        floors: impl IntoIterator<Item = f64>,
        cancel: &Cancel,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Option<PairSet> {
        let join = floors.into_iter().find_map(|floor| {
            let join = Join::new(&self.items, JoinPredicate::new(self.measure, floor));
            let is_affordable = || join.cost <= AUTO_COST && self.fits_in_memory(&join, cancel);
            (!cancel.stopped() && is_affordable()).then_some(join)
        })?;
        let pairs = self.run(&join, cancel, progress);
        (!cancel.stopped()).then_some(pairs)
    }

    /// Returns all pairs at or above `floor`, at any cost. Once cancelled, the set contains the pairs found so far and
    /// is marked as stopped and not complete.
    pub fn at(&self, floor: f64, cancel: &Cancel) -> PairSet {
        let join = Join::new(&self.items, JoinPredicate::new(self.measure, floor));
        self.run(&join, cancel, &|_| {})
    }

    /// Whether the pairs fit in memory: always for few documents, otherwise by an estimate of their number.
    fn fits_in_memory(&self, join: &Join<'_>, cancel: &Cancel) -> bool {
        self.items.len() <= MAX_UNESTIMATED
            || join.count_some(SAMPLING_INTERVAL, cancel) * SAMPLING_INTERVAL as u64 <= MAX_PAIRS
    }

    fn run(&self, join: &Join<'_>, cancel: &Cancel, progress: &(dyn Fn(f64) + Sync)) -> PairSet {
        let joined_pairs = joined(usize::MAX, self.collection, join, cancel, progress);
        let (mut pairs, info) = joined_pairs.unwrap_or_default();
        pairs.par_sort_unstable_by(|a, b| a.order(b, self.measure));
        PairSet::new(self.identical.representatives().to_vec(), pairs, info)
            .restricted(self.collection)
    }
}

/// Runs the join and returns unsorted pairs; `None` if there are more than about `max_pairs`. `progress` receives the
/// completed share, 0..=1.
pub(super) fn joined(
    max_pairs: usize,
    collection: &Collection,
    join: &Join<'_>,
    cancel: &Cancel,
    progress: &(dyn Fn(f64) + Sync),
) -> Option<(Vec<Pair>, PairSetInfo)> {
    let pair = |(a, b, overlap)| Some(verify::compared(collection, a, b, overlap));
    let (pairs, candidates) = join.run_within(max_pairs, pair, cancel, progress)?;
    let complete = !cancel.stopped();
    let info = PairSetInfo {
        method: Method::Exact.name(),
        measure: join.predicate.measure,
        floor: join.predicate.least,
        complete,
        stopped: !complete,
        candidates,
        ..PairSetInfo::default()
    };
    Some((pairs, info))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{MethodConfig, find};
    use crate::index::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_complete_join_equals_the_exact_method(
            texts in prop::collection::vec(prop::collection::vec(0_u64..9, 0..12), 0..24),
            contained: bool,
            floor in 0_u32..=100,
        ) {
            let sketching = Sketching { k: 1, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let identical = Identical::new(&collection);
            let measure = if contained { Measure::Containment } else { Measure::Jaccard };
            let method_config = MethodConfig { measure, ..MethodConfig::from(Method::Exact) };
            let floor = f64::from(floor) / 100.0;
            let want = find(&collection, &identical, &method_config, floor, floor, &Cancel::default());
            let complete = Complete::new(&collection, &identical, measure);
            let lowest = complete.affordable([floor, 1.0], &Cancel::default(), &|_| {}).unwrap();
            for got in [complete.at(floor, &Cancel::default()), lowest] {
                prop_assert_eq!(&got.pairs, &want.pairs);
                prop_assert_eq!(&got.info, &want.info);
                prop_assert_eq!(&got.representative, &want.representative);
            }
            let stopped = complete.affordable([floor], &Cancel::after(0), &|_| {});
            prop_assert!(stopped.is_none());
            prop_assert!(!complete.at(floor, &Cancel::after(0)).info.complete);
        }
    }
}
