//! A stage of a lecture on the screens: its setup as it was changed, its slides, the votes.

use std::collections::HashMap;
use std::sync::Arc;

use crate::lecture::Staged;
use crate::lecture::{Question, Setup, Slide, Text, dial};

/// Answers of a question that can be voted for.
pub const ANSWERS: usize = 4;

/// A stage with its setup as it was changed.
#[derive(Clone, Debug)]
pub struct StageState {
    /// The stage with its setup.
    pub staged: Staged,
    /// How often the setup was changed.
    pub(super) revision: u64,
    /// The newest slides, and the revision that they are of.
    pub(super) slides: Option<(u64, Arc<[Slide]>)>,
    /// Votes by slide, with the question that they answer.
    pub(super) votes: HashMap<usize, (Question, [u32; ANSWERS])>,
}

impl StageState {
    /// Texts A and B; `None` if the stage takes no texts.
    #[must_use]
    pub fn pair(&self) -> Option<&[Text]> {
        let pair = self.staged.setup.texts.get(..2);
        pair.filter(|_| self.staged.takes_texts())
    }

    pub(super) fn new(staged: Staged) -> Self {
        StageState {
            revision: 0,
            slides: None,
            votes: HashMap::new(),
            staged,
        }
    }

    /// Its parameter with its value.
    #[must_use]
    pub fn dial(&self) -> String {
        let setup = &self.staged.setup;
        dial(self.staged.kind, setup).said(setup)
    }

    pub(super) fn change(&mut self, setup: Setup) {
        if setup != self.staged.setup {
            self.staged.setup = setup;
            self.revision += 1;
        }
    }

    /// The steps: a slide each, and for a question another one, on which its answer is revealed.
    pub(super) fn steps(&self) -> Vec<(usize, bool)> {
        let slides = self.slides.as_ref().map_or(&[][..], |(_, slides)| slides);
        let mut steps = Vec::new();
        for (at, slide) in slides.iter().enumerate() {
            steps.push((at, false));
            if slide.question.is_some() {
                steps.push((at, true));
            }
        }
        steps
    }
}
