//! `pairs --distinct`: one row per pair of different texts, checked against brute force over the
//! files.

use std::collections::BTreeMap;

use crate::brute;
use crate::support::{Ran, Work, assert_contains, edited};

/// Minimum Jaccard of the reported pairs.
const THRESHOLD: &str = "0.3";

/// Similar texts, each with copies that are identical or differ only in case and punctuation; one
/// text with many copies and no near-duplicates; two texts with one shingle set; blank files.
fn corpus(work: &Work) -> BTreeMap<String, Vec<String>> {
    let mut files = BTreeMap::new();
    for (text, (every, copies)) in [(0, 1), (9, 5), (13, 3), (21, 2)].into_iter().enumerate() {
        let words = edited(7, 60, every);
        for copy in 0..copies {
            let written = match copy {
                1 => format!("{}!\n", words.to_uppercase()),
                2 => words.replace(' ', ",\n"),
                _ => words.clone(),
            };
            files.insert(format!("folder-{copy}/text-{text}.txt"), written);
        }
    }
    for copy in 0..40 {
        files.insert(format!("many/copy-{copy:02}.txt"), edited(8, 50, 0));
    }
    files.insert("sets/five.txt".into(), "same ".repeat(5));
    files.insert("sets/six.txt".into(), "same ".repeat(6));
    files.insert("sets/six-again.txt".into(), "same ".repeat(6));
    for blank in 0..3 {
        files.insert(format!("blank/{blank}.txt"), "... !\n".into());
    }
    for (name, text) in &files {
        work.write(name, text);
    }
    let terms = |(name, text): (String, String)| (name, brute::terms(&text));
    files.into_iter().map(terms).collect()
}

fn pairs(work: &Work, args: &[&str]) -> Ran {
    let options = ["pairs", "corpus", "--threshold", THRESHOLD, "--in-memory"];
    work.done(&[&options, args].concat())
}

#[test]
fn each_pair_of_different_texts_has_one_row_with_the_numbers_of_copies() {
    let work = Work::new();
    let files = corpus(&work);
    let same = |name: &str| -> Vec<&String> {
        let alike = files.iter().filter(|(_, terms)| **terms == files[name]);
        alike.map(|(other, _)| other).collect()
    };
    let first = |name: &str| same(name)[0] == name;

    let every = pairs(&work, &["--format", "csv", "--method", "exact"]);
    let mut want = Vec::new();
    for row in every.rows() {
        if first(&row[0]) && first(&row[1]) {
            let copies = [&row[0], &row[1]].map(|name| same(name).len().to_string());
            want.push([row.clone(), copies.to_vec()].concat());
        }
    }
    // The figures of every row agree with brute force, which another test checks row by row.
    let sets = |name: &String| brute::shingles(&files[name].join(" "), brute::K);
    let texts: Vec<&String> = files.keys().filter(|name| first(name)).collect();
    let mut expected = 0;
    for (at, a) in texts.iter().enumerate() {
        for b in &texts[at + 1..] {
            expected += usize::from(brute::figures(&sets(a), &sets(b)).jaccard() >= 0.3);
        }
    }
    assert!(expected >= 5, "{expected} pairs of texts");

    let csv = ["--distinct", "--format", "csv", "--method", "exact"];
    let distinct = pairs(&work, &csv);
    assert_eq!(distinct.rows(), want);
    assert_eq!(want.len(), expected);
    let header =
        "a,b,estimate,jaccard,containment_a_in_b,containment_b_in_a,shared,copies_a,copies_b";
    assert_eq!(distinct.out.lines().next(), Some(header));
    let message = "documents have the text of an earlier one, which `clusters` lists";
    assert_contains(&distinct.talk, message);

    let lines = pairs(&work, &["--distinct", "--format", "jsonl"]).out;
    let lines: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let array = pairs(&work, &["--distinct", "--format", "json"]);
    assert_eq!(lines, array.json_rows());
    assert_eq!(lines.len(), want.len());
    for (object, row) in lines.iter().zip(&want) {
        assert_eq!(object["a"], row[0]);
        assert_eq!(object["copies_b"].to_string(), row[8]);
    }
    let table = pairs(&work, &["--distinct"]).out;
    assert_eq!(table.lines().count(), want.len() + 1);
    let heads = table.lines().next().unwrap();
    assert!(heads.ends_with("copies a  copies b"), "{table}");
}

#[test]
fn a_corpus_of_copies_has_no_distinct_pair() {
    let work = Work::new();
    for copy in 0..80 {
        work.write(&format!("{copy}.txt"), edited(1, 40, 0));
    }
    let all = pairs(&work, &[]);
    assert_contains(&all.talk, "3,160 pairs");
    assert_eq!(all.out.lines().count(), 3_161);
    assert_eq!(pairs(&work, &["--quiet"]).talk, "");
    let distinct = pairs(&work, &["--distinct", "--format", "csv"]);
    assert_eq!(distinct.out.lines().count(), 1);
}
