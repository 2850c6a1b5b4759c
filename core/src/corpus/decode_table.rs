//! Decoding of small tables of the user beside a corpus: labels, groups, dates, known passages. Nothing is guessed of
//! them: an id read amiss would be that of no document.

use super::decode::decode;

/// Decodes the bytes of a table: UTF-8, or UTF-16 with a byte-order mark.
///
/// # Errors
/// Invalid UTF-8; the message names the line.
pub fn decode_table(bytes: Vec<u8>) -> anyhow::Result<String> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Ok(decode(bytes, None).0);
    }
    let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(bytes) => bytes.to_vec(),
        None => bytes,
    };
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        anyhow::anyhow!("line {line} is not UTF-8; save the file as such")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_in_every_encoding_that_spreadsheets_save() {
        let text = "document\tgroup\r\nä.txt\tida, 2\r\n";
        let of = |bytes: &[u8]| decode_table(bytes.to_vec()).unwrap();
        for marked in [text.to_owned(), format!("\u{feff}{text}")] {
            assert_eq!(of(marked.as_bytes()), text);
        }
        let marked = format!("\u{feff}{text}");
        {
            for width in [u16::to_le_bytes, u16::to_be_bytes] {
                let wide: Vec<u8> = marked.encode_utf16().flat_map(width).collect();
                assert_eq!(of(&wide), text);
            }
        }
    }

    #[test]
    fn what_is_not_utf8_is_named_with_its_line() {
        let wrong = decode_table(b"a,b\nx,y\nz,\xe4\n".to_vec()).unwrap_err();
        let said = "line 3 is not UTF-8; save the file as such";
        assert_eq!(wrong.to_string(), said);
    }
}
