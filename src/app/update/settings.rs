//! Commands of the Settings dialog; applying, undoing and redoing configuration changes.

use super::super::commands::Command;
use super::super::dialog::{Dialog, DialogKind};
use super::super::effect::Effect;
use super::super::screen::Screen;
use super::super::state::reanalysis::Moved;
use super::super::{App, Page};
use super::{pages, threshold};
use crate::base::units;
use crate::config::Purpose;
use crate::engine::{AnalysisConfig, Request};
use crate::review::mask_changes;
use crate::typeset::figures;
use std::time::Duration;

/// Opens the dialog with the requested configuration.
pub(super) fn open(app: &mut App) {
    let mut dialog = Dialog::new(DialogKind::Settings);
    dialog.draft = Some(Box::new(app.reanalysis.asked().clone()));
    app.dialogs.push(dialog);
}

/// Runs a command in the dialog.
pub(super) fn command(app: &mut App, command: Command) -> Vec<Effect> {
    let Some(dialog) = app.dialogs.last_mut() else {
        return vec![];
    };
    match command {
        // The first Esc discards the typed value, the second closes the dialog.
        Command::Escape if !dialog.line.text().is_empty() => put_away(dialog),
        Command::Escape | Command::Back => drop(app.dialogs.pop()),
        Command::Accept => return enter(app),
        Command::Left => turn(app, false),
        Command::Right => turn(app, true),
        Command::Defaults => {
            put_away(dialog);
            let draft = dialog.draft.as_deref().map(AnalysisConfig::with_defaults);
            dialog.draft = draft.map(Box::new);
            let len = dialog.settings().len();
            dialog.scroll.step(0, len);
        }
        Command::Undo => return undo(app),
        Command::Redo => return redo(app),
        Command::DeleteLeft if !dialog.line.text().is_empty() => {
            dialog.wrong = None;
            dialog.line.edit(command);
        }
        _ => {
            if let Some(by) = command.rows(dialog.scroll.page()) {
                step(app, by);
            }
        }
    }
    vec![]
}

/// A click on a row selects it; a click on the selected row steps to its next value.
pub(super) fn click(app: &mut App, row: usize) {
    let Some(dialog) = app.dialogs.last_mut() else {
        return;
    };
    if dialog.scroll.selected == row {
        return turn(app, true);
    }
    put_away(dialog);
    let len = dialog.settings().len();
    dialog.scroll.select(row, len);
}

fn put_away(dialog: &mut Dialog) {
    dialog.line.clear();
    dialog.wrong = None;
}

fn step(app: &mut App, by: i64) {
    if take_typed(app)
        && let Some(dialog) = app.dialogs.last_mut()
    {
        dialog.wrong = None;
        let len = dialog.settings().len();
        dialog.scroll.step(by, len);
    }
}

fn turn(app: &mut App, forward: bool) {
    let threshold = app.threshold;
    if let Some(dialog) = app.dialogs.last_mut() {
        put_away(dialog);
        if let (Some(setting), Some(draft)) = (dialog.setting(), &mut dialog.draft) {
            setting.step(draft, forward, threshold);
        }
    }
}

/// Whether `c` continues a value being typed, which takes precedence over its other meanings.
pub(super) fn continues(dialog: &Dialog, c: char) -> bool {
    let fits = dialog.setting().is_some_and(|setting| setting.takes(c));
    fits && dialog.kind == DialogKind::Settings && !dialog.line.text().is_empty()
}

/// Adds a character to the typed value if the setting accepts it.
pub(super) fn typed(app: &mut App, c: char) {
    let Some(dialog) = app.dialogs.last_mut() else {
        return;
    };
    let fits = dialog.setting().is_some_and(|setting| setting.takes(c));
    if fits && dialog.line.text().len() < 20 {
        dialog.wrong = None;
        dialog.line.insert(c.encode_utf8(&mut [0; 4]));
    }
}

/// Applies the typed value to the draft. Returns `false` and sets the error message if it is invalid.
fn take_typed(app: &mut App) -> bool {
    let Some(dialog) = app.dialogs.last_mut() else {
        return true;
    };
    if dialog.line.text().is_empty() {
        return true;
    }
    let text = dialog.line.text().to_owned();
    let (Some(setting), Some(draft)) = (dialog.setting(), &mut dialog.draft) else {
        return true;
    };
    match setting.set_text(draft, &text) {
        Ok(()) => {
            put_away(dialog);
            true
        }
        Err(why) => {
            dialog.wrong = Some(why.to_string());
            false
        }
    }
}

fn enter(app: &mut App) -> Vec<Effect> {
    if !take_typed(app) {
        return vec![];
    }
    if !fits(app) {
        return vec![];
    }
    let Some(draft) = app.dialogs.pop().and_then(|d| d.draft) else {
        return vec![];
    };
    take(app, *draft)
}

/// Whether the values of the draft go together. Returns `false` and sets the error message if they do not.
fn fits(app: &mut App) -> bool {
    let Some(dialog) = app.dialogs.last_mut() else {
        return true;
    };
    let Some(draft) = &dialog.draft else {
        return true;
    };
    let fitted = draft.as_ref().clone().fitted();
    let wrong = draft.changed(&fitted).next().map(|setting| {
        let (given, fitting) = (setting.text(draft), setting.text(&fitted));
        format!(
            "{} {given} does not go with the others; {fitting} does",
            setting.name
        )
    });
    let fits = wrong.is_none();
    if !fits {
        dialog.wrong = wrong;
    }
    fits
}

