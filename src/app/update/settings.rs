//! Commands of the Settings dialog; applying and undoing configuration changes.

use super::super::{App, Command, Dialog, DialogKind, Page, Screen};
use super::{pages, threshold};
use crate::base::units;
use crate::config::{Purpose, Setting};
use crate::engine::{AnalysisConfig, Request};
use crate::review::{Choice, mask_changes};
use std::time::Duration;

/// Opens the dialog with the requested configuration.
pub(crate) fn open(app: &mut App) {
    let mut dialog = Dialog::new(DialogKind::Settings);
    dialog.draft = Some(Box::new(app.reanalysis.requested().clone()));
    app.dialogs.push(dialog);
}

pub(crate) fn open_at(app: &mut App, setting: &Setting) {
    open(app);
    if let Some(dialog) = app.dialogs.last_mut() {
        let rows = dialog.settings();
        let at = rows.iter().position(|row| *row == setting);
        dialog.scroll.select(at.unwrap_or(0), rows.len());
    }
}

pub(crate) fn command(app: &mut App, command: Command) {
    let Some(dialog) = app.dialogs.last_mut() else {
        return;
    };
    match command {
        // The first Esc discards the typed value, the second closes the dialog.
        Command::Escape if !dialog.line.text().is_empty() => clear_typed(dialog),
        Command::Escape | Command::Back => drop(app.dialogs.pop()),
        Command::Accept => enter(app),
        Command::Left => step_value(dialog, app.threshold, false),
        Command::Right => step_value(dialog, app.threshold, true),
        Command::Defaults => {
            clear_typed(dialog);
            let draft = dialog.draft.as_deref().map(AnalysisConfig::with_defaults);
            dialog.draft = draft.map(Box::new);
            let len = dialog.settings().len();
            dialog.scroll.step(0, len);
        }
        Command::Undo => undo(app),
        Command::DeleteLeft if !dialog.line.text().is_empty() => {
            dialog.wrong = None;
            dialog.line.edit(command);
        }
        _ => {
            if let Some(by) = command.rows(dialog.scroll.page())
                && take_typed(dialog)
            {
                let len = dialog.settings().len();
                dialog.scroll.step(by, len);
            }
        }
    }
}

/// A click on a row selects it; a click on the selected row steps to its next value.
pub(crate) fn click(app: &mut App, row: usize) {
    let Some(dialog) = app.dialogs.last_mut() else {
        return;
    };
    if dialog.scroll.selected == row {
        return step_value(dialog, app.threshold, true);
    }
    clear_typed(dialog);
    let len = dialog.settings().len();
    dialog.scroll.select(row, len);
}

fn clear_typed(dialog: &mut Dialog) {
    dialog.line.clear();
    dialog.wrong = None;
}

fn step_value(dialog: &mut Dialog, threshold: f64, forward: bool) {
    clear_typed(dialog);
    if let (Some(setting), Some(draft)) = (dialog.setting(), &mut dialog.draft) {
        setting.step(draft, forward, threshold);
    }
}

/// Whether `c` continues a value being typed, which takes precedence over its other meanings.
pub(crate) fn continues(dialog: &Dialog, c: char) -> bool {
    !dialog.line.text().is_empty() && dialog.setting().is_some_and(|s| s.takes(c))
}

/// Adds a character to the typed value if the setting accepts it.
pub(crate) fn typed(app: &mut App, c: char) {
    let Some(dialog) = app.dialogs.last_mut() else {
        return;
    };
    let takes = dialog.setting().is_some_and(|setting| setting.takes(c));
    if takes && dialog.line.text().len() < 20 {
        dialog.wrong = None;
        dialog.line.insert(c.encode_utf8(&mut [0; 4]));
    }
}

/// Applies the typed value to the draft. Returns `false` and sets the error message if it is invalid.
fn take_typed(dialog: &mut Dialog) -> bool {
    dialog.wrong = None;
    if !dialog.line.text().is_empty()
        && let Some(setting) = dialog.setting()
        && let Some(draft) = &mut dialog.draft
    {
        match setting.set_text(draft, dialog.line.text()) {
            Ok(()) => dialog.line.clear(),
            Err(why) => dialog.wrong = Some(why.to_string()),
        }
    }
    dialog.wrong.is_none()
}

fn enter(app: &mut App) {
    let Some(dialog) = app.dialogs.last_mut() else {
        return;
    };
    if !take_typed(dialog) || !fits(dialog) {
        return;
    }
    let Some(draft) = app.dialogs.pop().and_then(|dialog| dialog.draft) else {
        return;
    };
    // Another purpose has its own default threshold.
    let is_other = draft.purpose != app.reanalysis.requested().purpose;
    let threshold = is_other.then(|| draft.purpose.threshold());
    go(app, *draft, threshold);
}

