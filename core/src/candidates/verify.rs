//! Exact verification of candidate pairs on their shingle sets.

use rayon::prelude::*;

use crate::base::DocNo;
use crate::collection::{Collection, Scattered};
use crate::similarity::{Measure, Overlap, Pair};

/// Candidates per piece of parallel work. Within a piece, sets are reused for adjacent candidates.
const CHUNK: usize = 256;

/// Maximum total number of terms for which all sets are held at once: some hundred megabytes.
const HELD: usize = 30_000_000;

/// Verifies candidates and returns those with exact similarity by `measure` at or above `threshold`,
/// unordered. `should_continue` is polled; once it returns `false`, the remaining candidates are
/// skipped.
pub fn verify(
    collection: &Collection,
    mut candidates: Vec<(DocNo, DocNo)>,
    measure: Measure,
    threshold: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Vec<Pair> {
    // Sorted, so that the pairs of one document are adjacent and its set is built once.
    candidates.par_sort_unstable();
    // Candidate generation has read all sketches; verification needs only few of them.
    collection.release();
    let scattered = Scattered::new(collection);
    candidates
        .par_chunks(CHUNK)
        .flat_map_iter(|chunk| {
            let mut recent = Recent::new(collection);
            let mut out = Vec::new();
            for &(a, b) in chunk {
                if !should_continue() {
                    break;
                }
                let overlap = recent.overlap(a, b);
                if overlap.shared > 0 && measure.of(&overlap) >= threshold {
                    out.push(compared(collection, a, b, overlap));
                }
            }
            scattered.add(2 * out.len());
            out
        })
        .collect()
}

/// Overlaps of `pairs`, in their order; fastest if the pairs of one document are adjacent.
/// `should_continue` is polled; `None` once it returns `false`. Call on the rayon pool.
#[must_use]
pub fn overlaps(
    collection: &Collection,
    pairs: &[(DocNo, DocNo)],
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Overlap>> {
    let mut documents: Vec<DocNo> = pairs.iter().flat_map(|pair| [pair.0, pair.1]).collect();
    documents.par_sort_unstable();
    documents.dedup();
    let terms: usize = documents
        .iter()
        .map(|doc| collection.term_count(*doc))
        .sum();
    // If they fit in memory, all sets are built once.
    let held: Vec<Vec<u64>> = if terms <= HELD {
        let sets = documents.par_iter();
        sets.map(|doc| collection.shingle_set(*doc)).collect()
    } else {
        Vec::new()
    };
    let set = |doc: DocNo| {
        documents
            .binary_search(&doc)
            .ok()
            .and_then(|at| held.get(at))
    };
    let parts: Option<Vec<Vec<Overlap>>> = pairs
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut recent = Recent::new(collection);
            let overlap = |&(a, b): &(DocNo, DocNo)| match (set(a), set(b)) {
                (Some(x), Some(y)) => Overlap::of(x, y),
                _ => recent.overlap(a, b),
            };
            should_continue().then(|| chunk.iter().map(overlap).collect())
        })
        .collect();
    Some(parts?.concat())
}

/// Overlap and sketch agreement of one pair with `a < b`, whatever its similarity.
#[must_use]
pub fn pair(collection: &Collection, a: DocNo, b: DocNo) -> Pair {
    let overlap = Overlap::of(&collection.shingle_set(a), &collection.shingle_set(b));
    compared(collection, a, b, overlap)
}

/// Overlap of two documents, for a collection that may have no sketches.
#[must_use]
pub fn overlap(collection: &Collection, a: DocNo, b: DocNo) -> Overlap {
    Overlap::of(&collection.shingle_set(a), &collection.shingle_set(b))
}

/// The pair with this overlap and the agreement of its sketches.
pub fn compared(collection: &Collection, a: DocNo, b: DocNo, overlap: Overlap) -> Pair {
    let (x, y) = (collection.sketch(a), collection.sketch(b));
    Pair {
        a,
        b,
        overlap,
        agreeing: collection.layout().agreeing(x, y),
    }
}

/// Cache of the most recently used shingle sets.
struct Recent<'a> {
    collection: &'a Collection,
    left: Option<(DocNo, Vec<u64>)>,
    right: Vec<(DocNo, Vec<u64>)>,
    next: usize,
}

impl<'a> Recent<'a> {
    /// Number of cached sets for right sides: those of one cluster are needed repeatedly.
    const KEPT: usize = 64;

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
                self.next = (at + 1) % Self::KEPT;
                match self.right.get_mut(at) {
                    Some(oldest) => *oldest = entry,
                    None => self.right.push(entry),
                }
                at
            }
        };
        let overlap = Overlap::of(&left, &self.right[at].1);
        self.left = Some((a, left));
        overlap
    }
}
