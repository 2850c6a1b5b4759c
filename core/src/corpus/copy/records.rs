//! Records of comma- or tab-separated values, as they stand in their files, below the header of the first.

use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{changed, check_stamp, unread};
use crate::base::small_table::separator;
use crate::corpus::packing::{Form, Format};
use crate::corpus::table::delimited;
use crate::corpus::unpacked::{Budget, Unpacked};
use crate::corpus::wide::narrowed;
use crate::corpus::{SkipReason, opened};
use crate::settings::Reading;

/// The header of a file of separated values.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    /// Its bytes, without the end of the line.
    bytes: Vec<u8>,
    /// The end of the line.
    end: &'static [u8],
}

/// What stands at the ends of a record: the end of the line before may belong to its bytes, its own may not.
fn bare(record: &[u8]) -> &[u8] {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let from = record.iter().position(|byte| !is_end(byte));
    let to = record.iter().rposition(|byte| !is_end(byte));
    match (from, to) {
        (Some(from), Some(to)) => &record[from..=to],
        _ => &[],
    }
}

/// Reads the header at the start of `content`.
fn header(content: &mut impl Read, format: Format) -> io::Result<Header> {
    let head = delimited::head(content)?;
    let separator = match format {
        Format::Tsv => b'\t',
        _ => separator(&head),
    };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .from_reader(head.as_slice());
    reader.byte_headers()?;
    let after = reader.position().byte() as usize;
    let bytes = head.get(..after).unwrap_or(&head);
    let next = head.get(after);
    Ok(Header {
        bytes: bare(bytes).to_vec(),
        end: match (bytes.last(), next) {
            (Some(b'\r'), Some(b'\n')) => b"\r\n",
            (Some(b'\n'), _) if bytes.ends_with(b"\r\n") => b"\r\n",
            (Some(b'\r'), _) => b"\r",
            _ => b"\n",
        },
    })
}

/// Copies records of files with the same header.
#[derive(Debug)]
pub struct Records<W> {
    out: W,
    /// The header of the first file, and the file.
    header: Option<(Header, PathBuf)>,
}

impl<W: Write> Records<W> {
    /// Nothing written yet.
    pub fn new(out: W) -> Self {
        Records { out, header: None }
    }

