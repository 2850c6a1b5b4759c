//! Documents of word processors, slides, e-books, PDF and mail. Their extracted text is compared with the text that
//! they were made from (`tests/fixtures/documents`, made by `make.py` there with several programs). Unreadable files
//! are skipped with a reason.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use shinglescope::base::pages::page_at;
use shinglescope::corpus::child;
use shinglescope::corpus::extract::kept;
use shinglescope::corpus::formats::FileFormat;
use shinglescope::corpus::read::read_path;
use shinglescope::corpus::{Kind, SkipReason};
use shinglescope::settings::{Normalisation, Reading};
use shinglescope::text::Normaliser;

use crate::support::{Work, args_of, assert_contains, program};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/documents")
}

fn read(name: &str) -> Result<shinglescope::corpus::Document, SkipReason> {
    child::set_program(program());
    read_path(&folder().join(name), &Reading::default())
}

/// The Jaccard of the sets of 4-shingles, by definition.
fn jaccard(a: &str, b: &str) -> f64 {
    let normaliser = Normaliser::new(&Normalisation::default()).unwrap();
    let [a, b] = [a, b].map(|text| {
        let terms = normaliser.terms(text);
        let span = |at: usize| {
            let term = &terms[at];
            text[term.start as usize..term.end as usize].to_lowercase()
        };
        let shingle = |at: usize| (at..at + 4).map(span).collect::<Vec<String>>();
        let last = terms.len().saturating_sub(3);
        (0..last).map(shingle).collect::<HashSet<Vec<String>>>()
    });
    assert!(a.len() > 20, "{} shingles", a.len());
    a.intersection(&b).count() as f64 / a.union(&b).count() as f64
}

/// Each document, the text that it was made from, and the lowest Jaccard allowed.
const MADE: [(&str, &str, f64); 24] = [
    ("python-docx.docx", "mill-without-note", 0.98),
    ("tracked.docx", "mill-without-note", 0.98),
    ("pandoc.docx", "mill-byline", 0.98),
    ("languages.docx", "languages", 0.98),
    ("odfpy.odt", "mill", 0.98),
    ("pandoc.odt", "mill-byline", 0.98),
    ("languages.odt", "languages", 0.98),
    ("pandoc.epub", "mill-book", 0.98),
    ("pandoc-epub2.epub", "mill-book", 0.98),
    ("ebooklib.epub", "chapters", 0.98),
    ("languages.epub", "languages", 0.98),
    ("pandoc.pptx", "slides", 0.98),
    ("python-pptx.pptx", "slides", 0.98),
    ("odfpy.odp", "slides", 0.98),
    ("reportlab.pdf", "prose", 0.98),
    ("fpdf2.pdf", "prose", 0.98),
    ("mupdf.pdf", "prose", 0.98),
    ("no-password.pdf", "prose", 0.98),
    ("columns.pdf", "prose", 0.95),
    ("hyphens.pdf", "hyphens", 0.88),
    ("ligatures.pdf", "ligatures", 0.98),
    ("han.pdf", "han", 0.98),
    ("mail.eml", "mail", 0.98),
    ("html.eml", "html-mail", 0.98),
];

#[test]
fn the_text_of_a_document_is_the_text_that_it_was_made_from() {
    let mut worst = Vec::new();
    for (name, expected, least) in &MADE {
        let path = folder().join("expected").join(format!("{expected}.txt"));
        let expected = fs::read_to_string(path).unwrap();
        match read(name) {
            Ok(document) => {
                assert!(matches!(document.row.kind, Kind::Extracted(_)), "{name}");
                let similarity = jaccard(&document.text, &expected);
                if similarity < *least {
                    worst.push(format!("{name}: {similarity:.4}"));
                }
            }
            Err(reason) => worst.push(format!("{name}: {reason}")),
        }
    }
    assert!(worst.is_empty(), "{worst:#?}");
}

#[test]
fn text_from_right_to_left_in_a_pdf_is_read_in_part() {
    let document = read("hebrew.pdf").unwrap();
    let about = kept::about(FileFormat::Pdf, document.row.fingerprint).unwrap();
    let unread = about.unextracted.unread().unwrap().to_string();
    assert_contains(&unread, "pdftotext");
}

#[test]
fn documents_report_title_date_and_text_that_is_not_extracted() {
    let about = |name: &str, format| {
        let document = read(name).unwrap();
        assert_eq!(document.row.title, "The mill on the Rother", "{name}");
        assert!(!document.text.contains("struck out"), "{name}");
        assert!(!document.text.contains("Is this really so"), "{name}");
        assert!(!document.text.contains("hidden words"), "{name}");
        kept::about(format, document.row.fingerprint).unwrap()
    };
    let phrase = |name, format| about(name, format).unextracted.phrase();
    let comment = Some("1 comment, 1 deleted revision".to_owned());
    assert_eq!(phrase("tracked.docx", FileFormat::Docx), comment);
    assert_eq!(phrase("odfpy.odt", FileFormat::Odt), comment);
    let plain = about("python-docx.docx", FileFormat::Docx);
    assert_eq!(plain.author.as_deref(), Some("Ada Brook"));
    assert_eq!(plain.date.as_deref(), Some("2021-03-04T00:00:00Z"));
    assert_eq!(plain.unextracted.phrase(), None);
}

