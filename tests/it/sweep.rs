//! `sweep`: its rows against `pairs` and `clusters`, its best setting against brute force, and its errors for invalid
//! input.

mod labels;
mod runs;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::support::{Ran, Work, args_of, assert_contains, edited};
use labels::{made_labels, written};

/// The rows of one kind, by column name.
fn rows(ran: &Ran, kind: &str) -> Vec<HashMap<String, String>> {
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
    let header = reader.headers().unwrap().clone();
    let records = reader.records().map(Result::unwrap);
    let of_kind = records.filter(|record| &record[0] == kind);
    let named = of_kind.map(|record| {
        let cells = header.iter().zip(&record);
        cells
            .map(|(name, cell)| (name.to_owned(), cell.to_owned()))
            .collect()
    });
    named.collect()
}

fn number(row: &HashMap<String, String>, column: &str) -> usize {
    row[column].parse().unwrap()
}

fn share(row: &HashMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap()
}

#[test]
fn rows_are_what_pairs_and_clusters_print() {
    let work = Work::new();
    let swept = work.ran("sweep --in-memory --k 2,4 -t 0.4,0.8 --measure jaccard,containment --bag once,count --unit term,char --format csv");
    let rows = rows(&swept, "setting");
    assert_eq!(rows.len(), 2 * 2 * 2 * 2 * 2);
    for row in &rows {
        let cell = |column: &str| row[column].as_str();
        let mut args = vec!["--in-memory", "--format", "csv", "--quiet"];
        for (option, column) in [
            ("--k", "k"),
            ("-t", "threshold"),
            ("--measure", "measure"),
            ("--unit", "unit"),
        ] {
            args.extend([option, cell(column)]);
        }
        if cell("bag") == "count" {
            args.push("--bag");
        }
        args.extend(["--method", "exact"]);
        let listed = work.run(&[&["pairs"], &args[..]].concat()).rows();
        assert_eq!(number(row, "pairs"), listed.len(), "{args:?}");
        let clusters = work.run(&[&["clusters"], &args[..]].concat()).rows();
        let names: BTreeSet<&str> = clusters.iter().map(|c| c[0].as_str()).collect();
        let sizes = clusters.iter().map(|c| c[2].parse::<usize>().unwrap());
        assert_eq!(number(row, "clusters"), names.len(), "{args:?}");
        assert_eq!(number(row, "documents"), clusters.len(), "{args:?}");
        assert_eq!(number(row, "largest"), sizes.max().unwrap_or(0), "{args:?}");
    }
}

/// Nine texts, each with three edited copies.
fn families(work: &Work) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for family in 0..9 {
        for copy in 0..4_usize {
            let every = [0, 40, 11, 5][copy];
            texts.insert(format!("{family}/{copy}.txt"), edited(family, 120, every));
        }
    }
    for (id, text) in &texts {
        work.write(id, text);
    }
    texts
}

#[test]
fn figures_of_methods_are_those_of_verify_for_each_setting() {
    let work = Work::new();
    let ran = work.ran("sweep --in-memory --k 2,4 -t 0.4,0.8 --permutations 64,128 --bits 32,8 --method lsh,simhash --bands 8,16 --rows 4,8 --format csv");
    let methods = rows(&ran, "method");
    // 16 bands of 8 rows need 128 values, and do not fit into 64.
    assert_eq!(methods.len(), 2 * 2 * 2 * (3 + 1) + 2 * 2 * 2 * (4 + 1));
    assert!(rows(&ran, "spread").is_empty());
    for row in methods.iter().step_by(5) {
        let cell = |column: &str| row[column].as_str();
        let mut args = format!(
            "verify --in-memory --format csv --k {} -t {} --permutations {} --bits {} --methods {}",
            cell("k"),
            cell("threshold"),
            cell("permutations"),
            cell("bits"),
            cell("method")
        );
        if cell("method") == "lsh" {
            args += &format!(" --set bands={}x{}", cell("bands"), cell("rows"));
        }
        let alone = rows(&work.ran(&args), "method");
        for column in args_of("candidates found missed candidate_precision recall") {
            assert_eq!(cell(column), alone[0][column], "{column}: {args}");
        }
    }
}

#[test]
fn a_sweep_over_seeds_has_a_row_for_each_seed_and_their_spread() {
    let work = Work::new();
    families(&work);
    let ran = work.ran("sweep corpus --in-memory --k 3 -t 0.3 --bands 4 --rows 6 --sketch minhash,oph --method lsh,simhash,exact --seeds 5 --format csv");
    let (mut each, mut spread) = (rows(&ran, "method"), rows(&ran, "spread"));
    assert_eq!((each.len(), spread.len()), (2 * (5 + 2), 2 * 3));
    // A method that does not depend on the seed has one draw and no spread.
    for row in spread.extract_if(.., |row| row["method"] != "lsh") {
        assert_eq!((number(&row, "seeds"), row["recall_sd"].as_str()), (1, ""));
    }
    each.retain(|row| row["method"] == "lsh");
    for (of_setting, spread) in each.chunks(5).zip(&spread) {
        let seeds: BTreeSet<&str> = of_setting.iter().map(|row| row["seed"].as_str()).collect();
        assert_eq!(seeds.len(), 5);
        assert!(
            of_setting
                .iter()
                .all(|row| row["sketch"] == spread["sketch"])
        );
        let recalls: Vec<f64> = of_setting
            .iter()
            .map(|row| share(row, "found") / share(row, "pairs_of_texts"))
            .collect();
        let mean = recalls.iter().sum::<f64>() / 5.0;
        let squares: f64 = recalls.iter().map(|r| (r - mean).powi(2)).sum();
        assert!((share(spread, "recall") - mean).abs() < 1e-9);
        assert!((share(spread, "recall_sd") - (squares / 4.0).sqrt()).abs() < 1e-9);
        let least = share(spread, "recall_least");
        assert_eq!(least, recalls.iter().copied().fold(1.0, f64::min));
        assert_eq!(number(spread, "seeds"), 5);
    }
    assert!(spread.iter().any(|row| share(row, "recall_sd") > 0.0));
}

