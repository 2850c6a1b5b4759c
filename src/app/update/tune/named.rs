//! List of named settings: applying and removing them.

use super::super::super::App;
use super::super::super::dialog::{Dialog, Kind};
use super::super::super::effect::Effect;
use super::super::super::key::{Code, Key};
use super::sliders;
use crate::engine::Request;

/// Opens the list.
pub(super) fn show(app: &mut App) {
    if app.tune.results.kept.named.is_empty() {
        let key = app.keymap.label(super::Command::NameSettings);
        app.say(format!(
            "no settings have a name yet: {key} gives these one"
        ));
        return;
    }
    app.dialogs.push(Dialog::new(Kind::NamedSettings));
}

/// Handles a key in the list.
pub(in super::super) fn key(app: &mut App, key: Key) -> Vec<Effect> {
    let len = app.tune.results.kept.named.len();
    let Some(dialog) = app.dialogs.last_mut() else {
        return vec![];
    };
    let page = dialog.scroll.page();
    match key.code {
        // Control with a letter is a different key.
        Code::Char(_) if key.ctrl => {}
        Code::Esc | Code::Char('q' | 'N') => drop(app.dialogs.pop()),
        Code::Up | Code::Char('k') => dialog.scroll.step(-1, len),
        Code::Down | Code::Char('j') => dialog.scroll.step(1, len),
        Code::PageUp => dialog.scroll.step(-page, len),
        Code::PageDown => dialog.scroll.step(page, len),
        Code::Home | Code::Char('g') => dialog.scroll.select(0, len),
        Code::End | Code::Char('G') => dialog.scroll.select(len, len),
        Code::Delete | Code::Char('x') => return remove(app),
        Code::Enter => return take(app),
        _ => {}
    }
    vec![]
}

/// Applies the settings under the cursor.
pub(in super::super) fn take(app: &mut App) -> Vec<Effect> {
    let at = app.dialogs.last().map_or(0, |d| d.scroll.selected);
    let Some(named) = app.tune.results.kept.named.get(at).cloned() else {
        return vec![];
    };
    app.dialogs.pop();
    let effects = sliders::go(app, named.choice, named.threshold);
    app.say(format!("taken: {}", named.name));
    effects
}

fn remove(app: &mut App) -> Vec<Effect> {
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
