//! Recognises journals of decisions: they are in the folder of a corpus but are not documents.

use std::fs::Metadata;
use std::io::Read;
use std::path::Path;

use serde_json::Value;

use super::files;

/// File name of the journal of a corpus.
pub const NAME: &str = "review.jsonl";

/// Maximum length of a header, in bytes; the current header has 36.
const MAX_HEADER_BYTES: u64 = 4096;

/// Whether a file is a journal of decisions. Its name begins with `review` and ends with `.jsonl`. Its first line is a
/// journal header of any version, or the beginning of the current header if the program was killed while writing it.
/// `false` if the file cannot be read.
pub fn is_journal(path: &Path, metadata: &Metadata) -> bool {
    if !metadata.is_file() || !has_name(path) {
        return false;
    }
    let mut start = Vec::new();
    let file = files::options().read(true).open(path);
    let result = file.and_then(|file| file.take(MAX_HEADER_BYTES).read_to_end(&mut start));
    result.is_ok() && !start.is_empty() && begins_journal(&start)
}

/// Whether a file has the name of a journal.
fn has_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("review") && name.ends_with(".jsonl")
}

/// Whether a file that begins with these bytes is a journal.
pub fn begins_journal(start: &[u8]) -> bool {
    let line = first_line(start);
    let is_complete = line.len() < start.len();
    format_version(line).is_some() || (!is_complete && header().as_bytes().starts_with(start))
}

/// The first line without a byte-order mark and without surrounding white space.
pub fn first_line(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let line = bytes.split(|byte| *byte == b'\n').next();
    line.unwrap_or_default().trim_ascii()
}

/// Version of the format that this program writes.
pub const FORMAT: u64 = 1;

/// The header of a journal of this version, with the line's end.
pub fn header() -> String {
    format!("{{\"shinglescope\":\"review\",\"format\":{FORMAT}}}\n")
}

/// Returns the format version of a journal header; `None` if `line` is not a journal header.
pub fn format_version(line: &[u8]) -> Option<u64> {
    let header: Value = serde_json::from_slice(line).ok()?;
    let is_review = header.get("shinglescope")?.as_str()? == "review";
    header.get("format")?.as_u64().filter(|_| is_review)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complete_truncated_or_newer_header_is_recognised() {
        let header = header();
        for end in 1..=header.len() {
            assert!(begins_journal(&header.as_bytes()[..end]), "{end}");
        }
        assert_eq!(format_version(first_line(header.as_bytes())), Some(FORMAT));
        assert!(begins_journal(
            b"\xef\xbb\xbf{ \"format\": 7, \"shinglescope\": \"review\" }\r\n"
        ));
        for other in [
            "{\"shinglescope\":\"re\n{}",
            "{\"id\":1}\n",
            "{\"id\":1",
            "{\"shinglescope\":\"other\",\"format\":1}\n",
            "text",
        ] {
            assert!(!begins_journal(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn a_journal_is_recognised_by_name_and_header() {
        let folder = tempfile::tempdir().unwrap();
        let is_journal_with = |name: &str, content: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, content).unwrap();
            is_journal(&path, &path.metadata().unwrap())
        };
        assert!(is_journal_with(NAME, &header()));
        assert!(is_journal_with("review-anna.jsonl", &header()));
        assert!(!is_journal_with("other.jsonl", &header()));
        assert!(!is_journal_with(NAME, "{\"stars\": 5}\n"));
        assert!(!is_journal_with(NAME, ""));
    }
}
