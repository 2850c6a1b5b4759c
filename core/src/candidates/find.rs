//! The entry point from a collection to its verified pairs, for all methods.

use std::sync::Arc;

use rayon::prelude::*;

use super::banding::Banding;
use super::complete::joined;
use super::exact_join::{AUTO_COST, AUTO_TERMS, items, terms};
use super::exact_join::{Items, Join, JoinPredicate, Neighbours};
use super::method::{Method, MethodConfig};
use super::pair_set::{PairSet, PairSetInfo};
use super::scope::{Proposed, Scope};
use super::simhash::{self, SimHashInput, SimHashSearch};
use super::super_shingles::SuperShingles;
use super::{Dense, Identical, dense, lsh, mod_p, sorted_list, super_shingles, verify, winnow};
use crate::base::{Cancel, DocNo, units};
use crate::index::Collection;
use crate::similarity::{Measure, Pair};

/// Lowest floor of probabilistic methods for pairs below the threshold. Below this floor, candidates vastly outnumber
/// the pairs above the threshold.
const CHANCE_FLOOR: f64 = 0.6;

/// Finds the pairs of `collection` at or above `threshold` (exact similarity, 0..=1) with
/// `method_config`. Pairs that share nothing are never listed, even at 0. Also keeps pairs below the
/// threshold down to `floor` where affordable; [`PairSetInfo::floor`] states the limit.
/// Once cancelled, the result contains the pairs found so far and is marked as stopped and not complete.
pub fn find(
    collection: &Collection,
    identical: &Identical,
    method_config: &MethodConfig,
    threshold: f64,
    floor: f64,
    cancel: &Cancel,
) -> PairSet {
    let method = method_config.method;
    let search = Search {
        identical,
        scope: Scope {
            collection,
            documents: identical.distinct(),
            cancel,
        },
        method_config,
        measure: method.measure(method_config.measure),
    };
    let floor = floor.min(threshold);
    let chance_floor = floor.max(CHANCE_FLOOR.min(threshold));
    let (distinct, floors) = (identical.distinct(), [floor, threshold]);
    let has_few_terms = terms(collection, distinct) <= AUTO_TERMS;
    let is_dense =
        || dense::expected_pairs(&search.scope, threshold) > 2.0 * dense::MAX_PAIRS as f64;
    let FoundPairs {
        mut pairs,
        mut info,
        dense,
    } = match method {
        Method::Auto | Method::Lsh | Method::Exact if has_few_terms && is_dense() => {
            search.linked(Arc::new(items(collection, distinct)), threshold)
        }
        Method::Lsh => search.lsh(threshold, chance_floor),
        Method::Exact | Method::Containment => {
            let complete = search.complete(&floors, u64::MAX);
            complete.unwrap_or_default()
        }
        Method::Auto => has_few_terms
            .then(|| search.complete(&floors, AUTO_COST))
            .flatten()
            .unwrap_or_else(|| search.lsh(threshold, threshold)),
        Method::Identical => search.identical(floor),
        Method::SortedList => search.sorted_list(threshold, chance_floor),
        Method::SuperShingles => search.super_shingles(floor),
        Method::SimHash => search.simhash(floor),
        Method::ModP => search.mod_p(threshold, chance_floor),
        Method::Winnow => search.winnow(floor),
    };
    info.stopped |= cancel.stopped();
    info.complete &= !info.stopped;
    pairs.par_sort_unstable_by(|a, b| a.order(b, info.measure));
    let mut set = PairSet::new(identical.representatives().to_vec(), pairs, info);
    set.dense = dense.map(Arc::new);
    set.restricted(collection)
}

/// Verified pairs of representatives, unordered, and their properties.
#[derive(Default)]
struct FoundPairs {
    pairs: Vec<Pair>,
    info: PairSetInfo,
    /// Documents some of whose pairs are not listed.
    dense: Option<Dense>,
}

struct Search<'a> {
    identical: &'a Identical,
    scope: Scope<'a>,
    method_config: &'a MethodConfig,
    /// Measure that the threshold applies to.
    measure: Measure,
}

