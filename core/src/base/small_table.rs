//! Small tables that the user gives for a corpus, as spreadsheets save them: labels, groups, dates.

use anyhow::bail;
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

/// Whether the byte may precede a header: it belongs to a line break or a byte-order mark.
pub const fn may_precede_header(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | 0xef | 0xbb | 0xbf)
}

/// The separator of a header: the most frequent one outside quotes in its first line that is not empty.
pub fn separator(head: &[u8]) -> u8 {
    let (mut counts, mut quoted) = ([0_u32; 3], false);
    for byte in head.iter().skip_while(|byte| may_precede_header(**byte)) {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'\n' | b'\r' => break,
            b',' => counts[0] += 1,
            b';' => counts[1] += 1,
            b'\t' => counts[2] += 1,
            _ => {}
        }
    }
    match counts {
        [comma, semicolon, tab] if semicolon > comma && semicolon >= tab => b';',
        [comma, _, tab] if tab > comma => b'\t',
        _ => b',',
    }
}

/// Decodes the bytes of a table: UTF-8, or UTF-16 with a byte-order mark.
///
/// # Errors
/// Invalid UTF-8; the message names the line.
pub fn decoded(bytes: Vec<u8>) -> anyhow::Result<String> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let (text, ..) = encoding_rs::UTF_16LE.decode(&bytes);
        return Ok(with_line_feeds(text.into_owned()));
    }
    let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(bytes) => bytes.to_vec(),
        None => bytes,
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count();
        anyhow::anyhow!("line {line} is not UTF-8; save the file as UTF-8")
    });
    text.map(with_line_feeds)
}

/// Replaces CRLF by LF, because the CSV reader would count a line for the carriage return as well.
fn with_line_feeds(text: String) -> String {
    if text.contains('\r') {
        text.replace("\r\n", "\n")
    } else {
        text
    }
}

/// The rows of a table with a header in its first line. The separator is the most frequent of comma, semicolon and tab
/// in the header.
///
/// # Errors
/// A field in quotation marks does not end; the message names the line.
pub fn reader(text: &str) -> anyhow::Result<csv::Reader<&[u8]>> {
    let bytes = text.trim_start_matches('\u{feff}').as_bytes();
    let separator = separator(bytes);
    check_quotes(bytes, separator)?;
    let mut builder = csv::ReaderBuilder::new();
    builder.delimiter(separator).trim(csv::Trim::Headers);
    Ok(builder.flexible(true).from_reader(bytes))
}

/// The indices of the columns with these names in a header.
///
/// # Errors
/// A name has no column; the message lists all names.
pub fn columns<const N: usize>(
    header: &csv::StringRecord,
    names: [&str; N],
) -> anyhow::Result<[usize; N]> {
    let mut indices = [0; N];
    for (index, name) in indices.iter_mut().zip(names) {
        match header.iter().position(|column| column == name) {
            Some(at) => *index = at,
            None => bail!(
                "there is no column {name:?}; needed are the columns {}",
                names.join(",")
            ),
        }
    }
    Ok(indices)
}

/// Checks that every field in quotation marks ends. An open field would silently absorb the following rows.
///
/// # Errors
/// A field is still open at the end; the message names the line in which its row begins.
fn check_quotes(csv: &[u8], delimiter: u8) -> anyhow::Result<()> {
    let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
    let mut rest = csv;
    let mut line = reader.line();
    loop {
        let (result, consumed, _) = record(&mut reader, rest);
        rest = &rest[consumed..];
        match result {
            ReadRecordResult::Record => line = reader.line(),
            ReadRecordResult::End => return Ok(()),
            // Tests whether a quotation mark is still open at the end: only then a line break would be text.
            ReadRecordResult::InputEmpty if rest.is_empty() => {
                let (_, _, field_bytes) = record(&mut reader, b"\n");
                if field_bytes > 0 {
                    bail!("line {line}: a quotation mark (\") is never closed");
                }
                return Ok(());
            }
            _ => {}
        }
    }
}

/// Continues to read a record and discards its fields. Returns the result, and how many bytes were
/// read and how many belong to fields.
fn record(reader: &mut Reader, input: &[u8]) -> (ReadRecordResult, usize, usize) {
    let (result, consumed, in_fields, _) = reader.read_record(input, &mut [0; 1024], &mut [0; 64]);
    (result, consumed, in_fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_separator_of_the_header_separates_columns() {
        let expected = [vec!["ä.txt", "ida, 2"], vec!["b.txt", "kim"]];
        for text in [
            "document,group\nä.txt,\"ida, 2\"\nb.txt,kim\n",
            "\u{feff}document,group\nä.txt,\"ida, 2\"\nb.txt,kim\n",
            "document;group\r\nä.txt;ida, 2\r\nb.txt;kim\r\n",
            "document\tgroup\nä.txt\tida, 2\nb.txt\tkim",
            "document , group\rä.txt,\"ida, 2\"\rb.txt,kim\r",
        ] {
            let mut reader = reader(text).unwrap();
            assert_eq!(reader.headers().unwrap(), vec!["document", "group"]);
            let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
            assert_eq!(rows, expected, "{text:?}");
        }
        assert_eq!(separator(b"a"), b',');
        assert_eq!(separator(b"a,b,label\nx;y;z,1,2"), b',');
    }

    #[test]
    fn an_open_quotation_and_a_missing_column_are_named() {
        let open = reader("a;b\nx;\"y\nz;u\n").unwrap_err().to_string();
        assert!(open.starts_with("line 2:"), "{open}");
        let header = csv::StringRecord::from(vec!["id", "day"]);
        assert_eq!(columns(&header, ["day", "id"]).unwrap(), [1, 0]);
        let missing = columns(&header, ["id", "date"]).unwrap_err().to_string();
        let message = "there is no column \"date\"; needed are the columns id,date";
        assert_eq!(missing, message);
    }

    #[test]
    fn a_table_is_read_in_every_encoding_that_spreadsheets_save() {
        let text = "document\tgroup\r\nä.txt\tida, 2\r\n";
        let decoded_text = |bytes: &[u8]| decoded(bytes.to_vec()).unwrap();
        for marked in [text.to_owned(), format!("\u{feff}{text}")] {
            assert_eq!(decoded_text(marked.as_bytes()), text.replace('\r', ""));
        }
        let marked = format!("\u{feff}{text}");
        for width in [u16::to_le_bytes, u16::to_be_bytes] {
            let wide: Vec<u8> = marked.encode_utf16().flat_map(width).collect();
            assert_eq!(decoded_text(&wide), text.replace('\r', ""));
        }
    }

    #[test]
    fn invalid_utf8_is_reported_with_its_line() {
        let wrong = decoded(b"a,b\nx,y\nz,\xe4\n".to_vec()).unwrap_err();
        let message = "line 3 is not UTF-8; save the file as UTF-8";
        assert_eq!(wrong.to_string(), message);
    }

    #[test]
    fn an_unclosed_field_is_reported_with_the_line_of_its_row() {
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
            assert!(check_quotes(closed.as_bytes(), b',').is_ok(), "{closed:?}");
        }
        for (open, line) in [("\"", 1), ("a,b\nc,\"d\ne,f\n", 2), ("a\n\"b\"\"\nc", 2)] {
            let error = check_quotes(open.as_bytes(), b',').unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("line {line}:")),
                "{open:?}: {error}"
            );
        }
        let long = format!("a,b\nc,\"{}", "x,".repeat(5_000));
        assert!(check_quotes(long.as_bytes(), b',').is_err());
        assert!(check_quotes(format!("{long}\"").as_bytes(), b',').is_ok());
    }
}
