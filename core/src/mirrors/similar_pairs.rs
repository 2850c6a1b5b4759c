//! How similar two documents are, from the verified pairs of a collection.

use foldhash::HashMap;

use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::index::Collection;
use crate::similarity::{Estimate, Measure, Overlap, Pair, estimate};

/// If an estimate is more than this number of standard errors below the threshold, the exact similarity is not counted.
/// For a pair at the threshold this happens less than once in a hundred million times.
const MAX_ERRORS: f64 = 6.0;

/// Agreement of two documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Agreement {
    /// The same terms in the same order; of documents without terms, the same bytes.
    Identical,
    /// At or above the threshold; the exact Jaccard, 0..=1.
    Near(f64),
    /// Below the threshold.
    Other,
}

/// Look-up of the pairs of a collection at or above a threshold.
#[derive(Clone, Debug)]
pub struct SimilarPairs<'a> {
    /// The documents.
    pub collection: &'a Collection,
    /// Their pairs.
    pub pairs: &'a PairSet,
    threshold: f64,
    /// For each document, the number of its text; identical documents have the same number.
    text: Vec<u32>,
    /// Place in the pair set of each pair of representatives.
    index: HashMap<(DocNo, DocNo), u32>,
}

impl<'a> SimilarPairs<'a> {
    /// Prepares the pairs at or above `threshold`. O(documents log documents + pairs).
    pub fn new(collection: &'a Collection, pairs: &'a PairSet, threshold: f64) -> Self {
        let ends = |pair: &Pair| (pair.a, pair.b);
        let listed = pairs.at_least(threshold);
        SimilarPairs {
            collection,
            pairs,
            threshold,
            text: texts(collection),
            index: listed.iter().map(ends).zip(0..).collect(),
        }
    }

    /// The pairs of representatives at or above the threshold.
    pub fn listed(&self) -> &'a [Pair] {
        self.pairs.at_least(self.threshold)
    }

    /// Number of the text of a document; documents with equal numbers are identical.
    pub fn text(&self, doc: DocNo) -> u32 {
        self.text[doc.index()]
    }

    /// How similar two documents are. A pair that is not in the pair set is counted now, unless the set is
    /// complete.
    pub fn agreement(&self, a: DocNo, b: DocNo) -> Agreement {
        if self.text(a) == self.text(b) {
            return Agreement::Identical;
        }
        let representative = |doc: DocNo| self.pairs.representative[doc.index()];
        let (x, y) = (
            representative(a).min(representative(b)),
            representative(a).max(representative(b)),
        );
        if x == y {
            // Another text with the same set of shingles.
            return Agreement::Near(1.0);
        }
        if let Some(at) = self.index.get(&(x, y)) {
            return Agreement::Near(self.listed()[*at as usize].jaccard());
        }
        if self.pairs.info.complete {
            Agreement::Other
        } else {
            self.count_agreement(a, b)
        }
    }

    /// Exact overlap of two documents.
    pub fn overlap(&self, a: DocNo, b: DocNo) -> Overlap {
        let set = |doc| self.collection.shingle_set(doc);
        Overlap::new(&set(a), &set(b))
    }

    fn count_agreement(&self, a: DocNo, b: DocNo) -> Agreement {
        let c = self.collection;
        if c.term_count(a) == 0 || c.term_count(b) == 0 {
            return Agreement::Other;
        }
        let measure = self.pairs.info.measure;
        if measure == Measure::Jaccard {
            let layout = c.layout();
            let estimate = Estimate::from_sketches(layout, c.sketch(a), c.sketch(b)).value();
            let positions = c.settings().sketching.permutations;
            let bits = c.settings().sketching.bits;
            let error = estimate::standard_error(self.threshold, positions, bits);
            if estimate < self.threshold - MAX_ERRORS * error {
                return Agreement::Other;
            }
        }
        let overlap = self.overlap(a, b);
        if measure.similarity(&overlap) >= self.threshold {
            Agreement::Near(overlap.jaccard())
        } else {
            Agreement::Other
        }
    }
}

/// For each document, the number of the first document with the same text: the same digest of the terms, or of the
/// bytes if there are no terms.
fn texts(collection: &Collection) -> Vec<u32> {
    let mut first: HashMap<(bool, u128), u32> = HashMap::default();
    let text = |doc: DocNo| {
        let row = collection.row(doc);
        let digest = match collection.term_count(doc) {
            0 => (false, row.fingerprint),
            _ => (true, row.normalised),
        };
        *first.entry(digest).or_insert(doc.0)
    };
    collection.documents().map(text).collect()
}
