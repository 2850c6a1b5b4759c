//! List of named settings: applying and removing them.

use super::super::super::App;
use super::super::super::commands::Command;
use super::super::super::dialog::{Dialog, DialogKind};
use super::super::super::effect::Effect;
use super::sliders;
use crate::engine::Request;

/// Opens the list.
pub(super) fn show(app: &mut App) {
    if app.tune.results.kept.named.is_empty() {
        let key = app.keymap.label(Command::NameSettings);
        app.say(format!(
            "no settings have a name yet: {key} gives these one"
        ));
        return;
    }
    app.dialogs.push(Dialog::new(DialogKind::NamedSettings));
}

/// Applies the settings under the cursor.
pub(in super::super) fn take(app: &mut App) -> Vec<Effect> {
    let at = app.dialogs.last().map_or(0, |d| d.scroll.selected);
    let Some(named) = app.tune.results.kept.named.get(at).cloned() else {
        return vec![];
    };
    app.dialogs.pop();
    let effects = sliders::go(app, named.analysis_config, named.threshold);
    app.say(format!("taken: {}", named.name));
    effects
}

/// Removes the settings under the cursor.
pub(in super::super) fn remove(app: &mut App) -> Vec<Effect> {
    let mut all = app.tune.results.kept.named.clone();
    let Some(dialog) = app.dialogs.last_mut() else {
        return vec![];
    };
    if dialog.scroll.selected >= all.len() {
        return vec![];
    }
    let gone = all.remove(dialog.scroll.selected);
    dialog.scroll.step(0, all.len());
    if all.is_empty() {
        app.dialogs.pop();
    }
    app.say(format!("\"{}\" is kept no longer", gone.name));
    vec![Effect::Ask(Request::Keep(all))]
}
