//! `sweep --labels`: curves, the best setting and errors against plain counting.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{families, number, rows, share};
use crate::brute::{self, Shingles};
use crate::support::{Work, args_of};

/// Labels of pairs within families, some of them deliberately wrong: (a, b, label).
pub fn made_labels(texts: &BTreeMap<String, String>) -> Vec<(String, String, &'static str)> {
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
            // Some labels name the pair in reverse order.
            let (a, b) = if (i + j) % 2 == 0 { (a, b) } else { (b, a) };
            labels.push(((*a).clone(), (*b).clone(), label));
        }
    }
    labels
}

pub fn written(labels: &[(String, String, &'static str)]) -> String {
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
        let swept = work.ran(&format!("sweep corpus --in-memory --k 1-4 -t 0.1-0.95 --measure jaccard,containment --labels labels.csv --rest {rest} --format csv"));
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
                let (most, highest) = of_block.unwrap();
                // The middle of the neighbouring thresholds with this F1.
                let plateau = thresholds.iter().rev().skip_while(|t| **t > highest);
                let plateau = plateau.take_while(|t| f1(&pairs, **t) == most).count();
                let last = thresholds.iter().position(|t| *t == highest).unwrap();
                let at = thresholds[(last + 1 - plateau).midpoint(last)];
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
            }
        }
        assert!(got.next().is_none());
        let (f1, (k, measure, threshold)) = best.unwrap();
        let marked: Vec<_> = settings
            .iter()
            .filter(|row| row["best"] == "best")
            .collect();
        assert_eq!(marked.len(), 1);
        assert_eq!(number(marked[0], "k"), k);
        assert_eq!(marked[0]["measure"].as_str(), measure);
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

#[test]
fn curves_and_labels_of_a_setting_are_those_of_tune() {
    let work = Work::new();
    let labels = made_labels(&families(&work));
    std::fs::write(work.path().join("labels.csv"), written(&labels)).unwrap();
    let args = "corpus --in-memory --k 2 -t 0.3 --labels labels.csv --format csv";
    let [swept, tuned] = ["sweep", "tune"].map(|command| work.ran(&format!("{command} {args}")));
    let (curve, area) = (&rows(&swept, "curve")[0], &rows(&tuned, "area")[0]);
    for column in ["area", "area_low", "area_high", "average_precision"] {
        assert_eq!(curve[column], area[column], "{column}");
    }
    let best = &rows(&tuned, "quality")[1];
    for column in args_of("threshold low high plateau_low plateau_high precision recall f1") {
        assert_eq!(curve[column], best[column], "{column}");
    }
    assert!(share(curve, "low") < share(curve, "high"));
    let names = rows(&tuned, "label");
    assert_eq!(names.len(), 4);
    for (swept, tuned) in rows(&swept, "label").iter().zip(&names) {
        for column in ["label", "means", "labelled", "called"] {
            assert_eq!(swept[column], tuned[column], "{column}");
        }
        let called = share(swept, "called") / share(swept, "labelled");
        assert_eq!(share(swept, "called_share"), called);
    }
}
