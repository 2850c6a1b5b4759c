//! What is shown of some collections: ratios by every sampler, beside the truth.

use super::{Ratio, Sampler, Share};

/// Results for some collections.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurement {
    /// Names of the collections.
    pub names: Vec<String>,
    /// Numbers of their documents.
    pub documents: Vec<u32>,
    /// By sampler, the main one first.
    pub ran: Vec<SamplerResults>,
}

/// Results of one sampler.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplerResults {
    /// The sampler.
    pub sampler: Sampler,
    /// What was drawn from each collection.
    pub sides: Vec<SideSample>,
    /// The pairs of collections, in the order of their numbers.
    pub pairs: Vec<PairEstimate>,
    /// Sizes by least squares over all pairs; `None` where the ratios do not connect the collections.
    pub sizes: Option<Vec<Size>>,
}

/// A size relative to the sum of all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Share of the sum, estimated.
    pub estimate: f64,
    /// Share of the sum in documents; `None` if all are empty.
    pub truth: Option<f64>,
}

/// What was drawn from one collection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideSample {
    /// Number of documents drawn, repeats included.
    pub drawn: u32,
    /// Number of different ones.
    pub distinct: u32,
    /// Queries asked to draw them.
    pub queries: u64,
    /// Queries without a hit.
    pub empty: u64,
    /// Whether the sampler ran out of queries that find anything.
    pub ran_out: bool,
    /// Mean number of terms: of all documents.
    pub terms: f64,
    /// Of the hits of the queries; longer than all documents is query bias.
    pub terms_all: Option<f64>,
    /// Of the first hits; longer or shorter than all hits is ranking bias.
    pub terms_first: Option<f64>,
    /// Of the documents drawn.
    pub terms_drawn: f64,
}

/// The estimate for a pair of collections.
#[derive(Clone, Debug, PartialEq)]
pub struct PairEstimate {
    /// Number of the collection above the line.
    pub left: usize,
    /// Number of the collection below the line.
    pub right: usize,
    /// The ratio.
    pub ratio: Ratio,
    /// |left|/|right| in documents; `None` if the right is empty.
    pub truth: Option<f64>,
    /// Of the sample from the left, how many were found on the right.
    pub forth: Share,
    /// Of the sample from the right, how many were found on the left.
    pub back: Share,
    /// Samples from each side for ±5 %; `None` if nothing common was found on one side.
    pub needed: Option<u64>,
    /// From the truth to the estimate.
    pub steps: Vec<EstimateStep>,
}

impl PairEstimate {
    /// Samples of each side; the smaller number where one ran out.
    pub fn samples(&self) -> u32 {
        self.forth.trials.min(self.back.trials)
    }
}

/// A stage between the truth and the estimate. Its factor over the stage before is the bias of that step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimateStep {
    /// What is counted.
    pub name: &'static str,
    /// What separates it from the stage before.
    pub bias: &'static str,
    /// Share of the left in the right; `None` where documents are counted.
    pub forth: Option<f64>,
    /// Share of the right in the left.
    pub back: Option<f64>,
    /// The ratio.
    pub ratio: Option<f64>,
}
