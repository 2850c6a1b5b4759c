//! The measured cost of methods: which row is of the settings in use, and settings taken from a row.

use crate::app::App;
use crate::candidates::Method;
use crate::candidates::banding::Banding;
use crate::engine::AnalysisConfig;
use crate::lab::assessment::Assessed;

/// The row of the settings in use, once it is measured.
#[must_use]
pub fn in_use(app: &App) -> Option<&Assessed> {
    let costs = app.tune.results.costs.as_deref()?;
    costs.in_use(used(app)?)
}

/// The method that made the current pairs: the one that is set, or what `auto` came to.
fn used(app: &App) -> Option<Method> {
    let set = app.reanalysis.shown().method_config.method;
    let info = &app.data.pairs.as_ref()?.info;
    match set {
        Method::Auto => info.method.parse().ok(),
        set => Some(set),
    }
}

/// `analysis_config` with the method of `row` and its options.
#[must_use]
pub fn taken(analysis_config: &AnalysisConfig, row: &Assessed) -> AnalysisConfig {
    let mut analysis_config = analysis_config.clone();
    let method_config = &mut analysis_config.method_config;
    method_config.method = row.report.method;
    // Measured by the measure of the block, which a method may have fixed.
    method_config.measure = row.block.measure;
    if row.report.method == Method::Lsh {
        method_config.banding = match row.wanted {
            Some(recall) => {
                method_config.recall = recall;
                None
            }
            None => row
                .report
                .info
                .bands
                .map(|(bands, rows)| Banding { bands, rows }),
        };
    }
    if row.report.method.takes_sketches() {
        analysis_config.settings.sketching.permutations = row.layout.0;
    }
    analysis_config
}
