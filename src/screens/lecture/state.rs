//! State of the Lecture screen: the stages with their setups and slides, the step that is shown, votes.
//!
//! The display is a function of the setups and the step, so a step back gives the same picture.

use std::collections::HashMap;
use std::sync::Arc;

use crate::base::DocNo;
use crate::engine::message::{AskedSlides, StageSlides};
use crate::lecture::{Ink, Lecture, Question, Setup, Slide, SlideBlock, Span, Staged};

/// Answers of a question that can be voted for.
pub const ANSWERS: usize = 4;

/// A stage with its setup as it was changed.
#[derive(Clone, Debug)]
pub struct StageState {
    /// The stage with its setup.
    pub staged: Staged,
    /// How often the setup was changed.
    revision: u64,
    /// The newest slides.
    slides: Arc<[Slide]>,
    /// The revision that they are of; `None` for slides that others will follow.
    made: Option<u64>,
    /// Votes by slide, with the question that they answer.
    votes: HashMap<usize, (Question, [u32; ANSWERS])>,
}

impl StageState {
    fn change(&mut self, setup: Setup) {
        if setup != self.staged.setup {
            self.staged.setup = setup;
            self.revision += 1;
        }
    }

    /// The steps: a slide each, and for a question another one, on which its answer is revealed.
    fn steps(&self) -> Vec<(usize, bool)> {
        let slides = self.slides.iter().enumerate();
        let steps = slides.flat_map(|(at, slide)| {
            let revealed = slide.question.is_some().then_some((at, true));
            [(at, false)].into_iter().chain(revealed)
        });
        steps.collect()
    }
}

/// A place in a lecture: a stage, and a step in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LecturePosition {
    /// Index of the stage.
    pub stage: usize,
    /// Index of the step, [`usize::MAX`] for the last one while its number is unknown.
    pub step: usize,
}

/// What the screen shows.
#[derive(Clone, Copy, Debug)]
pub struct ShownStep<'a> {
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
}

/// State of the Lecture screen.
#[derive(Clone, Debug, Default)]
pub struct LectureState {
    /// Number of this lecture among those that were opened.
    pub number: u64,
    /// Its title.
    pub title: String,
    /// Its stages; none while the texts are read.
    pub stages: Vec<StageState>,
    /// Number of rows of the slide above the first visible one.
    pub scroll: usize,
    /// The documents whose texts are read; `None` once they are.
    pub reading: Option<(DocNo, Option<DocNo>)>,
    /// The requested position.
    wanted: LecturePosition,
    /// The displayed position: the previous one, until there are slides.
    pub position: LecturePosition,
    /// The stage and revision of the last request.
    pub requested: Option<(usize, u64)>,
}

impl LectureState {
    /// A lecture at its first step.
    pub fn new(number: u64, lecture: Lecture) -> Self {
        let stage = |staged| StageState {
            staged,
            revision: 0,
            slides: Arc::default(),
            made: None,
            votes: HashMap::new(),
        };
        LectureState {
            number,
            title: lecture.title,
            stages: lecture.stages.into_iter().map(stage).collect(),
            ..LectureState::default()
        }
    }

    /// The requested stage.
    pub fn stage(&self) -> Option<&StageState> {
        self.stages.get(self.wanted.stage)
    }

