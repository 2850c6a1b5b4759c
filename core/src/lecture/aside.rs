//! What hangs from a stage: its side branches on the same texts, and single stages of a lecture of the program.

use super::file::{Lecture, Staged};
use super::plain::Answers;
use super::setup::Text;
use super::shipped::shipped;
use super::stage::StageKind;
use super::stages::winnowing::WINDOWS;

/// The lecture of the program that has every stage.
const WHOLE: &str = "forty-five-minutes";

impl Lecture {
    /// The side branches of a stage, on its texts and with its parameters; `None` if it has none.
    #[must_use]
    pub fn branches_of(stage: &Staged) -> Option<Self> {
        let kinds = stage.kind.branches();
        (!kinds.is_empty()).then(|| Lecture {
            title: stage.kind.title(&stage.setup),
            answers: Answers::Shown,
            stages: kinds.into_iter().map(|kind| of_kind(kind, stage)).collect(),
        })
    }

    /// The whole lecture of the program, and the index of a stage in it; `None` for a side branch.
    #[must_use]
    pub fn with_stage(kind: StageKind) -> Option<(Self, usize)> {
        let whole = shipped(WHOLE)?.ok()?;
        let at = whole.stages.iter().position(|stage| stage.kind == kind)?;
        Some((whole, at))
    }

    /// One stage or side branch alone, on texts of the program.
    #[must_use]
    pub fn only(kind: StageKind) -> Option<Self> {
        let whole = shipped(WHOLE)?.ok()?;
        let fits = |stage: &&Staged| stage.kind == kind || stage.kind.branches().contains(&kind);
        let stage = of_kind(kind, whole.stages.iter().find(fits)?);
        Some(Lecture {
            title: kind.title(&stage.setup),
            stages: vec![stage],
            ..whole
        })
    }
}

/// The stage as another kind. Windows of a short text are narrowed, so that it has several of them.
fn of_kind(kind: StageKind, stage: &Staged) -> Staged {
    let mut setup = stage.setup.clone();
    if kind == StageKind::Winnowing {
        let words = |text: &Text| text.text.split_whitespace().count();
        let fewest = setup.texts.iter().take(2).map(words).min().unwrap_or(0);
        let room = (fewest / 4).clamp(1, setup.window);
        let fits = WINDOWS.iter().rev().find(|window| **window <= room);
        setup.window = fits.copied().unwrap_or(1);
    }
    Staged {
        kind,
        setup,
        caption: String::new(),
        questions: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lecture::glossary;
    use crate::words::Language;

    #[test]
    fn every_term_leads_to_a_stage_with_slides() {
        for term in glossary(&[], Language::English) {
            let only = Lecture::only(term.stage).unwrap();
            assert_eq!(only.stages[0].kind, term.stage, "{}", term.key);
            assert!(!only.stages[0].slides().unwrap().is_empty());
            let branch = StageKind::BRANCHES
                .iter()
                .any(|(_, kind, _)| *kind == term.stage);
            assert_eq!(Lecture::with_stage(term.stage).is_none(), branch);
        }
    }

    #[test]
    fn branches_take_the_texts_of_their_stage() {
        let (whole, at) = Lecture::with_stage(StageKind::Race).unwrap();
        let branches = Lecture::branches_of(&whole.stages[at]).unwrap();
        let kinds: Vec<StageKind> = branches.stages.iter().map(|stage| stage.kind).collect();
        assert_eq!(kinds, [StageKind::BBit, StageKind::Sketches]);
        assert!(
            branches
                .stages
                .iter()
                .all(|stage| stage.setup == whole.stages[at].setup)
        );
        let (whole, at) = Lecture::with_stage(StageKind::Why).unwrap();
        assert!(Lecture::branches_of(&whole.stages[at]).is_none());
    }
}
