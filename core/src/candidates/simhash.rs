//! Candidates by SimHash: documents whose 64-bit fingerprints differ in few bits.
//!
//! Definition (Charikar 2002): bit i of a fingerprint is the sign of a sum over the document's terms or
//! shingles. The Hamming distance of two fingerprints estimates the angle between the count vectors of
//! the documents. A pair is a candidate at Hamming distance `distance` or less (3 of 64 for web pages:
//! Manku, Jain, Das Sarma 2007). The search runs over distinct fingerprints. Two search algorithms:
//!
//! - **Tables** (Manku, Jain, Das Sarma 2007): complete. The 64 bits are split into m blocks. Two
//!   fingerprints that differ in d bits agree on at least m - d blocks; so for every choice of m - d
//!   blocks, fingerprints that agree on them are compared. A cost estimate determines m. With large distances
//!   and few documents it is cheaper to compare every two, with vector instructions.
//! - **Rotation**: fingerprints are sorted and neighbours compared; then all are rotated left by one
//!   bit, 64 times. Near fingerprints are adjacent only while their differing bits are low-order ones;
//!   otherwise they are missed.
//!
//! Cost: one 8-byte fingerprint per document; one sort per table or rotation. Known weakness: angle is
//! not resemblance. Fingerprints of terms ignore word order, and a few frequent terms determine every
//! bit; in short documents one word changes many bits. The method guarantees no recall at any shingle
//! Jaccard.

mod every_two;
mod rotation;
mod tables;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use rotation::sorted;

use super::collector::Collector;
use super::scope::{Proposed, Scope};
use crate::base::{Cancel, DocNo};
use crate::index::Collection;
use crate::similarity::simhash::{distance, simhash};
use crate::text::shingles::{in_order, mix};

/// Features of a fingerprint; each occurrence counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SimHashOf {
    /// Terms.
    #[default]
    Terms,
    /// Shingles.
    Shingles,
}

impl SimHashOf {
    /// All variants with their command-line names.
    pub const ALL: [(&'static str, SimHashOf); 2] = [
        ("terms", SimHashOf::Terms),
        ("shingles", SimHashOf::Shingles),
    ];
}

/// Search algorithm for near fingerprints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SimHashSearch {
    /// Complete: every pair within the distance.
    #[default]
    Tables,
    /// Neighbours in sorted order, after each of 64 rotations.
    Rotate,
}

impl SimHashSearch {
    /// All variants with their command-line names.
    pub const ALL: [(&'static str, SimHashSearch); 2] = [
        ("tables", SimHashSearch::Tables),
        ("rotate", SimHashSearch::Rotate),
    ];
}

/// Options of SimHash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimHash {
    /// Features of the fingerprint.
    pub of: SimHashOf,
    /// Maximum Hamming distance of a candidate, 0..=16.
    pub distance: u32,
    /// Search algorithm.
    pub search: SimHashSearch,
}

/// Default Hamming distance (Manku, Jain, Das Sarma 2007).
pub const DISTANCE: u32 = 3;

/// Greatest allowed Hamming distance; above, unrelated fingerprints match.
pub const MOST_DISTANT: u32 = 16;

impl Default for SimHash {
    fn default() -> Self {
        SimHash {
            of: SimHashOf::default(),
            distance: DISTANCE,
            search: SimHashSearch::default(),
        }
    }
}

impl SimHash {
    /// Computes the fingerprint of a document.
    pub fn fingerprint(&self, collection: &Collection, doc: DocNo) -> u64 {
        let terms = collection.terms(doc);
        match self.of {
            SimHashOf::Terms => simhash(&terms),
            SimHashOf::Shingles => {
                let mut shingles = Vec::new();
                in_order(&terms, &collection.settings().sketching, &mut shingles);
                // The low bits of shortened hashes are zero; mixing makes every bit depend on the hash.
                shingles.iter_mut().for_each(|hash| *hash = mix(*hash));
                simhash(&shingles)
            }
        }
    }
}

/// The fingerprints of some documents.
pub struct Fingerprints {
    options: SimHash,
    /// (fingerprint, document), ascending.
    keyed: Vec<(u64, DocNo)>,
    /// Fingerprint of each document of the collection; 0 for documents out of the scope.
    of_document: Vec<u64>,
}

impl Fingerprints {
    /// Computes the fingerprints of the documents of `scope`.
    pub fn new(scope: &Scope<'_>, options: SimHash) -> Self {
        let (collection, documents) = (scope.collection, scope.documents);
        let mut keyed: Vec<(u64, DocNo)> = documents
            .par_iter()
            .map(|&doc| {
                if !scope.cancel.stopped() {
                    (options.fingerprint(collection, doc), doc)
                } else {
                    (0, doc)
                }
            })
            .collect();
        keyed.par_sort_unstable();
        let mut of_document = vec![0; collection.len()];
        for (fingerprint, doc) in &keyed {
            of_document[doc.index()] = *fingerprint;
        }
        Fingerprints {
            options,
            keyed,
            of_document,
        }
    }

