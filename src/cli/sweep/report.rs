//! Report of a sweep as titled tables or rows.

use super::super::tune::sections::means;
use crate::base::units::{self, thousandths};
use crate::index::Collection;
use crate::lab::sweep::{
    BlockArea, BlockMetrics, BlockResult, Grid, SettingBlock, SettingRow, behind, greatest,
    middle_of_greatest,
};
use crate::lab::{CurvePoint, Labels};
use crate::plot::PlotFigure;
use crate::plot::figures::{HeatMapQuantity, sweep};
use crate::report::{Cell, Format, OutputColumn, Section};

/// Data of the report.
pub struct SweepReport<'a> {
    pub grid: &'a Grid,
    pub blocks: &'a [BlockResult],
    /// The best setting: index of its block and of its threshold.
    pub best: Option<(usize, usize)>,
    pub collection: &'a Collection,
    pub labels: Option<&'a Labels>,
}

/// The setting with the highest F1: index of its block and of its threshold. Ties go to the first block, at the middle
/// of its thresholds with this F1. `None` without labels.
pub fn best(blocks: &[BlockResult]) -> Option<(usize, usize)> {
    let f1 = |row: &SettingRow| Some(row.labelled?.f1());
    let all = blocks.iter().flat_map(|block| block.rows.iter());
    let max_f1 = all.filter_map(f1).max_by(f64::total_cmp)?;
    let has_max = |block: &BlockResult| block.rows.iter().any(|row| f1(row) == Some(max_f1));
    let index = blocks.iter().position(has_max)?;
    let values: Vec<Option<f64>> = blocks[index].rows.iter().map(f1).collect();
    Some((index, middle_of_greatest(&values)?))
}

/// Returns a heat map of the sweep for each quantity that it has, with the file name.
pub fn heat_maps(grid: &Grid, blocks: &[BlockResult]) -> Vec<(String, PlotFigure)> {
    let rows: Vec<SettingRow> = blocks.iter().flat_map(|block| block.rows.clone()).collect();
    let quantity = HeatMapQuantity::ALL.into_iter();
    quantity
        .filter(|quantity| rows.iter().any(|row| quantity.value(row).is_some()))
        .map(|quantity| {
            let name = format!("sweep-{}", quantity.name().to_lowercase());
            (name, sweep(grid, &rows, quantity, None))
        })
        .collect()
}

