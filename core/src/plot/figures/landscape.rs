//! Plots over the threshold: clusters and pairs as step functions, similarities as a histogram.

use super::thin::staircase;
use super::{clusters_and_pairs, measure, rule, unknown};
use crate::lab::Tuning;
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
use crate::typeset::figures::bare;

/// Clusters, clustered documents, the largest cluster, and pairs by threshold, with the stable
/// range marked. Single linkage; copies count.
pub fn landscape(tuning: &Tuning, threshold: f64) -> Figure {
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
    let y = Axis::counts("clusters, documents, pairs", heights);
    let mut layers: Vec<Layer> = unknown(info.floor).into_iter().collect();
    let mut notes = Vec::new();
    match tuning.stable {
        Some(stable) => {
            let name = format!("stable {} – {}", bare(stable.low), bare(stable.high));
            let strip = Marks::Range(stable.low, stable.high);
            layers.push(Layer::new(name, Tone::Good, strip));
        }
        None => notes.push("No clear break: no range of thresholds is stable.".into()),
    }
    layers.extend(clusters_and_pairs(lines, Marks::Steps));
    layers.push(rule(threshold));
    Figure {
        title: "Clusters and pairs against the threshold".into(),
        x: Axis::ratio(format!("threshold, {}", measure(info.measure))),
        y,
        layers,
        notes,
        ..Figure::default()
    }
}

/// Width of the bar for similarity 1.
const ONE: f64 = 0.02;

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
    bars.extend(one.first().map(|count| (1.0, 1.0 + ONE, *count as f64)));
    bars.retain(|bar| bar.2 > 0.0);
    bars
}