#[test]
fn authors_are_those_that_documents_name() {
    for name in args_of("python-docx.docx odfpy.odt ebooklib.epub reportlab.pdf mail.eml") {
        let author = read(name).unwrap().author;
        assert_eq!(author.as_deref(), Some("Ada Brook"), "{name}");
    }
}

/// The parser process drops all permissions that it does not need before it reads its first request.
#[test]
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
fn the_child_may_open_nothing_write_nothing_and_connect_to_nothing() {
    let work = Work::new();
    let mut child = work.spawn(&[shinglescope::corpus::child::COMMAND]);
    let about = |file: &str| fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap();
    let begun = std::time::Instant::now();
    while !about("status").contains("Seccomp:\t2") {
        assert!(begun.elapsed().as_secs() < 60, "{}", about("status"));
        std::thread::yield_now();
    }
    let limits = about("limits");
    let hard = |name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        let mut figures = line[name.len()..].split_whitespace();
        figures.nth(1).unwrap().to_owned()
    };
    assert_eq!(hard("Max file size"), "0");
    assert_eq!(hard("Max address space"), (1_u64 << 30).to_string());
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_position_in_a_pdf_has_its_page_number() {
    let text = read("hyphens.pdf").unwrap().text;
    let page = |words: &str| page_at(&text, text.find(words).unwrap());
    assert_eq!(page("The mill stands"), 1);
    assert_eq!(page("A surveyor counted"), 2);
    assert_eq!(page("Either way"), 3);
    assert_eq!(page_at(&text, text.len()), 3);
}

#[test]
fn unreadable_documents_are_skipped_with_the_reason() {
    let is_damaged = |reason: &SkipReason| matches!(reason, SkipReason::Damaged(_));
    // `deep.docx` has elements without an end, `laughs.docx` declares entities.
    let damaged = "cut.docx no-document.docx cut.pdf empty.pdf loop.pdf deep.docx laughs.docx";
    for name in args_of(damaged) {
        let reason = read(name).unwrap_err();
        assert!(is_damaged(&reason), "{name}: {reason}");
    }
    for name in ["encrypted.docx", "encrypted.odt", "encrypted.pdf"] {
        assert_eq!(read(name).unwrap_err(), SkipReason::Encrypted, "{name}");
    }
    let unknown = read("han-no-font.pdf").unwrap_err();
    assert!(matches!(unknown, SkipReason::ParserFailed(_)), "{unknown}");
    assert_eq!(read("scanned.pdf").unwrap_err(), SkipReason::NoTextLayer);
    assert_eq!(read("empty.docx").unwrap_err(), SkipReason::Empty);
}

/// A docx with this text, `times` times over.
fn docx(text: &str, times: usize) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    archive.start_file("word/document.xml", options).unwrap();
    archive.write_all(b"<document><body><p><r><t>").unwrap();
    for _ in 0..times {
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive
        .write_all(b"</t></r></p></body></document>")
        .unwrap();
    archive.finish().unwrap().into_inner()
}

#[test]
fn only_the_file_that_unpacks_to_too_much_is_skipped() {
    let work = Work::new();
    work.write("bomb.docx", docx(&"a".repeat(1 << 20), 300));
    let good = fs::read(folder().join("python-docx.docx"));
    work.write("good.docx", good.unwrap());
    let rows = work.ran_well("skipped corpus --in-memory --format csv");
    let rows = rows.rows();
    assert_eq!((rows.len(), &*rows[0][0]), (1, "bomb.docx"), "{rows:?}");
    assert_contains(&rows[0][1], "unpacks to more than");
}

#[test]
fn extracted_text_is_kept_until_its_file_changes() {
    let work = Work::new();
    let write = |name: &str, from: &str| {
        work.write(name, fs::read(folder().join(from)).unwrap());
    };
    write("a.docx", "python-docx.docx");
    write("b.pdf", "reportlab.pdf");
    write("c.pdf", "scanned.pdf");
    let names = || {
        work.done(&["index", "corpus", "--index", "index"]);
        let entries = fs::read_dir(work.index().join("extracted")).unwrap();
        let file = |entry: std::io::Result<fs::DirEntry>| {
            let entry = entry.unwrap();
            let written = entry.metadata().unwrap().modified().unwrap();
            (entry.file_name().into_string().unwrap(), written)
        };
        entries.map(file).collect::<BTreeMap<_, _>>()
    };
    let first = names();
    // The scan has no text.
    assert_eq!(first.len(), 2);
    assert!(first.keys().all(|name| kept::is_ours(name)), "{first:?}");
    assert_eq!(names(), first);
    write("b.pdf", "fpdf2.pdf");
    let changed = names();
    let stayed = changed.keys().filter(|name| first.contains_key(*name));
    assert!(stayed.count() >= 1);
    assert!(changed.keys().any(|name| !first.contains_key(name)));
}

