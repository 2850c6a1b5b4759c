//! Evaluation of methods, sketches and settings against exact truth and against labels: the `verify`
//! command, the effect of settings on a corpus, threshold curves, and parameter sweeps that share work
//! between settings.

pub mod accuracy;
mod area_interval;
pub mod assessment;
pub mod banded;
pub mod by_k;
pub mod changes;
pub mod checksum;
pub mod counts;
pub mod curve;
mod each_k;
pub mod estimate_errors;
pub mod judge;
pub mod label_metrics;
pub mod labels;
pub mod landscape;
pub mod sweep;
mod threshold_interval;
pub mod truth;
pub mod tuning;

pub use area_interval::AreaEstimate;
pub use curve::{Curve, Point};
pub use label_metrics::LabelMetrics;
pub use labels::{LabelledPair, Labels, LabelsFile, Scored};
pub use threshold_interval::independent_share;
pub use truth::truth;
pub use tuning::Tuning;

#[cfg(test)]
mod testing {
    //! Fixture for the tests of this module.

    use crate::collection::{Collection, Memory, Sink, made};
    use crate::corpus::{DocumentRow, SourceLocation};
    use crate::settings::Settings;

    /// A collection of documents with these ids; every document has the terms 1, 2, 3.
    pub fn collection(ids: &[&str]) -> Collection {
        let mut sink = Box::new(Memory::new(200));
        for id in ids {
            let row = DocumentRow {
                id: (*id).to_owned(),
                location: SourceLocation::in_program(id),
                ..made::row()
            };
            sink.push(row, &[1, 2, 3], &[0; 200]).unwrap();
        }
        let segment = sink.finish().unwrap();
        Collection::new(Settings::default(), vec![segment], Vec::new(), |_, _| true)
    }
}
