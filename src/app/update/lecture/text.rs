//! Text A or B of a lecture while it is typed or pasted: the lecture follows each letter.

use super::super::super::App;
use super::super::super::commands::Command;
use super::super::super::dialog::{Dialog, DialogKind};
use super::super::super::effect::Effect;
use super::super::super::typed_text::{self, TypedText};
use super::front::state;

/// Opens the field for text A (0) or B (1); pasted text takes the place of what it was.
pub(super) fn type_text(app: &mut App, at: usize, pasted: Option<&str>) -> Vec<Effect> {
    let opened = state(app).and_then(|state| {
        let text = &state.text(at)?.text;
        Some(TypedText::new(at, text, state.pairs()))
    });
    let Some(mut typed) = opened else {
        app.say("this stage takes no texts; the next ones do");
        return vec![];
    };
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
    type_text(app, 1, Some(text))
}

/// Inserts typed or pasted text into the field.
pub(in super::super) fn insert(app: &mut App, text: &str) {
    if let Some(typed) = app.dialogs.last_mut().and_then(|d| d.text.as_mut()) {
        typed_text::insert(&mut typed.field, text);
    }
    follow(app);
}

/// Runs a command in the field.
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
                state.set_pairs(&before);
            }
        }
        Command::ClearText => {
            typed.clear();
            follow(app);
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
    let Some((at, text)) = typed.map(|typed| (typed.at, typed.text())) else {
        return;
    };
    if let Some(state) = state(app)
        && state
            .text(at)
            .is_some_and(|before| before.text != text.text)
    {
        state.set_text(at, &text);
    }
}
