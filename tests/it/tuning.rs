//! The `tune` command on the demo corpus: its figures agree with those of the other commands for
//! the same settings, and with brute force.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::brute;
use crate::support::{Ran, Work, assert_contains, edited, texts_of_elements};

/// Runs a command on the demo corpus.
fn demo(command: &str, args: &[&[&str]]) -> Ran {
    let all: Vec<&str> = [&[command, "--in-memory"], &args.concat()[..]].concat();
    let ran = Work::new().run(&all);
    assert_eq!(ran.status, Some(0), "{all:?}: {}", ran.talk);
    ran
}

fn tuned(args: &[&str]) -> Value {
    serde_json::from_str(&demo("tune", &[args, &["--format", "json"]]).out).unwrap()
}

fn rows<'a>(value: &'a Value, kind: &str) -> &'a Vec<Value> {
    value[kind].as_array().unwrap()
}

fn close(x: &Value, y: f64) {
    assert!((x.as_f64().unwrap() - y).abs() < 1e-9, "{x} {y}");
}

/// Number of pairs, clusters, documents in the largest cluster and in all, as `pairs` and
/// `clusters` print them.
fn counted(settings: &[&str], threshold: &str) -> [usize; 4] {
    let at: &[&str] = &["-t", threshold, "--format", "csv"];
    let pairs = demo("pairs", &[settings, at]).rows().len();
    let clusters = demo("clusters", &[settings, at]).rows();
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    for row in &clusters {
        *sizes.entry(row[0].clone()).or_default() += 1;
    }
    [
        pairs,
        sizes.len(),
        sizes.values().copied().max().unwrap_or(0),
        clusters.len(),
    ]
}

fn figures(row: &Value) -> [usize; 4] {
    ["pairs", "clusters", "largest", "documents"].map(|name| row[name].as_u64().unwrap() as usize)
}

const SETTINGS: [&[&str]; 4] = [
    &[],
    &["--k", "2", "--sketch", "oph"],
    &["--measure", "containment", "--sketch", "fss"],
    &[
        "--unit",
        "char",
        "--k",
        "8",
        "--bag",
        "--sketch",
        "superminhash",
    ],
];

#[test]
fn figures_are_those_of_pairs_and_clusters() {
    for settings in SETTINGS {
        let value = tuned(&[settings, &["-t", "0.6"]].concat());
        let corpus = &rows(&value, "corpus")[0];
        assert_eq!(figures(corpus), counted(settings, "0.6"), "{settings:?}");
        let landscape = rows(&value, "landscape");
        assert_eq!(landscape.len(), 101);
        for threshold in ["0.95", "0.31", "0.1"] {
            let at = |row: &&Value| row["threshold"].as_f64() == threshold.parse().ok();
            let row = landscape.iter().find(at).unwrap();
            assert_eq!(
                figures(row),
                counted(settings, threshold),
                "{settings:?} {threshold}"
            );
        }
        // Nothing is reported below the floor.
        let floor = corpus["floor"].as_f64().unwrap();
        for row in landscape {
            let is_counted = row["threshold"].as_f64().unwrap() >= floor;
            assert_eq!(row["pairs"].is_null(), !is_counted);
        }
        // A stable range has the same clusters at both ends, and others just below it.
        if let Some(high) = corpus["stable_high"].as_f64() {
            let low = corpus["stable_low"].as_f64().unwrap();
            let ends = [low + 1e-9, high].map(|t| counted(settings, &t.to_string())[1..].to_vec());
            assert_eq!(ends[0], ends[1], "{settings:?}");
            if low > floor {
                assert_ne!(counted(settings, &low.to_string())[1..], ends[0]);
            }
        }
    }
}

#[test]
fn bands_and_estimates_are_those_of_verify() {
    for settings in SETTINGS {
        for banding in [["--set", "bands=10x8"], ["--set", "bands=40x5"]] {
            let args = [settings, &banding, &["-t", "0.5"]].concat();
            let value = tuned(&args);
            let lsh: Vec<&str> = [&args[..], &["--methods", "lsh", "--format", "json"]].concat();
            let verified: Value = serde_json::from_str(&demo("verify", &[&lsh]).out).unwrap();
            let (got, want) = (&rows(&value, "banding")[0], &rows(&verified, "method")[0]);
            assert_eq!(got["missed"], want["missed"], "{args:?}");
            assert_eq!(got["candidates"], want["candidates"], "{args:?}");
            assert_eq!(
                got["pairs_of_texts"],
                rows(&verified, "truth")[0]["true_pairs"]
            );
            let true_pairs = want["found"].as_u64().unwrap();
            let wasted = &got["wasted"];
            assert_eq!(*wasted, got["candidates"].as_u64().unwrap() - true_pairs);
            let got = &rows(&value, "accuracy")[0];
            let own = |sketch: &&Value| sketch["sketch"] == got["sketch"];
            let want = rows(&verified, "sketch").iter().find(own).unwrap();
            assert_eq!(got["compared"], want["pairs"]);
            close(&got["error"], want["error"].as_f64().unwrap());
            close(&got["theory"], want["theory"].as_f64().unwrap());
            close(&got["coverage"], want["coverage"].as_f64().unwrap());
            let missed = got["outliers"].as_u64().unwrap() as usize;
            assert_eq!(rows(&value, "outlier").len(), missed.min(500));
        }
    }
}

