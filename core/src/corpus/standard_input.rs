//! A corpus on standard input: read once, then kept in memory for as long as the program runs.

use std::sync::OnceLock;

use super::{decode, nearly_json};

/// The path that names standard input.
pub const PATH: &str = "-";

/// The id of standard input, and its content.
static CONTENT: OnceLock<(&'static str, Vec<u8>)> = OnceLock::new();

/// Keeps what standard input holds, UTF-16 as UTF-8. It is rows if its first line is an object of JSON, else one document.
pub fn keep(mut bytes: Vec<u8>) {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        bytes = decode::decode(bytes, None).0.into_bytes();
    }
    let id = match has_rows(&bytes) {
        true => "stdin.jsonl",
        false => "stdin",
    };
    CONTENT.get_or_init(|| (id, bytes));
}

/// Whether the first line is an object of JSON.
fn has_rows(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let line = lines.find(|line| !line.trim_ascii().is_empty());
    line.is_some_and(|line| nearly_json::is_object(&decode::line(line, None).0))
}

/// Id and content, once it was kept.
#[must_use]
pub fn content() -> Option<(&'static str, &'static [u8])> {
    CONTENT.get().map(|(id, bytes)| (*id, bytes.as_slice()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_in_every_encoding() {
        let rows = "\n{\"text\":\"größer\"}\n{\"text\":\"b\"}\n";
        let (latin, ..) = encoding_rs::WINDOWS_1252.encode(rows);
        assert!(has_rows(rows.as_bytes()) && has_rows(&latin));
        assert!(has_rows(format!("\u{feff}{}", rows.trim()).as_bytes()));
        assert!(has_rows(b"{\"score\":NaN,\"text\":\"a\"}\n"));
        assert!(!has_rows(b"words\n{\"text\":1}\n") && !has_rows(b""));
    }
}
