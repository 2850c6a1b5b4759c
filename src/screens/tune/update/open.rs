//! The Enter key on the Tune screen, and thresholds proposed from labels or judgements.

use super::{forms, grid, sliders};
use crate::app::App;
use crate::app::commands::Command;
use crate::app::effect::Effect;
use crate::app::update::{pages, settings, threshold};
use crate::base::DocNo;
use crate::screens::clusters::update as clusters;
use crate::screens::compare::state::CompareState;
use crate::screens::tune::state::{ChangeRow, Focus, View, opened};

/// Moves the focus from the sliders to the plot; in the plot, opens or applies the item under the
/// cursor.
pub(super) fn open(app: &mut App) -> Vec<Effect> {
    if app.tune.focus == Focus::Sliders {
        app.tune.focus = Focus::Plot;
        app.reanalysis.let_go();
        return vec![];
    }
    if app.tune.opens_pair() {
        return app
            .tune
            .pair()
            .map_or_else(Vec::new, |(a, b)| compare(app, a, b));
    }
    match app.tune.view {
        View::SCurve | View::Thresholds => match app.tune.cursor() {
            Some(at) => threshold::set(app, at),
            None => vec![],
        },
        View::ByK => by_k(app),
        View::Labels if app.tune.results.labelled.is_none() => {
            forms::labels(app);
            vec![]
        }
        View::Estimates | View::Labels => vec![],
        View::Changes => change(app),
        View::Sweep => cell(app),
    }
}

fn compare(app: &mut App, a: DocNo, b: DocNo) -> Vec<Effect> {
    let documents = app.data.collection.as_ref().map_or(0, |c| c.len());
    if app.tune.results.outdated || a.index() >= documents || b.index() >= documents {
        return vec![];
    }
    pages::open_compare(app, CompareState::new(a, vec![b], 0))
}

/// Applies the k under the cursor.
fn by_k(app: &mut App) -> Vec<Effect> {
    let Some(at) = app.tune.cursor() else {
        return vec![];
    };
    let mut analysis_config = app.reanalysis.requested().clone();
    analysis_config.settings.sketching.k = (at.round() as usize).max(1);
    if app.reanalysis.apply(analysis_config) {
        return settings::ask(app);
    }
    vec![]
}

/// Selects the cluster of a change in the cluster list, or opens the document.
fn change(app: &mut App) -> Vec<Effect> {
    let (Some(changes), Some(row)) = (
        app.tune.results.changes.clone(),
        app.tune.changed.get(app.tune.list().selected).copied(),
    ) else {
        return vec![];
    };
    let Some(document) = row.document(&changes) else {
        return vec![];
    };
    let now = app.data.clustering.clone();
    let cluster = now.and_then(|now| now.cluster_of(document).map(|(index, _)| index));
    match (row, cluster) {
        (ChangeRow::Change(_), Some(cluster)) => {
            clusters::select(app, cluster);
            vec![]
        }
        _ => pages::open_document(app, document),
    }
}

/// Applies the settings of the cell under the cursor; opens the sweep form if there is no sweep.
fn cell(app: &mut App) -> Vec<Effect> {
    let Some(sweep) = app.tune.results.sweep.clone() else {
        grid::show(app);
        return vec![];
    };
    match app.tune.heat.row(&sweep) {
        Some(row) => {
            let (analysis_config, threshold) = opened(app.reanalysis.requested(), row);
            sliders::go(app, analysis_config, threshold)
        }
        None => app.told("this setting is still to be done"),
    }
}

/// Applies the best threshold from labels, else the one proposed from judged pairs.
pub(super) fn take_best(app: &mut App) -> Vec<Effect> {
    let labelled = app.tune.results.labelled.as_ref();
    let best = labelled.and_then(|l| l.curve.best());
    if let Some(none) = best.as_ref().and_then(|best| best.no_gain("threshold")) {
        return app.told(none);
    }
    let best = best.map(|best| best.threshold);
    let best = best.or_else(|| Some(app.tune.judging.proposal?.ok()?.threshold));
    match best {
        Some(best) => {
            app.reanalysis.let_go();
            threshold::set(app, best)
        }
        None => {
            let key = |command| app.keymap.label(command);
            let labels = key(Command::LoadLabels);
            let judge = key(Command::Judge);
            app.told(format!(
                "nothing proposes a threshold yet: {labels} reads labels, {judge} judges pairs"
            ))
        }
    }
}
