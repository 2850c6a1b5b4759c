//! Plots of the engine's results for the requested threshold and the displayed configuration.

use super::{View, heat};
use crate::app::App;
use crate::candidates::banding::Banding;
use crate::engine::AnalysisConfig;
use crate::plot::PlotFigure;
use crate::plot::figures;
use crate::sketch::Layout;

/// The plot of a view; `None` if its data is not available.
pub fn figure(app: &App, view: View) -> Option<PlotFigure> {
    let results = &app.tune.results;
    let shown = &app.reanalysis.shown;
    let layout = Layout::new(&shown.settings.sketching);
    match view {
        View::SCurve => {
            let tuning = results.tuning.as_deref()?;
            let measured = results.banded.as_deref();
            let wanted = banding(shown, app.threshold);
            let banding = measured.map_or(wanted, |banded| banded.banding);
            Some(figures::s_curve(
                tuning,
                banding,
                layout.bits,
                measured,
                app.threshold,
            ))
        }
        View::Estimates => {
            let tuning = results.tuning.as_deref()?;
            let chosen = tuning.accuracy.outliers.get(app.tune.list.selected);
            Some(figures::scatter(tuning, layout, chosen))
        }
        View::Thresholds => {
            let tuning = results.tuning.as_deref()?;
            Some(figures::landscape(tuning, app.threshold))
        }
        View::ByK => {
            let by_k = results.by_k.as_deref();
            let by_k = by_k.filter(|by_k| !by_k.rows.is_empty())?;
            Some(figures::by_k(by_k, app.threshold))
        }
        View::Labels => {
            let labelled = results.labelled.as_deref()?;
            let curve = &labelled.curve;
            Some(figures::curve(curve, labelled.interval, app.threshold))
        }
        View::Sweep => {
            let sweep = results.sweep.as_deref()?;
            let (shown, cell) = (heat::shown(sweep), app.tune.heat.cell(sweep));
            Some(figures::sweep(&sweep.grid, &sweep.rows, shown, Some(cell)))
        }
    }
}

/// The banding of the S-curve: the configured one if it fits, otherwise the automatic one of LSH. It is that of the
/// requested configuration if this has the same texts and sketches as the displayed one; otherwise that of the
/// displayed one.
pub fn wanted(app: &App) -> Banding {
    let (requested, shown) = (app.reanalysis.requested(), &app.reanalysis.shown);
    let is_same = requested.settings == shown.settings;
    banding(if is_same { requested } else { shown }, app.threshold)
}

fn banding(analysis_config: &AnalysisConfig, threshold: f64) -> Banding {
    let layout = Layout::new(&analysis_config.settings.sketching);
    let method_config = &analysis_config.method_config;
    let fits = |b: &Banding| b.bands * b.rows <= layout.positions;
    let configured = method_config.banding.filter(fits);
    configured.unwrap_or_else(|| Banding::choose(layout, threshold, method_config.recall))
}
