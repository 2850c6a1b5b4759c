//! The child process that takes documents apart: reads requests on standard input and answers on standard output,
//! one after another, until its input ends.
//!
//! A request is the length of a JSON header (u32, little-endian), the header, and the bytes of the document. An
//! answer has the same form, with the text after its header.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use super::parsers::parse;
use super::{Extracted, Format, Limits, sandbox};
use crate::corpus::SkipReason;

/// The hidden command of the program that runs [`serve`].
pub const COMMAND: &str = "extract-documents";

/// Longest header.
pub(super) const MOST_HEADER: u32 = 1 << 20;

/// Header of a request.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Asked {
    pub format: Format,
    pub limits: Limits,
    pub bytes: u64,
}

/// Header of an answer. The text of the document follows.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Answered {
    pub outcome: Result<Extracted, SkipReason>,
    pub bytes: u64,
}

/// Serves requests until standard input ends. Gives up first whatever it does not need.
///
/// # Errors
/// Standard input or output fails, or a request is not as described above.
pub fn serve() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    sandbox::enter();
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let mut length = [0; 4];
        match input.read_exact(&mut length) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            read => read?,
        }
        let asked: Asked = header(&mut input, u32::from_le_bytes(length))?;
        sandbox::limit_time(asked.limits.max_seconds);
        let mut bytes = vec![0; usize::try_from(asked.bytes).map_err(io::Error::other)?];
        input.read_exact(&mut bytes)?;
        let mut outcome = parse(asked.format, &bytes, &asked.limits);
        drop(bytes);
        let text = match &mut outcome {
            Ok(extracted) => std::mem::take(&mut extracted.text),
            Err(_) => String::new(),
        };
        let bytes = text.len() as u64;
        write_header(&mut output, &Answered { outcome, bytes })?;
        output.write_all(text.as_bytes())?;
        output.flush()?;
    }
}

/// Reads a header of this length.
pub(super) fn header<T: serde::de::DeserializeOwned>(
    input: &mut impl Read,
    length: u32,
) -> io::Result<T> {
    if length > MOST_HEADER {
        return Err(io::Error::other("the header is too long"));
    }
    let mut header = vec![0; length as usize];
    input.read_exact(&mut header)?;
    Ok(serde_json::from_slice(&header)?)
}

/// Writes a header with its length before it.
pub(super) fn write_header(output: &mut impl Write, header: &impl Serialize) -> io::Result<()> {
    let header = serde_json::to_vec(header)?;
    output.write_all(&(header.len() as u32).to_le_bytes())?;
    output.write_all(&header)
}
