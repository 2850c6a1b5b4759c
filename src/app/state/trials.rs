//! Which settings are asked for and which the figures on the screen are of: the two differ while the
//! work is under way. What was applied before stays in a history, to go back to and forth in.

use crate::engine::{Choice, Progress};

/// See the module.
#[derive(Clone, Debug)]
pub struct Trials {
    /// All that was asked for, in order; never empty.
    history: Vec<Choice>,
    /// The one asked for now.
    at: usize,
    /// The one that the figures on the screen are of.
    shown: Choice,
    /// How far the work for the one asked for is.
    pub progress: Option<Progress>,
}

impl Trials {
    /// The settings that the program was started with.
    #[must_use]
    pub fn new(start: Choice) -> Self {
        Trials {
            history: vec![start.clone()],
            at: 0,
            shown: start,
            progress: None,
        }
    }

    /// What is asked for.
    #[must_use]
    pub fn asked(&self) -> &Choice {
        &self.history[self.at]
    }

    /// What the figures on the screen are of.
    #[must_use]
    pub fn shown(&self) -> &Choice {
        &self.shown
    }

    /// Whether the figures on the screen are not those asked for.
    #[must_use]
    pub fn pending(&self) -> bool {
        *self.asked() != self.shown
    }

    /// Asks for another choice; what was undone before is forgotten. Says whether it is another.
    pub fn apply(&mut self, choice: Choice) -> bool {
        if choice == *self.asked() {
            return false;
        }
        self.history.truncate(self.at + 1);
        self.history.push(choice);
        self.at += 1;
        true
    }

    /// Goes back to the choice before; says whether there is one.
    pub fn undo(&mut self) -> bool {
        let back = self.at > 0;
        self.at = self.at.saturating_sub(1);
        back
    }

    /// Takes back the last undoing; says whether there is one.
    pub fn redo(&mut self) -> bool {
        let forth = self.at + 1 < self.history.len();
        self.at += usize::from(forth);
        forth
    }

    /// How many changes can be undone, and how many redone.
    #[must_use]
    pub fn steps(&self) -> (usize, usize) {
        (self.at, self.history.len() - 1 - self.at)
    }

    /// The engine's word that all it sends from now on is of `choice`. Where that is not what was
    /// asked for because the work was stopped, it is what is asked for from now on.
    pub fn settled(&mut self, choice: Choice, stopped: bool) {
        self.progress = None;
        if stopped && choice != *self.asked() {
            // The nearest before, else after, where it stands in the history as it nearly always does.
            let before = self.history[..self.at].iter().rposition(|c| *c == choice);
            match before.or_else(|| self.history.iter().position(|c| *c == choice)) {
                Some(at) => self.at = at,
                None => drop(self.apply(choice.clone())),
            }
        }
        self.shown = choice;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn k(k: usize) -> Choice {
        let mut choice = Choice::default();
        choice.settings.sketching.k = k;
        choice
    }

    #[test]
    fn what_was_applied_can_be_undone_and_redone() {
        let mut trials = Trials::new(k(4));
        assert!(!trials.undo());
        assert!(trials.apply(k(5)) && trials.apply(k(6)));
        assert!(!trials.apply(k(6)), "the same again is no change");
        assert!(trials.undo() && trials.pending());
        assert_eq!(trials.asked(), &k(5));
        assert!(trials.undo() && !trials.pending() && !trials.undo());
        assert!(trials.redo());
        assert_eq!(trials.steps(), (1, 1));
        assert!(
            trials.apply(k(7)) && !trials.redo(),
            "a new change ends the old way forth"
        );
        assert_eq!(trials.steps(), (2, 0));
    }

    #[test]
    fn stopped_work_leaves_what_was() {
        let mut trials = Trials::new(k(4));
        trials.apply(k(5));
        trials.settled(k(5), false);
        assert!(!trials.pending());
        trials.apply(k(6));
        trials.settled(k(5), true);
        assert_eq!((trials.asked(), trials.pending()), (&k(5), false));
        assert!(trials.redo(), "what was stopped can be asked for again");
        assert_eq!(trials.asked(), &k(6));
    }

    #[test]
    fn an_older_choice_may_stand_while_a_newer_is_waited_for() {
        let mut trials = Trials::new(k(4));
        trials.apply(k(5));
        trials.apply(k(6));
        trials.settled(k(5), false);
        assert!(trials.pending());
        assert_eq!((trials.shown(), trials.asked()), (&k(5), &k(6)));
    }
}
