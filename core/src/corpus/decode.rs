//! Decoding of bytes to text; the assumed encoding is recorded.

use std::borrow::Cow;
use std::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use serde::{Deserialize, Serialize};

/// Number of leading bytes inspected to distinguish text from binary data.
const SNIFF: usize = 8 << 10;

/// First bytes of UTF-32, of which the first begins as UTF-16 does. It is not read.
const UTF_32: [&[u8]; 2] = [b"\xff\xfe\0\0", b"\0\0\xfe\xff"];

/// Whether the bytes are not text: they have a NUL in the first 8 KiB (and are not UTF-16), or start like PDF or PostScript,
/// whose content is drawing instructions even if printable.
pub fn is_binary(bytes: &[u8]) -> bool {
    if UTF_32.iter().any(|mark| bytes.starts_with(mark)) {
        return true;
    }
    if encoding_rs::Encoding::for_bom(bytes).is_some() || unmarked_utf16(bytes).is_some() {
        return false;
    }
    let head = &bytes[..bytes.len().min(SNIFF)];
    head.contains(&0) || head.starts_with(b"%PDF-") || head.starts_with(b"%!PS")
}

/// Detects UTF-16 without a byte-order mark: in text of any script with ASCII spaces and line ends, the NUL bytes are on
/// one side of the units, but for a few. The units must also decode without errors to characters of text.
fn unmarked_utf16(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let head = &bytes[..bytes.len().min(SNIFF) & !1];
    let zeros = |side: usize| head.chunks_exact(2).filter(|unit| unit[side] == 0).count();
    let (units, first, second) = (head.len() / 2, zeros(0), zeros(1));
    let few = |few: usize, of: usize| few * 4 <= of && of * 10 >= units && of > 1;
    let encoding = match () {
        () if !bytes.len().is_multiple_of(2) => return None,
        () if few(first, second) => encoding_rs::UTF_16LE,
        () if few(second, first) => encoding_rs::UTF_16BE,
        () => return None,
    };
    let (text, _) = encoding.decode_without_bom_handling(head);
    let is_end = |c: char| matches!(c, '\t' | '\n' | '\r' | '\x0b' | '\x0c' | '\u{85}');
    let is_odd = |c: &char| *c == char::REPLACEMENT_CHARACTER || c.is_control() && !is_end(*c);
    let odd = text.chars().filter(is_odd).count();
    (odd * 100 <= text.chars().count()).then_some(encoding)
}

/// The encoding that the declaration at the start of an XML document names.
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

/// The text of bytes that are ISO-2022-JP. They are ASCII: escape sequences say which characters they stand for. Without
/// a declaration there must be one of those for Japanese, and all must be as they should.
fn iso_2022_jp(bytes: &[u8], declared: Option<&'static encoding_rs::Encoding>) -> Option<String> {
    if !bytes.contains(&0x1b) || !bytes.is_ascii() {
        return None;
    }
    let (text, is_damaged) = encoding_rs::ISO_2022_JP.decode_without_bom_handling(bytes);
    let is_japanese = |at: &[u8]| matches!(at, b"\x1b$B" | b"\x1b$@");
    let is_told = || !is_damaged && !text.is_ascii() && bytes.windows(3).any(is_japanese);
    let is_declared = declared == Some(encoding_rs::ISO_2022_JP);
    (is_declared || is_told()).then(|| text.into_owned())
}

