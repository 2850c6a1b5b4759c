//! The plots of the tuning lab, each made from what the lab has counted. Nothing is counted here
//! but what a plot alone needs: which bar a pair belongs to, which points a staircase has.

mod by_k;
mod landscape;
mod quality;
mod s_curve;
mod scatter;
mod sweep;
mod thin;

pub use by_k::by_k;
pub use landscape::{histogram, landscape};
pub use quality::{curve, precision_recall, roc};
pub use s_curve::s_curve;
pub use scatter::scatter;
pub use sweep::{Shown, row_of, settings, sweep};

use super::{Layer, Marks, Tone};
use crate::similarity::Measure;
use crate::typeset::figures::bare;

/// The rule at the threshold.
fn rule(threshold: f64) -> Layer {
    let name = format!("threshold {}", bare(threshold));
    Layer::new(name, Tone::Plain, Marks::At(threshold))
}

/// The strip below the similarity down to which pairs are known; none where all are.
fn unknown(floor: f64) -> Option<Layer> {
    (floor > 0.0).then(|| {
        let name = format!("not counted below {}", bare(floor));
        Layer::new(name, Tone::Dim, Marks::Range(0.0, floor))
    })
}

fn measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Jaccard => "Jaccard",
        Measure::Containment => "containment",
    }
}
