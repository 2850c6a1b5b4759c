//! Heat map of a sweep: its cursor, and the quantity that it shows.

use crate::engine::AnalysisConfig;
use crate::engine::message::SweepSoFar;
use crate::lab::sweep::SettingRow;
use crate::plot::figures::{HeatMapQuantity, row_of, settings};

/// State of the heat map.
#[derive(Clone, Debug, Default)]
pub struct Heat {
    /// Cursor: row from the bottom, column.
    pub at: (usize, usize),
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
        let (rows, columns) = (settings(&sweep.grid).len(), sweep.grid.thresholds.len());
        let moved = |at: usize, by: i64, len: usize| {
            let last = i64::try_from(len.saturating_sub(1)).unwrap_or(i64::MAX);
            (at as i64).saturating_add(by).clamp(0, last) as usize
        };
        self.at = (moved(self.at.0, up, rows), moved(self.at.1, right, columns));
    }

    /// Index of the cell under the cursor, as used by plots.
    pub fn cell(&self, sweep: &SweepSoFar) -> usize {
        self.at.0 * sweep.grid.thresholds.len() + self.at.1
    }

    /// The sweep result under the cursor; `None` until it is computed.
    pub fn row<'s>(&self, sweep: &'s SweepSoFar) -> Option<&'s SettingRow> {
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
        self.at = (line.unwrap_or(0), column.map_or(0, |(i, _)| i));
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
