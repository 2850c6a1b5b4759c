//! The child's answer to a request for the text of a document: a header, and the text after it.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use super::parsers::parse;
use super::{Extracted, Format, Limits};
use crate::corpus::SkipReason;
use crate::corpus::child::frames::write_header;

/// Header of an answer.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Answered {
    pub outcome: Result<Extracted, SkipReason>,
    /// Bytes of the text, which follows.
    pub bytes: u64,
}

/// Reads a document of `bytes` bytes from standard input and writes its text.
///
/// # Errors
/// Standard input or output fails.
pub(in crate::corpus) fn document(format: Format, limits: &Limits, bytes: u64) -> io::Result<()> {
    let mut content = vec![0; usize::try_from(bytes).map_err(io::Error::other)?];
    io::stdin().lock().read_exact(&mut content)?;
    let mut outcome = parse(format, &content, limits);
    drop(content);
    let text = match &mut outcome {
        Ok(extracted) => std::mem::take(&mut extracted.text),
        Err(_) => String::new(),
    };
    let bytes = text.len() as u64;
    let mut output = io::stdout().lock();
    write_header(&mut output, &Answered { outcome, bytes })?;
    output.write_all(text.as_bytes())?;
    output.flush()
}
