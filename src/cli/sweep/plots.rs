//! Plots of a sweep: a heat map for each quantity.

use super::record::Record;
use crate::lab::sweep::{Grid, Row};
use crate::plot::Figure;
use crate::plot::figures::{Shown, sweep};

/// A heat map of the sweep for each quantity that it has, with its file name.
pub fn heat_maps(grid: &Grid, records: &[Record]) -> Vec<(String, Figure)> {
    let rows: Vec<Row> = records
        .iter()
        .flat_map(|record| rows(grid, record))
        .collect();
    let shown = Shown::ALL.into_iter();
    let shown = shown.filter(|shown| rows.iter().any(|row| shown.of(row).is_some()));
    shown
        .map(|shown| {
            let name = format!("sweep-{}", shown.name().replace(' ', "-").to_lowercase());
            (name, sweep(grid, &rows, shown, None))
        })
        .collect()
}

/// The rows of a block of settings.
fn rows(grid: &Grid, record: &Record) -> Vec<Row> {
    let thresholds = grid.thresholds.iter().zip(&record.rows);
    thresholds
        .map(|(threshold, counted)| Row {
            block: record.block,
            threshold: *threshold,
            pairs: counted.pairs,
            clusters: counted.clusters,
            documents: counted.documents,
            largest: counted.largest,
            labelled: counted.point,
        })
        .collect()
}
