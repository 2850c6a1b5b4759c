//! Packed files, archives and tables: every form of one corpus gives the same pairs, each document is found again at
//! its place, and damaged files or files that unpack to too much are skipped with a reason.

mod archives;
pub mod forms;
mod mailboxes;
mod selected;
mod tables;

use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;
use shinglescope::corpus::read;
use shinglescope::corpus::{Document, Skipped, Source, discover};
use shinglescope::settings::Reading;

use crate::support::{Work, assert_contains, words};
use forms::{Text, all_forms};

/// Eight texts, some of them near-duplicates.
pub fn texts() -> Vec<Text> {
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

/// Reads a path: its documents, and what was skipped.
fn read_all(path: &Path, reading: &Reading) -> (Vec<Document>, Vec<Skipped>) {
    crate::support::parse_in_children();
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
fn documents_of_every_form_can_be_read_again() {
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
        let actual: BTreeMap<String, String> = documents
            .iter()
            .map(|d| (own(&d.row.id), d.text.clone()))
            .collect();
        assert_eq!(actual, expected, "{name}");
        let mut in_order = read::DocumentReader::new(&reading);
        for document in &documents {
            let row = &document.row;
            let readers = [
                read::again(&row.id, &row.location, &reading),
                in_order.document(&row.id, &row.location),
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
    assert_contains(&second.talk, "0 documents read,");
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Reading a truncated or changed form never panics, and either gives all texts or reports what could not be read.
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
        // Missing or changed plain rows may stay unnoticed; packed forms have checksums or a directory.
        let is_plain = ["rows.jsonl", "rows.csv", "semicolon.csv", "rows.tsv", "files.tar", "rows.parquet"].contains(&name.as_str());
        let texts: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
        let is_complete = documents.len() == texts.len();
        prop_assert!(is_plain || is_complete || !skipped.is_empty(), "{name}: {} documents, nothing said", documents.len());
        for skip in &skipped {
            prop_assert!(!skip.reason.to_string().is_empty());
        }
    }
}
