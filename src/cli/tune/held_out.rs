//! The best threshold judged on labels that did not choose it, as sections.

use anyhow::Context;

use crate::base::units;
use crate::lab::held_out::{Between, HeldOut};
use crate::lab::label_intervals::Interval;
use crate::lab::{Curve, LabelMetrics, Point, Tuning};
use crate::report::{Cell, Section};

/// Judges the labels in so many folds.
///
/// # Errors
/// Labels of which no threshold can be chosen.
pub fn of(labelled: &LabelMetrics, folds: usize, tuning: &Tuning) -> anyhow::Result<HeldOut> {
    let first = &tuning.truth.representative;
    let pairs = &labelled.labels.pairs;
    let held_out = HeldOut::of(pairs, &labelled.scores, folds, &|doc| first[doc.index()]);
    held_out.with_context(|| {
        format!(
            "too few labels for --folds {folds}: whichever two folds are left out, the labels of the other documents are all of one kind; label more pairs, or leave --folds out"
        )
    })
}

/// A row: what judged, the thresholds, counts, and precision, recall and F1 with ends where they are known.
struct Row {
    which: &'static str,
    thresholds: Option<(f64, f64)>,
    point: Point,
    intervals: Option<[Interval; 3]>,
}

fn share(value: Option<f64>) -> Cell {
    value.map_or(Cell::None, Cell::Share)
}

impl Row {
    fn end(&self, figure: usize, of: fn((f64, f64)) -> f64) -> Cell {
        let interval = self.intervals.as_ref().and_then(|all| all[figure].ends);
        share(interval.map(of))
    }
}

/// Held-out pairs, beside what the best threshold makes of the labels that chose it.
pub fn section(held_out: &HeldOut, curve: &Curve) -> Section {
    let mut rows = vec![Row {
        which: "held out",
        thresholds: held_out.thresholds(),
        point: held_out.point,
        intervals: Some(held_out.intervals),
    }];
    rows.extend(curve.best().map(|best| Row {
        which: "chose it",
        thresholds: curve.middle().map(|middle| (middle, middle)),
        point: best,
        intervals: None,
    }));
    let unjudged = match held_out.unjudged {
        0 => String::new(),
        n => format!(
            "; {} not judged, as the other labels are of one kind",
            units::counted(n, "pair is", "pairs are")
        ),
    };
    let title = format!(
        "{} folds of documents: each labelled pair by the best threshold of pairs that have no document, nor a copy of one, in its folds; 95 % intervals over documents; pairs without a label do not count{unjudged}",
        held_out.folds
    );
    Section::of(
        "held_out",
        title,
        &rows,
        &[
            ("which", &|row| Cell::text(row.which)),
            ("threshold_low", &|row| share(row.thresholds.map(|t| t.0))),
            ("threshold_high", &|row| share(row.thresholds.map(|t| t.1))),
            ("precision", &|row| Cell::Share(row.point.precision())),
            ("precision_low", &|row| row.end(0, |ends| ends.0)),
            ("precision_high", &|row| row.end(0, |ends| ends.1)),
            ("recall", &|row| Cell::Share(row.point.recall())),
            ("recall_low", &|row| row.end(1, |ends| ends.0)),
            ("recall_high", &|row| row.end(1, |ends| ends.1)),
            ("f1", &|row| Cell::Share(row.point.f1())),
            ("f1_low", &|row| row.end(2, |ends| ends.0)),
            ("f1_high", &|row| row.end(2, |ends| ends.1)),
            ("hits", &|row| Cell::Count(row.point.hits)),
            ("false_alarms", &|row| Cell::Count(row.point.false_alarms)),
            ("missed", &|row| Cell::Count(row.point.missed)),
            ("passed", &|row| Cell::Count(row.point.passed)),
        ],
    )
}

/// Every two folds.
pub fn folds(held_out: &HeldOut) -> Section {
    Section::of(
        "fold",
        "Labelled pairs between two folds".to_owned(),
        &held_out.each,
        &[
            ("fold_a", &|b: &&Between| Cell::Count(1 + b.folds.0 as u64)),
            ("fold_b", &|b| Cell::Count(1 + b.folds.1 as u64)),
            ("labelled", &|b| Cell::Count(b.pairs)),
            ("threshold", &|b| share(b.threshold)),
            ("hits", &|b| Cell::Count(b.point.hits)),
            ("false_alarms", &|b| Cell::Count(b.point.false_alarms)),
            ("missed", &|b| Cell::Count(b.point.missed)),
            ("passed", &|b| Cell::Count(b.point.passed)),
        ],
    )
}
