//! Files as other programs write them: ids of every type, rows that are nearly JSON, crawls and rows under other names.

use std::io::Write;

use crate::support::{Ran, Work, args_of, assert_contains, edited, settle};

/// Three texts, the second a near-duplicate of the first.
fn texts() -> [String; 3] {
    [edited(1, 90, 0), edited(1, 90, 40), edited(2, 90, 0)]
}

/// JSON Lines with these ids, which are inserted as JSON.
fn lines(field: &str, ids: [&str; 3]) -> String {
    let rows = ids.iter().zip(texts());
    rows.map(|(id, text)| format!("{{\"{field}\":{id},\"text\":\"{text}\"}}\n"))
        .collect()
}

fn dropped(work: &Work, more: &[&str]) -> Ran {
    let keep = ["keep", "corpus", "--in-memory", "-t", "0.5"];
    let list = ["--drop-list", "-", "--ids", "bare"];
    work.run(&[&keep[..], more, &list].concat())
}

#[test]
fn a_dropped_row_is_listed_by_its_own_id_or_the_run_fails() {
    for (ids, id) in [
        (["1.50", "2.50", "3.50"], "2.50"),
        (["true", "false", "\"x\""], "false"),
    ] {
        let work = Work::new();
        work.write("rows.jsonl", lines("_id", ids));
        let ran = dropped(&work, &["--id-field", "_id"]);
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        assert_eq!(&*ran.out, &*format!("{id}\n"), "{}", ran.talk);
    }
    // Ids of MongoDB are objects.
    let ids = ["a1", "b2", "c3"].map(|id| format!("{{\"$oid\":\"66f0{id}\"}}"));
    let work = Work::new();
    work.write("rows.jsonl", lines("_id", ids.each_ref().map(|id| &**id)));
    let ran = dropped(&work, &["--id-field", "_id.$oid"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_eq!(ran.out, "66f0b2\n", "{}", ran.talk);
    let work = Work::new();
    work.write("rows.jsonl", lines("_id", ["[1]", "[2]", "[3]"]));
    for field in ["_id", "dok"] {
        let ran = dropped(&work, &["--id-field", field]);
        assert_eq!((ran.status, &*ran.out), (Some(1), ""), "{}", ran.talk);
        assert_contains(&ran.talk, "--id-field");
    }
}

#[test]
fn rows_that_are_nearly_json_are_read_from_a_file_and_from_a_pipe() {
    let [a, b, _] = texts();
    let rows = format!(
        "{{\"score\":NaN,\"id\":1,\"text\":\"{a}\"}}\n{{\"score\":-Infinity,\"id\":2,\"text\":\"{b} \\ud83d\"}}\n"
    );
    let work = Work::new();
    work.write("rows.jl", &rows);
    let pairs = args_of("pairs corpus --in-memory -t 0.5 --format csv");
    let ran = work.run(&pairs);
    assert_eq!(ran.rows().len(), 1, "{}", ran.talk);
    let args = args_of("pairs - --in-memory -t 0.5 --format csv");
    let piped = work.run_on(rows.as_bytes(), &args);
    assert_eq!(piped.rows().len(), 1, "{}", piped.talk);
}

#[test]
fn a_crawl_is_read_page_by_page_under_its_own_name() {
    let record = |number: usize, text: &str| {
        format!(
            "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://h/{number}\r\n\
             Content-Type: text/plain\r\nContent-Length: {}\r\n\r\n{text}\r\n\r\n",
            text.len()
        )
    };
    let crawl: String = (1..)
        .zip(texts())
        .map(|(n, text)| record(n, &text))
        .collect();
    for name in ["CC-MAIN-1.warc.wet", "a.wet", "crawl", "crawl.2024"] {
        let work = Work::new();
        work.write(name, &crawl);
        let ran = work.ran("pairs corpus --in-memory -t 0.5 --format csv");
        let rows = ran.rows();
        assert_eq!(rows.len(), 1, "{}", ran.talk);
        assert_eq!(rows[0][0], format!("{name}#http://h/1"), "{}", ran.talk);
        work.done(&["index", "corpus", "--index", "index"]);
        let [a, b] = [1, 2].map(|n| format!("{name}#http://h/{n}"));
        work.done(&["compare", &a, &b, "--in", "corpus", "--index", "index"]);
    }
    let work = Work::new();
    work.write("crawl.txt", &crawl);
    let ran = work.run(&["pairs", "corpus", "--in-memory"]);
    assert_contains(&ran.talk, "call it .warc");
}

/// The pairs of a corpus, by an index or in memory.
fn pairs(work: &Work, more: &[&str]) -> Ran {
    let pairs = ["pairs", "corpus", "-t", "0.5", "--format", "csv"];
    work.run(&[&pairs[..], more].concat())
}

#[test]
fn json_rows_are_read_under_any_file_name_and_in_an_array() {
    let rows = |field: &str| -> Vec<String> {
        let rows = (1..).zip(texts());
        rows.map(|(n, text)| format!("{{\"id\":\"r{n}\",\"{field}\":\"{text} [\\\" é, \"}}"))
            .collect()
    };
    let gz = |text: &str| {
        let mut to = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        to.write_all(text.as_bytes()).unwrap();
        to.finish().unwrap()
    };
    let lines = rows("text").join("\n");
    let array = format!("\u{feff}[{}]\n", rows("text").join(","));
    let pretty = rows("text").join(",\n  ").replace("\",\"", "\",\n    \"");
    let pretty = format!("[\n  {pretty}\n]\n");
    for (name, content) in [
        ("c4.json", lines.clone().into_bytes()),
        ("c4.json.gz", gz(&lines)),
        ("part-00000", lines.clone().into_bytes()),
        ("dump.2024", lines.clone().into_bytes()),
        ("array.json", array.clone().into_bytes()),
        ("array.json.gz", gz(&array)),
        ("pretty.json", pretty.clone().into_bytes()),
    ] {
        let work = Work::new();
        work.write(name, content);
        for options in [&["--in-memory"][..], &["--index", "index"]] {
            let ran = pairs(&work, options);
            let actual = ran.rows();
            assert_eq!(actual.len(), 1, "{name}: {}", ran.talk);
            assert_eq!(
                actual[0][..2],
                ["r1", "r2"].map(|id| format!("{name}#{id}"))
            );
        }
        // `compare` reads the rows again by their positions, and `index` does not read an unchanged file again.
        let [a, b] = ["r1", "r2"].map(|id| format!("{name}#{id}"));
        let ran = work.run(&["compare", &a, &b, "--in", "corpus", "--index", "index"]);
        assert_eq!(ran.status, Some(0), "{name}: {}", ran.talk);
        settle();
        work.run(&["index", "corpus", "--index", "index"]);
        let again = work.run(&["index", "corpus", "--index", "index"]);
        assert!(
            again.talk.starts_with("0 documents read, 3"),
            "{name}: {}",
            again.talk
        );
        let out = args_of("keep corpus --in-memory -t 0.5 --out kept.jsonl");
        let ran = work.run(&out);
        assert_eq!(ran.status, Some(0), "{name}: {}", ran.talk);
        let kept = std::fs::read_to_string(work.path().join("kept.jsonl")).unwrap();
        let kept: Vec<serde_json::Value> = kept
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let ids: Vec<_> = kept.iter().map(|row| row["id"].as_str().unwrap()).collect();
        assert_eq!(ids, ["r1", "r3"], "{name}");
    }
    // Without a text field of a usual name the file is one document, which is reported; an option names the field.
    let work = Work::new();
    work.write("c4.json", rows("body").join("\n"));
    let ran = pairs(&work, &["--in-memory"]);
    assert!(
        ran.rows().is_empty() && ran.talk.contains("--text-field"),
        "{}",
        ran.talk
    );
    let ran = pairs(&work, &["--in-memory", "--text-field", "body"]);
    assert_eq!(ran.rows().len(), 1, "{}", ran.talk);
    // A single object is one document; naming a text field is an error then.
    let work = Work::new();
    work.write(
        "package.json",
        "{\n  \"name\": \"a\",\n  \"text\": \"some words of it\"\n}\n",
    );
    let ran = pairs(&work, &["--in-memory"]);
    assert!(ran.talk.starts_with("1 document;"), "{}", ran.talk);
    let ran = pairs(&work, &["--in-memory", "--text-field", "text"]);
    ran.fails(1, "package.json");
    assert_contains(&ran.talk, "--text-field");
}

/// The figure `jaccard` of two files of the corpus.
fn jaccard(work: &Work, a: &str, b: &str, more: &[&str]) -> f64 {
    let compare = [
        "compare",
        a,
        b,
        "--in",
        "corpus",
        "--in-memory",
        "--format",
        "csv",
    ];
    let ran = work.run(&[&compare[..], more].concat());
    let rows = ran.rows();
    let row = rows.iter().find(|row| row[0] == "jaccard");
    row.unwrap_or_else(|| panic!("{}", ran.talk))[1]
        .parse()
        .unwrap()
}

#[test]
fn invisible_letters_of_a_document_are_marked_and_not_compared() {
    let [text, ..] = texts();
    for (properties, parts) in [
        ("<w:color w:val=\"FFFFFF\"/>", false),
        ("<w:color w:val=\"FFFFFF\"/>", true),
        ("<w:sz w:val=\"2\"/>", false),
        ("<w:vanish/>", false),
    ] {
        let run = |properties: &str, text: &str| {
            format!(
                "<w:r><w:rPr>{properties}</w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>"
            )
        };
        let words = text.split_whitespace().map(|word| match parts {
            // An invisible letter replaces the space after the word.
            true => run("", word) + &run(properties, "q"),
            false => run("", &format!("{word} ")) + &run(properties, "zed "),
        });
        let body: String = words.collect();
        let xml =
            format!("<w:document xmlns:w=\"w\"><w:body><w:p>{body}</w:p></w:body></w:document>");
        let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file("word/document.xml", options).unwrap();
        archive.write_all(xml.as_bytes()).unwrap();
        let work = Work::new();
        work.write("hidden.docx", archive.finish().unwrap().into_inner());
        work.write("plain.txt", &text);
        for more in [&[][..], &["--fold-confusables"]] {
            let actual = jaccard(&work, "hidden.docx", "plain.txt", more);
            assert_eq!(actual, 1.0, "{properties} {parts}");
        }
        let ran = work.run(&["marks", "corpus", "--in-memory", "--format", "csv"]);
        let rows = ran.rows();
        assert_eq!(rows.len(), 1, "{}", ran.talk);
        assert_eq!(rows[0][0], "hidden.docx", "{}", ran.talk);
        assert!(rows[0][6].parse::<u64>().unwrap() > 50, "{:?}", rows[0]);
    }
}

#[test]
fn files_are_read_in_the_encoding_that_is_named_and_a_guess_is_listed() {
    // Too short for a reliable guess of its encoding.
    let words = "Вода приходит дважды в день и уходит";
    let (bytes, ..) = encoding_rs::IBM866.encode(words);
    let work = Work::new();
    work.write("dos.txt", &bytes).write("plain.txt", words);
    work.write("rows.csv", [&b"id,text\n1,"[..], &bytes, b"\n"].concat());
    work.write(
        "rows.jsonl",
        [&b"{\"text\":\""[..], &bytes, b"\"}\n"].concat(),
    );
    let named = ["--set", "encoding=cp866"];
    for id in ["dos.txt", "rows.csv#1", "rows.jsonl#1"] {
        assert_eq!(jaccard(&work, id, "plain.txt", &named), 1.0, "{id}");
    }
    let skipped = args_of("skipped corpus --in-memory --all --format csv");
    let ran = work.run(&skipped);
    let files: Vec<String> = ran.rows().into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(files, ["dos.txt", "rows.csv", "rows.jsonl"], "{}", ran.talk);
    assert_contains(&ran.out, "a guess; --set encoding=NAME");
    let ran = work.run(&[&skipped[..], &named].concat());
    assert!(ran.rows().is_empty(), "{}", ran.out);
    // An index of another encoding is built again.
    for (more, files) in [(&[][..], 3), (&named, 0), (&[], 3)] {
        let indexed = [
            "skipped", "corpus", "--index", "index", "--all", "--format", "csv",
        ];
        work.done(&[&["index", "corpus", "--index", "index"], more].concat());
        let ran = work.run(&[&indexed[..], more].concat());
        assert_eq!(ran.rows().len(), files, "{}", ran.talk);
    }
    let ran = work.ran("pairs corpus --in-memory --set encoding=klingon");
    assert_contains(&ran.talk, "klingon");
    assert_contains(&ran.talk, "labels");
    assert_ne!(ran.status, Some(0));
}

#[test]
fn xml_is_its_text_without_tags_and_headers() {
    let [text, other, _] = texts();
    let half = text.len() / 2;
    let half = half + text[half..].find(' ').unwrap();
    let (first, second) = (&text[..half], text[half..].trim());
    let jats = format!(
        "<?xml version=\"1.0\"?><article><front><article-meta><title-group><article-title>On tides</article-title>\
         </title-group></article-meta></front><body><sec><label>1</label><title>Introduction</title><p>{first}</p><p><italic>{second}</italic></p></sec></body></article>"
    );
    let tei = |body: &str| {
        format!(
            "<?xml version=\"1.0\"?><TEI><teiHeader><fileDesc><titleStmt><title>On tides</title></titleStmt>\
             <p>{other}</p></fileDesc></teiHeader><text><body>{body}</body></text></TEI>"
        )
    };
    let words: String = text
        .split(' ')
        .map(|word| format!("<w lemma=\"x\">{word}</w>"))
        .collect();
    let work = Work::new();
    work.write("plain.txt", &text)
        .write("jats.xml", &jats)
        .write("article.nxml", &jats);
    work.write(
        "tei.xml",
        tei(&format!("<p>{}</p>", text.replace(' ', "<lb/>"))),
    );
    work.write("words.xml", tei(&format!("<p>{words}</p>")));
    for name in ["jats.xml", "article.nxml", "tei.xml", "words.xml"] {
        assert_eq!(jaccard(&work, name, "plain.txt", &[]), 1.0, "{name}");
    }
}

#[test]
fn soft_hyphens_make_no_difference() {
    let [text, ..] = texts();
    // Soft hyphens between syllables, as typesetting programs insert them.
    let syllables: Vec<String> = { text.split(' ') }
        .map(|word| match word.char_indices().nth(3) {
            Some((at, _)) if word.len() > 6 => [&word[..at], "\u{ad}", &word[at..]].concat(),
            _ => word.to_owned(),
        })
        .collect();
    let syllables = syllables.join(" ");
    let work = Work::new();
    let page = |text: &str| format!("<html><body><p>{text}</p></body></html>");
    work.write("plain.html", page(&text))
        .write("shy.html", page(&syllables));
    assert_eq!(jaccard(&work, "plain.html", "shy.html", &[]), 1.0);
    let ran = work.run(&["marks", "corpus", "--in-memory", "--format", "csv"]);
    assert!(ran.rows().is_empty(), "{}", ran.out);
}

#[test]
fn quotations_in_latex_are_excluded() {
    let shares = |files: [(&str, String); 2], option: &str| {
        let work = Work::new();
        let names = files.map(|(name, content)| {
            work.write(name, content);
            name
        });
        jaccard(&work, names[0], names[1], &[option])
    };
    let quoted = edited(9, 40, 0);
    let essay = |seed| {
        format!(
            "{} ``{quoted}'' {}\n",
            edited(seed, 60, 0),
            edited(seed + 5, 60, 0)
        )
    };
    let files = [("a.tex", essay(1)), ("b.tex", essay(2))];
    assert!(shares(files.clone(), "--seed=0") > 0.0);
    assert_eq!(shares(files, "--ignore-quotations"), 0.0);
}

/// A scanned page and the same words as somebody typed them.
#[test]
fn words_broken_at_line_ends_are_joined_on_request() {
    let work = Work::new();
    let broken = "The har-\nbour of the old town was built in the four-\n  teenth cen\u{ad}\ntury by mer-\r\nchants who \
                  came from the north and never re-\nturned to their own well-\nKnown cities on the coast";
    let typed = "The harbour of the old town was built in the fourteenth century by merchants who \
                 came from the north and never returned to their own well-\nKnown cities on the coast";
    work.write("broken.txt", broken).write("typed.txt", typed);
    let jaccard = |more: &[&str]| jaccard(&work, "broken.txt", "typed.txt", more);
    assert!(jaccard(&[]) < 0.6);
    assert_eq!(jaccard(&["--set=join-hyphens=true"]), 1.0);
}
