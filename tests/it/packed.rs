//! Packed files, archives and tables: every form of one corpus gives the same pairs, each document is found
//! again at its place, and what is damaged or unpacks to too much ends as a reason.

pub mod forms;

use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;
use shinglescope::corpus::read;
use shinglescope::corpus::{Document, SkipReason, Skipped, Source, discover};
use shinglescope::settings::Reading;

use crate::support::{Work, words};
use forms::{Text, all_forms};

/// Eight texts, some of them near-duplicates.
fn texts() -> Vec<Text> {
    let base = words(1, 120);
    let text = |id: usize, words: Vec<String>| Text {
        id: format!("d{id}"),
        title: format!("Title {id}"),
        text: words.join(" "),
    };
    let mut all = vec![text(0, base.clone())];
    for id in 1..4 {
        let mut words = base.clone();
        words[id * 20] = format!("changed{id}");
        all.push(text(id, words));
    }
    let hard = "Grüße, \"quoted\"\nand 漢字; a,b\tc\r\n'end'".to_owned();
    all.push(text(4, [vec![hard.clone()], words(2, 60)].concat()));
    all.push(text(5, [vec![hard], words(2, 60)].concat()));
    all.push(text(6, words(3, 80)));
    all.push(text(7, words(4, 80)));
    all
}

/// What a path holds: documents, and what was not read.
fn read_all(path: &Path, reading: &Reading) -> (Vec<Document>, Vec<Skipped>) {
    let source = Source::Paths(vec![path.to_owned()]);
    let listing = discover(&source, reading, |_| true).expect("a listing");
    let (mut documents, mut skipped) = (Vec::new(), listing.skipped);
    for unit in listing
        .entries
        .into_iter()
        .flat_map(|entry| read::work(entry, reading))
    {
        match read::document(unit, reading) {
            Ok(document) => documents.push(document),
            Err(skip) => skipped.push(skip),
        }
    }
    (documents, skipped)
}

fn reasons(path: &Path, reading: &Reading) -> Vec<String> {
    let (_, skipped) = read_all(path, reading);
    skipped
        .iter()
        .map(|skip| format!("{}: {}", skip.id, skip.reason))
        .collect()
}

/// The last part of an id: that of a row or file.
fn own(id: &str) -> String {
    let last = id.rsplit(['#', '/']).next().unwrap_or(id);
    last.split('.').next().unwrap_or(last).to_owned()
}

#[test]
fn every_form_of_a_corpus_gives_the_same_pairs() {
    let (work, texts) = (Work::new(), texts());
    let mut expected: Option<Vec<Vec<String>>> = None;
    for (name, bytes) in all_forms(&texts) {
        work.write(&name, bytes);
        let path = format!("corpus/{name}");
        let ran = work.run(&[
            "pairs",
            &path,
            "--threshold",
            "0.3",
            "--format",
            "csv",
            "--in-memory",
        ]);
        assert_eq!(ran.status, Some(0), "{name}: {}", ran.talk);
        let mut rows = ran.rows();
        for row in &mut rows {
            for id in &mut row[..2] {
                *id = own(id);
            }
        }
        assert!(rows.len() >= 7, "{name}: {rows:?}");
        let expected = expected.get_or_insert_with(|| rows.clone());
        assert_eq!(&rows, expected, "{name}");
    }
}

#[test]
fn documents_of_every_form_are_found_again() {
    let (work, texts) = (Work::new(), texts());
    let reading = Reading::default();
    let expected: BTreeMap<String, String> = texts
        .iter()
        .map(|text| (text.id.clone(), text.text.clone()))
        .collect();
    for (name, bytes) in all_forms(&texts) {
        work.write(&name, bytes);
        let (documents, skipped) = read_all(&work.corpus().join(&name), &reading);
        assert_eq!(skipped, [], "{name}");
        let found: BTreeMap<String, String> = documents
            .iter()
            .map(|d| (own(&d.row.id), d.text.clone()))
            .collect();
        assert_eq!(found, expected, "{name}");
        let mut in_order = read::Again::new(&reading);
        for document in &documents {
            let row = &document.row;
            let readers = [
                read::again(&row.id, &row.place, &reading),
                in_order.document(&row.id, &row.place),
            ];
            for again in readers {
                let again = again.unwrap_or_else(|reason| panic!("{}: {reason}", row.id));
                assert_eq!((&again.text, &again.row.id), (&document.text, &row.id));
                assert_eq!(again.row.fingerprint, row.fingerprint, "{}", row.id);
            }
        }
        std::fs::remove_file(work.corpus().join(&name)).unwrap();
    }
}

