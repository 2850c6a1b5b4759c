//! `verify` on the demo corpus, its figures checked against brute force.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::brute;
use crate::support::{Ran, Work, assert_contains, assert_lacks};

type PairsByName = BTreeMap<(String, String), f64>;

/// Exact Jaccard of all pairs of different texts of the demo corpus; each group of copies is
/// represented by its first document.
fn exact() -> PairsByName {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/demo-corpus"));
    let mut seen = BTreeSet::new();
    let documents: Vec<_> = brute::demo_documents(root)
        .into_iter()
        .filter(|(_, text)| seen.insert(brute::terms(text)))
        .map(|(id, text)| (id, brute::shingles(&text, brute::K)))
        .collect();
    let mut out = PairsByName::new();
    for (at, (a, x)) in documents.iter().enumerate() {
        for (b, y) in &documents[at + 1..] {
            out.insert((a.clone(), b.clone()), brute::figures(x, y).jaccard());
        }
    }
    out
}

fn verify(args: &[&str]) -> Ran {
    let ran = Work::new().run(&[&["verify", "--in-memory"], args].concat());
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    ran
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&verify(&[args, &["--format", "json"]].concat()).out).unwrap()
}

fn rows<'a>(value: &'a Value, kind: &str) -> &'a Vec<Value> {
    value[kind].as_array().unwrap()
}

fn close(x: &Value, y: f64) {
    assert!((x.as_f64().unwrap() - y).abs() < 1e-12, "{x} {y}");
}

#[test]
fn found_and_missed_pairs_are_those_of_brute_force() {
    let exact = exact();
    let want: BTreeSet<(String, String)> = exact
        .iter()
        .filter(|(_, jaccard)| **jaccard >= 0.3)
        .map(|(pair, _)| pair.clone())
        .collect();
    // With two bands LSH must miss some pairs, so that there is something to list.
    let value = json(&["-t", "0.3", "--set", "bands=2x8"]);
    assert_eq!(value["truth"][0]["true_pairs"], want.len());
    let mut names = BTreeSet::new();
    for row in rows(&value, "method") {
        let name = row["method"].as_str().unwrap();
        names.insert(name.to_owned());
        let missed: BTreeSet<(String, String)> = rows(&value, "missed")
            .iter()
            .filter(|row| row["method"] == name)
            .map(|row| {
                let id = |side: &str| row[side].as_str().unwrap().to_owned();
                let pair = (id("a"), id("b"));
                close(&row["jaccard"], exact[&pair]);
                pair
            })
            .collect();
        assert!(missed.is_subset(&want), "{name}");
        assert_eq!(row["missed"], missed.len(), "{name}");
        let true_pairs = want.len() - missed.len();
        assert_eq!(row["found"], true_pairs, "{name}");
        close(&row["recall"], true_pairs as f64 / want.len() as f64);
        if let Some(candidates) = row["candidates"].as_f64().filter(|n| *n > 0.0) {
            close(&row["candidate_precision"], true_pairs as f64 / candidates);
        }
        match name {
            "auto" | "exact" => assert_eq!(row["recall"], 1.0, "{name}"),
            "lsh" => assert!(!missed.is_empty()),
            _ => {}
        }
    }
    assert!(names.is_superset(&["auto", "exact", "lsh"].map(String::from).into()));
    let shown = verify(&["-t", "0.3", "--set", "bands=2x8"]).out;
    assert_contains(&shown, "Missed pairs");
}

#[test]
fn only_methods_with_sketches_have_a_cost_of_sketching() {
    let value = json(&[
        "-t",
        "0.3",
        "--methods",
        "auto,lsh,exact,winnow,sorted-list",
    ]);
    for row in rows(&value, "method") {
        let takes = matches!(row["method"].as_str(), Some("lsh" | "sorted-list"));
        assert_eq!(row["sketch_cpu_s"].as_f64().unwrap() > 0.0, takes, "{row}");
    }
}

#[test]
fn missed_pairs_are_just_those_that_the_method_does_not_print() {
    let options = ["-t", "0.3", "--set", "bands=2x8"];
    let value = json(&[&options[..], &["--methods", "lsh"]].concat());
    assert_eq!(rows(&value, "method").len(), 1);
    let missed: BTreeSet<(String, String)> = rows(&value, "missed")
        .iter()
        .map(|row| {
            let id = |side: &str| row[side].as_str().unwrap().to_owned();
            (id("a"), id("b"))
        })
        .collect();
    let pairs = ["pairs", "--in-memory", "--method", "lsh", "--format", "csv"];
    let printed: BTreeSet<(String, String)> = Work::new()
        .run(&[&pairs[..], &options].concat())
        .rows()
        .into_iter()
        .map(|row| (row[0].clone(), row[1].clone()))
        .collect();
    let all = Work::new().run(&["pairs", "--in-memory", "-t", "0.3", "--format", "csv"]);
    assert_eq!(value["truth"][0]["document_pairs"], all.rows().len());
    for (pair, _) in exact().iter().filter(|(_, jaccard)| **jaccard >= 0.3) {
        assert_ne!(missed.contains(pair), printed.contains(pair), "{pair:?}");
    }
}

