//! A step from an Arrow IPC stream to an Arrow IPC stream.
//!
//! A stream ends with a marker. The Arrow reader accepts a stream that is cut off between two messages. Here a missing
//! marker is an error, so that a killed writer is detected.

use std::io::{BufRead, BufReader, BufWriter, Read, Write};

use anyhow::{Context, Result, anyhow, ensure};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::ArrowError;
use serde::Serialize;

use super::buckets::{Bands, Pairs};
use super::job::JobSettings;
use super::join::Joined;
use super::schema::{self, Step, StepCounts, StepName};
use super::sketch::TextSketcher;
use super::verify::Verified;
use crate::base::Cancel;
use crate::base::caught::caught;

/// Bytes read and written at a time.
const BUFFER_BYTES: usize = 1 << 20;

/// Report of a completed step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepReport {
    /// Name of the step.
    pub step: &'static str,
    /// Rows of the input.
    pub rows_in: u64,
    /// Rows of the output.
    pub rows_out: u64,
    /// Hash of the job.
    pub settings: String,
    /// Other counts.
    #[serde(flatten)]
    pub counts: StepCounts,
}

/// Runs `step` of `job` from `input` to `output`. `cancel` is polled between batches. Runs on the caller's
/// rayon pool.
///
/// # Errors
/// The input is not an Arrow IPC stream, is cut off, is followed by more data, or does not have the columns of the
/// step. The step rejects a row. Reading or writing fails. After an error the output has no end marker.
pub fn run(
    step: StepName,
    job: &JobSettings,
    input: impl Read,
    output: impl Write,
    cancel: &Cancel,
) -> Result<StepReport> {
    let hash = job.hash();
    let mut step_runner: Box<dyn Step> = match step {
        StepName::Sketch => Box::new(TextSketcher::new(job)?),
        StepName::Bands => Box::new(Bands::new(job)),
        StepName::Pairs => Box::new(Pairs::default()),
        StepName::Verify => Box::new(Verified::new(job)?),
        StepName::Join => Box::new(Joined::new(job)?),
    };
    let mut input = Watched {
        inner: BufReader::with_capacity(BUFFER_BYTES, input),
        is_at_end: false,
    };
    let mut reader = guarded(|| StreamReader::try_new(&mut input, None))
        .context("standard input is not an Arrow IPC stream")?;
    schema::check(&reader.schema(), step, &hash)?;
    let output_schema = schema::output_schema(step, &hash);
    let output = BufWriter::with_capacity(BUFFER_BYTES, output);
    let mut writer = StreamWriter::try_new(output, &output_schema)?;
    // A reader may wait for the schema.
    writer.flush()?;
    let (mut rows_in, mut rows_out) = (0, 0);
    let mut out = |columns: Vec<ArrayRef>| -> Result<()> {
        let batch = RecordBatch::try_new(output_schema.clone(), columns)?;
        if batch.num_rows() > 0 {
            rows_out += batch.num_rows() as u64;
            writer.write(&batch)?;
            writer.flush()?;
        }
        Ok(())
    };
    let damaged = |rows| format!("the input breaks off or is damaged after {rows} rows");
    while let Some(batch) =
        guarded(|| reader.next().transpose()).with_context(|| damaged(rows_in))?
    {
        ensure!(!cancel.stopped(), "interrupted; the output is not whole");
        rows_in += batch.num_rows() as u64;
        step_runner.take(&batch, &mut out)?;
    }
    drop(reader);
    ensure!(
        !input.is_at_end,
        "the input breaks off after {rows_in} rows, without the end of an Arrow IPC stream; its writer has failed"
    );
    let counts = step_runner.finish(&mut out)?;
    ensure!(
        input.inner.fill_buf()?.is_empty(),
        "more follows the end of the Arrow IPC stream after {rows_in} rows; a step takes one stream"
    );
    writer.finish()?;
    Ok(StepReport {
        step: step.name(),
        rows_in,
        rows_out,
        settings: hash,
        counts,
    })
}

/// A reader that records whether it has reached the end of the input. `StreamReader` stops at the marker, before this
/// end.
struct Watched<R> {
    inner: R,
    is_at_end: bool,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.is_at_end |= count == 0 && !buffer.is_empty();
        Ok(count)
    }
}

/// Runs `read` and converts a panic to an error, because the library may panic on invalid bytes.
fn guarded<T>(read: impl FnOnce() -> Result<T, ArrowError>) -> Result<T> {
    match caught(read) {
        Ok(read) => Ok(read?),
        Err(_) => Err(anyhow!("it cannot be decoded")),
    }
}
