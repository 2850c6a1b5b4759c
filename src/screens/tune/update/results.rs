//! Applies engine updates for the Tune screen.

use std::sync::Arc;

use crate::app::App;
use crate::engine::Update;
use crate::lab::LabelMetrics;
use crate::screens::tune::state::{ChangeRow, Confusion, View};

/// Applies one update; returns it unchanged if it is not for this screen.
pub(crate) fn results(app: &mut App, update: Update) -> Option<Update> {
    let tune = &mut app.tune;
    match update {
        Update::Tuning(tuning) => {
            let rows = tuning.accuracy.outliers.len();
            let list = &mut tune.lists[View::Estimates as usize];
            list.select(list.selected, rows);
            tune.results.tuning = Some(tuning);
            tune.results.outdated = false;
            tune.results.deepening = None;
            tune.sent_requests.again();
        }
        Update::Deepening(progress) => {
            let steps = tune.results.deepening.as_ref().zip(progress.as_ref());
            let same_step = steps.is_some_and(|(old, new)| old.is_in_step_with(new));
            if !same_step || !app.start.calm {
                tune.results.deepening = progress;
            }
        }
        Update::BandingEvaluation(banded) => tune.results.banded = Some(banded),
        Update::ByK(by_k) => tune.results.by_k = Some(by_k),
        Update::Changes(changes) => {
            // Ignores changes against a clustering that is no longer pinned.
            let pinned = tune.pinned.as_ref();
            if pinned.is_some_and(|pin| Arc::ptr_eq(&pin.clustering, &changes.before)) {
                tune.changed = ChangeRow::all(&changes);
                tune.results.changes = Some(changes);
                let rows = tune.changed.len();
                let list = &mut tune.lists[View::Changes as usize];
                list.select(list.selected, rows);
            }
        }
        Update::Labelled(labelled) => {
            let first = tune.results.labelled.is_none();
            tune.confusion = Confusion::new(&labelled, app.threshold);
            let rows = tune.confusion.rows.len();
            let list = &mut tune.lists[View::Labels as usize];
            list.select(list.selected, rows);
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
            if tune.results.labelled.is_none() {
                tune.confusion = Confusion::default();
            }
        }
        Update::Sweep(sweep) => {
            let before = tune.results.sweep.as_ref();
            if before.is_none_or(|before| before.grid != sweep.grid) {
                let analysis_config = app.reanalysis.shown().clone();
                tune.heat.find(&sweep, &analysis_config, app.threshold);
            }
            tune.results.sweep = Some(sweep);
        }
        other => return Some(other),
    }
    None
}
