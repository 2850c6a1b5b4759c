//! Rows of comma- or tab-separated values with a header.
//!
//! Source: RFC 4180; the separators `;` and tab are recognised by the header.

use std::io::{self, BufReader, Read};

use super::record::{Outcome, RecordReader};
use super::{Columns, NextRow, TableRow, date, joined};
use crate::base::small_table::{separator, stands_before_header};
use crate::corpus::{Encoding, SkipReason, decode};
use crate::settings::Reading;

/// Bytes that are read at a time to find the end of the header, and the longest header.
const PIECE: u64 = 64 << 10;
const LONGEST_HEADER: usize = 16 << 20;

/// What is wrong with the last record of a file that ends within quotation marks.
const UNCLOSED: &str =
    "a quotation mark is never closed, so that what follows it to the end of the file is one field";

/// Rows of a table of separated values.
pub struct Delimited {
    records: RecordReader,
    columns: Columns,
    names: Vec<String>,
    /// The encoding of the file, where that became UTF-8 before.
    encoding: Option<Encoding>,
    /// The encoding that the user names for what is not UTF-8.
    named: Option<&'static encoding_rs::Encoding>,
    /// Number of the row before the next.
    number: u64,
    ended: bool,
}

/// The beginning of `content`, the whole header in it.
///
/// # Errors
/// A system error, or damaged content.
pub fn head(content: &mut impl Read) -> io::Result<Vec<u8>> {
    let (mut head, mut quoted, mut done, mut begun) = (Vec::new(), false, 0, false);
    while head.len() < LONGEST_HEADER {
        if content.take(PIECE).read_to_end(&mut head)? == 0 {
            break;
        }
        for byte in &head[done..] {
            begun |= !stands_before_header(*byte);
            match byte {
                _ if !begun => {}
                b'"' => quoted = !quoted,
                b'\n' | b'\r' if !quoted => return Ok(head),
                _ => {}
            }
        }
        done = head.len();
    }
    Ok(head)
}

impl Delimited {
    /// The table that begins with `head`, of which [`head`] is the beginning and `rest` the rest; `known` is the
    /// separator of the format, or `None` where the header tells it.
    ///
    /// # Errors
    /// There is no header with a text column.
    pub fn open(
        head: Vec<u8>,
        rest: Box<dyn Read + Send>,
        known: Option<u8>,
        reading: &Reading,
    ) -> Result<Self, SkipReason> {
        let delimiter = known.unwrap_or_else(|| separator(&head));
        let content: Box<dyn Read + Send> = Box::new(io::Cursor::new(head).chain(rest));
        let mut records = RecordReader::new(
            BufReader::with_capacity(PIECE as usize, content),
            delimiter,
            reading,
        );
        match records.read()? {
            Outcome::End => return Err(SkipReason::Empty),
            Outcome::PassedOver(reason) => return Err(reason),
            Outcome::Unclosed => return Err(SkipReason::BadRow(UNCLOSED.to_owned())),
            Outcome::Record => {}
        }
        let named = reading.encoding();
        let codec = Codec::of(&mut records.fields(), named);
        let names: Vec<String> = records.fields().map(|name| codec.text(name)).collect();
        let columns = Columns::of(&names, &[], reading)?;
        Ok(Delimited {
            records,
            columns,
            names,
            encoding: None,
            named,
            number: 0,
            ended: false,
        })
    }

    /// Rows of a file of this encoding, whose content became UTF-8 before.
    #[must_use]
    pub fn of_encoding(self, encoding: Option<Encoding>) -> Self {
        Delimited { encoding, ..self }
    }

    /// What the columns are read as, in words, where that is a guess.
    #[must_use]
    pub fn guess(&self) -> Option<String> {
        self.columns.guess(&self.names)
    }

    fn row(&self, offset: u64, length: u64) -> TableRow {
        let mut fields = self.columns.read().map(|at| self.records.field(at));
        let codec = Codec::of(&mut fields, self.named);
        let cell = |at: usize| codec.text(self.records.field(at));
        let filled = |text: String| Some(text).filter(|text| !text.trim().is_empty());
        TableRow {
            number: self.number,
            offset,
            length,
            text: joined(self.columns.text.iter().map(|at| cell(*at))),
            id: self.columns.id.and_then(|at| filled(cell(at))),
            title: self.columns.title.and_then(|at| filled(cell(at))),
            author: self.columns.author.and_then(|at| filled(cell(at))),
            date: self.columns.date.map(|at| date(&cell(at))),
            encoding: self.encoding.unwrap_or(codec.encoding(self.named)),
        }
    }
}

