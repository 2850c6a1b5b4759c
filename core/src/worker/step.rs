//! The steps, and what they have in common.

use anyhow::Result;
use arrow_array::RecordBatch;
use serde::Serialize;

use super::schema::SchemaColumn;

/// A step of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepName {
    /// Texts to sketches.
    Sketch,
    /// Sketches to keys of bands.
    Bands,
    /// Sorted keys to candidate pairs.
    Pairs,
    /// Candidate pairs with their texts to pairs.
    Verify,
    /// All documents of outsized buckets with their texts to pairs.
    Join,
}

impl StepName {
    /// All steps with their names on the command line.
    pub const ALL: [(&'static str, StepName); 5] = [
        ("sketch", StepName::Sketch),
        ("bands", StepName::Bands),
        ("pairs", StepName::Pairs),
        ("verify", StepName::Verify),
        ("join", StepName::Join),
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What a step counted, beside rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StepCounts {
    /// Candidate pairs of outsized buckets that were set aside, because their complete join is not affordable.
    pub capped: u64,
    /// Outsized buckets.
    pub outsized_buckets: u64,
}

/// Receives the batches that a step writes.
pub(super) type Out<'a> = &'a mut dyn FnMut(RecordBatch) -> Result<()>;

/// A step: takes batches and writes batches. Runs on the caller's rayon pool.
pub(super) trait Step {
    /// The columns that it reads. Others may be there and are not looked at.
    fn reads(&self) -> &'static [SchemaColumn];

    /// The columns that it writes.
    fn writes(&self) -> &'static [SchemaColumn];

    /// Takes the next rows.
    fn take(&mut self, rows: &RecordBatch, out: Out<'_>) -> Result<()>;

    /// Writes what is left after the last row.
    fn finish(&mut self, _out: Out<'_>) -> Result<()> {
        Ok(())
    }

    /// What was counted.
    fn counts(&self) -> StepCounts {
        StepCounts::default()
    }
}
