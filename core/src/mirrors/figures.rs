//! The figures of a pair of trees.

use std::cmp::Ordering;

use foldhash::HashMap;

use super::forest::{Forest, Node};
use super::likeness::{Likeness, SimilarPairs};
use super::merge::{WalkStep, walk};
use crate::base::{Date, DocNo};
use crate::index::Collection;

/// What two trees have in common, counted in documents.
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
    /// Bytes of the documents that are identical or near, on both sides.
    pub bytes_alike: u64,
    /// Bytes of all documents, on both sides.
    pub bytes: u64,
    /// Number of documents counted in `identical` whose bytes differ.
    pub other_bytes: u32,
    /// Dates of the documents under both trees. Empty until they are requested, because the texts must be read for
    /// them.
    pub dates: Dates,
}

/// Minimum difference of two dates that is significant, in nanoseconds: a day. Files of trees that were copied one
/// after the other differ by less.
const TELLING: i128 = 86_400 * 1_000_000_000;

/// Dates of the documents under both trees. Only documents with a date on both sides count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dates {
    /// Number of documents that are not identical and are later on the left by a day or more.
    pub left_later: u32,
    /// Number of documents that are not identical and are later on the right by a day or more.
    pub right_later: u32,
    /// Minimum and maximum difference of two dates, left minus right, in nanoseconds.
    differences: Option<(i128, i128)>,
    /// Latest date on the left; `None` if no date is known.
    pub left_latest: Option<Date>,
    /// Latest date on the right; `None` if no date is known.
    pub right_latest: Option<Date>,
}

impl Dates {
    /// Compares the dates of two trees. Calls `date` once for each document whose path is under both trees.
    pub fn new(
        forest: &Forest,
        alike: &SimilarPairs<'_>,
        (left, right): (Node, Node),
        date: &dyn Fn(DocNo) -> Option<Date>,
    ) -> Self {
        let mut dates = Dates::default();
        for_each_under_both(forest, alike.collection(), (left, right), |a, b| {
            let differ = alike.likeness(a, b) != Likeness::Identical;
            dates.note(date(a), date(b), differ);
        });
        dates
    }

    /// Which tree has the later documents, `left` or `right`. `None` if all documents have the same difference, to the day:
    /// copying a tree sets all dates to the time of the copy.
    pub fn later(&self) -> Option<&'static str> {
        match self.left_later.cmp(&self.right_later) {
            _ if self.are_alike() => None,
            Ordering::Greater => Some("left"),
            Ordering::Less => Some("right"),
            Ordering::Equal => None,
        }
    }

    /// Whether the difference of dates is the same for all documents, to the day.
    pub fn are_alike(&self) -> bool {
        let spread = self
            .differences
            .map_or(0, |(least, greatest)| greatest - least);
        spread < TELLING
    }

    fn note(&mut self, left: Option<Date>, right: Option<Date>, differ: bool) {
        let (Some(left), Some(right)) = (left, right) else {
            return;
        };
        let later = |latest: Option<Date>, date: Date| {
            let latest = latest.filter(|latest| !date.is_after(latest));
            latest.or(Some(date))
        };
        self.left_latest = later(self.left_latest, left);
        self.right_latest = later(self.right_latest, right);
        let difference = left.nanoseconds() - right.nanoseconds();
        let (least, greatest) = self.differences.unwrap_or((difference, difference));
        self.differences = Some((least.min(difference), greatest.max(difference)));
        if differ && difference.abs() >= TELLING {
            self.left_later += u32::from(left.is_after(&right));
            self.right_later += u32::from(right.is_after(&left));
        }
    }
}

/// Calls `each` with the documents of the left and right tree at each path under both.
pub fn for_each_under_both(
    forest: &Forest,
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
    /// Counts two trees. O(documents below them).
    pub fn compare(forest: &Forest, alike: &SimilarPairs<'_>, left: Node, right: Node) -> Self {
        let collection = alike.collection();
        let mut figures = MirrorFigures::default();
        // Documents under one tree only: for each text, their number on the left and on the right.
        let mut lone: HashMap<u32, (u32, u32)> = HashMap::default();
        walk(forest, collection, (left, right), &mut |step| {
            let WalkStep::Documents(a, b) = step else {
                return;
            };
            for doc in [a, b].into_iter().flatten() {
                figures.bytes += collection.row(doc).bytes;
            }
            match (a, b) {
                (Some(a), Some(b)) => figures.meet(alike, a, b),
                (Some(a), None) => {
                    figures.left_only += 1;
                    lone.entry(alike.text(a)).or_default().0 += 1;
                }
                (None, Some(b)) => {
                    figures.right_only += 1;
                    lone.entry(alike.text(b)).or_default().1 += 1;
                }
                (None, None) => {}
            }
        });
        figures.moved = lone.values().map(|(left, right)| left.min(right)).sum();
        figures
    }

    fn meet(&mut self, alike: &SimilarPairs<'_>, a: DocNo, b: DocNo) {
        let (left, right) = (alike.collection().row(a), alike.collection().row(b));
        self.both += 1;
        let likeness = alike.likeness(a, b);
        match likeness {
            Likeness::Identical => {
                self.identical += 1;
                self.other_bytes += u32::from(left.fingerprint != right.fingerprint);
            }
            Likeness::Near(jaccard) => {
                self.near += 1;
                self.jaccard += jaccard;
            }
            Likeness::Other => self.changed += 1,
        }
        if likeness != Likeness::Other {
            self.bytes_alike += left.bytes + right.bytes;
        }
    }

    /// Documents that are identical or near at one path.
    pub fn alike(&self) -> u32 {
        self.identical + self.near
    }

    /// Number of documents of both trees: paths under either tree, with a moved document counted once.
    pub fn union(&self) -> u32 {
        self.both + self.left_only + self.right_only - self.moved
    }

    /// Share of the documents of both trees that are identical or near at one path, 0..=1.
    pub fn share(&self) -> f64 {
        match self.union() {
            0 => 0.0,
            union => f64::from(self.alike()) / f64::from(union),
        }
    }

    /// Share of the bytes of both trees in documents that are identical or near, 0..=1.
    pub fn share_of_bytes(&self) -> f64 {
        match self.bytes {
            0 => 0.0,
            bytes => self.bytes_alike as f64 / bytes as f64,
        }
    }

    /// Mean Jaccard of the documents that are near; `None` if none is.
    pub fn mean(&self) -> Option<f64> {
        (self.near > 0).then(|| self.jaccard / f64::from(self.near))
    }

    /// Evidence that the trees are mirrors: number of documents that are identical or near, times their share.
    pub fn evidence(&self) -> f64 {
        f64::from(self.alike()) * self.share()
    }

    /// Number and name of the level of agreement, after Bharat and Broder (1999). Their fifth level, the same structure with
    /// related content such as a translation, is not detected: such documents are no near-duplicates.
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
