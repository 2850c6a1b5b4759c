//! Plot of clusters and pairs by k.

use super::{Line, clusters_and_pairs};
use crate::lab::by_k::{AtK, ByK};
use crate::plot::{Axis, Figure, Layer, Marks, Number, Tone};
use crate::typeset::figures::bare;

/// Clusters, clustered documents, the largest cluster, and pairs at `threshold`, by k. Bars show
/// the pairs that appear and vanish relative to the current k, at the nearest threshold for which
/// differences were counted. Values of k whose floor is above the threshold are omitted.
#[must_use]
pub fn by_k(by_k: &ByK, threshold: f64) -> Figure {
    let counted = || by_k.rows.iter().filter(|row| row.floor <= threshold);
    let line = |value: &dyn Fn(&AtK) -> f64| -> Line {
        counted().map(|row| (row.k as f64, value(row))).collect()
    };
    let lines = [
        line(&|row| f64::from(row.landscape.at(threshold).clusters)),
        line(&|row| f64::from(row.landscape.at(threshold).documents)),
        line(&|row| f64::from(row.landscape.at(threshold).largest)),
        line(&|row| row.counts.at(threshold) as f64),
    ];
    let nearest = (0..by_k.thresholds.len()).min_by(|a, b| {
        let off = |i: usize| (by_k.thresholds[i] - threshold).abs();
        off(*a).total_cmp(&off(*b))
    });
    let changes = nearest.map(|at| (by_k.thresholds[at], differs(by_k, at)));
    let heights = lines.iter().flatten().map(|point| point.1);
    let of_changes = changes
        .iter()
        .flat_map(|(_, (came, went))| came.iter().chain(went).map(|b| b.2));
    let y = Axis::counts("clusters, documents, pairs", heights.chain(of_changes));
    let last = by_k.rows.last().map_or(0, |row| row.k);
    let last = last.max(by_k.rows.len() + by_k.waiting).max(by_k.k).max(1);
    let mut layers = Vec::new();
    if let Some((at, (came, went))) = changes {
        let name = |what: &str| match (at - threshold).abs() < 1e-9 {
            true => format!("pairs {what}"),
            false => format!("pairs {what} at {}", bare(at)),
        };
        for (what, tone, bars) in [("come", Tone::Good, came), ("gone", Tone::Bad, went)] {
            layers.push(Layer::new(name(what), tone, Marks::Bars(bars)));
        }
    }
    layers.extend(clusters_and_pairs(lines, Marks::Line));
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

type Bars = Vec<(f64, f64, f64)>;

/// Bars to the left and right of each k: pairs that appear, and pairs that vanish.
fn differs(by_k: &ByK, at: usize) -> (Bars, Bars) {
    let here = || {
        let rows = by_k.rows.iter();
        rows.filter_map(move |row| Some((row.k as f64, *row.differs.get(at)?)))
    };
    let came = here().map(|(k, differs)| (k - 0.4, k, differs.0 as f64));
    let went = here().map(|(k, differs)| (k, k + 0.4, differs.1 as f64));
    (came.collect(), went.collect())
}
