//! Candidates counted exactly on their shingle sets.

use rayon::prelude::*;

use super::{Measure, Overlap, Pair};
use crate::base::DocNo;
use crate::collection::Collection;

/// Candidates verified by one piece of work; its sets are made once for neighbours in the list.
const CHUNK: usize = 256;

/// Terms of documents whose sets are held all at once: some hundred megabytes.
const HELD: usize = 30_000_000;

/// The candidates whose exact similarity by `measure` is at or above `threshold`, with their figures,
/// in no particular order. `should_continue` is asked now and then; after a no the rest is left out.
pub fn verify(
    collection: &Collection,
    mut candidates: Vec<(DocNo, DocNo)>,
    measure: Measure,
    threshold: f64,
    should_continue: &(impl Fn() -> bool + Sync),
) -> Vec<Pair> {
    // In order, so that one document's pairs stand together and its set is made once.
    candidates.par_sort_unstable();
    // Proposing has gone through all sketches; what is looked at from here on is few of them.
    collection.release();
    let layout = collection.layout();
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
                    let agreeing = layout.agreeing(collection.sketch(a), collection.sketch(b));
                    out.push(Pair {
                        a,
                        b,
                        overlap,
                        agreeing,
                    });
                }
            }
            out
        })
        .collect()
}

/// The overlaps of `pairs`, in their order; fastest where those of one document stand together.
/// `should_continue` is asked now and then; `None` after a no. Call on the pool.
#[must_use]
pub fn overlaps(
    collection: &Collection,
    pairs: &[(DocNo, DocNo)],
    should_continue: &(impl Fn() -> bool + Sync),
) -> Option<Vec<Overlap>> {
    let mut documents: Vec<DocNo> = pairs.iter().flat_map(|pair| [pair.0, pair.1]).collect();
    documents.par_sort_unstable();
    documents.dedup();
    let terms: usize = documents
        .iter()
        .map(|doc| collection.term_count(*doc))
        .sum();
    // Where they fit, all sets are made once.
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

/// Every figure of one pair of documents, whatever its similarity; `a < b`.
#[must_use]
pub fn pair(collection: &Collection, a: DocNo, b: DocNo) -> Pair {
    let overlap = Overlap::of(&collection.shingle_set(a), &collection.shingle_set(b));
    let agreeing = collection
        .layout()
        .agreeing(collection.sketch(a), collection.sketch(b));
    Pair {
        a,
        b,
        overlap,
        agreeing,
    }
}

/// The shingle sets that were needed last.
struct Recent<'a> {
    collection: &'a Collection,
    left: Option<(DocNo, Vec<u64>)>,
    right: Vec<(DocNo, Vec<u64>)>,
    next: usize,
}

impl<'a> Recent<'a> {
    /// Sets kept for right sides: those of one cluster come again and again.
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
                let entry = (b, self.collection.shingle_set(b));
                if self.right.len() < Self::KEPT {
                    self.right.push(entry);
                    self.right.len() - 1
                } else {
                    let at = self.next;
                    self.next = (self.next + 1) % Self::KEPT;
                    self.right[at] = entry;
                    at
                }
            }
        };
        let overlap = Overlap::of(&left, &self.right[at].1);
        self.left = Some((a, left));
        overlap
    }
}
