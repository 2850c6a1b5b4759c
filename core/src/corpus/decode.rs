//! Decoding of bytes to text; the assumed encoding is recorded.

use std::borrow::Cow;
use std::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use serde::{Deserialize, Serialize};

/// Number of leading bytes inspected to distinguish text from binary data.
const SNIFFED_BYTES: usize = 8 << 10;

/// Byte-order marks of UTF-32, which is not supported. The first begins with the mark of UTF-16.
const UTF_32: [&[u8]; 2] = [b"\xff\xfe\0\0", b"\0\0\xfe\xff"];

/// Whether the bytes are binary: they have a byte-order mark of UTF-32; or they have none, and a NUL in the first 8 KiB
/// or the start of a PDF or PostScript file (drawing instructions, even if printable).
pub fn is_binary(bytes: &[u8]) -> bool {
    if UTF_32.iter().any(|mark| bytes.starts_with(mark)) {
        return true;
    }
    if encoding_rs::Encoding::for_bom(bytes).is_some() {
        return false;
    }
    let head = &bytes[..bytes.len().min(SNIFFED_BYTES)];
    head.contains(&0) || head.starts_with(b"%PDF-") || head.starts_with(b"%!PS")
}

/// The encoding named in the declaration of an XML document.
pub fn xml_encoding(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let head = &bytes[..bytes.len().min(256)];
    let declaration = head.trim_ascii_start().strip_prefix(b"<?xml")?;
    let end = declaration.iter().position(|byte| *byte == b'>')?;
    let declaration = std::str::from_utf8(&declaration[..end]).ok()?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let label = value[1..].split(quote).next()?;
    encoding_rs::Encoding::for_label(label.as_bytes())
}

/// Decodes bytes and reports the encoding used. A byte-order mark decides; otherwise text is UTF-8 if it is valid or
/// has few invalid bytes, which become U+FFFD; otherwise `declared` (from the document itself) or detection decides.
pub fn decode(
    bytes: Vec<u8>,
    declared: Option<&'static encoding_rs::Encoding>,
) -> (String, Encoding) {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(&bytes) {
        let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
        let used = if encoding != encoding_rs::UTF_8 {
            Encoding::Marked(encoding.name())
        } else if std::str::from_utf8(&bytes[mark..]).is_ok() {
            Encoding::Utf8
        } else {
            Encoding::Utf8Damaged
        };
        return (text.into_owned(), used);
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return (text, Encoding::Utf8),
        Err(error) => error.into_bytes(),
    };
    if is_mostly_utf8(&bytes) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        return (text, Encoding::Utf8Damaged);
    }
    let declared = declared.filter(|encoding| *encoding != encoding_rs::UTF_8);
    let encoding = declared.unwrap_or_else(|| detected(&bytes));
    let (text, _) = encoding.decode_without_bom_handling(&bytes);
    (text.into_owned(), Encoding::Detected(encoding.name()))
}

/// Whether bytes begin like UTF-16 or little-endian UTF-32: with a byte-order mark, or with exactly one zero byte in the first two.
pub fn begins_wide(begin: &[u8]) -> bool {
    match begin {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [first, second, ..] => (*first == 0) != (*second == 0),
        _ => false,
    }
}

/// Decodes a line, without a byte-order mark. Its encoding is UTF-8 if mostly valid, otherwise `named` or detected.
pub fn line<'l>(
    line: &'l [u8],
    named: Option<&'static encoding_rs::Encoding>,
) -> (Cow<'l, str>, Encoding) {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    if let Ok(line) = std::str::from_utf8(line) {
        return (line.into(), Encoding::Utf8);
    }
    if is_mostly_utf8(line) {
        return (String::from_utf8_lossy(line), Encoding::Utf8Damaged);
    }
    let encoding = named.unwrap_or_else(|| detected(line));
    let (text, _) = encoding.decode_without_bom_handling(line);
    let used = named.map_or(Encoding::Detected(encoding.name()), |named| {
        Encoding::Named(named.name())
    });
    (text, used)
}

fn detected(bytes: &[u8]) -> &'static encoding_rs::Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// Whether valid non-ASCII characters outnumber invalid UTF-8 sequences.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut valid, mut invalid) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    valid > invalid
}

/// Encoding that was assumed for a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
pub enum Encoding {
    /// Valid UTF-8, with or without byte-order mark.
    #[default]
    Utf8,
    /// UTF-8 with invalid sequences, each replaced by U+FFFD.
    Utf8Damaged,
    /// UTF-16, declared by a byte-order mark.
    Marked(&'static str),
    /// Declared by the document or detected from the bytes: a guess, displayed as such.
    Detected(&'static str),
    /// Named by the user for text other than UTF-8.
    Named(&'static str),
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Encoding::Utf8 => f.write_str("UTF-8"),
            Encoding::Utf8Damaged => f.write_str("UTF-8 with invalid bytes"),
            Encoding::Marked(name) => write!(f, "{name} by its byte-order mark"),
            Encoding::Detected(name) => write!(f, "{name}, detected"),
            Encoding::Named(name) => write!(f, "{name}, as --set encoding says"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, Encoding) {
        decode(bytes.to_vec(), None)
    }

    #[test]
    fn a_mark_decides_then_valid_characters_then_statistics() {
        let wide: Vec<u8> = "\u{feff}tide"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let got = decoded(&wide);
        assert_eq!(got, ("tide".into(), Encoding::Marked("UTF-16LE")));
        assert!(!is_binary(&wide));
        for (bytes, text) in [("Grüße", "Grüße"), ("\u{feff}Grüße", "Grüße"), ("", "")] {
            assert_eq!(decoded(bytes.as_bytes()), (text.into(), Encoding::Utf8));
        }
        let damaged = ["schöne Grüße, Käthe ".as_bytes(), b"\xff"].concat();
        let (text, encoding) = decoded(&damaged);
        assert!(text.ends_with('\u{fffd}'));
        assert_eq!(encoding, Encoding::Utf8Damaged);
        let older = "Die Flut läuft zweimal täglich über das Watt zurück";
        let (bytes, ..) = encoding_rs::WINDOWS_1252.encode(older);
        let detected = Encoding::Detected("windows-1252");
        assert_eq!(decoded(&bytes), (older.to_owned(), detected));
    }

    #[test]
    fn binary_is_distinguished_from_text() {
        assert!(is_binary(b"\x7fELF\x02\x01\x01\0\0"));
        assert!(is_binary(b"%PDF-1.7 text"));
        assert!(is_binary(b"\xff\xfe\0\0t\0\0\0"));
        assert!(!is_binary(b"plain\x1b[0m text"));
    }
}
