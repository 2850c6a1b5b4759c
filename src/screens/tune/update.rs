//! Commands, clicks and dialogs of the Tune screen.

mod forms;
mod judge;
mod results;

pub(crate) use forms::submit;
pub(crate) use judge::{arrived as to_judge, command as judge_command, take_answers};
pub(crate) use results::{results, wanted};

use crate::app::action::TuneAction;
use crate::app::dialog::{Dialog, DialogKind};
use crate::app::update::{pages, settings, threshold};
use crate::app::{App, Command};
use crate::base::DocNo;
use crate::engine::AnalysisConfig;
use crate::screens::compare::state::CompareState;
use crate::screens::tune::state::{Slider, TuneFocus, View, opened, plots};

/// Runs a command on the Tune screen.
pub(crate) fn command(app: &mut App, command: Command) {
    use Command as C;
    match command {
        C::NextPlot => app.tune.view = app.tune.view.next(),
        C::TypeValue => match app.tune.at {
            Slider::Threshold => app.dialogs.push(Dialog::new(DialogKind::Threshold)),
            Slider::Setting(setting) => settings::open_at(app, setting),
        },
        C::Defaults => to_defaults(app),
        C::TakeBest => take_best(app),
        C::LoadLabels => forms::labels(app),
        C::Judge => judge::judge(app),
        C::RunSweep => forms::sweep(app),
        C::Open => open(app),
        _ => moved(app, command),
    }
}

/// Movement: among sliders and their values, or on the plot.
fn moved(app: &mut App, command: Command) {
    use Command as C;
    if app.tune.focus == TuneFocus::Sliders {
        let page = app.tune.sliders.page();
        match (command, command.rows(page)) {
            (C::Left, _) => slide(app, app.tune.at, false),
            (C::Right, _) => slide(app, app.tune.at, true),
            (_, Some(by)) => step_sliders(app, by),
            _ => {}
        }
        return;
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
        return;
    }
    let rows = app.tune.pairs.rows.len();
    let page = app.tune.list.page();
    match (command, command.rows(page)) {
        (C::Left, _) => notches(app, -1),
        (C::Right, _) => notches(app, 1),
        (_, Some(by)) if rows > 0 => {
            app.tune.list_in_hand = true;
            app.tune.list.step(by, rows);
        }
        (C::PageUp, _) => notches(app, -10),
        (C::PageDown, _) => notches(app, 10),
        (C::Top, _) => notches(app, i32::MIN / 2),
        (C::Bottom, _) => notches(app, i32::MAX / 2),
        _ => {}
    }
}

/// Moves the cursor of the plot in front; it starts at the current threshold or k.
fn notches(app: &mut App, by: i32) {
    let view = app.tune.view;
    let Some(figure) = plots::figure(app, view).filter(|_| view != View::Sweep) else {
        return;
    };
    app.tune.list_in_hand = false;
    let start = app.tune.cursor().unwrap_or(match view {
        View::ByK => app.reanalysis.shown.settings.sketching.k as f64,
        _ => app.threshold,
    });
    app.tune.set_cursor(Some(figure.moved(start, by)));
}

/// Applies mouse input.
pub(crate) fn action(app: &mut App, action: TuneAction) {
    match action {
        TuneAction::Slider(slider) => select(app, slider),
        TuneAction::Step(slider, forward) => slide(app, slider, forward),
        TuneAction::Slide(slider, fraction) => slide_to(app, slider, fraction),
        TuneAction::View(view) => app.tune.view = view,
        TuneAction::Cursor(x) => {
            app.tune.focus = TuneFocus::Plot;
            app.tune.set_cursor(Some(x));
            // Snaps to a notch, as key presses do.
            notches(app, 0);
        }
        TuneAction::Notches(by) => notches(app, by),
    }
}

