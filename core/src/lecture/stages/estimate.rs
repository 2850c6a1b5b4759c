//! The running fraction of equal minima, how soon it is close, and where many runs end.

use rayon::prelude::*;

use crate::base::units::{count, share};
use crate::lecture::compared::Compared;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Block, Ink, Question, Slide, Span, line, text};
use crate::plot::{Axis, Figure, Layer, Marks, Number, Scale, Tone};
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

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    let overlap = texts.overlap(0, 1);
    let jaccard = overlap.jaccard();
    let mut blocks = texts.notes();
    if overlap.union() > 0 {
        blocks.extend([0, 1].map(|at| Block::Text(texts.line(at, None))));
    }
    blocks.push(text!(
        "Counted: {} of {} shingles are shared, {}.",
        overlap.shared,
        overlap.union(),
        share(jaccard)
    ));
    if overlap.shared == 0 || jaccard >= 1.0 {
        blocks.push(text!(
            "Every permutation says the same: the estimate is {}, without error. Take two texts that are partly alike.",
            share(jaccard)
        ));
        return Ok(vec![Slide::of(blocks)]);
    }
    let needed = draws_for(jaccard);
    let question = line!(
        "Each draw says equal or not. After how many draws is the share of equal ones within \
         ±.05 of {} in 95 of 100 runs?",
        share(jaccard)
    );
    let answers = vec![needed.div_ceil(10), needed, needed * 10];
    let question = Question::of_numbers(question, answers, needed);
    let formula = text!(
        "{}: the error of a run is about {} · √(J(1−J)/n), with J = {}; it is {} after {} draws. For \
         half of the error, four times the draws.",
        needed,
        format!("{Z95:.2}"),
        share(jaccard),
        format!("{WITHIN:.2}"),
        needed
    );
    let running = running(&texts, setup);
    let ends = estimates(&texts, setup, seats_for(&texts, setup));
    let figure = Block::Plot(Box::new(figure(&running, jaccard)));
    Ok(vec![
        Slide::of(blocks).asking(question),
        Slide::of(vec![formula, figure]),
        one_run(&running, jaccard, setup),
        seats(&ends, jaccard, setup),
    ])
}

/// Draws after which 95 of 100 runs are within [`WITHIN`]: `z² J(1-J) / .05²`, rounded up.
fn draws_for(jaccard: f64) -> u64 {
    let one = standard_error(jaccard, 1, 32);
    (Z95 * one / WITHIN).powi(2).ceil() as u64
}

/// Equal minima after 1, 2, … draws.
fn running(texts: &Compared, setup: &Setup) -> Vec<u32> {
    let sketcher = Sketcher::new(&setup.minhash(DRAWS));
    let sketches = texts.sketches(&sketcher);
    let layout = sketcher.layout();
    let mut equal = 0;
    let draws = (0..DRAWS).map(|at| {
        equal += u32::from(layout.agree(&sketches[0], &sketches[1], at..at + 1));
        equal
    });
    draws.collect()
}

/// The running fraction on the exact line, with the band that 95 of 100 runs stay in.
fn figure(running: &[u32], jaccard: f64) -> Figure {
    let last = running.len() as f64;
    let band = (1..=running.len()).map(|n| {
        let half = Z95 * standard_error(jaccard, n, 32);
        let (low, high) = (jaccard - half, jaccard + half);
        (n as f64, low.max(0.0), high.min(1.0))
    });
    let run = (1_u32..).zip(running);
    let run = run.map(|(n, equal)| (f64::from(n), f64::from(*equal) / f64::from(n)));
    let counted = Marks::Line(vec![(1.0, jaccard), (last, jaccard)]);
    Figure {
        title: "Share of permutations with equal minima".into(),
        x: Axis {
            label: "draws".into(),
            range: (1.0, last),
            scale: Scale::Log,
            number: Number::Count,
            names: Vec::new(),
        },
        y: Axis::ratio("equal"),
        right: None,
        layers: vec![
            Layer::new("95 of 100 runs", Tone::Dim, Marks::Band(band.collect())),
            Layer::new("counted", Tone::Plain, counted),
            Layer::new("this run", Tone::First, Marks::Line(run.collect())),
        ],
        notes: Vec::new(),
    }
}

/// Where the run stands after the draws of the dial, and what the threshold means in counts.
fn one_run(running: &[u32], jaccard: f64, setup: &Setup) -> Slide {
    let draws = setup.draws;
    let equal = running[draws - 1];
    let needed = (setup.threshold() * draws as f64 - 1e-9).ceil() as u64;
    Slide::of(vec![
        Block::big(
            format!("{equal}/{draws}"),
            line!(
                "At {} draws: {} equal = {}. Counted {}, theory ±{}.",
                Span::dial(count(draws as u64)),
                equal,
                share(f64::from(equal) / draws as f64),
                share(jaccard),
                format!("{:.3}", Z95 * standard_error(jaccard, draws, 32))
            ),
        ),
        text!(
            "Judged by the estimate alone, near-duplicates at {} are pairs with at least {} of {} draws equal. A pair \
             right at {} gets there in about half of all runs, so estimates choose and counting decides.",
            share(setup.threshold()),
            needed,
            draws,
            share(setup.threshold())
        ),
    ])
}

/// Estimates of many runs, on the caller's rayon pool.
pub fn estimates(texts: &Compared, setup: &Setup, seats: u64) -> Vec<f64> {
    let runs = (1..=seats).into_par_iter().map(|seat| {
        let mut sketching = setup.minhash(setup.draws);
        sketching.seed = sketching.seed.wrapping_add(seat);
        let sketcher = Sketcher::new(&sketching);
        let sketches = texts.sketches(&sketcher);
        Estimate::of(sketcher.layout(), &sketches[0], &sketches[1]).value()
    });
    runs.collect()
}

/// Runs that the work allows.
fn seats_for(texts: &Compared, setup: &Setup) -> u64 {
    let each = setup.draws * (texts.texts[0].set.len() + texts.texts[1].set.len());
    ((WORK / each.max(1)) as u64).clamp(4, SEATS)
}

/// 32 seats are 32 seeds: where each run ends, and how many end outside of the band.
fn seats(ends: &[f64], jaccard: f64, setup: &Setup) -> Slide {
    let draws = setup.draws;
    let half = Z95 * standard_error(jaccard, draws, 32);
    let inside = |value: &f64| (value - jaccard).abs() <= half + 1e-12;
    let within = ends.iter().filter(|end| inside(end)).count();
    let value = |end: &f64| {
        let ink = if inside(end) { Ink::Equal } else { Ink::Dim };
        Span::new(format!("{} ", share(*end)), ink)
    };
    Slide::of(vec![
        text!(
            "{} seats are {} seeds, {} and those after it. After {} draws {} of them are between {} and {}:",
            ends.len(),
            ends.len(),
            count(setup.sketching.seed.wrapping_add(1)),
            Span::dial(count(draws as u64)),
            within,
            share((jaccard - half).max(0.0)),
            share((jaccard + half).min(1.0))
        ),
        Block::Text(ends.iter().map(value).collect()),
        text!("About one in twenty is expected outside; with other seeds (r) it is others."),
    ])
}
