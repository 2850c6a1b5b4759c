//! Rows of comma- or tab-separated values with a header, record by record in bounded memory: the rest of a record that
//! is too large is skipped.
//!
//! Source: RFC 4180; the separators `;` and tab are recognised by the header.

use std::io::{BufRead, BufReader, Cursor, Read};

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use encoding_rs_io::DecodeReaderBytes;

use super::columns::ColumnIndices;
use super::{NextRow, TableRow, date};
use crate::base::small_table::separator;
use crate::corpus::limits::Clock;
use crate::corpus::{Encoding, RowSpan, SkipReason, decode};
use crate::settings::Reading;

/// Maximum length of a header, in bytes.
pub const HEAD: u64 = 4 << 20;

/// Rows of a table of separated values.
pub struct Delimited {
    records: RecordReader,
    columns: ColumnIndices,
    names: Vec<String>,
    /// The encoding of the file, if it has a byte-order mark.
    encoding: Option<Encoding>,
    /// Number of the last row that was read.
    number: u64,
}

impl Delimited {
    /// Reads the header of a table. A byte-order mark gives the encoding of the table; without one, the encoding of
    /// each record is detected. `delimiter` is the separator, if the file name determines it.
    ///
    /// # Errors
    /// The table cannot be read or is empty. [`SkipReason::NoField`]: it has no header, or no column of text.
    pub fn open(
        mut content: Box<dyn Read + Send>,
        delimiter: Option<u8>,
        reading: &Reading,
    ) -> Result<Self, SkipReason> {
        let mut mark = Vec::new();
        (&mut content).take(2).read_to_end(&mut mark)?;
        let encoding = encoding_rs::Encoding::for_bom(&mark);
        let encoding = encoding.map(|(encoding, _)| Encoding::Marked(encoding.name()));
        let content = Cursor::new(mark).chain(content);
        let mut rest: Box<dyn Read + Send> = match encoding {
            None => Box::new(content),
            Some(_) => Box::new(DecodeReaderBytes::new(content)),
        };
        let mut head = Vec::new();
        (&mut rest).take(HEAD).read_to_end(&mut head)?;
        let ends = |byte: &u8| matches!(byte, b'\n' | b'\r');
        if head.len() as u64 == HEAD && !head.iter().any(ends) {
            let why = "no line end within 4 MiB, and so no header".to_owned();
            return Err(SkipReason::NoField(why));
        }
        let delimiter = delimiter.unwrap_or_else(|| separator(&head));
        let content: Box<dyn Read + Send> = Box::new(Cursor::new(head).chain(rest));
        let content = BufReader::with_capacity(64 << 10, content);
        let mut records = RecordReader::new(content, delimiter, reading);
        records.read().ok_or(SkipReason::Empty)??;
        let names: Vec<String> = (0..records.count).map(|at| records.field(at)).collect();
        let columns = ColumnIndices::from_names(&names, &[], |_| true, reading)?;
        Ok(Delimited {
            records,
            columns,
            names,
            encoding,
            number: 0,
        })
    }

    /// Description of the columns, if they were guessed.
    pub fn guess(&self) -> Option<String> {
        self.columns.guess(&self.names)
    }

    fn row(&self, offset: u64) -> NextRow {
        let row = RowSpan {
            line: self.number,
            offset,
            length: self.records.offset - offset,
        };
        let cell = |at: usize| Some(self.records.field(at));
        let row = self.columns.row(row, cell, |at| Some(date(&cell(at)?)));
        row.map(|row| TableRow {
            encoding: self.encoding.unwrap_or(self.records.encoding),
            ..row
        })
    }
}

impl Iterator for Delimited {
    type Item = NextRow;

    fn next(&mut self) -> Option<NextRow> {
        let offset = self.records.offset;
        let read = self.records.read()?;
        self.number += 1;
        let (expected, count) = (self.names.len(), self.records.count);
        Some(match read {
            Ok(()) if count == expected => self.row(offset),
            Ok(()) => {
                let why = format!("{count} fields where the header has {expected}");
                Err((self.number, SkipReason::BadRow(why)))
            }
            Err(reason) => Err((self.number, reason)),
        })
    }
}

/// Maximum number of fields of a record.
const MAX_FIELDS: usize = 1 << 20;

/// Reason for a file that ends inside quotation marks.
const UNCLOSED: &str = "a quotation mark is never closed, so the rest of the file is one field";

/// Reason for a record with unpaired quotation marks.
const TORN: &str = "a quotation mark opens a field, and the next one is inside a later line, so that the text between \
    them is one field: quotation marks in fields must be doubled";

