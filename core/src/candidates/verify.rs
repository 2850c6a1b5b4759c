//! Exact verification of candidate pairs on their shingle sets, pair by pair or by one join of their documents.
//!
//! For a method that proposes hundreds of pairs for each document, each set would be merged hundreds of
//! times. The complete join of the documents reads each set once and looks only at pairs that can reach the
//! threshold. The result is the same, because both count exact overlaps; only the cost decides.

use rayon::prelude::*;

use super::exact_join::{AUTO_TERMS, items, terms};
use super::exact_join::{Join, JoinPredicate};
use crate::base::{Cancel, DocNo};
use crate::index::Collection;
use crate::similarity::{Measure, Overlap, Pair};

/// Approximate nanoseconds to merge one term of one side of a pair.
const MERGE_COST: u64 = 2;

/// Approximate nanoseconds to prepare one term for the join.
const PREPARATION_COST: u64 = 60;

/// Candidates per piece of parallel work. Within a piece, sets are reused for adjacent candidates.
const CHUNK: usize = 256;

/// Minimum number of candidates for which a join of their documents may cost less.
const MIN_JOINED: usize = if cfg!(test) { 8 } else { 10_000 };

/// Maximum total number of terms for which all sets are kept in memory: some hundred megabytes.
const MAX_CACHED_TERMS: usize = 30_000_000;

/// Verifies candidates and returns those with exact similarity by `measure` at or above `threshold`,
/// unordered. Once cancelled, the remaining candidates are skipped.
pub fn verify(
    collection: &Collection,
    mut candidates: Vec<(DocNo, DocNo)>,
    measure: Measure,
    threshold: f64,
    cancel: &Cancel,
) -> Vec<Pair> {
    // Sorted, so that the pairs of one document are adjacent and its set is built once.
    candidates.par_sort_unstable();
    // Candidate generation has read all sketches; verification needs only few of them.
    collection.release();
    // A join, and counting the terms for it, pays off only for very many candidates.
    let mut cache = None;
    if candidates.len() >= MIN_JOINED {
        let documents = documents_of(collection, &candidates);
        let terms = |doc: DocNo| collection.term_count(doc) as u64;
        let pair_terms = candidates.par_iter().map(|(a, b)| terms(*a) + terms(*b));
        let one_by_one_cost = pair_terms.sum::<u64>().saturating_mul(MERGE_COST);
        let need = (measure, threshold);
        if let Some(pairs) = by_join(
            collection,
            &documents,
            need,
            &candidates,
            one_by_one_cost,
            cancel,
        ) {
            return pairs;
        }
        let are_reused = candidates.len() > 2 * documents.len();
        cache = are_reused.then(|| CachedSets::new(collection, documents));
    }
    let need = (measure, threshold);
    one_after_another(collection, &candidates, need, cache.as_ref(), cancel)
}

/// Returns the pairs among `documents` (ascending) that are `candidates` (sorted) and have `measure` at or above
/// `threshold`, unordered. `None` if comparing the candidates one by one, which takes about `one_by_one_cost`
/// nanoseconds, costs less or takes less memory. Once cancelled, the rest is skipped.
fn by_join(
    collection: &Collection,
    documents: &[DocNo],
    (measure, threshold): (Measure, f64),
    candidates: &[(DocNo, DocNo)],
    one_by_one_cost: u64,
    cancel: &Cancel,
) -> Option<Vec<Pair>> {
    let terms = terms(collection, documents);
    if terms > AUTO_TERMS || one_by_one_cost < 2 * PREPARATION_COST * terms as u64 {
        return None;
    }
    let items = items(collection, documents);
    let join = Join::new(&items, JoinPredicate::new(measure, threshold));
    if join.cost > one_by_one_cost {
        return None;
    }
    let candidate = |(a, b, overlap)| {
        let is_candidate = candidates.binary_search(&(a, b)).is_ok();
        is_candidate.then(|| compared(collection, a, b, overlap))
    };
    let joined = join.run_within(usize::MAX, candidate, cancel, |_| {});
    joined.map(|(pairs, _)| pairs)
}

