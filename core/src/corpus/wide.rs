//! UTF-16 and UTF-32, whose characters take two bytes or four: what splits lines and fields otherwise looks for single
//! bytes.

use std::borrow::Cow;
use std::io::{self, Read};

use super::Encoding;
use super::decode::{self, UTF_32, unmarked_utf16};

/// An encoding whose characters take several bytes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide {
    /// Bytes of a unit: 2 or 4.
    width: usize,
    /// Whether the least significant byte of a unit comes first.
    is_little: bool,
}

/// Bytes that are looked at to tell the encoding of a stream.
const SNIFF: u64 = 8 << 10;

/// Bytes that are decoded at a time.
const PIECE: usize = 64 << 10;

impl Wide {
    const fn new(width: usize, is_little: bool) -> Self {
        Wide { width, is_little }
    }

    /// UTF-16 with this order of bytes.
    #[must_use]
    pub fn utf_16(is_little: bool) -> Self {
        Wide::new(2, is_little)
    }

    /// UTF-32 with this order of bytes.
    #[must_use]
    pub fn utf_32(is_little: bool) -> Self {
        Wide::new(4, is_little)
    }

    /// The encoding that a byte-order mark says. The mark of UTF-32LE is that of UTF-16LE and a NUL, which does not
    /// occur in text.
    #[must_use]
    pub fn marked(begin: &[u8]) -> Option<Self> {
        match begin {
            [0xff, 0xfe, 0, 0, ..] => Some(Wide::new(4, true)),
            [0, 0, 0xfe, 0xff, ..] => Some(Wide::new(4, false)),
            [0xff, 0xfe, ..] => Some(Wide::new(2, true)),
            [0xfe, 0xff, ..] => Some(Wide::new(2, false)),
            _ => None,
        }
    }

    /// The encoding of JSON that begins so: it has a mark, or its first two characters are ASCII, and the NULs around
    /// them say the encoding [RFC 4627, 3].
    #[must_use]
    pub fn of_json(begin: &[u8]) -> Option<Self> {
        Self::marked(begin).or(match begin {
            [0, 0, 0, 0, ..] => None,
            [0, 0, 0, _, ..] => Some(Wide::new(4, false)),
            [_, 0, 0, 0, ..] => Some(Wide::new(4, true)),
            [0, 0, ..] => None,
            [0, _, 0, _, ..] => Some(Wide::new(2, false)),
            [_, 0, _, 0, ..] => Some(Wide::new(2, true)),
            _ => None,
        })
    }

    /// The encoding of text that begins so: by a mark, or UTF-16 by where its NULs stand.
    #[must_use]
    pub fn of_text(begin: &[u8]) -> Option<Self> {
        Self::marked(begin).or_else(|| {
            let even = &begin[..begin.len() & !1];
            unmarked_utf16(even).map(|encoding| Wide::new(2, encoding == encoding_rs::UTF_16LE))
        })
    }

