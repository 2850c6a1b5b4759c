//! The Lecture screen: opening it on the current texts, its keys, its dialogs.

use std::sync::Arc;

use crate::app::dialog::{Dialog, DialogKind};
use crate::app::typed_text::{self, TypedText};
use crate::app::update::pages;
use crate::app::{App, Command, Page};
use crate::base::DocNo;
use crate::engine::Request;
use crate::engine::message::LectureTexts;
use crate::lecture::{Lecture, SHIPPED, StageKind};
use crate::review::DecisionTarget;
use crate::screens::lecture::state::LectureState;

/// The lecture whose page is on the screen; `None` on any other page.
fn state(app: &mut App) -> Option<&mut LectureState> {
    match app.pages.last_mut() {
        Some(Page::Lecture(state)) => Some(state),
        _ => None,
    }
}

/// A lecture that was not opened before.
fn new(app: &mut App, lecture: Lecture) -> LectureState {
    app.lectures += 1;
    LectureState::new(app.lectures, lecture)
}

/// Opens the lecture of the program.
pub(crate) fn hold_shipped(app: &mut App) {
    let state = new(app, SHIPPED[0].1());
    pages::show(app, Page::Lecture(Box::new(state)));
}

/// Opens the lecture on the current pair or document, or the built-in one if there is none.
pub(crate) fn open(app: &mut App) {
    let Some(documents) = at_hand(app) else {
        hold_shipped(app);
        return;
    };
    let mut state = new(app, Lecture::on_texts(&[]));
    state.stages.clear();
    state.reading = Some(documents);
    pages::show(app, Page::Lecture(Box::new(state)));
    app.ask(Request::LectureTexts(documents.0, documents.1))
}

/// The document, or the two, that the screen in front is about.
fn at_hand(app: &App) -> Option<(DocNo, Option<DocNo>)> {
    Some(match app.subject()?.1 {
        DecisionTarget::Pair(a, b) => (a, Some(b)),
        other => (*other.documents().first()?, None),
    })
}

/// The texts of documents have been read.
pub(crate) fn texts(app: &mut App, read: &LectureTexts) {
    for page in &mut app.pages {
        if let Page::Lecture(state) = page
            && state.reading == Some(read.documents)
        {
            **state = LectureState::new(state.number, Lecture::on_texts(&read.texts));
        }
    }
}

/// Shows a stage of the current lecture if it has it; otherwise that of the long lecture, from which Esc leads back.
pub(crate) fn show_stage(app: &mut App, kind: StageKind) {
    let stage = |state: &LectureState| state.stages.iter().position(|s| s.staged.kind == kind);
    let front = state(app).map(|state| (stage(state), state));
    if let Some((Some(at), state)) = front {
        return state.to_stage(at);
    }
    let is_above = front.is_some();
    let mut long = new(app, SHIPPED[1].1());
    if let Some(at) = stage(&long) {
        long.to_stage(at);
    }
    let page = Page::Lecture(Box::new(long));
    if is_above {
        app.pages.push(page)
    } else {
        pages::show(app, page)
    }
}

/// Requests the slides that the lecture in front lacks. A newer request of another lecture cancels it, so the slides of
/// a hidden lecture are requested again when it comes back.
pub(crate) fn wanted(app: &mut App) -> Option<Request> {
    let (_, behind) = app.pages.split_last_mut()?;
    for page in behind {
        if let Page::Lecture(state) = page {
            state.requested = None;
        }
    }
    let wanted = state(app)?.wants()?;
    Some(Request::Slides(Arc::new(wanted)))
}

/// Scrolls the slide; drawing holds it within its rows.
pub(crate) fn scroll(app: &mut App, by: i64) {
    if let Some(state) = state(app) {
        let by = isize::try_from(by).unwrap_or_default();
        state.scroll = state.scroll.saturating_add_signed(by);
    }
}