fn select(app: &mut App, slider: Slider) {
    app.tune.focus = TuneFocus::Sliders;
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

/// Moves the focus from the plot to the sliders. Returns whether it was on the plot.
pub(crate) fn escape(app: &mut App) -> bool {
    std::mem::replace(&mut app.tune.focus, TuneFocus::Sliders) == TuneFocus::Plot
}

/// Moves the focus from the sliders to the plot; in the plot, opens or applies what is under the cursor.
fn open(app: &mut App) {
    if app.tune.focus == TuneFocus::Sliders {
        app.tune.focus = TuneFocus::Plot;
        app.reanalysis.let_go();
        return;
    }
    if let Some((a, b)) = app.tune.pair().filter(|_| app.tune.opens_pair()) {
        return compare(app, a, b);
    }
    let at = app.tune.cursor();
    match (app.tune.view, at) {
        (View::SCurve | View::Thresholds, Some(at)) => threshold::set(app, at),
        (View::ByK, Some(at)) => {
            let mut analysis_config = app.reanalysis.requested().clone();
            analysis_config.settings.sketching.k = (at.round() as usize).max(1);
            settings::go(app, analysis_config, None);
        }
        (View::Labels, _) if app.tune.results.labelled.is_none() => forms::labels(app),
        (View::Sweep, _) => cell(app),
        _ => {}
    }
}

fn compare(app: &mut App, a: DocNo, b: DocNo) {
    let documents = app.data.collection.as_ref().map_or(0, |c| c.len());
    if app.tune.results.outdated || a.max(b).index() >= documents {
        return;
    }
    pages::open_compare(app, CompareState::new(a, vec![b], 0))
}

/// Applies the settings of the cell under the cursor; opens the form of the sweep if there is no sweep.
fn cell(app: &mut App) {
    let Some(sweep) = app.tune.results.sweep.clone() else {
        forms::sweep(app);
        return;
    };
    match app.tune.heat.result(&sweep) {
        Some(row) => {
            let (analysis_config, threshold) = opened(app.reanalysis.requested(), row);
            settings::go(app, analysis_config.fitted(), Some(threshold));
        }
        None => app.say("this setting is still to be done"),
    }
}

/// Applies the best threshold from labels, otherwise the one proposed from judged pairs.
fn take_best(app: &mut App) {
    let labelled = app.tune.results.labelled.as_ref();
    let best = labelled.and_then(|l| l.curve.best());
    if let Some(none) = best.as_ref().and_then(|best| best.no_gain("threshold")) {
        return app.say(none);
    }
    let best = best.map(|best| best.threshold);
    let best = best.or_else(|| Some(app.tune.judging.proposal?.ok()?.threshold));
    let Some(best) = best else {
        let [labels, judge] = [Command::LoadLabels, Command::Judge].map(|c| app.keymap.label(c));
        return app.say(format!(
            "nothing proposes a threshold yet: {labels} reads labels, {judge} judges pairs"
        ));
    };
    app.reanalysis.let_go();
    threshold::set(app, best)
}

/// Moves a slider by one step, and the cursor to it.
fn slide(app: &mut App, slider: Slider, forward: bool) {
    select(app, slider);
    let Slider::Setting(setting) = slider else {
        return threshold::step(app, if forward { 0.01 } else { -0.01 });
    };
    let mut analysis_config = app.reanalysis.requested().clone();
    if !setting.slide(&mut analysis_config, forward, app.threshold) {
        return;
    }
    set_slider(app, slider, analysis_config)
}

/// Moves a slider to a position in its range, 0..=1, and the cursor to it.
fn slide_to(app: &mut App, slider: Slider, fraction: f64) {
    select(app, slider);
    let fraction = fraction.clamp(0.0, 1.0);
    let Slider::Setting(setting) = slider else {
        return threshold::set(app, (fraction * 100.0).round() / 100.0);
    };
    let mut analysis_config = app.reanalysis.requested().clone();
    setting.put(&mut analysis_config, fraction);
    set_slider(app, slider, analysis_config)
}

fn set_slider(app: &mut App, slider: Slider, analysis_config: AnalysisConfig) {
    if app.reanalysis.slide(slider, analysis_config.fitted(), None) {
        settings::ask(app);
    }
}

/// Resets everything but the purpose and the threshold.
fn to_defaults(app: &mut App) {
    let requested = app.reanalysis.requested();
    let mut analysis_config = requested.with_defaults();
    analysis_config.adopt(requested.purpose);
    if !settings::go(app, analysis_config, None) {
        app.say("every setting is as it is by default");
    }
}
