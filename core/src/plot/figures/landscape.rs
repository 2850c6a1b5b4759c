//! Clusters and pairs over the threshold and over k, the quality of thresholds on labelled pairs, and similarities as a
//! histogram.

use super::{Line, clusters_and_pairs, measure, rule, unknown};
use crate::lab::by_k::ByK;
use crate::lab::tuning::ThresholdCounts;
use crate::lab::{Curve, CurvePoint, Tuning};
use crate::plot::{Layer, Marks, Number, PlotAxis, PlotFigure, Tone};
use crate::typeset::figures::bare;

/// Clusters, clustered documents, the largest cluster, and pairs by threshold, with the stable
/// range marked. Single linkage; copies count.
pub fn landscape(tuning: &Tuning, threshold: f64) -> PlotFigure {
    let info = &tuning.truth.info;
    let steps = tuning.landscape.steps.iter().rev();
    let edges: Vec<f64> = steps.map(|step| step.threshold).collect();
    let pair_edges: Vec<f64> = tuning.counts.steps.iter().rev().map(|s| s.0).collect();
    let stairs = |value: &dyn Fn(f64) -> f64| staircase(&edges, info.floor, threshold, value);
    let at = |threshold| tuning.landscape.at(threshold);
    let pairs = |t| tuning.counts.at(t) as f64;
    let lines = [
        stairs(&|t| f64::from(at(t).clusters)),
        stairs(&|t| f64::from(at(t).documents)),
        stairs(&|t| f64::from(at(t).largest)),
        staircase(&pair_edges, info.floor, threshold, pairs),
    ];
    let heights = lines.iter().flatten().map(|point| point.1);
    let y = PlotAxis::counts("number", heights);
    let mut layers: Vec<Layer> = unknown(info.floor).into_iter().collect();
    layers.extend(tuning.stable.map(|stable| {
        let strip = Marks::Range(stable.low, stable.high);
        Layer::new("stable", Tone::Good, strip)
    }));
    layers.extend(clusters_and_pairs(lines, Marks::Steps));
    layers.push(rule(threshold));
    PlotFigure {
        title: "Clusters and pairs against the threshold".into(),
        x: PlotAxis::ratio(format!("threshold, {}", measure(info.measure))),
        y,
        layers,
        ..PlotFigure::default()
    }
}

/// Width of the bar for similarity 1.
const FULL_BAR: f64 = 0.02;

/// Bars of two hundredths each from counts per hundredth, and one for exactly 1; empty bars are
/// omitted.
pub fn bars(hundredths: &[u64]) -> Vec<(f64, f64, f64)> {
    let (below, one) = hundredths.split_at(hundredths.len().min(100));
    let mut bars: Vec<(f64, f64, f64)> = (0..)
        .zip(below.chunks(2))
        .map(|(i, counts)| {
            let sum: u64 = counts.iter().sum();
            (
                f64::from(2 * i) / 100.0,
                f64::from(2 * i + 2) / 100.0,
                sum as f64,
            )
        })
        .collect();
    bars.extend(one.first().map(|n| (1.0, 1.0 + FULL_BAR, *n as f64)));
    bars.retain(|bar| bar.2 > 0.0);
    bars
}

/// Clusters, clustered documents, the largest cluster, and pairs at `threshold`, by k. Values of k whose floor is above
/// the threshold are omitted.
pub fn by_k(by_k: &ByK, threshold: f64) -> PlotFigure {
    let line = |value: fn(ThresholdCounts) -> f64| -> Line {
        let rows = by_k.rows.iter();
        rows.filter_map(|row| Some((row.k as f64, value(row.at(threshold)?))))
            .collect()
    };
    let lines = [
        line(|counts| counts.clusters.into()),
        line(|counts| counts.documents.into()),
        line(|counts| counts.largest.into()),
        line(|counts| counts.pairs as f64),
    ];
    let heights = lines.iter().flatten().map(|point| point.1);
    let y = PlotAxis::counts("number", heights);
    let last = by_k.rows.last().map_or(0, |row| row.k);
    let last = last.max(by_k.rows.len() + by_k.waiting).max(by_k.k).max(1);
    let mut layers: Vec<Layer> = clusters_and_pairs(lines, Marks::Line).collect();
    if by_k.k > 0 {
        let name = format!("k in use, {}", by_k.k);
        layers.push(Layer::new(name, Tone::Plain, Marks::At(by_k.k as f64)));
    }
    let mut notes = Vec::new();
    let uncounted: Vec<String> = by_k
        .rows
        .iter()
        .filter(|row| row.floor > threshold)
        .map(|row| row.k.to_string())
        .collect();
    if !uncounted.is_empty() {
        notes.push(format!(
            "Not counted down to this threshold: k = {}.",
            uncounted.join(", ")
        ));
    }
    PlotFigure {
        title: format!("Clusters and pairs at {} against k", bare(threshold)),
        x: PlotAxis {
            label: "k, units in a shingle".into(),
            range: (0.5, last as f64 + 0.5),
            number: Number::Count,
            ..PlotAxis::default()
        },
        y,
        layers,
        notes,
        ..PlotFigure::default()
    }
}

