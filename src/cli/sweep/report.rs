//! Report of a sweep as titled tables or rows.

use std::sync::Arc;

use super::record::{Record, point};
use crate::base::units;
use crate::collection::Collection;
use crate::lab::Labels;
use crate::lab::sweep::{Block, Grid, Wrong};
use crate::report::{Cell, Format, Row, Section};
use crate::settings::Unit;

/// Data of the report.
pub struct Report<'a> {
    pub grid: &'a Grid,
    pub records: &'a [Record],
    /// The best setting: index of its record and of its threshold.
    pub best: Option<(usize, usize)>,
    pub collection: &'a Collection,
    pub labels: Option<Arc<Labels>>,
}

/// The setting with the highest F1: index of its record and of its threshold. Ties go to the first
/// record, at its highest threshold. `None` without labels.
pub fn best(records: &[Record]) -> Option<(usize, usize)> {
    let mut best: Option<(f64, (usize, usize))> = None;
    for (at, record) in records.iter().enumerate() {
        for (row, counted) in record.rows.iter().enumerate().rev() {
            let f1 = point(0.0, counted.point?).f1();
            if best.is_none_or(|(most, _)| f1 > most) {
                best = Some((f1, (at, row)));
            }
        }
    }
    best.map(|(_, place)| place)
}

const SETTING: [&str; 5] = ["unit", "k", "bag", "measure", "sketch"];

fn setting(block: &Block) -> Row {
    let unit = Unit::ALL.iter().find(|(_, unit)| *unit == block.unit);
    vec![
        Cell::Text(unit.map_or("", |(name, _)| name).to_owned()),
        Cell::Count(block.k as u64),
        Cell::Text(if block.bag { "count" } else { "once" }.to_owned()),
        Cell::Text(block.measure.name().to_owned()),
        Cell::Text(block.sketch.map_or("none", |kind| kind.name()).to_owned()),
    ]
}

/// A short description of a setting.
fn said(block: &Block, threshold: f64) -> String {
    let bag = if block.bag { " in bags" } else { "" };
    let units = block.unit.counted(block.k as u64);
    let sketch = block
        .sketch
        .map_or(String::new(), |kind| format!(", lsh with {}", kind.name()));
    format!(
        "shingles of {units}{bag}, {} at {threshold}{sketch}",
        block.measure
    )
}

/// Quality measures of a point.
const SHARES: [&str; 3] = ["precision", "recall", "f1"];

fn shares(threshold: f64, counts: [u64; 4]) -> [Cell; 3] {
    let point = point(threshold, counts);
    [point.precision(), point.recall(), point.f1()].map(Cell::Share)
}

