//! Report of a sweep as titled tables or rows.

use std::sync::Arc;

use super::record::{Counted, CurveSummary, Record};
use crate::base::units::{self, thousandths};
use crate::collection::Collection;
use crate::lab::label_metrics::Mistake;
use crate::lab::sweep::{Block, Grid, middle_of_greatest};
use crate::lab::{Labels, Point};
use crate::report::{Cell, Column, Format, Section};

/// Data of the report.
pub struct Report<'a> {
    pub grid: &'a Grid,
    pub records: &'a [Record],
    /// The best setting: index of its record and of its threshold.
    pub best: Option<(usize, usize)>,
    pub collection: &'a Collection,
    pub labels: Option<Arc<Labels>>,
    /// Whether the labelled pairs are a sample of all pairs; not where every pair of the corpus counts.
    pub is_sample: bool,
}

/// The setting with the highest F1: index of its record and of its threshold. Ties go to the first record, at the middle
/// of its thresholds with this F1. `None` without labels.
pub fn best(records: &[Record]) -> Option<(usize, usize)> {
    let f1 = |counted: &Counted| Some(counted.point?.f1());
    let most = records
        .iter()
        .flat_map(|record| record.rows.iter().filter_map(f1));
    let most = most.max_by(f64::total_cmp)?;
    let has_most = |record: &Record| record.rows.iter().any(|row| f1(row) == Some(most));
    let at = records.iter().position(has_most)?;
    let values: Vec<Option<f64>> = records[at].rows.iter().map(f1).collect();
    Some((at, middle_of_greatest(&values)?))
}

/// The columns of a setting without its threshold.
pub(super) const SETTING: [Column<'static, Block>; 4] = [
    ("unit", &|block| Cell::text(block.unit.name())),
    ("k", &|block| Cell::Count(block.k as u64)),
    ("bag", &|block| {
        Cell::text(if block.bag { "count" } else { "once" })
    }),
    ("measure", &|block| Cell::text(block.measure.name())),
];

