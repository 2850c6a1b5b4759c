//! Heat map of a sweep: thresholds on the x axis, all other settings on the y axis.

use crate::base::units::counted;
use crate::lab::CurvePoint;
use crate::lab::sweep::{Grid, SettingBlock, SettingRow, middle_of_greatest};
use crate::plot::ticks::short_ratio;
use crate::plot::{Cells, Layer, Marks, PlotAxis, PlotFigure, Tone};

/// Quantity shown in a heat map, with its name.
#[derive(Clone, Copy, Debug)]
pub enum HeatMapQuantity {
    /// A share of labelled pairs.
    Labelled(&'static str, fn(&CurvePoint) -> f64),
    /// A number.
    Counted(&'static str, fn(&SettingRow) -> u64),
}

impl HeatMapQuantity {
    /// F1 on the labels.
    pub const F1: Self = Self::Labelled("F1", CurvePoint::f1);
    /// Recall on the labels.
    pub const RECALL: Self = Self::Labelled("recall", CurvePoint::recall);
    /// Number of clusters.
    pub const CLUSTERS: Self = Self::Counted("clusters", |row| row.clusters);

    /// All quantities, those that need labels first.
    pub const ALL: [Self; 5] = [
        Self::F1,
        Self::Labelled("precision", CurvePoint::precision),
        Self::RECALL,
        Self::Counted("pairs", |row| row.pairs),
        Self::CLUSTERS,
    ];

    /// Short name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Labelled(name, _) | Self::Counted(name, _) => name,
        }
    }

    /// Whether the quantity is undefined without labels.
    pub fn needs_labels(self) -> bool {
        matches!(self, Self::Labelled(..))
    }

    /// Value of `row`, if it has one.
    pub fn value(self, row: &SettingRow) -> Option<f64> {
        match self {
            Self::Labelled(_, value) => row.labelled.as_ref().map(value),
            Self::Counted(_, value) => Some(value(row) as f64),
        }
    }
}

/// Settings of the rows of the heat map, from the bottom. Rows that differ only in k are adjacent.
pub fn settings(grid: &Grid) -> Vec<SettingBlock> {
    let mut blocks = grid.blocks();
    let position = |block: &SettingBlock| {
        (
            grid.units.iter().position(|unit| *unit == block.unit),
            grid.bags.iter().position(|bag| *bag == block.bag),
            grid.measures.iter().position(|m| *m == block.measure),
        )
    };
    blocks.sort_by_key(position);
    blocks
}

/// The sweep row of a cell of the heat map; `None` while it is pending.
pub fn row_of<'r>(grid: &Grid, rows: &'r [SettingRow], cell: usize) -> Option<&'r SettingRow> {
    let columns = grid.thresholds.len();
    let block = *settings(grid).get(cell.checked_div(columns)?)?;
    let threshold = grid.thresholds[cell % columns];
    rows.iter()
        .find(|row| row.block == block && row.threshold == threshold)
}

