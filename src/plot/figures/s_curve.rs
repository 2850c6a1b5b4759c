//! What bands and rows do, over the similarities that the corpus has.

use super::landscape::bars;
use super::{rule, unknown};
use crate::candidates::banding::Banding;
use crate::lab::Tuning;
use crate::lab::banded::Banded;
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
use crate::similarity::Measure;
use crate::similarity::estimate::agreement;

/// P(candidate) of `banding` on values of so many `bits` over the pairs of different texts by exact
/// Jaccard; beside it the share of them that `banded`, once it stands, found to be candidates, for
/// each five hundredths of Jaccard.
#[must_use]
pub fn s_curve(
    tuning: &Tuning,
    banding: Banding,
    bits: u32,
    banded: Option<&Banded>,
    threshold: f64,
) -> Figure {
    let found = &tuning.truth.found;
    let by_jaccard = found.measure == Measure::Jaccard;
    let heights = bars(&tuning.counts.of_texts);
    let y = Axis::counts("pairs of different texts", heights.iter().map(|bar| bar.2));
    let mut layers = Vec::new();
    if by_jaccard {
        layers.extend(unknown(found.floor));
    }
    layers.push(Layer::new("pairs", Tone::First, Marks::Bars(heights)));
    let chance = |i: u32| {
        let jaccard = f64::from(i) / 200.0;
        (jaccard, banding.probability(agreement(jaccard, bits)))
    };
    let curve = Marks::Line((0..=200).map(chance).collect());
    layers.push(Layer::new("P(candidate)", Tone::Second, curve).on_the_right());
    // What was measured is known by the measure in use; only Jaccard has a place on this scale.
    if let Some(banded) = banded.filter(|_| by_jaccard) {
        let points = Marks::Points(measured(banded));
        layers.push(Layer::new("measured", Tone::Third, points).on_the_right());
    }
    let mut notes = vec![format!(
        "{} bands of {} rows: P(candidate) = 1 - (1 - J^{})^{}",
        banding.bands, banding.rows, banding.rows, banding.bands
    )];
    if by_jaccard {
        layers.push(rule(threshold));
    } else {
        notes.push(
            "The threshold is held against containment and has no place on this scale; only pairs that it finds are counted.".into(),
        );
    }
    Figure {
        title: "Which pairs become candidates".into(),
        x: Axis::ratio("exact Jaccard"),
        y,
        right: Some(Axis::ratio("P(candidate)")),
        layers,
        notes,
    }
}

/// For each five hundredths of Jaccard with pairs in it: their mean Jaccard, the share of them that
/// are candidates, and how many they are.
fn measured(banded: &Banded) -> Vec<(f64, f64, u64)> {
    let mut bins = [(0.0, 0_u64, 0_u64); 20];
    let (mut pairs_above, mut found_above) = (0, 0);
    for &(jaccard, pairs, found) in &banded.steps {
        let bin = &mut bins[((jaccard * 20.0).clamp(0.0, 19.0)) as usize];
        let here = pairs.saturating_sub(pairs_above);
        bin.0 += jaccard * here as f64;
        bin.1 += here;
        bin.2 += found.saturating_sub(found_above);
        (pairs_above, found_above) = (pairs, found);
    }
    let filled = bins.iter().filter(|bin| bin.1 > 0);
    filled
        .map(|&(sum, pairs, found)| (sum / pairs as f64, found as f64 / pairs as f64, pairs))
        .collect()
}
