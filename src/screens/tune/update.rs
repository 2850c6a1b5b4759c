//! Commands, clicks and dialogs of the Tune screen.

mod figures;
mod forms;
mod grid;
mod judge;
mod open;
mod results;
mod sliders;
mod wanted;

pub(crate) use forms::submit;
pub(crate) use judge::{arrived as to_judge, command as judge_command, take_answers};
pub(crate) use results::results;
pub(crate) use sliders::{takes, typed, value_command};
pub(crate) use wanted::wanted;

use crate::app::action::TuneAction;
use crate::app::commands::Command;
use crate::app::effect::Effect;
use crate::app::update::pages;
use crate::app::{App, Page};
use crate::screens::tune::state::{Focus, Pin, Slider, View};

/// Brings the Tune screen to the front.
pub(crate) fn show(app: &mut App) {
    pages::show(app, Page::Tune);
    app.tune.put_away();
}

/// Runs a command on the Tune screen.
pub(crate) fn command(app: &mut App, command: Command) -> Vec<Effect> {
    use Command as C;
    match command {
        C::NextPlot => app.tune.view = app.tune.view.next(),
        C::TypeValue => (app.tune.focus, app.tune.types) = (Focus::Sliders, true),
        C::Defaults => return sliders::to_defaults(app),
        C::TakeBest => return open::take_best(app),
        C::Pin => pin(app),
        C::LoadLabels => forms::labels(app),
        C::Judge => return judge::judge(app),
        C::RunSweep => grid::show(app),
        C::SavePlots => forms::save_plots(app),
        C::Open => return open::open(app),
        _ => return moved(app, command),
    }
    vec![]
}

/// Movement: among sliders and their values, or on the plot.
fn moved(app: &mut App, command: Command) -> Vec<Effect> {
    use Command as C;
    if app.tune.focus == Focus::Sliders {
        let page = app.tune.sliders.page();
        match command {
            C::Left => return sliders::slide(app, app.tune.at, false),
            C::Right => return sliders::slide(app, app.tune.at, true),
            _ => {}
        }
        if let Some(by) = command.rows(page) {
            step_sliders(app, by);
        }
        return vec![];
    }
    if app.tune.view == View::Sweep {
        let page = 4;
        let by = match command {
            C::Left => (0, -1),
            C::Right => (0, 1),
            _ => (-command.rows(page).unwrap_or(0), 0),
        };
        if let Some(sweep) = app.tune.results.sweep.clone() {
            app.tune.heat.step(by, &sweep);
        }
        return vec![];
    }
    let rows = app.tune.rows();
    let page = app.tune.list().page();
    match (command, command.rows(page)) {
        (C::Left, _) => notches(app, -1),
        (C::Right, _) => notches(app, 1),
        (_, Some(by)) if rows > 0 => {
            app.tune.list_in_hand = true;
            app.tune.list_mut().step(by, rows);
        }
        (C::PageUp, _) => notches(app, -10),
        (C::PageDown, _) => notches(app, 10),
        (C::Top, _) => notches(app, i32::MIN / 2),
        (C::Bottom, _) => notches(app, i32::MAX / 2),
        _ => {}
    }
    vec![]
}

/// Moves the cursor of the plot in front; it starts at the current threshold or k.
fn notches(app: &mut App, by: i32) {
    let Some(figure) = figures::in_front(app) else {
        return;
    };
    app.tune.list_in_hand = false;
    let start = app.tune.cursor().unwrap_or(match app.tune.view {
        View::ByK => app.reanalysis.shown().settings.sketching.k as f64,
        _ => app.threshold,
    });
    app.tune.set_cursor(Some(figure.moved(start, by)));
}

/// Applies mouse input.
pub(crate) fn action(app: &mut App, action: TuneAction) -> Vec<Effect> {
    match action {
        TuneAction::Slider(slider) => select(app, slider),
        TuneAction::Step(slider, forward) => {
            select(app, slider);
            return sliders::slide(app, slider, forward);
        }
        TuneAction::Slide(slider, fraction) => {
            select(app, slider);
            return sliders::slide_to(app, slider, fraction);
        }
        TuneAction::View(view) => {
            app.tune.view = view;
        }
        TuneAction::Cursor(x) => {
            app.tune.focus = Focus::Plot;
            app.tune.set_cursor(Some(x));
            // Snaps to a notch, as key presses do.
            notches(app, 0);
        }
        TuneAction::Notches(by) => notches(app, by),
        TuneAction::Cell(row, column) => {
            let again = app.tune.heat.at == (row, column) && app.tune.focus == Focus::Plot;
            app.tune.focus = Focus::Plot;
            if again {
                return open::open(app);
            }
            app.tune.heat.at = (row, column);
        }
    }
    vec![]
}

fn select(app: &mut App, slider: Slider) {
    app.tune.focus = Focus::Sliders;
    app.tune.put_away();
    if app.tune.at != slider {
        app.tune.at = slider;
        app.reanalysis.let_go();
    }
}

/// Moves the slider cursor.
pub(crate) fn step_sliders(app: &mut App, by: i64) {
    let analysis_config = app.reanalysis.requested().clone();
    app.tune.step(by, &analysis_config);
    app.reanalysis.let_go();
}

/// Discards the typed value, or moves the focus from the plot to the sliders. Returns whether there was
/// anything to do.
pub(crate) fn escape(app: &mut App) -> bool {
    let tune = &mut app.tune;
    if !tune.line.text().is_empty() || tune.wrong.is_some() {
        tune.put_away();
        return true;
    }
    let in_plot = tune.focus == Focus::Plot;
    tune.focus = Focus::Sliders;
    in_plot
}

fn pin(app: &mut App) {
    let Some(clustering) = app.data.clustering.clone().filter(|_| !app.stale()) else {
        app.say("wait until the clusters of these settings stand, then pin them");
        return;
    };
    let documents = clustering.clustered() as u64;
    let clusters =
        crate::base::units::counted(clustering.clusters.len() as u64, "cluster", "clusters");
    app.tune.pinned = Some(Pin {
        clustering,
        analysis_config: app.reanalysis.shown().clone(),
    });
    app.tune.changed.clear();
    app.tune.results.changes = None;
    app.tune.sent_requests.changes = None;
    app.say(format!(
        "pinned: {clusters} of {}; move a slider and see what changes",
        crate::base::units::counted(documents, "document", "documents")
    ));
}
