//! Stage 4: the running fraction of equal minima, how soon it is close, and other sketches beside it.

use rayon::prelude::*;

use crate::lecture::compared::Compared;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Line, Slide, Span};
use crate::lecture::teller::{Teller, one};
use crate::plot::{Axis, Figure, Layer, Marks, Number, Scale, Tone};
use crate::settings::{SketchKind, Sketching};
use crate::similarity::RandomSubset;
use crate::similarity::estimate::{Estimate, Z95, standard_error};
use crate::sketch::Sketcher;

/// Draws of the whole race.
const DRAWS: usize = 1000;
/// Runs beside each other, each with its own seed.
const SEATS: u64 = 32;
/// Hashes of all seats together; with long texts fewer seats run.
const WORK: usize = 100_000_000;
/// The accuracy that is asked for.
const WITHIN: f64 = 0.05;
/// Times the union that the collection of a random subset has.
const UNIVERSE: u64 = 100;

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    let overlap = texts.overlap(0, 1);
    let jaccard = overlap.jaccard();
    let mut blocks = texts.notes(t);
    let counted = [
        ("shared", u64::from(overlap.shared).into()),
        ("union", overlap.union().into()),
        ("share", t.share(jaccard).into()),
    ];
    if overlap.union() > 0 {
        blocks.extend([0, 1].map(|at| Block::Text(texts.line(at, None))));
    }
    blocks.push(t.text("race-counted", &counted));
    if overlap.shared == 0 || jaccard >= 1.0 {
        blocks.push(t.text("race-certain", &[("share", t.share(jaccard).into())]));
        return Ok(vec![Slide::of(blocks)]);
    }
    let needed = draws_for(jaccard);
    let mut answers = vec![needed / 10, needed, needed * 10];
    answers.retain(|n| *n > 0);
    answers.dedup();
    let right = answers.iter().position(|n| *n == needed).unwrap_or(0);
    let answers = answers
        .iter()
        .map(|n| one(t.count(*n), Ink::Plain))
        .collect();
    let asked = Slide::of(blocks).asking(t.question("race-ask", &counted[2..], answers, right));
    let running = running(&texts, setup);
    let mut slides = vec![asked];
    let formula = [
        ("n", needed.into()),
        ("z", t.number(Z95, 2).into()),
        ("share", t.share(jaccard).into()),
        ("within", t.number(WITHIN, 2).into()),
    ];
    slides.push(Slide::of(vec![
        t.text("race-formula", &formula),
        Block::Plot(Box::new(figure(&running, jaccard, t))),
    ]));
    slides.push(one_run(&running, jaccard, setup, t));
    let seats = seats_for(&texts, setup);
    let ends = estimates(&texts, setup, SketchKind::Minhash, seats);
    slides.push(self::seats(&ends, jaccard, setup, t));
    slides.push(rivals(&texts, &ends, jaccard, setup, t));
    Ok(slides)
}

/// Draws after which 95 of 100 runs are within [`WITHIN`]: `z² J(1-J) / .05²`, rounded up.
fn draws_for(jaccard: f64) -> u64 {
    let one = standard_error(jaccard, 1, 32);
    (Z95 * one / WITHIN).powi(2).ceil() as u64
}

/// Settings of a sketch of `positions` values.
pub fn sketching(setup: &Setup, kind: SketchKind, positions: usize, seed: u64) -> Sketching {
    Sketching {
        sketch: kind,
        permutations: positions,
        bits: 32,
        seed,
        ..setup.sketching.clone()
    }
}

/// Equal minima after 1, 2, … draws.
fn running(texts: &Compared, setup: &Setup) -> Vec<u32> {
    let kind = SketchKind::Minhash;
    let sketcher = Sketcher::new(&sketching(setup, kind, DRAWS, setup.sketching.seed));
    let sketches = super::sketches(texts, &sketcher);
    let layout = sketcher.layout();
    let mut equal = 0;
    let draws = (0..DRAWS).map(|at| {
        equal += u32::from(layout.agree(&sketches[0], &sketches[1], at..at + 1));
        equal
    });
    draws.collect()
}