/// Verifies sorted candidates one after the other, with the sets in memory.
fn one_after_another(
    collection: &Collection,
    candidates: &[(DocNo, DocNo)],
    (measure, threshold): (Measure, f64),
    cache: Option<&CachedSets>,
    cancel: &Cancel,
) -> Vec<Pair> {
    candidates
        .par_chunks(CHUNK)
        .flat_map_iter(|chunk| {
            let mut recent = Recent::new(collection);
            let mut out = Vec::new();
            for &(a, b) in chunk {
                if cancel.stopped() {
                    break;
                }
                let set = |doc| cache.and_then(|cache| cache.get(doc));
                let overlap = match (set(a), set(b)) {
                    (Some(x), Some(y)) if measure.most(x.len(), y.len()) < threshold => continue,
                    (Some(x), Some(y)) => Overlap::new(x, y),
                    _ => recent.overlap(a, b),
                };
                if overlap.shared > 0 && measure.similarity(&overlap) >= threshold {
                    out.push(compared(collection, a, b, overlap));
                }
            }
            out
        })
        .collect()
}

/// Returns the overlaps of `pairs`, in their order, or `None` once cancelled. Fastest if the pairs of one document are
/// adjacent. Call on the rayon pool.
pub fn overlaps(
    collection: &Collection,
    pairs: &[(DocNo, DocNo)],
    cancel: &Cancel,
) -> Option<Vec<Overlap>> {
    let cache = CachedSets::new(collection, documents_of(collection, pairs));
    let parts: Option<Vec<Vec<Overlap>>> = pairs
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut recent = Recent::new(collection);
            let overlap = |&(a, b): &(DocNo, DocNo)| match (cache.get(a), cache.get(b)) {
                (Some(x), Some(y)) => Overlap::new(x, y),
                _ => recent.overlap(a, b),
            };
            (!cancel.stopped()).then(|| chunk.iter().map(overlap).collect())
        })
        .collect();
    Some(parts?.concat())
}

/// The documents of `pairs`, ascending, each once.
fn documents_of(collection: &Collection, pairs: &[(DocNo, DocNo)]) -> Vec<DocNo> {
    let mut used = vec![false; collection.len()];
    for (a, b) in pairs {
        (used[a.index()], used[b.index()]) = (true, true);
    }
    let documents = collection.documents();
    documents.filter(|doc| used[doc.index()]).collect()
}

/// The shingle sets of some documents, each built once. Contains no sets if they would not fit in memory.
struct CachedSets {
    documents: Vec<DocNo>,
    sets: Vec<Vec<u64>>,
}

impl CachedSets {
    fn new(collection: &Collection, documents: Vec<DocNo>) -> Self {
        let terms = documents.iter().map(|doc| collection.term_count(*doc));
        let sets = if terms.sum::<usize>() <= MAX_CACHED_TERMS {
            documents
                .par_iter()
                .map(|doc| collection.shingle_set(*doc))
                .collect()
        } else {
            Vec::new()
        };
        CachedSets { documents, sets }
    }

    fn get(&self, doc: DocNo) -> Option<&[u64]> {
        let at = self.documents.binary_search(&doc).ok()?;
        self.sets.get(at).map(Vec::as_slice)
    }
}

/// Returns a pair, which must have `a < b`, with its overlap and sketch agreement. It may have any similarity.
pub fn pair(collection: &Collection, a: DocNo, b: DocNo) -> Pair {
    compared(collection, a, b, overlap(collection, a, b))
}

/// Returns the overlap of two documents, also in a collection without sketches.
pub fn overlap(collection: &Collection, a: DocNo, b: DocNo) -> Overlap {
    Overlap::new(&collection.shingle_set(a), &collection.shingle_set(b))
}

