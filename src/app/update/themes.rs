//! The list of themes: the one under the cursor is shown at once, and kept or taken back.

use super::super::App;
use super::super::dialog::{Dialog, DialogKind};

/// Opens the list.
pub(crate) fn open(app: &mut App) {
    if app.themes.all.is_empty() {
        app.say("themes need a terminal with 256 colours or more");
        return;
    }
    app.themes.before = app.themes.shown;
    let mut dialog = Dialog::new(DialogKind::Themes);
    dialog.scroll.selected = app.themes.shown;
    app.dialogs.push(dialog);
}

/// Shows the theme under the cursor, while the list is in front.
pub(crate) fn show(app: &mut App) {
    if let Some(dialog) = app
        .dialogs
        .last()
        .filter(|dialog| dialog.kind == DialogKind::Themes)
    {
        app.themes.shown = dialog
            .scroll
            .selected
            .min(app.themes.all.len().saturating_sub(1));
    }
}

/// Keeps the theme that is shown until the program ends.
pub(crate) fn keep(app: &mut App) {
    app.dialogs.pop();
    if let Some((name, _)) = app.themes.all.get(app.themes.shown) {
        app.say(format!(
            "theme {name}; `theme = \"{name}\"` under [screens] in the config file keeps it"
        ));
    }
}

/// Shows the theme of before again.
pub(crate) fn leave(app: &mut App) {
    app.dialogs.pop();
    app.themes.shown = app.themes.before;
}
