//! Steps: forth, back, to the ends of a stage and to another one. What is asked for is shown once there are slides of it.

use super::{LectureState, Place};

impl LectureState {
    /// Shows what was asked for, if there are slides of it.
    pub(super) fn settle(&mut self) {
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
}
