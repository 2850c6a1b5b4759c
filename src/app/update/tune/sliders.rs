//! Slider changes: by a step, to a position, to a typed value, to the default. Each is applied at once.

use super::super::super::App;
use super::super::super::effect::Effect;
use super::super::super::key::{Code, Key};
use super::super::super::state::reanalysis::Moved;
use super::super::super::state::tune::{Focus, Slider};
use super::super::{clusters, settings, typing};
use crate::engine::AnalysisConfig;

/// Moves a slider by one step.
pub(super) fn slide(app: &mut App, slider: Slider, forward: bool) -> Vec<Effect> {
    app.tune.put_away();
    let Slider::Setting(setting) = slider else {
        let by = if forward { 0.01 } else { -0.01 };
        let to = ((app.threshold + by) * 100.0).round() / 100.0;
        return set_threshold(app, to);
    };
    let mut choice = app.reanalysis.asked().clone();
    if !setting.slide(&mut choice, forward, app.threshold) {
        return vec![];
    }
    set(app, slider, choice)
}

/// Moves a slider to a position in its range, 0..=1.
pub(super) fn slide_to(app: &mut App, slider: Slider, place: f64) -> Vec<Effect> {
    let place = place.clamp(0.0, 1.0);
    let Slider::Setting(setting) = slider else {
        return set_threshold(app, (place * 100.0).round() / 100.0);
    };
    let mut choice = app.reanalysis.asked().clone();
    setting.put(&mut choice, place);
    set(app, slider, choice)
}

/// Sets the threshold as an undoable step.
pub(in super::super) fn set_threshold(app: &mut App, to: f64) -> Vec<Effect> {
    let to = to.clamp(0.0, 1.0);
    let choice = app.reanalysis.asked().clone();
    let moved = (app.threshold, to);
    app.reanalysis.slide(Slider::Threshold, choice, Some(moved));
    clusters::set_threshold(app, to)
}

fn set(app: &mut App, slider: Slider, choice: AnalysisConfig) -> Vec<Effect> {
    if app.reanalysis.slide(slider, choice.fitted(), None) {
        return settings::ask(app);
    }
    vec![]
}

/// Changes configuration and threshold as one undoable step.
pub(in super::super) fn go(app: &mut App, choice: AnalysisConfig, threshold: f64) -> Vec<Effect> {
    let choice = choice.fitted();
    let settings = choice != *app.reanalysis.asked();
    app.reanalysis.go(choice, Some((app.threshold, threshold)));
    undone(
        app,
        Moved {
            settings,
            threshold: Some(threshold),
        },
    )
}

/// Requests the configuration and threshold that an undo or redo leads to.
pub(in super::super) fn undone(app: &mut App, moved: Moved) -> Vec<Effect> {
    let mut effects = Vec::new();
    if let Some(threshold) = moved.threshold {
        effects.extend(clusters::set_threshold(app, threshold));
    }
    if moved.settings {
        effects.extend(settings::ask(app));
    }
    effects
}

/// Resets the slider under the cursor; the threshold is reset to its value at program start.
pub(super) fn to_default(app: &mut App) -> Vec<Effect> {
    app.tune.put_away();
    let Slider::Setting(setting) = app.tune.at else {
        return set_threshold(app, app.start.threshold);
    };
    let mut choice = app.reanalysis.asked().clone();
    setting.reset(&mut choice);
    set(app, app.tune.at, choice)
}

/// Resets everything but the threshold.
pub(super) fn to_defaults(app: &mut App) -> Vec<Effect> {
    app.tune.put_away();
    let choice = app.reanalysis.asked().with_defaults();
    if app.reanalysis.apply(choice) {
        return settings::ask(app);
    }
    app.say("every setting is as it is by default");
    vec![]
}

/// Handles a key that edits a typed value while the sliders have the focus; `None` if the key is not
/// used.
pub(in super::super) fn key(app: &mut App, key: Key) -> Option<Vec<Effect>> {
    if app.tune.focus != Focus::Sliders {
        return None;
    }
    let slider = app.tune.at;
    let begun = !app.tune.line.text().is_empty();
    match key.code {
        Code::Char(c)
            if !key.ctrl && !key.alt && slider.takes(c) && (begun || begins(slider, c)) =>
        {
            if app.tune.line.text().len() < 20 {
                app.tune.wrong = None;
                app.tune.line.key(key);
            }
        }
        Code::Backspace | Code::Delete if begun => {
            app.tune.wrong = None;
            app.tune.line.key(key);
        }
        Code::Enter if begun => return Some(take(app)),
        Code::Up | Code::Down if begun => {
            let effects = take(app);
            if app.tune.wrong.is_none() {
                let choice = app.reanalysis.asked().clone();
                let by = if key.code == Code::Up { -1 } else { 1 };
                app.tune.step(by, &choice);
            }
            return Some(effects);
        }
        _ => return None,
    }
    Some(vec![])
}

/// Whether a typed value can begin with `c`: a digit, a point, or the `a` of `auto`.
fn begins(slider: Slider, c: char) -> bool {
    let auto = matches!(slider, Slider::Setting(setting) if setting.may_be_auto());
    c.is_ascii_digit() || c == '.' || (auto && c == 'a')
}

/// Applies the typed value, or sets the error message if it is invalid.
fn take(app: &mut App) -> Vec<Effect> {
    let text = app.tune.line.text().to_owned();
    let mut choice = app.reanalysis.asked().clone();
    let taken = match app.tune.at {
        Slider::Threshold => typing::threshold(&text).map(Some),
        Slider::Setting(setting) => {
            let set = setting.set_text(&mut choice, &text);
            set.map(|()| None).map_err(|why| why.to_string())
        }
    };
    match taken {
        Ok(threshold) => {
            app.tune.put_away();
            app.reanalysis.let_go();
            match threshold {
                Some(threshold) => set_threshold(app, threshold),
                None => set(app, app.tune.at, choice),
            }
        }
        Err(why) => {
            app.tune.wrong = Some(why);
            vec![]
        }
    }
}