#[test]
fn swapped_extracted_texts_are_detected_and_extracted_again() {
    let work = Work::new();
    work.write("a.docx", docx("one two three four five six", 1));
    work.write("b.docx", docx("red green blue white black grey", 1));
    work.write("a.txt", "one two three four five six");
    let index = "index corpus --index index --quiet";
    work.ran_well(index);
    let pairs = "pairs corpus --quiet --format csv --index index";
    let before = work.ran(pairs).out;
    assert_contains(&before, "a.docx,a.txt");
    let entries = fs::read_dir(work.index().join("extracted")).unwrap();
    let kept: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 2);
    let [first, second] = [&kept[0], &kept[1]].map(|path| fs::read(path).unwrap());
    fs::write(&kept[0], second).unwrap();
    fs::write(&kept[1], first).unwrap();
    let check = ["index", "--check", "--index", "index"];
    let checked = work.run(&check);
    assert_eq!(checked.status, Some(1), "{}", checked.out);
    assert_contains(&checked.talk, "2 kept texts");
    work.ran_well(&format!("{index} --rebuild"));
    assert_eq!(work.ran(pairs).out, before);
    assert_eq!(work.run(&check).status, Some(0));
}

#[test]
fn two_concatenated_documents_are_skipped_with_the_reason() {
    let work = Work::new();
    let bytes = |name: &str| fs::read(folder().join(name)).unwrap();
    child::set_program(program());
    for (first, second) in [
        ("python-docx.docx", "pandoc.docx"),
        ("odfpy.odt", "pandoc.odt"),
        ("ebooklib.epub", "pandoc.epub"),
    ] {
        work.write(second, [bytes(first), bytes(second)].concat());
        let read = read_path(&work.corpus().join(second), &Reading::default());
        let message = read.map(|_| ()).unwrap_err().to_string();
        assert_contains(&message, "before the zip archive were not read");
    }
}

#[test]
fn configured_readers_read_the_files_they_are_set_for() {
    let work = Work::new();
    work.write("a.rtf", r"{\rtf1 one two three four five six}");
    work.write("a.txt", "one two three four five six");
    work.write("b.pdf", "one two three four five six");
    work.write("bad.rtf", r"{\rtf1 damaged}");
    let config = |reader: &str| {
        let text = format!("[readers]\n\"rtf\" = {reader:?}\npdf = \"no-such-program {{}}\"\n");
        fs::write(work.path().join("config.toml"), text).unwrap();
    };
    let run = |words: &[&str]| work.run(&[words, &["--config", "config.toml"]].concat());
    config(
        "sh -c 'grep -q damaged \"$1\" && { echo broken >&2; exit 3; }; echo ran >> log; sed \"s/^[^ ]* //;s/.$//\" \"$1\"' x {}",
    );
    let pairs = ["pairs", "corpus", "--index", "i", "--format", "csv"];
    let index = ["index", "corpus", "--index", "i"];
    assert_eq!(run(&index).status, Some(0));
    let ran = run(&pairs);
    assert!(ran.out.contains("a.rtf,a.txt"), "{} {}", ran.out, ran.talk);
    let skipped = run(&["skipped", "corpus", "--index", "i", "--format", "csv"]);
    let failed = "bad.rtf,sh failed: exit status: 3: broken";
    assert_contains(&skipped.out, failed);
    assert_contains(&skipped.out, "b.pdf,no-such-program failed: ");
    // The output of a reader is kept with the index until its command line changes.
    let rebuilt = run(&[&index[..], &["--rebuild"]].concat());
    assert_eq!(rebuilt.status, Some(0), "{}", rebuilt.talk);
    assert_eq!(run(&pairs).out, ran.out);
    let log = || fs::read_to_string(work.path().join("log")).unwrap();
    let runs = || log().lines().count();
    assert_eq!(runs(), 1);
    config("sh -c 'echo ran >> log; echo other words altogether here' x {}");
    assert!(!run(&pairs).out.contains("a.rtf,a.txt"));
    assert_eq!(runs(), 3);
    let doctor = run(&["doctor", "corpus", "--index", "i"]);
    let missing = "pdf: no-such-program {} (no-such-program is not found)";
    assert_contains(&doctor.out, missing);
    assert_contains(&doctor.out, "(found: /");
}