/// Runs a command of the Lecture screen.
pub(crate) fn command(app: &mut App, command: Command) {
    use Command as C;
    let Some(state) = state(app) else {
        return;
    };
    const NO_ANSWER: &str = "there is no such answer here to vote for";
    let refused = match command {
        C::NextStep => (!state.forward()).then_some("this is the last step"),
        C::PreviousStep => (!state.back()).then_some("this is the first step"),
        C::Vote1 => (!state.vote(Some(0))).then_some(NO_ANSWER),
        C::Vote2 => (!state.vote(Some(1))).then_some(NO_ANSWER),
        C::Vote3 => (!state.vote(Some(2))).then_some(NO_ANSWER),
        C::Vote4 => (!state.vote(Some(3))).then_some(NO_ANSWER),
        C::ClearVotes => (!state.vote(None)).then_some(NO_ANSWER),
        _ => None,
    };
    match command {
        C::Top | C::Bottom => state.to_end(command == C::Bottom),
        C::TurnDown => state.change(|stage| stage.turned(-1)),
        C::TurnUp => state.change(|stage| stage.turned(1)),
        C::Reseed => state.change(|stage| {
            let mut setup = stage.setup.clone();
            setup.sketching.seed = setup.sketching.seed.wrapping_add(1);
            setup
        }),
        C::Up | C::Down => scroll(app, if command == C::Up { -1 } else { 1 }),
        C::StageWords => app.dialogs.push(Dialog::new(DialogKind::Words)),
        C::GoToStage => {
            let mut dialog = Dialog::new(DialogKind::LectureStages);
            dialog.scroll.selected = state.position.stage;
            app.dialogs.push(dialog);
        }
        C::TypeA => type_text(app, 0, None),
        C::TypeB => type_text(app, 1, None),
        _ => {}
    }
    if let Some(refused) = refused {
        app.say(refused);
    }
}

/// Number of stages of the lecture in front.
pub(crate) fn rows(app: &App) -> usize {
    match app.pages.last() {
        Some(Page::Lecture(state)) => state.stages.len(),
        _ => 0,
    }
}

/// Goes to the stage under the cursor of the list of stages.
pub(crate) fn go_to(app: &mut App) {
    let dialog = app.dialogs.pop();
    if let (Some(dialog), Some(state)) = (dialog, state(app)) {
        state.to_stage(dialog.scroll.selected);
    }
}

/// Opens the field for text A (0) or B (1); pasted text replaces the old text.
pub(crate) fn type_text(app: &mut App, at: usize, pasted: Option<&str>) {
    let opened = state(app).and_then(|state| {
        let text = state.text(at)?;
        Some(TypedText::new(at, text, state.pairs()))
    });
    let Some(mut typed) = opened else {
        return app.say("this stage takes no texts; the next ones do");
    };
    if let Some(pasted) = pasted {
        typed.field = typed_text::field(Vec::new());
        typed_text::insert(&mut typed.field, pasted);
    }
    let mut dialog = Dialog::new(DialogKind::LectureText);
    dialog.text = Some(Box::new(typed));
    app.dialogs.push(dialog);
    if pasted.is_some() {
        follow(app);
    }
}

/// Runs a command in the field.
pub(crate) fn text_command(app: &mut App, command: Command) {
    let Some(typed) = app.dialogs.last_mut().and_then(|d| d.text.as_mut()) else {
        return;
    };
    match command {
        Command::Accept => drop(app.dialogs.pop()),
        Command::Escape => {
            let before = std::mem::take(&mut typed.before);
            app.dialogs.pop();
            if let Some(state) = state(app) {
                state.set_pairs(&before);
            }
        }
        Command::ClearText => {
            typed.field = typed_text::field(Vec::new());
            follow(app);
        }
        _ => {
            if typed_text::edit(&mut typed.field, command) {
                follow(app);
            }
        }
    }
}

/// The lecture follows what is typed, if a text of it is.
pub(crate) fn follow(app: &mut App) {
    let typed = app.dialogs.last().and_then(|d| d.text.as_ref());
    let typed = typed.map(|typed| (typed.at, typed.field.lines().join("\n")));
    if let (Some((at, text)), Some(state)) = (typed, state(app))
        && state.text(at).is_some_and(|before| *before != text)
    {
        state.set_text(at, &text);
    }
}