/// Cache of the most recently used shingle sets.
struct Recent<'a> {
    collection: &'a Collection,
    left: Option<(DocNo, Vec<u64>)>,
    right: Vec<(DocNo, Vec<u64>)>,
    next: usize,
}

impl<'a> Recent<'a> {
    /// Number of cached sets for right sides: the sets of one cluster are needed repeatedly.
    const CAPACITY: usize = 64;

    fn new(collection: &'a Collection) -> Self {
        Recent {
            collection,
            left: None,
            right: Vec::new(),
            next: 0,
        }
    }

    fn overlap(&mut self, a: DocNo, b: DocNo) -> Overlap {
        let left = match self.left.take() {
            Some((doc, set)) if doc == a => set,
            _ => self.collection.shingle_set(a),
        };
        let at = match self.right.iter().position(|(doc, _)| *doc == b) {
            Some(at) => at,
            None => {
                let (at, entry) = (self.next, (b, self.collection.shingle_set(b)));
                self.next = (at + 1) % Self::CAPACITY;
                match self.right.get_mut(at) {
                    Some(oldest) => *oldest = entry,
                    None => self.right.push(entry),
                }
                at
            }
        };
        let overlap = Overlap::new(&left, &self.right[at].1);
        self.left = Some((a, left));
        overlap
    }
}

/// Returns the pair with this overlap and the agreement of its sketches. A document without shingles has no minima, and
/// its sketch contains only fill values: it agrees with no document.
pub fn compared(collection: &Collection, a: DocNo, b: DocNo, overlap: Overlap) -> Pair {
    let (x, y) = (collection.sketch(a), collection.sketch(b));
    let is_empty = overlap.size_a == 0 || overlap.size_b == 0;
    Pair {
        a,
        b,
        overlap,
        agreeing: if is_empty {
            0
        } else {
            collection.layout().agreeing(x, y)
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_join_and_single_comparisons_verify_the_same_pairs(
            texts in prop::collection::vec(prop::collection::vec(0_u64..12, 0..14), 2..24),
            is_candidate in prop::collection::vec(any::<bool>(), 300),
            contained: bool,
            percent in 0_u32..=100,
        ) {
            let sketching = Sketching { k: 1, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let documents: Vec<DocNo> = collection.documents().collect();
            let mut every_two = Vec::new();
            for (i, &a) in documents.iter().enumerate() {
                every_two.extend(documents[i + 1..].iter().map(|&b| (a, b)));
            }
            let pairs = every_two.iter().zip(is_candidate.iter().cycle());
            let candidates: Vec<(DocNo, DocNo)> =
                pairs.filter(|(_, is_candidate)| **is_candidate).map(|(pair, _)| *pair).collect();
            let measure = if contained { Measure::Containment } else { Measure::Jaccard };
            let threshold = f64::from(percent) / 100.0;
            let mut want: Vec<Pair> = candidates
                .iter()
                .map(|&(a, b)| pair(&collection, a, b))
                .filter(|pair| pair.overlap.shared > 0 && measure.similarity(&pair.overlap) >= threshold)
                .collect();
            want.sort_by_key(|pair| (pair.a, pair.b));
            let sorted = |mut pairs: Vec<Pair>| {
                pairs.sort_by_key(|pair| (pair.a, pair.b));
                pairs
            };
            let joined = by_join(
                &collection,
                &documents,
                (measure, threshold),
                &candidates,
                u64::MAX,
                &Cancel::default(),
            );
            prop_assert_eq!(&sorted(joined.unwrap()), &want);
            let cache = CachedSets::new(&collection, documents);
            for cache in [None, Some(&cache)] {
                let need = (measure, threshold);
                let by_each = one_after_another(&collection, &candidates, need, cache, &Cancel::default());
                prop_assert_eq!(&sorted(by_each), &want);
            }
            let either = verify(&collection, candidates, measure, threshold, &Cancel::default());
            prop_assert_eq!(&sorted(either), &want);
        }
    }
}
