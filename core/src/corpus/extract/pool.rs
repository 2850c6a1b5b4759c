//! The parent's side of taking a document apart: its bytes go to a child process, its text comes back.

use std::time::{Duration, Instant};

use super::answer::Answered;
use super::{Extracted, Format, Limits, parsers};
use crate::corpus::SkipReason;
use crate::corpus::child::frames::Asked;
use crate::corpus::child::process::{Lost, MEMORY, Worker};

pub use crate::corpus::child::set_program;

/// Takes the text out of a document in a child process; in this one if no program was named by [`set_program`].
pub(super) fn extract(
    format: Format,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Extracted, SkipReason> {
    let Some(worker) = Worker::waiting_or_new() else {
        return parsers::parse(format, bytes, limits);
    };
    let mut worker = worker?;
    loop {
        match ask(&mut worker, format, bytes, limits) {
            Ok(outcome) => {
                worker.give_back();
                return outcome;
            }
            // It may have ended for what it read before: a new child decides.
            Err(Lost::Ended) if !worker.is_new() => worker = worker.replaced()?,
            Err(lost) => return Err(worker.reason(lost, limits.max_seconds, MEMORY)),
        }
    }
}

fn ask(
    worker: &mut Worker,
    format: Format,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Result<Extracted, SkipReason>, Lost> {
    let until = Instant::now() + Duration::from_secs(limits.max_seconds.into());
    let asked = Asked::Document {
        format,
        limits: *limits,
        bytes: bytes.len() as u64,
    };
    worker.send(&asked)?;
    worker.send_bytes(bytes)?;
    let Answered { outcome, bytes } = worker.header(until)?;
    let mut extracted = match outcome {
        Ok(extracted) if bytes <= limits.max_text => extracted,
        Ok(_) => return Err(Lost::Ended),
        Err(reason) => return Ok(Err(reason)),
    };
    let text = worker.bytes(bytes, until)?;
    extracted.text = String::from_utf8(text).map_err(|_| Lost::Ended)?;
    Ok(Ok(extracted))
}
