//! Rows of comma- or tab-separated values with a header.
//!
//! Source: RFC 4180; the separators `;` and tab are recognised by the header.

use std::io::{self, BufReader, Cursor, Read};

use encoding_rs_io::DecodeReaderBytes;

use super::columns::Columns;
use super::record::RecordReader;
use super::{NextRow, TableRow, date};
use crate::base::small_table::separator;
use crate::corpus::{Encoding, RowSpan, SkipReason};
use crate::settings::Reading;

/// Bytes in which the header of a table ends.
pub const HEAD: u64 = 4 << 20;

/// Rows of a table of separated values.
pub struct Delimited {
    records: RecordReader,
    columns: Columns,
    names: Vec<String>,
    /// The encoding of the file, where a byte-order mark says it.
    encoding: Option<Encoding>,
    /// Number of the row before the next.
    number: u64,
}

/// The begin of a table, and the rest of it.
pub struct Opened {
    /// As UTF-8, where a byte-order mark says that it is UTF-16.
    pub head: Vec<u8>,
    /// Likewise.
    pub rest: Box<dyn Read + Send>,
    encoding: Option<Encoding>,
}

impl Opened {
    /// Reads the begin of `content`.
    ///
    /// # Errors
    /// A system error, or damaged content.
    pub fn new(mut content: Box<dyn Read + Send>) -> io::Result<Self> {
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
        Ok(Opened {
            head,
            rest,
            encoding,
        })
    }

    /// Whether the table has a header without a column of text; `known` is as in [`Opened::table`].
    pub fn has_no_text_column(&self, known: Option<u8>, reading: &Reading) -> bool {
        let head = Opened {
            head: self.head.clone(),
            rest: Box::new(io::empty()),
            encoding: None,
        };
        matches!(head.table(known, reading), Err(SkipReason::NoField(_)))
    }

    /// The table; `known` is the separator of the format, or `None` where the header tells it.
    ///
    /// # Errors
    /// There is no header with a text column.
    pub fn table(self, known: Option<u8>, reading: &Reading) -> Result<Delimited, SkipReason> {
        let ends = |byte: &u8| matches!(byte, b'\n' | b'\r');
        if self.head.len() as u64 == HEAD && !self.head.iter().any(ends) {
            let why = "no line end within 4 MiB, and so no header".to_owned();
            return Err(SkipReason::NoField(why));
        }
        let delimiter = known.unwrap_or_else(|| separator(&self.head));
        let content: Box<dyn Read + Send> = Box::new(Cursor::new(self.head).chain(self.rest));
        let content = BufReader::with_capacity(64 << 10, content);
        let mut records = RecordReader::new(content, delimiter, reading);
        records.read().ok_or(SkipReason::Empty)??;
        let names: Vec<String> = (0..records.count).map(|at| records.field(at)).collect();
        let columns = Columns::of(&names, &[], reading)?;
        Ok(Delimited {
            records,
            columns,
            names,
            encoding: self.encoding,
            number: 0,
        })
    }
}