#[test]
fn archives_are_folders_and_nothing_climbs_out() {
    let work = Work::new();
    let members = [
        ("../../up.txt", "first text here"),
        ("/root.txt", "second text here"),
        ("a/b.html", "<p>third <b>text</b></p>"),
        ("a/b.html", "<p>fourth text</p>"),
        (
            "rows.jsonl",
            "{\"id\":1,\"text\":\"fifth text\"}\n{\"id\":1,\"text\":\"sixth text\"}\n",
        ),
        ("table.csv", "nr,antwort\n1,x\n"),
        (".git/config", "no document"),
        ("empty.txt", ""),
    ];
    let once: Vec<(&str, &str)> = members
        .iter()
        .copied()
        .filter(|(_, text)| !text.contains("fourth"))
        .collect();
    let twice = forms::zip(&members);
    work.write("twice.zip", twice);
    let said = reasons(&work.corpus().join("twice.zip"), &Reading::default());
    assert!(
        said.iter()
            .any(|said| said.contains("several members have one name")),
        "{said:?}"
    );
    for (name, bytes) in [
        ("a.zip", forms::zip(&once)),
        ("a.tar", forms::tar(&members)),
        ("a.tgz", forms::gzip(&forms::tar(&members))),
        (
            "outer.zip",
            forms::zip_of_bytes(&[("a.zip", forms::zip(&once))]),
        ),
    ] {
        work.write(name, bytes);
        let path = work.corpus().join(name);
        let (documents, skipped) = read_all(&path, &Reading::default());
        let before = if name == "outer.zip" {
            "outer.zip!/a.zip"
        } else {
            name
        };
        let ids: Vec<&str> = documents
            .iter()
            .map(|d| d.row.id.strip_prefix(before).unwrap())
            .collect();
        let mut expected = vec![
            "!/__/__/up.txt",
            "!/root.txt",
            "!/a/b.html",
            "!/a/b.html~2",
            "!/rows.jsonl#1",
            "!/rows.jsonl#1",
            "!/table.csv",
        ];
        if name.ends_with(".zip") {
            expected.remove(3);
        }
        assert_eq!(ids, expected);
        assert_eq!(documents[2].text.trim(), "third text");
        let skipped: Vec<(String, SkipReason)> = skipped
            .into_iter()
            .map(|skip| (skip.id.replace(before, ""), skip.reason))
            .collect();
        let expected = [
            ("!/.git".to_owned(), SkipReason::VersionControl),
            ("!/empty.txt".to_owned(), SkipReason::Empty),
        ];
        assert_eq!(skipped, expected);
        assert!(!work.path().join("up.txt").exists() && !work.corpus().join("up.txt").exists());
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn what_unpacks_to_too_much_is_a_reason() {
    let work = Work::new();
    let reading = Reading {
        max_bytes: 1 << 20,
        ..Reading::default()
    };
    let zeros = vec![0_u8; 20 << 20];
    let lines = vec![b'\n'; 20 << 20];
    let mut nested = forms::zip(&[("a.txt", "deep down")]);
    for _ in 0..10 {
        nested = forms::zip_of_bytes(&[("a.zip", nested)]);
    }
    let bombs = [
        ("zeros.txt.gz", forms::gzip(&zeros), "unpacks to more than"),
        ("zeros.txt.zst", forms::zstd(&zeros), "unpacks to more than"),
        ("zeros.jsonl.gz", forms::gzip(&zeros), "too large"),
        (
            "lines.jsonl.zst",
            forms::zstd(&lines),
            "unpacks to more than",
        ),
        (
            "zeros.zip",
            forms::zip_of_bytes(&[("a.txt", zeros.clone())]),
            "unpacks to more than",
        ),
        (
            "zeros.csv.gz",
            forms::gzip(&[b"text\n\"".as_slice(), &zeros].concat()),
            "too large",
        ),
        ("nested.zip", nested, "levels deep"),
    ];
    for (name, bytes, said) in bombs {
        work.write(name, bytes);
        let path = work.corpus().join(name);
        let (documents, _) = read_all(&path, &reading);
        assert!(documents.is_empty(), "{name}");
        let reasons = reasons(&path, &reading);
        assert!(
            reasons.iter().any(|reason| reason.contains(said)),
            "{name}: {reasons:?}"
        );
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn tables_without_what_is_asked_for_say_so() {
    let work = Work::new();
    let wide: Vec<String> = (0..100_000).map(|n| format!("column{n}")).collect();
    let wide = wide.join(",");
    for (name, content, option, said) in [
        (
            "a.csv",
            "nr,body\n1,x y\n",
            "nope",
            "no column \"nope\" (--text-field); the columns are \"nr\", \"body\"",
        ),
        ("head.csv", "id,text\n", "text", "empty"),
        ("wide.csv", wide.as_str(), "nope", "and 99980 more"),
        (
            "ragged.csv",
            "id,text\n1\n",
            "text",
            "1 fields where the header has 2",
        ),
        (
            "no.parquet",
            "PAR1 no table",
            "text",
            "damaged, or not what its name says: Parquet",
        ),
        (
            "no.zip",
            "no archive",
            "text",
            "damaged, or not what its name says: zip",
        ),
        (
            "no.txt.xz",
            "not packed",
            "text",
            "damaged, or not what its name says: xz",
        ),
    ] {
        if name == "no.parquet" && !cfg!(feature = "tables") {
            continue;
        }
        work.write(name, content);
        let path = format!("corpus/{name}");
        let ran = work.run(&["pairs", &path, "--text-field", option, "--in-memory"]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""), "{name}");
        assert!(
            ran.talk.contains(said) && ran.talk.len() < 4000,
            "{name}: {}",
            ran.talk
        );
    }
    // Without a column of text, a table is one document, and that is said.
    work.write("labels.csv", "a,b\n1,2\n")
        .write("other.txt", "some other words");
    let ran = work.run(&[
        "pairs",
        "corpus/labels.csv",
        "corpus/other.txt",
        "--in-memory",
    ]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert!(
        ran.talk.contains("labels.csv: one document; --text-field"),
        "{}",
        ran.talk
    );
    work.write(
        "answers.csv",
        "nr,Answer\n1,some words here\n2,some words here\n",
    );
    let ran = work.run(&[
        "pairs",
        "corpus/answers.csv",
        "--format",
        "csv",
        "--in-memory",
    ]);
    assert!(
        ran.talk
            .contains("text from \"Answer\", id from the number of the row"),
        "{}",
        ran.talk
    );
    assert_eq!(ran.rows()[0][..2], ["answers.csv#1", "answers.csv#2"]);
}

#[test]
fn an_index_of_packed_files_is_reused() {
    let (work, texts) = (Work::new(), texts());
    for (name, bytes) in all_forms(&texts) {
        work.write(&name, bytes);
    }
    // A file that has just been written is read again.
    crate::support::settle();
    let index = work.index();
    let run = |command: &str| {
        let index = index.to_str().unwrap();
        work.run(&[command, "corpus", "--index", index])
    };
    let first = run("index");
    assert_eq!(first.status, Some(0), "{}", first.talk);
    let second = run("index");
    assert!(second.talk.contains("0 documents read,"), "{}", second.talk);
    let kept = work.run(&[
        "pairs",
        "corpus",
        "--index",
        index.to_str().unwrap(),
        "--format",
        "csv",
    ]);
    let fresh = work.run(&["pairs", "corpus", "--in-memory", "--format", "csv"]);
    assert_eq!(kept.out, fresh.out);
}

#[test]
fn lists_globs_types_and_standard_input_select() {
    let work = Work::new();
    for name in ["a.txt", "b.md", ".c.txt", "d/e.txt"] {
        work.write(name, "the same few words in each of them");
    }
    let ids = |args: &[&str]| -> Vec<String> {
        let all = ["clusters", "--format", "csv", "--in-memory"]
            .iter()
            .chain(args);
        let ran = work.run(&all.copied().collect::<Vec<_>>());
        assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.talk);
        let mut ids: Vec<String> = ran.rows().into_iter().map(|row| row[1].clone()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&["corpus"]), [".c.txt", "a.txt", "b.md", "d/e.txt"]);
    assert_eq!(
        ids(&["corpus", "--no-hidden", "--glob", "*.txt"]),
        ["a.txt", "d/e.txt"]
    );
    assert_eq!(
        ids(&["corpus", "--glob", "!d", "--hidden"]),
        [".c.txt", "a.txt", "b.md"]
    );
    assert_eq!(
        ids(&["corpus", "--type", "txt", "--no-hidden"]),
        ["a.txt", "d/e.txt"]
    );
    std::fs::write(work.path().join("list"), "corpus/a.txt\0./corpus/d/e.txt\0").unwrap();
    assert_eq!(
        ids(&["--files-from", "list"]),
        ["corpus/a.txt", "corpus/d/e.txt"]
    );
    let with_input = |args: &[&str], input: &str| {
        let mut child = work
            .program()
            .args(args)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
        crate::support::Ran::of(&child.wait_with_output().unwrap())
    };
    let rows = "{\"id\":\"x\",\"text\":\"five words that are equal\"}\n{\"id\":\"y\",\"text\":\"five words that are equal\"}\n";
    let ran = with_input(&["pairs", "-", "--format", "csv"], rows);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_eq!(ran.rows()[0][..2], ["stdin.jsonl#x", "stdin.jsonl#y"]);
    let ran = with_input(
        &["pairs", "-", "corpus/a.txt", "--format", "csv"],
        "the same few words in each of them",
    );
    assert_eq!(ran.rows().len(), 1, "{} {}", ran.out, ran.talk);
    let ran = with_input(
        &["clusters", "--files-from", "-", "--format", "csv"],
        "corpus/a.txt\ncorpus/b.md\n",
    );
    assert_eq!(ran.rows().len(), 2, "{}", ran.talk);
    let wrong = work.run(&["pairs", "corpus", "--type", "nothing-known"]);
    assert!(
        wrong.status == Some(1) && wrong.talk.contains("nothing-known"),
        "{}",
        wrong.talk
    );
}

#[test]
#[cfg(feature = "tables")]
fn results_as_parquet_and_arrow_equal_the_csv() {
    use shinglescope::corpus::read::Work as Unit;
    let work = Work::new();
    for text in texts() {
        work.write(&format!("{}.txt", text.id), text.text);
    }
    let csv = work.run(&[
        "pairs",
        "corpus",
        "--format",
        "csv",
        "--in-memory",
        "--meta",
        "meta.json",
    ]);
    let meta: serde_json::Value =
        serde_json::from_slice(&std::fs::read(work.path().join("meta.json")).unwrap()).unwrap();
    assert_eq!(meta["seed"], 0);
    assert_eq!(meta["corpus"]["documents"], 8);
    for format in ["parquet", "arrow"] {
        let run = || {
            work.program()
                .args(["pairs", "corpus", "--format", format, "--in-memory"])
                .output()
                .unwrap()
        };
        let output = run();
        assert_eq!(output.stdout, run().stdout, "{format}");
        let result = work.path().join(format!("result.{format}"));
        std::fs::write(&result, &output.stdout).unwrap();
        // Read by the program's own reader of tables: `a` as the text, `b` as the id.
        let reading = Reading {
            text_field: "a".into(),
            id_field: "b".into(),
            title_field: "a".into(),
            ..Reading::default()
        };
        let listing = discover(&Source::Paths(vec![result]), &reading, |_| true).unwrap();
        let units = listing
            .entries
            .into_iter()
            .flat_map(|entry| read::work(entry, &reading));
        let pairs: Vec<(String, Option<String>)> = units
            .map(|unit| match unit {
                Unit::Fields { row, .. } => (row.text, row.id),
                other => panic!("{other:?}"),
            })
            .collect();
        let expected: Vec<(String, Option<String>)> = csv
            .rows()
            .into_iter()
            .map(|row| (row[0].clone(), Some(row[1].clone())))
            .collect();
        assert_eq!(pairs, expected, "{format}");
        let meta = meta["corpus"]["fingerprint"].as_str().unwrap().as_bytes();
        assert!(
            output.stdout.windows(meta.len()).any(|part| part == meta),
            "{format}"
        );
    }
    let wrong = work.run(&["skipped", "corpus", "--format", "parquet"]);
    assert_eq!(
        (wrong.status, wrong.out.as_str()),
        (Some(2), ""),
        "{}",
        wrong.talk
    );
}

#[test]
fn a_csv_is_safe_to_open_when_asked() {
    let work = Work::new();
    work.write("=cmd.txt", "some words here")
        .write("b.txt", "some words here");
    let ran = work.run(&[
        "pairs",
        "corpus",
        "--format",
        "csv",
        "--csv-safe",
        "--in-memory",
    ]);
    assert_eq!(ran.rows()[0][0], "'=cmd.txt");
    let ran = work.run(&["pairs", "corpus", "--format", "csv", "--in-memory"]);
    assert_eq!(ran.rows()[0][0], "=cmd.txt");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A form that is cut off or has changed bytes never panics, and either gives all texts or says what it
    /// could not read.
    #[test]
    fn damaged_forms_say_what_is_missing(
        which in 0..100_usize,
        cut in any::<prop::sample::Index>(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1..=255_u8), 0..3),
        is_cut in any::<bool>(),
    ) {
        let texts = texts();
        let forms = all_forms(&texts);
        let (name, mut bytes) = forms[which % forms.len()].clone();
        for (at, change) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= change;
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len()).max(1));
        }
        let work = Work::new();
        work.write(&name, bytes);
        let (documents, skipped) = read_all(&work.corpus().join(&name), &Reading::default());
        // Plain rows end where they end; what is packed has checksums or a directory.
        let is_plain = ["rows.jsonl", "rows.csv", "rows.tsv", "files.tar", "rows.arrow", "rows.parquet"].contains(&name.as_str());
        let texts: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
        let whole = documents.len() == texts.len();
        prop_assert!(is_plain || whole || !skipped.is_empty(), "{name}: {} documents, nothing said", documents.len());
        for skip in &skipped {
            prop_assert!(!skip.reason.to_string().is_empty());
        }
    }
}
