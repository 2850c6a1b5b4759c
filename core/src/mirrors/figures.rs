//! The figures of a pair of trees.

use foldhash::HashMap;

use super::forest::{Node, PathForest};
use super::merge::{WalkStep, walk};
use super::similar_pairs::{Agreement, SimilarPairs};
use crate::base::{Date, DocNo};
use crate::index::Collection;

/// The common documents of two trees, as counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MirrorFigures {
    /// Paths under both.
    pub both: u32,
    /// Paths under the left tree only.
    pub left_only: u32,
    /// Paths under the right tree only.
    pub right_only: u32,
    /// Paths under both trees with the same text.
    pub identical: u32,
    /// Paths under both trees with different texts whose similarity is at or above the threshold.
    pub near: u32,
    /// Paths under both trees with texts whose similarity is below the threshold.
    pub changed: u32,
    /// Moved documents: the same text under different paths, counted once in `left_only` and once in `right_only`.
    pub moved: u32,
    /// Sum of the exact Jaccard of the documents counted in `near`.
    pub jaccard: f64,
    /// Number of documents counted in `identical` whose bytes differ.
    pub other_bytes: u32,
    /// Latest dates of the documents under both trees, left and right. `None` until they are requested, because finding
    /// them requires reading the texts.
    pub latest: [Option<Date>; 2],
}

/// Calls `each` with two documents, of the left and the right tree, for each path that both trees have.
pub fn for_each_under_both(
    forest: &PathForest,
    collection: &Collection,
    trees: (Node, Node),
    mut each: impl FnMut(DocNo, DocNo),
) {
    walk(forest, collection, trees, &mut |step| {
        if let WalkStep::Documents(Some(a), Some(b)) = step {
            each(a, b);
        }
    });
}

impl MirrorFigures {
    /// Compares two trees. O(documents below them).
    pub fn compare(
        forest: &PathForest,
        similar: &SimilarPairs<'_>,
        left: Node,
        right: Node,
    ) -> Self {
        let collection = similar.collection;
        let mut figures = MirrorFigures::default();
        // Documents under one tree only: for each text, their number on the left and on the right.
        let mut single: HashMap<u32, (u32, u32)> = HashMap::default();
        walk(forest, collection, (left, right), &mut |step| {
            let WalkStep::Documents(a, b) = step else {
                return;
            };
            match (a, b) {
                (Some(a), Some(b)) => figures.add_common(similar, a, b),
                (Some(a), None) => {
                    figures.left_only += 1;
                    single.entry(similar.text(a)).or_default().0 += 1;
                }
                (None, Some(b)) => {
                    figures.right_only += 1;
                    single.entry(similar.text(b)).or_default().1 += 1;
                }
                (None, None) => {}
            }
        });
        figures.moved = single.values().map(|(left, right)| left.min(right)).sum();
        figures
    }

    fn add_common(&mut self, similar: &SimilarPairs<'_>, a: DocNo, b: DocNo) {
        let bytes = |doc| similar.collection.row(doc).fingerprint;
        self.both += 1;
        match similar.agreement(a, b) {
            Agreement::Identical => {
                self.identical += 1;
                self.other_bytes += u32::from(bytes(a) != bytes(b));
            }
            Agreement::Near(jaccard) => {
                self.near += 1;
                self.jaccard += jaccard;
            }
            Agreement::Other => self.changed += 1,
        }
    }

    /// Number of paths under both trees whose documents are identical or near.
    pub fn similar(&self) -> u32 {
        self.identical + self.near
    }

    /// Number of documents of both trees: paths under either tree, with a moved document counted once.
    pub fn union(&self) -> u32 {
        self.both + self.left_only + self.right_only - self.moved
    }

    /// [`MirrorFigures::similar`] divided by [`MirrorFigures::union`], 0..=1.
    pub fn share(&self) -> f64 {
        match self.union() {
            0 => 0.0,
            union => f64::from(self.similar()) / f64::from(union),
        }
    }

    /// Mean Jaccard of the documents that are near; `None` if there are none.
    pub fn mean(&self) -> Option<f64> {
        (self.near > 0).then(|| self.jaccard / f64::from(self.near))
    }

    /// Evidence that the trees are mirrors: number of documents that are identical or near, times their share.
    pub fn evidence(&self) -> f64 {
        f64::from(self.similar()) * self.share()
    }

    /// Number and name of the level of agreement, after Bharat and Broder (1999). Their fifth level, the same structure
    /// with related content such as a translation, is not detected: such documents are not near-duplicates.
    pub fn level(&self) -> (u8, &'static str) {
        if self.left_only + self.right_only + self.changed > 0 {
            (4, "part of the paths or texts")
        } else if self.near > 0 {
            (3, "same paths, near texts")
        } else if self.other_bytes > 0 {
            (2, "same paths, same texts")
        } else {
            (1, "same paths, same bytes")
        }
    }
}
