//! `sweep --labels`: curves, the best setting and errors against plain counting.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{families, number, rows, share};
use crate::brute::{self, Shingles};
use crate::support::{Ran, Work};

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
            // In either order.
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
                let (most, highest) = of_block.unwrap();
                // The middle of the thresholds next to each other that have it.
                let alike = thresholds.iter().rev().skip_while(|t| **t > highest);
                let alike = alike.take_while(|t| f1(&pairs, **t) == most).count();
                let last = thresholds.iter().position(|t| *t == highest).unwrap();
                let at = thresholds[(last + 1 - alike).midpoint(last)];
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
                let is_sample = rest != "negative";
                check_curve(&swept, (k, measure), (&pairs, is_sample), thresholds[0]);
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
fn check_curve(
    ran: &Ran,
    (k, measure): (usize, &str),
    (pairs, is_sample): (&[(f64, bool, &str)], bool),
    floor: f64,
) {
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
    for score in scores.iter().copied() {
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
    // The middle between the highest threshold with the best F1 and the next score that has another.
    let below = scores
        .iter()
        .copied()
        .filter(|s| *s < most.1 && f1(&pairs, *s) < most.0);
    let low = below.clone().next().map(|low| f64::midpoint(low, most.1));
    assert_eq!(share(row, "threshold"), low.unwrap_or(most.1));
    // Where every pair counts, nothing is a sample that an interval could be of.
    if is_sample {
        assert!(share(row, "low") <= share(row, "high"))
    } else {
        assert_eq!([&row["low"], &row["high"]], ["", ""])
    }
    assert!(share(row, "plateau_low") <= share(row, "plateau_high"));
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
                (of_name.clone().count(), called)
            );
            assert_eq!(
                share(row, "called_share"),
                called as f64 / of_name.count() as f64
            );
        }
    }
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
    for rest in ["unknown", "negative"] {
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
            "--errors=0.3",
            "--format",
            "csv",
        ]);
        let found = work.ran("pairs corpus --in-memory --k 2 -t 0.3 --method exact --format csv");
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
                    let mistake = if called { "false alarm" } else { "missed" };
                    let label = label.map_or("", |l| l.2);
                    want.insert((
                        mistake.to_owned(),
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
                (of("mistake"), of("label"), of("a"), of("b"))
            })
            .collect();
        assert_eq!(got.len(), listed.len());
        assert!(!want.is_empty());
        assert_eq!(got, want, "{rest}");
    }
}