/// Checks whether the values of the draft fit together. Returns `false` and sets the error message if they do not.
fn fits(dialog: &mut Dialog) -> bool {
    let fitted = dialog.draft.as_deref().map(|draft| draft.clone().fitted());
    if let (Some(draft), Some(fitted)) = (&dialog.draft, fitted)
        && let Some(setting) = draft.changed(&fitted).next()
    {
        let (name, value, fitting) = (setting.name, setting.text(draft), setting.text(&fitted));
        let message = format!("{name} {value} does not go with the others; {fitting} does");
        dialog.wrong = Some(message);
    }
    dialog.wrong.is_none()
}

/// Requests the purpose of the tab in front, if it differs: Clusters shows near-duplicates, Copied text and
/// Documents show copied text.
pub(crate) fn follow_tab(app: &mut App) {
    let purpose = match app.screen() {
        Screen::Clusters => Purpose::NearDuplicates,
        Screen::Pairs | Screen::Documents => Purpose::CopiedText,
        _ => return,
    };
    if app.reanalysis.requested().purpose == purpose {
        return;
    }
    let threshold = app.reanalysis.switch_purpose(purpose);
    threshold::request(app, threshold);
    ask(app);
}

/// Brings a tab of the shown purpose to the front.
fn show_tab(app: &mut App) {
    let copied = app.reanalysis.shown.purpose == Purpose::CopiedText;
    match app.screen() {
        Screen::Clusters if copied => pages::show(app, Page::Pairs),
        Screen::Pairs | Screen::Documents if !copied => app.pages.clear(),
        _ => {}
    }
}

/// Changes configuration and threshold as one undoable step. Returns whether either changed.
pub(crate) fn go(app: &mut App, config: AnalysisConfig, threshold: Option<f64>) -> bool {
    let is_other = config != *app.reanalysis.requested();
    let is_new = app.reanalysis.go(config, threshold);
    request(app, is_other, threshold);
    is_new
}

/// Undoes the last configuration change.
pub(crate) fn undo(app: &mut App) {
    match app.reanalysis.undo() {
        Some((config, threshold)) => request(app, config, threshold),
        None => app.say("no change of settings to undo"),
    }
}

/// Requests the threshold, if any, and with `config` the current configuration.
fn request(app: &mut App, config: bool, threshold: Option<f64>) {
    if let Some(threshold) = threshold {
        threshold::request(app, threshold);
    }
    if config {
        ask(app);
    }
}

/// Requests the current configuration from the engine and shows it in the open dialog, if any.
pub(crate) fn ask(app: &mut App) {
    let analysis_config = app.reanalysis.requested().clone();
    // Clears the status line for the progress of the new work.
    app.notices.dismiss();
    app.data.stopping = false;
    app.exclusion = None;
    app.reanalysis.progress = None;
    let front = app.dialogs.last_mut();
    if let Some(dialog) = front.filter(|dialog| dialog.kind == DialogKind::Settings) {
        clear_typed(dialog);
        dialog.draft = Some(Box::new(analysis_config.clone()));
    }
    let before = std::mem::replace(&mut app.kept_masks, analysis_config.masks.clone());
    let changes = mask_changes(&before, &analysis_config.masks).into_iter();
    let choices = Vec::from_iter(changes.map(|(mask, masked)| Choice::Mask { mask, masked }));
    app.ask(Request::Settings(Box::new(analysis_config)));
    if !choices.is_empty() {
        app.ask(Request::Choose(choices));
    }
}

/// Handles the engine's report that `analysis_config` is now in effect.
pub(crate) fn settled(
    app: &mut App,
    analysis_config: AnalysisConfig,
    stopped: bool,
    elapsed: Duration,
) {
    let mut before = app.reanalysis.shown.clone();
    let (was_pending, starting) = (app.reanalysis.pending(), app.reanalysis.starting);
    app.reanalysis.settled(analysis_config, stopped);
    app.data.stopping &= app.data.finished.is_none() && !stopped;
    let time = units::duration(elapsed);
    let kept = std::mem::take(&mut app.start.kept_masks);
    if stopped {
        show_tab(app);
        app.say(format!("stopped after {time}: the old settings hold"));
        return;
    }
    if starting {
        before.masks.clone_from(&app.reanalysis.shown.masks);
        let kept = if kept { ", as last time" } else { "" };
        let (masks, list) = (before.masks.describe(), app.keymap.label(Command::Masks));
        app.say(format!("excluded{kept}: {masks}; {list} lists it"));
    }
    let now = &app.reanalysis.shown;
    // The number of pairs after the exclusion is reported instead.
    let is_exclusion = app.exclusion.is_some();
    if was_pending && !is_exclusion && before != *now && before.purpose == now.purpose {
        let changed = before.changed(now);
        let changed = changed.map(|setting| format!("{} {}", setting.name, setting.text(now)));
        let masks = || format!("excluded: {}", now.masks.describe());
        let masks = (before.masks != now.masks).then(masks);
        let parts = Vec::from_iter(changed.chain(masks)).join(", ");
        let undo = app.keymap.label(Command::Undo);
        app.say(format!("now {parts}: done in {time}, {undo} undoes"));
    }
}
