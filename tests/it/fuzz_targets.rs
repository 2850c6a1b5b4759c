//! Tests every entry point for untrusted input with arbitrary bytes and with the findings of the fuzzer.

#[path = "../fuzz_targets/mod.rs"]
mod shared;

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use shared::stored::{PARTS, Template};
use shared::{TARGETS, Target};

/// The folder of seeds and fuzzer findings, used by the fuzzer and by the test below.
fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus")
        .join(name)
}

fn target(name: &str) -> fn(&[u8]) {
    crate::support::parse_in_children();
    let entry = TARGETS.iter().find(|(target, _)| *target == name);
    entry.expect("a target").1
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn no_finding_of_the_fuzzer_causes_a_panic() {
    crate::support::parse_in_children();
    for (name, target) in TARGETS {
        let files = files(&corpus(name));
        assert!(!files.is_empty(), "there is no corpus for {name}");
        for file in files {
            let bytes = std::fs::read(&file).unwrap();
            let result = std::panic::catch_unwind(|| target(&bytes));
            assert!(result.is_ok(), "{} causes a panic", file.display());
        }
    }
}

#[test]
fn every_target_is_run_by_the_fuzzer() {
    let manifest = include_str!("../../fuzz/Cargo.toml");
    for (name, _) in TARGETS as [Target; 17] {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
    }
}

/// Inputs composed of typical fragments of a format and of arbitrary bytes.
fn pieces(words: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(words).prop_map(|word| word.as_bytes().to_vec());
    let part = prop_oneof![
        4 => word,
        1 => any::<String>().prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..20),
    ];
    let parts = prop::collection::vec(part, 0..40);
    (any::<u8>(), parts).prop_map(|(choice, parts)| [&[choice][..], &parts.concat()].concat())
}

#[rustfmt::skip]
const PAGE: &[&str] = &[
    "<p>", "</p>", "<div hidden>", "</div>", "<script>", "</script>", "<title>", "</title>",
    "<pre>", "<b style='color:#fff'>", "<font color=white>", "<template>", "</template>", "<!--",
    "-->", "&amp;", "&#x202e;", "&nGt;", "<td", " a=b", "\"", "'", ">", "\n", " word ",
    "<![CDATA[", "<meta charset=", "<input hidden>", "<body bgcolor=navy>", "<textarea>", "é",
    "\u{a0}",
];

#[rustfmt::skip]
const CRAWL: &[&str] = &[
    "WARC/1.0\r\n", "WARC-Type: response\r\n", "WARC-Type: request\r\n",
    "WARC-Target-URI: http://h/a\r\n", "WARC-Date: 2024-05-31T12:00:00Z\r\n",
    "Content-Type: application/http\r\n", "Content-Length: 0\r\n", "Content-Length: 45\r\n",
    "Content-Length: 99999999999\r\n", " folded\r\n", "\r\n", "\r\n\r\n", "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 301 Moved\r\n", "Content-Type: text/html\r\n", "Transfer-Encoding: chunked\r\n",
    "Content-Encoding: gzip\r\n", "5\r\nwords\r\n", "0\r\n\r\n", "some words of a page", "\u{1f}",
    "\0\0\0",
];

/// Records of a crawl with one page each.
fn records() -> Vec<String> {
    let record = |n: usize| {
        let http =
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>words of page {n}</p>");
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/{n}\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
            http.len()
        )
    };
    (0..3).map(record).collect()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

#[rustfmt::skip]
const TEXT: &[&str] = &[
    " ", "word", "Straße ", "ΣΑΣ", "日本", "ก่", "e\u{301}", "\u{301}\u{308}", "\u{200b}", "\u{ad}",
    "12 ", "and ", "аpple", "ﬁ", "\u{202e}", "İ", ".", "\r\n", "👩\u{200d}👧", "ક્ષ", "한",
    "\u{1100}\u{1161}",
];

#[rustfmt::skip]
const JSON: &[&str] = &[
    "{\"text\":\"", "\"}", "\n", "{\"text\":", "[", "]", "{", "}", ",", "\"id\":", "1e9999",
    "-0.0", "\"", "\\ud800", "\\u0000", "null", "\"title\":\"", "true",
    "123456789012345678901234567890", " ",
];

