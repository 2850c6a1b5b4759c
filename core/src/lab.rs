//! Evaluation of methods, sketches and settings against exact truth and against labels: the `verify`
//! command, the effect of settings on a corpus, threshold curves, and parameter sweeps that share work
//! between settings.

pub mod accuracy;
mod area_interval;
pub mod assessment;
pub mod banded;
pub mod by_k;
pub mod counts;
pub mod curve;
pub mod judge;
pub mod label_metrics;
pub mod labels;
pub mod sweep;
mod threshold_interval;
pub mod truth;
pub mod tuning;

pub use area_interval::AreaEstimate;
pub use curve::{Curve, CurvePoint};
pub use label_metrics::LabelMetrics;
pub use labels::{LabelledPair, Labels, LabelsFile, Scored};
pub use threshold_interval::independent_share;
pub use truth::truth;
pub use tuning::Tuning;
