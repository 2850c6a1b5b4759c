//! The methods by name, and the one way from a collection to its verified pairs.

use std::fmt;
use std::str::FromStr;

use rayon::prelude::*;

use super::banding::{Banding, RECALL};
use super::exact_join::{Join, Sets};
use super::pair_set::{Found, PairSet};
use super::{Identical, lsh};
use crate::base::DocNo;
use crate::collection::Collection;
use crate::similarity::{Estimate, Pair, verify};

/// A way to find near-duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The complete join wherever it is affordable, LSH otherwise; the result says which it was.
    #[default]
    Auto,
    /// Candidates by LSH banding of min-hash sketches, each verified exactly.
    Lsh,
    /// The complete join on shingle sets.
    Exact,
}

impl Method {
    /// All of them, by the name they have on the command line.
    pub const ALL: [(&'static str, Method); 3] = [
        ("auto", Method::Auto),
        ("lsh", Method::Lsh),
        ("exact", Method::Exact),
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Lsh => "lsh",
            Method::Exact => "exact",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Method::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, method)| *method).ok_or_else(|| {
            let known: Vec<&str> = Method::ALL.iter().map(|(name, _)| *name).collect();
            anyhow::anyhow!("no method {name:?}; there are {}", known.join(", "))
        })
    }
}

/// Terms up to which `auto` prepares the complete join: its sets take eight bytes each.
pub const AUTO_TERMS: usize = 20_000_000;

/// Postings up to which `auto` runs the complete join once prepared: seconds, not minutes.
const AUTO_POSTINGS: u64 = 1_000_000_000;

/// Lowest floor that LSH is asked for below a threshold: further down its candidates outnumber
/// what they find by far.
const LSH_FLOOR: f64 = 0.6;

/// All pairs of `collection` that `method` finds at or above `threshold` (exact Jaccard, 0..=1; at 0
/// as at anything above: pairs that share nothing are never listed), and below it down to `floor`
/// where that is affordable: [`Found::floor`] says how far. `go_on` is asked now and then; after a no
/// the result holds what was found so far and says it is not complete.
pub fn find(
    collection: &Collection,
    identical: &Identical,
    method: Method,
    threshold: f64,
    floor: f64,
    go_on: impl Fn() -> bool + Sync,
) -> PairSet {
    let documents = identical.distinct();
    let floor = floor.min(threshold);
    let (mut pairs, found) = match method {
        Method::Lsh => by_lsh(
            collection,
            documents,
            floor.max(LSH_FLOOR.min(threshold)),
            &go_on,
        ),
        Method::Exact => by_join(collection, &prepare(collection, documents, floor), &go_on),
        Method::Auto => match affordable(collection, documents, threshold, floor) {
            Some(join) => by_join(collection, &join, &go_on),
            None => by_lsh(collection, documents, threshold, &go_on),
        },
    };
    pairs.par_sort_unstable_by(Pair::order);
    PairSet::new(identical.representatives().to_vec(), pairs, found)
}

/// The complete join down to `floor`, else to `threshold`, else none.
fn affordable(
    collection: &Collection,
    documents: &[DocNo],
    threshold: f64,
    floor: f64,
) -> Option<Join> {
    let terms: usize = documents
        .iter()
        .map(|doc| collection.terms(*doc).len())
        .sum();
    if terms > AUTO_TERMS {
        return None;
    }
    let sets = Sets::gather(documents, |doc| collection.shingle_set(doc));
    let join = Join::new(&sets, floor);
    if join.cost() <= AUTO_POSTINGS {
        return Some(join);
    }
    let join = Join::new(&sets, threshold);
    (join.cost() <= AUTO_POSTINGS).then_some(join)
}

fn by_lsh(
    collection: &Collection,
    documents: &[DocNo],
    floor: f64,
    go_on: &(impl Fn() -> bool + Sync),
) -> (Vec<Pair>, Found) {
    let permutations = collection.settings().sketching.permutations;
    let banding = Banding::choose(permutations, floor, RECALL);
    let proposed = lsh::candidates(collection, documents, banding);
    let found = Found {
        method: Method::Lsh.name(),
        bands: Some((banding.bands, banding.rows)),
        floor,
        complete: false,
        candidates: proposed.pairs.len() as u64,
        capped: proposed.capped,
    };
    (
        verify::verify(collection, proposed.pairs, floor, go_on),
        found,
    )
}

fn prepare(collection: &Collection, documents: &[DocNo], floor: f64) -> Join {
    Join::new(
        &Sets::gather(documents, |doc| collection.shingle_set(doc)),
        floor,
    )
}

fn by_join(
    collection: &Collection,
    join: &Join,
    go_on: &(impl Fn() -> bool + Sync),
) -> (Vec<Pair>, Found) {
    let (joined, candidates) = join.run(go_on);
    let pairs = joined.into_par_iter().map(|(a, b, overlap)| {
        let agreeing = Estimate::of(collection.sketch(a), collection.sketch(b)).agreeing;
        Pair {
            a,
            b,
            overlap,
            agreeing,
        }
    });
    let found = Found {
        method: Method::Exact.name(),
        bands: None,
        floor: join.threshold(),
        complete: go_on(),
        candidates,
        capped: 0,
    };
    (pairs.collect(), found)
}
