//! State of the Lecture screen: the stages with their setups and slides, the step that is shown, votes.
//!
//! What is shown is a function of the setups and the step, so that a step back gives the same picture.

mod place;
mod setups;
mod slides;
mod stage;
mod votes;

pub use stage::{ANSWERS, StageState};

use crate::base::DocNo;
use crate::lecture::Lecture;
use crate::lecture::Slide;

/// A place in a lecture: a stage, and a step in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Index of the stage.
    pub stage: usize,
    /// Index of the step, [`usize::MAX`] for the last one while it is not known which that is.
    pub step: usize,
}

/// What the screen shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The stage.
    pub stage: &'a StageState,
    /// The slide.
    pub slide: &'a Slide,
    /// Whether the right answer of its question is revealed.
    pub revealed: bool,
    /// Number of the step, from 1, and of all steps of the stage.
    pub step: (usize, usize),
    /// Votes for the answers of its question.
    pub votes: [u32; ANSWERS],
    /// Whether other slides are on their way.
    pub stale: bool,
}

/// State of the Lecture screen.
#[derive(Clone, Debug)]
pub struct LectureState {
    /// Number of this lecture among those that were opened.
    number: u64,
    /// Its title.
    pub title: String,
    /// Its stages; none while the texts are read.
    pub stages: Vec<StageState>,
    /// Rows of the slide above the first one that is visible.
    pub scroll: usize,
    /// The place that was asked for.
    wanted: Place,
    /// The place that is shown: the one that was shown before, until there are slides.
    shown: Place,
    /// The stage and revision whose slides were asked for last.
    asked: Option<(usize, u64)>,
    /// The documents whose texts are read.
    reading: Option<(DocNo, Option<DocNo>)>,
    /// Whether it hangs from a step of another lecture, to which leaving leads back.
    aside: bool,
}

impl LectureState {
    /// A lecture at its first step.
    #[must_use]
    pub fn new(number: u64, lecture: Lecture) -> Self {
        LectureState {
            number,
            title: lecture.title,
            stages: lecture.stages.into_iter().map(StageState::new).collect(),
            scroll: 0,
            wanted: Place::default(),
            shown: Place::default(),
            asked: None,
            reading: None,
            aside: false,
        }
    }

    /// A lecture on the texts of documents that are read first.
    #[must_use]
    pub fn reading(number: u64, of: (DocNo, Option<DocNo>)) -> Self {
        let nothing = Lecture {
            title: String::new(),
            stages: Vec::new(),
        };
        LectureState {
            reading: Some(of),
            ..LectureState::new(number, nothing)
        }
    }

    /// A lecture that hangs from a step of another one.
    #[must_use]
    pub fn aside(number: u64, lecture: Lecture) -> Self {
        LectureState {
            aside: true,
            ..LectureState::new(number, lecture)
        }
    }

    /// Whether leaving it leads back to a step of another lecture.
    #[must_use]
    pub fn is_aside(&self) -> bool {
        self.aside
    }

    /// The documents whose texts are read; `None` once they are.
    #[must_use]
    pub fn reads(&self) -> Option<(DocNo, Option<DocNo>)> {
        self.reading
    }

    /// Its number among the lectures that were opened.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The stage that was asked for.
    #[must_use]
    pub fn stage(&self) -> Option<&StageState> {
        self.stages.get(self.wanted.stage)
    }

    /// The place that is shown.
    #[must_use]
    pub fn place(&self) -> Place {
        self.shown
    }

    /// What the screen shows; `None` before the first slides.
    #[must_use]
    pub fn shown(&self) -> Option<Shown<'_>> {
        let stage = self.stages.get(self.shown.stage)?;
        let (revision, slides) = stage.slides.as_ref()?;
        let steps = stage.steps();
        let step = self.shown.step.min(steps.len().checked_sub(1)?);
        let (at, revealed) = steps[step];
        let slide = slides.get(at)?;
        let votes = stage.votes.get(&at);
        let votes = votes.filter(|(question, _)| slide.question.as_ref() == Some(question));
        Some(Shown {
            stage,
            slide,
            revealed,
            step: (step + 1, steps.len()),
            votes: votes.map_or([0; ANSWERS], |(_, counts)| *counts),
            stale: *revision != stage.revision || self.shown != self.wanted,
        })
    }
}