/// Precision, recall and F1 by threshold, with the best threshold and, if known, its interval.
pub fn curve(curve: &Curve, interval: Option<(f64, f64)>, threshold: f64) -> PlotFigure {
    // Scores are descending: the confusion matrix of a threshold is that of the last point at or above it.
    let points = curve.points();
    let edges: Vec<f64> = points.iter().rev().map(|point| point.threshold).collect();
    let empty = curve.at(f64::INFINITY);
    let at = |threshold: f64| {
        let count = points.partition_point(|point| point.threshold >= threshold);
        count.checked_sub(1).map_or(empty, |last| points[last])
    };
    let stairs = |value: fn(&CurvePoint) -> f64| {
        Marks::Steps(staircase(&edges, 0.0, threshold, |t| value(&at(t))))
    };
    let mut layers = Vec::new();
    if let Some((low, high)) = interval {
        let name = format!("best, 95 % {} – {}", bare(low), bare(high));
        layers.push(Layer::new(name, Tone::Good, Marks::Range(low, high)));
    }
    layers.extend([
        Layer::new("precision", Tone::First, stairs(CurvePoint::precision)),
        Layer::new("recall", Tone::Second, stairs(CurvePoint::recall)),
        Layer::new("F1", Tone::Plain, stairs(CurvePoint::f1)),
    ]);
    let best = curve.best();
    if let Some(best) = best {
        let name = format!("best {}", bare(best.threshold));
        layers.push(Layer::new(name, Tone::Good, Marks::At(best.threshold)));
    }
    layers.push(rule(threshold));
    PlotFigure {
        title: "Precision, recall and F1 against the threshold".into(),
        x: PlotAxis::ratio("threshold"),
        y: PlotAxis::ratio("precision, recall, F1"),
        layers,
        notes: best.iter().map(best_note).collect(),
        ..PlotFigure::default()
    }
}

fn best_note(best: &CurvePoint) -> String {
    format!(
        "Best at {}: F1 {}, precision {}, recall {}",
        bare(best.threshold),
        bare(best.f1()),
        bare(best.precision()),
        bare(best.recall()),
    )
}

const MAX_POINTS: usize = 1000;

/// A step function from `from` to 1 whose value changes only after each of `edges` (ascending).
/// With more than 1,000 edges it is exact only at every thousandth and at `also`.
fn staircase(edges: &[f64], from: f64, also: f64, value: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    let is_inside = |x: &f64| (from..=1.0).contains(x);
    let mut xs = vec![from, 1.0];
    if edges.len() <= MAX_POINTS {
        xs.extend(edges.iter().copied().filter(is_inside));
    } else {
        let thousandths = (0..=MAX_POINTS).map(|i| i as f64 / MAX_POINTS as f64);
        xs.extend(thousandths.chain([also]).filter(is_inside));
    }
    xs.retain(|x| x.is_finite());
    xs.sort_unstable_by(f64::total_cmp);
    xs.dedup();
    let mut out: Vec<(f64, f64)> = Vec::with_capacity(xs.len());
    for x in xs {
        let point = (x, value(x));
        // The first point only marks the start; of later points with equal value, the last
        // suffices.
        let is_same_value = out.len() > 1 && out.last().is_some_and(|last| last.1 == point.1);
        match out.last_mut() {
            Some(last) if is_same_value => *last = point,
            _ => out.push(point),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::super::read::step;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_staircase_has_the_values_of_its_function(
            edges in prop::collection::vec(0_u32..=400, 0..60), from in 0_u32..400, at in 0_u32..=800,
        ) {
            let mut edges: Vec<f64> = edges.iter().map(|e| f64::from(*e) / 400.0).collect();
            edges.sort_unstable_by(f64::total_cmp);
            let count = |x: f64| edges.iter().filter(|edge| **edge >= x).count() as f64;
            let from = f64::from(from) / 400.0;
            let points = staircase(&edges, from, 0.5, count);
            let x = f64::from(at) / 800.0;
            let expected = (x >= from).then(|| count(x));
            prop_assert_eq!(step(&points, x), expected);
        }
    }

    #[test]
    fn many_edges_are_sampled_at_thousandths() {
        let edges: Vec<f64> = (0..50_000).map(|i| f64::from(i) / 49_999.0).collect();
        let count = |x: f64| (edges.len() - edges.partition_point(|edge| *edge < x)) as f64;
        let points = staircase(&edges, 0.1, 0.654_321, count);
        assert!(points.len() <= MAX_POINTS + 3);
        for x in [0.1, 0.2, 0.8, 0.999, 0.654_321, 1.0] {
            assert_eq!(step(&points, x), Some(count(x)), "{x}");
        }
    }
}
