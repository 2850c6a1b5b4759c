//! Parameter sweep over a corpus: evaluates a grid of settings in one pass with shared work. The
//! corpus is read and tokenised once; settings that differ in their shingles need one complete join
//! each; a further threshold costs one look-up.

mod forest;
mod grid;
mod input;
mod label_evaluator;
pub mod ranges;
mod run;
mod tally;
#[cfg(test)]
mod tests;

use forest::ThresholdClusters;
pub use grid::{BlockArea, Grid, SettingBlock, behind, greatest};
pub(super) use input::{EachK, SweepInput, UnmaskedDocuments};
pub use label_evaluator::BlockMetrics;
pub use run::{BlockResult, SweepProgress, SweepRequest, run};

/// Index of the greatest value: the middle of the last run of equal greatest values.
pub fn middle_of_greatest(values: &[Option<f64>]) -> Option<usize> {
    let greatest = values.iter().flatten().copied().max_by(f64::total_cmp)?;
    let is_greatest = |at: &usize| values[*at] == Some(greatest);
    let last = (0..values.len()).rev().find(is_greatest)?;
    let first = (0..=last).rev().take_while(is_greatest).last()?;
    Some(first.midpoint(last))
}

/// One row of the sweep: a setting and its results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SettingRow {
    /// The setting without its threshold.
    pub block: SettingBlock,
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
    pub labelled: Option<super::CurvePoint>,
}
