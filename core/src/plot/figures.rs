//! The plots of the tuning lab, built from the lab's results. Only plot-specific data is computed
//! here, such as the binning of bars and the points of a step function.

mod landscape;
mod s_curve;
mod scatter;
mod sweep;

pub use landscape::{bars as similarity_bars, by_k, curve, landscape};
pub use s_curve::s_curve;
pub use scatter::scatter;
pub use sweep::{HeatMapQuantity, row_of, settings, sweep};

use super::{Layer, Marks, Tone};
use crate::similarity::Measure;
use crate::typeset::figures;

type Line = Vec<(f64, f64)>;

/// Layers of the numbers of clusters, of documents in clusters and in the largest, and of pairs.
fn clusters_and_pairs(lines: [Line; 4], marks: fn(Line) -> Marks) -> impl Iterator<Item = Layer> {
    let names = [
        ("clusters", Tone::Plain),
        ("in clusters", Tone::First),
        ("largest", Tone::Second),
        ("pairs", Tone::Third),
    ];
    let layers = names.into_iter().zip(lines);
    layers.map(move |((name, tone), points)| Layer::new(name, tone, marks(points)))
}

/// Vertical line at the threshold.
fn rule(threshold: f64) -> Layer {
    let name = format!("threshold {}", figures::threshold(threshold));
    Layer::new(name, Tone::Plain, Marks::At(threshold))
}

/// Strip below the floor, where pairs are unknown; `None` if the floor is 0.
fn unknown(floor: f64) -> Option<Layer> {
    (floor > 0.0).then(|| Layer::new("not counted", Tone::Dim, Marks::Range(0.0, floor)))
}

fn measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Jaccard => "Jaccard",
        Measure::Containment => "containment",
    }
}
