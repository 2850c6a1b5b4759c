//! The Lecture screen: opening it on the texts at hand, its keys, its dialogs.

mod aside;
mod front;
mod text;

use std::sync::Arc;

use super::super::commands::Command;
use super::super::dialog::{Dialog, DialogKind};
use super::super::effect::Effect;
use super::super::state::lecture::LectureState;
use super::super::{App, Page};
use super::pages;
use crate::base::DocNo;
use crate::engine::Request;
use crate::engine::message::LectureTexts;
use crate::lecture::{Lecture, SHIPPED};
use crate::review::On;

pub(super) use aside::show_stage;
use front::state;
pub(super) use text::{insert, paste, text_command};

/// Opens the lecture of the program.
pub(super) fn hold_shipped(app: &mut App) {
    app.lectures += 1;
    let state = LectureState::new(app.lectures, SHIPPED[0].1());
    pages::show(app, Page::Lecture(Box::new(state)));
}

/// Opens the lecture on the pair or document at hand, or the shipped one where there is none.
pub(super) fn open(app: &mut App) -> Vec<Effect> {
    let Some(of) = at_hand(app) else {
        hold_shipped(app);
        return vec![];
    };
    app.lectures += 1;
    let state = LectureState::reading(app.lectures, of);
    pages::show(app, Page::Lecture(Box::new(state)));
    vec![Effect::Ask(Request::LectureTexts(of.0, of.1))]
}

/// The document, or the two, that the screen in front is about.
fn at_hand(app: &App) -> Option<(DocNo, Option<DocNo>)> {
    let (_, on) = app.subject()?;
    let documents = on.documents();
    let first = *documents.first()?;
    match on {
        On::Cluster(_) | On::Document(_) => Some((first, None)),
        On::Pair(..) => Some((first, documents.get(1).copied())),
    }
}

/// The texts of documents have been read.
pub(super) fn texts(app: &mut App, read: &LectureTexts) {
    let hidden = app.names_hidden || !app.start.demo;
    for page in &mut app.pages {
        if let Page::Lecture(state) = page
            && state.reads() == Some(read.of)
        {
            let lecture = Lecture::on_texts(&read.texts, read.documents);
            **state = LectureState::new(state.number(), lecture);
            state.hide_names(hidden);
        }
    }
}

/// Requests the slides that the lecture in front lacks. A newer request of another lecture cancels it, so slides of a
/// lecture that is not in front are requested anew when it comes back.
pub(super) fn wanted(app: &mut App) -> Option<Effect> {
    let (_, behind) = app.pages.split_last_mut()?;
    for page in behind {
        if let Page::Lecture(state) = page {
            state.forget_request();
        }
    }
    let wanted = state(app)?.wants()?;
    Some(Effect::Ask(Request::Slides(Arc::new(wanted))))
}

/// Scrolls the slide; drawing holds it within its rows.
pub(super) fn scroll(app: &mut App, by: i64) {
    if let Some(state) = state(app) {
        let by = isize::try_from(by).unwrap_or_default();
        state.scroll = state.scroll.saturating_add_signed(by);
    }
}

/// Runs a command of the Lecture screen.
pub(super) fn command(app: &mut App, command: Command) -> Vec<Effect> {
    use Command as C;
    let names_hidden = app.names_hidden;
    let Some(state) = state(app) else {
        return vec![];
    };
    let aside = state.is_aside();
    let said = match command {
        C::NextStep if aside => {
            (!state.forward()).then_some("this is the last step; Esc leads back to the lecture")
        }
        C::NextStep => (!state.forward()).then_some("this is the last step"),
        C::PreviousStep => (!state.back()).then_some("this is the first step"),
        C::Top | C::Bottom => {
            state.to_end(command == C::Bottom);
            None
        }
        C::Up | C::Down => {
            scroll(app, if command == C::Up { -1 } else { 1 });
            return vec![];
        }
        C::TurnDown | C::TurnUp => {
            state.turn(if command == C::TurnUp { 1 } else { -1 });
            None
        }
        C::Reseed => {
            state.reseed();
            None
        }
        C::Vote1 => vote(state, 0),
        C::Vote2 => vote(state, 1),
        C::Vote3 => vote(state, 2),
        C::Vote4 => vote(state, 3),
        C::ClearVotes => {
            state.vote(None);
            None
        }
        C::HideNames if names_hidden => {
            Some("names are hidden everywhere; leave the lecture to show them")
        }
        C::HideNames => {
            let hidden = !state.names_hidden();
            state.hide_names(hidden);
            Some(match hidden {
                true => "the texts are called by letters",
                false => "the texts are called by their names",
            })
        }
        C::StageWords => {
            app.dialogs.push(Dialog::new(DialogKind::Words));
            return vec![];
        }
        C::GoToStage => {
            let mut dialog = Dialog::new(DialogKind::LectureStages);
            dialog.scroll.selected = state.place().stage;
            app.dialogs.push(dialog);
            return vec![];
        }
        C::TypeA => return text::type_text(app, 0, None),
        C::TypeB => return text::type_text(app, 1, None),
        C::CompareTexts => return aside::compare(app),
        _ => return vec![],
    };
    if let Some(said) = said {
        app.say(said);
    }
    vec![]
}

fn vote(state: &mut LectureState, answer: usize) -> Option<&'static str> {
    (!state.vote(Some(answer))).then_some("there is no such answer here to vote for")
}

/// Number of stages of the lecture in front.
pub(super) fn rows(app: &App) -> usize {
    match app.pages.last() {
        Some(Page::Lecture(state)) => state.stages.len(),
        _ => 0,
    }
}

/// Goes to the stage under the cursor of the list of stages.
pub(super) fn go_to(app: &mut App) -> Vec<Effect> {
    let Some(dialog) = app.dialogs.pop() else {
        return vec![];
    };
    if let Some(state) = state(app) {
        state.to_stage(dialog.scroll.selected);
    }
    vec![]
}
