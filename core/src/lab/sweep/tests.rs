//! Compares every row of a sweep with brute-force counting over all pairs of shingle sets.

use crate::base::Cancel;
use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::base::DocNo;
use crate::index::{Collection, made};
use crate::lab::{AreaEstimate, CurvePoint, LabelledPair, Labels};
use crate::mask::AtEachK;
use crate::settings::{Sketching, Unit};
use crate::similarity::{Measure, Overlap};

const PERMUTATIONS: usize = 24;

fn sketching() -> Sketching {
    Sketching {
        permutations: PERMUTATIONS,
        ..Sketching::default()
    }
}

fn grid() -> impl Strategy<Value = Grid> {
    (
        prop::collection::btree_set(1_usize..4, 1..3),
        prop::sample::subsequence(vec![false, true], 1..=2),
        prop::sample::subsequence(vec![Measure::Jaccard, Measure::Containment], 1..=2),
        prop::collection::btree_set(0_u32..=20, 1..12),
    )
        .prop_map(|(ks, bags, measures, thresholds)| Grid {
            units: vec![Unit::Term],
            ks: ks.into_iter().collect(),
            bags,
            measures,
            thresholds: thresholds.iter().map(|t| f64::from(*t) / 20.0).collect(),
        })
}

fn run_sweep(
    collection: &Arc<Collection>,
    grid: &Grid,
    labels: Option<(&Labels, bool)>,
) -> Vec<BlockResult> {
    let request = SweepRequest {
        grid,
        labels: labels.map(|l| l.0),
        rest_negative: labels.is_some_and(|l| l.1),
    };
    let mut out = Vec::new();
    let mut done = |block| out.push(block);
    assert!(run(
        &AtEachK::new(collection, &Default::default()).unwrap(),
        &request,
        &Cancel::default(),
        &|_| {},
        &mut done
    ));
    out
}

/// Results of a setting by definition.
struct BruteForce {
    sets: Vec<Vec<u64>>,
    measure: Measure,
}

impl BruteForce {
    fn new(texts: &[Vec<u64>], block: &SettingBlock) -> Self {
        let sketching = Sketching {
            k: block.k,
            bag: block.bag,
            ..sketching()
        };
        let sketched = made::collection(texts, sketching);
        BruteForce {
            sets: sketched
                .documents()
                .map(|d| sketched.shingle_set(d))
                .collect(),
            measure: block.measure,
        }
    }

    fn score(&self, a: usize, b: usize) -> f64 {
        self.measure
            .similarity(&Overlap::new(&self.sets[a], &self.sets[b]))
    }

    fn finds(&self, a: usize, b: usize, threshold: f64) -> bool {
        let overlap = Overlap::new(&self.sets[a], &self.sets[b]);
        overlap.shared > 0 && self.measure.similarity(&overlap) >= threshold
    }

    /// Number of pairs, and sizes of the components of at least two documents.
    fn counted(&self, threshold: f64) -> (u64, Vec<usize>) {
        let n = self.sets.len();
        let (mut pairs, mut seen, mut sizes) = (0, vec![false; n], Vec::new());
        for a in 0..n {
            pairs += (a + 1..n).filter(|b| self.finds(a, *b, threshold)).count() as u64;
            let (mut queue, mut size) = (vec![a], 0);
            while let Some(at) = queue.pop() {
                if !std::mem::replace(&mut seen[at], true) {
                    size += 1;
                    let (lower, higher) = (|b: usize| b.min(at), |b: usize| b.max(at));
                    queue.extend(
                        (0..n).filter(|b| *b != at && self.finds(lower(*b), higher(*b), threshold)),
                    );
                }
            }
            sizes.extend((size > 1).then_some(size));
        }
        (pairs, sizes)
    }
}

