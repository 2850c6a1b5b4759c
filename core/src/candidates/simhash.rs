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
//!   and few documents it is cheaper to compare all pairs with vector instructions.
//! - **Rotation**: fingerprints are sorted and neighbours compared; then all are rotated left by one
//!   bit, 64 times. Near fingerprints are adjacent only while their differing bits are low-order ones;
//!   otherwise they are missed.
//!
//! Cost: one 8-byte fingerprint per document; one sort per table or rotation. Known weakness: angle is
//! not resemblance. Fingerprints of terms ignore word order, and a few frequent terms determine every
//! bit; in short documents one word changes many bits. The method guarantees no recall at any shingle
//! Jaccard.

use super::scope::{Collector, Proposed, Scope};
use crate::base::{Cancel, DocNo};
use crate::index::Collection;
use crate::similarity::simhash::distance;
use crate::similarity::simhash::simhash;
use crate::text::shingles::{in_order, mix};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

mod tables;

/// Features of a fingerprint; each occurrence counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SimHashInput {
    /// Terms.
    #[default]
    Terms,
    /// Shingles.
    Shingles,
}

impl SimHashInput {
    /// All variants with their command-line names.
    pub const ALL: [(&'static str, SimHashInput); 2] = [
        ("terms", SimHashInput::Terms),
        ("shingles", SimHashInput::Shingles),
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
    pub input: SimHashInput,
    /// Maximum Hamming distance of a candidate, 0..=16.
    pub distance: u32,
    /// Search algorithm.
    pub search: SimHashSearch,
}

/// Default Hamming distance (Manku, Jain, Das Sarma 2007).
pub const DISTANCE: u32 = 3;

/// Maximum allowed Hamming distance. At greater distances unrelated fingerprints match.
pub const MAX_DISTANCE: u32 = 16;

impl Default for SimHash {
    fn default() -> Self {
        SimHash {
            input: SimHashInput::default(),
            distance: DISTANCE,
            search: SimHashSearch::default(),
        }
    }
}

impl SimHash {
    /// Computes the fingerprint of a document.
    pub fn fingerprint(&self, collection: &Collection, doc: DocNo) -> u64 {
        let terms = collection.terms(doc);
        match self.input {
            SimHashInput::Terms => simhash(&terms),
            SimHashInput::Shingles => {
                let mut shingles = Vec::new();
                in_order(&terms, &collection.settings().sketching, &mut shingles);
                // The low bits of shortened hashes are zero; mixing makes every bit depend on the hash.
                shingles.iter_mut().for_each(|hash| *hash = mix(*hash));
                simhash(&shingles)
            }
        }
    }
}

/// Pairs of documents of `scope` that the search finds within the distance.
pub fn candidates(scope: &Scope<'_>, options: SimHash) -> Proposed {
    let (collection, cancel) = (scope.collection, scope.cancel);
    let documents = scope.documents.par_iter();
    let mut keyed: Vec<(u64, DocNo)> = documents
        .filter(|_| !cancel.stopped())
        .map(|doc| (options.fingerprint(collection, *doc), *doc))
        .collect();
    keyed.par_sort_unstable();
    let groups: Vec<&[(u64, DocNo)]> = keyed.chunk_by(|a, b| a.0 == b.0).collect();
    let fingerprints: Vec<u64> = groups.iter().map(|group| group[0].0).collect();
    let near = match options.search {
        SimHashSearch::Tables => tables::near(&fingerprints, options.distance, cancel),
        SimHashSearch::Rotate => by_rotation(&fingerprints, options.distance, cancel),
    };
    let mut collector = Collector::default();
    for group in &groups {
        let pairs = group.iter().enumerate().flat_map(|(i, (_, a))| {
            let later = group[i + 1..].iter();
            later.map(move |(_, b)| (*a, *b))
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
    collector.proposed
}

/// Bits of a fingerprint.
const BITS: u32 = 64;

/// Returns pairs of positions in `fingerprints` (distinct values), each pair once and the lower position first. The two
/// fingerprints of a pair are adjacent after some rotation and differ in at most `limit` bits.
fn by_rotation(fingerprints: &[u64], limit: u32, cancel: &Cancel) -> Proposed {
    let rotations: Vec<Vec<(DocNo, DocNo)>> = (0..BITS)
        .into_par_iter()
        .map(|shift| {
            if cancel.stopped() {
                return Vec::new();
            }
            let order = sorted(fingerprints, BITS, shift);
            let near =
                |pair: &&[usize]| distance(fingerprints[pair[0]], fingerprints[pair[1]]) <= limit;
            let neighbours = order.windows(2).filter(near);
            let positions = |pair: &[usize]| {
                let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                (DocNo::at(a), DocNo::at(b))
            };
            neighbours.map(positions).collect()
        })
        .collect();
    let mut pairs = rotations.concat();
    pairs.par_sort_unstable();
    pairs.dedup();
    let mut collector = Collector::default();
    collector.take(pairs.len() as u64, pairs);
    collector.proposed
}

/// Returns the positions of `fingerprints` of `bits` bits, sorted by their values rotated left by `shift` bits.
pub fn sorted(fingerprints: &[u64], bits: u32, shift: u32) -> Vec<usize> {
    let mask = u64::MAX >> (BITS - bits);
    let rotated = |value: u64| match shift % bits {
        0 => value,
        shift => (value << shift | value >> (bits - shift)) & mask,
    };
    let mut order: Vec<usize> = (0..fingerprints.len()).collect();
    order.sort_unstable_by_key(|&at| (rotated(fingerprints[at]), at));
    order
}
