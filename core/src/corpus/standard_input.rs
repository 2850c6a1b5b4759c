//! A corpus on standard input: read once, then kept in memory for as long as the program runs.

use std::sync::OnceLock;

/// The path that names standard input.
pub const PATH: &str = "-";

/// The id of standard input, and its content.
static CONTENT: OnceLock<(&'static str, Vec<u8>)> = OnceLock::new();

/// Keeps what standard input holds. It is rows if its first line is an object of JSON, else one document.
pub fn keep(bytes: Vec<u8>) {
    let line = bytes
        .split(|byte| *byte == b'\n')
        .find(|line| !line.trim_ascii().is_empty());
    let is_object = |line: &[u8]| {
        let read = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(line);
        read.is_ok()
    };
    let id = match line.is_some_and(is_object) {
        true => "stdin.jsonl",
        false => "stdin",
    };
    CONTENT.get_or_init(|| (id, bytes));
}

/// Id and content, once it was kept.
#[must_use]
pub fn content() -> Option<(&'static str, &'static [u8])> {
    CONTENT.get().map(|(id, bytes)| (*id, bytes.as_slice()))
}
