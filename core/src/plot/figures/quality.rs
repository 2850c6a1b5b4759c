//! Plots of the classification quality of thresholds on labelled pairs.

use super::rule;
use super::thin::{line, staircase};
use crate::lab::{Curve, Point};
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
use crate::typeset::figures::{self, bare};

/// Precision, recall and F1 by threshold, with the best threshold and, if known, its interval.
#[must_use]
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

/// Precision by recall, with the current and the best threshold marked. Between two points the
/// precision is that of the point with higher recall, consistent with average precision.
#[must_use]
pub fn precision_recall(curve: &Curve, threshold: f64) -> Figure {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for point in curve.points() {
        let (recall, precision) = (point.recall(), point.precision());
        if points.is_empty() {
            points.push((0.0, precision));
        }
        if recall > points.last().map_or(0.0, |last| last.0) {
            points.push((recall, precision));
        }
    }
    let total = curve.at(f64::INFINITY);
    let (positive, negative) = (total.missed as f64, total.passed as f64);
    let chance = positive / (positive + negative).max(1.0);
    let guessed = Marks::Line(vec![(0.0, chance), (1.0, chance)]);
    let place = |point: &Point| (point.recall(), point.precision());
    let mut layers = vec![
        Layer::new("share of positive pairs", Tone::Dim, guessed),
        Layer::new("precision", Tone::First, Marks::Steps(line(points))),
    ];
    marks(curve, threshold, place, &mut layers);
    let average = curve.average_precision();
    let note = average.map(|average| format!("Average precision {}", bare(average)));
    Figure {
        title: "Precision against recall".into(),
        x: Axis::ratio("recall"),
        y: Axis::ratio("precision"),
        layers,
        notes: Vec::from_iter(note),
        ..Figure::default()
    }
}

/// ROC curve: recall by false-alarm rate, with the current and the best threshold marked.
#[must_use]
pub fn roc(curve: &Curve, threshold: f64) -> Figure {
    let place = |point: &Point| (point.false_alarm_rate(), point.recall());
    let points = [(0.0, 0.0)]
        .into_iter()
        .chain(curve.points().into_iter().map(|point| place(&point)));
    let diagonal = Marks::Line(vec![(0.0, 0.0), (1.0, 1.0)]);
    let mut layers = vec![
        Layer::new("chance", Tone::Dim, diagonal),
        Layer::new("recall", Tone::First, Marks::Line(line(points))),
    ];
    marks(curve, threshold, place, &mut layers);
    let note = curve.area();
    let note = note.map(|area| format!("Area under the curve {}", bare(area)));
    Figure {
        title: "Recall against false alarms (ROC)".into(),
        x: Axis::ratio("false alarms, share of negative pairs"),
        y: Axis::ratio("recall"),
        layers,
        notes: Vec::from_iter(note),
        ..Figure::default()
    }
}

fn marks(
    curve: &Curve,
    threshold: f64,
    place: impl Fn(&Point) -> (f64, f64),
    layers: &mut Vec<Layer>,
) {
    let mut mark = |name: String, tone, point: &Point| {
        let (x, y) = place(point);
        layers.push(Layer::new(name, tone, Marks::Points(vec![(x, y, 1)])));
    };
    if let Some(best) = curve.best() {
        mark(format!("best {}", bare(best.threshold)), Tone::Good, &best);
    }
    let name = format!("threshold {}", figures::threshold(threshold));
    mark(name, Tone::Plain, &curve.at(threshold));
}