#[test]
fn errors_of_estimates_are_those_of_the_printed_ones() {
    let exact = exact();
    let printed = Work::new()
        .ran("pairs --in-memory --method exact -t 0.05 --format csv")
        .rows();
    let estimated: Vec<(f64, f64)> = printed
        .iter()
        .filter_map(|row| {
            let jaccard = exact.get(&(row[0].clone(), row[1].clone()))?;
            Some((row[2].parse().unwrap(), *jaccard))
        })
        .collect();
    let mean = |error: &dyn Fn(f64, f64) -> f64| {
        let sum: f64 = estimated.iter().map(|(e, j)| error(*e, *j)).sum();
        sum / estimated.len() as f64
    };
    // Wilson's interval, from its definition: all p with |p̂ - p| <= z sqrt(p(1-p)/n).
    let holds = |e: f64, j: f64| {
        let error = 1.959_963_984_540_054 * (j * (1.0 - j) / 200.0).sqrt();
        f64::from(u8::from((e - j).abs() <= error))
    };
    let value = json(&[]);
    let row = &rows(&value, "sketch")[0];
    assert_eq!(row["sketch"], "minhash");
    assert_eq!(row["bits"], 32);
    assert_eq!(row["pairs"], estimated.len());
    close(&row["error"], mean(&|e, j| (e - j).powi(2)).sqrt());
    let theory = mean(&|_, j| j * (1.0 - j) / 200.0);
    close(&row["theory"], theory.sqrt());
    close(&row["coverage"], mean(&holds));
    // Fewer bits have larger errors; the theory for one bit: P(1-P)/n · 4 with P = (1+J)/2.
    let all = rows(&value, "sketch");
    let one = all.iter().find(|row| row["bits"] == 1).unwrap();
    let theory = mean(&|_, j| (1.0 + j) * (1.0 - j) / 200.0);
    close(&one["theory"], theory.sqrt());
}

#[test]
fn csv_has_the_rows_of_json_and_tables_have_titles() {
    let value = json(&[]);
    let ran = verify(&["--format", "csv"]);
    let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
    let header = reader.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|h| h == name).unwrap();
    let mut of_kind: BTreeMap<String, usize> = BTreeMap::new();
    for row in reader.records().map(Result::unwrap) {
        let nth = of_kind.entry(row[0].to_owned()).or_default();
        let object = value[&row[0]][*nth].as_object().unwrap();
        *nth += 1;
        for (name, want) in object {
            // The costs of the run itself differ in every run.
            if ["cpu_s", "sketch_cpu_s"].contains(&name.as_str()) {
                continue;
            }
            let cell = &row[at(name)];
            let same = match want {
                Value::Null => cell.is_empty(),
                Value::String(text) => cell == text,
                // Equal within the precision of the printed numbers.
                number => cell
                    .parse()
                    .is_ok_and(|cell: f64| (cell - number.as_f64().unwrap()).abs() <= 1e-12),
            };
            assert!(same, "{name}: {cell} {want}");
        }
    }
    for kind in ["truth", "method", "sketch"] {
        assert_eq!(of_kind[kind], rows(&value, kind).len());
    }
    for line in verify(&["--format", "jsonl"]).out.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let of_kind = &value[row["kind"].as_str().unwrap()];
        assert!(of_kind.is_array() || row["kind"] == "meta", "{line}");
    }
    let table = verify(&[]).out;
    for title in ["Methods: ", "--seeds 10 measures ten draws", "Missed pairs"] {
        assert_contains(&table, title);
    }
}

#[test]
fn a_corpus_with_nothing_to_compare_is_reported() {
    let (empty, work) = (Work::new(), Work::new());
    work.write("only.txt", "the only text there is");
    for command in ["verify", "tune", "sweep"] {
        empty
            .run(&[command, "corpus", "--in-memory"])
            .fails(1, "corpus");
        work.run(&[command, "corpus", "--in-memory"])
            .fails(1, "one document only (only.txt)");
    }
    // For two texts without a similar pair, ratios are null.
    work.write("other.txt", "not a word in common with it");
    let two = work.done(&["verify", "corpus", "--format", "json"]);
    let value: Value = serde_json::from_str(&two.out).unwrap();
    assert!(
        rows(&value, "method")
            .iter()
            .all(|row| row["recall"].is_null())
    );
    assert!(
        rows(&value, "sketch")
            .iter()
            .all(|row| row["error"].is_null())
    );
    let words = "one text of which the other says all that it has to say and some more";
    work.write("only.txt", &words[..40])
        .write("other.txt", words);
    let held = work.ran("verify corpus --measure containment --format json");
    let value: Value = serde_json::from_str(&held.out).unwrap();
    assert_eq!(value["truth"][0]["measure"], "containment");
}

#[test]
fn a_query_is_answered_from_the_index_when_the_corpus_is_gone() {
    let work = Work::new();
    work.write("tide.txt", "the tide comes in twice a day and goes out")
        .write("bell.txt", "the bell rings when the tide comes in twice");
    std::fs::write(
        work.path().join("asked.txt"),
        "the tide comes in twice a day",
    )
    .unwrap();
    let query = ["query", "asked.txt", "--in", "corpus", "--format", "csv"];
    let fresh = work.done(&query);
    assert_lacks(&fresh.talk, "from the index");
    work.done(&["index", "corpus"]);
    let indexed = work.run(&query);
    assert_contains(&indexed.talk, "answering from the index, made");
    assert_contains(&indexed.talk, "`shinglescope index`");
    assert_eq!(indexed.rows().len(), 2);
    std::fs::remove_dir_all(work.corpus()).unwrap();
    let gone = work.done(&query);
    assert_eq!((&gone.out, &indexed.out), (&fresh.out, &fresh.out));
    // Settings that differ from those of the index need the corpus.
    let other = work.run(&[&query[..], &["--k", "2"]].concat());
    assert_eq!(other.status, Some(1), "{}", other.out);
}
