//! The dialog of words: terms with their pictures, those of the screen in front first.

use super::super::App;
use super::super::dialog::{Dialog, DialogKind};
use super::super::effect::Effect;
use super::lecture;

/// Opens the dialog.
pub(crate) fn open(app: &mut App) {
    app.dialogs.push(Dialog::new(DialogKind::Words));
}

/// Puts the words in the place of the keys of Help, or the keys in that of the words.
pub(crate) fn turn(app: &mut App) {
    if let Some(dialog) = app.dialogs.pop() {
        let other = match dialog.kind {
            DialogKind::Words => DialogKind::Help,
            _ => DialogKind::Words,
        };
        app.dialogs.push(Dialog::new(other));
    }
}

/// Shows the term under the cursor in the lecture.
pub(crate) fn show(app: &mut App) -> Vec<Effect> {
    let Some(dialog) = app.dialogs.pop() else {
        return vec![];
    };
    let terms = app.terms();
    if let Some(term) = terms.get(dialog.scroll.selected) {
        lecture::show_stage(app, term.stage);
    }
    vec![]
}
