//! Parameter sweep over a corpus: evaluates a grid of settings in one pass with shared work. The
//! corpus is read and tokenised once; settings that differ in their shingles need one complete join
//! each; a further threshold costs one look-up.

mod bins;
mod forest;
mod grid;
mod input;
mod label_evaluator;
mod levels;
mod lsh_predictor;
mod meeting;
mod mistakes;
pub mod ranges;
mod run;
mod tally;
#[cfg(test)]
mod tests;

use forest::Clusters;
pub use grid::{Block, Grid};
pub(super) use input::SweepInput;
pub use label_evaluator::BlockMetrics;
pub use mistakes::mistakes;
pub use run::{BlockResult, SweepProgress, SweepRequest, run};

/// One row of the sweep: a setting and its results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The setting without its threshold.
    pub block: Block,
    /// The threshold, 0..=1.
    pub threshold: f64,
    /// Pairs of documents at or above the threshold, copies included, as listed by `pairs`.
    pub pairs: u64,
    /// Number of single-linkage clusters.
    pub clusters: u64,
    /// Documents in the largest cluster.
    pub largest: u64,
    /// Documents in clusters.
    pub documents: u64,
    /// Evaluation against the labels, if there are any.
    pub labelled: Option<super::Point>,
}
