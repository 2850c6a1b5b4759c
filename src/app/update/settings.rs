//! Keys of the Settings dialog; applying, undoing and redoing configuration changes.

use super::super::App;
use super::super::dialog::{Dialog, Kind};
use super::super::effect::Effect;
use super::super::key::{Code, Key};
use super::tune;
use crate::base::units;
use crate::engine::{AnalysisConfig, Request};
use std::time::Duration;

/// Opens the dialog with the requested configuration.
pub(super) fn open(app: &mut App) {
    let mut dialog = Dialog::new(Kind::Settings);
    dialog.draft = Some(Box::new(app.reanalysis.asked().clone()));
    app.dialogs.push(dialog);
}

/// Handles a key in the dialog.
pub(super) fn key(app: &mut App, key: Key) -> Vec<Effect> {
    let page = app.dialogs.last().map_or(1, |d| d.scroll.page());
    if app.dialogs.last().is_some_and(|d| continues(d, key)) {
        typed(app, key);
        return vec![];
    }
    match (key.ctrl, key.code) {
        (false, Code::Esc | Code::Char('q' | ',')) => {
            // The first Esc discards the typed value, the second closes the dialog.
            let typing = app
                .dialogs
                .last()
                .is_some_and(|d| !d.line.text().is_empty());
            match app.dialogs.last_mut() {
                Some(dialog) if typing && key.code == Code::Esc => put_away(dialog),
                _ => drop(app.dialogs.pop()),
            }
        }
        (false, Code::Enter) => return enter(app),
        (false, Code::Up | Code::Char('k')) | (true, Code::Char('p')) => step(app, -1),
        (false, Code::Down | Code::Char('j')) | (true, Code::Char('n')) => step(app, 1),
        (false, Code::PageUp) => step(app, -page),
        (false, Code::PageDown) => step(app, page),
        (false, Code::Home | Code::Char('g')) => step(app, i64::MIN / 2),
        (false, Code::End | Code::Char('G')) => step(app, i64::MAX / 2),
        (false, Code::Left | Code::Char('h')) => turn(app, false),
        (false, Code::Right | Code::Char('l' | ' ')) => turn(app, true),
        (false, Code::Char('d')) => {
            if let Some(dialog) = app.dialogs.last_mut() {
                put_away(dialog);
                let draft = dialog.draft.as_deref().map(AnalysisConfig::with_defaults);
                dialog.draft = draft.map(Box::new);
                let len = dialog.settings().len();
                dialog.scroll.step(0, len);
            }
        }
        (false, Code::Char('u')) => return undo(app),
        (false, Code::Char('U')) | (true, Code::Char('r')) => return redo(app),
        _ => typed(app, key),
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

/// Whether the key continues a value being typed, which takes precedence over its other meanings.
fn continues(dialog: &Dialog, key: Key) -> bool {
    let fits = |c| dialog.setting().is_some_and(|setting| setting.takes(c));
    let plain = !key.ctrl && !key.alt;
    plain && !dialog.line.text().is_empty() && matches!(key.code, Code::Char(c) if fits(c))
}

/// Adds a character to the typed value if the setting accepts it, or deletes one.
fn typed(app: &mut App, key: Key) {
    let Some(dialog) = app.dialogs.last_mut() else {
        return;
    };
    let Some(setting) = dialog.setting() else {
        return;
    };
    let fits = matches!(key.code, Code::Char(c) if setting.takes(c));
    let editing = !dialog.line.text().is_empty() && key.code == Code::Backspace;
    let room = dialog.line.text().len() < 20;
    if editing || (fits && room && !key.ctrl && !key.alt) {
        dialog.wrong = None;
        dialog.line.key(key);
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
    let Some(draft) = app.dialogs.pop().and_then(|d| d.draft) else {
        return vec![];
    };
    if app.reanalysis.apply(draft.fitted()) {
        return ask(app);
    }
    vec![]
}

/// Undoes the last configuration change.
pub(super) fn undo(app: &mut App) -> Vec<Effect> {
    if let Some(moved) = app.reanalysis.undo() {
        return tune::undone(app, moved);
    }
    app.say("no change of settings to undo");
    vec![]
}

/// Redoes the configuration change last undone.
pub(super) fn redo(app: &mut App) -> Vec<Effect> {
    if let Some(moved) = app.reanalysis.redo() {
        return tune::undone(app, moved);
    }
    app.say("no change of settings to redo");
    vec![]
}

/// Requests the current configuration from the engine and shows it in the dialog if that is open.
pub(super) fn ask(app: &mut App) -> Vec<Effect> {
    let choice = app.reanalysis.asked().clone();
    // Clears the status line for the progress of the new work.
    app.notices.dismiss();
    app.data.stopping = false;
    app.reanalysis.progress = None;
    if let Some(dialog) = app.dialogs.last_mut().filter(|d| d.kind == Kind::Settings) {
        put_away(dialog);
        dialog.draft = Some(Box::new(choice.clone()));
    }
    vec![Effect::Ask(Request::Settings(Box::new(choice)))]
}

/// Handles the engine's report that `choice` is now in effect.
pub(super) fn settled(app: &mut App, choice: AnalysisConfig, stopped: bool, elapsed: Duration) {
    let before = app.reanalysis.shown().clone();
    let waited = app.reanalysis.pending();
    app.reanalysis.settled(choice, stopped);
    app.data.stopping &= app.data.finished.is_none() && !stopped;
    let time = units::duration(elapsed);
    let redo = app.keymap.label(super::super::Command::RedoSettings);
    let undo = app.keymap.label(super::super::Command::UndoSettings);
    if stopped {
        app.say(format!(
            "stopped after {time}: the old settings hold ({redo} tries the new ones again)"
        ));
    } else if waited {
        let now = app.reanalysis.shown();
        let now: Vec<String> = before
            .changed(now)
            .map(|setting| format!("{} {}", setting.name, setting.text(now)))
            .collect();
        app.say(format!(
            "now {}: done in {time}, {undo} undoes",
            now.join(", ")
        ));
    }
}