/// The running fraction on the exact line, with the band that 95 of 100 runs stay in.
fn figure(running: &[u32], jaccard: f64, t: Teller) -> Figure {
    let mut shown: Vec<usize> = Vec::new();
    let mut draws = 1.0_f64;
    while draws <= running.len() as f64 {
        shown.push(draws as usize);
        draws = (draws * 1.05).max(draws + 1.0);
    }
    if shown.last() != Some(&running.len()) {
        shown.push(running.len());
    }
    let half = |n: usize| Z95 * standard_error(jaccard, n, 32);
    let band = shown.iter().map(|&n| {
        let (low, high) = (jaccard - half(n), jaccard + half(n));
        (n as f64, low.max(0.0), high.min(1.0))
    });
    let run = shown
        .iter()
        .map(|&n| (n as f64, f64::from(running[n - 1]) / n as f64));
    let last = running.len() as f64;
    let name = |key: &str| crate::lecture::slide::said(&t.line(key, &[]));
    Figure {
        title: name("race-plot"),
        x: Axis {
            label: name("race-draws"),
            range: (1.0, last),
            scale: Scale::Log,
            number: Number::Count,
            names: Vec::new(),
        },
        y: Axis::ratio(name("race-equal")),
        right: None,
        layers: vec![
            Layer::new(name("race-band"), Tone::Dim, Marks::Band(band.collect())),
            Layer::new(
                name("counted"),
                Tone::Plain,
                Marks::Line(vec![(1.0, jaccard), (last, jaccard)]),
            ),
            Layer::new(name("race-run"), Tone::First, Marks::Line(run.collect())),
        ],
        notes: Vec::new(),
    }
}

/// Values of a sketch as the setup asks for them.
pub fn draws_of(setup: &Setup) -> usize {
    setup.draws.clamp(1, DRAWS)
}

/// Where the run stands after the draws of the dial, and what the threshold means in counts.
fn one_run(running: &[u32], jaccard: f64, setup: &Setup, t: Teller) -> Slide {
    let draws = draws_of(setup);
    let equal = running[draws - 1];
    let value = f64::from(equal) / draws as f64;
    let values = [
        ("draws", Span::new(t.count(draws as u64), Ink::Dial).into()),
        ("equal", u64::from(equal).into()),
        ("share", t.share(value).into()),
        ("counted", t.share(jaccard).into()),
        (
            "error",
            t.number(Z95 * standard_error(jaccard, draws, 32), 3).into(),
        ),
    ];
    let needed = (setup.threshold() * draws as f64 - 1e-9).ceil() as u64;
    let threshold = [
        ("needed", needed.into()),
        ("draws", draws.into()),
        ("threshold", t.share(setup.threshold()).into()),
    ];
    Slide::of(vec![
        Block::Big {
            value: format!("{equal}/{draws}"),
            says: t.line("race-at", &values),
        },
        t.text("race-threshold", &threshold),
    ])
}

/// Estimates of many runs with one kind of sketch, on the caller's rayon pool.
pub fn estimates(texts: &Compared, setup: &Setup, kind: SketchKind, seats: u64) -> Vec<f64> {
    let runs = (1..=seats).into_par_iter().map(|seat| {
        let seed = setup.sketching.seed.wrapping_add(seat);
        let sketcher = Sketcher::new(&sketching(setup, kind, draws_of(setup), seed));
        let sketches = super::sketches(texts, &sketcher);
        Estimate::of(sketcher.layout(), &sketches[0], &sketches[1]).value()
    });
    runs.collect()
}

/// Runs that the work allows.
pub fn seats_for(texts: &Compared, setup: &Setup) -> u64 {
    let each = draws_of(setup) * (texts.texts[0].set.len() + texts.texts[1].set.len());
    ((WORK / each.max(1)) as u64).clamp(4, SEATS)
}

/// 32 seats are 32 seeds: where each run ends, and how many end outside of the band.
fn seats(ends: &[f64], jaccard: f64, setup: &Setup, t: Teller) -> Slide {
    let half = Z95 * standard_error(jaccard, draws_of(setup), 32);
    let inside = |value: &f64| (value - jaccard).abs() <= half + 1e-12;
    let outside = ends.iter().zip(1..).filter(|(value, _)| !inside(value));
    let outside: Vec<String> = outside
        .map(|(_, seat): (_, u64)| seat.to_string())
        .collect();
    let line: Line = ends
        .iter()
        .map(|value| {
            let ink = if inside(value) {
                Ink::Equal
            } else {
                Ink::Unlike
            };
            Span::new(format!("{} ", t.share(*value)), ink)
        })
        .collect();
    let values = [
        ("seats", ends.len().into()),
        (
            "draws",
            Span::new(t.count(draws_of(setup) as u64), Ink::Dial).into(),
        ),
        ("inside", (ends.len() - outside.len()).into()),
        ("low", t.share((jaccard - half).max(0.0)).into()),
        ("high", t.share((jaccard + half).min(1.0)).into()),
    ];
    let mut blocks = vec![
        t.text("race-seats", &values),
        Block::Plot(Box::new(ends_figure(ends, jaccard, half, t))),
        Block::Text(line),
    ];
    if !outside.is_empty() {
        let values = [("seats", Span::new(outside.join(", "), Ink::Unlike).into())];
        blocks.push(t.text("race-outside", &values));
    }
    Slide::of(blocks)
}