/// Reads records one after another.
struct RecordReader {
    core: Reader,
    input: BufReader<Box<dyn Read + Send>>,
    delimiter: u8,
    reading: Reading,
    /// Bytes of the input that were consumed.
    pub offset: u64,
    /// The record as written.
    raw: Vec<u8>,
    /// Its fields, one after another, and the end of each.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// Number of fields of the record that was read last.
    pub count: usize,
    /// How the record was decoded.
    pub encoding: Encoding,
    ended: bool,
}

/// Finds the end of a record.
#[derive(Default)]
struct Scanner {
    at: At,
    /// Whether a quoted field contains a line end.
    has_lines: bool,
    /// Whether there is text between a closing quotation mark and the separator.
    has_more: bool,
}

/// State of the parser at a byte of a record.
#[derive(Clone, Copy, Default, PartialEq)]
enum At {
    /// Before the record, where blank lines are allowed.
    #[default]
    Begin,
    /// At the beginning of a field.
    Start,
    Plain,
    Quoted,
    /// After a quotation mark in a quoted field: the end of the field, or the first of two marks that mean one.
    Mark,
    /// After spaces that follow this mark.
    Space,
}

impl Scanner {
    /// The number of bytes up to the line end of the record; `None` if the record continues after `piece`.
    fn end_in(&mut self, piece: &[u8], delimiter: u8) -> Option<usize> {
        for (index, byte) in piece.iter().enumerate() {
            let is_line_end = matches!(byte, b'\n' | b'\r');
            self.at = match (self.at, byte) {
                (At::Begin, _) if is_line_end => At::Begin,
                (At::Quoted, b'"') => At::Mark,
                (At::Quoted, _) => {
                    self.has_lines |= is_line_end;
                    At::Quoted
                }
                _ if is_line_end => return Some(index + 1),
                (At::Begin | At::Start | At::Mark, b'"') => At::Quoted,
                _ if *byte == delimiter => At::Start,
                (At::Mark | At::Space, b' ' | b'\t') => At::Space,
                (At::Mark | At::Space, _) => {
                    self.has_more = true;
                    At::Plain
                }
                _ => At::Plain,
            };
        }
        None
    }
}

impl RecordReader {
    fn new(input: BufReader<Box<dyn Read + Send>>, delimiter: u8, reading: &Reading) -> Self {
        RecordReader {
            core: ReaderBuilder::new().delimiter(delimiter).build(),
            input,
            delimiter,
            reading: reading.clone(),
            offset: 0,
            raw: Vec::new(),
            bytes: Vec::new(),
            ends: Vec::new(),
            count: 0,
            encoding: Encoding::Utf8,
            ended: false,
        }
    }

    /// A field of the record that was read last; empty if there is none.
    pub fn field(&self, at: usize) -> String {
        let Some(end) = self.ends[..self.count].get(at) else {
            return String::new();
        };
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        String::from_utf8_lossy(&self.bytes[start..*end]).into_owned()
    }

    /// Reads the next record; `None` at the end. Reading also ends after an error of the input, or if a record takes
    /// too long; after another reason it continues with the next record.
    pub fn read(&mut self) -> Option<Result<(), SkipReason>> {
        while !self.ended {
            let read = self.raw_record().unwrap_or_else(|reason| {
                self.ended = true;
                Err(reason)
            });
            match read.and_then(|()| self.split()) {
                Ok(false) => {}
                Ok(true) => return Some(Ok(())),
                Err(reason) => {
                    self.raw = Vec::new();
                    return Some(Err(reason));
                }
            }
        }
        None
    }

    /// Reads the bytes of the next record. The inner reason concerns only this record.
    fn raw_record(&mut self) -> Result<Result<(), SkipReason>, SkipReason> {
        let clock = Clock::start(&self.reading);
        let begin = self.offset;
        let mut scanner = Scanner::default();
        self.raw.clear();
        loop {
            let piece = self.input.fill_buf()?;
            if piece.is_empty() {
                self.ended = true;
                if scanner.at == At::Quoted {
                    return Ok(Err(SkipReason::BadRow(UNCLOSED.to_owned())));
                }
                self.raw.push(b'\n');
                break;
            }
            let end = scanner.end_in(piece, self.delimiter);
            let piece = &piece[..end.unwrap_or(piece.len())];
            let length = piece.len();
            self.raw.extend(piece);
            self.input.consume(length);
            self.offset += length as u64;
            if self.offset - begin > self.reading.max_bytes {
                self.raw.clear();
            }
            if end.is_some() {
                break;
            }
            clock.check()?;
        }
        let (length, max) = (self.offset - begin, self.reading.max_bytes);
        Ok(if scanner.has_lines && scanner.has_more {
            Err(SkipReason::BadRow(TORN.to_owned()))
        } else if length > max {
            Err(SkipReason::TooLarge(length, max))
        } else {
            Ok(())
        })
    }

