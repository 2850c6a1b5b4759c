//! State of the Lecture screen: the stages with their setups and slides, the step that is shown, votes, autoplay.
//!
//! What is shown is a function of the setups and the step, so that a step back gives the same picture.

mod stage;

use std::sync::Arc;
use std::time::Duration;

pub use stage::{ANSWERS, StageState};

use crate::base::DocNo;
use crate::engine::message::{AskedSlides, StageSlides};
use crate::lecture::file::Lecture;
use crate::lecture::{Block, Ink, Setup, Slide, Span, Text, dial};

/// Seconds that a step stays in autoplay; the next pace is taken by the same key, after the last it is off.
const PACES: [u64; 3] = [20, 10, 5];

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
    /// Index of the pace of autoplay and the time of the next step, while it is on.
    autoplay: Option<(usize, Duration)>,
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
            autoplay: None,
        }
    }

    /// A lecture on the texts of documents that are read first.
    #[must_use]
    pub fn reading(number: u64, of: (DocNo, Option<DocNo>)) -> Self {
        let nothing = Lecture {
            title: String::new(),
            answers: crate::lecture::plain::Answers::Shown,
            stages: Vec::new(),
        };
        LectureState {
            reading: Some(of),
            ..LectureState::new(number, nothing)
        }
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

    /// The slides that are missing and were not asked for yet.
    #[must_use]
    pub fn wants(&mut self) -> Option<AskedSlides> {
        let at = self.wanted.stage;
        let stage = self.stages.get(at)?;
        let known = stage.slides.as_ref().map(|(revision, _)| *revision);
        let asked = Some((at, stage.revision));
        if known == Some(stage.revision) || self.asked == asked {
            return None;
        }
        self.asked = asked;
        Some(AskedSlides {
            lecture: self.number,
            stage: at,
            revision: stage.revision,
            staged: stage.staged.clone(),
        })
    }

    /// Takes over slides.
    pub fn set_slides(&mut self, made: &StageSlides) {
        if made.lecture != self.number {
            return;
        }
        let Some(stage) = self.stages.get_mut(made.stage) else {
            return;
        };
        // A slow answer to an older setup.
        if stage
            .slides
            .as_ref()
            .is_some_and(|(known, _)| *known > made.revision)
        {
            return;
        }
        let slides: Arc<[Slide]> = match &made.slides {
            Ok(slides) => slides.clone().into(),
            Err(why) => {
                let said = vec![Span::new(why, Ink::Strong)];
                [Slide::of(vec![Block::Text(said)])].into()
            }
        };
        stage.slides = Some((made.revision, slides));
        self.settle();
    }

    /// Shows what was asked for, if there are slides of it.
    fn settle(&mut self) {
        let Some(stage) = self.stages.get(self.wanted.stage) else {
            return;
        };
        let Some(last) = stage.steps().len().checked_sub(1) else {
            return;
        };
        self.wanted.step = self.wanted.step.min(last);
        if self.shown != self.wanted {
            self.scroll = 0;
        }
        self.shown = self.wanted;
    }

    fn go(&mut self, stage: usize, step: usize) {
        self.wanted = Place { stage, step };
        // The slides of the stage that was left may have been given up for those of this one.
        self.asked = self.asked.filter(|(asked, _)| *asked == stage);
        self.settle();
    }

    /// One step on. Returns whether there is one.
    pub fn forward(&mut self) -> bool {
        let Place { stage, step } = self.wanted;
        let steps = self.stage().map_or(0, |stage| stage.steps().len());
        if steps == 0 || step.saturating_add(1) < steps {
            self.go(stage, step.saturating_add(1));
        } else if stage + 1 < self.stages.len() {
            self.go(stage + 1, 0);
        } else {
            return false;
        }
        true
    }

    /// One step back. Returns whether there is one.
    pub fn back(&mut self) -> bool {
        let Place { stage, step } = self.wanted;
        match (stage, step) {
            (0, 0) => return false,
            (_, 0) => self.go(stage - 1, usize::MAX),
            (_, usize::MAX) => self.go(stage, usize::MAX),
            _ => self.go(stage, step - 1),
        }
        true
    }

    /// To the first or the last step of the stage.
    pub fn to_end(&mut self, last: bool) {
        let step = if last { usize::MAX } else { 0 };
        self.go(self.wanted.stage, step);
    }

    /// To the first step of a stage.
    pub fn to_stage(&mut self, stage: usize) {
        if stage < self.stages.len() {
            self.go(stage, 0);
        }
    }

    /// Changes the setup of the stage that was asked for.
    fn change(&mut self, change: impl FnOnce(&StageState) -> Setup) {
        if let Some(stage) = self.stages.get_mut(self.wanted.stage) {
            let setup = change(stage);
            stage.change(setup);
        }
    }

    /// Turns the parameter of the stage by so many places.
    pub fn turn(&mut self, by: isize) {
        self.change(|stage| {
            let setup = &stage.staged.setup;
            dial(stage.staged.kind, setup).turned(setup, by)
        });
    }

    /// Takes the next seed for the stage.
    pub fn reseed(&mut self) {
        self.change(|stage| {
            let mut setup = stage.staged.setup.clone();
            setup.sketching.seed = setup.sketching.seed.wrapping_add(1);
            setup
        });
    }

    /// Text B of the stage; `None` if the stage takes no text.
    #[must_use]
    pub fn text_b(&self) -> Option<&Text> {
        let staged = &self.stage()?.staged;
        staged.takes_texts().then(|| staged.setup.texts.get(1))?
    }

    /// Replaces text B of the stage, also in the stages that have the same one.
    pub fn set_text_b(&mut self, text: &Text) {
        let Some(before) = self.text_b().cloned() else {
            return;
        };
        for stage in &mut self.stages {
            if stage.staged.setup.texts.get(1) == Some(&before) {
                let mut setup = stage.staged.setup.clone();
                setup.texts[1] = text.clone();
                stage.change(setup);
            }
        }
    }

    /// Calls the texts by letters, or by their names.
    pub fn hide_names(&mut self, hidden: bool) {
        for stage in &mut self.stages {
            let mut setup = stage.staged.setup.clone();
            setup.names_hidden = hidden;
            stage.change(setup);
        }
    }

    /// Whether the texts are called by letters.
    #[must_use]
    pub fn names_hidden(&self) -> bool {
        self.stage().is_none_or(|s| s.staged.setup.names_hidden)
    }

    /// Adds a vote for an answer of the question that is shown; with `None` takes all of its votes back. Returns
    /// whether there is such an answer.
    pub fn vote(&mut self, answer: Option<usize>) -> bool {
        let Some(shown) = self.shown() else {
            return false;
        };
        let Some(question) = shown.slide.question.clone() else {
            return false;
        };
        if answer.is_some_and(|answer| answer >= question.answers.len().min(ANSWERS)) {
            return false;
        }
        let mut votes = shown.votes;
        match answer {
            Some(answer) => votes[answer] = votes[answer].saturating_add(1),
            None => votes = [0; ANSWERS],
        }
        let (at, _) = shown.stage.steps()[shown.step.0 - 1];
        if let Some(stage) = self.stages.get_mut(self.shown.stage) {
            stage.votes.insert(at, (question, votes));
        }
        true
    }

    /// Seconds that a step stays in autoplay; `None` while it is off.
    #[must_use]
    pub fn pace(&self) -> Option<u64> {
        self.autoplay.map(|(pace, _)| PACES[pace])
    }

    /// The next pace of autoplay; after the last one it is off.
    pub fn next_pace(&mut self, now: Duration) {
        let pace = self.autoplay.map_or(0, |(pace, _)| pace + 1);
        self.autoplay = (pace < PACES.len()).then_some((pace, now));
        self.rest(now);
    }

    /// Lets the step that is shown stay for its whole time. A question stays twice as long.
    pub fn rest(&mut self, now: Duration) {
        let question = self
            .shown()
            .is_some_and(|shown| shown.slide.question.is_some());
        if let Some((pace, at)) = &mut self.autoplay {
            let stays = PACES[*pace] * if question { 2 } else { 1 };
            *at = now + Duration::from_secs(stays);
        }
    }

    /// Time of the next step of autoplay.
    #[must_use]
    pub fn next_at(&self) -> Option<Duration> {
        self.autoplay.map(|(_, at)| at)
    }

    /// Goes a step on if it is time; at the end autoplay is off. Returns whether anything changed.
    pub fn tick(&mut self, now: Duration) -> bool {
        if self.next_at().is_none_or(|at| now < at) {
            return false;
        }
        match self.forward() {
            true => self.rest(now),
            false => self.autoplay = None,
        }
        true
    }
}