#[test]
fn expected_figures_are_those_of_the_formula() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/demo-corpus"));
    let mut seen = BTreeSet::new();
    let texts: Vec<_> = brute::demo_documents(root)
        .into_iter()
        .map(|(_, text)| brute::shingles(&text, brute::K))
        .filter(|set| !set.is_empty() && seen.insert(set.clone()))
        .collect();
    let (mut missed, mut wasted) = (0.0, 0.0);
    for (i, x) in texts.iter().enumerate() {
        for y in &texts[i + 1..] {
            let jaccard = brute::figures(x, y).jaccard();
            let chance = 1.0 - (1.0 - jaccard.powi(6)).powi(20);
            if jaccard >= 0.7 {
                missed += 1.0 - chance;
            } else if jaccard >= 0.05 {
                wasted += chance;
            }
        }
    }
    let value = tuned(&["--set", "bands=20x6", "-t", "0.7"]);
    let row = &rows(&value, "banding")[0];
    close(&row["expected_missed"], missed);
    close(&row["expected_wasted"], wasted);
}

#[test]
fn plots_are_svg_and_tables_have_titles() {
    let work = Work::new();
    let ran = work.done(&["tune", "--in-memory", "--svg", "plots", "--format", "csv"]);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(work.path().join("plots")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(texts_of_elements(&text).contains_key("desc"));
        names.push(path.file_name().unwrap().to_string_lossy().into_owned());
    }
    names.sort();
    let want = ["estimates.svg", "landscape.svg", "s-curve.svg"];
    assert_eq!(names, want);
    assert_contains(&ran.talk, "3 plots in plots");
    let table = demo("tune", &[]).out;
    for title in [
        "documents at jaccard 0.8",
        "What LSH bands, which agree by Jaccard, would miss",
        "the estimates are as good as theory says",
        "all of one draw of the permutations (seed 0)",
        "Every threshold: ",
    ] {
        assert!(table.contains(title), "{table}");
    }
}

/// A corpus of progressively edited texts, and labels that call the first few near-duplicates.
fn labelled() -> Work {
    let work = Work::new();
    work.write("original.txt", edited(1, 200, 0));
    let mut labels = String::from("remark,b,a,label\n");
    for (i, every) in [100, 50, 25, 12, 8, 6, 5, 4].into_iter().enumerate() {
        work.write(&format!("copy{i}.txt"), edited(1, 200, every));
        // One that looks like a copy is labelled independent, and one the other way round.
        let label = if (i < 4 && i != 1) || i == 5 {
            "copy"
        } else {
            "non"
        };
        labels += &format!("x,original.txt,copy{i}.txt,{label}\n");
    }
    std::fs::write(work.path().join("labels.csv"), labels).unwrap();
    work
}