fn texts() -> impl Strategy<Value = Vec<Vec<u64>>> {
    // Few terms, short and longer texts: produces copies, equal sets, and bags with repeated
    // shingles.
    let text = prop_oneof![
        prop::collection::vec(0_u64..3, 0..6),
        prop::collection::vec(0_u64..9, 0..14),
    ];
    prop::collection::vec(text, 0..20)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn every_row_equals_plain_counting(texts in texts(), grid in grid()) {
        let collection = Arc::new(made::collection(&texts, sketching()));
        let results = run_sweep(&collection, &grid, None);
        let blocks: Vec<SettingBlock> = results.iter().map(|s| s.block).collect();
        prop_assert_eq!(blocks, grid.blocks());
        for BlockResult { block, rows, .. } in results {
            let plain = BruteForce::new(&texts, &block);
            prop_assert_eq!(rows.len(), grid.thresholds.len());
            for (row, threshold) in rows.iter().zip(&grid.thresholds) {
                let (pairs, sizes) = plain.counted(*threshold);
                prop_assert_eq!(row.threshold, *threshold);
                prop_assert_eq!(
                    (row.pairs, row.clusters, row.largest, row.documents),
                    (
                        pairs,
                        sizes.len() as u64,
                        sizes.iter().copied().max().unwrap_or(0) as u64,
                        sizes.iter().sum::<usize>() as u64,
                    ),
                    "{:?}", row
                );
            }
        }
    }

    #[test]
    fn label_counts_equal_plain_counting(
        texts in texts(),
        grid in grid(),
        labelled in prop::collection::btree_map((0_u32..20, 0_u32..20), 0_u16..3, 1..40),
        unsure in prop::collection::btree_set((0_u32..20, 0_u32..20), 0..20),
        rest_negative: bool,
    ) {
        let n = texts.len() as u32;
        let unsure: Vec<(DocNo, DocNo)> = unsure
            .into_iter()
            .filter(|(a, b)| a < b && *b < n && !labelled.contains_key(&(*a, *b)))
            .map(|(a, b)| (DocNo(a), DocNo(b)))
            .collect();
        let inside = labelled.into_iter().filter(|((a, b), _)| a < b && *b < n);
        let labels = Labels {
            pairs: inside
                .map(|((a, b), label)| LabelledPair {
                    a: DocNo(a),
                    b: DocNo(b),
                    label,
                    positive: label > 0,
                })
                .collect(),
            names: ["no", "yes", "very"].map(str::to_owned).to_vec(),
            remarks: Vec::new(),
            unsure,
        };
        let collection = Arc::new(made::collection(&texts, sketching()));
        for BlockResult { block, rows, metrics } in run_sweep(&collection, &grid, Some((&labels, rest_negative))) {
            let plain = BruteForce::new(&texts, &block);
            let metrics = metrics.unwrap();
            let label = |a: usize, b: usize| {
                labels.pairs.iter().find(|p| (p.a.index(), p.b.index()) == (a, b))
            };
            let mut all = Vec::new();
            for a in 0..texts.len() {
                for b in a + 1..texts.len() {
                    let label = label(a, b);
                    let unsure = labels.unsure.contains(&(DocNo::at(a), DocNo::at(b)));
                    if label.is_some() || (rest_negative && !unsure) {
                        all.push((a, b, label));
                    }
                }
            }
            for (at, row) in rows.iter().enumerate() {
                let count = |called: bool, positive: bool| {
                    let counted = all.iter().filter(|(a, b, label)| {
                        plain.finds(*a, *b, row.threshold) == called
                            && label.is_some_and(|l| l.positive) == positive
                    });
                    counted.count() as u64
                };
                let expected = CurvePoint {
                    threshold: row.threshold,
                    hits: count(true, true),
                    false_alarms: count(true, false),
                    missed: count(false, true),
                    passed: count(false, false),
                };
                prop_assert_eq!(row.labelled, Some(expected));
                for name in 0..3 {
                    let of_name = all.iter().filter(|(a, b, label)| {
                        label.is_some_and(|l| l.label == name) && plain.finds(*a, *b, row.threshold)
                    });
                    prop_assert_eq!(metrics.called[at][usize::from(name)], of_name.count() as u64);
                }
            }
            let curve = metrics.curve;
            let scored: Vec<crate::lab::Scored> = all
                .iter()
                .map(|(a, b, label)| crate::lab::Scored {
                    score: plain.score(*a, *b),
                    positive: label.is_some_and(|l| l.positive),
                })
                .collect();
            let expected = crate::lab::Curve::new(&scored);
            let close = |x: Option<f64>, y: Option<f64>| match (x, y) {
                (Some(x), Some(y)) => (x - y).abs() < 1e-9,
                (x, y) => x == y,
            };
            prop_assert!(close(curve.area(), expected.area()));
            prop_assert!(close(curve.average_precision(), expected.average_precision()));
            let hits = |c: &crate::lab::Curve| c.best().filter(|best| best.hits > 0);
            prop_assert_eq!(hits(&curve), hits(&expected));
            if hits(&expected).is_some() {
                prop_assert_eq!(curve.plateau(), expected.plateau());
            }
        }
    }
}

