//! Plots of the engine's results for the requested threshold and the displayed configuration.

use super::View;
use super::{banding, heat};
use crate::app::App;
use crate::plot::Figure;
use crate::plot::figures;
use crate::sketch::Layout;

/// The plot of a view; `None` if its data is not available.
pub fn figure(app: &App, view: View) -> Option<Figure> {
    let results = &app.tune.results;
    let shown = app.reanalysis.shown();
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
            let list = app.tune.lists[View::Estimates as usize];
            let chosen = tuning.accuracy.outliers.get(list.selected);
            Some(figures::scatter(tuning, layout, chosen))
        }
        View::Thresholds => {
            let tuning = results.tuning.as_deref()?;
            Some(figures::landscape(tuning, app.threshold))
        }
        View::ByK => {
            let by_k = results
                .by_k
                .as_deref()
                .filter(|by_k| !by_k.rows.is_empty())?;
            Some(figures::by_k(by_k, app.threshold))
        }
        View::Labels => {
            let labelled = results.labelled.as_deref()?;
            let curve = &labelled.curve;
            Some(figures::curve(curve, labelled.interval, app.threshold))
        }
        View::Changes => None,
        View::Sweep => {
            let sweep = results.sweep.as_deref()?;
            let (shown, cell) = (heat::shown(sweep), app.tune.heat.cell(sweep));
            Some(figures::sweep(&sweep.grid, &sweep.rows, shown, Some(cell)))
        }
    }
}
