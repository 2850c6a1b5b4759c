//! The figures of a pair of collections as rows of text: the steps from the truth to the estimate, the
//! checkers, the samplers, what was drawn, and the sizes of all collections.

use crate::base::{sanitise, units};
use crate::overlap::{Measurement, PairEstimate, Ratio, SamplerResults, Share};
use crate::plot::figures::unbounded;
use crate::typeset::figures::difference;
use crate::ui::theme::Role;

/// A row and the role it is drawn in.
pub type Row = (Role, String);

/// A figure with three decimals; nothing, if it is not known.
pub fn known(value: Option<f64>) -> String {
    let finite = value.filter(|value| value.is_finite());
    finite.map_or_else(String::new, |value| format!("{value:.3}"))
}

/// A ratio and its interval, right-aligned in columns of these widths; where there is no ratio, what is known of it
/// in both.
pub fn estimated(ratio: &Ratio, widths: (usize, usize)) -> String {
    let (of_ratio, of_interval) = widths;
    let both = of_ratio + of_interval;
    match (ratio.value, ratio.low > 0.0, ratio.high.is_finite()) {
        (Some(value), ..) => {
            let interval = interval(ratio);
            format!("{value:>of_ratio$.3}{interval:>of_interval$}")
        }
        (None, true, _) => format!("{:>both$}", format!("at least {:.3}", ratio.low)),
        (None, false, true) => format!("{:>both$}", format!("at most {:.3}", ratio.high)),
        (None, false, false) => format!("{:>both$}", "nothing in common"),
    }
}

/// An interval; above a lower end alone, nothing is known.
fn interval(ratio: &Ratio) -> String {
    match ratio.high.is_finite() {
        true => format!("{:.3} to {:.3}", ratio.low, ratio.high),
        false => format!("from {:.3}", ratio.low),
    }
}

/// All rows.
pub fn rows(
    measurement: &Measurement,
    ran: &SamplerResults,
    pair: &PairEstimate,
    at: usize,
) -> Vec<Row> {
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
        Some(value) => {
            let interval = interval(&pair.ratio);
            let truth = pair.truth.map(|truth| format!(", truth {truth:.3}"));
            format!(
                "ratio {value:.3}, 95 % {interval}{}",
                truth.unwrap_or_default()
            )
        }
        None => format!(
            "{}; in common at most {} of the left, {} of the right (95 %)",
            unbounded(&pair.ratio),
            units::share(pair.forth.interval().1),
            units::share(pair.back.interval().1),
        ),
    }
}

fn needed(ran: &SamplerResults, pair: &PairEstimate) -> String {
    let samples = units::count(pair.samples().into());
    let drawn = format!("{samples} draws from each ({})", ran.sampler.name());
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
                "{:<14}{}  {}",
                by.checker.name(),
                estimated(&by.ratio, (8, 19)),
                copies(by.recall),
            ),
        ));
    }
    rows.push((Role::Text, String::new()));
}

/// How many of the documents with a near-duplicate on the other side were found.
fn copies(recall: Share) -> String {
    let count = |n: u32| units::count(n.into());
    match recall.of {
        0 => "none to find".to_owned(),
        of => format!("{} of {}", count(recall.found), count(of)),
    }
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
        let off =
            off.map(|(value, truth)| format!("{} %", difference(100.0 * (value / truth - 1.0), 1)));
        let missed = pair.truth.is_some_and(|truth| !pair.ratio.holds(truth));
        rows.push((
            if missed { Role::Warning } else { Role::Text },
            format!(
                "{:<14}{}  {}",
                ran.sampler.name(),
                estimated(&pair.ratio, (8, 19)),
                off.unwrap_or_default(),
            ),
        ));
    }
    rows.push((Role::Text, String::new()));
}

fn drawn(
    measurement: &Measurement,
    ran: &SamplerResults,
    pair: &PairEstimate,
    rows: &mut Vec<Row>,
) {
    rows.push(heading(format!(
        "{:<14}{:>8}{:>8}{:>8}{:>8}  {}",
        "words, mean of", "all", "hits", "first", "drawn", "documents, queries"
    )));
    for side in [pair.left, pair.right] {
        let Some(drawn) = ran.sides.get(side) else {
            continue;
        };
        let mean = |of: Option<f64>| of.map_or_else(String::new, |terms| format!("{terms:.1}"));
        let documents = measurement.documents.get(side).copied().flatten();
        let documents = documents.map_or_else(|| "?".to_owned(), |n| units::count(n.into()));
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

fn sizes(measurement: &Measurement, ran: &SamplerResults, rows: &mut Vec<Row>) {
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
