//! `sweep`: its rows against `pairs` and `clusters`, its best setting against brute force, killing
//! and resuming, and its errors for invalid input.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::brute::{self, Shingles};
use crate::support::{Ran, Work, edited};

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
    let swept = work.run(&[
        "sweep",
        "--in-memory",
        "--k",
        "2,4",
        "-t",
        "0.4,0.8",
        "--measure",
        "jaccard,containment",
        "--bag",
        "once,count",
        "--unit",
        "term,char",
        "--sketch",
        "none,minhash,oph",
        "--recall",
        "0.6",
        "--format",
        "csv",
    ]);
    let rows = rows(&swept, "setting");
    assert_eq!(rows.len(), 2 * 2 * 2 * 2 * 2 * 3);
    let mut fewer = 0;
    for row in &rows {
        let of = |column: &str| row[column].as_str();
        let mut args = vec!["--in-memory", "--format", "csv", "--quiet"];
        for (option, column) in [
            ("--k", "k"),
            ("-t", "threshold"),
            ("--measure", "measure"),
            ("--unit", "unit"),
        ] {
            args.extend([option, of(column)]);
        }
        if of("bag") == "count" {
            args.push("--bag");
        }
        match of("sketch") {
            "none" => args.extend(["--method", "exact"]),
            kind => args.extend(["--method", "lsh", "--recall", "0.6", "--sketch", kind]),
        }
        let listed = work.run(&[&["pairs"], &args[..]].concat()).rows();
        assert_eq!(number(row, "pairs"), listed.len(), "{args:?}");
        let clusters = work.run(&[&["clusters"], &args[..]].concat()).rows();
        let names: BTreeSet<&str> = clusters.iter().map(|c| c[0].as_str()).collect();
        let sizes = clusters.iter().map(|c| c[2].parse::<usize>().unwrap());
        assert_eq!(number(row, "clusters"), names.len(), "{args:?}");
        assert_eq!(number(row, "documents"), clusters.len(), "{args:?}");
        assert_eq!(number(row, "largest"), sizes.max().unwrap_or(0), "{args:?}");
        let exact = rows.iter().find(|other| {
            other["sketch"] == "none"
                && ["unit", "k", "bag", "measure", "threshold"]
                    .iter()
                    .all(|c| other[*c] == row[*c])
        });
        fewer += usize::from(number(row, "pairs") < number(exact.unwrap(), "pairs"));
    }
    // Otherwise this would prove nothing about sketches.
    assert!(fewer > 5, "{fewer}");
}

/// Families of edited texts, and one of short texts that are similar without being copies.
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

/// Labels of pairs within families, some of them deliberately wrong: (a, b, label).
fn made_labels(texts: &BTreeMap<String, String>) -> Vec<(String, String, &'static str)> {
    let ids: Vec<&String> = texts.keys().collect();
    let mut labels = Vec::new();
    for (i, a) in ids.iter().enumerate() {
        for (j, b) in ids.iter().enumerate().skip(i + 1) {
            let same = a[..1] == b[..1];
            let label = match (same, (i * i + 5 * j) % 7) {
                (true, 0) => "non",
                (true, 1..=3) => "light",
                (true, _) => "heavy",
                (false, 0) => "0",
                (false, _) => continue,
            };
            // In either order.
            let (a, b) = if (i + j) % 2 == 0 { (a, b) } else { (b, a) };
            labels.push(((*a).clone(), (*b).clone(), label));
        }
    }
    labels
}

