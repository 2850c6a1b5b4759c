//! Unusual but real corpora: all documents identical, almost no text, or far too much of one thing.
//! The program must handle them like any other, in bounded time and memory.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};

use crate::support::{Ran, Work, assert_contains, skip};

/// Number of documents in the large corpora; they have 5·10⁹ pairs.
const MANY: usize = 100_000;

/// JSON Lines rows with these texts.
fn rows(texts: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for text in texts {
        writeln!(out, r#"{{"text":"{text}"}}"#).expect("a string takes everything");
    }
    out
}

/// Runs a command on the corpus.
fn run(work: &Work, command: &str, options: &str) -> Ran {
    work.ran(&format!("{command} corpus --in-memory {options}"))
}

/// The row of the cluster table of a corpus with one cluster: number of documents, minimum and mean
/// similarity.
fn only_cluster(ran: &Ran) -> (usize, f64, f64) {
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let rows = ran.rows();
    assert!(rows.iter().all(|row| row[0] == "1"));
    let figure = |at: usize| rows[0][at].parse().expect("a number");
    (rows.len(), figure(4), figure(5))
}

/// The first lines of all pairs, read from a pipe that is then closed.
fn first_pairs(work: &Work, count: usize, message: &str) -> Vec<String> {
    let mut child = work.spawn(&["pairs", "corpus", "--in-memory", "--format", "csv"]);
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut lines = Vec::new();
    for _ in 0..count {
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        lines.push(line.trim_end().to_owned());
    }
    drop(out);
    let output = child.wait_with_output().expect("the program ends");
    let ran = Ran::from_output(&output);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert!(ran.talk.contains(message), "all are counted: {}", ran.talk);
    lines
}

#[test]
fn a_hundred_thousand_copies_are_one_cluster_whose_first_pairs_are_listed() {
    let work = Work::new();
    let copies = (0..MANY).map(|_| "the very same short text".to_owned());
    work.write("rows.jsonl", rows(copies));
    let ran = run(&work, "clusters", "--format csv");
    assert_eq!(only_cluster(&ran), (MANY, 1.0, 1.0));
    let lines = first_pairs(&work, 3, "4,999,950,000 pairs");
    assert_eq!(lines[1], "rows.jsonl#1,rows.jsonl#10,1,1,1,1,2");
}

#[test]
fn near_copies_with_too_many_pairs_are_one_cluster_and_one_is_kept() {
    const LETTERS: usize = 5_000;
    let work = Work::new();
    let words: Vec<String> = (0..100).map(|word| format!("word{word}")).collect();
    let letters = (0..LETTERS).map(|letter| {
        let mut words = words.clone();
        words[letter % 100] = format!("name{letter}");
        words.join(" ")
    });
    let other = "this text has nothing in common with any of the letters above".to_owned();
    work.write("rows.jsonl", rows(letters.chain([other])));
    for method in ["auto", "exact"] {
        let options = format!("--format csv --method {method}");
        let ran = run(&work, "clusters", &options);
        let (documents, min, mean) = only_cluster(&ran);
        // Letters that differ in two words of their middle have 89 of 105 shingles in common.
        assert!(documents == LETTERS && (0.8..0.9).contains(&min) && mean >= min);
        assert_contains(&ran.talk, "dense: 5,000 documents");
    }
    let kept = run(&work, "keep", "");
    assert_contains(&kept.talk, "5,001 documents: 2 kept, 4,999 dropped");
    let lines = first_pairs(&work, 3, "about 12,497,500 pairs");
    let first = lines[1].starts_with("rows.jsonl#1,rows.jsonl#10,");
    assert!(first, "{lines:?}");
    let top = run(&work, "pairs", "--format csv --top 2");
    let top = top.rows();
    let mut listed: HashMap<&str, usize> = HashMap::new();
    for row in &top {
        for id in &row[..2] {
            *listed.entry(id).or_default() += 1;
        }
    }
    assert!(top.len() <= 2 * LETTERS && listed.len() == LETTERS);
    assert!(listed.values().all(|pairs| *pairs >= 2));
}

#[test]
fn repetitions_of_one_word_are_one_set_at_any_length() {
    let work = Work::new();
    let texts = (0..MANY).map(|i| ["word"; 24][..4 + i % 21].join(" "));
    work.write("rows.jsonl", rows(texts));
    for method in ["exact", "lsh", "containment"] {
        let options = format!("--format csv --method {method}");
        let ran = run(&work, "clusters", &options);
        assert_eq!(only_cluster(&ran), (MANY, 1.0, 1.0), "{method}");
    }
    let lines = first_pairs(&work, 2, "4,999,950,000 pairs");
    assert_eq!(lines[1], "rows.jsonl#1,rows.jsonl#10,1,1,1,1,1");
}

#[test]
fn documents_without_words_are_similar_to_nothing() {
    let work = Work::new();
    let blank = (0..2_000).map(|i| " … ".repeat(i % 3));
    work.write("rows.jsonl", rows(blank));
    work.write("empty.txt", "");
    for method in ["auto", "exact", "lsh", "containment"] {
        for threshold in ["0", "0.8"] {
            let options = format!("--format csv --method {method} --threshold {threshold}");
            for command in ["pairs", "clusters"] {
                let ran = run(&work, command, &options);
                assert_eq!(ran.status, Some(0), "{}", ran.talk);
                assert!(ran.rows().is_empty(), "{}", ran.out);
            }
        }
    }
}

#[test]
fn a_huge_document_is_one_among_others() {
    let work = Work::new();
    // A million words, few of them distinct, and a second text with a different end.
    let huge = "some words that come again and again in this one ".repeat(100_000);
    work.write("huge.txt", &huge);
    work.write("other.txt", format!("{huge} and then an end"));
    work.write("small.txt", "some words that come again");
    let pairs = run(&work, "pairs", "--format csv --threshold 0.6");
    assert_eq!(pairs.status, Some(0), "{}", pairs.talk);
    assert_eq!(pairs.rows().len(), 1);
    assert_eq!(pairs.rows()[0][..2], ["huge.txt", "other.txt"]);
    let within = run(&work, "pairs", "--format csv --method containment");
    assert_eq!(within.rows().len(), 3, "{}", within.out);
    let is_within = |row: &Vec<String>| row[4] == "1" || row[5] == "1";
    assert!(within.rows().iter().all(is_within));
}

#[test]
fn an_index_is_kept_if_its_corpus_becomes_unreadable() {
    use std::os::unix::fs::PermissionsExt;
    let work = Work::new();
    work.write("a.txt", "the tide comes in twice a day")
        .write("b.txt", "the tide comes in twice a week");
    let index = ["index", "corpus", "--index", "index"];
    assert_eq!(work.run(&index).status, Some(0));
    let mode = |mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(work.corpus(), mode).unwrap();
    };
    mode(0o000);
    if std::fs::read_dir(work.corpus()).is_ok() {
        // Permissions do not restrict root.
        mode(0o755);
        return skip("user", "the superuser may read everything");
    }
    let refused = work.run(&index);
    mode(0o755);
    assert_eq!(refused.status, Some(1), "{}", refused.talk);
    assert_contains(&refused.talk, "ermission denied");
    let check = work.run(&["index", "--check", "--index", "index"]);
    assert_contains(&check.out, "2 documents");
}

/// `pairs *` turns file names into arguments.
#[test]
fn a_usage_error_repeats_no_control_character_of_an_argument() {
    let work = Work::new();
    for argument in ["--\x1b]2;owned\x07\x1b[35mx", "--\u{9b}35m"] {
        let ran = work.run(&["pairs", argument]);
        assert_eq!(ran.status, Some(2), "{}", ran.talk);
        let raw = ran.talk.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(raw, None, "{:?}", ran.talk);
        assert_contains(&ran.talk, "Usage");
    }
}
