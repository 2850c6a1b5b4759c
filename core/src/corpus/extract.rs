//! Text of documents in formats that a parser must take apart: word processors, slides, e-books, PDF, mail.
//!
//! The parsers run in a [child process](super::child): a parser that fails costs its document and nothing else. In a
//! process that names no program for its children (`set_program`), such as a test, they run in the process itself, where
//! panics are caught and nothing else is.
//! Text that was taken out is kept ([`kept`]), so that a file is parsed once.

mod extracted;
pub mod kept;
pub mod pages;
pub mod readers;

pub use extracted::{Extracted, LeftOut, Limits};

use std::path::Path;

use super::formats::Format;
use super::unpacked::repetition;
use super::{SkipReason, child};
use crate::base::caught::caught;
use crate::base::units::counted;
use crate::settings::Reading;

/// The text of a document with these bytes and this digest of them: as it was kept, or taken out now.
///
/// # Errors
/// Why the document has no text for us.
pub fn extract(
    format: Format,
    bytes: &[u8],
    fingerprint: u128,
    reading: &Reading,
) -> Result<Extracted, SkipReason> {
    let limits = Limits::of(reading);
    kept_or(format, fingerprint, &limits, || {
        child::process::extract(format, bytes, &limits)
    })
}

/// The text of the file at `path` with this digest of its bytes, as a reader of the user prints it: as it was kept, or
/// printed now.
///
/// # Errors
/// Why there is none.
pub fn by_reader(
    command: &str,
    path: &Path,
    fingerprint: u128,
    reading: &Reading,
) -> Result<Extracted, SkipReason> {
    let limits = Limits {
        reader: readers::digest_of(command),
        ..Limits::of(reading)
    };
    let read = || {
        let extracted = readers::read(command, path, &limits)?;
        match repetition(extracted.text.as_bytes(), extracted.text.len()) {
            Some(reason) => Err(reason),
            None => Ok(extracted),
        }
    };
    kept_or(Format::External, fingerprint, &limits, read)
}

fn kept_or(
    format: Format,
    fingerprint: u128,
    limits: &Limits,
    read: impl FnOnce() -> Result<Extracted, SkipReason>,
) -> Result<Extracted, SkipReason> {
    let outcome = match kept::find(format, fingerprint, limits) {
        Some(known) => known,
        None => {
            let outcome = read();
            kept::keep(format, fingerprint, &outcome, limits);
            outcome
        }
    };
    if let Ok(extracted) = &outcome {
        kept::count(format, fingerprint, extracted.left_out);
    }
    outcome
}

/// Takes out the text in this process. A panic of a parser is a reason; a parser that aborts, does not end or
/// takes all memory is not caught here.
pub(super) fn parse_here(
    format: Format,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Extracted, SkipReason> {
    let parse = || match format.parser() {
        Some(parse) => parse(bytes, limits),
        None => Err(SkipReason::Unsupported(format.name().to_owned())),
    };
    let outcome = caught(parse);
    let extracted = outcome.unwrap_or_else(|panic| Err(SkipReason::ParserFailed(said(&*panic))))?;
    let text = extracted.text.as_bytes();
    limits.check(text.len())?;
    if let Some(reason) = repetition(text, text.len()) {
        return Err(reason);
    }
    if extracted.text.trim().is_empty() {
        return Err(without_text(format, extracted.left_out));
    }
    Ok(extracted)
}

/// Why a document has no text.
fn without_text(format: Format, left_out: LeftOut) -> SkipReason {
    if format == Format::Pdf {
        SkipReason::NoTextLayer
    } else if left_out.attachments > 0 {
        only_attachments(left_out)
    } else if left_out.missing > 0 {
        let parts = counted(left_out.missing.into(), "part", "parts");
        SkipReason::Damaged(format!("it has no text, and {parts} of it cannot be read"))
    } else {
        SkipReason::Empty
    }
}

/// Why a message with nothing but attachments has no text.
fn only_attachments(left_out: LeftOut) -> SkipReason {
    let number = left_out.attachments;
    let attachments = counted(number.into(), "attachment", "attachments");
    let what = match number {
        1 => "that as a file and read it",
        _ => "them as files and read those",
    };
    SkipReason::Unsupported(format!(
        "a message without text, but with {attachments}: save {what}"
    ))
}

/// What a panic says, one line of it.
pub(super) fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied());
    let line = text.unwrap_or("no reason given").lines().next();
    line.unwrap_or_default().chars().take(120).collect()
}
