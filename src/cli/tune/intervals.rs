//! The section of intervals of labelled pairs.

use crate::base::units;
use crate::lab::LabelIntervals;
use crate::lab::label_intervals::Interval;
use crate::report::{Cell, Section};

/// 95 % intervals of the area, and of precision, recall and F1 at the threshold.
pub fn section(intervals: &LabelIntervals, threshold: f64) -> Section {
    let rows: [(&str, Option<f64>, &Interval); 5] = [
        ("area", None, &intervals.area),
        ("area", None, &intervals.area_over_documents),
        ("precision", Some(threshold), &intervals.precision),
        ("recall", Some(threshold), &intervals.recall),
        ("f1", Some(threshold), &intervals.f1),
    ];
    let title = format!(
        "95 % intervals, of the labelled pairs as a sample; pairs without a label say nothing. delong: pairs are independent; documents: over {} resamples of {}, as pairs that share one are not; pairs apart: over those that share none, where all are alike",
        units::count(intervals.resamples as u64),
        units::counted(intervals.documents as u64, "document", "documents"),
    );
    let end = |interval: &Interval, of: fn((f64, f64)) -> f64| {
        let end = interval.ends.map(of);
        end.map_or(Cell::None, Cell::Share)
    };
    Section::of(
        "interval",
        title,
        rows,
        &[
            ("figure", &|(figure, ..)| Cell::text(*figure)),
            ("threshold", &|(_, at, _)| {
                at.map_or(Cell::None, Cell::Share)
            }),
            ("value", &|(.., of)| Cell::Share(of.value)),
            ("low", &|(.., of)| end(of, |ends| ends.0)),
            ("high", &|(.., of)| end(of, |ends| ends.1)),
            ("way", &|(.., of)| Cell::text(of.way.name())),
            ("documents", &|_| Cell::Count(intervals.documents as u64)),
            ("resamples", &|_| Cell::Count(intervals.resamples as u64)),
        ],
    )
}