/// A section whose rows begin with the setting of their item.
pub(super) fn section<T: Copy>(
    kind: &'static str,
    title: String,
    items: &[(Block, T)],
    columns: &[Column<'_, T>],
) -> Section {
    let settings = items.iter().map(|(block, _)| *block);
    let mut section = Section::of(kind, title.clone(), settings, &SETTING);
    let others = Section::of(kind, title, items.iter().map(|(_, item)| *item), columns);
    section.columns.extend(others.columns);
    for (row, cells) in section.rows.iter_mut().zip(others.rows) {
        row.extend(cells);
    }
    section
}

/// A short description of a setting.
fn description(block: &Block, threshold: f64) -> String {
    let bag = if block.bag { " in bags" } else { "" };
    let units = block.unit.counted(block.k as u64);
    format!("shingles of {units}{bag}, {} at {threshold}", block.measure)
}

/// A cell of a similarity or rate that may be missing.
fn share(value: Option<f64>) -> Cell {
    value.map_or(Cell::None, Cell::Share)
}

/// "near-duplicate" or "independent".
fn means(positive: bool) -> Cell {
    Cell::text(match positive {
        true => "near-duplicate",
        false => "independent",
    })
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
            ];
            for ((column, _), _) in SETTING.iter().zip(lengths).filter(|(_, n)| *n == 1) {
                sections = sections.into_iter().map(|s| s.without(column)).collect();
            }
        }
        sections.retain(|section| !section.rows.is_empty());
        sections
    }

    /// What the column `best` says of a setting: it is the best, or has the same F1.
    fn rank(&self, is_best: bool, counted: &Counted) -> Cell {
        let best = self
            .best
            .and_then(|(at, row)| self.records[at].rows[row].point);
        match (best, counted.point) {
            (Some(best), _) if best.is_no_better_than_all() => Cell::None,
            (Some(_), _) if is_best => Cell::text("best"),
            (Some(best), Some(point)) if best.f1() == point.f1() => Cell::text("tied"),
            _ => Cell::None,
        }
    }

    /// Every setting: its block, its threshold, its counts, and whether it is the best.
    fn rows(&self) -> Vec<(Block, (f64, &Counted, bool))> {
        let mut rows = Vec::new();
        for (at, record) in self.records.iter().enumerate() {
            let thresholds = record.rows.iter().zip(&self.grid.thresholds);
            rows.extend(thresholds.enumerate().map(|(t, (counted, threshold))| {
                let best = self.best == Some((at, t));
                (record.block, (*threshold, counted, best))
            }));
        }
        rows
    }

    fn settings(&self) -> Section {
        let rows = self.rows();
        let count = |counted: &Counted, of: fn(Point) -> u64| {
            counted
                .point
                .map_or(Cell::None, |point| Cell::Count(of(point)))
        };
        section(
            "setting",
            self.title(rows.len()),
            &rows,
            &[
                ("threshold", &|(threshold, ..)| Cell::Share(*threshold)),
                ("pairs", &|(_, c, _)| Cell::Count(c.pairs)),
                ("clusters", &|(_, c, _)| Cell::Count(c.clusters)),
                ("largest", &|(_, c, _)| Cell::Count(c.largest)),
                ("documents", &|(_, c, _)| Cell::Count(c.documents)),
                ("hits", &|(_, c, _)| count(c, |p| p.hits)),
                ("false_alarms", &|(_, c, _)| count(c, |p| p.false_alarms)),
                ("missed", &|(_, c, _)| count(c, |p| p.missed)),
                ("passed", &|(_, c, _)| count(c, |p| p.passed)),
                ("precision", &|(_, c, _)| {
                    share(c.point.map(|p| p.precision()))
                }),
                ("recall", &|(_, c, _)| share(c.point.map(|p| p.recall()))),
                ("f1", &|(_, c, _)| share(c.point.map(|p| p.f1()))),
                ("best", &|(_, counted, best)| self.rank(*best, counted)),
            ],
        )
    }

    fn title(&self, settings: usize) -> String {
        let mut title = format!(
            "{} over {}",
            units::counted(settings as u64, "setting", "settings"),
            units::counted(self.collection.len() as u64, "document", "documents")
        );
        if let [Record { block, .. }, ..] = self.records {
            let grid = self.grid;
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
            ];
            let same: Vec<String> = same.into_iter().flatten().collect();
            if !same.is_empty() {
                title += &format!(": {}", same.join(", "));
            }
        }
        if let Some((at, row)) = self.best
            && let Some(best) = self.records[at].rows[row].point
        {
            let all = best.all_called().f1();
            let (f1, of_all) = (units::share(best.f1()), units::share(all));
            let setting = description(&self.records[at].block, self.grid.thresholds[row]);
            title += &match best.no_gain("threshold of this grid") {
                Some(none) => format!("; {none}"),
                None => {
                    format!(
                        "; best F1 {f1}, which flatters itself as the best of so many: {setting}; {of_all} with all called near-duplicates"
                    )
                }
            };
            if let Some((finest, threshold, block)) = self.finest()
                && thousandths(finest) > thousandths(best.f1())
                && finest >= all + 0.01
            {
                let threshold = f64::from(thousandths(threshold)) / 1000.0;
                let setting = description(block, threshold);
                title += &format!(
                    "; between its thresholds F1 {}: {setting}",
                    units::share(finest)
                );
            }
            let areas = self.records.iter().filter_map(|record| {
                let curve = record.curve.as_ref()?;
                Some((record.block, curve.area?, curve.estimate.clone()))
            });
            let most = self.grid.greatest_area(&areas.collect::<Vec<_>>());
            title += &most.map_or_else(String::new, |most| format!("; {most}"));
        }
        title
    }

    /// The best F1 at any similarity that occurs, with its threshold and setting; of equal ones the first setting.
    fn finest(&self) -> Option<(f64, f64, &Block)> {
        let mut finest: Option<(f64, f64, &Block)> = None;
        for record in self.records {
            let Some(best) = record.curve.as_ref().and_then(|curve| curve.best) else {
                continue;
            };
            if finest.is_none_or(|(most, ..)| best.f1() > most) {
                finest = Some((best.f1(), best.threshold, &record.block));
            }
        }
        finest
    }

    /// One row per block.
    fn curves(&self) -> Section {
        let curves = self.records.iter().filter_map(|record| {
            let curve = record.curve.as_ref()?;
            Some((record.block, curve))
        });
        let curves: Vec<(Block, &CurveSummary)> = curves.collect();
        let interval = |curve: &CurveSummary| curve.interval.filter(|_| self.is_sample);
        let area_interval = |curve: &CurveSummary| curve.estimate.as_ref()?.interval;
        section(
            "curve",
            "All similarities that occur: area under the ROC curve, average precision, the threshold with the best F1, its 95 % interval, and the plateau of thresholds with this F1".to_owned(),
            &curves,
            &[
                ("area", &|curve| share(curve.area)),
                ("area_low", &|curve| share(area_interval(curve).map(|i| i.0))),
                ("area_high", &|curve| share(area_interval(curve).map(|i| i.1))),
                ("average_precision", &|curve| share(curve.average_precision)),
                ("threshold", &|curve| share(curve.best.map(|p| p.threshold))),
                ("low", &|curve| share(interval(curve).map(|i| i.0))),
                ("high", &|curve| share(interval(curve).map(|i| i.1))),
                ("plateau_low", &|curve| share(curve.plateau.map(|p| p.0))),
                ("plateau_high", &|curve| share(curve.plateau.map(|p| p.1))),
                ("precision", &|curve| share(curve.best.map(|p| p.precision()))),
                ("recall", &|curve| share(curve.best.map(|p| p.recall()))),
                ("f1", &|curve| share(curve.best.map(|p| p.f1()))),
            ],
        )
    }

    /// One row per setting and label name.
    fn names(&self, labels: &Labels, best_only: bool) -> Section {
        let mut counts = vec![(0_u64, false); labels.names.len()];
        for pair in &labels.pairs {
            let of_name = &mut counts[usize::from(pair.label)];
            *of_name = (of_name.0 + 1, pair.positive);
        }
        let mut rows = Vec::new();
        for (block, (threshold, counted, best)) in self.rows() {
            if best || !best_only {
                let names = labels.names.iter().zip(&counts).zip(&counted.called);
                rows.extend(names.map(|((name, (pairs, positive)), called)| {
                    (block, (threshold, name, *positive, *pairs, *called))
                }));
            }
        }
        let called_share = |pairs: u64, called: u64| match pairs {
            0 => Cell::None,
            _ => Cell::Share(called as f64 / pairs as f64),
        };
        section(
            "label",
            "Labels at the best setting: pairs of each, and how many are called near-duplicates"
                .to_owned(),
            &rows,
            &[
                ("threshold", &|(threshold, ..)| Cell::Share(*threshold)),
                ("label", &|(_, name, ..)| Cell::text(*name)),
                ("means", &|(_, _, positive, ..)| means(*positive)),
                ("labelled", &|(.., pairs, _)| Cell::Count(*pairs)),
                ("called", &|(.., called)| Cell::Count(*called)),
                ("called_share", &|(.., pairs, called)| {
                    called_share(*pairs, *called)
                }),
            ],
        )
    }
}

/// The pairs that a setting misclassifies.
pub fn mistakes(
    mistakes: &[Mistake],
    collection: &Collection,
    names: &[String],
    block: &Block,
    threshold: f64,
    format: Format,
) -> Section {
    let rows: Vec<(Block, &Mistake)> = mistakes.iter().map(|m| (*block, m)).collect();
    let count = units::counted(mistakes.len() as u64, "pair is", "pairs are");
    let section = section(
        "error",
        format!("{count} called wrongly: {}", description(block, threshold)),
        &rows,
        &[
            ("threshold", &|_| Cell::Share(threshold)),
            ("mistake", &|mistake| Cell::text(mistake.kind())),
            ("label", &|mistake| {
                mistake.name(names).map_or(Cell::None, Cell::text)
            }),
            ("similarity", &|mistake| Cell::Share(mistake.score)),
            ("a", &|mistake| Cell::text(collection.printed_id(mistake.a))),
            ("b", &|mistake| Cell::text(collection.printed_id(mistake.b))),
        ],
    );
    if !format.is_table() {
        return section;
    }
    // These columns are constant and appear in the title.
    let constant = SETTING.iter().map(|(name, _)| *name).chain(["threshold"]);
    constant.fold(section, |section, column| section.without(column))
}