/// Where each seat ends, beside the band and the counted value.
fn ends_figure(ends: &[f64], jaccard: f64, half: f64, t: Teller) -> Figure {
    let name = |key: &str| crate::lecture::slide::said(&t.line(key, &[]));
    let (first, last) = (0.5, ends.len() as f64 + 0.5);
    let (low, high) = ((jaccard - half).max(0.0), (jaccard + half).min(1.0));
    let points = ends
        .iter()
        .zip(1..)
        .map(|(end, seat)| (f64::from(seat), *end, 1));
    let lowest = ends.iter().copied().fold(low, f64::min);
    let highest = ends.iter().copied().fold(high, f64::max);
    Figure {
        title: name("race-ends"),
        x: Axis {
            label: name("race-seat"),
            range: (first, last),
            scale: Scale::Even,
            number: Number::Count,
            names: Vec::new(),
        },
        y: Axis {
            range: ((lowest - 0.02).max(0.0), (highest + 0.02).min(1.0)),
            ..Axis::ratio(name("race-equal"))
        },
        right: None,
        layers: vec![
            Layer::new(
                name("race-band"),
                Tone::Dim,
                Marks::Band(vec![(first, low, high), (last, low, high)]),
            ),
            Layer::new(
                name("counted"),
                Tone::Plain,
                Marks::Line(vec![(first, jaccard), (last, jaccard)]),
            ),
            Layer::new(
                name("race-seat"),
                Tone::First,
                Marks::Points(points.collect()),
            ),
        ],
        notes: Vec::new(),
    }
}

/// Root of the mean squared error of estimates.
pub fn error(estimates: &[f64], jaccard: f64) -> Option<f64> {
    let squares: f64 = estimates.iter().map(|e| (e - jaccard).powi(2)).sum();
    (!estimates.is_empty()).then(|| (squares / estimates.len() as f64).sqrt())
}

/// Other sketches of as many values, and the random subset of exercise 19.9.
fn rivals(texts: &Compared, ends: &[f64], jaccard: f64, setup: &Setup, t: Teller) -> Slide {
    let seats = ends.len() as u64;
    let mut bars: Vec<Bar> = Vec::new();
    let mut add = |name: Line, error: Option<f64>| {
        bars.push(Bar {
            name,
            length: error.unwrap_or(0.0) * 4.0,
            value: error.map_or_else(|| "–".into(), |error| t.number(error, 3)),
            ink: Ink::Plain,
        });
    };
    for kind in [SketchKind::Minhash, SketchKind::Oph, SketchKind::Fss] {
        let found = match kind {
            SketchKind::Minhash => ends.to_vec(),
            _ => estimates(texts, setup, kind, seats),
        };
        let name = t.line(&format!("race-{}", kind.name()), &[]);
        add(name, error(&found, jaccard));
    }
    let union = texts.overlap(0, 1).union();
    let fraction = RandomSubset::fraction_for(draws_of(setup), union * UNIVERSE);
    let found: Vec<Option<f64>> = (1..=seats)
        .map(|seat| {
            let seed = setup.sketching.seed.wrapping_add(seat);
            let subset = RandomSubset::new(fraction, seed);
            let overlap = subset.estimate(&texts.texts[0].set, &texts.texts[1].set)?;
            Some(overlap.jaccard())
        })
        .collect();
    let some: Vec<f64> = found.iter().flatten().copied().collect();
    add(t.line("race-subset", &[]), error(&some, jaccard));
    let values = [
        ("seats", seats.into()),
        (
            "draws",
            Span::new(t.count(draws_of(setup) as u64), Ink::Dial).into(),
        ),
    ];
    let none = [
        ("none", (found.len() - some.len()).into()),
        ("seats", seats.into()),
        ("universe", (union * UNIVERSE).into()),
    ];
    Slide::of(vec![
        t.text("race-rivals", &values),
        Block::Bars(bars),
        t.text("race-subset-none", &none),
    ])
}