/// Decodes bytes and reports the encoding used. A byte-order mark decides; valid UTF-8 is UTF-8, unless it is ISO-2022-JP; UTF-8 with a few invalid bytes stays UTF-8, with U+FFFD for these bytes; otherwise `declared` (from the
/// document itself) or statistical detection decides.
pub fn decode(
    bytes: Vec<u8>,
    declared: Option<&'static encoding_rs::Encoding>,
) -> (String, Encoding) {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(&bytes) {
        let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
        let utf8 = encoding == encoding_rs::UTF_8;
        return match (utf8, std::str::from_utf8(&bytes[mark..]).is_ok()) {
            (true, true) => (text.into_owned(), Encoding::Utf8),
            (true, false) => (lossy(&bytes[mark..]), Encoding::Utf8Damaged),
            (false, _) => (text.into_owned(), Encoding::Marked(encoding.name())),
        };
    }
    if let Some(encoding) = unmarked_utf16(&bytes) {
        let (text, _) = encoding.decode_without_bom_handling(&bytes);
        return (text.into_owned(), Encoding::Detected(encoding.name()));
    }
    if let Some(text) = iso_2022_jp(&bytes, declared) {
        return (text, Encoding::Detected(encoding_rs::ISO_2022_JP.name()));
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return (text, Encoding::Utf8),
        Err(error) => error.into_bytes(),
    };
    if is_mostly_utf8(&bytes) {
        return (lossy(&bytes), Encoding::Utf8Damaged);
    }
    let encoding = declared
        .filter(|e| *e != encoding_rs::UTF_8)
        .unwrap_or_else(|| detected(&bytes));
    let (text, _) = encoding.decode_without_bom_handling(&bytes);
    (text.into_owned(), Encoding::Detected(encoding.name()))
}

/// Whether bytes begin as UTF-16 or UTF-32 does, by a byte-order mark or a character of ASCII.
pub fn begins_wide(begin: &[u8]) -> bool {
    match begin {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [first, second, ..] => (*first == 0) != (*second == 0),
        _ => false,
    }
}

/// A line as text without a byte-order mark, and its encoding: UTF-8, or another, the one `named` or by its statistics.
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
    (text, Encoding::other(encoding, named))
}

fn detected(bytes: &[u8]) -> &'static encoding_rs::Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
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
    /// Named by the user for what is not UTF-8.
    Named(&'static str),
}

impl Encoding {
    /// The encoding that bytes are decoded in which are not UTF-8, where the user may have named one.
    pub(super) fn other(
        used: &'static encoding_rs::Encoding,
        named: Option<&'static encoding_rs::Encoding>,
    ) -> Self {
        match named {
            Some(named) if named == used => Encoding::Named(used.name()),
            _ => Encoding::Detected(used.name()),
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Encoding::Utf8 => f.write_str("UTF-8"),
            Encoding::Utf8Damaged => f.write_str("UTF-8 with invalid bytes"),
            Encoding::Marked(name) => write!(f, "{name} by its byte-order mark"),
            Encoding::Detected(name) => write!(f, "{name}, detected"),
            Encoding::Named(name) => write!(f, "{name}, as --encoding says"),
        }
    }
}

/// Decodes the bytes of a table: UTF-8, or UTF-16 with a byte-order mark.
///
/// # Errors
/// Invalid UTF-8; the message names the line.
pub fn decode_table(bytes: Vec<u8>) -> anyhow::Result<String> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Ok(with_line_feeds(decode(bytes, None).0));
    }
    let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(bytes) => bytes.to_vec(),
        None => bytes,
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        anyhow::anyhow!("line {line} is not UTF-8; save the file as such")
    });
    text.map(with_line_feeds)
}