/// Heat map of the sweep results so far. `selected` is the cell under the cursor: row × number of
/// thresholds + column, rows from the bottom. The best cell has the highest F1, precision or
/// recall; counts have no best cell.
pub fn sweep(
    grid: &Grid,
    rows: &[SettingRow],
    quantity: HeatMapQuantity,
    selected: Option<usize>,
) -> PlotFigure {
    let (blocks, columns) = (settings(grid), grid.thresholds.len());
    let mut values = vec![None; blocks.len() * columns];
    for row in rows {
        let block = blocks.iter().position(|block| *block == row.block);
        let column = grid.thresholds.iter().position(|t| *t == row.threshold);
        if let (Some(block), Some(column)) = (block, column) {
            values[block * columns + column] = quantity.value(row);
        }
    }
    let best = quantity
        .needs_labels()
        .then(|| best(&values, columns))
        .flatten();
    let point = |cell: &usize| row_of(grid, rows, *cell)?.labelled;
    let is_f1 = quantity.name() == HeatMapQuantity::F1.name();
    let no_gain = |point: &CurvePoint| is_f1 && point.is_no_better_than_all();
    let no_gain = best.as_ref().and_then(point).filter(no_gain);
    let best = best.filter(|_| no_gain.is_none());
    let shades = if quantity.needs_labels() {
        PlotAxis::ratio(quantity.name())
    } else {
        let counts = || values.iter().flatten().copied();
        // The darkest shade is the highest count itself.
        PlotAxis {
            range: (0.0, counts().fold(1.0, f64::max)),
            ..PlotAxis::counts(quantity.name(), counts())
        }
    };
    let thresholds = grid.thresholds.iter().map(|t| short(*t)).collect();
    let names: Vec<String> = blocks
        .iter()
        .map(|block| grid.name(block).split_off(2))
        .collect();
    let mut notes = Vec::new();
    if let Some(point) = no_gain {
        let all = shades.write(point.all_called().f1());
        notes.push(format!(
            "No setting gains .01 over calling all pairs duplicates, F1 {all}."
        ));
    }
    if let Some(best) = best {
        let tied = values.iter().filter(|value| **value == values[best]);
        let others = match tied.count() {
            ..=1 => String::new(),
            tied => format!(" (and {})", counted(tied as u64 - 1, "other", "others")),
        };
        notes.push(format!(
            "Best: {} at {}, {} {}{others}",
            names[best / columns],
            short(grid.thresholds[best % columns]),
            quantity.name(),
            shades.write(values[best].unwrap_or_default()),
        ));
    }
    if values.iter().all(Option::is_none) && rows.len() == values.len() {
        notes.push("Without labels no setting can be compared.".into());
    }
    let cells = Cells {
        columns,
        values,
        shades,
        best,
        chosen: selected,
    };
    let layer = Layer::new(quantity.name(), Tone::Plain, Marks::Cells(cells));
    PlotFigure {
        title: format!("{} by settings and threshold", quantity.name()),
        x: PlotAxis::names("threshold", thresholds),
        y: PlotAxis::names(varying(grid), names),
        layers: vec![layer],
        notes,
        ..PlotFigure::default()
    }
}

/// Cell with the highest value. If several cells have it, [`middle_of_greatest`] chooses one in the lowest row.
fn best(values: &[Option<f64>], columns: usize) -> Option<usize> {
    let greatest = values.iter().flatten().copied().max_by(f64::total_cmp)?;
    let row = values.iter().position(|value| *value == Some(greatest))? / columns;
    let row_values = &values[row * columns..(row + 1) * columns];
    Some(row * columns + middle_of_greatest(row_values)?)
}

/// Grid thresholds in short form: `.8`, `.85`.
fn short(threshold: f64) -> String {
    short_ratio(threshold, 4)
}

/// Names of the settings that differ between rows.
fn varying(grid: &Grid) -> String {
    let mut names = vec!["k"];
    let all = [
        (grid.units.len(), "unit"),
        (grid.bags.len(), "bag"),
        (grid.measures.len(), "measure"),
    ];
    names.extend(all.iter().filter(|(n, _)| *n > 1).map(|(_, name)| *name));
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::CurvePoint;
    use crate::settings::Unit;
    use crate::similarity::Measure;

    #[test]
    fn settings_that_are_as_good_as_the_best_are_counted() {
        let grid = Grid {
            units: vec![Unit::Term],
            ks: vec![3],
            bags: vec![false],
            measures: vec![Measure::Jaccard],
            thresholds: vec![0.4, 0.5, 0.6, 0.7],
        };
        let row = |(&threshold, hits): (&f64, u64)| SettingRow {
            block: grid.blocks()[0],
            threshold,
            pairs: hits,
            clusters: 1,
            largest: 2,
            documents: 2,
            labelled: Some(CurvePoint {
                threshold,
                hits,
                false_alarms: 0,
                missed: 9 - hits,
                passed: 0,
            }),
        };
        let best = |hits: [u64; 4]| {
            let rows: Vec<SettingRow> = grid.thresholds.iter().zip(hits).map(row).collect();
            sweep(&grid, &rows, HeatMapQuantity::RECALL, None)
                .notes
                .remove(0)
        };
        assert_eq!(best([1, 3, 2, 1]), "Best: 3 at .5, recall .333");
        let caption = best([1, 3, 3, 1]);
        assert_eq!(caption, "Best: 3 at .5, recall .333 (and 1 other)");
        assert_eq!(best([3; 4]), "Best: 3 at .5, recall .333 (and 3 others)");
    }
}