fn written(labels: &[(String, String, &'static str)]) -> String {
    let mut csv = "a,b,label,by\n".to_owned();
    for (a, b, label) in labels {
        writeln!(csv, "{a},{b},{label},someone").unwrap();
    }
    csv
}

/// Similarity by the definition.
fn similarity(measure: &str, a: &Shingles, b: &Shingles) -> f64 {
    let figures = brute::figures(a, b);
    match measure {
        "jaccard" => figures.jaccard(),
        _ => figures
            .containment_a_in_b()
            .max(figures.containment_b_in_a()),
    }
}

#[test]
fn the_best_setting_is_that_of_plain_counting() {
    let work = Work::new();
    let texts = families(&work);
    let labels = made_labels(&texts);
    std::fs::write(work.path().join("labels.csv"), written(&labels)).unwrap();
    let thresholds: Vec<f64> = (2..=19).map(|n| f64::from(5 * n) / 100.0).collect();
    for rest in ["unknown", "negative"] {
        let swept = work.run(&[
            "sweep",
            "corpus",
            "--in-memory",
            "--k",
            "1-4",
            "-t",
            "0.1-0.95",
            "--measure",
            "jaccard,containment",
            "--labels",
            "labels.csv",
            "--rest",
            rest,
            "--format",
            "csv",
        ]);
        let settings = rows(&swept, "setting");
        let mut got = settings.iter();
        let mut best: Option<(f64, (usize, &str, f64))> = None;
        for k in 1..=4 {
            let sets: BTreeMap<&String, Shingles> = texts
                .iter()
                .map(|(id, text)| (id, brute::shingles(text, k)))
                .collect();
            let ids: Vec<&String> = sets.keys().copied().collect();
            for measure in ["jaccard", "containment"] {
                // All pairs that count: similarity, whether positive, label.
                let mut pairs: Vec<(f64, bool, &str)> = Vec::new();
                for (i, a) in ids.iter().enumerate() {
                    for b in &ids[i + 1..] {
                        let label = labels
                            .iter()
                            .find(|(x, y, _)| (x, y) == (*a, *b) || (y, x) == (*a, *b));
                        let score = similarity(measure, &sets[a], &sets[b]);
                        match label {
                            Some((_, _, label)) => {
                                pairs.push((score, !["non", "0"].contains(label), label));
                            }
                            None if rest == "negative" => pairs.push((score, false, "")),
                            None => {}
                        }
                    }
                }
                let mut of_block: Option<(f64, f64)> = None;
                for threshold in thresholds.iter().rev() {
                    let f1 = f1(&pairs, *threshold);
                    if of_block.is_none_or(|(most, _)| f1 > most) {
                        of_block = Some((f1, *threshold));
                    }
                }
                let (most, at) = of_block.unwrap();
                if best.is_none_or(|(before, _)| most > before) {
                    best = Some((most, (k, measure, at)));
                }
                for threshold in &thresholds {
                    let row = got.next().unwrap();
                    assert_eq!((number(row, "k"), row["measure"].as_str()), (k, measure));
                    assert_eq!(share(row, "threshold"), *threshold);
                    let count = |called: bool, positive: bool| {
                        let so = pairs
                            .iter()
                            .filter(|p| (p.0 >= *threshold) == called && p.1 == positive);
                        so.count()
                    };
                    assert_eq!(number(row, "hits"), count(true, true));
                    assert_eq!(number(row, "false_alarms"), count(true, false));
                    assert_eq!(number(row, "missed"), count(false, true));
                    assert_eq!(number(row, "passed"), count(false, false));
                    assert!((share(row, "f1") - f1(&pairs, *threshold)).abs() < 1e-12);
                }
                check_curve(&swept, (k, measure), &pairs, thresholds[0]);
                check_names(&swept, (k, measure), &pairs, &thresholds);
            }
        }
        assert!(got.next().is_none());
        let (f1, (k, measure, threshold)) = best.unwrap();
        let marked: Vec<_> = settings
            .iter()
            .filter(|row| row["best"] == "best")
            .collect();
        assert_eq!(marked.len(), 1);
        assert_eq!(
            (number(marked[0], "k"), marked[0]["measure"].as_str()),
            (k, measure)
        );
        assert_eq!(share(marked[0], "threshold"), threshold);
        assert!((share(marked[0], "f1") - f1).abs() < 1e-12);
    }
}

fn f1(pairs: &[(f64, bool, &str)], threshold: f64) -> f64 {
    let called = pairs.iter().filter(|p| p.0 >= threshold);
    let hits = called.clone().filter(|p| p.1).count() as f64;
    let positive = pairs.iter().filter(|p| p.1).count() as f64;
    let sum = called.count() as f64 + positive;
    if sum > 0.0 { 2.0 * hits / sum } else { 0.0 }
}

/// Checks area, average precision and best threshold against their definitions. Of unlabelled pairs
/// below `floor` only that is known.
fn check_curve(ran: &Ran, (k, measure): (usize, &str), pairs: &[(f64, bool, &str)], floor: f64) {
    let curves = rows(ran, "curve");
    let row = curves
        .iter()
        .find(|row| number(row, "k") == k && row["measure"] == measure);
    let row = row.unwrap();
    let known = pairs.iter().map(|&(score, positive, label)| {
        let known = !label.is_empty() || score >= floor;
        (if known { score } else { 0.0 }, positive, label)
    });
    let pairs: Vec<(f64, bool, &str)> = known.collect();
    let (mut above, mut couples) = (0.0, 0.0);
    for p in pairs.iter().filter(|p| p.1) {
        for n in pairs.iter().filter(|n| !n.1) {
            couples += 1.0;
            above += if p.0 > n.0 {
                1.0
            } else if p.0 == n.0 {
                0.5
            } else {
                0.0
            };
        }
    }
    assert!((share(row, "area") - above / couples).abs() < 1e-9);
    let mut scores: Vec<f64> = pairs.iter().map(|p| p.0).collect();
    scores.sort_by(|a, b| b.total_cmp(a));
    scores.dedup();
    let positive = pairs.iter().filter(|p| p.1).count() as f64;
    let (mut before, mut precision_sum, mut most) = (0.0, 0.0, (-1.0, 0.0));
    for score in scores {
        let called = pairs.iter().filter(|p| p.0 >= score);
        let hits = called.clone().filter(|p| p.1).count() as f64;
        precision_sum += (hits - before) / positive * hits / called.count() as f64;
        before = hits;
        let f1 = f1(&pairs, score);
        if f1 > most.0 {
            most = (f1, score);
        }
    }
    assert!((share(row, "average_precision") - precision_sum).abs() < 1e-9);
    assert!((share(row, "f1") - most.0).abs() < 1e-12);
    assert_eq!(share(row, "threshold"), most.1);
    assert!(share(row, "low") <= share(row, "high"));
}

fn check_names(
    ran: &Ran,
    (k, measure): (usize, &str),
    pairs: &[(f64, bool, &str)],
    thresholds: &[f64],
) {
    let named = rows(ran, "label");
    for threshold in thresholds {
        for label in ["light", "heavy", "non", "0"] {
            let row = named.iter().find(|row| {
                number(row, "k") == k
                    && row["measure"] == measure
                    && share(row, "threshold") == *threshold
                    && row["label"] == label
            });
            let row = row.unwrap();
            let of_name = pairs.iter().filter(|p| p.2 == label);
            let called = of_name.clone().filter(|p| p.0 >= *threshold).count();
            let means = if ["non", "0"].contains(&label) {
                "independent"
            } else {
                "near-duplicate"
            };
            assert_eq!(row["means"], means);
            assert_eq!(
                (number(row, "labelled"), number(row, "called")),
                (of_name.count(), called)
            );
        }
    }
}

#[test]
fn settings_are_held_against_the_best_on_the_same_labels() {
    let work = Work::new();
    let texts = families(&work);
    let labels = made_labels(&texts);
    std::fs::write(work.path().join("labels.csv"), written(&labels)).unwrap();
    let run = |format: &str, more: &[&str]| {
        let args = [
            "sweep",
            "corpus",
            "--labels",
            "labels.csv",
            "--k",
            "1,2,4,8",
            "-t",
            "0.2,0.4,0.6",
            "--format",
            format,
        ];
        work.run(&[&args[..], more].concat())
    };
    let ran = run("csv", &[]);
    let curves = rows(&ran, "curve");
    let differences = rows(&ran, "difference");
    assert_eq!(differences.len(), 4);
    let most = curves
        .iter()
        .map(|row| share(row, "f1"))
        .fold(0.0, f64::max);
    let best = differences
        .iter()
        .find(|row| row["tied"] == "best")
        .unwrap();
    assert!((share(best, "f1") - most).abs() < 1e-9);
    let best_area = share(
        curves.iter().find(|row| row["k"] == best["k"]).unwrap(),
        "area",
    );
    for (row, curve) in differences.iter().zip(&curves) {
        assert_eq!(row["k"], curve["k"]);
        let (f1, area) = (share(row, "f1_less"), share(row, "area_less"));
        assert!((f1 - (share(curve, "f1") - most)).abs() < 1e-9, "{row:?}");
        assert!(
            (area - (share(curve, "area") - best_area)).abs() < 1e-9,
            "{row:?}"
        );
        let (low, high) = (share(row, "f1_low"), share(row, "f1_high"));
        assert!(low <= f1 && f1 <= high);
        if row["tied"] != "best" {
            assert_eq!(row["tied"] == "tied", low <= 0.0 && 0.0 <= high, "{row:?}");
        }
        assert!(share(row, "delong_low") <= area && area <= share(row, "delong_high"));
    }
    // Settings with the F1 of the best one are marked.
    let settings = rows(&ran, "setting");
    let top = settings
        .iter()
        .map(|row| share(row, "f1"))
        .fold(0.0, f64::max);
    for row in &settings {
        assert_eq!(!row["best"].is_empty(), share(row, "f1") == top, "{row:?}");
    }
    assert!(
        run("table", &[])
            .out
            .contains("with the best, as the interval of F1 contains 0")
    );
    assert!(rows(&run("csv", &["--rest", "negative"]), "difference").is_empty());
}

#[test]
fn methods_miss_and_propose_what_verify_says_of_each_setting() {
    let work = Work::new();
    let run = |args: &[&str]| {
        work.run(
            &[
                &[
                    "sweep",
                    "--in-memory",
                    "--k",
                    "2,4",
                    "-t",
                    "0.4,0.8",
                    "--format",
                    "csv",
                ],
                args,
            ]
            .concat(),
        )
    };
    let ran = run(&[
        "--permutations",
        "64,128",
        "--bits",
        "32,8",
        "--method",
        "lsh,simhash",
        "--bands",
        "8,16",
        "--rows",
        "4,8",
    ]);
    let methods = rows(&ran, "method");
    // 16 × 8 takes 128 values.
    assert_eq!(methods.len(), 2 * 2 * 2 * (3 + 1) + 2 * 2 * 2 * (4 + 1));
    for row in methods.iter().step_by(5) {
        let mut args = vec!["verify", "--in-memory", "--format", "csv", "--missed", "0"];
        for option in ["k", "threshold", "permutations", "bits"] {
            args.push(match option {
                "k" => "--k",
                "threshold" => "-t",
                "permutations" => "--permutations",
                _ => "--bits",
            });
            args.push(&row[option]);
        }
        args.extend(["--methods", &row["method"]]);
        if row["method"] == "lsh" {
            args.extend(["--bands", &row["bands"], "--rows", &row["rows"]]);
        }
        let alone = rows(&work.run(&args), "method");
        for (of, name) in [
            ("candidates", "candidates"),
            ("found", "found"),
            ("missed", "missed"),
            ("candidate_precision", "candidate_precision"),
            ("recall", "recall"),
        ] {
            assert_eq!(row[of], alone[0][name], "{of}: {args:?}");
        }
    }
    // On the front is what no other setting of the same k and threshold beats.
    for row in &methods {
        let cost = |row: &HashMap<String, String>| share(row, "sketch_cpu_s") + share(row, "cpu_s");
        let beaten = methods.iter().any(|other| {
            other["k"] == row["k"]
                && other["threshold"] == row["threshold"]
                && cost(other) < cost(row)
                && number(other, "found") > number(row, "found")
        });
        assert!(row["pareto"].is_empty() || !beaten, "{row:?}");
    }
    assert!(methods.iter().any(|row| row["pareto"] == "pareto"));
}

#[test]
fn a_target_recall_gives_the_cheapest_bands_and_rows() {
    let work = Work::new();
    let ran = work.run(&[
        "sweep",
        "--in-memory",
        "--k",
        "4",
        "-t",
        "0.5",
        "--target-recall",
        "0.97",
        "--format",
        "csv",
    ]);
    let methods = rows(&ran, "method");
    assert!(methods.len() > 1);
    let cheapest: Vec<_> = methods
        .iter()
        .filter(|row| row["cheapest"] == "cheapest")
        .collect();
    assert!(!cheapest.is_empty());
    assert!(cheapest.iter().all(|row| share(row, "recall") >= 0.97));
    let cost = |row: &HashMap<String, String>| share(row, "sketch_cpu_s") + share(row, "cpu_s");
    for row in &methods {
        assert!(share(row, "expected_recall") >= 0.97, "{row:?}");
        assert!(number(row, "bands") * number(row, "rows") <= 200);
        // Some that are expected to find enough do not by chance.
        let enough = share(row, "recall") >= 0.97;
        assert!(!enough || cost(cheapest[0]) <= cost(row) + 1e-9);
    }
    let said = |args: &[&str], words: &str| {
        let ran = work.run(&[&["sweep", "--in-memory"], args].concat());
        assert!(
            ran.status != Some(0) && ran.talk.contains(words),
            "{args:?}: {}",
            ran.talk
        );
    };
    said(
        &["--bands", "100", "--rows", "10"],
        "no banding of --bands and --rows fits into 200 values",
    );
    said(&["--bands", "10"], "--rows");
    said(&["--permutations", "8,64"], "a number from 16 to 1024");
    said(&["--target-recall", "2"], "--target-recall");
}

#[test]
fn errors_are_the_pairs_called_wrongly() {
    let work = Work::new();
    let texts = families(&work);
    let labels = made_labels(&texts);
    std::fs::write(work.path().join("labels.csv"), written(&labels)).unwrap();
    let sets: BTreeMap<&String, Shingles> = texts
        .iter()
        .map(|(id, text)| (id, brute::shingles(text, 2)))
        .collect();
    for (rest, sketch) in [
        ("unknown", "none"),
        ("negative", "none"),
        ("negative", "minhash"),
    ] {
        let swept = work.run(&[
            "sweep",
            "corpus",
            "--in-memory",
            "--k",
            "2",
            "-t",
            "0.5",
            "--labels",
            "labels.csv",
            "--rest",
            rest,
            "--sketch",
            sketch,
            "--recall",
            "0.3",
            "--errors=0.3",
            "--format",
            "csv",
        ]);
        let mut pairs = vec![
            "pairs",
            "corpus",
            "--in-memory",
            "--k",
            "2",
            "-t",
            "0.3",
            "--format",
            "csv",
        ];
        match sketch {
            "none" => pairs.extend(["--method", "exact"]),
            _ => pairs.extend(["--method", "lsh", "--recall", "0.3"]),
        }
        let found = work.run(&pairs);
        let found: BTreeSet<(String, String)> = found
            .rows()
            .iter()
            .map(|row| (row[0].clone(), row[1].clone()))
            .collect();
        let mut want = BTreeSet::new();
        let ids: Vec<&String> = sets.keys().copied().collect();
        for (i, a) in ids.iter().enumerate() {
            for b in &ids[i + 1..] {
                let label = labels
                    .iter()
                    .find(|(x, y, _)| (x, y) == (*a, *b) || (y, x) == (*a, *b));
                let positive = match label {
                    Some((_, _, label)) => !["non", "0"].contains(label),
                    None if rest == "negative" => false,
                    None => continue,
                };
                let called = found.contains(&((*a).clone(), (*b).clone()));
                if called != positive {
                    let called = if called {
                        "near-duplicate"
                    } else {
                        "independent"
                    };
                    let label = label.map_or("", |l| l.2);
                    want.insert((
                        called.to_owned(),
                        label.to_owned(),
                        (*a).clone(),
                        (*b).clone(),
                    ));
                }
            }
        }
        let listed = rows(&swept, "error");
        let got: BTreeSet<_> = listed
            .iter()
            .map(|row| {
                let score = similarity("jaccard", &sets[&row["a"]], &sets[&row["b"]]);
                assert!((share(row, "similarity") - score).abs() < 1e-12);
                let of = |column: &str| row[column].clone();
                (of("called"), of("label"), of("a"), of("b"))
            })
            .collect();
        assert_eq!(got.len(), listed.len());
        assert!(!want.is_empty());
        assert_eq!(got, want, "{rest} {sketch}");
    }
}

/// A sweep of many small blocks over a corpus that takes a while.
const LONG: [&str; 15] = [
    "sweep",
    "corpus",
    "--in-memory",
    "--k",
    "1-12",
    "-t",
    "0.1-0.9",
    "--measure",
    "jaccard,containment",
    "--bag",
    "once,count",
    "--sketch",
    "none,minhash",
    "--format",
    "csv",
];

#[test]
fn killed_and_gone_on_with_it_prints_the_same() {
    let work = Work::new();
    for family in 0..60 {
        for copy in 0..4 {
            work.write(
                &format!("{family:03}/{copy}.txt"),
                edited(family, 200, copy * 23),
            );
        }
    }
    let want = work.run(&LONG);
    assert_eq!(want.status, Some(0), "{}", want.talk);
    let file = work.path().join("done.jsonl");
    let lines = || std::fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    for kill_at in [1, 7, 20, 40] {
        let mut child = work
            .program()
            .args(LONG)
            .args(["--resume", "done.jsonl", "--quiet"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        // Until the file has so many lines, or the run has ended.
        while lines() < kill_at && child.try_wait().unwrap().is_none() {
            assert!(
                begun.elapsed() < Duration::from_secs(300),
                "nothing is kept"
            );
            std::thread::yield_now();
        }
        let _ = child.kill();
        child.wait().unwrap();
    }
    let kept = lines().saturating_sub(1);
    assert!(kept >= 20, "{kept}");
    let again = work.run(&[&LONG[..], &["--resume", "done.jsonl"]].concat());
    assert_eq!(again.out, want.out);
    assert!(
        again.talk.contains(&format!("{kept} of 96 blocks")),
        "{}",
        again.talk
    );
    assert_eq!(lines(), 97);
    // The file is complete: the result is printed without any computation, whatever the number of
    // threads.
    let once_more = work.run(&[&LONG[..], &["--resume", "done.jsonl", "--threads", "1"]].concat());
    assert_eq!(once_more.out, want.out);
    // Other settings or another corpus are rejected, and the file is left unchanged.
    let before = std::fs::read(&file).unwrap();
    let other = work.run(&[
        "sweep",
        "corpus",
        "--in-memory",
        "--k",
        "2",
        "--resume",
        "done.jsonl",
    ]);
    assert_eq!(other.status, Some(1));
    assert!(
        other
            .talk
            .contains("another k, threshold, measure, bag, sketch"),
        "{}",
        other.talk
    );
    work.write("000/0.txt", "something else");
    let changed = work.run(&[&LONG[..], &["--resume", "done.jsonl"]].concat());
    assert_eq!(changed.status, Some(1));
    assert!(
        changed.talk.contains("before it changed"),
        "{}",
        changed.talk
    );
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn an_index_of_other_settings_serves_and_threads_change_nothing() {
    let work = Work::new();
    families(&work);
    let args = [
        "sweep", "corpus", "--k", "1-3", "--sketch", "none,fss", "--format", "csv", "--quiet",
    ];
    let want = work.run(&[&args[..], &["--in-memory", "--threads", "1"]].concat());
    assert_eq!(want.status, Some(0), "{}", want.talk);
    assert_eq!(
        work.run(&[
            "index", "corpus", "--index", "index", "--k", "5", "--sketch", "oph"
        ])
        .status,
        Some(0)
    );
    let indexed = [&args[..], &["--index", "index"]].concat();
    assert_eq!(work.run(&indexed).out, want.out);
    work.write("0/9.txt", edited(0, 120, 7));
    let changed = work.run(&indexed);
    assert_ne!(changed.out, want.out);
    assert_eq!(
        changed.out,
        work.run(&[&args[..], &["--in-memory", "--threads", "3"]].concat())
            .out
    );
}

#[test]
fn json_and_the_table_say_the_same() {
    let work = Work::new();
    let texts = families(&work);
    std::fs::write(
        work.path().join("labels.csv"),
        written(&made_labels(&texts)),
    )
    .unwrap();
    let args = [
        "sweep",
        "corpus",
        "--in-memory",
        "--k",
        "2-3",
        "-t",
        "0.3,0.6",
        "--labels",
        "labels.csv",
        "--errors",
    ];
    let of = |format: &str| work.run(&[&args[..], &["--format", format]].concat());
    let csv = of("csv");
    let json: Value = serde_json::from_str(&of("json").out).unwrap();
    for (kind, key) in [
        ("setting", "pairs"),
        ("curve", "area"),
        ("label", "called"),
        ("error", "a"),
    ] {
        let listed = rows(&csv, kind);
        let objects = json[kind].as_array().unwrap();
        assert_eq!(objects.len(), listed.len(), "{kind}");
        for (object, row) in objects.iter().zip(&listed) {
            let value = &object[key];
            match value.as_f64() {
                Some(number) => assert_eq!(number, share(row, key)),
                None => assert_eq!(value.as_str().unwrap(), row[key]),
            }
        }
    }
    let table = of("text").out;
    let most = |kind: &str| {
        let all = rows(&csv, kind);
        let known = all.iter().filter(|row| !row["f1"].is_empty());
        known.map(|row| share(row, "f1")).fold(0.0, f64::max)
    };
    let lost = most("curve") - most("setting");
    let is_said = table.lines().next().unwrap().contains("the grid misses");
    assert!(
        if lost > 0.001 {
            is_said
        } else {
            lost > 0.0 || !is_said
        },
        "{lost}: {table}"
    );
    let settings = rows(&csv, "setting");
    let best = settings.iter().find(|row| row["best"] == "best").unwrap();
    // The header ends with the word too.
    let marked = |line: &&str| line.ends_with("best") && !line.contains("pairs");
    let line = table.lines().find(marked).unwrap();
    let cells: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(
        (cells[0], cells[2]),
        (best["k"].as_str(), best["pairs"].as_str())
    );
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
fn what_makes_no_sense_is_said() {
    let work = Work::new();
    families(&work);
    let file = |name: &str, text: &str| std::fs::write(work.path().join(name), text).unwrap();
    file("none.csv", "");
    file("header.csv", "0/0.txt,0/1.txt,L1\n");
    file("columns.csv", "x,y,z\n0/0.txt,0/1.txt,L1\n");
    file("short.csv", "a,b,label\n0/0.txt,0/1.txt,L1\n0/0.txt\n");
    file("unknown.csv", "a,b,label\nq.txt,0/1.txt,L1\n");
    file(
        "against.csv",
        "a,b,label\n0/0.txt,0/1.txt,L1\n0/1.txt,0/0.txt,non\n",
    );
    file("itself.csv", "a,b,label\n0/0.txt,0/0.txt,L1\n");
    file("one.csv", "a,b,label\n0/0.txt,0/1.txt,L1\n");
    file("negative.csv", "a,b,label\n0/0.txt,0/1.txt,no\n");
    file("classes.csv", "document,class\n0/0.txt,1\n0/0.txt,2\n");
    std::fs::write(
        work.path().join("bytes.csv"),
        b"a,b,label\n0/0.txt,\xff,L1\n",
    )
    .unwrap();
    let labelled = |name: &'static str| ["--labels", name];
    let cases: Vec<(Vec<&str>, i32, &str)> = vec![
        (vec!["--k", "0"], 2, "k is 0"),
        (vec!["--k", "8-1"], 2, "the range 8-1 is reversed; give 1-8"),
        (vec!["--k", ""], 2, "no whole number"),
        (vec!["-t", ""], 2, "no number"),
        (vec!["-t", "0.9-0.1"], 2, "give 0.1-0.9"),
        (vec!["-t", "0.1-0.9:0"], 2, "step"),
        (vec!["-t", "0.5-1.5"], 2, "between 0 and 1"),
        (vec!["--measure", "jaccard,jaccard"], 1, "one measure twice"),
        (vec!["--sketch", "some"], 2, "possible values"),
        (vec!["--rest", "negative"], 2, "--labels"),
        (vec!["--errors"], 2, "--labels"),
        (
            labelled("missing.csv").to_vec(),
            1,
            "missing.csv cannot be read",
        ),
        (labelled("none.csv").to_vec(), 1, "empty"),
        (labelled("header.csv").to_vec(), 1, "line 1"),
        (labelled("columns.csv").to_vec(), 1, "line 1"),
        (labelled("short.csv").to_vec(), 1, "line 3"),
        (labelled("unknown.csv").to_vec(), 1, "line 2"),
        (labelled("against.csv").to_vec(), 1, "lines 2 and 3"),
        (labelled("itself.csv").to_vec(), 1, "line 2"),
        (labelled("one.csv").to_vec(), 1, "--rest negative"),
        (labelled("negative.csv").to_vec(), 1, "need positive ones"),
        (labelled("classes.csv").to_vec(), 1, "lines 2 and 3"),
        (labelled("bytes.csv").to_vec(), 1, "line 2"),
        #[cfg(unix)]
        (
            labelled("/dev/null").to_vec(),
            1,
            "/dev/null cannot be read: not a regular file: a device",
        ),
        #[cfg(unix)]
        (
            vec!["--resume", "/dev/null"],
            1,
            "/dev/null cannot be read: not a regular file: a device",
        ),
    ];
    for (args, status, says) in cases {
        let ran = work.run(&[&["sweep", "corpus", "--in-memory"], &args[..]].concat());
        assert_eq!(ran.status, Some(status), "{args:?}: {}", ran.talk);
        assert!(ran.talk.contains(says), "{args:?}: {}", ran.talk);
        assert!(ran.out.is_empty(), "{args:?}");
    }
    // Unknown and repeated rows are skipped with a message; the others count.
    file(
        "some.csv",
        "a,b,label\n0/0.txt,0/1.txt,L1\n0/1.txt,0/0.txt,L1\nq.txt,0/1.txt,L1\n0/0.txt,,L2\n0/0.txt,1/0.txt,no\n",
    );
    let ran = work.run(&[
        "sweep",
        "corpus",
        "--in-memory",
        "--k",
        "2",
        "--labels",
        "some.csv",
    ]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    for says in ["line 3", "line 4", "line 5"] {
        assert!(ran.talk.contains(says), "{}", ran.talk);
    }
}

#[test]
fn corpora_with_next_to_nothing_in_them() {
    let one = Work::new();
    one.write("only.txt", "a single text");
    let ran = one.run(&["sweep", "corpus", "--in-memory"]);
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.talk.contains("one document only (only.txt)"),
        "{}",
        ran.talk
    );
    let empty = Work::new();
    let ran = empty.run(&["sweep", "corpus", "--in-memory"]);
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    let strangers = Work::new();
    strangers
        .write("a.txt", "one two three")
        .write("b.txt", "four five six")
        .write("c.txt", "...");
    let ran = strangers.run(&[
        "sweep",
        "corpus",
        "--in-memory",
        "--format",
        "csv",
        "-t",
        "0,0.5",
    ]);
    let settings = rows(&ran, "setting");
    assert!(
        settings
            .iter()
            .all(|row| row["pairs"] == "0" && row["clusters"] == "0")
    );
    assert!(ran.talk.contains("finds any pair"), "{}", ran.talk);
}
