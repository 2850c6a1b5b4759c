//! A grid of settings over one corpus in one pass that shares work: one reading, one tokenising, one
//! complete join for each set of settings that makes other shingles, one look-up for each threshold.

mod bins;
mod errors;
mod forest;
mod grid;
mod input;
mod label_evaluator;
mod levels;
mod lsh_predictor;
mod meeting;
pub mod ranges;
mod run;
mod tally;
#[cfg(test)]
mod tests;

pub use errors::{Wrong, errors};
use forest::Clusters;
pub use grid::{Block, Grid};
pub(super) use input::{SweepInput, Texts};
pub use label_evaluator::LabelMetrics;
pub use run::{Ask, Progress, Swept, run};

use crate::settings::{SketchKind, Unit};
use crate::similarity::Measure;

/// One setting of the grid and what it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// What a shingle has k of.
    pub unit: Unit,
    /// Units in a shingle.
    pub k: usize,
    /// Bags instead of sets.
    pub bag: bool,
    /// What the threshold is held against.
    pub measure: Measure,
    /// LSH with these sketches; every pair there is, where none.
    pub sketch: Option<SketchKind>,
    /// The threshold.
    pub threshold: f64,
    /// Pairs of documents at or above it, copies included: what `pairs` lists.
    pub pairs: u64,
    /// Clusters, by single linkage.
    pub clusters: u64,
    /// Documents in the largest.
    pub largest: u64,
    /// Documents in any.
    pub documents: u64,
    /// Against labels, where there are any.
    pub labelled: Option<super::Point>,
}
