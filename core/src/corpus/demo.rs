//! Documents without a file on disk: the demo corpora, compiled into the program, and standard input.

use std::path::Path;
use std::sync::OnceLock;

use include_dir::{Dir, DirEntry, include_dir};

use super::{decode, jsonl};

static DOCS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../demo-corpus/docs");
static COPIED_TEXT: Dir<'static> =
    include_dir!("$CARGO_MANIFEST_DIR/../demo-corpus/copied-text/docs");

/// All files of the demo corpus of near-duplicates as (path with `/`, content), sorted by path.
pub fn files() -> Vec<(String, &'static [u8])> {
    files_below(&DOCS)
}

/// All files of the demo corpus of copied text as (path with `/`, content), sorted by path. No path occurs in
/// both corpora.
pub fn copied_text_files() -> Vec<(String, &'static [u8])> {
    files_below(&COPIED_TEXT)
}

fn files_below(dir: &Dir<'static>) -> Vec<(String, &'static [u8])> {
    let mut out = Vec::new();
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(dir) => out.extend(files_below(dir)),
            DirEntry::File(file) => {
                let path = file.path().to_string_lossy().into_owned();
                out.push((path, file.contents()));
            }
        }
    }
    out.sort();
    out
}

/// Content of one file of the demo corpora, or of standard input.
pub fn bytes(path: &str) -> Option<&'static [u8]> {
    if let Some((id, bytes)) = standard_input()
        && id == path
    {
        return Some(bytes);
    }
    let mut files = files().into_iter().chain(copied_text_files());
    files.find(|(name, _)| name == path).map(|(_, bytes)| bytes)
}

/// The path that names standard input.
pub const STANDARD_INPUT: &str = "-";

/// Whether a path names standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// The id of standard input, and its content.
static CONTENT: OnceLock<(&'static str, Vec<u8>)> = OnceLock::new();

/// Keeps the content of standard input, with UTF-16 converted to UTF-8. It is rows if its first line is a JSON object,
/// otherwise one document.
pub fn keep_standard_input(mut bytes: Vec<u8>) {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        bytes = decode::decode(bytes, None).0.into_bytes();
    }
    let id = if has_rows(&bytes) {
        "stdin.jsonl"
    } else {
        "stdin"
    };
    CONTENT.get_or_init(|| (id, bytes));
}

/// Whether the first line is a JSON object.
fn has_rows(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let line = lines.find(|line| !line.trim_ascii().is_empty());
    line.is_some_and(|line| jsonl::is_object(&decode::line(line, None).0))
}

/// Id and content of standard input, if it was kept.
pub fn standard_input() -> Option<(&'static str, &'static [u8])> {
    CONTENT.get().map(|(id, bytes)| (*id, bytes.as_slice()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_recognised_in_every_encoding() {
        let rows = "\n{\"text\":\"größer\"}\n{\"text\":\"b\"}\n";
        let (latin, ..) = encoding_rs::WINDOWS_1252.encode(rows);
        assert!(has_rows(rows.as_bytes()) && has_rows(&latin));
        assert!(has_rows(format!("\u{feff}{}", rows.trim()).as_bytes()));
        assert!(has_rows(b"{\"score\":NaN,\"text\":\"a\"}\n"));
        assert!(!has_rows(b"words\n{\"text\":1}\n") && !has_rows(b""));
    }
}