    /// Documents with the same fingerprint, by ascending fingerprint.
    fn groups(&self) -> Vec<&[(u64, DocNo)]> {
        self.keyed.chunk_by(|a, b| a.0 == b.0).collect()
    }

    /// Whether the fingerprints of two documents are within the distance.
    pub fn near(&self, a: DocNo, b: DocNo) -> bool {
        let fingerprint = |doc: DocNo| self.of_document[doc.index()];
        distance(fingerprint(a), fingerprint(b)) <= self.options.distance
    }

    /// Number of pairs of documents within the distance, without listing them; `None` if the search lists them
    /// in less time than it takes to compare every two fingerprints.
    pub fn count(&self, cancel: &Cancel) -> Option<u64> {
        let (groups, options) = (self.groups(), self.options);
        let blocks = tables::Blocks::choose(groups.len(), options.distance);
        if options.search != SimHashSearch::Tables || !blocks.compare_all() {
            return None;
        }
        let fingerprints: Vec<u64> = groups.iter().map(|group| group[0].0).collect();
        let members: Vec<u64> = groups.iter().map(|group| group.len() as u64).collect();
        let equal: u64 = members.iter().map(|n| n * (n - 1) / 2).sum();
        let most = options.distance;
        Some(equal + every_two::count(&fingerprints, &members, most, cancel))
    }

    /// Pairs of documents that the search finds within the distance.
    pub fn candidates(&self, cancel: &Cancel) -> Proposed {
        // After a stop documents without a fingerprint are all equal.
        if cancel.stopped() {
            return Collector::default().proposed();
        }
        let (groups, most) = (self.groups(), self.options.distance);
        let fingerprints: Vec<u64> = groups.iter().map(|group| group[0].0).collect();
        let near = match self.options.search {
            SimHashSearch::Tables => {
                let blocks = tables::Blocks::choose(fingerprints.len(), most);
                tables::in_tables(&fingerprints, blocks, most, cancel)
            }
            SimHashSearch::Rotate => rotation::by_rotation(&fingerprints, most, cancel),
        };
        let mut collector = Collector::default();
        for group in &groups {
            let members = || group.iter().map(|(_, doc)| *doc);
            let pairs = members().enumerate().flat_map(|(i, a)| {
                let later = members().skip(i + 1);
                later.map(move |b| (a, b))
            });
            let n = group.len() as u64;
            collector.take(n * (n - 1) / 2, pairs);
        }
        for (x, y) in near.pairs {
            let (x, y) = (groups[x.index()], groups[y.index()]);
            let ordered = |a: DocNo, b: DocNo| (a.min(b), a.max(b));
            let pairs = x
                .iter()
                .flat_map(|(_, a)| y.iter().map(move |(_, b)| ordered(*a, *b)));
            collector.take(x.len() as u64 * y.len() as u64, pairs);
        }
        collector.count_dropped(near.capped);
        collector.proposed()
    }
}

/// Pairs of documents that the search finds within the distance.
pub fn candidates(scope: &Scope<'_>, options: SimHash) -> Proposed {
    Fingerprints::new(scope, options).candidates(scope.cancel)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_many_are_counted_as_listed_and_all_are_near(
            texts in prop::collection::vec(prop::collection::vec(0_u64..30, 0..6), 0..40),
            distance in 0..=MOST_DISTANT,
            of_shingles: bool,
        ) {
            let terms = |text: &Vec<u64>| text.iter().map(|term| mix(*term)).collect();
            let texts: Vec<Vec<u64>> = texts.iter().map(terms).collect();
            let collection = made::collection(&texts, Sketching::default());
            let documents: Vec<DocNo> = collection.documents().collect();
            let scope = Scope { collection: &collection, documents: &documents, cancel: &Cancel::default() };
            let features = if of_shingles { SimHashOf::Shingles } else { SimHashOf::Terms };
            let options = SimHash { of: features, distance, ..SimHash::default() };
            let fingerprints = Fingerprints::new(&scope, options);
            let listed = fingerprints.candidates(&Cancel::default());
            prop_assert_eq!(fingerprints.count(&Cancel::default()), Some(listed.pairs.len() as u64));
            prop_assert!(listed.pairs.iter().all(|(a, b)| fingerprints.near(*a, *b)));
            let options = SimHash { search: SimHashSearch::Rotate, ..options };
            prop_assert_eq!(Fingerprints::new(&scope, options).count(&Cancel::default()), None);
        }
    }
}
