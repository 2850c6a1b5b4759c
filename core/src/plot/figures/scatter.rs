//! Errors of sketch estimates against exact values.

use crate::lab::Tuning;
use crate::lab::accuracy::Outlier;
use crate::plot::{Layer, Marks, Number, PlotAxis, PlotFigure, Tone};
use crate::similarity::estimate::{Z95, standard_error};
use crate::sketch::Layout;

/// All pairs of distinct texts by exact Jaccard and error of the estimate (estimate minus exact value), with the
/// theoretical 95 % band: an estimate is inside it if and only if its Wilson interval contains the exact value. Marks
/// `selected`.
pub fn scatter(tuning: &Tuning, layout: Layout, selected: Option<&Outlier>) -> PlotFigure {
    let accuracy = &tuning.accuracy;
    let mut cells = accuracy.cells.clone();
    // Each pair is drawn once: as an outlier or in its square.
    for outlier in &accuracy.outliers {
        cells
            .entry(outlier.cell())
            .and_modify(|n| *n = n.saturating_sub(1));
    }
    let cells = cells.into_iter().filter(|(_, n)| *n > 0);
    let pairs: Vec<(f64, f64, u64)> = cells
        .map(|((exact, error), n)| (f64::from(exact) / 100.0, f64::from(error) / 100.0, n))
        .collect();
    let outlier = |outlier: &Outlier| {
        let exact = outlier.pair.jaccard();
        (exact, outlier.estimate - exact, 1)
    };
    let mut outliers: Vec<_> = accuracy.outliers.iter().map(outlier).collect();
    outliers.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let band = band(layout);
    // Symmetrical, up to the next twentieth beyond all marks.
    let errors = pairs.iter().chain(&outliers).map(|point| point.1);
    let bounds = band.iter().flat_map(|at| [at.1, at.2]);
    let max_error = errors.chain(bounds).map(f64::abs).fold(0.05, f64::max);
    let reach = ((max_error * 20.0 - 1e-9).ceil() / 20.0).min(1.0);
    // Errors are rounded to the nearest hundredth, so that a square begins half a hundredth below.
    let squares = pairs.iter().map(|(x, error, n)| (*x, error - 0.005, *n));
    let squares = squares.collect();
    let zero_line = Marks::Line(vec![(0.0, 0.0), (1.0, 0.0)]);
    let mut layers = vec![
        Layer::new("95 % by theory", Tone::Dim, Marks::Band(band)),
        Layer::new("", Tone::Dim, zero_line),
        Layer::new("pairs", Tone::First, Marks::Density(squares, 0.01)),
        Layer::new("outliers", Tone::Bad, Marks::Points(outliers)),
    ];
    if let Some(pair) = selected {
        let at = Marks::Points(vec![outlier(pair)]);
        layers.push(Layer::new("chosen", Tone::Plain, at));
    }
    let verdict = accuracy.errors.verdict();
    let verdict = verdict.unwrap_or_else(|| "No pairs to compare with estimates.".into());
    PlotFigure {
        title: "Error of estimates against exact values".into(),
        x: PlotAxis::ratio("exact Jaccard"),
        y: PlotAxis {
            range: (-reach, reach),
            number: Number::Difference,
            ..PlotAxis::ratio("estimate less exact")
        },
        layers,
        notes: vec![verdict],
        ..PlotFigure::default()
    }
}

/// Theoretical 95 % band of errors: (exact value, lower, upper).
fn band(layout: Layout) -> Vec<(f64, f64, f64)> {
    let at = |i: u32| {
        let jaccard = f64::from(i) / 100.0;
        let margin = Z95 * standard_error(jaccard, layout.positions.max(1), layout.bits);
        let bound = |value: f64| value.clamp(0.0, 1.0);
        let error = |estimate: f64| bound(estimate) - jaccard;
        (jaccard, error(jaccard - margin), error(jaccard + margin))
    };
    (0..=100).map(at).collect()
}
