//! Text B of a lecture while it is typed or pasted: the lecture follows each letter.

use super::super::super::App;
use super::super::super::commands::Command;
use super::super::super::dialog::{Dialog, DialogKind};
use super::super::super::effect::Effect;
use super::super::super::typed_text::{self, TypedText};
use super::front::state;

/// Opens the field for text B; pasted text takes the place of what it was.
pub(super) fn type_text(app: &mut App, pasted: Option<&str>) -> Vec<Effect> {
    let Some(before) = state(app).and_then(|state| state.text_b().cloned()) else {
        app.say("this stage takes no text B; the next ones do");
        return vec![];
    };
    let mut typed = TypedText::new(before);
    if pasted.is_some() {
        typed.clear();
    }
    let mut dialog = Dialog::new(DialogKind::LectureText);
    dialog.text = Some(Box::new(typed));
    app.dialogs.push(dialog);
    if let Some(pasted) = pasted {
        insert(app, pasted);
    }
    vec![]
}

/// Pasted text on the Lecture screen becomes text B.
pub(in super::super) fn paste(app: &mut App, text: &str) -> Vec<Effect> {
    type_text(app, Some(text))
}

/// Inserts typed or pasted text into the field of text B.
pub(in super::super) fn insert(app: &mut App, text: &str) {
    if let Some(typed) = app.dialogs.last_mut().and_then(|d| d.text.as_mut()) {
        typed_text::insert(&mut typed.field, text);
    }
    follow(app);
}

/// Runs a command in the field of text B.
pub(in super::super) fn text_command(app: &mut App, command: Command) -> Vec<Effect> {
    let Some(typed) = app.dialogs.last_mut().and_then(|d| d.text.as_mut()) else {
        return vec![];
    };
    match command {
        Command::Accept => drop(app.dialogs.pop()),
        Command::Escape => {
            let before = typed.before.clone();
            app.dialogs.pop();
            if let Some(state) = state(app) {
                state.set_text_b(&before);
            }
        }
        _ => {
            if typed_text::edit(&mut typed.field, command) {
                follow(app);
            }
        }
    }
    vec![]
}

/// The lecture follows what is typed.
fn follow(app: &mut App) {
    let typed = app.dialogs.last().and_then(|d| d.text.as_ref());
    let Some(text) = typed.map(|typed| typed.text()) else {
        return;
    };
    if let Some(state) = state(app)
        && state
            .text_b()
            .is_some_and(|before| before.text != text.text)
    {
        state.set_text_b(&text);
    }
}
