//! Entry points for document bytes: decoding, HTML extraction, JSON Lines rows, and the whole path
//! from a file to its documents.

use shinglescope::base::Stamp;
use shinglescope::corpus::decode::{decode, is_binary};
use shinglescope::corpus::html::Syntax;
use shinglescope::corpus::limits::Clock;
use shinglescope::corpus::read::{again, document, work};
use shinglescope::corpus::{
    Document, Encoding, Entry, Kind, SkipReason, html as page, jsonl as rows, warc,
};
use shinglescope::settings::Reading;

/// Any bytes decode to text under some encoding, and valid UTF-8 decodes to itself.
pub fn decoding(data: &[u8]) {
    let _ = is_binary(data);
    let declared = page::declared_encoding(data);
    let _ = page::begins_as_html(data);
    for declared in [None, declared] {
        let (text, encoding) = decode(data.to_vec(), declared);
        let plain = std::str::from_utf8(data);
        match encoding {
            Encoding::Utf8 => {
                let mark = data.starts_with("\u{feff}".as_bytes());
                let want = plain.expect("what is called UTF-8 is UTF-8");
                assert_eq!(text, if mark { &want[3..] } else { want });
            }
            Encoding::Utf8Damaged => {
                assert!(plain.is_err() && text.contains('\u{fffd}'));
            }
            // Valid UTF-8 is decoded as something else only if its NUL bytes or its byte-order mark
            // say so.
            Encoding::Marked(name) => assert!(name.starts_with("UTF-16"), "{name}"),
            Encoding::Detected(name) | Encoding::Named(name) => {
                assert!(plain.is_err() || data.contains(&0), "{name}");
                assert!(encoding_of(name), "{name}");
            }
        }
        assert!(text.len() <= 3 * data.len() + 3, "{encoding}");
    }
}

/// Whether the index recognises the encoding name.
fn encoding_of(name: &str) -> bool {
    encoding_rs::Encoding::for_label(name.as_bytes())
        .is_some_and(|encoding| encoding.name() == name)
}

/// Any text can be parsed as a page, of HTML and of XML.
pub fn html(data: &[u8]) {
    let source = String::from_utf8_lossy(data);
    let reading = Reading {
        max_seconds: u32::MAX,
        ..Reading::default()
    };
    for syntax in [Syntax::Html, Syntax::Xml] {
        let read = page::page(&source, syntax, &reading, &Clock::start(&reading));
        // Tags that are left open may make too many elements.
        let Ok(page) = read else {
            let expected = matches!(read, Err(SkipReason::Damaged(_) | SkipReason::TooDeep));
            assert!(expected, "{read:?}");
            continue;
        };
        let mut from = 0;
        for &(start, end) in &page.unseen {
            assert!(from <= start && start < end, "{:?}", page.unseen);
            assert!(page.text.get(start..end).is_some(), "{:?}", page.unseen);
            from = end;
        }
        let seen = page.seen();
        assert!(seen.len() <= page.text.len() + page.unseen.len());
        if page.unseen.is_empty() {
            assert_eq!(seen, page.text);
        }
        assert_eq!(page.title.trim(), page.title);
        // Upper bound of the expansion by entities: the longest characters have names of at least a
        // third of their length.
        assert!(page.text.len() + page.title.len() <= 3 * source.len() + 3);
    }
}

/// A line is a row or yields a one-line error; a row agrees with what a plain JSON parser finds.
pub fn jsonl(data: &[u8]) {
    let reading = Reading::default();
    let text = String::from_utf8_lossy(data);
    for line in text.lines() {
        let value = serde_json::from_str::<serde_json::Value>(line);
        match (rows::row(line, &reading), value) {
            (Ok(row), Ok(value)) => {
                if let Some(text) = value["text"].as_str() {
                    assert_eq!(row.text, text);
                }
                for (field, name) in [(&row.id, "id"), (&row.title, "title")] {
                    if let Some(text) = value[name].as_str() {
                        assert_eq!(field.as_deref(), Some(text));
                    }
                }
            }
            // Nested deeper than the plain parser allows, or a number out of its range in a field
            // that is not read.
            (Ok(_), Err(error)) => assert!(!error.is_eof(), "{error}"),
            (Err(reason), _) => {
                let why = reason.to_string();
                assert!(!why.is_empty() && !why.contains('\n'), "{why:?}");
            }
        }
    }
}