const QUERY: &[&str] = &[
    "tide", "\"", "(", ")", "title:", "id:a.txt", "AND", " OR ", " NOT ", "+", "-", "*", "~2",
    "^3", "[a TO b]", "{", "}", "/", "\\", ":", " IN ", "[", "]", ">", "<", "body:", "note:", "'",
    "!", "\u{301}", " ",
];

#[rustfmt::skip]
const LABELS: &[&str] = &[
    "a,b,label\n", "document,class\n", "a.txt", "b.txt", "sub/c.md", ",", "\n", "\"", "no", "yes",
    "\u{feff}", " ", "\r", "x", "\"d e,\"\"f\"\".txt\"",
];

#[rustfmt::skip]
const ROWS: &[&str] = &[
    "id,text\n", "a;b;text\n", "a\tb\n", "text", ",", ";", "\t", "\"", "\"\"", "\n", "\r\n", "1",
    "words of a row", "\u{feff}", "é",
];

#[rustfmt::skip]
const MAIL: &[&str] = &[
    "From a@b Mon May  6 10:00:00 2024\n", "From: \"Ada\" <a@b>\n",
    "Subject: =?utf-8?q?caf=C3=A9?=\n", "Content-Type: multipart/mixed; boundary=x\n",
    "Content-Type: text/html\n", "Content-Transfer-Encoding: base64\n",
    "Content-Transfer-Encoding: quoted-printable\n", "\n", "\n\n", "--x\n", "--x--\n",
    "d29yZHM=\n", "=C3=A9=\n", "<p>words</p>", "words of a message\n", ">From here\n",
];

#[rustfmt::skip]
const JOURNAL: &[&str] = &[
    "{\"shinglescope\":\"review\",\"format\":1}\n",
    "{\"when\":\"2026-11-22T19:40:03.120000Z\",\"by\":\"anna\",\"on\":\"pair\",\"a\":{\"name\":\"a.txt\",\"text\":\"00000000000000000000000000000001\",\"source\":\"00000000000000000000000000000002\"},\"b\":{\"name\":\"b.txt\",\"text\":\"00000000000000000000000000000003\",\"source\":\"00000000000000000000000000000004\"},",
    "\"decision\":\"copied\",\"note\":\"page 3\"}\n",
    "{\"when\":\"2026-11-22T19:40:04Z\",\"by\":\"ben\",\"on\":\"mask\",",
    "\"mask\":{\"phrase\":\"the task\"},\"masked\":true}\n",
    "\"mask\":{\"common\":{\"share\":0.2}},\"masked\":true}\n",
    "{\"when\":\"2026-11-22T19:40:05Z\",\"by\":\"ben\",\"on\":\"mask\",\"mask\":{\"common\":{\"share\":7}},\"masked\":true}\n",
    "{\"when\":\"2026-11-22T19:40:06Z\",\"by\":\"ben\",\"on\":\"mask\",\"mask\":\"references\",\"masked\":false}\n",
    "\r\n", "\n", "{\"shinglescope\":\"review\",\"format\":2}\n",
];

#[rustfmt::skip]
const ARGUMENTS: &[&str] = &[
    "1-8", "0.1-0.95:0.05", ",", "-", ":", "0", "9", ".", "1000", "--k", "\n", 
    "--max-seconds", "--threshold", "--bands", "--drop-stopwords=en", "18446744073709551616",
    "1e3", "--", "-t", "=", "--max-size",
];

/// Positions, values and kinds of changes.
type Changes = Vec<(prop::sample::Index, u8, u8)>;

fn changes() -> impl Strategy<Value = Changes> {
    let change = (any::<prop::sample::Index>(), any::<u8>(), 0..4_u8);
    prop::collection::vec(change, 0..6)
}

