//! Which settings are asked for and which the figures on the screen are of: the two differ while the
//! work is under way. What was applied before stays in a history, to go back to and forth in; a step
//! of it may have moved the threshold too.

use super::tune::Slider;
use crate::engine::{Choice, Progress};

/// From one choice to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Step {
    /// The threshold before and after, where the step moved it.
    threshold: Option<(f64, f64)>,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Trials {
    /// All that was asked for, in order; never empty.
    history: Vec<Choice>,
    /// What led from each to the next: one fewer.
    steps: Vec<Step>,
    /// The one asked for now.
    at: usize,
    /// The slider whose moves are still one step.
    held: Option<Slider>,
    /// The one that the figures on the screen are of.
    shown: Choice,
    /// How far the work for the one asked for is.
    pub progress: Option<Progress>,
}

/// What taking back a step, or taking it again, asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Other settings than before.
    pub settings: bool,
    /// This threshold.
    pub threshold: Option<f64>,
}

impl Trials {
    /// The settings that the program was started with.
    #[must_use]
    pub fn new(start: Choice) -> Self {
        Trials {
            history: vec![start.clone()],
            steps: Vec::new(),
            at: 0,
            held: None,
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
        self.go(choice, None)
    }

    /// Asks for another choice, with the threshold going from one value to another as part of the
    /// step. Says whether anything is other than before.
    pub fn go(&mut self, choice: Choice, threshold: Option<(f64, f64)>) -> bool {
        let threshold = threshold.filter(|(from, to)| from != to);
        self.held = None;
        if choice == *self.asked() && threshold.is_none() {
            return false;
        }
        self.history.truncate(self.at + 1);
        self.steps.truncate(self.at);
        self.history.push(choice);
        self.steps.push(Step { threshold });
        self.at += 1;
        true
    }

    /// The same by a slider: its moves are one step until another is moved, or [`Trials::let_go`].
    pub fn slide(&mut self, slider: Slider, choice: Choice, threshold: Option<(f64, f64)>) -> bool {
        let begun = self.held == Some(slider) && self.at > 0 && self.at + 1 == self.history.len();
        if !begun {
            let moved = self.go(choice, threshold);
            self.held = moved.then_some(slider);
            return moved;
        }
        let step = &mut self.steps[self.at - 1];
        if let Some((from, to)) = threshold {
            step.threshold = Some((step.threshold.map_or(from, |(first, _)| first), to));
        }
        let moved = choice != self.history[self.at] || threshold.is_some_and(|(a, b)| a != b);
        self.history[self.at] = choice;
        moved
    }

    /// The next move of a slider is a step of its own.
    pub fn let_go(&mut self) {
        self.held = None;
    }

    /// Goes back to the choice before; `None` where there is none.
    pub fn undo(&mut self) -> Option<Moved> {
        self.held = None;
        self.at = self.at.checked_sub(1)?;
        Some(self.moved(self.at, |(before, _)| before))
    }

    /// Takes back the last undoing; `None` where there is none.
    pub fn redo(&mut self) -> Option<Moved> {
        self.held = None;
        if self.at + 1 == self.history.len() {
            return None;
        }
        self.at += 1;
        Some(self.moved(self.at - 1, |(_, after)| after))
    }

    fn moved(&self, step: usize, threshold: impl Fn((f64, f64)) -> f64) -> Moved {
        Moved {
            settings: self.history[step] != self.history[step + 1],
            threshold: self.steps[step].threshold.map(threshold),
        }
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
                Some(at) => (self.at, self.held) = (at, None),
                None => drop(self.apply(choice.clone())),
            }
        }
        self.shown = choice;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::choices::Field;

    fn k(k: usize) -> Choice {
        let mut choice = Choice::default();
        choice.settings.sketching.k = k;
        choice
    }

    const SETTINGS: Option<Moved> = Some(Moved {
        settings: true,
        threshold: None,
    });

    #[test]
    fn what_was_applied_can_be_undone_and_redone() {
        let mut trials = Trials::new(k(4));
        assert_eq!(trials.undo(), None);
        assert!(trials.apply(k(5)) && trials.apply(k(6)));
        assert!(!trials.apply(k(6)), "the same again is no change");
        assert!(trials.undo() == SETTINGS && trials.pending());
        assert_eq!(trials.asked(), &k(5));
        assert!(trials.undo() == SETTINGS && !trials.pending() && trials.undo().is_none());
        assert_eq!(trials.redo(), SETTINGS);
        assert_eq!(trials.steps(), (1, 1));
        assert!(
            trials.apply(k(7)) && trials.redo().is_none(),
            "a new change ends the old way forth"
        );
        assert_eq!(trials.steps(), (2, 0));
    }

    #[test]
    fn moves_of_one_slider_are_one_step() {
        let mut trials = Trials::new(k(4));
        let slider = Slider::Field(Field::K);
        for n in 5..9 {
            assert!(trials.slide(slider, k(n), None));
        }
        assert_eq!(trials.steps(), (1, 0));
        for (from, to) in [(0.8, 0.79), (0.79, 0.78)] {
            assert!(trials.slide(Slider::Threshold, k(8), Some((from, to))));
        }
        assert!(!trials.slide(Slider::Threshold, k(8), Some((0.78, 0.78))));
        assert_eq!(trials.steps(), (2, 0));
        let threshold = |threshold| {
            Some(Moved {
                settings: false,
                threshold: Some(threshold),
            })
        };
        assert_eq!(trials.undo(), threshold(0.8));
        assert_eq!(trials.redo(), threshold(0.78));
        assert!(trials.undo().is_some() && trials.undo() == SETTINGS);
        assert_eq!(trials.asked(), &k(4));
        // After going back a slider begins a step of its own.
        assert!(trials.slide(slider, k(5), None));
        trials.let_go();
        assert!(trials.slide(slider, k(6), None));
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
        assert!(
            trials.redo().is_some(),
            "what was stopped can be asked for again"
        );
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
