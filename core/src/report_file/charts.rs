//! Drawings of a report: how the pairs spread, and maps of clusters.

use std::f64::consts::TAU;

use serde::Serialize;

use super::words::Words;
use crate::audit::{Audit, Edge, Group};
use crate::plot::figures::similarity_bars;
use crate::plot::{Axis, Figure, Layer, Marks, Number, Tone, svg};

/// Size of the histogram in pixels.
const SIZE: (u32, u32) = (820, 320);

/// Bars of the histogram of words, about.
const BARS: u32 = 30;

/// The histogram as SVG; `None` without pairs.
pub fn histogram(audit: &Audit, words: &Words) -> Option<String> {
    let title = words.plain(&format!("plot-title-{}", audit.asked.purpose));
    let name = words.plain("plot-pairs");
    let (bars, x, threshold) = if audit.spread.words.is_empty() {
        let bars = similarity_bars(&audit.spread.similarity);
        let axis = Axis {
            range: (0.0, 1.02),
            ..Axis::ratio(words.plain("plot-x-similarity"))
        };
        (bars, axis, Some(audit.asked.threshold))
    } else {
        let bars = of_words(&audit.spread.words);
        let end = bars.iter().map(|bar| bar.1).fold(1.0, f64::max);
        let axis = Axis {
            label: words.plain("plot-x-words"),
            range: (0.0, end),
            number: Number::Count,
            ..Axis::default()
        };
        (bars, axis, None)
    };
    if bars.is_empty() {
        return None;
    }
    let mut y = Axis::counts("", bars.iter().map(|bar| bar.2));
    let log = y.label.is_empty();
    y.label = words.plain("plot-y");
    if !log {
        y.label = format!("{}, {}", y.label, words.plain("plot-log"));
    }
    let mut layers = vec![Layer::new(name, Tone::First, Marks::Bars(bars))];
    if let Some(threshold) = threshold {
        let name = format!(
            "{} {}",
            words.plain("plot-threshold"),
            words.share(threshold)
        );
        layers.push(Layer::new(name, Tone::Plain, Marks::At(threshold)));
    }
    let figure = Figure {
        title,
        x,
        y,
        layers,
        ..Figure::default()
    };
    Some(svg::render(&figure, SIZE))
}

/// Bars (from, to, pairs) of ascending numbers of words.
fn of_words(words: &[u32]) -> Vec<(f64, f64, f64)> {
    let most = words.last().copied().unwrap_or(0);
    let steps = [1, 2, 5].into_iter().cycle();
    let steps = steps.zip((0..).map(|i| 10_u32.saturating_pow(i / 3)));
    let widths = steps.map(|(step, ten)| ten.saturating_mul(step));
    let width = widths.into_iter().find(|width| most / width < BARS);
    let width = width.unwrap_or(u32::MAX);
    let bins = words.chunk_by(|a, b| a / width == b / width);
    bins.map(|bin| {
        let from = f64::from(bin[0] / width) * f64::from(width);
        (from, from + f64::from(width), bin.len() as f64)
    })
    .collect()
}

/// A cluster with the places of its documents on a circle.
#[derive(Serialize)]
pub struct Map<'a> {
    of: &'a Group,
    nodes: Vec<Node>,
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Node {
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct Line {
    x1: f64,
    y1: f64,
    x2: f64,
    y2: f64,
    class: &'static str,
}

/// The maps of the clusters.
pub fn maps<'a>(groups: &'a [Group], threshold: f64) -> Vec<Map<'a>> {
    groups.iter().map(|group| map(group, threshold)).collect()
}

fn map(of: &Group, threshold: f64) -> Map<'_> {
    let n = of.members.len().max(1) as f64;
    let node = |at: usize| {
        let angle = TAU * at as f64 / n - TAU / 4.0;
        let radius = if n < 2.0 { 0.0 } else { 84.0 };
        let round = |value: f64| (value * 10.0).round() / 10.0;
        Node {
            x: round(100.0 + radius * angle.cos()),
            y: round(100.0 + radius * angle.sin()),
        }
    };
    let line = |edge: &Edge| {
        let (a, b) = (node(edge.a), node(edge.b));
        let above = (edge.similarity - threshold) / (1.0 - threshold).max(0.001);
        Line {
            x1: a.x,
            y1: a.y,
            x2: b.x,
            y2: b.y,
            class: match above {
                above if above < 0.34 => "e1",
                above if above < 0.67 => "e2",
                _ => "e3",
            },
        }
    };
    Map {
        nodes: (0..of.members.len()).map(node).collect(),
        lines: of.edges.iter().map(line).collect(),
        of,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_hold_every_pair_once_and_are_not_too_many() {
        for words in [vec![0], vec![3, 3, 4, 90], (0..5000).collect::<Vec<_>>()] {
            let bars = of_words(&words);
            let pairs: f64 = bars.iter().map(|bar| bar.2).sum();
            assert_eq!(pairs, words.len() as f64);
            assert!(bars.len() as u32 <= BARS);
            assert!(bars.windows(2).all(|two| two[0].1 <= two[1].0));
        }
        assert_eq!(
            of_words(&[3, 3, 4, 90]),
            [(0.0, 5.0, 3.0), (90.0, 95.0, 1.0)]
        );
    }
}