    /// What the screen shows; `None` before the first slides.
    pub fn shown(&self) -> Option<ShownStep<'_>> {
        let stage = self.stages.get(self.position.stage)?;
        let steps = stage.steps();
        let step = self.position.step.min(steps.len().checked_sub(1)?);
        let (at, revealed) = steps[step];
        let slide = stage.slides.get(at)?;
        let votes = stage.votes.get(&at);
        let votes = votes.filter(|(question, _)| slide.question.as_ref() == Some(question));
        Some(ShownStep {
            stage,
            slide,
            revealed,
            step: (step + 1, steps.len()),
            votes: votes.map_or([0; ANSWERS], |(_, counts)| *counts),
        })
    }

    /// Shows the requested position, if there are slides.
    fn settle(&mut self) {
        let steps = self.stage().map_or(0, |stage| stage.steps().len());
        let Some(last) = steps.checked_sub(1) else {
            return;
        };
        self.wanted.step = self.wanted.step.min(last);
        if self.position != self.wanted {
            self.scroll = 0;
        }
        self.position = self.wanted;
    }

    fn go(&mut self, stage: usize, step: usize) {
        self.wanted = LecturePosition { stage, step };
        // The slides of the stage that was left may have been given up for those of this one.
        self.requested = self.requested.filter(|(requested, _)| *requested == stage);
        self.settle();
    }

    /// One step on. Returns whether there is one.
    pub fn forward(&mut self) -> bool {
        let LecturePosition { stage, step } = self.wanted;
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
        let LecturePosition { stage, step } = self.wanted;
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

    /// Changes the setup of the stage that was asked for. If other stages share k or the number of rows, they change
    /// too.
    pub fn change(&mut self, change: impl FnOnce(&Staged) -> Setup) {
        let Some(stage) = self.stages.get_mut(self.wanted.stage) else {
            return;
        };
        let (before, after) = (stage.staged.setup.clone(), change(&stage.staged));
        let (k, rows) = (after.sketching.k, after.rows);
        stage.change(after);
        for stage in &mut self.stages {
            let mut setup = stage.staged.setup.clone();
            if setup.sketching.k == before.sketching.k {
                setup.sketching.k = k;
            }
            if setup.rows == before.rows {
                setup.rows = rows;
            }
            stage.change(setup);
        }
    }

    /// Text A (0) or B (1) of the stage; `None` if the stage takes no texts.
    pub fn text(&self, at: usize) -> Option<&String> {
        self.stage()?.staged.pair()?.get(at)
    }

    /// Texts A and B of every stage, as [`LectureState::set_pairs`] takes them.
    pub fn pairs(&self) -> Vec<Option<Vec<String>>> {
        let pairs = self.stages.iter().map(|stage| stage.staged.pair());
        pairs.map(|pair| pair.map(<[String]>::to_vec)).collect()
    }

    /// Replaces text A (0) or B (1) of the stage. Every stage that takes texts then has the two texts of this one.
    pub fn set_text(&mut self, at: usize, text: &str) {
        if let Some(pair) = self.stage().and_then(|stage| stage.staged.pair()) {
            let mut pair = pair.to_vec();
            text.clone_into(&mut pair[at]);
            self.set_pairs(&vec![Some(pair); self.stages.len()]);
        }
    }

    /// Replaces texts A and B of each stage that takes texts by those of the same place.
    pub fn set_pairs(&mut self, pairs: &[Option<Vec<String>>]) {
        for (stage, pair) in self.stages.iter_mut().zip(pairs) {
            if let (Some(_), Some(pair)) = (stage.staged.pair(), pair) {
                let mut setup = stage.staged.setup.clone();
                setup.texts[..2].clone_from_slice(pair);
                stage.change(setup);
            }
        }
    }

    /// The missing slides that were not requested yet.
    pub fn wants(&mut self) -> Option<AskedSlides> {
        let at = self.wanted.stage;
        let stage = self.stages.get(at)?;
        let request = Some((at, stage.revision));
        if stage.made == Some(stage.revision) || self.requested == request {
            return None;
        }
        self.requested = request;
        Some(AskedSlides {
            lecture: self.number,
            stage: at,
            revision: stage.revision,
            staged: stage.staged.clone(),
        })
    }

    /// Takes over slides, unless they are of another lecture or of a setup before the newest ones.
    pub fn set_slides(&mut self, made: &StageSlides) {
        let stage = self.stages.get_mut(made.stage);
        let Some(stage) = stage.filter(|_| made.lecture == self.number) else {
            return;
        };
        if stage.made.is_some_and(|revision| revision > made.revision) {
            return;
        }
        stage.slides = match &made.slides {
            Ok(slides) => slides.clone().into(),
            Err(why) => {
                let message = vec![Span::new(why.to_string(), Ink::Strong)];
                [Slide::new(vec![SlideBlock::Text(message)])].into()
            }
        };
        stage.made = made.is_last.then_some(made.revision);
        self.settle();
    }

    /// Adds a vote for an answer of the current question; `None` removes all its votes. Returns whether there is such
    /// an answer.
    pub fn vote(&mut self, answer: Option<usize>) -> bool {
        let shown = self.shown();
        let poll = shown.and_then(|shown| Some((shown, shown.slide.question.clone()?)));
        let Some((shown, question)) = poll else {
            return false;
        };
        let mut votes = shown.votes;
        match answer {
            Some(answer) if answer < question.answers.len().min(ANSWERS) => {
                votes[answer] = votes[answer].saturating_add(1);
            }
            Some(_) => return false,
            None => votes = [0; ANSWERS],
        }
        let (at, _) = shown.stage.steps()[shown.step.0 - 1];
        if let Some(stage) = self.stages.get_mut(self.position.stage) {
            stage.votes.insert(at, (question, votes));
        }
        true
    }
}
