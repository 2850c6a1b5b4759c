//! Random pair sets for the tests of this module, with copies and many ties.

use proptest::prelude::*;

use crate::base::DocNo;
use crate::candidates::{PairSet, PairSetInfo};
use crate::similarity::{Measure, Overlap, Pair};

/// Number of documents in every generated set.
pub const DOCUMENTS: usize = 14;

/// A pair set over [`DOCUMENTS`] documents: some are copies of earlier ones, and pairs of the
/// others have one of ten similarities, so that ties are frequent. Some copies are not compared with each other.
pub fn pair_sets() -> impl Strategy<Value = PairSet> {
    let apart = prop::collection::vec(any::<bool>(), DOCUMENTS);
    let copies = prop::collection::vec(prop::option::weighted(0.2, 0..DOCUMENTS), DOCUMENTS);
    let shared = prop::collection::btree_map((0..DOCUMENTS, 0..DOCUMENTS), 1_u32..=10, 0..40);
    (copies, shared, apart).prop_map(|(copies, shared, apart)| {
        let mut representative: Vec<DocNo> = (0..DOCUMENTS).map(DocNo::at).collect();
        for (doc, original) in copies.into_iter().enumerate() {
            if let Some(original) = original.filter(|original| *original < doc) {
                representative[doc] = representative[original];
            }
        }
        let is_representative = |doc: usize| representative[doc].index() == doc;
        let mut pairs: Vec<Pair> = shared
            .into_iter()
            .filter(|((a, b), _)| a < b && is_representative(*a) && is_representative(*b))
            .map(|((a, b), shared)| pair(a, b, shared))
            .collect();
        pairs.sort_by(|a, b| a.order(b, Measure::Jaccard));
        pair_set(representative, pairs).with_copies_apart(apart)
    })
}

/// A pair with Jaccard `shared / (20 - shared)`.
pub fn pair(a: usize, b: usize, shared: u32) -> Pair {
    Pair {
        a: DocNo::at(a),
        b: DocNo::at(b),
        overlap: Overlap {
            shared,
            size_a: 10,
            size_b: 10,
        },
        agreeing: 0,
    }
}

/// A pair set of pairs in listing order, as returned by the complete join.
pub fn pair_set(representative: Vec<DocNo>, pairs: Vec<Pair>) -> PairSet {
    let info = PairSetInfo {
        method: "exact",
        complete: true,
        candidates: pairs.len() as u64,
        ..PairSetInfo::default()
    };
    PairSet::new(representative, pairs, info)
}

/// Exact similarity of two documents of a generated set: 1 for a document and itself and for copies that are
/// compared, 0 for non-pairs.
pub fn similarity(pairs: &PairSet, a: DocNo, b: DocNo) -> f64 {
    if a == b {
        return 1.0;
    }
    let (a, b) = (
        pairs.representative[a.index()],
        pairs.representative[b.index()],
    );
    if a == b {
        return f64::from(u8::from(pairs.copies_are_pairs(a)));
    }
    let ends = (a.min(b), a.max(b));
    let edge = pairs.pairs.iter().find(|pair| (pair.a, pair.b) == ends);
    edge.map_or(0.0, |pair| pairs.score(pair))
}

/// All documents of a generated set.
pub fn documents() -> impl Iterator<Item = DocNo> + Clone {
    (0..DOCUMENTS).map(DocNo::at)
}

/// Components of at least two documents, by testing all pairs at the threshold.
pub fn clusters(pairs: &PairSet, threshold: f64) -> Vec<Vec<DocNo>> {
    let mut seen = [false; DOCUMENTS];
    let mut out = Vec::new();
    for start in documents() {
        let (mut queue, mut members) = (vec![start], Vec::new());
        while let Some(doc) = queue.pop() {
            if !std::mem::replace(&mut seen[doc.index()], true) {
                members.push(doc);
                queue.extend(documents().filter(|d| similarity(pairs, doc, *d) >= threshold));
            }
        }
        members.sort_unstable();
        if members.len() > 1 {
            out.push(members);
        }
    }
    out
}
