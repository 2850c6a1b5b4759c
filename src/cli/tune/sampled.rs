//! Figures over all pairs of the corpus, from labels of a stratified sample, as sections.

use crate::base::units;
use crate::lab::sampled_labels::{AllPairs, Estimated};
use crate::lab::{LabelMetrics, Tuning};
use crate::report::{Cell, Section};

/// Estimates them.
pub fn of(labelled: &LabelMetrics, tuning: &Tuning, threshold: f64) -> AllPairs {
    let documents = tuning.documents as u64;
    AllPairs::of(
        &labelled.labels.pairs,
        &labelled.scores,
        |similarity| tuning.counts.at(similarity),
        documents * documents.saturating_sub(1) / 2,
        tuning.floor(),
        threshold,
    )
}

/// Number of near-duplicates, precision, recall and F1.
pub fn section(all: &AllPairs, threshold: f64) -> Section {
    let rows = [
        ("near_duplicates", Some(all.near)),
        ("precision", all.precision),
        ("recall", all.recall),
        ("f1", all.f1),
    ];
    let pairs: u64 = all.strata.iter().map(|stratum| stratum.pairs).sum();
    let unknown = match all.unknown_above + all.unknown_below {
        0 => String::new(),
        n => format!(
            "; but of {} nothing is known, as no label is in their stratum",
            units::counted(n, "pair", "pairs")
        ),
    };
    let title = format!(
        "All {} at {threshold}, if labels are a random sample within each stratum: a labelled pair stands for as many as its stratum has for each label (Horvitz-Thompson); 95 % intervals{unknown}",
        units::counted(pairs, "pair", "pairs")
    );
    let figure = |name: &str, value: f64| match name {
        "near_duplicates" => Cell::Number(value, 1),
        _ => Cell::Share(value),
    };
    let cell = |row: &(&str, Option<Estimated>), of: fn(Estimated) -> f64| {
        row.1
            .map_or(Cell::None, |estimated| figure(row.0, of(estimated)))
    };
    Section::of(
        "all_pairs",
        title,
        rows,
        &[
            ("figure", &|row| Cell::text(row.0)),
            ("value", &|row| cell(row, |e| e.value)),
            ("low", &|row| cell(row, |e| e.low)),
            ("high", &|row| cell(row, |e| e.high)),
        ],
    )
}

/// The strata, and where further labels tell most.
pub fn strata(all: &AllPairs) -> Section {
    Section::of(
        "stratum",
        "Strata of similarity; next: of 100 more labels, how many belong here so that near-duplicates are counted best (Neyman)".to_owned(),
        &all.strata,
        &[
            ("low", &|s| Cell::Share(s.low)),
            ("below", &|s| match s.high {
                high if high <= 1.0 => Cell::Share(high),
                _ => Cell::None,
            }),
            ("pairs", &|s| Cell::Count(s.pairs)),
            ("labelled", &|s| Cell::Count(s.labelled)),
            ("positive", &|s| Cell::Count(s.positive)),
            ("next", &|s| Cell::Number(s.next, 1)),
        ],
    )
}
