//! What is changed while a lecture is held: the parameter of a stage, the seed, text B, how texts are called.

use super::{LectureState, StageState};
use crate::lecture::{Setup, Text, dial};

impl LectureState {
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
}