const EXTENSIONS: [&str; 6] = ["txt", "html", "jsonl", "md", "", "JSONL"];

/// The whole path: a file of these bytes yields documents or skip reasons, each document is found
/// again at its stated location, and none exceeds the limits.
pub fn reader(data: &[u8]) {
    let (choice, content) = super::chosen(data);
    let extension = EXTENSIONS[choice % EXTENSIONS.len()];
    let reading = Reading {
        drop_unseen: choice & 64 != 0,
        max_bytes: 1 << 16,
        ..Reading::default()
    };
    read(content, extension, &reading);
}

/// Like [`reader`], for a WARC file, compressed or not, and for a single record.
pub fn crawl(data: &[u8]) {
    let (choice, content) = super::chosen(data);
    let extension = ["warc", "warc.gz"][choice % 2];
    let reading = Reading {
        max_bytes: 1 << 16,
        ..Reading::default()
    };
    if let Ok(page) = warc::page(content, reading.max_bytes) {
        assert!(page.bytes.len() as u64 <= reading.max_bytes);
    }
    let pieces = read(content, extension, &reading);
    // Content that does not begin like a record, a line end or a gzip member is listed as skipped.
    let begin = content.first().copied().unwrap_or(b'\n');
    assert!(pieces > 0 || content.starts_with(b"WARC/") || matches!(begin, b'\r' | b'\n' | 0x1f));
}

/// Reads a file of these bytes. Returns the number of documents and skipped entries.
pub(super) fn read(content: &[u8], extension: &str, reading: &Reading) -> usize {
    thread_local!(static FOLDER: tempfile::TempDir = super::folder());
    let path = FOLDER.with(|folder| folder.path().join("file").with_extension(extension));
    let _quiet = super::Quiet::new();
    std::fs::write(&path, content).expect("a file");
    let stamp = Stamp::from_metadata(&std::fs::metadata(&path).expect("a file"));
    let entry = Entry::file("folder/file".to_owned(), path, stamp);
    let mut pieces = 0;
    for piece in work(entry, reading) {
        pieces += 1;
        match document(piece, reading) {
            Ok(read) => {
                let same = again(&read.row.id, &read.row.location, reading);
                super::Quiet::loudly(|| consistent(&read, same, reading));
            }
            Err(skipped) => super::Quiet::loudly(|| {
                assert!(skipped.id.starts_with("folder/file"));
                assert!(!skipped.reason.to_string().is_empty());
            }),
        }
    }
    pieces
}

/// Checks that a document is within its limits and equals `same`, which was read again.
fn consistent(read: &Document, same: Result<Document, SkipReason>, reading: &Reading) {
    let row = &read.row;
    assert!(!row.id.is_empty());
    let most = match row.kind {
        // A record is abandoned after the block of the file in which it becomes too long. Each invalid byte becomes
        // three bytes.
        Kind::TableRow => 3 * (reading.max_bytes + (64 << 10)),
        _ => reading.max_bytes,
    };
    assert!(row.bytes <= most, "{} bytes", row.bytes);
    let same = same.unwrap_or_else(|reason| panic!("{:?}: {reason}", row.location));
    assert_eq!(same.text, read.text);
    assert_eq!(same.row.fingerprint, row.fingerprint);
    assert_eq!(same.row.title, row.title);
    assert_eq!(same.row.encoding, row.encoding);
    for &(start, end) in &read.unseen {
        assert!(read.text.get(start..end).is_some());
    }
}
