//! Heat map of a sweep: its cursor, and the quantity that it shows.

use crate::app::Scroll;
use crate::engine::AnalysisConfig;
use crate::engine::message::SweepSoFar;
use crate::lab::sweep::SettingRow;
use crate::plot::figures::{HeatMapQuantity, row_of, settings};

/// State of the heat map.
#[derive(Clone, Debug, Default)]
pub struct Heat {
    /// Cursor among the rows, from the bottom.
    pub row: Scroll,
    /// Cursor among the columns.
    pub column: Scroll,
}

/// The quantity shown for `sweep`.
pub fn shown(sweep: &SweepSoFar) -> HeatMapQuantity {
    if sweep.rows.iter().any(|row| row.labelled.is_some()) {
        HeatMapQuantity::F1
    } else {
        HeatMapQuantity::CLUSTERS
    }
}

impl Heat {
    /// Moves the cursor, stopping at the edges.
    pub fn step(&mut self, (up, right): (i64, i64), sweep: &SweepSoFar) {
        self.row.step(up, settings(&sweep.grid).len());
        self.column.step(right, sweep.grid.thresholds.len());
    }

    /// Index of the cell under the cursor, as used by plots.
    pub fn cell(&self, sweep: &SweepSoFar) -> usize {
        self.row.selected * sweep.grid.thresholds.len() + self.column.selected
    }

    /// The sweep result under the cursor; `None` until it is computed.
    pub fn result<'s>(&self, sweep: &'s SweepSoFar) -> Option<&'s SettingRow> {
        row_of(&sweep.grid, &sweep.rows, self.cell(sweep))
    }

    /// Moves the cursor to the cell nearest to `analysis_config` and `threshold`.
    pub fn find(&mut self, sweep: &SweepSoFar, analysis_config: &AnalysisConfig, threshold: f64) {
        let k = analysis_config.settings.sketching.k;
        let lines = settings(&sweep.grid);
        let line = (0..lines.len()).min_by_key(|i| lines[*i].k.abs_diff(k));
        let thresholds = sweep.grid.thresholds.iter().enumerate();
        let far = |t: f64| (t - threshold).abs();
        let column = thresholds.min_by(|a, b| far(*a.1).total_cmp(&far(*b.1)));
        self.row.selected = line.unwrap_or(0);
        self.column.selected = column.map_or(0, |(i, _)| i);
    }
}

/// `analysis_config` with the settings of `row`, and the row's threshold.
pub fn opened(analysis_config: &AnalysisConfig, row: &SettingRow) -> (AnalysisConfig, f64) {
    let mut analysis_config = analysis_config.clone();
    analysis_config.settings.normalisation.unit = row.block.unit;
    analysis_config.settings.sketching.k = row.block.k;
    analysis_config.settings.sketching.bag = row.block.bag;
    analysis_config.method_config.measure = row.block.measure;
    analysis_config.linkage = crate::cluster::Linkage::Single;
    analysis_config.method_config.method = crate::candidates::Method::Exact;
    (analysis_config, row.threshold)
}
