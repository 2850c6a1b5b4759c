//! Plot of the estimates of a relative size by sampler, beside the truth.

use crate::overlap::{Measurement, PairEstimate, Ratio, Sampler};
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
use crate::typeset::figures::bare;

/// The ratio of the pair at `pair` (in the order of [`crate::overlap::SamplerResults::pairs`]) by each sampler, as points
/// with their 95 % intervals over the true ratio. Estimates whose interval misses the truth are marked. An
/// interval without an end has no mark; a note says so.
pub fn overlap(measurement: &Measurement, pair: usize) -> Figure {
    let estimates: Vec<(Sampler, &PairEstimate)> = measurement
        .ran
        .iter()
        .filter_map(|ran| Some((ran.sampler, ran.pairs.get(pair)?)))
        .collect();
    let name = |side: usize| measurement.names.get(side).map_or("", String::as_str);
    let first = estimates.first().map(|(_, estimate)| *estimate);
    let (left, right) = first.map_or(("", ""), |e| (name(e.left), name(e.right)));
    let truth = first.and_then(|estimate| estimate.truth);
    let shown =
        |ratio: &Ratio| Some((ratio.value?, ratio.low, ratio.high)).filter(|r| r.2.is_finite());
    let (mut held, mut missed, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let mut layers = Vec::new();
    let mut ends: Vec<f64> = truth.into_iter().collect();
    // Below the intervals, which it would cut through.
    if let Some(truth) = truth {
        let name = format!("truth {}", bare(truth));
        layers.push(Layer::new(name, Tone::Plain, Marks::At(truth)));
    }
    // The first sampler stands at the top.
    for (row, (sampler, estimate)) in estimates.iter().rev().enumerate() {
        let y = row as f64;
        let Some((value, low, high)) = shown(&estimate.ratio) else {
            notes.push(format!(
                "{}: {}.",
                sampler.name(),
                unbounded(&estimate.ratio)
            ));
            continue;
        };
        ends.extend([low, high]);
        let holds = truth.is_none_or(|truth| estimate.ratio.holds(truth));
        let (points, tone) = if holds {
            (&mut held, Tone::First)
        } else {
            (&mut missed, Tone::Bad)
        };
        points.push((value, y, 1));
        layers.push(Layer::new("", tone, Marks::Line(vec![(low, y), (high, y)])));
    }
    for (name, tone, mut points) in [
        ("estimate, 95 % interval", Tone::First, held),
        ("interval misses the truth", Tone::Bad, missed),
    ] {
        points.sort_unstable_by(|a: &(f64, f64, u64), b| a.0.total_cmp(&b.0));
        if !points.is_empty() {
            layers.push(Layer::new(name, tone, Marks::Points(points)));
        }
    }
    let (low, high) = ends
        .iter()
        .fold((f64::INFINITY, 0.0_f64), |(low, high), end| {
            (low.min(*end), high.max(*end))
        });
    let range = if ends.is_empty() {
        (0.0, 2.0)
    } else {
        let margin = ((high - low) * 0.1).max(high * 0.02);
        ((low - margin).max(0.0), high + margin)
    };
    let names = estimates
        .iter()
        .rev()
        .map(|(sampler, _)| sampler.name().to_owned());
    Figure {
        title: format!("Size of {left} relative to {right}, by sampler"),
        x: Axis {
            label: "size of the left relative to the right".into(),
            range,
            ..Axis::default()
        },
        y: Axis::names("sampler", names.collect()),
        layers,
        notes,
        ..Figure::default()
    }
}

/// What is known of a ratio without an estimate.
pub fn unbounded(ratio: &Ratio) -> String {
    match (ratio.low > 0.0, ratio.high.is_finite()) {
        (true, _) => format!("at least {}, no upper end", bare(ratio.low)),
        (false, true) => format!("at most {}, no lower end", bare(ratio.high)),
        (false, false) => "nothing in common was found, so no ratio".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::{SamplerResults, Share};
    use crate::plot::svg;

    fn estimate(forth: u32, back: u32) -> PairEstimate {
        let share = |shared| Share {
            hits: shared,
            trials: 100,
        };
        PairEstimate {
            left: 0,
            right: 1,
            ratio: Ratio::estimate(share(forth), share(back), 1),
            truth: Some(1.0),
            forth: share(forth),
            back: share(back),
            needed: None,
            steps: Vec::new(),
        }
    }

    #[test]
    fn intervals_that_miss_the_truth_and_those_without_an_end_are_told_apart() {
        let ran = |sampler, forth, back| SamplerResults {
            sampler,
            sides: Vec::new(),
            pairs: vec![estimate(forth, back)],
            sizes: None,
        };
        let measurement = Measurement {
            names: vec!["a".into(), "b".into()],
            documents: vec![9, 9],
            ran: vec![
                ran(Sampler::Conjunctive, 20, 60),
                ran(Sampler::Walk, 0, 0),
                ran(Sampler::Uniform, 50, 50),
            ],
        };
        let figure = overlap(&measurement, 0);
        let points = |tone: Tone| {
            let layers = figure.layers.iter().filter(|layer| layer.tone == tone);
            let points = layers.filter_map(|layer| match &layer.marks {
                Marks::Points(points) => Some(points.clone()),
                _ => None,
            });
            points.flatten().collect::<Vec<_>>()
        };
        assert_eq!(points(Tone::Bad), [(0.6 / 0.2, 2.0, 1)]);
        assert_eq!(points(Tone::First), [(1.0, 0.0, 1)]);
        assert_eq!(
            figure.notes,
            ["walk: nothing in common was found, so no ratio."]
        );
        assert_eq!(figure.y.names, ["uniform", "walk", "conjunctive"]);
        assert!(svg::render(&figure, (600, 300)).contains("uniform"));
        // A ratio is no share: above 1 it is written whole, at the rule and in sentences.
        let mut large = measurement;
        large
            .ran
            .iter_mut()
            .flat_map(|ran| &mut ran.pairs)
            .for_each(|pair| pair.truth = Some(24.0));
        let figure = overlap(&large, 0);
        assert_eq!(figure.layers[0].name, "truth 24.000");
        assert_eq!(figure.x.write(24.0), "24.000");
        let one_sided = Ratio {
            value: None,
            low: 2.5,
            high: f64::INFINITY,
        };
        assert_eq!(unbounded(&one_sided), "at least 2.500, no upper end");
        // Nothing measured is an empty plot.
        assert!(overlap(&Measurement::default(), 3).layers.is_empty());
    }
}
