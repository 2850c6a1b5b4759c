//! The figures of a pair of collections as rows of text: the steps from the truth to the estimate, the
//! checkers, the samplers, what was drawn, and the sizes of all collections.

use crate::base::{sanitise, units};
use crate::overlap::{Measurement, PairEstimate, Ran, Ratio};
use crate::plot::figures::unbounded;
use crate::ui::theme::Role;

/// A row and the role it is drawn in.
pub type Row = (Role, String);

/// A figure with three decimals, or a dash.
pub fn known(value: Option<f64>) -> String {
    let finite = value.filter(|value| value.is_finite());
    finite.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"))
}

/// An interval; an end that is not bounded is a dash, as is an interval without ends.
pub fn interval(ratio: &Ratio) -> String {
    let low = Some(ratio.low).filter(|_| ratio.value.is_some() || ratio.low > 0.0);
    let high = Some(ratio.high).filter(|high| high.is_finite());
    match (low, high) {
        (None, None) => "-".to_owned(),
        _ => format!("{} to {}", known(low), known(high)),
    }
}

/// All rows.
pub fn rows(measurement: &Measurement, ran: &Ran, pair: &PairEstimate, at: usize) -> Vec<Row> {
    let mut rows = vec![(Role::Text, headline(pair))];
    rows.push((Role::Dim, needed(ran, pair)));
    rows.push((Role::Text, String::new()));
    steps(pair, &mut rows);
    checkers(pair, &mut rows);
    samplers(measurement, at, &mut rows);
    drawn(measurement, ran, pair, &mut rows);
    sizes(measurement, ran, &mut rows);
    rows
}

fn headline(pair: &PairEstimate) -> String {
    match pair.ratio.value {
        Some(value) => format!(
            "ratio {value:.3}, 95 % {}, truth {}",
            interval(&pair.ratio),
            known(pair.truth)
        ),
        None => format!(
            "{}; in common at most {} of the left, {} of the right (95 %)",
            unbounded(&pair.ratio),
            units::share(pair.forth.interval().1),
            units::share(pair.back.interval().1),
        ),
    }
}

fn needed(ran: &Ran, pair: &PairEstimate) -> String {
    let samples = units::count(pair.samples().into());
    let drawn = format!(
        "{samples} documents drawn from each by {}",
        ran.sampler.name()
    );
    match pair.needed {
        Some(needed) => format!("{drawn}; ±5 % takes {}", units::count(needed)),
        None => drawn,
    }
}

fn heading(text: String) -> Row {
    (Role::Dim, text)
}

fn steps(pair: &PairEstimate, rows: &mut Vec<Row>) {
    rows.push(heading(format!(
        "{:<26}{:>9}{:>9}{:>8}  {}",
        "from truth to estimate", "left in", "right in", "ratio", "bias"
    )));
    let mut before: Option<f64> = None;
    for step in &pair.steps {
        let factor = step.ratio.zip(before).map(|(now, then)| now / then);
        let bias = match factor {
            Some(factor) => format!("x{factor:.3} {}", step.bias),
            None => step.bias.to_owned(),
        };
        rows.push((
            Role::Text,
            format!(
                "{:<26}{:>9}{:>9}{:>8}  {bias}",
                step.name,
                known(step.forth),
                known(step.back),
                known(step.ratio),
            ),
        ));
        before = step.ratio;
    }
    rows.push((Role::Text, String::new()));
}

fn checkers(pair: &PairEstimate, rows: &mut Vec<Row>) {
    rows.push(heading(format!(
        "{:<14}{:>8}{:>19}  {}",
        "checker", "ratio", "95 % interval", "copies found"
    )));
    for by in &pair.checkers {
        rows.push((
            Role::Text,
            format!(
                "{:<14}{:>8}{:>19}  {} of {}",
                by.checker.name(),
                known(by.ratio.value),
                interval(&by.ratio),
                units::count(by.recall.found.into()),
                units::count(by.recall.of.into()),
            ),
        ));
    }
    rows.push((Role::Text, String::new()));
}

fn samplers(measurement: &Measurement, at: usize, rows: &mut Vec<Row>) {
    rows.push(heading(format!(
        "{:<14}{:>8}{:>19}  {}",
        "sampler", "ratio", "95 % interval", "off the truth"
    )));
    for ran in &measurement.ran {
        let Some(pair) = ran.pairs.get(at) else {
            continue;
        };
        let off = pair.ratio.value.zip(pair.truth);
        let off = off.map(|(value, truth)| format!("{:+.1} %", 100.0 * (value / truth - 1.0)));
        let missed = pair.truth.is_some_and(|truth| !pair.ratio.holds(truth));
        rows.push((
            if missed { Role::Warning } else { Role::Text },
            format!(
                "{:<14}{:>8}{:>19}  {}",
                ran.sampler.name(),
                known(pair.ratio.value),
                interval(&pair.ratio),
                off.unwrap_or_default(),
            ),
        ));
    }
    rows.push((Role::Text, String::new()));
}

fn drawn(measurement: &Measurement, ran: &Ran, pair: &PairEstimate, rows: &mut Vec<Row>) {
    rows.push(heading(format!(
        "{:<14}{:>8}{:>8}{:>8}{:>8}  {}",
        "words, mean of", "all", "hits", "first", "drawn", "documents, queries"
    )));
    for side in [pair.left, pair.right] {
        let Some(drawn) = ran.sides.get(side) else {
            continue;
        };
        let mean =
            |of: Option<f64>| of.map_or_else(|| "-".to_owned(), |terms| format!("{terms:.1}"));
        let documents = measurement.documents.get(side).copied().flatten();
        let documents = documents.map_or_else(|| "-".to_owned(), |n| units::count(n.into()));
        let ran_out = if drawn.ran_out { ", ran out" } else { "" };
        rows.push((
            if drawn.ran_out {
                Role::Warning
            } else {
                Role::Text
            },
            format!(
                "{:<14}{:>8}{:>8}{:>8}{:>8}  {documents}, {}{ran_out}",
                if side == pair.left { "left" } else { "right" },
                mean(drawn.terms),
                mean(drawn.terms_all),
                mean(drawn.terms_first),
                mean(Some(drawn.terms_drawn)),
                units::count(drawn.queries),
            ),
        ));
    }
}

fn sizes(measurement: &Measurement, ran: &Ran, rows: &mut Vec<Row>) {
    let Some(sizes) = ran.sizes.as_ref().filter(|sizes| sizes.len() > 2) else {
        return;
    };
    rows.push((Role::Text, String::new()));
    rows.push(heading(format!(
        "{:>8}{:>8}  {}",
        "size", "truth", "share of all, by least squares"
    )));
    for (size, name) in sizes.iter().zip(&measurement.names) {
        let (size, truth) = (known(Some(size.estimate)), known(size.truth));
        rows.push((
            Role::Text,
            format!("{size:>8}{truth:>8}  {}", sanitise::line(name)),
        ));
    }
}
