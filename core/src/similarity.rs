//! Measures of a document pair: exact overlap of the shingle sets, sketch estimate with confidence
//! interval, shared passages and further similarity measures. Pure functions over slices.

pub mod bridge;
pub mod common_subsequence;
pub mod edit_distance;
pub mod estimate;
pub mod longest_run;
pub mod measures;
pub mod overlap;
pub mod passages;
pub mod random_subset;
pub mod simhash;
pub mod word_diff;

pub use bridge::{BridgedPassage, Bridging, bridged_passages};
pub use estimate::Estimate;
pub use measures::Measures;
pub use overlap::{Measure, Overlap};
pub use passages::Passage;
pub use random_subset::RandomSubset;
pub use word_diff::{DiffRun, WordDiff};

use bytemuck::{Pod, Zeroable};

use crate::base::DocNo;

/// A document pair with exact overlap and sketch agreement. The index stores pairs in this form.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Pair {
    /// The document with the smaller number (and id).
    pub a: DocNo,
    /// The document with the larger number.
    pub b: DocNo,
    /// Exact overlap of the shingle sets.
    pub overlap: Overlap,
    /// Number of sketch positions that agree.
    pub agreeing: u32,
}

impl Pair {
    /// Exact Jaccard, 0..=1.
    pub fn jaccard(&self) -> f64 {
        self.overlap.jaccard()
    }

    /// Listing order: measure descending, then `a`, then `b`.
    pub fn order(&self, other: &Self, measure: Measure) -> std::cmp::Ordering {
        measure
            .similarity(&other.overlap)
            .total_cmp(&measure.similarity(&self.overlap))
            .then(self.a.cmp(&other.a))
            .then(self.b.cmp(&other.b))
    }
}