/// The columns of a setting without its threshold.
pub(super) const SETTING: [OutputColumn<'static, SettingBlock>; 4] = [
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
    items: &[(SettingBlock, T)],
    columns: &[OutputColumn<'_, T>],
) -> Section {
    let settings = items.iter().map(|(block, _)| *block);
    let items = items.iter().map(|(_, item)| *item);
    let others = Section::new(kind, String::new(), items, columns);
    Section::new(kind, title, settings, &SETTING).beside(others)
}

fn description(block: &SettingBlock, threshold: f64) -> String {
    let bag = if block.bag { " in bags" } else { "" };
    let units = block.unit.counted(block.k as u64);
    format!("shingles of {units}{bag}, {} at {threshold}", block.measure)
}

impl SweepReport<'_> {
    /// All sections. Tables omit columns with a single value, and list label names for the best setting only.
    pub fn sections(&self, format: Format) -> Vec<Section> {
        let mut sections = vec![self.settings()];
        if let Some(labels) = self.labels {
            sections.push(self.curves());
            sections.push(self.names(labels, format.is_table()));
        }
        if format.is_table() {
            let grid = self.grid;
            let (units, ks) = (grid.units.len(), grid.ks.len());
            let lengths = [units, ks, grid.bags.len(), grid.measures.len()];
            for ((column, _), _) in SETTING.iter().zip(lengths).filter(|(_, n)| *n == 1) {
                sections = sections.into_iter().map(|s| s.without(column)).collect();
            }
        }
        sections.retain(|section| !section.rows.is_empty());
        sections
    }

    /// The best setting, with its figures of the labels.
    fn best(&self) -> Option<(&SettingRow, CurvePoint)> {
        let (at, row) = self.best?;
        let best = &self.blocks[at].rows[row];
        Some((best, best.labelled?))
    }

    /// Returns the value of the column `best`: whether the setting is the best, or has the same F1.
    fn rank(&self, row: &SettingRow) -> Cell {
        match (self.best(), row.labelled) {
            (Some((_, best)), _) if best.is_no_better_than_all() => Cell::None,
            (Some((best, _)), _) if best == row => Cell::text("best"),
            (Some((_, best)), Some(point)) if best.f1() == point.f1() => Cell::text("tied"),
            _ => Cell::None,
        }
    }

    fn settings(&self) -> Section {
        let rows = self.blocks.iter().flat_map(|block| block.rows.iter());
        let rows: Vec<(SettingBlock, &SettingRow)> = rows.map(|row| (row.block, row)).collect();
        let count =
            |row: &SettingRow, number: fn(CurvePoint) -> u64| Cell::from(row.labelled.map(number));
        let rate = |row: &SettingRow, rate: fn(&CurvePoint) -> f64| {
            Cell::from(row.labelled.as_ref().map(rate))
        };
        section(
            "setting",
            self.title(rows.len()),
            &rows,
            &[
                ("threshold", &|row| Cell::Share(row.threshold)),
                ("pairs", &|row| Cell::Count(row.pairs)),
                ("clusters", &|row| Cell::Count(row.clusters)),
                ("largest", &|row| Cell::Count(row.largest)),
                ("documents", &|row| Cell::Count(row.documents)),
                ("hits", &|row| count(row, |p| p.hits)),
                ("false_alarms", &|row| count(row, |p| p.false_alarms)),
                ("missed", &|row| count(row, |p| p.missed)),
                ("passed", &|row| count(row, |p| p.passed)),
                ("precision", &|row| rate(row, CurvePoint::precision)),
                ("recall", &|row| rate(row, CurvePoint::recall)),
                ("f1", &|row| rate(row, CurvePoint::f1)),
                ("best", &|row| self.rank(row)),
            ],
        )
    }

    fn title(&self, settings: usize) -> String {
        let mut title = format!(
            "{} over {}",
            units::counted(settings as u64, "setting", "settings"),
            units::counted(self.collection.len() as u64, "document", "documents")
        );
        if let [BlockResult { block, .. }, ..] = self.blocks {
            let grid = self.grid;
            let counted = block.unit.counted(block.k as u64);
            let shingles = match (grid.units.len(), grid.ks.len()) {
                (1, 1) => Some(format!("shingles of {counted}")),
                (1, _) => Some(format!("shingles of {}", block.unit.nouns().1)),
                (_, 1) => Some(format!("k {}", block.k)),
                _ => None,
            };
            let common_settings = [
                shingles,
                (grid.bags.len() == 1 && block.bag).then(|| "bags".to_owned()),
                (grid.measures.len() == 1).then(|| block.measure.to_string()),
            ];
            let common_settings: Vec<String> = common_settings.into_iter().flatten().collect();
            if !common_settings.is_empty() {
                title += &format!(": {}", common_settings.join(", "));
            }
        }
        if let Some((row, best)) = self.best() {
            let setting = description(&row.block, row.threshold);
            title += &format!(";\n{}", best.greatest_f1(&setting));
            if let Some((finest, block)) = self.finest()
                && thousandths(finest.f1()) > thousandths(best.f1())
                && !finest.is_no_better_than_all()
            {
                let threshold = f64::from(thousandths(finest.threshold)) / 1000.0;
                let (f1, setting) = (units::share(finest.f1()), description(&block, threshold));
                title += &format!("; between these thresholds F1 {f1}: {setting}");
            }
            let area = self.grid.greatest_area(&self.areas());
            title += &area.map_or_else(String::new, |area| format!(";\n{area}"));
            title += &self.threshold_of_greatest_area().unwrap_or_default();
        }
        title
    }

    /// Reports the threshold with the greatest F1 in the setting with the greatest area, if several settings have an
    /// area.
    fn threshold_of_greatest_area(&self) -> Option<String> {
        let areas = self.areas();
        let (block, ..) = greatest(&areas).filter(|_| areas.len() > 1)?;
        let (_, metrics) = self.metrics().find(|(other, _)| other == block)?;
        let best = metrics.curve.best()?;
        let name = self.grid.name(block);
        Some(match best.no_gain("") {
            Some(_) => {
                let choice = metrics.curve.choice_by_precision(&name);
                format!(
                    "; no threshold of {name} gains .01 of F1 over labelling all as near-duplicates;\n{choice}"
                )
            }
            None => {
                let (threshold, f1) = (units::share(best.threshold), units::share(best.f1()));
                format!("; the threshold of {name} with the greatest F1 is {threshold}: {f1}")
            }
        })
    }

    /// All blocks with their figures of the labels.
    fn metrics(&self) -> impl DoubleEndedIterator<Item = (SettingBlock, &BlockMetrics)> {
        let blocks = self.blocks.iter();
        blocks.filter_map(|block| Some((block.block, block.metrics.as_ref()?)))
    }

    /// The best F1 at any similarity that occurs, with its setting; in a tie, the first setting.
    fn finest(&self) -> Option<(CurvePoint, SettingBlock)> {
        let all = self.metrics().rev();
        let points = all.filter_map(|(block, metrics)| Some((metrics.curve.best()?, block)));
        points.max_by(|x, y| x.0.f1().total_cmp(&y.0.f1()))
    }

    /// The areas under the ROC curve of all blocks that have one.
    fn areas(&self) -> Vec<BlockArea> {
        let area = |(block, metrics): (_, &BlockMetrics)| {
            Some((block, metrics.curve.area()?, metrics.estimate.clone()))
        };
        self.metrics().filter_map(area).collect()
    }

    /// One row per block.
    fn curves(&self) -> Section {
        let areas = self.areas();
        let curve = |(block, metrics): (_, &BlockMetrics)| {
            let area = areas.iter().find(|area| area.0 == block);
            let interval = metrics.estimate.as_ref().and_then(|area| area.interval);
            let behind = area.and_then(|area| behind(&areas, area));
            let plateau = metrics.curve.plateau();
            let ranges = [interval, behind, metrics.interval, plateau];
            let figures = [metrics.curve.area(), metrics.curve.average_precision()];
            (block, (figures, metrics.curve.best(), ranges))
        };
        type Item = (
            [Option<f64>; 2],
            Option<CurvePoint>,
            [Option<(f64, f64)>; 4],
        );
        let curves: Vec<(SettingBlock, Item)> = self.metrics().map(curve).collect();
        let low = |(.., ranges): &Item, at: usize| Cell::from(ranges[at].map(|range| range.0));
        let high = |(.., ranges): &Item, at: usize| Cell::from(ranges[at].map(|range| range.1));
        let difference =
            |value: Option<f64>| value.map_or(Cell::None, |value| Cell::Number(value, 3));
        let best =
            |item: &Item, figure: fn(&CurvePoint) -> f64| Cell::from(item.1.as_ref().map(figure));
        section(
            "curve",
            "All similarities that occur, of the labelled pairs alone: area under the ROC curve, its 95 % interval and that of how much it is behind the greatest (0 in it: as good), average precision, the threshold with the greatest F1, its 95 % interval, and the plateau of thresholds with this F1. Intervals are for pairs of other documents; empty where labels say too little, or the interval holds 0 alone, which calls all near-duplicates".to_owned(),
            &curves,
            &[
                ("area", &|item| Cell::from(item.0[0])),
                ("area_low", &|item| low(item, 0)),
                ("area_high", &|item| high(item, 0)),
                ("area_behind_low", &|item| difference(item.2[1].map(|range| range.0))),
                ("area_behind_high", &|item| difference(item.2[1].map(|range| range.1))),
                ("average_precision", &|item| Cell::from(item.0[1])),
                ("threshold", &|item| best(item, |point| point.threshold)),
                ("low", &|item| low(item, 2)),
                ("high", &|item| high(item, 2)),
                ("plateau_low", &|item| low(item, 3)),
                ("plateau_high", &|item| high(item, 3)),
                ("precision", &|item| best(item, CurvePoint::precision)),
                ("recall", &|item| best(item, CurvePoint::recall)),
                ("f1", &|item| best(item, CurvePoint::f1)),
            ],
        )
    }

    /// One row per setting and label name.
    fn names(&self, labels: &Labels, best_only: bool) -> Section {
        let mut counts = vec![(0_u64, false); labels.names.len()];
        for pair in &labels.pairs {
            let count = &mut counts[usize::from(pair.label)];
            *count = (count.0 + 1, pair.positive);
        }
        let gains = |(_, best): (_, CurvePoint)| !best.is_no_better_than_all();
        let gains = self.best().is_some_and(gains);
        let mut rows = Vec::new();
        for (index, block) in self.blocks.iter().enumerate() {
            let called = block.metrics.iter().flat_map(|metrics| &metrics.called);
            for (row, called) in (0..).zip(called) {
                if self.best == Some((index, row)) && gains || !best_only {
                    let names = labels.names.iter().zip(&counts).zip(called);
                    rows.extend(names.map(|((name, (pairs, positive)), called)| {
                        let threshold = block.rows[row].threshold;
                        (block.block, (threshold, name, *positive, *pairs, *called))
                    }));
                }
            }
        }
        let called_share =
            |pairs: u64, called: u64| Cell::from((pairs > 0).then(|| called as f64 / pairs as f64));
        section(
            "label",
            "Labels at the greatest F1: pairs of each, and how many are called near-duplicates"
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
