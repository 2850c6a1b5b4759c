//! What leads away from a step and back to it: single stages, Compare.

use super::super::super::effect::Effect;
use super::super::super::state::compare::CompareState;
use super::super::super::state::lecture::LectureState;
use super::super::super::{App, Page};
use super::super::pages;
use super::front::state;
use crate::base::DocNo;
use crate::lecture::Lecture;
use crate::lecture::StageKind;

/// Puts a lecture before the one in front, which stays where it is.
fn put_aside(app: &mut App, lecture: Lecture) {
    app.lectures += 1;
    let state = LectureState::aside(app.lectures, lecture);
    app.pages.push(Page::Lecture(Box::new(state)));
}

/// Shows a stage: that of the lecture in front if it has it; else one of the program, from which Esc leads back.
pub(in super::super) fn show_stage(app: &mut App, kind: StageKind) {
    if let Some(state) = state(app) {
        match state.stages.iter().position(|s| s.staged.kind == kind) {
            Some(at) => state.to_stage(at),
            None => put_aside(app, Lecture::only(kind)),
        }
        return;
    }
    app.lectures += 1;
    let (lecture, at) = Lecture::with_stage(kind);
    let mut state = LectureState::new(app.lectures, lecture);
    state.to_stage(at);
    pages::show(app, Page::Lecture(Box::new(state)));
}

/// Compares the documents that texts A and B of the stage are; Esc leads back to the step.
pub(super) fn compare(app: &mut App) -> Vec<Effect> {
    match documents(app) {
        Some((a, b)) => pages::open_compare(app, CompareState::new(a, vec![b], 0)),
        None => {
            app.say(
                "texts A and B of this stage are no documents of the corpus behind the lecture",
            );
            vec![]
        }
    }
}

/// The documents that texts A and B of the stage in front are.
fn documents(app: &App) -> Option<(DocNo, DocNo)> {
    let Some(Page::Lecture(state)) = app.pages.last() else {
        return None;
    };
    let staged = &state.stage()?.staged;
    let [a, b, ..] = &*staged.setup.texts else {
        return None;
    };
    let collection = app.data.collection.as_ref()?;
    let known = |id: &str| {
        let mut documents = collection.documents();
        documents.find(|doc| !id.is_empty() && collection.id(*doc) == id)
    };
    let takes = staged.takes_texts();
    takes.then(|| Some((known(&a.document)?, known(&b.document)?)))?
}
