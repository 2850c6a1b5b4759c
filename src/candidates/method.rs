//! The methods by name, and the one way from a collection to its verified pairs.

use std::fmt;
use std::str::FromStr;

use super::banding::{Banding, RECALL};
use super::exact_join::{Join, Sets};
use super::pair_set::{Found, PairSet};
use super::{Identical, lsh};
use crate::collection::Collection;
use crate::similarity::{Estimate, Pair, verify};

/// A way to find near-duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Candidates by LSH banding of min-hash sketches, each verified exactly.
    #[default]
    Lsh,
    /// The complete join on shingle sets.
    Exact,
}

impl Method {
    /// All of them, by the name they have on the command line.
    pub const ALL: [(&'static str, Method); 2] = [("lsh", Method::Lsh), ("exact", Method::Exact)];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
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

/// All pairs of `collection` that `method` finds at or above `floor` (exact Jaccard, 0..=1; at 0 as
/// at anything above: pairs that share nothing are never listed). `go_on` is asked now and then;
/// after a no the result holds what was found so far and says it is not complete.
pub fn find(
    collection: &Collection,
    identical: &Identical,
    method: Method,
    floor: f64,
    go_on: impl Fn() -> bool + Sync,
) -> PairSet {
    let documents = identical.distinct();
    // A threshold of 0 asks for every pair that shares a shingle at all.
    let least = floor.max(f64::MIN_POSITIVE);
    let (mut pairs, found) = match method {
        Method::Lsh => {
            let permutations = collection.settings().sketching.permutations;
            let banding = Banding::choose(permutations, least, RECALL);
            let proposed = lsh::candidates(collection, documents, banding);
            let candidates = proposed.pairs.len() as u64;
            let pairs = verify::verify(collection, proposed.pairs, least, &go_on);
            let found = Found {
                method: method.name(),
                bands: Some((banding.bands, banding.rows)),
                floor,
                complete: false,
                candidates,
                capped: proposed.capped,
            };
            (pairs, found)
        }
        Method::Exact => {
            let sets = Sets::gather(documents, |doc| collection.shingle_set(doc));
            let join = Join::new(&sets, least);
            drop(sets);
            let (joined, candidates) = join.run(&go_on);
            let pairs = joined
                .into_iter()
                .map(|(a, b, overlap)| {
                    let agreeing =
                        Estimate::of(collection.sketch(a), collection.sketch(b)).agreeing;
                    Pair {
                        a,
                        b,
                        overlap,
                        agreeing,
                    }
                })
                .collect();
            let found = Found {
                method: method.name(),
                bands: None,
                floor,
                complete: go_on(),
                candidates,
                capped: 0,
            };
            (pairs, found)
        }
    };
    pairs.sort_unstable_by(Pair::order);
    PairSet::new(identical.representatives().to_vec(), pairs, found)
}