#[test]
fn a_cancelled_sweep_stops_and_progress_counts_blocks() {
    let texts: Vec<Vec<u64>> = (0..9).map(|i| (i..i + 6).collect()).collect();
    let corpus = AtEachK::new(
        &Arc::new(made::collection(&texts, sketching())),
        &Default::default(),
    )
    .unwrap();
    let grid = Grid {
        units: vec![Unit::Term, Unit::Char],
        ks: vec![1, 2, 3],
        bags: vec![false],
        measures: vec![Measure::Jaccard],
        thresholds: vec![0.5],
    };
    let job = SweepRequest {
        grid: &grid,
        labels: None,
        rest_negative: false,
    };
    let mut ks = Vec::new();
    assert!(!run(&corpus, &job, &Cancel::after(0), &|_| {}, &mut |s| {
        ks.push(s.block.k)
    }));
    assert!(ks.is_empty());
    let shares = std::sync::Mutex::new(BTreeSet::new());
    let note = |p: SweepProgress| {
        assert!(p.done < p.total && (0.0..=1.0).contains(&p.share));
        shares.lock().unwrap().insert((p.done, p.total));
    };
    assert!(run(&corpus, &job, &Cancel::default(), &note, &mut |_| {}));
    let shares = shares.into_inner().unwrap();
    assert_eq!(shares, BTreeSet::from([(0, 3), (1, 3), (2, 3)]));
}

#[test]
fn the_middle_of_the_greatest_is_in_the_longest_run() {
    let values = [0.5, 0.9, 0.9, 0.2, 0.9, 0.9, 0.9, 0.1].map(Some);
    assert_eq!(middle_of_greatest(&values), Some(5));
    assert_eq!(middle_of_greatest(&values[..4]), Some(1));
    assert_eq!(middle_of_greatest(&[None, Some(0.0), None]), Some(1));
    assert_eq!(middle_of_greatest(&[None]), None);
}

#[test]
fn the_greatest_area_names_settings_that_may_be_as_good() {
    let pair = |i: usize| LabelledPair {
        a: DocNo::at(2 * i),
        b: DocNo::at(2 * i + 1),
        label: 0,
        positive: i < 40,
    };
    let pairs: Vec<LabelledPair> = (0..100).map(pair).collect();
    // Positive pairs score higher by `shift`. Odd shifts order the pairs differently.
    let area = |k: usize, shift: usize| {
        let factor = if shift.is_multiple_of(2) { 37 } else { 61 };
        let score = |i: usize| (i * factor % 100 + if i < 40 { shift } else { 0 }) as f64;
        let scores: Vec<f64> = (0..100).map(score).collect();
        let estimate = AreaEstimate::estimate(&pairs, &scores).unwrap();
        let block = SettingBlock {
            unit: Unit::Term,
            k,
            bag: false,
            measure: Measure::Jaccard,
        };
        (block, estimate.area, Some(Arc::new(estimate)))
    };
    let sentence = |shifts: &[usize]| {
        let grid = Grid {
            units: vec![Unit::Term],
            ks: (1..=shifts.len()).collect(),
            bags: vec![false],
            measures: vec![Measure::Jaccard],
            thresholds: vec![0.5],
        };
        let areas = shifts.iter().zip(1..).map(|(shift, k)| area(k, *shift));
        let areas: Vec<BlockArea> = areas.collect();
        let most = areas.iter().map(|area| area.1).fold(0.0, f64::max);
        for area in &areas {
            match behind(&areas, area) {
                Some((low, high)) => assert!(low < most - area.1 && most - area.1 < high),
                None => assert_eq!(area.1, most),
            }
        }
        grid.greatest_area(&areas).unwrap()
    };
    let best = "orders the labelled pairs best: area under ROC .917";
    for (shifts, k, others) in [
        (&[10, 60, 10][..], "k 2", "; all others are worse (95 %)"),
        (
            // The first and the last order the pairs equally.
            &[60, 10, 60],
            "k 1 (an end of this grid: a wider one may have a better k)",
            "; k 3 may be as good (95 %)",
        ),
        (&[60], "k 1", ""),
        (
            &[59, 60, 59, 59, 59, 59],
            "k 2",
            "; k 1, k 3, k 4 and 2 more of 5 others may be as good (95 %); k 4, the default, has .914",
        ),
    ] {
        let decides = match shifts.len() {
            1 => "",
            _ => "; the area decides on the setting",
        };
        assert_eq!(
            sentence(shifts),
            format!("over all thresholds {k} {best}{others}{decides}")
        );
    }
}