impl Search<'_> {
    fn lsh(&self, threshold: f64, floor: f64) -> FoundPairs {
        let layout = self.scope.collection.layout();
        let default_banding = || Banding::choose(layout, threshold, self.method_config.recall);
        let banding = self.method_config.banding.unwrap_or_else(default_banding);
        let Scope {
            collection,
            documents,
            cancel,
        } = self.scope;
        let mut buckets = lsh::buckets(collection, documents, banding, cancel);
        let outsized = &buckets.outsized;
        let joined = affordable(collection, outsized, self.measure, floor, cancel);
        let proposed = if joined.is_none() {
            lsh::with_neighbours(collection, buckets, banding, cancel)
        } else {
            // The join finds all pairs of outsized buckets.
            let is_outsized = |doc: &DocNo| outsized.binary_search(doc).is_ok();
            let pairs = &mut buckets.pairs;
            pairs.retain(|(a, b)| !is_outsized(a) || !is_outsized(b));
            Proposed {
                pairs: buckets.pairs,
                capped: 0,
            }
        };
        let mut verified = self.verified(proposed, floor, String::new());
        if let Some((joined_pairs, join)) = joined {
            verified.pairs.extend(joined_pairs);
            verified.info.candidates += join.candidates;
        }
        verified.info.method = Method::Lsh.name();
        verified.info.bands = Some((banding.bands, banding.rows));
        verified.info.chosen_for = self.method_config.banding.is_none().then_some(threshold);
        verified
    }

    /// Finds only groups of identical documents; there are no candidates.
    fn identical(&self, floor: f64) -> FoundPairs {
        let note = Method::Identical.about().line.to_owned();
        self.verified(Proposed::default(), floor, note)
    }

    fn sorted_list(&self, threshold: f64, floor: f64) -> FoundPairs {
        let layout = self.scope.collection.layout();
        let needed = sorted_list::needed(layout, threshold, self.method_config.recall);
        let proposed = sorted_list::candidates(&self.scope, needed);
        let note = format!("{needed} of {} sketch values agreeing", layout.positions);
        let mut verified = self.verified(proposed, floor, note);
        verified.info.chosen_for = Some(threshold);
        verified
    }

    fn super_shingles(&self, floor: f64) -> FoundPairs {
        let form = self.method_config.super_shingles;
        let proposed = super_shingles::candidates(&self.scope, form);
        let note = match form {
            SuperShingles::Sorted { width, needed } => {
                let shared = u64::from(needed);
                let shared = units::counted(shared, "super-shingle", "super-shingles");
                format!("{shared} of {width} sorted sketch values shared")
            }
            SuperShingles::AltaVista => "two of six groups of 14 sketch values equal".to_owned(),
        };
        self.verified(proposed, floor, note)
    }

    fn simhash(&self, floor: f64) -> FoundPairs {
        let options = self.method_config.simhash;
        let features = match options.input {
            SimHashInput::Terms => "terms",
            SimHashInput::Shingles => "shingles",
        };
        let search = match options.search {
            SimHashSearch::Tables => "",
            SimHashSearch::Rotate => ", next to each other in one of 64 rotations",
        };
        let distance = options.distance;
        let note = format!("fingerprints of {features} at distance {distance} or less{search}");
        let texts = self.identical.texts(self.scope.collection);
        let scope = self.scope.with_documents(&texts);
        let proposed = simhash::candidates(&scope, options);
        self.verified(self.identical.folded(&texts, proposed), floor, note)
    }

    fn mod_p(&self, threshold: f64, floor: f64) -> FoundPairs {
        let modulus = self.method_config.modulus;
        let probability = (threshold, self.method_config.recall);
        let (proposed, without_sample) =
            mod_p::candidates(&self.scope, modulus, self.measure, probability);
        let mut note = format!("shingles that are 0 modulo {modulus}");
        if without_sample > 0 {
            let counted = units::counted(without_sample, "document has", "documents have");
            note += &format!("; {counted} none and cannot be found");
        }
        let mut verified = self.verified(proposed, floor, note);
        verified.info.chosen_for = Some(threshold);
        verified
    }

    fn winnow(&self, floor: f64) -> FoundPairs {
        let k = self.scope.collection.settings().sketching.k;
        let passage = self.method_config.passage(k);
        let width = winnow::window(passage, k);
        let texts = self.identical.texts(self.scope.collection);
        let scope = self.scope.with_documents(&texts);
        let proposed = winnow::candidates(&scope, width, self.measure, floor);
        let proposed = self.identical.folded(&texts, proposed);
        let shingles = units::counted(width as u64, "shingle", "shingles");
        let note = format!("a shared passage of {passage} terms, by windows of {shingles}");
        self.verified(proposed, floor, note)
    }

    fn verified(&self, proposed: Proposed, floor: f64, note: String) -> FoundPairs {
        let info = PairSetInfo {
            method: self.method_config.method.name(),
            measure: self.measure,
            floor,
            candidates: proposed.pairs.len() as u64,
            capped: proposed.capped,
            note,
            ..PairSetInfo::default()
        };
        let Scope {
            collection, cancel, ..
        } = self.scope;
        let pairs = verify::verify(collection, proposed.pairs, self.measure, floor, cancel);
        FoundPairs {
            pairs,
            info,
            dense: None,
        }
    }

    /// Returns all pairs at or above the first of `floors` (ascending) at which the join costs at most `max_cost` and
    /// the pairs can be listed. If the last floor has too many pairs, returns the edges that connect the documents.
    /// Returns `None` if the join is too expensive.
    fn complete(&self, floors: &[f64; 2], max_cost: u64) -> Option<FoundPairs> {
        let Scope {
            collection,
            documents,
            cancel,
        } = self.scope;
        let items = Arc::new(items(collection, documents));
        let mut is_too_many = false;
        let skipped = usize::from(floors[0] == floors[1]);
        for floor in &floors[skipped..] {
            let join = Join::new(&items, JoinPredicate::new(self.measure, *floor));
            if join.cost > max_cost {
                continue;
            }
            match joined(dense::MAX_PAIRS, collection, &join, cancel, &|_| {}) {
                Some((pairs, mut info)) => {
                    info.method = self.complete_method().name();
                    return Some(FoundPairs {
                        pairs,
                        info,
                        dense: None,
                    });
                }
                None => is_too_many = true,
            }
        }
        is_too_many.then(|| self.linked(items, floors[1]))
    }

    /// Returns the method that is reported for a complete search; never `auto`.
    fn complete_method(&self) -> Method {
        match self.method_config.method {
            Method::Containment => Method::Containment,
            _ => Method::Exact,
        }
    }

    /// The edges that connect documents with too many pairs to list.
    fn linked(&self, items: Arc<Items>, threshold: f64) -> FoundPairs {
        let method = self.complete_method();
        let mut info = PairSetInfo {
            method: method.name(),
            measure: self.measure,
            floor: threshold,
            ..PairSetInfo::default()
        };
        let predicate = JoinPredicate::new(self.measure, threshold);
        let neighbours = Neighbours::new(items, predicate);
        let linked = Dense::link(
            self.scope.collection,
            neighbours,
            self.identical,
            self.scope.cancel,
        );
        let Some((pairs, dense)) = linked else {
            info.stopped = true;
            return FoundPairs {
                info,
                ..FoundPairs::default()
            };
        };
        info.candidates = pairs.len() as u64;
        info.note = dense.sentence("the pairs that link them");
        FoundPairs {
            pairs,
            info,
            dense: Some(dense),
        }
    }
}

/// The complete join of `documents` at `floor`; `None` if it is not affordable. LSH uses it for outsized buckets.
pub(crate) fn affordable(
    collection: &Collection,
    documents: &[DocNo],
    measure: Measure,
    floor: f64,
    cancel: &Cancel,
) -> Option<(Vec<Pair>, PairSetInfo)> {
    if terms(collection, documents) > AUTO_TERMS {
        return None;
    }
    let items = items(collection, documents);
    let join = Join::new(&items, JoinPredicate::new(measure, floor));
    if join.cost > AUTO_COST {
        return None;
    }
    joined(usize::MAX, collection, &join, cancel, &|_| {})
}