/// How the fields of a record are decoded. A record is one of UTF-8, or its encoding is detected: a table is read
/// as a stream, and a row of it alone.
enum Codec {
    Utf8,
    Damaged,
    Other(&'static encoding_rs::Encoding),
}

impl Codec {
    fn of(
        fields: &mut dyn Iterator<Item = &[u8]>,
        named: Option<&'static encoding_rs::Encoding>,
    ) -> Self {
        let fields: Vec<&[u8]> = fields.collect();
        if fields
            .iter()
            .all(|field| std::str::from_utf8(field).is_ok())
        {
            return Codec::Utf8;
        }
        match decode::other_than_utf8(&fields.join(&b'\n'), named) {
            Some(encoding) => Codec::Other(encoding),
            None => Codec::Damaged,
        }
    }

    fn text(&self, field: &[u8]) -> String {
        match self {
            Codec::Other(encoding) => encoding.decode_without_bom_handling(field).0.into_owned(),
            Codec::Utf8 | Codec::Damaged => String::from_utf8_lossy(field).into_owned(),
        }
    }

    fn encoding(&self, named: Option<&'static encoding_rs::Encoding>) -> Encoding {
        match self {
            Codec::Utf8 => Encoding::Utf8,
            Codec::Damaged => Encoding::Utf8Damaged,
            Codec::Other(encoding) => Encoding::other(encoding, named),
        }
    }
}

impl Iterator for Delimited {
    type Item = NextRow;

    fn next(&mut self) -> Option<NextRow> {
        if self.ended {
            return None;
        }
        let offset = self.records.offset();
        let read = self.records.read();
        self.number += 1;
        let reason = match read {
            Ok(Outcome::Record) => {
                let (expected, found) = (self.names.len(), self.records.fields().len());
                if found == expected {
                    let row = self.row(offset, self.records.offset() - offset);
                    return Some(self.columns.with_id(row));
                }
                SkipReason::BadRow(format!("{found} fields where the header has {expected}"))
            }
            Ok(Outcome::PassedOver(reason)) => reason,
            Ok(Outcome::Unclosed) => SkipReason::BadRow(UNCLOSED.to_owned()),
            Ok(Outcome::End) => {
                self.ended = true;
                return None;
            }
            Err(reason) => {
                self.ended = true;
                reason
            }
        };
        Some(Err((self.number, reason)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::NO_DATE;
    use proptest::prelude::*;

    fn rows(bytes: &[u8], reading: &Reading) -> Result<Vec<NextRow>, SkipReason> {
        let mut content = io::Cursor::new(bytes.to_vec());
        let head = head(&mut content)?;
        Ok(Delimited::open(head, Box::new(content), None, reading)?.collect())
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
        let decoded = crate::corpus::read::table_units::as_utf8(Box::new(io::Cursor::new(bytes)));
        let (mut content, encoding) = decoded.unwrap();
        let head = head(&mut content).unwrap();
        let rows = Delimited::open(head, content, None, &Reading::default()).unwrap();
        let rows: Vec<TableRow> = rows.of_encoding(encoding).map(Result::unwrap).collect();
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
        let (offset, length) = (rows[1].offset as usize, rows[1].length as usize);
        assert_eq!(&table[offset..offset + length], b",z,8,never, \n");
    }

    #[test]
    fn text_columns_with_one_name_are_joined() {
        let table = b"id,text,text\n1,first,second\n2,,third\n";
        assert_eq!(
            texts(table),
            [Ok("first\n\nsecond".to_owned()), Ok("third".to_owned())]
        );
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
            matches!(&rows[1], Err((2, SkipReason::BadRow(why))) if why == UNCLOSED),
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
        let bomb = "word ".repeat(crate::corpus::repetition::REPEATS_AFTER / 5 + 1000);
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