/// The text with one line feed at each line end: the reader of CSV counts a carriage return before one as a line begun.
fn with_line_feeds(text: String) -> String {
    match text.contains('\r') {
        true => text.replace("\r\n", "\n"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8]) -> (String, Encoding) {
        decode(bytes.to_vec(), None)
    }

    #[test]
    fn utf8_with_and_without_a_mark() {
        assert_eq!(of("Grüße".as_bytes()), ("Grüße".into(), Encoding::Utf8));
        assert_eq!(
            of("\u{feff}Grüße".as_bytes()),
            ("Grüße".into(), Encoding::Utf8)
        );
        assert_eq!(of(b""), (String::new(), Encoding::Utf8));
    }

    #[test]
    fn iso_2022_jp_is_decoded_although_its_bytes_are_ascii() {
        let (bytes, _, _) = encoding_rs::ISO_2022_JP.encode("日本語");
        let detected = Encoding::Detected("ISO-2022-JP");
        assert_eq!(of(&bytes), ("日本語".into(), detected));
        let (text, _) = decode(bytes.into_owned(), Some(encoding_rs::ISO_2022_JP));
        assert_eq!(text, "日本語");
        // Colours of a terminal, and what is no Japanese.
        for plain in ["\u{1b}[31mred\u{1b}[0m", "a \u{1b}$B"] {
            assert_eq!(of(plain.as_bytes()), (plain.into(), Encoding::Utf8));
        }
        let (text, _) = decode(b"plain".to_vec(), Some(encoding_rs::ISO_2022_JP));
        assert_eq!(text, "plain");
    }

    #[test]
    fn utf16_is_known_by_its_mark() {
        let le: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain("tide".encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        assert_eq!(of(&le), ("tide".into(), Encoding::Marked("UTF-16LE")));
        assert!(!is_binary(&le));
    }

    #[test]
    fn utf16_is_known_without_a_mark_by_where_its_nuls_stand() {
        let long = |start: &str| format!("{start} The tide comes in twice a day, as ever.");
        // Characters whose low byte is NUL, and a pair of surrogates that the end of what is looked at cuts.
        let cut = format!("{}\u{1f601} and more", "x".repeat(SNIFF / 2 - 1));
        for text in [
            "The tide comes in",
            "Вода приходит дважды\r\n в день",
            &long("\u{1f600}"),
            &long("\u{4e00}\u{3000}\u{100}"),
            "One line\u{b}another\u{85}and the last",
            &format!("a log \u{1b}[0m{}", long("").repeat(10)),
            &cut,
        ] {
            let units: Vec<u16> = text.encode_utf16().collect();
            let le: Vec<u8> = units.iter().copied().flat_map(u16::to_le_bytes).collect();
            let be: Vec<u8> = units.iter().copied().flat_map(u16::to_be_bytes).collect();
            assert_eq!(of(&le), (text.into(), Encoding::Detected("UTF-16LE")));
            assert_eq!(of(&be), (text.into(), Encoding::Detected("UTF-16BE")));
            assert!(!is_binary(&le) && !is_binary(&be));
        }
        for binary in [
            &b"\x01\0\x02\0\x03\0"[..],
            b"a\0\0b",
            b"a\0b",
            b"hello\0world and more",
            &[0; 64],
        ] {
            assert!(is_binary(binary), "{binary:?}");
        }
    }

    #[test]
    fn a_few_bad_bytes_leave_it_utf8() {
        let mut bytes = "schöne Grüße, Käthe ".as_bytes().to_vec();
        bytes.push(0xff);
        let (text, encoding) = of(&bytes);
        assert!(text.ends_with('\u{fffd}'));
        assert_eq!(encoding, Encoding::Utf8Damaged);
    }

    #[test]
    fn older_encodings_are_detected() {
        let (bytes, _, _) =
            encoding_rs::WINDOWS_1252.encode("Die Flut läuft zweimal täglich über das Watt zurück");
        let (text, encoding) = of(&bytes);
        assert!(text.contains("läuft") && text.contains("über"), "{text}");
        assert!(matches!(encoding, Encoding::Detected(_)));
    }

    #[test]
    fn binary_is_told_from_text() {
        assert!(is_binary(b"\x7fELF\x02\x01\x01\0\0"));
        assert!(is_binary(b"%PDF-1.7 text"));
        assert!(is_binary(b"\xff\xfe\0\0t\0\0\0"));
        assert!(!is_binary(b"plain\x1b[0m text"));
    }

    #[test]
    fn a_table_is_read_in_every_encoding_that_spreadsheets_save() {
        let text = "document\tgroup\r\nä.txt\tida, 2\r\n";
        let of = |bytes: &[u8]| decode_table(bytes.to_vec()).unwrap();
        for marked in [text.to_owned(), format!("\u{feff}{text}")] {
            assert_eq!(of(marked.as_bytes()), text.replace('\r', ""));
        }
        let marked = format!("\u{feff}{text}");
        {
            for width in [u16::to_le_bytes, u16::to_be_bytes] {
                let wide: Vec<u8> = marked.encode_utf16().flat_map(width).collect();
                assert_eq!(of(&wide), text.replace('\r', ""));
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
