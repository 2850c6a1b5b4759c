//! What parent and child send each other. Headers are JSON, each with its length (u32, little-endian) before it; the bytes
//! whose number a header says follow.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Limits};
use crate::corpus::formats::Format;

/// The hidden command of the program that a child runs.
pub const COMMAND: &str = "extract-documents";

/// Longest header, in bytes.
const MOST_HEADER: u32 = 1 << 20;

/// Header of a request for the text of a document, whose bytes follow.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub format: Format,
    pub limits: Limits,
    /// Number of bytes.
    pub bytes: u64,
}

/// Header of an answer. The text follows.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Answer {
    pub outcome: Result<Extracted, SkipReason>,
    /// Bytes of the text.
    pub bytes: u64,
}

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
