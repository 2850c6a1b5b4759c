//! Coverage by simulation, and labels that leave little to say.

use super::super::draws::Draws;
use super::*;
use crate::base::DocNo;

/// How pairs are chosen for labels.
#[derive(Clone, Copy, Debug)]
enum Design {
    /// All pairs of so many documents.
    All(usize),
    /// So many pairs, each of two documents of its own.
    Apart(usize),
    /// So many pairs of so many documents.
    Some(usize, usize),
}

impl Design {
    fn pairs(self, draws: &mut Draws) -> Vec<(usize, usize)> {
        match self {
            Design::All(n) => (0..n)
                .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
                .collect(),
            Design::Apart(n) => (0..n).map(|i| (2 * i, 2 * i + 1)).collect(),
            Design::Some(n, documents) => {
                let mut pairs = std::collections::BTreeSet::new();
                while pairs.len() < n {
                    let (a, b) = (draws.below(documents), draws.below(documents));
                    if a != b {
                        pairs.insert((a.min(b), a.max(b)));
                    }
                }
                pairs.into_iter().collect()
            }
        }
    }
}

/// Labels whose scores depend on both documents of a pair: the part of a document is drawn once.
fn drawn(draws: &mut Draws, design: Design) -> (Vec<LabelledPair>, Vec<f64>) {
    let pairs = design.pairs(draws);
    let documents = pairs.iter().map(|pair| pair.1 + 1).max().unwrap_or(0);
    let part: Vec<f64> = (0..documents).map(|_| 0.5 * draws.normal()).collect();
    let label = |&(a, b): &(usize, usize)| {
        let positive = draws.unit() <= 0.4;
        let shift = if positive { 0.9 } else { -0.9 };
        let score = shift + part[a] + part[b] + 0.7 * draws.normal();
        let pair = LabelledPair {
            a: DocNo::at(a),
            b: DocNo::at(b),
            label: u16::from(!positive),
            positive,
        };
        (pair, score)
    };
    pairs.iter().map(label).unzip()
}

const THRESHOLD: f64 = 0.3;

/// The figures of pairs without a document in common, of which there are a million: area, precision, recall, F1.
fn truth() -> [f64; 4] {
    let (pairs, scores) = drawn(&mut Draws(1), Design::Apart(1_000_000));
    let scored = pairs.iter().zip(&scores).map(|(pair, score)| Scored {
        score: *score,
        positive: pair.positive,
    });
    let curve = super::super::Curve::of(&scored.collect::<Vec<_>>());
    let at = curve.at(THRESHOLD);
    [curve.area().unwrap(), at.precision(), at.recall(), at.f1()]
}

#[test]
fn intervals_over_documents_contain_the_truth_as_often_as_they_say() {
    let truth = truth();
    let mut draws = Draws(20);
    for design in [
        Design::All(10),
        Design::All(16),
        Design::Some(60, 20),
        Design::All(30),
        Design::Apart(60),
        Design::Some(150, 60),
    ] {
        let (mut inside, mut of) = ([0; 5], 0);
        for _ in 0..120 {
            let (pairs, scores) = drawn(&mut draws, design);
            let Some(got) = LabelIntervals::of(&pairs, &scores, THRESHOLD) else {
                continue;
            };
            let figures = [
                got.area_over_documents,
                got.precision,
                got.recall,
                got.f1,
                got.area,
            ];
            // Of ten documents a resample may lack one kind of pair.
            if figures.iter().any(|figure| figure.ends.is_none()) {
                continue;
            }
            of += 1;
            let truths = truth.iter().chain(&truth[..1]);
            for ((inside, figure), truth) in inside.iter_mut().zip(figures).zip(truths) {
                let (low, high) = figure.ends.unwrap();
                assert!(low <= figure.value && figure.value <= high);
                *inside += u32::from(low <= *truth && truth <= &high);
            }
        }
        assert!(
            inside[..4].iter().all(|i| i * 10 >= of * 9),
            "{design:?}: {inside:?} of {of}"
        );
        // Where pairs share documents, the interval that takes them as independent is too narrow.
        if let Design::All(30) = design {
            assert!(inside[4] * 10 < of * 9 && inside[4] < inside[0]);
        }
    }
}

fn label(a: usize, b: usize, positive: bool) -> LabelledPair {
    LabelledPair {
        a: DocNo::at(a),
        b: DocNo::at(b),
        label: 0,
        positive,
    }
}

#[test]
fn labels_that_separate_leave_room() {
    let pairs: Vec<LabelledPair> = (0..20).map(|i| label(2 * i, 2 * i + 1, i < 8)).collect();
    let scores: Vec<f64> = (0..20).map(|i| if i < 8 { 0.9 } else { 0.1 }).collect();
    let got = LabelIntervals::of(&pairs, &scores, 0.5).unwrap();
    assert_eq!((got.documents, got.resamples), (40, 2_000));
    // Wilson: 8 of 8.
    let low = 1.0 / (1.0 + 1.959_963_985 * 1.959_963_985 / 8.0);
    for figure in [got.precision, got.recall, got.f1] {
        assert_eq!(
            (figure.value, figure.way),
            (1.0, IntervalMethod::PairsApart)
        );
    }
    let near = |got: Interval, low: f64| {
        let (from, to) = got.ends.unwrap();
        assert!((from - low).abs() < 1e-6 && to == 1.0, "{got:?}");
    };
    near(got.precision, low);
    near(got.recall, low);
    near(got.f1, 2.0 * low / (1.0 + low));
    // Pairs without a document in common are independent, so that both intervals are the same.
    assert_eq!(got.area.ends, got.area_over_documents.ends);
    assert_eq!(got.area_over_documents.way, IntervalMethod::PairsApart);
}

#[test]
fn labels_that_say_nothing_have_no_interval() {
    let pairs = [label(0, 1, true), label(2, 3, false)];
    assert_eq!(LabelIntervals::of(&pairs[..1], &[0.5], 0.5), None);
    assert_eq!(LabelIntervals::of(&pairs, &[f64::NAN, 0.5], 0.5), None);
    // None is called a near-duplicate: nothing is known of precision.
    let got = LabelIntervals::of(&pairs, &[0.5, 0.4], 0.9).unwrap();
    assert_eq!(got.precision.ends, None);
    assert_eq!(got.recall.value, 0.0);
    let (low, high) = got.recall.ends.unwrap();
    assert!(low == 0.0 && high > 0.7, "{high}");
}

#[test]
fn a_million_labels_take_no_longer_than_resamples_allow() {
    let mut draws = Draws(4);
    let (pairs, scores) = drawn(&mut draws, Design::Apart(1_000_000));
    let got = LabelIntervals::of(&pairs, &scores, THRESHOLD).unwrap();
    assert_eq!((got.documents, got.resamples), (2_000_000, 200));
    let (low, high) = got.area_over_documents.ends.unwrap();
    assert!(high - low < 0.01, "{low} {high}");
    let (low, high) = got.area.ends.unwrap();
    assert!(low < got.area.value && got.area.value < high && high - low < 0.01);
}
