//! Results of the engine for the Tune screen: requests for missing ones, and handling of arriving ones.

use std::sync::Arc;

use crate::app::data::store_progress;
use crate::app::{App, Screen};

use crate::engine::{Request, Update};
use crate::lab::LabelMetrics;
use crate::screens::tune::state::{ListingReason, View, plots};

/// Applies an update for this screen; ignores others.
pub(crate) fn results(app: &mut App, update: Update) {
    let tune = &mut app.tune;
    match update {
        Update::Tuning(tuning) => {
            tune.results.tuning = Some(tuning);
            tune.results.outdated = false;
            tune.results.deepening = None;
            (tune.requested_banding, tune.requested_by_k) = (None, false);
        }
        Update::Deepening(None) => tune.results.deepening = None,
        Update::Deepening(Some(progress)) => {
            store_progress(&mut tune.results.deepening, progress, app.start.calm);
        }
        Update::BandingEvaluation(banded) => tune.results.banded = Some(banded),
        Update::ByK(by_k) => tune.results.by_k = Some(by_k),
        Update::Labelled(labelled) => {
            let first = tune.results.labelled.is_none();
            let remarks = labelled.labels.remarks.first().cloned();
            tune.results.labelled = Some(labelled);
            if let (true, Some(remark)) = (first, remarks) {
                app.say(remark);
            }
        }
        Update::Unlabelled => {
            // Labels of a file stay: these are of decisions.
            let is_file = |l: &Arc<LabelMetrics>| !l.file.path.as_os_str().is_empty();
            tune.results.labelled = tune.results.labelled.take().filter(is_file);
        }
        Update::Sweep(sweep) => {
            let before = tune.results.sweep.as_ref();
            if before.is_none_or(|before| before.grid != sweep.grid) {
                let analysis_config = app.reanalysis.shown.clone();
                tune.heat.find(&sweep, &analysis_config, app.threshold);
            }
            tune.results.sweep = Some(sweep);
        }
        _ => {}
    }
}

/// Requests for missing data that have not been sent yet.
pub(crate) fn wanted(app: &mut App) {
    if app.screen() != Screen::Tune {
        return;
    }
    list_pairs(app);
    if !app.tune.requested_tuning && app.data.pairs.is_some() {
        app.tune.requested_tuning = true;
        app.ask(Request::Tune);
    }
    if !app.tune.results.waiting() && app.data.collection.is_some() {
        let banding = plots::wanted(app);
        if app.tune.requested_banding != Some(banding) {
            app.tune.requested_banding = Some(banding);
            app.ask(Request::Bands(banding));
        }
        if app.tune.view == View::ByK && !app.tune.requested_by_k && !app.reanalysis.pending() {
            app.tune.requested_by_k = true;
            app.ask(Request::ByK);
        }
    }
}

/// Lists the pairs behind the plot again after a change of what it shows; pairs next to the threshold are listed from
/// there.
fn list_pairs(app: &mut App) {
    let tune = &mut app.tune;
    if !tune.pairs.update(tune.view, app.threshold, &tune.results) {
        return;
    }
    let rows = &tune.pairs.rows;
    let at = match tune.view {
        View::Thresholds => {
            let below = rows.iter().position(|row| row.why == ListingReason::Below);
            below.unwrap_or(rows.len()).saturating_sub(1)
        }
        _ => 0,
    };
    let list = &mut tune.list;
    list.select(at, rows.len());
    // Pairs on both sides of the threshold are in sight.
    list.offset = at.saturating_sub(list.rows.max(2) / 2);
}