    /// Its name.
    fn name(self) -> &'static str {
        match (self.width, self.is_little) {
            (4, true) => UTF_32[0],
            (4, false) => UTF_32[1],
            (_, true) => encoding_rs::UTF_16LE.name(),
            (_, false) => encoding_rs::UTF_16BE.name(),
        }
    }

    /// It as the encoding of a text that begins so.
    #[must_use]
    pub fn encoding(self, begin: &[u8]) -> Encoding {
        match Self::marked(begin) {
            Some(_) => Encoding::Marked(self.name()),
            None => Encoding::Detected(self.name()),
        }
    }

    /// The line feed.
    fn line_feed(self) -> &'static [u8] {
        match (self.width, self.is_little) {
            (4, true) => b"\n\0\0\0",
            (4, false) => b"\0\0\0\n",
            (_, true) => b"\n\0",
            (_, false) => b"\0\n",
        }
    }

    /// Number of bytes that follow the byte `\n`, the last of `length` bytes from the beginning of a line on, before
    /// it is known whether it is a line feed.
    #[must_use]
    pub fn rest_of_unit(self, length: u64) -> u64 {
        match self.is_little && (length - 1).is_multiple_of(self.width as u64) {
            true => self.width as u64 - 1,
            false => 0,
        }
    }

    /// Whether a line of `length` bytes so far, the last of which are `tail`, ends with a line feed.
    #[must_use]
    pub fn is_line_end(self, length: u64, tail: &[u8]) -> bool {
        length.is_multiple_of(self.width as u64) && tail.ends_with(self.line_feed())
    }

    /// `line` without line feeds and carriage returns at its end.
    #[must_use]
    pub fn without_end(self, line: &[u8]) -> &[u8] {
        let mut end = line.len() - line.len() % self.width;
        if end < line.len() {
            // A character that was cut off.
            return line;
        }
        let is_end = |unit: &[u8]| matches!(self.unit(unit), 0x0a | 0x0d);
        while end > 0 && is_end(&line[end - self.width..end]) {
            end -= self.width;
        }
        &line[..end]
    }

    fn unit(self, bytes: &[u8]) -> u32 {
        let shifted = |value: u32, byte: &u8| value << 8 | u32::from(*byte);
        match self.is_little {
            true => bytes.iter().rev().fold(0, shifted),
            false => bytes.iter().fold(0, shifted),
        }
    }

    /// Decodes `bytes` without the mark at their beginning. What is no character, and one that is cut off at the end,
    /// becomes U+FFFD.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> String {
        let text = self.characters(bytes);
        match text.strip_prefix('\u{feff}') {
            Some(text) => text.to_owned(),
            None => text,
        }
    }

    fn characters(self, bytes: &[u8]) -> String {
        const NONE: char = char::REPLACEMENT_CHARACTER;
        let units = bytes.chunks(self.width);
        let units = units.map(|bytes| match bytes.len() == self.width {
            true => self.unit(bytes),
            false => u32::from(NONE),
        });
        match self.width {
            4 => units
                .map(|unit| char::from_u32(unit).unwrap_or(NONE))
                .collect(),
            _ => char::decode_utf16(units.map(|unit| unit as u16))
                .map(|read| read.unwrap_or(NONE))
                .collect(),
        }
    }
}

/// A line of JSON as text without a byte-order mark, and its encoding: UTF-16 and UTF-32 by their first bytes, UTF-8,
/// or another, the one `named` or by its statistics.
#[must_use]
pub fn json_line<'l>(
    line: &'l [u8],
    named: Option<&'static encoding_rs::Encoding>,
) -> (Cow<'l, str>, Encoding) {
    if let Some(wide) = Wide::of_json(line) {
        return (wide.decode(line).into(), wide.encoding(line));
    }
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    if let Ok(line) = std::str::from_utf8(line) {
        return (line.into(), Encoding::Utf8);
    }
    match decode::other_than_utf8(line, named) {
        Some(encoding) => {
            let (text, _) = encoding.decode_without_bom_handling(line);
            (text, Encoding::other(encoding, named))
        }
        None => (String::from_utf8_lossy(line), Encoding::Utf8Damaged),
    }
}

/// `content` as UTF-8, and the encoding that it is in, if that is UTF-16 or UTF-32; else as it stands.
///
/// # Errors
/// Its first bytes cannot be read.
pub fn narrowed(
    mut content: Box<dyn Read + Send>,
) -> io::Result<(Box<dyn Read + Send>, Option<Encoding>)> {
    let mut begin = Vec::new();
    (&mut content).take(SNIFF).read_to_end(&mut begin)?;
    let known = Wide::of_text(&begin).map(|wide| (wide, wide.encoding(&begin)));
    let content = io::Cursor::new(begin).chain(content);
    Ok(match known {
        None => (Box::new(content), None),
        Some((wide, encoding)) => {
            let decoded = Decoded {
                wide,
                content,
                begun: false,
                left: Vec::new(),
                text: io::Cursor::default(),
            };
            (Box::new(decoded), Some(encoding))
        }
    })
}