impl Delimited {
    /// What the columns are read as, in words, where that is a guess.
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
        let (expected, found) = (self.names.len(), self.records.count);
        Some(match read {
            Ok(()) if found == expected => self.row(offset),
            Ok(()) => {
                let why = format!("{found} fields where the header has {expected}");
                Err((self.number, SkipReason::BadRow(why)))
            }
            Err(reason) => Err((self.number, reason)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::NO_DATE;
    use proptest::prelude::*;

    fn rows(bytes: &[u8], reading: &Reading) -> Result<Vec<NextRow>, SkipReason> {
        let content = Opened::new(Box::new(io::Cursor::new(bytes.to_vec())))?;
        Ok(content.table(None, reading)?.collect())
    }

    fn texts(bytes: &[u8]) -> Vec<Result<String, String>> {
        let rows = rows(bytes, &Reading::default()).unwrap();
        let said = |row: NextRow| match row {
            Ok(row) => Ok(row.text),
            Err((number, reason)) => Err(format!("{number}: {reason}")),
        };
        rows.into_iter().map(said).collect()
    }

    #[test]
    fn a_row_that_is_not_utf8_is_read_in_its_encoding() {
        let text = "Die Bürgerinnen möchten über größere Gärten plaudern";
        let table = format!("id,größe,text\n1,2,{text}\n2,3,only ascii\n");
        let (latin, _, _) = encoding_rs::WINDOWS_1252.encode(&table);
        let rows = rows(&latin, &Reading::default()).unwrap();
        let rows: Vec<_> = rows.into_iter().map(Result::unwrap).collect();
        assert_eq!(
            (rows[0].text.as_str(), rows[0].encoding),
            (text, Encoding::Detected("windows-1252"))
        );
        assert_eq!(
            (rows[1].text.as_str(), rows[1].encoding),
            ("only ascii", Encoding::Utf8)
        );
        // A few broken bytes among characters of UTF-8 do not make another encoding.
        let broken = [table.as_bytes(), b"3,4,\xff \xc3\xbc \xc3\xb6\n"].concat();
        let last = self::rows(&broken, &Reading::default())
            .unwrap()
            .pop()
            .unwrap()
            .unwrap();
        assert_eq!(
            (last.text.as_str(), last.encoding),
            ("\u{fffd} ü ö", Encoding::Utf8Damaged)
        );
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
    fn blank_lines_before_the_header_do_not_hide_its_separator() {
        for blank in ["\n", "\r\n\r\n", "\u{feff}\n", &"\n".repeat(100_000)] {
            for separator in [",", ";", "\t"] {
                let table = format!("{blank}id,text\n1,one\n2,two\n").replace(',', separator);
                let rows = texts(table.as_bytes());
                assert_eq!(
                    rows,
                    [Ok("one".to_owned()), Ok("two".to_owned())],
                    "{table:.40?}"
                );
            }
        }
    }

    #[test]
    fn a_row_is_a_document_and_a_ragged_one_is_said() {
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
    fn columns_are_joined_and_rows_are_where_they_say() {
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
        assert_eq!(
            (rows[0].id.as_deref(), rows[0].date > Some(0)),
            (Some("7"), true)
        );
        assert_eq!(rows[0].author.as_deref(), Some("Ada"));
        assert_eq!((rows[1].text.as_str(), rows[1].date), ("z", Some(NO_DATE)));
        assert_eq!(rows[1].author, None);
        let (offset, length) = (rows[1].row.offset as usize, rows[1].row.length as usize);
        assert_eq!(&table[offset..offset + length], b",z,8,never, \n");
    }

    #[test]
    fn a_record_without_end_is_too_large() {
        let reading = Reading {
            max_bytes: 1000,
            ..Reading::default()
        };
        let table = [b"text\na\n\"".as_slice(), &vec![b'x'; 1_000_000]].concat();
        let rows = rows(&table, &reading).unwrap();
        assert_eq!(rows.len(), 2);
        assert!(
            matches!(&rows[1], Err((2, SkipReason::BadRow(why))) if why == super::super::record::UNCLOSED),
            "{:?}",
            rows[1]
        );
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
        let said = rows.iter().map(|row| match row {
            Ok(row) => row.text.clone(),
            Err((number, SkipReason::TooLarge(bytes, 1000))) => format!("{number}: {bytes}"),
            Err(other) => panic!("{other:?}"),
        });
        let bytes = large.len() + 1;
        let said: Vec<String> = said.collect();
        assert_eq!(said, ["a", &format!("2: {bytes}"), "c", "d"]);
    }

    #[test]
    fn a_record_of_the_same_bytes_over_and_over_is_given_up_and_the_next_is_read() {
        let bomb = "word ".repeat(crate::corpus::limits::REPEATS_AFTER / 5 + 1000);
        let table = format!("id,text\n1,{bomb}\n2,b\n");
        let rows = rows(table.as_bytes(), &Reading::default()).unwrap();
        assert!(
            matches!(&rows[..], [Err((1, SkipReason::Damaged(why))), Ok(row)]
                if why.contains("over and over") && row.text == "b"),
            "{} rows",
            rows.len()
        );
    }

    #[test]
    fn a_quotation_mark_that_is_never_closed_is_said() {
        for end in ["", "\n", "\r\n"] {
            let table = format!("id,text\n1,a\n2,\"b\n3,c\n4,d{end}");
            let said = texts(table.as_bytes());
            assert_eq!(said[0], Ok("a".to_owned()));
            assert!(
                matches!(&said[1..], [Err(why)] if why.starts_with("2: ") && why.contains("never closed")),
                "{said:?}"
            );
            // Closed where the file ends, all is well.
            let table = format!("id,text\n1,\"a\"{end}");
            assert_eq!(texts(table.as_bytes()), [Ok("a".to_owned())]);
        }
    }

    #[test]
    fn rows_between_two_single_quotation_marks_are_said_and_not_one_field() {
        let table = "id\ttext\n1\ta\n2\t\"b\n3\tc\n4\t\"d\n5\te\n6\t\"f, \"\"g\"\"\nh\"\n";
        let said = texts(table.as_bytes());
        assert_eq!(said[0], Ok("a".to_owned()));
        assert!(
            said[1]
                .as_ref()
                .is_err_and(|why| why.contains("must be doubled")),
            "{said:?}"
        );
        assert_eq!(
            said[2..],
            [Ok("e".to_owned()), Ok("f, \"g\"\nh".to_owned())]
        );
        assert_eq!(texts(b"text,id\n\"a\nb\" ,1\n"), [Ok("a\nb ".to_owned())]);
        // Within a line all is as it stands.
        assert_eq!(
            texts(b"id,text\n1,\"b\" c\n2,d\n"),
            [Ok("b c".to_owned()), Ok("d".to_owned())]
        );
    }

    proptest! {
        #[test]
        fn a_written_table_reads_as_it_was(rows in prop::collection::vec((".*", ".*"), 1..8)) {
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

        #[test]
        fn any_bytes_end(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let bytes = [b"text,id\n".as_slice(), &bytes].concat();
            let _ = super::tests::rows(&bytes, &Reading::default());
        }
    }
}
