//! The one way from a collection to its verified pairs, whichever method proposes them.

use rayon::prelude::*;

use super::banding::Banding;
use super::complete::joined;
use super::exact_join::{Items, Join, Need, Sets};
use super::lsh::Proposed;
use super::method::{Method, Recipe};
use super::mod_p::{self, Sampled, Wanted};
use super::pair_set::{Found, PairSet};
use super::simhash::{SimHashOf, SimHashSearch};
use super::super_shingles::SuperShingles;
use super::{Identical, lsh, simhash, sorted_list, super_shingles, winnow};
use crate::base::{DocNo, units};
use crate::collection::Collection;
use crate::similarity::{Measure, Pair, verify};
use crate::text::shingles;

/// Terms up to which `auto` prepares the complete join, which takes eight bytes for each and as much
/// again for those that several documents share.
pub const AUTO_TERMS: usize = 40_000_000;

/// Cost up to which `auto` runs the complete join once prepared, in nanoseconds as [`Join::cost`]
/// reckons them: seconds, not minutes.
pub(super) const AUTO_COST: u64 = 4_000_000_000;

/// Lowest floor to which methods left to chance keep what they find below a threshold: further down
/// their candidates outnumber it by far.
const CHANCE_FLOOR: f64 = 0.6;

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
    let by_chance = floor.max(CHANCE_FLOOR.min(threshold));
    let (mut pairs, found) = match recipe.method {
        Method::Lsh => search.lsh(threshold, by_chance),
        Method::Exact | Method::Containment => {
            let items = items(collection, search.documents);
            search.join(&Join::new(&items, search.need(floor)))
        }
        Method::Auto => match search.affordable(search.documents, &[floor, threshold]) {
            Some(joined) => joined,
            None => search.lsh(threshold, threshold),
        },
        Method::Identical => search.identical(floor),
        Method::SortedList => search.sorted_list(threshold, by_chance),
        Method::SuperShingles => search.super_shingles(floor),
        Method::SimHash => search.simhash(floor),
        Method::ModP => search.mod_p(threshold, by_chance),
        Method::Winnow => search.winnow(floor),
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
    fn lsh(&self, threshold: f64, floor: f64) -> (Vec<Pair>, Found) {
        let layout = self.collection.layout();
        let chosen = || Banding::choose(layout, threshold, self.recipe.recall);
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
        let (mut pairs, mut found) = self.verified(Method::Lsh, proposed, floor, String::new());
        if let Some((more, join)) = joined {
            pairs.extend(more);
            found.candidates += join.candidates;
        }
        found.bands = Some((banding.bands, banding.rows));
        found.chosen_for = self.recipe.banding.is_none().then_some(threshold);
        (pairs, found)
    }

    /// Nothing beyond the documents that stand for each other already.
    fn identical(&self, floor: f64) -> (Vec<Pair>, Found) {
        let note = "only documents whose terms or shingle sets are the same".to_owned();
        self.verified(Method::Identical, Proposed::default(), floor, note)
    }

    fn sorted_list(&self, threshold: f64, floor: f64) -> (Vec<Pair>, Found) {
        let layout = self.collection.layout();
        let needed = sorted_list::needed(layout, threshold, self.recipe.recall);
        let proposed = sorted_list::candidates(self.collection, self.documents, needed, self.go_on);
        let note = format!("{needed} of {} sketch values agreeing", layout.positions);
        let (pairs, mut found) = self.verified(Method::SortedList, proposed, floor, note);
        found.chosen_for = Some(threshold);
        (pairs, found)
    }

    fn super_shingles(&self, floor: f64) -> (Vec<Pair>, Found) {
        let form = self.recipe.super_shingles;
        let proposed =
            super_shingles::candidates(self.collection, self.documents, form, self.go_on);
        let note = match form {
            SuperShingles::Sorted { width, needed } => {
                let shared = u64::from(needed);
                let shared = units::counted(shared, "super-shingle", "super-shingles");
                format!("{shared} of {width} sorted sketch values shared")
            }
            SuperShingles::AltaVista => "two of six groups of 14 sketch values equal".to_owned(),
        };
        self.verified(Method::SuperShingles, proposed, floor, note)
    }

    fn simhash(&self, floor: f64) -> (Vec<Pair>, Found) {
        let options = self.recipe.simhash;
        let proposed = simhash::candidates(self.collection, self.documents, options, self.go_on);
        let of = match options.of {
            SimHashOf::Terms => "terms",
            SimHashOf::Shingles => "shingles",
        };
        let search = match options.search {
            SimHashSearch::Tables => "",
            SimHashSearch::Rotate => ", next to each other in one of 64 rotations",
        };
        let distance = options.distance;
        let note = format!("fingerprints of {of} at distance {distance} or less{search}");
        self.verified(Method::SimHash, proposed, floor, note)
    }

    fn mod_p(&self, threshold: f64, floor: f64) -> (Vec<Pair>, Found) {
        let modulus = self.recipe.modulus;
        let wanted = Wanted {
            measure: self.recipe.measure,
            threshold,
            recall: self.recipe.recall,
        };
        let Sampled {
            proposed,
            without_sample,
        } = mod_p::candidates(self.collection, self.documents, modulus, wanted, self.go_on);
        let mut note = format!("shingles that are 0 modulo {modulus}");
        if without_sample > 0 {
            let counted = units::counted(without_sample, "document has", "documents have");
            note += &format!("; {counted} none and cannot be found");
        }
        let (pairs, mut found) = self.verified(Method::ModP, proposed, floor, note);
        found.chosen_for = Some(threshold);
        (pairs, found)
    }

    fn winnow(&self, floor: f64) -> (Vec<Pair>, Found) {
        let k = self.collection.settings().sketching.k;
        let passage = self.recipe.passage(k);
        let width = winnow::window(passage, k);
        let measure = self.recipe.measure;
        let proposed = winnow::candidates(
            self.collection,
            self.documents,
            width,
            measure,
            floor,
            self.go_on,
        );
        let shingles = units::counted(width as u64, "shingle", "shingles");
        let note = format!("a shared passage of {passage} terms, by windows of {shingles}");
        self.verified(Method::Winnow, proposed, floor, note)
    }

    /// Counts what a method proposes.
    fn verified(
        &self,
        method: Method,
        proposed: Proposed,
        floor: f64,
        note: String,
    ) -> (Vec<Pair>, Found) {
        let measure = self.measure();
        let found = Found {
            method: method.name(),
            measure,
            bands: None,
            floor,
            complete: false,
            chosen_for: None,
            candidates: proposed.pairs.len() as u64,
            capped: proposed.capped,
            note,
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

    fn affordable(&self, documents: &[DocNo], floors: &[f64]) -> Option<(Vec<Pair>, Found)> {
        let measure = self.measure();
        affordable(self.collection, documents, measure, floors, self.go_on)
    }

    fn join(&self, join: &Join<'_>) -> (Vec<Pair>, Found) {
        let method = match self.recipe.method {
            Method::Containment => Method::Containment,
            _ => Method::Exact,
        };
        joined(self.collection, join, method, self.go_on)
    }
}

/// The complete join of `documents` down to the first of `floors` at which it is affordable; what
/// LSH leaves its outsized buckets to.
pub(crate) fn affordable(
    collection: &Collection,
    documents: &[DocNo],
    measure: Measure,
    floors: &[f64],
    go_on: &(impl Fn() -> bool + Sync),
) -> Option<(Vec<Pair>, Found)> {
    if terms(collection, documents) > AUTO_TERMS {
        return None;
    }
    let items = items(collection, documents);
    let mut joins = floors
        .iter()
        .map(|floor| Join::new(&items, Need::new(measure, *floor)));
    let join = joins.find(|join| join.cost() <= AUTO_COST)?;
    Some(joined(collection, &join, Method::Exact, go_on))
}

/// The shingles of `documents`, put together for the join.
pub(super) fn items(collection: &Collection, documents: &[DocNo]) -> Items {
    let sketching = &collection.settings().sketching;
    let sets = Sets::gather(documents, terms(collection, documents), |doc, out| {
        shingles::elements(collection.terms(doc), sketching, out);
    });
    Items::of(&sets)
}

/// Terms of `documents`.
pub(super) fn terms(collection: &Collection, documents: &[DocNo]) -> usize {
    let terms = |doc: &DocNo| collection.term_count(*doc);
    documents.iter().map(terms).sum()
}