impl Report<'_> {
    /// All sections. Tables omit columns with a single value, and list label names for the best setting
    /// only.
    pub fn sections(&self, format: Format) -> Vec<Section> {
        let mut sections = vec![self.settings()];
        if let Some(labels) = &self.labels {
            sections.push(self.curves());
            sections.push(self.names(labels, format.is_table()));
        }
        if format.is_table() {
            let grid = self.grid;
            let lengths = [
                grid.units.len(),
                grid.ks.len(),
                grid.bags.len(),
                grid.measures.len(),
                grid.sketches.len(),
            ];
            for (column, _) in SETTING.iter().zip(lengths).filter(|(_, n)| *n == 1) {
                sections = sections.into_iter().map(|s| s.without(column)).collect();
            }
        }
        sections.retain(|section| !section.rows.is_empty());
        sections
    }

    fn settings(&self) -> Section {
        let mut rows = Vec::new();
        for (at, record) in self.records.iter().enumerate() {
            for (t, (counted, threshold)) in
                record.rows.iter().zip(&self.grid.thresholds).enumerate()
            {
                let mut row = setting(&record.block());
                row.push(Cell::Share(*threshold));
                let counts = [
                    counted.pairs,
                    counted.clusters,
                    counted.largest,
                    counted.documents,
                ];
                row.extend(counts.map(Cell::Count));
                match counted.point {
                    Some(point) => {
                        row.extend(point.map(Cell::Count));
                        row.extend(shares(*threshold, point));
                    }
                    None => row.extend(vec![Cell::None; 7]),
                }
                let best = self.best == Some((at, t));
                row.push(if best {
                    Cell::Text("best".to_owned())
                } else {
                    Cell::None
                });
                rows.push(row);
            }
        }
        Section {
            kind: "setting",
            title: self.title(rows.len()),
            columns: [
                &SETTING[..],
                &["threshold", "pairs", "clusters", "largest", "documents"],
                &["hits", "false_alarms", "missed", "passed"],
                &SHARES,
                &["best"],
            ]
            .concat(),
            rows,
        }
    }

    fn title(&self, settings: usize) -> String {
        let mut title = format!(
            "{} over {}",
            units::counted(settings as u64, "setting", "settings"),
            units::counted(self.collection.len() as u64, "document", "documents")
        );
        if let [record, ..] = self.records {
            let grid = self.grid;
            let block = record.block();
            let shingles = match (grid.units.len(), grid.ks.len()) {
                (1, 1) => Some(format!(
                    "shingles of {}",
                    block.unit.counted(block.k as u64)
                )),
                (1, _) => Some(format!("shingles of {}", block.unit.nouns().1)),
                (_, 1) => Some(format!("k {}", block.k)),
                _ => None,
            };
            let same = [
                shingles,
                (grid.bags.len() == 1 && block.bag).then(|| "bags".to_owned()),
                (grid.measures.len() == 1).then(|| block.measure.to_string()),
                (grid.sketches.len() == 1)
                    .then_some(block.sketch)
                    .flatten()
                    .map(|kind| format!("lsh with {}", kind.name())),
            ];
            let same: Vec<String> = same.into_iter().flatten().collect();
            if !same.is_empty() {
                title += &format!(": {}", same.join(", "));
            }
        }
        if let Some((at, row)) = self.best {
            let record = &self.records[at];
            let threshold = self.grid.thresholds[row];
            if let Some(counts) = record.rows[row].point {
                title += &format!(
                    "; best F1 {:.3}: {}",
                    point(threshold, counts).f1(),
                    said(&record.block(), threshold)
                );
            }
        }
        title
    }

    /// One row per block with a curve over all thresholds, i.e. without sketches.
    fn curves(&self) -> Section {
        let number = |value: Option<f64>| value.map_or(Cell::None, Cell::Share);
        let rows = self.records.iter().filter_map(|record| {
            let curve = record.curve.as_ref()?;
            let mut row = setting(&record.block());
            row.extend([number(curve.area), number(curve.average_precision)]);
            row.push(number(curve.best.map(|best| best.0)));
            row.push(number(curve.interval.map(|interval| interval.0)));
            row.push(number(curve.interval.map(|interval| interval.1)));
            match curve.best {
                Some((threshold, counts)) => row.extend(shares(threshold, counts)),
                None => row.extend(vec![Cell::None; 3]),
            }
            Some(row)
        });
        Section {
            kind: "curve",
            title: "All similarities that occur: area under the ROC curve, average precision, the threshold with the best F1 and its 95 % interval".to_owned(),
            columns: [
                &SETTING[..],
                &["area", "average_precision", "threshold", "low", "high"],
                &SHARES,
            ]
            .concat(),
            rows: rows.collect(),
        }
    }

    /// One row per label name.
    fn names(&self, labels: &Labels, best_only: bool) -> Section {
        let mut counts = vec![(0_u64, false); labels.names.len()];
        for pair in &labels.pairs {
            let of_name = &mut counts[usize::from(pair.label)];
            *of_name = (of_name.0 + 1, pair.positive);
        }
        let mut rows = Vec::new();
        for (at, record) in self.records.iter().enumerate() {
            for (t, (counted, threshold)) in
                record.rows.iter().zip(&self.grid.thresholds).enumerate()
            {
                if best_only && self.best != Some((at, t)) {
                    continue;
                }
                for ((name, (pairs, positive)), called) in
                    labels.names.iter().zip(&counts).zip(&counted.called)
                {
                    let mut row = setting(&record.block());
                    row.push(Cell::Share(*threshold));
                    row.push(Cell::Text(name.clone()));
                    let means = if *positive {
                        "near-duplicate"
                    } else {
                        "independent"
                    };
                    row.push(Cell::Text(means.to_owned()));
                    row.extend([Cell::Count(*pairs), Cell::Count(*called)]);
                    let share = *called as f64 / (*pairs).max(1) as f64;
                    row.push(if *pairs > 0 {
                        Cell::Share(share)
                    } else {
                        Cell::None
                    });
                    rows.push(row);
                }
            }
        }
        Section {
            kind: "label",
            title:
                "Labels at the best setting: pairs of each, and how many are called near-duplicates"
                    .to_owned(),
            columns: [
                &SETTING[..],
                &[
                    "threshold",
                    "label",
                    "means",
                    "labelled",
                    "called",
                    "recall",
                ],
            ]
            .concat(),
            rows,
        }
    }
}

/// The pairs that a setting classifies wrongly.
pub fn wrong(
    wrong: &[Wrong],
    collection: &Collection,
    names: &[String],
    block: &Block,
    threshold: f64,
    format: Format,
) -> Section {
    let row = |wrong: &Wrong| {
        let mut row = setting(block);
        let called = if wrong.called {
            "near-duplicate"
        } else {
            "independent"
        };
        let label = wrong.label.and_then(|label| names.get(usize::from(label)));
        row.push(Cell::Share(threshold));
        row.push(Cell::Text(called.to_owned()));
        row.push(label.map_or(Cell::None, |label| Cell::Text(label.clone())));
        row.push(Cell::Share(wrong.score));
        row.push(Cell::Text(collection.id(wrong.a).to_owned()));
        row.push(Cell::Text(collection.id(wrong.b).to_owned()));
        row
    };
    let count = units::counted(wrong.len() as u64, "pair is", "pairs are");
    let section = Section {
        kind: "error",
        title: format!("{count} called wrongly: {}", said(block, threshold)),
        columns: [
            &SETTING[..],
            &["threshold", "called", "label", "similarity", "a", "b"],
        ]
        .concat(),
        rows: wrong.iter().map(row).collect(),
    };
    match format.is_table() {
        // These columns are constant and appear in the title.
        true => SETTING
            .iter()
            .chain(&["threshold"])
            .fold(section, |section, column| section.without(column)),
        false => section,
    }
}