    /// Splits the record into fields; returns `false` for blank lines at the end.
    fn split(&mut self) -> Result<bool, SkipReason> {
        let (text, encoding) = decode::line(&self.raw, self.reading.encoding());
        let separators = text.bytes().filter(|byte| *byte == self.delimiter).count();
        self.bytes.resize(text.len(), 0);
        self.ends.resize((separators + 1).min(MAX_FIELDS), 0);
        let (result, _, _, count) =
            self.core
                .read_record(text.as_bytes(), &mut self.bytes, &mut self.ends);
        (self.count, self.encoding) = (count, encoding);
        match result {
            ReadRecordResult::Record => Ok(true),
            ReadRecordResult::InputEmpty | ReadRecordResult::End => {
                // The rest of the record would become part of the next one.
                self.core.reset();
                self.count = 0;
                if text.trim_matches(['\r', '\n']).is_empty() {
                    Ok(false)
                } else {
                    Err(SkipReason::BadRow(TORN.to_owned()))
                }
            }
            ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                self.core.reset();
                let why = format!("a row of more than {MAX_FIELDS} fields");
                Err(SkipReason::BadRow(why))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::NO_DATE;
    use proptest::prelude::*;

    fn rows(bytes: &[u8], reading: &Reading) -> Result<Vec<NextRow>, SkipReason> {
        let content = Box::new(Cursor::new(bytes.to_vec()));
        Ok(Delimited::open(content, None, reading)?.collect())
    }

    fn texts(bytes: &[u8]) -> Vec<Result<String, String>> {
        let rows = rows(bytes, &Reading::default()).unwrap();
        let outcome = |row: NextRow| match row {
            Ok(row) => Ok(row.text),
            Err((number, reason)) => Err(format!("{number}: {reason}")),
        };
        rows.into_iter().map(outcome).collect()
    }

    #[test]
    fn a_row_that_is_not_utf8_is_read_in_its_encoding() {
        let text = "Die Bürgerinnen möchten über größere Gärten plaudern";
        let table = format!("id,größe,text\n1,2,{text}\n2,3,only ascii\n");
        let (latin, _, _) = encoding_rs::WINDOWS_1252.encode(&table);
        let rows = rows(&latin, &Reading::default()).unwrap();
        let rows: Vec<_> = rows.into_iter().map(Result::unwrap).collect();
        assert_eq!(rows[0].text.as_str(), text);
        assert_eq!(rows[0].encoding, Encoding::Detected("windows-1252"));
        assert_eq!(rows[1].text.as_str(), "only ascii");
        assert_eq!(rows[1].encoding, Encoding::Utf8);
        // A few invalid bytes among UTF-8 characters do not change the encoding.
        let broken = [table.as_bytes(), b"3,4,\xff \xc3\xbc \xc3\xb6\n"].concat();
        let last = self::rows(&broken, &Reading::default())
            .unwrap()
            .pop()
            .unwrap()
            .unwrap();
        assert_eq!(last.text.as_str(), "\u{fffd} ü ö");
        assert_eq!(last.encoding, Encoding::Utf8Damaged);
    }

    #[test]
    fn a_table_in_utf_16_is_read_as_one_in_utf_8() {
        let table = "\u{feff}id,text\n1,\"first, 潮\n\"\n2,größere\n";
        let bytes: Vec<u8> = table.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let rows = rows(&bytes, &Reading::default()).unwrap();
        let rows: Vec<TableRow> = rows.into_iter().map(Result::unwrap).collect();
        assert_eq!([&rows[0].text, &rows[1].text], ["first, 潮\n", "größere"]);
        assert_eq!(rows[1].encoding, Encoding::Marked("UTF-16LE"));
    }

    #[test]
    fn a_row_is_a_document_and_a_ragged_row_is_reported() {
        let table = b"\xef\xbb\xbfid,text\n1,\"a, \"\"b\"\"\nc\"\n2\n3,d,e\n4,f\n";
        assert_eq!(
            texts(table),
            [
                Ok("a, \"b\"\nc".to_owned()),
                Err("2: row not read: 1 fields where the header has 2".to_owned()),
                Err("3: row not read: 3 fields where the header has 2".to_owned()),
                Ok("f".to_owned()),
            ]
        );
        assert_eq!(texts(b"id;text\n1;a,b\n"), [Ok("a,b".to_owned())]);
        assert_eq!(texts(b"id\ttext\n1\ta,b\n"), [Ok("a,b".to_owned())]);
        assert_eq!(texts(b"id,text\n"), []);
    }

    #[test]
    fn columns_are_joined_and_rows_have_their_offsets() {
        let reading = Reading {
            text_field: "b,a".into(),
            ..Reading::default()
        };
        let table = b"a,b,id,date,Author\nx,y,7,2024-05-01,Ada\n,z,8,never, \n";
        let rows: Vec<TableRow> = rows(table, &reading)
            .unwrap()
            .into_iter()
            .map(Result::unwrap)
            .collect();
        assert_eq!(rows[0].text, "y\n\nx");
        assert_eq!(rows[0].id.as_deref(), Some("7"));
        assert!(rows[0].date > Some(0));
        assert_eq!(rows[0].author.as_deref(), Some("Ada"));
        assert_eq!((rows[1].text.as_str(), rows[1].date), ("z", Some(NO_DATE)));
        assert_eq!(rows[1].author, None);
        let (offset, length) = (rows[1].row.offset as usize, rows[1].row.length as usize);
        assert_eq!(&table[offset..offset + length], b",z,8,never, \n");
    }

    #[test]
    fn rows_after_one_that_is_too_large_are_read() {
        let reading = Reading {
            max_bytes: 1000,
            ..Reading::default()
        };
        let large = [
            "\"",
            &"x\n,\"\"".repeat(100_000),
            "\"",
            &",".repeat(3_000_000),
        ]
        .concat();
        let table = format!("id,text\n1,a\n{large}\n3,c\n4,d\n");
        let rows = rows(table.as_bytes(), &reading).unwrap();
        let outcomes = rows.iter().map(|row| match row {
            Ok(row) => row.text.clone(),
            Err((number, SkipReason::TooLarge(bytes, 1000))) => format!("{number}: {bytes}"),
            Err(other) => panic!("{other:?}"),
        });
        let bytes = large.len() + 1;
        let outcomes: Vec<String> = outcomes.collect();
        assert_eq!(outcomes, ["a", &format!("2: {bytes}"), "c", "d"]);
    }

    #[test]
    fn an_unclosed_quotation_mark_is_reported() {
        for end in ["", "\n", "\r\n"] {
            let table = format!("id,text\n1,a\n2,\"b\n3,c\n4,d{end}");
            let outcomes = texts(table.as_bytes());
            assert_eq!(outcomes[0], Ok("a".to_owned()));
            assert!(
                matches!(&outcomes[1..], [Err(why)] if why.starts_with("2: ") && why.contains("never closed")),
                "{outcomes:?}"
            );
            // A mark that closes at the end of the file is valid.
            let table = format!("id,text\n1,\"a\"{end}");
            assert_eq!(texts(table.as_bytes()), [Ok("a".to_owned())]);
        }
    }

    #[test]
    fn rows_between_two_single_quotation_marks_are_reported_and_not_one_field() {
        let table = "id\ttext\n1\ta\n2\t\"b\n3\tc\n4\t\"d\n5\te\n6\t\"f, \"\"g\"\"\nh\"\n";
        let outcomes = texts(table.as_bytes());
        assert_eq!(outcomes[0], Ok("a".to_owned()));
        assert!(
            outcomes[1]
                .as_ref()
                .is_err_and(|why| why.contains("must be doubled")),
            "{outcomes:?}"
        );
        assert_eq!(
            outcomes[2..],
            [Ok("e".to_owned()), Ok("f, \"g\"\nh".to_owned())]
        );
        assert_eq!(texts(b"text,id\n\"a\nb\" ,1\n"), [Ok("a\nb ".to_owned())]);
        // Within a line, text after the closing mark is kept.
        let got = texts(b"id,text\n1,\"b\" c\n2,d\n");
        assert_eq!(got, [Ok("b c".to_owned()), Ok("d".to_owned())]);
    }

    proptest! {
        #[test]
        fn a_written_table_is_read_unchanged(rows in prop::collection::vec((".*", ".*"), 1..8)) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(["id", "text"]).unwrap();
            for (id, text) in &rows {
                writer.write_record([id, text]).unwrap();
            }
            let bytes = writer.into_inner().unwrap();
            let read = super::tests::rows(&bytes, &Reading::default()).unwrap();
            let read: Vec<String> = read.into_iter().map(|row| row.unwrap().text).collect();
            let written: Vec<String> = rows.into_iter().map(|(_, text)| text).collect();
            prop_assert_eq!(read, written);
        }

    }
}
