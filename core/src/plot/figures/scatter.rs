//! Scatter plot of sketch estimates against exact values.

use crate::base::units::{count, counted};
use crate::lab::Tuning;
use crate::lab::accuracy::Outlier;
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
use crate::similarity::estimate::{Z95, standard_error};
use crate::sketch::Layout;
use crate::typeset::figures::difference;

/// All pairs of distinct texts by exact Jaccard and estimate, with the theoretical 95 % band: an
/// estimate is inside it exactly if its Wilson interval contains the exact value. `chosen` is
/// marked.
#[must_use]
pub fn scatter(tuning: &Tuning, layout: Layout, chosen: Option<&Outlier>) -> Figure {
    let accuracy = &tuning.accuracy;
    let hundredth = |n: u8| f64::from(n) / 100.0;
    let cells = accuracy.cells.iter();
    let pairs = cells.map(|&(exact, estimate, n)| (hundredth(exact), hundredth(estimate), n));
    let outlier = |outlier: &Outlier| (outlier.pair.jaccard(), outlier.estimate, 1);
    let mut outliers: Vec<_> = accuracy.outliers.iter().map(outlier).collect();
    outliers.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let diagonal = Marks::Line(vec![(0.0, 0.0), (1.0, 1.0)]);
    let mut layers = vec![
        Layer::new("95 % by theory", Tone::Dim, Marks::Band(band(layout))),
        Layer::new("", Tone::Dim, diagonal),
        Layer::new("pairs", Tone::First, Marks::Density(pairs.collect(), 0.01)),
        Layer::new("farthest outside", Tone::Bad, Marks::Points(outliers)),
    ];
    if let Some(pair) = chosen {
        let at = Marks::Points(vec![outlier(pair)]);
        layers.push(Layer::new("chosen", Tone::Plain, at));
    }
    let notes = if accuracy.pairs == 0 {
        vec!["No pairs to hold estimates against.".into()]
    } else {
        vec![format!(
            "{}: bias {}, error {:.4} (theory {:.4}); {} % of intervals hold the exact value ({} of {})",
            counted(
                accuracy.pairs,
                "pair of different texts",
                "pairs of different texts"
            ),
            difference(accuracy.bias, 4),
            accuracy.error,
            accuracy.theory,
            percent(accuracy.covered, accuracy.pairs),
            count(accuracy.covered),
            count(accuracy.pairs),
        )]
    };
    Figure {
        title: "What sketches say against what counting says".into(),
        x: Axis::ratio("exact Jaccard"),
        y: Axis::ratio("estimate"),
        layers,
        notes,
        ..Figure::default()
    }
}

/// Rounded down, so that less than all is never shown as 100.
fn percent(part: u64, whole: u64) -> String {
    let tenths = (part as f64 / whole as f64 * 1000.0).floor();
    format!("{:.1}", tenths / 10.0)
}

/// Theoretical 95 % band of estimates: (exact value, lower, upper).
fn band(layout: Layout) -> Vec<(f64, f64, f64)> {
    let at = |i: u32| {
        let jaccard = f64::from(i) / 100.0;
        let half = Z95 * standard_error(jaccard, layout.positions.max(1), layout.bits);
        let bound = |value: f64| value.clamp(0.0, 1.0);
        (jaccard, bound(jaccard - half), bound(jaccard + half))
    };
    (0..=100).map(at).collect()
}