#[test]
fn bandings_that_do_not_fit_are_an_error() {
    let work = Work::new();
    let fails_with = |args: &[&str], words: &str| {
        let ran = work.run(&[&["sweep", "--in-memory"], args].concat());
        assert!(
            ran.status != Some(0) && ran.talk.contains(words),
            "{args:?}: {}",
            ran.talk
        );
    };
    fails_with(
        &["--bands", "100", "--rows", "10"],
        "no banding of --bands and --rows fits into 200 values",
    );
    fails_with(&["--bands", "10"], "--rows");
    fails_with(&["--permutations", "8,64"], "8 is not in 16..=1024");
}

#[test]
fn the_table_marks_the_best_setting() {
    let work = Work::new();
    let texts = families(&work);
    std::fs::write(
        work.path().join("labels.csv"),
        written(&made_labels(&texts)),
    )
    .unwrap();
    let args = args_of("sweep corpus --in-memory --k 2-3 -t 0.3,0.6 --labels labels.csv");
    let sweep_as = |format: &str| work.run(&[&args[..], &["--format", format]].concat());
    let csv = sweep_as("csv");
    let table = sweep_as("text").out;
    assert_contains(&table, "at one threshold F1 is highest with");
    let settings = rows(&csv, "setting");
    let best = settings.iter().find(|row| row["best"] == "best").unwrap();
    // The header ends with "best" too.
    let marked = |line: &&str| line.ends_with("best") && !line.contains("pairs");
    let line = table.lines().find(marked).unwrap();
    let cells: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(cells[0], best["k"].as_str());
    assert_eq!(cells[2], best["pairs"].as_str());
    assert!(
        table
            .lines()
            .next()
            .unwrap()
            .contains("4 settings over 36 documents"),
        "{table}"
    );
}

#[test]
fn invalid_input_is_reported() {
    let work = Work::new();
    families(&work);
    let file = |name: &str, text: &str| std::fs::write(work.path().join(name), text).unwrap();
    file("none.csv", "");
    file("header.csv", "0/0.txt,0/1.txt,L1\n");
    file(
        "against.csv",
        "a,b,label\n0/0.txt,0/1.txt,L1\n0/1.txt,0/0.txt,non\n",
    );
    file("one.csv", "a,b,label\n0/0.txt,0/1.txt,L1\n");
    file("negative.csv", "a,b,label\n0/0.txt,0/1.txt,no\n");
    std::fs::write(
        work.path().join("bytes.csv"),
        b"a,b,label\n0/0.txt,\xff,L1\n",
    )
    .unwrap();
    let labelled = |name: &'static str| ["--labels", name];
    let cases: Vec<(Vec<&str>, i32, &str)> = vec![
        (vec!["--k", "0"], 2, "k is 0"),
        (vec!["--k", "8-1"], 2, "the range 8-1 is reversed; give 1-8"),
        (vec!["-t", "0.9-0.1"], 2, "give 0.1-0.9"),
        (vec!["-t", "0.5-1.5"], 2, "between 0 and 1"),
        (vec!["--measure", "jaccard,jaccard"], 1, "one measure twice"),
        (vec!["--sketch", "some"], 2, "possible values"),
        (vec!["--rest", "negative"], 2, "--labels"),
        (
            labelled("missing.csv").to_vec(),
            1,
            "missing.csv cannot be read",
        ),
        (labelled("none.csv").to_vec(), 1, "empty"),
        (labelled("header.csv").to_vec(), 1, "line 1"),
        (labelled("against.csv").to_vec(), 1, "lines 2 and 3"),
        (labelled("one.csv").to_vec(), 1, "--rest negative"),
        (labelled("negative.csv").to_vec(), 1, "need positive ones"),
        (labelled("bytes.csv").to_vec(), 1, "line 2"),
        (
            labelled("/dev/null").to_vec(),
            1,
            "/dev/null cannot be read: not a regular file: a device",
        ),
    ];
    for (args, status, says) in cases {
        let ran = work.run(&[&["sweep", "corpus", "--in-memory"], &args[..]].concat());
        assert_eq!(ran.status, Some(status), "{args:?}: {}", ran.talk);
        assert_contains(&ran.talk, says);
        assert!(ran.out.is_empty(), "{args:?}");
    }
    // Unknown and repeated rows are skipped with a message; the others count.
    file(
        "some.csv",
        "a,b,label\n0/0.txt,0/1.txt,L1\n0/1.txt,0/0.txt,L1\nq.txt,0/1.txt,L1\n0/0.txt,,L2\n0/0.txt,1/0.txt,no\n",
    );
    let ran = work.done(&args_of("sweep corpus --in-memory --k 2 --labels some.csv"));
    for says in ["line 3", "line 4", "line 5"] {
        assert_contains(&ran.talk, says);
    }
}

#[test]
fn a_corpus_without_pairs_is_reported() {
    let strangers = Work::new();
    strangers
        .write("a.txt", "one two three")
        .write("b.txt", "four five six")
        .write("c.txt", "...");
    let ran = strangers.ran("sweep corpus --in-memory --format csv -t 0,0.5");
    let settings = rows(&ran, "setting");
    assert!(
        settings
            .iter()
            .all(|row| row["pairs"] == "0" && row["clusters"] == "0")
    );
    assert_contains(&ran.talk, "finds any pair");
}
