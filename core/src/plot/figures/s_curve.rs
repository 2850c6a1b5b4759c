//! Plot of the candidate probability of a banding over the similarities of the corpus.

use super::landscape::bars;
use super::{rule, unknown};
use crate::candidates::banding::Banding;
use crate::lab::Tuning;
use crate::lab::banded::BandingEvaluation;
use crate::plot::{Layer, Marks, PlotAxis, PlotFigure, Tone};
use crate::similarity::estimate::agreement;
use crate::similarity::{Estimate, Measure};

/// P(candidate) of `banding` with values of `bits` bits, over the pairs of distinct texts by exact
/// Jaccard. Once `banded` is available, also the measured share of candidates per 0.05 of Jaccard.
pub fn s_curve(
    tuning: &Tuning,
    banding: Banding,
    bits: u32,
    banded: Option<&BandingEvaluation>,
    threshold: f64,
) -> PlotFigure {
    let info = &tuning.truth.info;
    let is_jaccard = info.measure == Measure::Jaccard;
    let heights = bars(&tuning.counts.of_texts);
    let y = PlotAxis::counts("pairs of different texts", heights.iter().map(|bar| bar.2));
    let mut layers = Vec::new();
    if is_jaccard {
        layers.extend(unknown(info.floor));
    }
    layers.push(Layer::new("pairs", Tone::First, Marks::Bars(heights)));
    let chance = |i: u32| {
        let jaccard = f64::from(i) / 200.0;
        (jaccard, banding.probability(agreement(jaccard, bits)))
    };
    let curve = Marks::Line((0..=200).map(chance).collect());
    layers.push(Layer::new("P(candidate)", Tone::Second, curve).on_the_right());
    if let Some(banded) = banded {
        let measured = measured(&tuning.counts.of_texts, &banded.candidate_bins);
        let intervals = Marks::Intervals(measured.iter().map(interval).collect());
        layers.push(Layer::new("", Tone::Dim, intervals).on_the_right());
        let points = Marks::Points(measured);
        layers.push(Layer::new("measured", Tone::Third, points).on_the_right());
    }
    // Values of a few bits also agree by chance.
    let (base, meaning) = match bits {
        32 => ("J", String::new()),
        _ => ("P", format!(", P = J + (1 - J) / 2^{bits}")),
    };
    let mut notes = vec![format!(
        "{} bands of {} rows: 1 - (1 - {base}^{})^{}{meaning}",
        banding.bands, banding.rows, banding.rows, banding.bands
    )];
    if banded.is_some() {
        notes.push("Lines: 95 % intervals as if pairs were independent [Wilson 1927]".into());
    }
    if is_jaccard {
        layers.push(rule(threshold));
    } else {
        notes.push(
            "The threshold applies to containment, so it is not on this scale; only pairs at or above it are counted.".into(),
        );
    }
    PlotFigure {
        title: "Which pairs become candidates".into(),
        x: PlotAxis::ratio("exact Jaccard"),
        y,
        right: Some(PlotAxis::ratio("P(candidate)")),
        layers,
        notes,
    }
}

/// A measured share with the ends of its interval.
fn interval(&(x, share, pairs): &(f64, f64, u64)) -> (f64, f64, f64) {
    // With more pairs than 32 bits can count, the interval is too narrow to be visible.
    let positions = u32::try_from(pairs).unwrap_or(u32::MAX);
    let estimate = Estimate {
        agreeing: (share * f64::from(positions)).round() as u32,
        positions,
        bits: 32,
    };
    let (low, high) = estimate.interval();
    (x, low, high)
}

/// From pairs and candidates per hundredth: for each non-empty bin of 0.05, and for exactly 1,
/// (mean Jaccard to the hundredth, share of candidates, pairs).
fn measured(pairs: &[u64], candidates: &[u64]) -> Vec<(f64, f64, u64)> {
    let bin = |(at, (&pairs, &hits)): (usize, (&u64, &u64))| {
        let middle = ((at as f64 + 0.5) / 100.0).min(1.0);
        (middle * pairs as f64, pairs, hits)
    };
    let bins: Vec<(f64, u64, u64)> = pairs.iter().zip(candidates).enumerate().map(bin).collect();
    let sum = |bins: &[(f64, u64, u64)]| {
        bins.iter().fold((0.0, 0, 0), |sum, bin| {
            (sum.0 + bin.0, sum.1 + bin.1, sum.2 + bin.2)
        })
    };
    let nonempty = bins.chunks(5).map(sum).filter(|bin| bin.1 > 0);
    nonempty
        .map(|(sum, pairs, hits)| (sum / pairs as f64, hits as f64 / pairs as f64, pairs))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_contains_its_share_and_narrows_with_more_pairs() {
        let interval_of = |share, pairs| interval(&(0.5, share, pairs));
        // Wilson (1927): 0 of 10 reach up to z²/(n + z²).
        let (_, low, high) = interval_of(0.0, 10);
        assert!(
            low == 0.0 && (high - 3.8415 / 13.8415).abs() < 1e-3,
            "{high}"
        );
        let (few, many) = (interval_of(0.5, 20), interval_of(0.5, 2000));
        assert!(few.1 < many.1 && many.1 < 0.5 && 0.5 < many.2 && many.2 < few.2);
        let (_, low, high) = interval_of(0.25, u64::MAX);
        assert!((low - 0.25).abs() < 1e-3 && (high - 0.25).abs() < 1e-3);
    }

    #[test]
    fn shares_are_by_five_hundredths_and_for_exactly_one() {
        let (mut pairs, mut candidates) = (vec![0; 101], vec![0; 101]);
        (pairs[60], pairs[64], candidates[64]) = (3, 1, 1);
        (pairs[65], candidates[65]) = (2, 1);
        (pairs[99], pairs[100], candidates[100]) = (1, 7, 7);
        let points = measured(&pairs, &candidates);
        let expected = [
            (0.615, 0.25, 4),
            (0.655, 0.5, 2),
            (0.995, 0.0, 1),
            (1.0, 1.0, 7),
        ];
        assert_eq!(points.len(), expected.len());
        for (got, want) in points.iter().zip(expected) {
            assert!((got.0 - want.0).abs() < 1e-12 && got.1 == want.1 && got.2 == want.2);
        }
    }
}