/// Requests the configuration of the other purpose, with its threshold.
pub(super) fn switch_purpose(app: &mut App) -> Vec<Effect> {
    let (analysis_config, threshold) = app.reanalysis.other_purpose(app.threshold);
    // Copied text is read pair by pair: its clusters are chains of texts with one source.
    if analysis_config.purpose == Purpose::CopiedText && app.screen() == Screen::Clusters {
        pages::show(app, Page::Pairs);
    }
    take_at(app, analysis_config.fitted(), Some(threshold))
}

/// Requests a configuration; if its purpose is another one, with the threshold that this begins with, as
/// one step.
fn take(app: &mut App, analysis_config: AnalysisConfig) -> Vec<Effect> {
    let purpose = analysis_config.purpose;
    let other = purpose != app.reanalysis.asked().purpose;
    take_at(app, analysis_config, other.then(|| purpose.threshold()))
}

/// Requests a configuration and a threshold, as one step.
fn take_at(app: &mut App, analysis_config: AnalysisConfig, to: Option<f64>) -> Vec<Effect> {
    let threshold = to.map(|to| (app.threshold, to));
    if !app.reanalysis.go(analysis_config, threshold) {
        return vec![];
    }
    let mut effects = Vec::new();
    if let Some((_, to)) = threshold {
        effects.extend(threshold::request(app, to));
    }
    effects.extend(ask(app));
    effects
}

/// Undoes the last configuration change.
pub(super) fn undo(app: &mut App) -> Vec<Effect> {
    if let Some(moved) = app.reanalysis.undo() {
        return undone(app, moved);
    }
    app.say("no change of settings to undo");
    vec![]
}

/// Requests the configuration and threshold that an undo or redo leads to.
pub(super) fn undone(app: &mut App, moved: Moved) -> Vec<Effect> {
    let mut effects = Vec::new();
    if let Some(to) = moved.threshold {
        effects.extend(threshold::request(app, to));
    }
    if moved.settings {
        effects.extend(ask(app));
    }
    effects
}

/// Redoes the configuration change last undone.
pub(super) fn redo(app: &mut App) -> Vec<Effect> {
    if let Some(moved) = app.reanalysis.redo() {
        return undone(app, moved);
    }
    app.say("no change of settings to redo");
    vec![]
}

/// Requests the current configuration from the engine and shows it in the dialog if that is open.
pub(super) fn ask(app: &mut App) -> Vec<Effect> {
    let analysis_config = app.reanalysis.asked().clone();
    // Clears the status line for the progress of the new work.
    app.notices.dismiss();
    app.data.stopping = false;
    app.reanalysis.progress = None;
    if let Some(dialog) = app
        .dialogs
        .last_mut()
        .filter(|d| d.kind == DialogKind::Settings)
    {
        put_away(dialog);
        dialog.draft = Some(Box::new(analysis_config.clone()));
    }
    let mut effects = vec![Effect::Ask(Request::Settings(Box::new(analysis_config)))];
    let masks = &app.reanalysis.asked().masks;
    let changes = mask_changes(&app.kept_masks, masks);
    if !changes.is_empty() {
        app.kept_masks.clone_from(masks);
        effects.push(Effect::Ask(Request::KeepMasks(changes)));
    }
    effects
}

/// Handles the engine's report that `analysis_config` is now in effect.
pub(super) fn settled(
    app: &mut App,
    analysis_config: AnalysisConfig,
    stopped: bool,
    elapsed: Duration,
) {
    let mut before = app.reanalysis.shown().clone();
    let (waited, starting) = (app.reanalysis.pending(), app.reanalysis.starting());
    app.reanalysis.settled(analysis_config, stopped);
    app.data.stopping &= app.data.finished.is_none() && !stopped;
    let time = units::duration(elapsed);
    let redo = app.keymap.label(Command::Redo);
    let undo = app.keymap.label(Command::Undo);
    let kept = std::mem::take(&mut app.start.kept_masks);
    if stopped {
        app.say(format!(
            "stopped after {time}: the old settings hold ({redo} tries the new ones again)"
        ));
        return;
    }
    if starting {
        let masks = &app.reanalysis.shown().masks;
        before.masks.clone_from(masks);
        let list = app.keymap.label(Command::Masks);
        let kept = if kept { ", as last time" } else { "" };
        app.say(format!(
            "left out{kept}: {}; {list} lists it",
            masks.describe()
        ));
    }
    if waited && before != *app.reanalysis.shown() {
        let now = app.reanalysis.shown();
        let purpose = (before.purpose != now.purpose).then_some(now.purpose);
        let changed = before
            .changed(now)
            .filter(|setting| purpose.is_none() || setting.name != "purpose")
            .map(|setting| format!("{} {}", setting.name, setting.text(now)));
        let masks =
            (before.masks != now.masks).then(|| format!("left out: {}", now.masks.describe()));
        let mut parts = Vec::from_iter(changed.chain(masks));
        let said = match purpose {
            Some(purpose) => {
                parts.push(format!("threshold {}", figures::threshold(app.threshold)));
                let back = app.keymap.label(Command::SwitchPurpose);
                let (name, parts) = (purpose.phrase(), parts.join(", "));
                format!("{name}: {parts} in {time}; {back} goes back")
            }
            None => format!("now {}: done in {time}, {undo} undoes", parts.join(", ")),
        };
        app.say(said);
    }
}
