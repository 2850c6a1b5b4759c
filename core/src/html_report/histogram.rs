//! The histogram of the pairs, by similarity or by number of shared words.

use super::question::{ReportInput, ReportPairs};
use crate::base::units;
use crate::lab::tuning::Counts;
use crate::plot::figures::similarity_bars;
use crate::plot::{Layer, Marks, Number, PlotAxis, PlotFigure, Tone, svg};

/// Size of the histogram in pixels.
const SIZE: (u32, u32) = (820, 320);

/// Maximum number of bars of the histogram of words.
const MAX_BARS: u32 = 30;

/// The histogram of all pairs as SVG; `None` without pairs.
pub(super) fn histogram(source: &ReportInput<'_>, report_pairs: ReportPairs<'_>) -> Option<String> {
    let threshold = source.question.threshold;
    let (title, bars, x) = match report_pairs {
        ReportPairs::NearDuplicates(pairs, _) => {
            let bars = similarity_bars(&Counts::histogram_from(pairs, threshold));
            let axis = PlotAxis {
                range: (0.0, 1.02),
                ..PlotAxis::ratio("exact similarity".to_owned())
            };
            ("Pairs by similarity".to_owned(), bars, axis)
        }
        ReportPairs::CopiedText(copied) => {
            let mut words: Vec<u32> = copied.pairs.iter().map(|p| p.evidence.words()).collect();
            words.sort_unstable();
            let bars = bars_of_words(&words);
            let (_, unit) = source.collection.unit().nouns();
            let axis = PlotAxis {
                label: format!("{unit} the same"),
                range: (0.0, bars.last().map_or(1.0, |bar| bar.1)),
                number: Number::Count,
                ..PlotAxis::default()
            };
            (format!("Pairs by {unit} the same"), bars, axis)
        }
    };
    if bars.is_empty() {
        return None;
    }
    let y = PlotAxis::counts("pairs of documents", bars.iter().map(|bar| bar.2));
    let mut layers = vec![Layer::new("pairs", Tone::First, Marks::Bars(bars))];
    if let ReportPairs::NearDuplicates(..) = report_pairs {
        let name = format!("threshold {}", units::spoken_share(threshold));
        layers.push(Layer::new(name, Tone::Plain, Marks::At(threshold)));
    }
    let figure = PlotFigure {
        title,
        x,
        y,
        layers,
        ..PlotFigure::default()
    };
    Some(svg::render(&figure, SIZE, ["", ""]))
}

/// Bars (from, to, pairs) of ascending numbers of words.
fn bars_of_words(words: &[u32]) -> Vec<(f64, f64, f64)> {
    let max = words.last().copied().unwrap_or(0);
    let steps = [1, 2, 5].into_iter().cycle();
    let steps = steps.zip((0..).map(|i| 10_u32.saturating_pow(i / 3)));
    let widths = steps.map(|(step, power)| power.saturating_mul(step));
    let width = widths.into_iter().find(|width| max / width < MAX_BARS);
    let width = width.unwrap_or(u32::MAX);
    let bins = words.chunk_by(|a, b| a / width == b / width);
    bins.map(|bin| {
        let from = f64::from(bin[0] / width) * f64::from(width);
        (from, from + f64::from(width), bin.len() as f64)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_contain_every_pair_once_and_are_at_most_30() {
        for words in [vec![0], vec![3, 3, 4, 90], (0..5000).collect::<Vec<_>>()] {
            let bars = bars_of_words(&words);
            let pairs: f64 = bars.iter().map(|bar| bar.2).sum();
            assert_eq!(pairs, words.len() as f64);
            assert!(bars.len() as u32 <= MAX_BARS);
            assert!(bars.windows(2).all(|pair| pair[0].1 <= pair[1].0));
        }
        assert_eq!(
            bars_of_words(&[3, 3, 4, 90]),
            [(0.0, 5.0, 3.0), (90.0, 95.0, 1.0)]
        );
    }
}