/// A stream that is decoded.
struct Decoded<R> {
    wide: Wide,
    content: R,
    /// Whether something was decoded.
    begun: bool,
    /// Bytes of a character that has not ended.
    left: Vec<u8>,
    text: io::Cursor<Vec<u8>>,
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.text.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            let mut bytes = std::mem::take(&mut self.left);
            let before = bytes.len();
            (&mut self.content)
                .take((PIECE - before) as u64)
                .read_to_end(&mut bytes)?;
            if bytes.is_empty() {
                return Ok(0);
            }
            if bytes.len() == PIECE {
                // A surrogate at the end waits for the other one.
                let last = self.wide.unit(&bytes[PIECE - self.wide.width..]);
                if self.wide.width == 2 && (0xd800..0xdc00).contains(&last) {
                    self.left = bytes.split_off(PIECE - 2);
                }
            }
            // U+FEFF is a mark at the beginning only.
            let text = match std::mem::replace(&mut self.begun, true) {
                true => self.wide.characters(&bytes),
                false => self.wide.decode(&bytes),
            };
            self.text = io::Cursor::new(text.into_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Wide; 4] = [
        Wide::new(2, true),
        Wide::new(2, false),
        Wide::new(4, true),
        Wide::new(4, false),
    ];

    /// `text` in an encoding.
    fn encoded(wide: Wide, text: &str) -> Vec<u8> {
        let units: Vec<u32> = match wide.width {
            4 => text.chars().map(u32::from).collect(),
            _ => text.encode_utf16().map(u32::from).collect(),
        };
        let bytes = units.into_iter().flat_map(|unit| match wide.is_little {
            true => unit.to_le_bytes()[..wide.width].to_vec(),
            false => unit.to_be_bytes()[4 - wide.width..].to_vec(),
        });
        bytes.collect()
    }

    #[test]
    fn an_encoding_is_told_by_its_mark_and_of_json_by_its_nulls() {
        for wide in ALL {
            let marked = encoded(wide, "\u{feff}Ж");
            assert_eq!(Wide::marked(&marked), Some(wide));
            assert_eq!(wide.decode(&marked), "Ж");
            let json = encoded(wide, "{\"text\":\"潮\"}");
            assert_eq!(Wide::of_json(&json), Some(wide));
            assert_eq!(
                wide.without_end(&encoded(wide, "{}\r\n")),
                encoded(wide, "{}")
            );
        }
        for narrow in ["{\"text\":1}", "\u{feff}{}", "", "{"] {
            assert_eq!(Wide::of_json(narrow.as_bytes()), None, "{narrow}");
            assert_eq!(Wide::of_text(narrow.as_bytes()), None, "{narrow}");
        }
        // One NUL in front of narrow text.
        assert_eq!(Wide::of_json(b"\0{\"text\":1}"), None);
    }

    #[test]
    fn a_stream_is_decoded_whatever_its_length() {
        // Surrogates on both sides of the end of a piece, and no mark but the first.
        for before in [PIECE / 2 - 2, PIECE / 2 - 1, PIECE / 2] {
            let text = format!("{}🌊\u{feff}潮 end", "a".repeat(before));
            for wide in ALL {
                let bytes = encoded(wide, &format!("\u{feff}{text}"));
                let (mut stream, told) = narrowed(Box::new(io::Cursor::new(bytes))).unwrap();
                let mut read = String::new();
                stream.read_to_string(&mut read).unwrap();
                assert_eq!(told, Some(Encoding::Marked(wide.name())));
                assert!(read == text, "{wide:?}");
            }
        }
        let (mut stream, told) = narrowed(Box::new(io::Cursor::new(b"plain"))).unwrap();
        let mut read = String::new();
        stream.read_to_string(&mut read).unwrap();
        assert_eq!((read.as_str(), told), ("plain", None));
    }
}
