//! A synthetic corpus as the lab would have measured it: thousands of dissimilar pairs, a few
//! hundred near-duplicates, and five almost identical ones. All draws are deterministic.

use std::sync::Arc;

use shinglescope::base::DocNo;
use shinglescope::candidates::banding::Banding;
use shinglescope::candidates::{PairSet, PairSetInfo};
use shinglescope::cluster::dendrogram::Dendrogram;
use shinglescope::lab::accuracy::{Accuracy, Outlier};
use shinglescope::lab::banded::{BandingEvaluation, BandingStep};
use shinglescope::lab::by_k::{AtK, ByK};
use shinglescope::lab::sweep::{Grid, SettingRow};
use shinglescope::lab::tuning::{Counts, Stable, Tuning};
use shinglescope::lab::{Curve, Scored};
use shinglescope::settings::Unit;
use shinglescope::similarity::{Measure, Overlap, Pair};
use shinglescope::sketch::Layout;
use shinglescope::text::shingles::mix;

pub const LAYOUT: Layout = Layout {
    positions: 200,
    bits: 32,
};

pub const BANDING: Banding = Banding { bands: 28, rows: 7 };

/// Size of the union of the shingle sets of two documents.
const UNION: u32 = 1000;

/// A pseudo-random number in 0..1 for `seed` and an index.
fn draw(seed: u64, at: u64) -> f64 {
    (mix(mix(seed).wrapping_add(at)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Number of successes in `tries` Bernoulli trials.
fn successes(seed: u64, tries: u32, chance: f64) -> u32 {
    (0..tries)
        .filter(|i| draw(seed, u64::from(*i)) < chance)
        .count() as u32
}

/// Documents in groups of near-duplicates, and the pairs above the floor.
fn pairs(k: usize) -> PairSet {
    let documents = 600_usize;
    let group = |doc: usize| if doc < 240 { doc / 4 } else { usize::MAX };
    let mut pairs = Vec::new();
    // Longer shingles are shared more rarely.
    let shorter = |jaccard: f64| jaccard.powf(0.55 + k as f64 * 0.1125);
    for a in 0..documents {
        for b in a + 1..documents {
            let at = (a * documents + b) as u64;
            let jaccard = if a < 10 && b == a + 1 && a % 2 == 0 {
                0.9 + draw(1, at) * 0.02
            } else if group(a) == group(b) && group(a) != usize::MAX {
                0.62 + draw(2, at).sqrt() * 0.26
            } else {
                0.36 * draw(3, at).powf(0.4)
            };
            let shared = (shorter(jaccard) * f64::from(UNION)).round() as u32;
            if shared * 10 < UNION * 3 {
                continue;
            }
            let exact = f64::from(shared) / f64::from(UNION);
            let only = UNION - shared;
            pairs.push(Pair {
                a: DocNo::at(a),
                b: DocNo::at(b),
                overlap: Overlap {
                    shared,
                    size_a: shared + only / 2,
                    size_b: UNION - only / 2,
                },
                agreeing: successes(at, 200, exact),
            });
        }
    }
    pairs.sort_by(|x, y| x.order(y, Measure::Jaccard));
    let mut representative: Vec<DocNo> = (0..documents).map(DocNo::at).collect();
    representative.extend([DocNo(599), DocNo(599)]);
    let info = PairSetInfo {
        method: "exact",
        measure: Measure::Jaccard,
        bands: None,
        floor: 0.3,
        complete: true,
        stopped: false,
        chosen_for: None,
        candidates: 0,
        capped: 0,
        note: String::new(),
    };
    PairSet::new(representative, pairs, info)
}

fn accuracy(truth: &PairSet) -> Accuracy {
    let mut accuracy = Accuracy::default();
    for pair in &truth.pairs {
        let (exact, estimate) = (pair.jaccard(), f64::from(pair.agreeing) / 200.0);
        let error = (exact * (1.0 - exact) / 200.0).sqrt();
        let rounded = ((estimate - exact) * 100.0).round() as i8;
        let cell = ((exact * 100.0 + 1e-9) as u8, rounded);
        *accuracy.cells.entry(cell).or_default() += 1;
        let off = (estimate - exact) / error;
        let covered = off.abs() <= 1.96;
        accuracy
            .errors
            .add(estimate - exact, error * error, covered);
        if !covered {
            accuracy.outliers.push(Outlier {
                pair: *pair,
                estimate,
                off,
            });
        }
    }
    accuracy
        .outliers
        .sort_by(|a, b| b.off.abs().total_cmp(&a.off.abs()));
    accuracy.outliers.truncate(60);
    accuracy
}

/// The tuning results of the lab for this corpus.
pub fn tuning() -> Tuning {
    let truth = pairs(4);
    Tuning {
        documents: 602,
        texts: 600,
        landscape: Dendrogram::new(&truth).landscape(),
        counts: Counts::new(&truth),
        stable: Some(Stable {
            low: 0.361,
            high: 0.62,
        }),
        accuracy: accuracy(&truth),
        truth: Arc::new(truth),
    }
}

/// The measured results of 28 bands of 7 rows.
pub fn banded(tuning: &Tuning) -> BandingEvaluation {
    let mut banded = BandingEvaluation {
        banding: BANDING,
        bits: 32,
        candidates: 0,
        capped: 0,
        outsized: 0,
        steps: Vec::new(),
        candidate_bins: vec![0; 101],
        missed: Vec::new(),
    };
    let mut last = BandingStep::default();
    for (at, pair) in (0..).zip(&tuning.truth.pairs) {
        let chance = BANDING.probability(pair.jaccard());
        let met = u64::from(draw(4, at) < chance);
        banded.candidate_bins[(pair.jaccard() * 100.0) as usize] += met;
        last = BandingStep {
            similarity: pair.jaccard(),
            pairs: at + 1,
            hits: last.hits + met,
            expected_hits: last.expected_hits + chance,
        };
        banded.steps.push(last);
    }
    banded.candidates = last.hits;
    banded
}

/// The same documents at k = 1 to 12; the last two are still pending.
pub fn by_k() -> ByK {
    let row = |k: usize| {
        let pairs = pairs(k);
        Arc::new(AtK {
            k,
            floor: 0.3,
            landscape: Dendrogram::new(&pairs).landscape(),
            counts: Counts::new(&pairs),
        })
    };
    ByK {
        k: 4,
        rows: (1..=10).map(row).collect(),
        waiting: 2,
    }
}

/// Labelled pairs whose scores overlap a little.
pub fn curve() -> Curve {
    let positive = (0..180).map(|i| 0.35 + 0.65 * draw(5, i).powf(0.6));
    let negative = (0..420).map(|i| 0.75 * draw(6, i).powf(1.6));
    let labelled = |positive| move |score| Scored { score, positive };
    let scored: Vec<Scored> = positive
        .map(labelled(true))
        .chain(negative.map(labelled(false)))
        .collect();
    Curve::new(&scored)
}

/// A sweep with some rows still pending.
pub fn grid() -> Grid {
    Grid {
        units: vec![Unit::Term],
        ks: (1..=6).collect(),
        bags: vec![false],
        measures: vec![Measure::Jaccard, Measure::Containment],
        thresholds: (2..=19).map(|i| f64::from(i) / 20.0).collect(),
    }
}

/// The expected results of the sweep.
pub fn rows(grid: &Grid) -> Vec<SettingRow> {
    let curve = curve();
    let mut rows = Vec::new();
    for (i, block) in (0_u32..).zip(grid.blocks()) {
        for &threshold in &grid.thresholds {
            let shift = (block.k as f64 - 3.0) * 0.06 + f64::from(i % 4) * 0.02;
            let point = curve.at((threshold + shift).clamp(0.0, 1.0));
            let called = point.hits + point.false_alarms;
            rows.push(SettingRow {
                block,
                threshold,
                pairs: called * called,
                clusters: called / 3,
                largest: called / 5,
                documents: called,
                labelled: Some(point),
            });
        }
    }
    rows.truncate(rows.len() - 30);
    rows
}
