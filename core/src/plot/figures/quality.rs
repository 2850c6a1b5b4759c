//! Plots of the classification quality of thresholds on labelled pairs.

use super::rule;
use super::thin::staircase;
use crate::lab::{Curve, Point};
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
use crate::typeset::figures::bare;

/// Precision, recall and F1 by threshold, with the best threshold and, if known, its interval.
pub fn curve(curve: &Curve, interval: Option<(f64, f64)>, threshold: f64) -> Figure {
    // Scores are descending: a threshold's confusion matrix is that of the last point at or above
    // it.
    let points = curve.points();
    let edges: Vec<f64> = points.iter().rev().map(|point| point.threshold).collect();
    let none = curve.at(f64::INFINITY);
    let at = |threshold: f64| {
        let upto = points.partition_point(|point| point.threshold >= threshold);
        upto.checked_sub(1).map_or(none, |last| points[last])
    };
    let stairs = |value: fn(&Point) -> f64| {
        Marks::Steps(staircase(&edges, 0.0, threshold, |t| value(&at(t))))
    };
    let mut layers = Vec::new();
    if let Some((low, high)) = interval {
        let name = format!("best, 95 % {} – {}", bare(low), bare(high));
        layers.push(Layer::new(name, Tone::Good, Marks::Range(low, high)));
    }
    layers.extend([
        Layer::new("precision", Tone::First, stairs(Point::precision)),
        Layer::new("recall", Tone::Second, stairs(Point::recall)),
        Layer::new("F1", Tone::Plain, stairs(Point::f1)),
    ]);
    let best = curve.best();
    if let Some(best) = best {
        let name = format!("best {}", bare(best.threshold));
        layers.push(Layer::new(name, Tone::Good, Marks::At(best.threshold)));
    }
    layers.push(rule(threshold));
    Figure {
        title: "Precision, recall and F1 against the threshold".into(),
        x: Axis::ratio("threshold"),
        y: Axis::ratio("precision, recall, F1"),
        layers,
        notes: best.iter().map(told).collect(),
        ..Figure::default()
    }
}

fn told(best: &Point) -> String {
    format!(
        "Best at {}: F1 {}, precision {}, recall {}",
        bare(best.threshold),
        bare(best.f1()),
        bare(best.precision()),
        bare(best.recall()),
    )
}
