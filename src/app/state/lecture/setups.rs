//! What is changed while a lecture is held: the parameter of a stage, the seed, texts A and B, how texts are called.

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

    /// Text A (0) or B (1) of the stage; `None` if the stage takes no texts.
    #[must_use]
    pub fn text(&self, at: usize) -> Option<&Text> {
        self.stage()?.pair()?.get(at)
    }

    /// Texts A and B of every stage, as [`LectureState::set_pairs`] takes them.
    #[must_use]
    pub fn pairs(&self) -> Vec<Option<Vec<Text>>> {
        let pairs = self.stages.iter().map(|stage| stage.pair());
        pairs.map(|pair| pair.map(<[Text]>::to_vec)).collect()
    }

    /// Replaces text A (0) or B (1) of the stage. Every stage that takes texts then has the two texts of this one.
    pub fn set_text(&mut self, at: usize, text: &Text) {
        let Some(pair) = self.stage().and_then(StageState::pair) else {
            return;
        };
        let mut pair = pair.to_vec();
        pair[at].clone_from(text);
        self.set_pairs(&vec![Some(pair); self.stages.len()]);
    }

    /// Replaces texts A and B of each stage that takes texts by those of the same place.
    pub fn set_pairs(&mut self, pairs: &[Option<Vec<Text>>]) {
        for (stage, pair) in self.stages.iter_mut().zip(pairs) {
            if let (Some(before), Some(pair)) = (stage.pair(), pair)
                && before != pair
            {
                let mut setup = stage.staged.setup.clone();
                setup.texts[..2].clone_from_slice(pair);
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
