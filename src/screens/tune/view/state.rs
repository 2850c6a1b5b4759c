//! Whether a plot is out of date, and the progress of the work for it.

use crate::app::App;
use crate::base::units::duration;
use crate::candidates::banding::Banding;
use crate::engine::AnalysisConfig;
use crate::screens::tune::state::{self as tune, View};
use crate::typeset::figures;
use crate::ui::theme::Theme;

/// Whether a view shows results of other settings than the requested ones, or of earlier results.
pub fn old(app: &App, view: View) -> bool {
    let results = &app.tune.results;
    match view {
        View::Sweep => false,
        View::SCurve => {
            app.reanalysis.pending() || results.waiting() || !results.measured(wanted(app))
        }
        View::Changes => app.stale() || results.waiting(),
        _ => app.reanalysis.pending() || results.waiting(),
    }
}

/// The work in progress for the view, with its remaining time if known.
pub fn doing(app: &App, view: View, theme: &Theme) -> Option<String> {
    let results = &app.tune.results;
    let text = if app.nothing_read() {
        "No document was read.".to_owned()
    } else if app.reanalysis.pending() {
        match &app.reanalysis.progress {
            Some(progress) => {
                let share = progress.fraction().map(|f| format!(" {:.0} %", f * 100.0));
                let left = progress.left().filter(|left| left.as_secs() > 0);
                let left = left.map(|left| format!(", {} left", duration(left)));
                let (share, left) = (share.unwrap_or_default(), left.unwrap_or_default());
                format!("{}{share}{left} …", progress.stage.name())
            }
            None => "working …".to_owned(),
        }
    } else if results.waiting() && view != View::Sweep {
        "counting every pair …".to_owned()
    } else {
        match view {
            View::SCurve => {
                let banding = wanted(app);
                if results.measured(banding) {
                    return deepening(app).map(|text| theme.own(&text));
                }
                format!("measuring {}×{} …", banding.bands, banding.rows)
            }
            View::ByK => {
                let waiting = results.by_k.as_ref().map_or(0, |by_k| by_k.waiting);
                if waiting == 0 {
                    return None;
                }
                format!("{waiting} more k to come …")
            }
            View::Sweep => {
                let sweep = results.sweep.as_ref().filter(|s| s.rows.len() < s.total)?;
                format!("{} of {} settings …", sweep.rows.len(), sweep.total)
            }
            View::Estimates | View::Thresholds => deepening(app)?,
            _ => return None,
        }
    };
    Some(theme.own(&text))
}

/// Down to which similarity the exact pairs are known, and how far the search for those below is.
fn deepening(app: &App) -> Option<String> {
    let results = &app.tune.results;
    let (progress, tuning) = results.deepening.as_ref().zip(results.tuning.as_ref())?;
    let floor = figures::threshold(tuning.floor());
    let share = progress.fraction().unwrap_or(0.0) * 100.0;
    let left = progress.left().filter(|left| left.as_secs() > 0);
    let left = left.map_or(String::new(), |left| format!(", {} left", duration(left)));
    Some(format!("exact from {floor} up, below {share:.0} %{left} …"))
}

/// The banding that the S-curve is to be drawn for: that of the requested settings, or of the shown
/// ones while others are being computed.
pub fn wanted(app: &App) -> Banding {
    tune::banding(config(app), app.threshold)
}

/// The requested settings, or the shown ones while others are being computed.
pub fn config(app: &App) -> &AnalysisConfig {
    let (requested, shown) = (app.reanalysis.requested(), app.reanalysis.shown());
    if requested.settings == shown.settings {
        requested
    } else {
        shown
    }
}
