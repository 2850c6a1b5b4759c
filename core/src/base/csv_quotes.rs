//! Quotation marks of CSV files that are small tables of the user: labels, groups, dates.

use anyhow::bail;
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

/// Checks that every field in quotation marks ends. One that does not would swallow the rows behind it without a word.
///
/// # Errors
/// A field that ends with the file; the message names the line in which its row begins.
pub fn check(csv: &[u8], delimiter: u8) -> anyhow::Result<()> {
    let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
    let mut rest = csv;
    let mut line = reader.line();
    loop {
        let (result, consumed, _) = record(&mut reader, rest);
        rest = &rest[consumed..];
        match result {
            ReadRecordResult::Record => line = reader.line(),
            ReadRecordResult::End => return Ok(()),
            // Behind the last byte a line break is text only within quotation marks.
            ReadRecordResult::InputEmpty if rest.is_empty() => {
                let (_, _, written) = record(&mut reader, b"\n");
                if written > 0 {
                    bail!("line {line}: a quotation mark (\") is never closed");
                }
                return Ok(());
            }
            _ => {}
        }
    }
}

/// Reads on in a record and forgets its fields: what came of it, the bytes that were read, the bytes of fields.
fn record(reader: &mut Reader, input: &[u8]) -> (ReadRecordResult, usize, usize) {
    let (result, consumed, written, _) = reader.read_record(input, &mut [0; 1024], &mut [0; 64]);
    (result, consumed, written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_field_that_is_never_closed_is_named_by_the_line_of_its_row() {
        for closed in [
            "",
            "a,b",
            "a,b\n",
            "a,\"b\"",
            "a,\"b\nc\"\n",
            "a,\"b\"\"\"\n",
            "a,b\"c\n",
            "a,\"\"",
        ] {
            assert!(check(closed.as_bytes(), b',').is_ok(), "{closed:?}");
        }
        for (open, line) in [("\"", 1), ("a,b\nc,\"d\ne,f\n", 2), ("a\n\"b\"\"\nc", 2)] {
            let error = check(open.as_bytes(), b',').unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("line {line}:")),
                "{open:?}: {error}"
            );
        }
        let long = format!("a,b\nc,\"{}", "x,".repeat(5_000));
        assert!(check(long.as_bytes(), b',').is_err());
        assert!(check(format!("{long}\"").as_bytes(), b',').is_ok());
    }

    proptest! {
        /// What a writer of CSV writes is closed, and is not once its last quotation mark is taken away.
        #[test]
        fn written_tables_are_closed(rows in prop::collection::vec(prop::collection::vec("[a\",\n ]{0,4}", 2), 1..5)) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            for row in &rows {
                writer.write_record(row).unwrap();
            }
            writer.write_record(["last", "\"quoted"]).unwrap();
            let written = writer.into_inner().unwrap();
            prop_assert!(check(&written, b',').is_ok());
            let cut = written.strip_suffix(b"\"\n").unwrap();
            prop_assert!(check(cut, b',').is_err());
        }
    }
}