    /// Copies the records of the file at `path` that stand at these places of the unpacked file, ascending: offset
    /// and length in bytes. `stamp` is the digest of the stamp under which they were read.
    ///
    /// # Errors
    /// The file has changed or cannot be read, has another header than the first, or the output fails; errors of `places`.
    pub fn file(
        &mut self,
        path: &Path,
        stamp: u64,
        places: impl IntoIterator<Item = Result<(u64, u64)>>,
        reading: &Reading,
    ) -> Result<()> {
        let failed = |error: io::Error| unread(path, SkipReason::of(&error));
        check_stamp(path, stamp)?;
        let of_file = header(&mut content(path, reading)?, Form::of(path).format);
        let of_file = of_file.map_err(failed)?;
        let end = match &self.header {
            Some((first, before)) => {
                if columns(&first.bytes) != columns(&of_file.bytes) {
                    bail!(
                        "{} has other columns than {}: run the command on one of them, or take --drop-list",
                        path.display(),
                        before.display()
                    );
                }
                first.end
            }
            None => {
                self.out.write_all(&of_file.bytes)?;
                self.out.write_all(of_file.end)?;
                let end = of_file.end;
                self.header = Some((of_file, path.to_owned()));
                end
            }
        };
        let mut content = content(path, reading)?;
        let (mut at, mut record) = (0, Vec::new());
        for place in places {
            let (offset, length) = place?;
            let between = offset.checked_sub(at).context("records in another order")?;
            io::copy(&mut (&mut content).take(between), &mut io::sink()).map_err(failed)?;
            record.clear();
            let read = (&mut content).take(length).read_to_end(&mut record);
            if read.map_err(failed)? as u64 != length {
                bail!(changed(path));
            }
            at = offset + length;
            self.out.write_all(bare(&record))?;
            self.out.write_all(end)?;
        }
        // What was copied may be of two states of the file.
        check_stamp(path, stamp)
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// The separator and the names of a header, however they are quoted.
fn columns(header: &[u8]) -> (u8, Option<csv::ByteRecord>) {
    let header = unmarked(header);
    let separator = separator(header);
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader
        .has_headers(false)
        .delimiter(separator)
        .from_reader(header);
    (separator, reader.byte_records().next().and_then(Result::ok))
}

/// A header without a byte-order mark.
fn unmarked(header: &[u8]) -> &[u8] {
    header.strip_prefix(b"\xef\xbb\xbf").unwrap_or(header)
}

/// The unpacked content of a file, as UTF-8 where it is UTF-16 or UTF-32.
fn content(path: &Path, reading: &Reading) -> Result<BufReader<Box<dyn Read + Send>>> {
    let (file, metadata) = opened::regular(path).map_err(|reason| unread(path, reason))?;
    let content: Box<dyn Read + Send> = match Form::of(path).packing {
        None => Box::new(file),
        Some(packing) => {
            let budget = Budget::of(metadata.len(), reading);
            Box::new(Unpacked::new(packing, file, budget)?)
        }
    };
    let (content, _) = narrowed(content)?;
    Ok(BufReader::with_capacity(1 << 20, content))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::table::delimited::Delimited;
    use proptest::prelude::*;

    /// Copies the records of `table` whose numbers are `kept`, by their places as the reader says them.
    fn copied(table: &[u8], kept: &[u64]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, table).unwrap();
        let stamp = crate::corpus::Stamp::of(&std::fs::metadata(&path).unwrap()).digest();
        let reading = Reading::default();
        let mut content: &[u8] = table;
        let head = delimited::head(&mut content).unwrap();
        let rest = io::Cursor::new(content.to_vec());
        let rows = Delimited::open(head, Box::new(rest), None, &reading).unwrap();
        let rows = rows.filter_map(Result::ok);
        let rows = rows.filter(|row| kept.contains(&row.number));
        let mut records = Records::new(Vec::new());
        let places = rows.map(|row| Ok((row.offset, row.length)));
        records.file(&path, stamp, places, &reading).unwrap();
        records.into_inner()
    }

    #[test]
    fn records_stand_as_they_are_whatever_ends_the_lines() {
        for (table, kept, want) in [
            (
                "id,text\n1,a\n2,\"b\nc\"\n3,d",
                &[2, 3][..],
                "id,text\n2,\"b\nc\"\n3,d\n",
            ),
            (
                "\u{feff}id;text\r\n1;a\r\n2;\"b\r\n\"\r\n3;c\r\n",
                &[1, 2],
                "\u{feff}id;text\r\n1;a\r\n2;\"b\r\n\"\r\n",
            ),
            (
                "\u{feff}id;text\r\n1;a\r\n2;b\r\n3;c",
                &[3],
                "\u{feff}id;text\r\n3;c\r\n",
            ),
            ("id,text\n\n1,a\n\n2,b\n", &[2], "id,text\n2,b\n"),
            ("id,text\r\n1,a\r\n", &[1], "id,text\r\n1,a\r\n"),
        ] {
            let got = copied(table.as_bytes(), kept);
            assert_eq!(String::from_utf8_lossy(&got), want);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_copied_table_reads_as_the_rows_that_were_kept(
            rows in prop::collection::vec(("[a-z\",\r\n é]{0,6}", "[a-z\"\n;]{1,6}"), 1..8),
            kept in prop::collection::vec(any::<bool>(), 8),
            crlf in any::<bool>(),
        ) {
            let end = if crlf { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
            let written = |rows: &[&(String, String)]| {
                let mut writer = csv::WriterBuilder::new().terminator(end).from_writer(Vec::new());
                writer.write_record(["id", "text"]).unwrap();
                for (id, text) in rows {
                    writer.write_record([id, text]).unwrap();
                }
                writer.into_inner().unwrap()
            };
            let all: Vec<&(String, String)> = rows.iter().collect();
            let numbers: Vec<u64> = (1..).zip(&rows).filter(|(n, _)| kept[*n as usize - 1]).map(|(n, _)| n).collect();
            let some: Vec<&(String, String)> = numbers.iter().map(|n| &rows[*n as usize - 1]).collect();
            prop_assert_eq!(copied(&written(&all), &numbers), written(&some));
        }
    }
}
