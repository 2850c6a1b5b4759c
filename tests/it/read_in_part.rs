//! Parts of documents that parsers leave out or cannot read: every command, the report and the screens list them.

use std::io::Write;

use crate::support::pty::Pty;
use crate::support::{Work, assert_contains, settle};

/// A presentation with this list of slides. It contains only the first slide, with these words and a diagram.
fn presentation(words: &str, named: &str) -> Vec<u8> {
    let named = format!("<presentation xmlns:r=\"r\">{named}</presentation>");
    let slide = format!("<sld><relIds/><p><r><t>{words}</t></r></p></sld>");
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in [
        ("ppt/presentation.xml", named.as_str()),
        (
            "ppt/_rels/presentation.xml.rels",
            "<Relationships><Relationship Id=\"r1\" Target=\"slides/1.xml\"/>\
             <Relationship Id=\"r2\" Target=\"slides/2.xml\"/></Relationships>",
        ),
        ("ppt/slides/1.xml", &slide),
    ] {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(name, options).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn a_missing_slide_is_reported_and_fails_a_strict_run() {
    let work = Work::new();
    let words = "one two three four five six seven eight";
    let full = presentation(words, "<sldId r:id=\"r1\"/>");
    let half = presentation(words, "<sldId r:id=\"r1\"/><sldId r:id=\"r2\"/>");
    work.write("a.txt", words).write("whole.pptx", full);
    std::fs::write(work.path().join("half.pptx"), half).unwrap();
    for command in [
        &["query", "half.pptx", "--in", "corpus"][..],
        &["sources", "half.pptx", "--in", "corpus"],
        &["compare", "half.pptx", "corpus/a.txt"],
        &["compare", "--explain", "half.pptx", "corpus/a.txt"],
    ] {
        let ran = work.done(command);
        let message = "left out of half.pptx: 1 missing part, 1 embedded object";
        assert_contains(&ran.talk, message);
        let strict = work.run(&[command, &["--strict"]].concat());
        assert_eq!(strict.status, Some(1), "{command:?}: {}", strict.talk);
        assert_contains(&strict.talk, "1 page or part of a document was not read");
    }
    let strict = ["keep", "corpus", "--in-memory", "--strict"];
    work.done(&strict);
    std::fs::rename(
        work.path().join("half.pptx"),
        work.corpus().join("half.pptx"),
    )
    .unwrap();
    assert_eq!(work.run(&strict).status, Some(1));
}

#[test]
fn a_document_that_was_read_in_part_is_listed_by_the_command_the_report_and_the_screen() {
    let work = Work::new();
    let words = "one two three four five six seven eight";
    let half = presentation(words, "<sldId r:id=\"r1\"/><sldId r:id=\"r2\"/>");
    work.write("a.txt", words).write("half.pptx", &half);
    work.write("empty.txt", "");
    let list = "document,reason\nempty.txt,empty\nhalf.pptx,read in part: 1 missing part\n";
    for options in [&["--in-memory"][..], &["--index", "i"], &["--index", "i"]] {
        let ran = work.run(&[&["skipped", "corpus", "--format", "csv"], options].concat());
        assert_eq!(ran.out, list, "{options:?}");
        let ran = work.run(&[&["pairs", "corpus"], options].concat());
        let message = "left out of 1 document: 1 missing part, 1 embedded object; `shinglescope skipped` lists";
        assert_contains(&ran.talk, message);
    }
    let ran = work.run(&["report", "corpus", "--index", "i", "--out", "-"]);
    assert_contains(&ran.out, "read in part: 1 missing part");
    let mut pty = Pty::with_corpus(&work, "--in-memory", (120, 34));
    pty.sees(&["1 read in part (g k)"])
        .press("gk")
        .sees(&[
            "Skipped 1",
            "Read in part 1",
            "read in part: 1 missing part",
        ])
        .press("gg")
        .press("j\r")
        .sees(&["half.pptx", "plain: no passage"]);
}

/// A WARC record with a page of these words, whose last `missing` bytes were not captured.
fn capture(number: usize, words: &str, missing: usize) -> String {
    let length = words.len() + missing;
    let http = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n\r\n{words}"
    );
    let truncated = match missing {
        0 => "",
        _ => "WARC-Truncated: length\r\n",
    };
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/{number}\r\n{truncated}\
         Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    )
}

#[test]
fn truncated_pages_of_a_crawl_are_listed_as_read_in_part() {
    let work = Work::new();
    let words = "one two three four five six seven eight";
    // The fourth page was cut before its first byte and the fifth is empty, so neither is a document.
    let crawl = [
        (1, words, 0),
        (2, words, 5),
        (3, words, 0),
        (4, "", 5),
        (5, "", 0),
    ];
    let crawl = crawl.map(|(number, words, missing)| capture(number, words, missing));
    work.write("c.warc", crawl.concat());
    let list = "document,reason\nc.warc#http://h/2,read in part: the page was cut short when it was captured\n\
                c.warc:4,row not read: the page was cut short before its first byte\n\
                c.warc:5,empty\n";
    let message = "left out of 1 document: 1 missing part; `shinglescope skipped` lists";
    let index = ["--index", "i"];
    for options in [&["--in-memory"][..], &index, &index] {
        let ran = work.run(&[&["pairs", "corpus"], options].concat());
        assert_eq!(ran.out.lines().count(), 4, "{options:?}: {}", ran.out);
        assert_contains(&ran.talk, message);
        let unread = "2 files or rows were not read";
        assert_contains(&ran.talk, unread);
        let ran = work.run(&[&["skipped", "corpus", "--format", "csv"], options].concat());
        assert_eq!(ran.out, list, "{options:?}");
    }
    // The crawl is not read again, and its missing parts are still listed after another file was added.
    settle();
    work.ran_well("index corpus --index i");
    let ran = work.run(&["index", "corpus", "--index", "i"]);
    assert!(
        ran.talk.contains("0 documents read") || ran.out.contains("0 documents read"),
        "{}",
        ran.talk
    );
    work.write("d.txt", words);
    let ran = work.run(&["skipped", "corpus", "--format", "csv", "--index", "i"]);
    assert_eq!(ran.out, list);
    let strict = work.run(&["pairs", "corpus", "--index", "i", "--strict"]);
    assert_eq!(strict.status, Some(1), "{}", strict.talk);
    let ran = work.run(&["report", "corpus", "--index", "i", "--out", "-"]);
    let message = "cut short when it was captured";
    assert_contains(&ran.out, message);
    let mut pty = Pty::with_corpus(&work, "--in-memory", (120, 34));
    pty.sees(&["1 read in part (g k)"]).press("gk").sees(&[
        "Read in part 1",
        "http://h/2",
        "cut short when it was captured",
    ]);
}
