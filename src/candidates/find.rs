//! The one way from a collection to its verified pairs, whichever method proposes them.

use rayon::prelude::*;

use super::banding::Banding;
use super::exact_join::{Items, Join, Need, Sets};
use super::lsh::Proposed;
use super::method::{Method, Recipe};
use super::pair_set::{Found, PairSet};
use super::{Identical, lsh};
use crate::base::DocNo;
use crate::collection::Collection;
use crate::similarity::{Measure, Pair, verify};
use crate::text::shingles;

/// Terms up to which `auto` prepares the complete join, which takes eight bytes for each and as much
/// again for those that several documents share.
pub const AUTO_TERMS: usize = 40_000_000;

/// Cost up to which `auto` runs the complete join once prepared, in nanoseconds as [`Join::cost`]
/// reckons them: seconds, not minutes.
const AUTO_COST: u64 = 4_000_000_000;

/// Lowest floor that LSH is asked for below a threshold: further down its candidates outnumber
/// what they find by far.
const LSH_FLOOR: f64 = 0.6;

/// All pairs of `collection` that `recipe` finds at or above `threshold` (exact similarity by its
/// measure, 0..=1; at 0 as at anything above: pairs that share nothing are never listed), and below
/// it down to `floor` where that is affordable: [`Found::floor`] says how far. `go_on` is asked now
/// and then; after a no the result holds what was found so far and says it is not complete.
pub fn find(
    collection: &Collection,
    identical: &Identical,
    recipe: &Recipe,
    threshold: f64,
    floor: f64,
    go_on: impl Fn() -> bool + Sync,
) -> PairSet {
    let search = Search {
        collection,
        documents: identical.distinct(),
        recipe,
        go_on: &go_on,
    };
    let floor = floor.min(threshold);
    let (mut pairs, found) = match recipe.method {
        Method::Lsh => search.lsh(floor.max(LSH_FLOOR.min(threshold))),
        Method::Exact | Method::Containment => {
            let items = search.items(search.documents);
            search.join(&Join::new(&items, search.need(floor)))
        }
        Method::Auto => match search.affordable(search.documents, &[floor, threshold]) {
            Some(joined) => joined,
            None => search.lsh(threshold),
        },
    };
    pairs.par_sort_unstable_by(|a, b| a.order(b, found.measure));
    PairSet::new(identical.representatives().to_vec(), pairs, found)
}

/// One run of one method.
struct Search<'a, G> {
    collection: &'a Collection,
    /// Documents that stand for themselves and have terms, rising.
    documents: &'a [DocNo],
    recipe: &'a Recipe,
    /// Asked now and then.
    go_on: &'a G,
}

impl<G: Fn() -> bool + Sync> Search<'_, G> {
    fn lsh(&self, floor: f64) -> (Vec<Pair>, Found) {
        let layout = self.collection.layout();
        let chosen = || Banding::choose(layout, floor, self.recipe.recall);
        let banding = self.recipe.banding.unwrap_or_else(chosen);
        let mut buckets = lsh::buckets(self.collection, self.documents, banding);
        let mut capped = 0;
        let mut joined = None;
        if !buckets.outsized.is_empty() {
            joined = self.affordable(&buckets.outsized, &[floor]);
            if joined.is_some() {
                // The join finds these, and all others of outsized buckets.
                let outsized = |doc: &DocNo| buckets.outsized.binary_search(doc).is_ok();
                let both = |(a, b): &(DocNo, DocNo)| outsized(a) && outsized(b);
                buckets.pairs.retain(|pair| !both(pair));
            } else {
                let some = lsh::neighbours(self.collection, &buckets.outsized, banding);
                capped = some.capped;
                buckets.pairs.extend(some.pairs);
                buckets.pairs.par_sort_unstable();
                buckets.pairs.dedup();
            }
        }
        let proposed = Proposed {
            pairs: buckets.pairs,
            capped,
        };
        let (mut pairs, mut found) = self.verified(Method::Lsh, proposed, floor);
        if let Some((more, join)) = joined {
            pairs.extend(more);
            found.candidates += join.candidates;
        }
        found.bands = Some((banding.bands, banding.rows));
        (pairs, found)
    }

    /// Counts what a method proposes.
    fn verified(&self, method: Method, proposed: Proposed, floor: f64) -> (Vec<Pair>, Found) {
        let measure = self.measure();
        let found = Found {
            method: method.name(),
            measure,
            bands: None,
            floor,
            complete: false,
            candidates: proposed.pairs.len() as u64,
            capped: proposed.capped,
        };
        let pairs = verify::verify(self.collection, proposed.pairs, measure, floor, self.go_on);
        (pairs, found)
    }

    /// What the threshold is held against.
    fn measure(&self) -> Measure {
        self.recipe.method.measure(self.recipe.measure)
    }

    fn need(&self, least: f64) -> Need {
        Need::new(self.measure(), least)
    }

    /// The shingles of `documents`, put together for the join.
    fn items(&self, documents: &[DocNo]) -> Items {
        let sketching = &self.collection.settings().sketching;
        let sets = Sets::gather(documents, self.terms(documents), |doc, out| {
            shingles::elements(self.collection.terms(doc), sketching, out);
        });
        Items::of(&sets)
    }

    fn terms(&self, documents: &[DocNo]) -> usize {
        let terms = |doc: &DocNo| self.collection.terms(*doc).len();
        documents.iter().map(terms).sum()
    }

    /// The complete join of `documents` down to the first of `floors` at which it is affordable.
    fn affordable(&self, documents: &[DocNo], floors: &[f64]) -> Option<(Vec<Pair>, Found)> {
        if self.terms(documents) > AUTO_TERMS {
            return None;
        }
        let items = self.items(documents);
        let mut joins = floors
            .iter()
            .map(|floor| Join::new(&items, self.need(*floor)));
        let join = joins.find(|join| join.cost() <= AUTO_COST)?;
        Some(self.join(&join))
    }

    fn join(&self, join: &Join<'_>) -> (Vec<Pair>, Found) {
        let layout = self.collection.layout();
        let pair = |(a, b, overlap)| Pair {
            a,
            b,
            overlap,
            agreeing: layout.agreeing(self.collection.sketch(a), self.collection.sketch(b)),
        };
        let (pairs, candidates) = join.run(pair, self.go_on);
        let method = match self.recipe.method {
            Method::Containment => Method::Containment,
            _ => Method::Exact,
        };
        let found = Found {
            method: method.name(),
            measure: join.need().measure(),
            bands: None,
            floor: join.need().least(),
            complete: (self.go_on)(),
            candidates,
            capped: 0,
        };
        (pairs, found)
    }
}
