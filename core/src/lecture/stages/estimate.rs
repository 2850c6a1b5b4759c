//! The running fraction of equal minima, and the number of draws until it is accurate.

use crate::base::units::{count, share};
use crate::lecture::compared::Compared;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Question, Slide, SlideBlock, Span, line, text};
use crate::plot::{Layer, Marks, Number, PlotAxis, PlotFigure, Scale, Tone};
use crate::similarity::estimate::{Z95, standard_error};
use crate::sketch::Sketcher;

/// Number of draws of a run.
const DRAWS: usize = 1000;
/// Minimum number of draws that is shown.
const MIN_DRAWS: usize = 10;
/// The required accuracy.
const ACCURACY: f64 = 0.05;

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::new(setup, 2)?;
    let overlap = texts.overlap(0, 1);
    let jaccard = overlap.jaccard();
    let mut blocks = texts.notes();
    if overlap.union() > 0 {
        blocks.extend([0, 1].map(|at| SlideBlock::Text(texts.line(at, None))));
    }
    let counted = text!(
        "Counted: {} of {} shingles are shared, {}.",
        overlap.shared,
        overlap.union(),
        share(jaccard)
    );
    if overlap.shared == 0 || jaccard >= 1.0 {
        blocks.push(text!(
            "Every permutation says the same: the estimate is {}, without error. Take two texts that are partly alike.",
            share(jaccard)
        ));
        blocks.push(counted);
        return Ok(vec![Slide::new(blocks)]);
    }
    let single_error = standard_error(jaccard, 1, 32);
    let needed = (Z95 * single_error / ACCURACY).powi(2).ceil() as u64;
    let question = line!(
        "Each shuffle says equal or not. After how many is the share of equal ones within ±.05 of the Jaccard in 95 of \
         100 runs?"
    );
    // The order varies, so that the right answer is not always in the middle.
    let divisor = [1, 10, 100][(needed % 3) as usize];
    let answers = [1, 10, 100]
        .map(|times| (needed * times).div_ceil(divisor))
        .to_vec();
    let question = Question::of_numbers(question, answers, needed);
    let formula = if setup.is_brief {
        text!(
            "{} shuffles. Half of the error takes four times as many.",
            needed
        )
    } else {
        text!(
            "{}: the error of a run is about {} · √(J(1−J)/n), with J = {}; it is {} after {} draws. For \
         half of the error, four times the draws.",
            needed,
            format!("{Z95:.2}"),
            share(jaccard),
            format!("{ACCURACY:.2}"),
            needed
        )
    };
    let equal_counts = running(&texts, setup);
    let figure = SlideBlock::Plot(Box::new(figure(&equal_counts, jaccard)));
    Ok(vec![
        Slide::new(blocks).asking(question),
        Slide::new(vec![counted, formula, figure]),
        one_run(&equal_counts, jaccard, setup),
    ])
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

/// The running fraction and the exact Jaccard, with the band of 95 of 100 runs.
fn figure(running: &[u32], jaccard: f64) -> PlotFigure {
    let last = running.len() as f64;
    // For fewer draws the normal approximation is not valid.
    let band = (MIN_DRAWS..=running.len()).map(|n| {
        let half_width = Z95 * standard_error(jaccard, n, 32);
        let (low, high) = (jaccard - half_width, jaccard + half_width);
        (n as f64, low.max(0.0), high.min(1.0))
    });
    let run = (1_u32..).zip(running).skip(MIN_DRAWS - 1);
    let run = run.map(|(n, equal)| (f64::from(n), f64::from(*equal) / f64::from(n)));
    let counted = Marks::Line(vec![(MIN_DRAWS as f64, jaccard), (last, jaccard)]);
    PlotFigure {
        title: "Share of permutations with equal minima".into(),
        x: PlotAxis {
            label: "draws".into(),
            range: (MIN_DRAWS as f64, last),
            scale: Scale::Log,
            number: Number::Count,
            names: Vec::new(),
        },
        y: PlotAxis::ratio("equal"),
        right: None,
        layers: vec![
            Layer::new("95 of 100 runs", Tone::Dim, Marks::Band(band.collect())),
            Layer::new("counted", Tone::Plain, counted),
            Layer::new("this run", Tone::First, Marks::Line(run.collect())),
        ],
        notes: Vec::new(),
    }
}

/// The result of the run after the set number of draws, and the threshold as a count.
fn one_run(running: &[u32], jaccard: f64, setup: &Setup) -> Slide {
    let draws = setup.draws;
    let equal = running[draws - 1];
    let needed = (setup.threshold() * draws as f64 - 1e-9).ceil() as u64;
    let judgement = text!(
        "Judged by the estimate alone, near-duplicates at {} are pairs with at least {} of {} draws equal. A pair \
         right at {} gets there in about half of all runs, so estimates choose and counting decides.",
        share(setup.threshold()),
        needed,
        draws,
        share(setup.threshold())
    );
    let mut blocks = vec![SlideBlock::big(
        format!("{equal}/{draws}"),
        line!(
            "At {} draws: {} equal = {}. Counted {}, theory ±{}. Another seed (r) ends elsewhere.",
            Span::setting(count(draws as u64)),
            equal,
            share(f64::from(equal) / draws as f64),
            share(jaccard),
            format!("{:.3}", Z95 * standard_error(jaccard, draws, 32))
        ),
    )];
    if !setup.is_brief {
        blocks.push(judgement);
    }
    Slide::new(blocks)
}
