//! The demo corpus of copied text: its truth file says what was planted, and nothing else is shared.

use crate::support::assert_contains;
use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::support::Work;
use crate::support::pty::Pty;

/// Runs of shared words from this length on must have been planted.
const CHANCE: usize = 8;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("demo-corpus/copied-text")
}

fn text(id: &str) -> String {
    let path = root().join("docs").join(id);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A planted passage: both documents, each with its place there in characters, and the kind.
type Row = (String, (usize, usize), String, (usize, usize), String);

fn planted() -> Vec<Row> {
    let truth = csv::Reader::from_path(root().join("truth.csv")).unwrap();
    truth.into_deserialize().map(Result::unwrap).collect()
}

/// The words of a text in lower case, with their places in characters.
fn words(text: &str) -> Vec<(String, usize, usize)> {
    let mut words: Vec<(String, usize, usize)> = Vec::new();
    let mut inside = false;
    for (at, c) in text.chars().enumerate() {
        match (c.is_alphanumeric(), inside) {
            (true, true) => {
                let word = words.last_mut().unwrap();
                word.0.extend(c.to_lowercase());
                word.2 = at + 1;
            }
            (true, false) => words.push((c.to_lowercase().collect(), at, at + 1)),
            (false, _) => {}
        }
        inside = c.is_alphanumeric();
    }
    words
}

#[test]
fn whatever_two_documents_share_was_planted() {
    let rows = planted();
    let templates = rows.iter().filter(|row| row.4 == "template");
    let template = templates.map(|row| row.1.1).max().unwrap();
    let ids: BTreeSet<&str> = rows.iter().flat_map(|row| [&*row.0, &*row.2]).collect();
    let all: Vec<_> = ids.iter().map(|id| (*id, words(&text(id)))).collect();
    assert_eq!(all.len(), 16);
    let mut planted = 0;
    for (i, (a, left)) in all.iter().enumerate() {
        for (b, right) in &all[i + 1..] {
            let run = |words: &[(String, usize, usize)]| -> Vec<String> {
                words.iter().map(|word| word.0.clone()).collect()
            };
            let theirs: BTreeSet<Vec<String>> = right.windows(CHANCE).map(run).collect();
            let same = left.windows(CHANCE);
            for window in same.filter(|window| theirs.contains(&run(window))) {
                let (start, end) = (window[0].1, window[CHANCE - 1].2);
                // A run may continue by chance for some words after a planted passage.
                let overlaps = |span: (usize, usize)| start < span.1 && span.0 < end;
                let mut pair = rows.iter().filter(|row| (&*row.0, &*row.2) == (*a, *b));
                let here = pair.any(|row| overlaps(row.1));
                // All answers begin with the task. The truth file lists it only for pairs with the task itself.
                let shared = run(window).join(" ");
                assert!(here || start < template, "{a} and {b}: {shared}");
                planted += usize::from(here);
            }
        }
    }
    assert!(planted > 500, "{planted}");
}

#[test]
fn the_corpus_is_opened_by_its_name() {
    let mut pty = Pty::start(&["demo", "copied-text"], 140, 30, &[]);
    pty.sees(&["answers/jonas/final.txt", "best evidence first"]);
    pty.press("/").press("lost eleven hats");
    pty.sees(&["answers/01-berit.txt", "sources/the-ferry.txt"]);
    pty.press("\x1b").press("q");
    let work = Work::new();
    let wrong = work.ran("demo nothing");
    assert_eq!(wrong.status, Some(2));
    let ran = work.ran("demo");
    assert_contains(&ran.out, "recipes");
}
