//! Plot of clusters and pairs by k.

use super::{Line, clusters_and_pairs};
use crate::lab::by_k::ByK;
use crate::lab::tuning::ThresholdCounts;
use crate::plot::{Axis, Figure, Layer, Marks, Number, Tone};
use crate::typeset::figures::bare;

/// Clusters, clustered documents, the largest cluster, and pairs at `threshold`, by k. Values of k whose floor is above
/// the threshold are omitted.
pub fn by_k(by_k: &ByK, threshold: f64) -> Figure {
    let line = |value: fn(ThresholdCounts) -> f64| -> Line {
        let rows = by_k.rows.iter();
        rows.filter_map(|row| Some((row.k as f64, value(row.at(threshold)?))))
            .collect()
    };
    let lines = [
        line(|there| there.clusters.into()),
        line(|there| there.documents.into()),
        line(|there| there.largest.into()),
        line(|there| there.pairs as f64),
    ];
    let heights = lines.iter().flatten().map(|point| point.1);
    let y = Axis::counts("clusters, documents, pairs", heights);
    let last = by_k.rows.last().map_or(0, |row| row.k);
    let last = last.max(by_k.rows.len() + by_k.waiting).max(by_k.k).max(1);
    let mut layers: Vec<Layer> = clusters_and_pairs(lines, Marks::Line).collect();
    if by_k.k > 0 {
        let name = format!("k in use, {}", by_k.k);
        layers.push(Layer::new(name, Tone::Plain, Marks::At(by_k.k as f64)));
    }
    let mut notes = Vec::new();
    if by_k.waiting > 0 {
        let more = if by_k.waiting == 1 { "value" } else { "values" };
        notes.push(format!("{} {more} of k still to come.", by_k.waiting));
    }
    let beyond: Vec<String> = by_k
        .rows
        .iter()
        .filter(|row| row.floor > threshold)
        .map(|row| row.k.to_string())
        .collect();
    if !beyond.is_empty() {
        notes.push(format!(
            "Not counted down to this threshold: k = {}.",
            beyond.join(", ")
        ));
    }
    Figure {
        title: format!("Clusters and pairs at {} against k", bare(threshold)),
        x: Axis {
            label: "k, units in a shingle".into(),
            range: (0.5, last as f64 + 0.5),
            number: Number::Count,
            ..Axis::default()
        },
        y,
        layers,
        notes,
        ..Figure::default()
    }
}