/// The bytes after all changes: one byte is replaced, inserted or removed. With `cuts`, a removal truncates instead.
fn changed(mut bytes: Vec<u8>, changes: Changes, cuts: bool) -> Vec<u8> {
    for (at, value, what) in changes {
        let at = at.index(bytes.len() + 1);
        match what {
            0 => bytes.insert(at, value),
            1 if cuts => bytes.truncate(at),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = value;
                }
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_bytes_are_decoded(data in prop_oneof![pieces(TEXT), pieces(PAGE)]) {
        target("decoding")(&data);
        target("decoding")(data.get(1..).unwrap_or_default());
    }

    #[test]
    fn any_file_is_read_or_skipped(data in prop_oneof![pieces(TEXT), pieces(PAGE), pieces(JSON)]) {
        target("reader")(&data);
    }

    #[test]
    fn any_crawl_is_read_or_skipped(parts in prop::collection::vec((pieces(CRAWL), any::<bool>()), 1..4)) {
        let choice = parts[0].0[0];
        let part = |(bytes, is_packed): &(Vec<u8>, bool)| if *is_packed { packed(&bytes[1..]) } else { bytes[1..].to_vec() };
        let parts: Vec<Vec<u8>> = parts.iter().map(part).collect();
        target("crawl")(&[&[choice][..], &parts.concat()].concat());
    }

    /// Whole records, packed or not, with bytes changed, inserted and removed.
    #[test]
    fn a_damaged_crawl_is_read_or_skipped(is_packed: bool, changes in changes()) {
        let form = |record: String| if is_packed { packed(record.as_bytes()) } else { record.into_bytes() };
        let bytes = records().into_iter().flat_map(form).collect();
        let bytes = changed(bytes, changes, false);
        target("crawl")(&[&[u8::from(is_packed)][..], &bytes].concat());
    }

    #[test]
    fn any_rows_are_read_or_skipped(data in pieces(ROWS)) {
        target("rows")(&data);
    }

    #[test]
    fn any_message_is_read_or_skipped(data in pieces(MAIL)) {
        target("mail")(&data);
    }

    /// A seed with bytes changed, inserted and removed.
    #[test]
    fn a_damaged_file_is_read_or_skipped(
        which in 0..4_usize,
        seed in any::<prop::sample::Index>(),
        changes in changes(),
    ) {
        let name = ["tables", "archives", "documents", "pdf"][which];
        let seeds = files(&corpus(name));
        let bytes = std::fs::read(&seeds[seed.index(seeds.len())]).unwrap();
        let content = changed(bytes[1..].to_vec(), changes, false);
        target(name)(&[&bytes[..1], &content].concat());
    }

    #[test]
    fn any_page_is_parsed(data in pieces(PAGE)) {
        target("html")(&data);
    }

    #[test]
    fn any_line_is_a_row_or_skipped(data in pieces(JSON)) {
        target("jsonl")(&data[1..]);
    }

    #[test]
    fn any_text_has_terms(data in pieces(TEXT), numbers: u8) {
        target("terms")(&[&[data[0], numbers], &data[1..]].concat());
    }

    #[test]
    fn any_query_is_searched_for(data in pieces(QUERY)) {
        target("query")(&data);
    }

    #[test]
    fn any_labels_are_pairs_or_an_error(data in pieces(LABELS)) {
        target("labels")(&data[1..]);
    }

    #[test]
    fn any_journal_is_read_line_by_line_and_nothing_of_it_is_lost(data in pieces(JOURNAL)) {
        let headed = [JOURNAL[0].as_bytes(), &data].concat();
        target("journal")(&data);
        target("journal")(&headed);
    }

    #[test]
    fn any_arguments_are_understood_or_refused(data in pieces(ARGUMENTS)) {
        target("arguments")(&data);
    }

    /// The original content with bytes changed, inserted and removed, under a matching checksum.
    #[test]
    fn an_index_with_changed_bytes_opens_within_its_bounds_or_is_damaged(
        part in 0..PARTS.len() as u8,
        changes in changes(),
    ) {
        thread_local!(static TEMPLATE: Template = Template::new());
        let bytes = TEMPLATE.with(|template| template.written(PARTS[usize::from(part)]));
        let bytes = changed(bytes, changes, true);
        target("store")(&[&[part], &bytes[..]].concat());
    }
}
