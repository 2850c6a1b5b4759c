//! What parent and child send each other: headers in JSON, each with its length (u32, little-endian) before it, and
//! bytes whose number the header says.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::corpus::extract::{Format, Limits};
use crate::settings::Reading;

/// The hidden command of the program that a child runs.
pub const COMMAND: &str = "extract-documents";

/// Longest header.
const MOST_HEADER: u32 = 1 << 20;

/// A format of tables that a child reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableFormat {
    /// An Apache Parquet file.
    Parquet,
    /// An Arrow IPC file or stream.
    Arrow,
}

/// Header of a request.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::corpus) enum Asked {
    /// The text of a document, whose bytes follow.
    Document {
        /// Its format.
        format: Format,
        /// What taking it apart may take.
        limits: Limits,
        /// Number of bytes.
        bytes: u64,
    },
    /// The rows of a table, whose bytes the child asks for.
    Table {
        /// Its format.
        format: TableFormat,
        /// Names of the columns, and limits.
        reading: Reading,
        /// Number of bytes.
        bytes: u64,
    },
}

/// Reads a header.
pub(in crate::corpus) fn read_header<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<T> {
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

/// Writes a header.
pub(in crate::corpus) fn write_header(
    output: &mut impl Write,
    header: &impl Serialize,
) -> io::Result<()> {
    let json = serde_json::to_vec(header)?;
    let mut framed = (json.len() as u32).to_le_bytes().to_vec();
    framed.extend(json);
    output.write_all(&framed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_as_it_was_written_and_none_that_is_cut_or_too_long() {
        let mut sent = Vec::new();
        write_header(&mut sent, &TableFormat::Arrow).unwrap();
        assert_eq!(
            read_header::<TableFormat>(&mut &sent[..]).unwrap(),
            TableFormat::Arrow
        );
        for end in 0..sent.len() {
            assert!(read_header::<TableFormat>(&mut &sent[..end]).is_err());
        }
        let long = u32::MAX.to_le_bytes();
        let error = read_header::<TableFormat>(&mut &long[..]).unwrap_err();
        assert_eq!(error.to_string(), "the header is too long");
    }
}
