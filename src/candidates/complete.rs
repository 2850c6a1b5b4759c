//! The complete join as far down as is affordable: the truth that methods, sketches and settings are
//! held against.

use super::exact_join::{Items, Join, JoinPredicate};
use super::join_items::{AUTO_COST, items};
use super::{Identical, Method, PairSet, PairSetInfo};
use crate::collection::Collection;
use crate::similarity::{Measure, Pair};

use rayon::prelude::*;

/// Sketches and settings are judged on pairs down to this similarity, where a corpus does not have
/// too many.
pub const LOWEST_FLOOR: f64 = 0.05;

/// Floors that are tried one after the other for corpora that have too many pairs above the lowest.
pub const FLOORS: [f64; 4] = [LOWEST_FLOOR, 0.1, 0.2, 0.3];

/// Pairs that are held without a thought: those of so many texts, if every two were a pair.
const SMALL: usize = 2_000;

/// Pairs that a truth may be expected to hold: some hundred megabytes.
const PAIRS: u64 = 5_000_000;

/// One in so many texts has its pairs counted to found that expectation on.
const PROBE: usize = 32;

/// A collection prepared for complete joins by one measure: the shingles put together, once.
pub struct Complete<'a> {
    collection: &'a Collection,
    identical: &'a Identical,
    measure: Measure,
    items: Items,
}

impl<'a> Complete<'a> {
    /// Prepares it. Cost: a look at every shingle, and a sort of those in two documents or more.
    #[must_use]
    pub fn of(collection: &'a Collection, identical: &'a Identical, measure: Measure) -> Self {
        Complete {
            collection,
            identical,
            measure,
            items: items(collection, identical.distinct()),
        }
    }

    /// Every pair down to the first of `floors` (rising) at which counting takes seconds, not minutes,
    /// and the pairs can be held; `None` where there is no such floor, or after a no from `should_continue`.
    #[must_use]
    pub fn affordable(
        &self,
        floors: impl IntoIterator<Item = f64>,
        should_continue: &(impl Fn() -> bool + Sync + ?Sized),
    ) -> Option<PairSet> {
        let join = floors.into_iter().find_map(|floor| {
            let join = Join::new(&self.items, JoinPredicate::new(self.measure, floor));
            let affordable = || {
                join.cost() <= AUTO_COST
                    && (self.items.len() <= SMALL || self.few(&join, should_continue))
            };
            (should_continue() && affordable()).then_some(join)
        })?;
        let pairs = self.run(&join, should_continue);
        should_continue().then_some(pairs)
    }

    /// Every pair at or above `floor`, whatever it takes; after a no from `should_continue` those found so far,
    /// and the set says that it is not complete.
    #[must_use]
    pub fn at(&self, floor: f64, should_continue: &(impl Fn() -> bool + Sync + ?Sized)) -> PairSet {
        let join = Join::new(&self.items, JoinPredicate::new(self.measure, floor));
        self.run(&join, should_continue)
    }

    /// Whether the pairs can be held, by those of some texts.
    fn few(&self, join: &Join<'_>, should_continue: &(impl Fn() -> bool + Sync + ?Sized)) -> bool {
        join.count_some(PROBE, should_continue) * PROBE as u64 <= PAIRS
    }

    fn run(
        &self,
        join: &Join<'_>,
        should_continue: &(impl Fn() -> bool + Sync + ?Sized),
    ) -> PairSet {
        let (mut pairs, found) = joined(self.collection, join, Method::Exact, should_continue);
        pairs.par_sort_unstable_by(|a, b| a.order(b, self.measure));
        PairSet::new(self.identical.representatives().to_vec(), pairs, found)
    }
}

/// What a join finds, in no particular order, told as found by `method`.
pub(super) fn joined(
    collection: &Collection,
    join: &Join<'_>,
    method: Method,
    should_continue: &(impl Fn() -> bool + Sync + ?Sized),
) -> (Vec<Pair>, PairSetInfo) {
    let layout = collection.layout();
    let pair = |(a, b, overlap)| Pair {
        a,
        b,
        overlap,
        agreeing: layout.agreeing(collection.sketch(a), collection.sketch(b)),
    };
    let (pairs, candidates) = join.run(pair, should_continue);
    let found = PairSetInfo {
        method: method.name(),
        measure: join.need().measure(),
        bands: None,
        floor: join.need().least(),
        complete: should_continue(),
        chosen_for: None,
        candidates,
        capped: 0,
        note: String::new(),
    };
    (pairs, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{MethodConfig, find};
    use crate::collection::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_what_the_exact_method_finds(
            texts in prop::collection::vec(prop::collection::vec(0_u64..9, 0..12), 0..24),
            contained: bool,
            floor in 0_u32..=100,
        ) {
            let sketching = Sketching { k: 1, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let identical = Identical::of(&collection);
            let measure = if contained { Measure::Containment } else { Measure::Jaccard };
            let method_config = MethodConfig { measure, ..MethodConfig::from(Method::Exact) };
            let floor = f64::from(floor) / 100.0;
            let want = find(&collection, &identical, &method_config, floor, floor, || true);
            let complete = Complete::of(&collection, &identical, measure);
            let lowest = complete.affordable([floor, 1.0], &|| true).unwrap();
            for got in [complete.at(floor, &|| true), lowest] {
                prop_assert_eq!(&got.pairs, &want.pairs);
                prop_assert_eq!(&got.found, &want.found);
                prop_assert_eq!(&got.representative, &want.representative);
            }
            prop_assert!(complete.affordable([floor], &|| false).is_none());
            prop_assert!(!complete.at(floor, &|| false).found.complete);
        }
    }
}