#[test]
fn classification_by_labels_equals_plain_counting() {
    let work = labelled();
    let run = |args: &[&str]| -> Value {
        let all = [
            &[
                "tune",
                "corpus",
                "--labels",
                "labels.csv",
                "--format",
                "json",
            ],
            args,
        ]
        .concat();
        let ran = work.done(&all);
        serde_json::from_str(&ran.out).unwrap()
    };
    let value = run(&["-t", "0.5"]);
    let set = |name: &str| {
        let text = std::fs::read_to_string(work.corpus().join(name)).unwrap();
        brute::shingles(&text, brute::K)
    };
    let scored: Vec<(f64, bool)> = (0..8)
        .map(|i| {
            let jaccard =
                brute::figures(&set("original.txt"), &set(&format!("copy{i}.txt"))).jaccard();
            (jaccard, (i < 4 && i != 1) || i == 5)
        })
        .collect();
    let count = |at: f64, called: bool, positive: bool| {
        let such = |one: &&(f64, bool)| (one.0 >= at) == called && one.1 == positive;
        scored.iter().filter(such).count() as u64
    };
    let f1 = |at: f64| {
        let hits = count(at, true, true) as f64;
        2.0 * hits / (2.0 * hits + (count(at, true, false) + count(at, false, true)) as f64)
    };
    let check = |row: &Value, at: f64| {
        close(&row["threshold"], at);
        assert_eq!(row["hits"], count(at, true, true));
        assert_eq!(row["false_alarms"], count(at, true, false));
        assert_eq!(row["missed"], count(at, false, true));
        assert_eq!(row["passed"], count(at, false, false));
        close(&row["f1"], f1(at));
    };
    let quality = rows(&value, "quality");
    check(&quality[0], 0.5);
    let best = quality[1]["threshold"].as_f64().unwrap();
    check(&quality[1], best);
    let most = scored.iter().map(|one| f1(one.0)).fold(0.0, f64::max);
    close(&quality[1]["f1"], most);
    let (low, high) = (&quality[1]["low"], &quality[1]["high"]);
    assert!(low.as_f64().unwrap() <= best && best <= high.as_f64().unwrap());
    let curve = rows(&value, "curve");
    assert_eq!(curve.len(), 8);
    for row in curve {
        check(row, row["threshold"].as_f64().unwrap());
    }
    // Each error is a labelled pair on the wrong side of the threshold.
    let errors = rows(&value, "error");
    let wrong = count(0.5, true, false) + count(0.5, false, true);
    assert_eq!(errors.len() as u64, wrong);
    assert!(
        errors
            .iter()
            .any(|row| row["mistake"] == "false alarm" && row["a"] == "copy1.txt")
    );
    let names: Vec<&Value> = rows(&value, "label")
        .iter()
        .map(|row| &row["label"])
        .collect();
    assert_eq!(names, ["copy", "non"]);
    // With the rest as negative, all pairs of documents are counted.
    let rest = run(&["-t", "0.5", "--rest", "negative"]);
    let row = &rows(&rest, "quality")[0];
    let sum: u64 = ["hits", "false_alarms", "missed", "passed"]
        .map(|name| row[name].as_u64().unwrap())
        .iter()
        .sum();
    assert_eq!(sum, 9 * 8 / 2);
    assert_eq!(row["hits"], quality[0]["hits"]);
}

/// Runs `tune` with the labels of [`labelled`].
fn with_labels(work: &Work, args: &[&str]) -> Ran {
    work.run(&[&["tune", "corpus", "--labels", "labels.csv"], args].concat())
}

#[test]
fn the_area_of_labels_has_one_interval() {
    let work = many_pairs();
    let area = |work: &Work, more: &[&str]| {
        let args = [&["-t", "0.5", "--format", "json"], more].concat();
        let value: Value = serde_json::from_str(&with_labels(work, &args).out).unwrap();
        let [row] = &rows(&value, "area")[..] else {
            panic!("{value}");
        };
        row.clone()
    };
    let row = area(&work, &[]);
    let [low, value, high] =
        ["area_low", "area", "area_high"].map(|name| row[name].as_f64().unwrap());
    assert!(
        0.0 < low && low < value && value < high && high < 1.0,
        "{row}"
    );
    let table = with_labels(&work, &["-t", "0.5"]).out;
    for words in [
        "pairs without a label do not count",
        "best threshold for pairs of other documents",
        "each kind counts as 8 independent pairs",
    ] {
        assert!(table.contains(words), "{table}");
    }
    let table = with_labels(&work, &["-t", "0.5", "--negative", "copy"]).out;
    let none = "no threshold has an F1 that is .01 higher than calling all pairs near-duplicates: .500 at best";
    assert!(table.contains(none), "{table}");
    // There is no interval if one document is in every pair, or if all pairs are counted.
    for row in [area(&labelled(), &[]), area(&work, &["--rest", "negative"])] {
        assert!(row["area"].is_f64() && row["area_low"].is_null(), "{row}");
    }
}

/// A corpus of pairs of documents, each edited less than the previous one, and a label for each.
fn many_pairs() -> Work {
    let work = Work::new();
    let mut labels = String::from("a,b,label\n");
    for i in 0..24_u64 {
        work.write(&format!("text{i}a.txt"), edited(i + 1, 150, 0));
        work.write(
            &format!("text{i}b.txt"),
            edited(i + 1, 150, 4 + 2 * i as usize),
        );
        let label = if i >= 9 || i == 5 { "copy" } else { "non" };
        labels += &format!("text{i}a.txt,text{i}b.txt,{label}\n");
    }
    std::fs::write(work.path().join("labels.csv"), labels).unwrap();
    work
}

#[test]
fn what_cannot_be_tuned_is_reported() {
    let work = Work::new();
    work.write("only.txt", "the only text there is");
    work.write("other.txt", "not a word in common with it");
    let ran = work.done(&["tune", "corpus", "--format", "json"]);
    for word in ["no two documents", "smaller --k"] {
        assert_contains(&ran.talk, word);
    }
    let value: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(rows(&value, "corpus")[0]["pairs"], 0);
    assert!(rows(&value, "accuracy")[0]["error"].is_null());
    let ran = work.run(&["tune", "corpus", "--rest", "negative"]);
    assert_eq!(ran.status, Some(2), "{}", ran.talk);
    work.run(&["tune", "corpus", "--set", "bands=50x5"])
        .fails(2, "a sketch has 200");
}
