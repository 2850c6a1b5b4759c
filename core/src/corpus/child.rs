//! The child process in which the parsers of binary formats run, because such files are often damaged and sometimes made
//! to do harm: a parser that fails costs its file and nothing else.
//!
//! A child is the same program with a hidden command ([`serve`]). It gives up the rights that it does not need
//! (`sandbox`) and then takes one request after another from its standard input. [`process`] is the parent's side.

pub mod process;
mod sandbox;

use std::io::{self, BufRead, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::SkipReason;
use super::extract::{Extracted, Limits};
use super::formats::{self, Format};
pub use process::{end_waiting, set_program};

/// The hidden command of the program that a child runs.
pub const COMMAND: &str = "extract-documents";

/// Longest header, in bytes.
const MOST_HEADER: u32 = 1 << 20;

/// Header of a request for the text of a document, whose bytes follow: their number last.
type Request = (Format, Limits, u64);

/// Header of an answer. The text follows: its number of bytes last.
type Answer = (Result<Extracted, SkipReason>, u64);

/// Serves requests until standard input ends. Gives up first whatever it does not need.
///
/// # Errors
/// Standard input or output fails, or a request is none.
pub fn serve() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    sandbox::enter();
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    while !input.fill_buf()?.is_empty() {
        let (format, limits, bytes): Request = read_header(&mut input)?;
        sandbox::limit(limits.max_seconds);
        let mut content = vec![0; usize::try_from(bytes).map_err(io::Error::other)?];
        input.read_exact(&mut content)?;
        let mut outcome = formats::parse(format, &content, &limits);
        drop(content);
        let text = outcome
            .as_mut()
            .map(|found| std::mem::take(&mut found.text));
        let text = text.unwrap_or_default();
        write_header(&mut output, &(outcome, text.len()))?;
        output.write_all(text.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a header, which is JSON with its length (u32, little-endian) before it.
pub(super) fn read_header<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > MOST_HEADER {
        return Err(io::Error::other("the header is too long"));
    }
    let mut header = vec![0; length as usize];
    input.read_exact(&mut header)?;
    Ok(serde_json::from_slice(&header)?)
}

/// Writes a header, as [`read_header`] reads it.
pub(super) fn write_header(output: &mut impl Write, header: &impl Serialize) -> io::Result<()> {
    let json = serde_json::to_vec(header)?;
    output.write_all(&(json.len() as u32).to_le_bytes())?;
    output.write_all(&json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_as_it_was_written_and_none_that_is_cut_or_too_long() {
        let mut sent = Vec::new();
        write_header(&mut sent, &Format::Pdf).unwrap();
        assert_eq!(read_header::<Format>(&mut &sent[..]).unwrap(), Format::Pdf);
        for end in 0..sent.len() {
            assert!(read_header::<Format>(&mut &sent[..end]).is_err());
        }
        let long = u32::MAX.to_le_bytes();
        let error = read_header::<Format>(&mut &long[..]).unwrap_err();
        assert_eq!(error.to_string(), "the header is too long");
    }
}
