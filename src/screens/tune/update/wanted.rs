//! Requests for data that the Tune screen displays but does not have.

use std::sync::Arc;

use crate::app::effect::Effect;
use crate::app::{App, Screen};
use crate::engine::{AnalysisConfig, Request};
use crate::screens::tune::state::{self as tune, Confusion, Listed, View};

/// Requests for missing data that have not been sent yet.
pub(crate) fn wanted(app: &mut App) -> Vec<Effect> {
    if app.screen() != Screen::Tune {
        return vec![];
    }
    confusion(app);
    pair_rows(app);
    let mut requests = Vec::new();
    if !app.tune.sent_requests.tuning && app.data.pairs.is_some() {
        app.tune.sent_requests.tuning = true;
        requests.push(Request::Tune);
    }
    if app.tune.results.waiting() || app.data.collection.is_none() {
        return ask(requests);
    }
    let banding = tune::banding(&at_hand(app), app.threshold);
    if app.tune.sent_requests.banding != Some(banding) {
        app.tune.sent_requests.banding = Some(banding);
        requests.push(Request::Bands(banding));
    }
    if app.tune.view == View::ByK && !app.tune.sent_requests.by_k && !app.reanalysis.pending() {
        app.tune.sent_requests.by_k = true;
        requests.push(Request::ByK);
    }
    if app.tune.view == View::Changes && !app.stale() {
        requests.extend(changes(app));
    }
    ask(requests)
}

fn ask(requests: Vec<Request>) -> Vec<Effect> {
    requests.into_iter().map(Effect::Ask).collect()
}

/// The configuration of the plots: the requested one if it has the same texts and sketches as the
/// displayed one, otherwise the displayed one.
pub(super) fn at_hand(app: &App) -> AnalysisConfig {
    let (requested, shown) = (app.reanalysis.requested(), app.reanalysis.shown());
    if requested.settings == shown.settings {
        requested.clone()
    } else {
        shown.clone()
    }
}

fn changes(app: &mut App) -> Option<Request> {
    let pinned = app.tune.pinned.as_ref()?.clustering.clone();
    let now = app.data.clustering.clone()?;
    let latest = app.tune.sent_requests.changes.as_ref();
    if latest.is_some_and(|latest| Arc::ptr_eq(latest, &now)) {
        return None;
    }
    app.tune.sent_requests.changes = Some(now);
    Some(Request::Changes(pinned))
}

/// Makes the list of pairs below the plot anew after a change of what it shows; it begins at the threshold.
fn pair_rows(app: &mut App) {
    let tune = &mut app.tune;
    let view = tune.view;
    if !tune.pairs.update(view, app.threshold, &tune.results) {
        return;
    }
    let rows = &tune.pairs.rows;
    let below = rows.iter().position(|row| row.why == Listed::Below);
    let at = match view {
        View::Thresholds => below.unwrap_or(rows.len()).saturating_sub(1),
        _ => 0,
    };
    let len = rows.len();
    let list = &mut tune.lists[view as usize];
    list.select(at, len);
    // Pairs on both sides of the threshold are in sight.
    list.offset = at.saturating_sub(list.rows.max(2) / 2);
}

/// Recomputes the list of misclassified pairs after a threshold change.
fn confusion(app: &mut App) {
    let Some(labelled) = &app.tune.results.labelled else {
        return;
    };
    if app.tune.view != View::Labels || app.tune.confusion.threshold == app.threshold {
        return;
    }
    app.tune.confusion = Confusion::new(labelled, app.threshold);
    let rows = app.tune.confusion.rows.len();
    let list = &mut app.tune.lists[View::Labels as usize];
    list.select(list.selected, rows);
}
