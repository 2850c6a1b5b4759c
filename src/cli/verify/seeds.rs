//! `verify --seeds N`: recall, errors and cost as mean and standard deviation over seeds.

use std::io::{self, Write};

use super::named_with_what_it_took;
use crate::base::units;
use crate::lab::assessment::{Assessment, MethodReport, Question, SketchReport, Spread};
use crate::report::{Cell, Destination, Section};

/// Writes the spread of the figures of several assessments, which are of the same methods and sketches.
///
/// # Errors
/// Output errors.
pub fn write<W: Write>(
    question: &Question,
    assessments: &[Assessment],
    to: Destination<W>,
) -> io::Result<()> {
    let Some(first) = assessments.first() else {
        return Ok(());
    };
    let seeds = units::counted(assessments.len() as u64, "seed", "seeds");
    let table = to.format.is_table();
    let rows: Vec<usize> = (0..first.methods.len()).collect();
    let of = |at: usize, figure: &dyn Fn(&MethodReport) -> Option<f64>| {
        let values = assessments
            .iter()
            .filter_map(|a| figure(a.methods.get(at)?));
        Spread::of(&values.collect::<Vec<_>>())
    };
    let name = |at: usize| match table {
        true => named_with_what_it_took(&first.methods[at]),
        false => first.methods[at].method.name().to_owned(),
    };
    let pairs = first.truth.true_pairs().len() as u64;
    let methods = Section::of(
        "method",
        format!(
            "Methods over {seeds}: {} at {} or above",
            units::counted(pairs, "pair of texts", "pairs of texts"),
            question.threshold
        ),
        rows,
        &[
            ("method", &|at| Cell::Text(name(*at))),
            ("candidates_mean", &|at| {
                mean(of(*at, &|m| Some(m.info.candidates as f64)), 0)
            }),
            ("missed_mean", &|at| {
                mean(of(*at, &|m| Some(m.missed.len() as f64)), 2)
            }),
            ("recall", &|at| mean(of(*at, &MethodReport::recall), 4)),
            ("recall_sd", &|at| {
                deviation(of(*at, &MethodReport::recall), 4)
            }),
            ("recall_least", &|at| {
                least(of(*at, &MethodReport::recall), 4)
            }),
            ("candidate_precision", &|at| {
                mean(of(*at, &MethodReport::precision), 4)
            }),
            ("sketch_cpu_s", &|at| {
                let each = assessments.iter();
                let each = each.filter_map(|a| Some(a.sketch_seconds_of(a.methods.get(*at)?)));
                mean(Spread::of(&each.collect::<Vec<_>>()), 3)
            }),
            ("cpu_s", &|at| mean(of(*at, &|m| Some(m.cpu_seconds)), 3)),
        ],
    );
    let of = |at: usize, figure: &dyn Fn(&SketchReport) -> Option<f64>| {
        let values = assessments
            .iter()
            .filter_map(|a| figure(a.sketches.get(at)?));
        Spread::of(&values.collect::<Vec<_>>())
    };
    let some = |s: &SketchReport, value: f64| (s.errors.pairs > 0).then_some(value);
    let bias = |s: &SketchReport| some(s, s.errors.bias());
    let error = |s: &SketchReport| some(s, s.errors.error());
    let theory = |s: &SketchReport| some(s, s.errors.theory());
    let coverage = |s: &SketchReport| some(s, s.errors.coverage());
    let rows: Vec<usize> = (0..first.sketches.len()).collect();
    let sketches = Section::of(
        "sketch",
        format!(
            "Sketches over {seeds}: bias of the estimate with its standard error over the seeds, root mean squared error and theory"
        ),
        rows,
        &[
            ("sketch", &|at| Cell::text(first.sketches[*at].name)),
            ("bits", &|at| {
                let bits = first.sketches[*at].bits;
                bits.map_or(Cell::None, |bits| Cell::Count(bits.into()))
            }),
            ("bias", &|at| mean(of(*at, &bias), 5)),
            ("bias_se", &|at| standard_error(of(*at, &bias), 5)),
            ("error", &|at| mean(of(*at, &error), 4)),
            ("error_sd", &|at| deviation(of(*at, &error), 4)),
            ("theory", &|at| mean(of(*at, &theory), 4)),
            ("coverage", &|at| mean(of(*at, &coverage), 4)),
            ("coverage_least", &|at| least(of(*at, &coverage), 4)),
        ],
    );
    Section::write_all(vec![methods, sketches], to)
}

fn mean(spread: Option<Spread>, places: usize) -> Cell {
    spread.map_or(Cell::None, |spread| Cell::Number(spread.mean, places))
}

fn deviation(spread: Option<Spread>, places: usize) -> Cell {
    spread.map_or(Cell::None, |spread| Cell::Number(spread.deviation, places))
}

fn standard_error(spread: Option<Spread>, places: usize) -> Cell {
    let error = spread.and_then(|spread| spread.standard_error());
    error.map_or(Cell::None, |error| Cell::Number(error, places))
}

fn least(spread: Option<Spread>, places: usize) -> Cell {
    spread.map_or(Cell::None, |spread| Cell::Number(spread.least, places))
}
