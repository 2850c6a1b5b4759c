//! Which settings are asked for and which the figures on the screen are of: the two differ while the
//! work is under way. What was applied before stays in a history, to go back to and forth in; a step
//! of it may have moved the threshold too.

use super::tune::Slider;
use crate::engine::{AnalysisConfig, Progress};

/// From one choice to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Step {
    /// The threshold before and after, where the step moved it.
    threshold: Option<(f64, f64)>,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Reanalysis {
    /// All that was asked for, in order; never empty.
    history: Vec<AnalysisConfig>,
    /// What led from each to the next: one fewer.
    steps: Vec<Step>,
    /// The one asked for now.
    at: usize,
    /// The slider whose moves are still one step.
    held: Option<Slider>,
    /// The one that the figures on the screen are of.
    shown: AnalysisConfig,
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

impl Reanalysis {
    /// The settings that the program was started with.
    #[must_use]
    pub fn new(start: AnalysisConfig) -> Self {
        Reanalysis {
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
    pub fn asked(&self) -> &AnalysisConfig {
        &self.history[self.at]
    }

    /// What the figures on the screen are of.
    #[must_use]
    pub fn shown(&self) -> &AnalysisConfig {
        &self.shown
    }

    /// Whether the figures on the screen are not those asked for.
    #[must_use]
    pub fn pending(&self) -> bool {
        *self.asked() != self.shown
    }

    /// Asks for another choice; what was undone before is forgotten. Says whether it is another.
    pub fn apply(&mut self, choice: AnalysisConfig) -> bool {
        self.go(choice, None)
    }

    /// Asks for another choice, with the threshold going from one value to another as part of the
    /// step. Says whether anything is other than before.
    pub fn go(&mut self, choice: AnalysisConfig, threshold: Option<(f64, f64)>) -> bool {
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

    /// The same by a slider: its moves are one step until another is moved, or [`Reanalysis::let_go`].
    pub fn slide(
        &mut self,
        slider: Slider,
        choice: AnalysisConfig,
        threshold: Option<(f64, f64)>,
    ) -> bool {
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
    pub fn settled(&mut self, choice: AnalysisConfig, stopped: bool) {
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

    fn k(k: usize) -> AnalysisConfig {
        let mut choice = AnalysisConfig::default();
        choice.settings.sketching.k = k;
        choice
    }

    const SETTINGS: Option<Moved> = Some(Moved {
        settings: true,
        threshold: None,
    });

    #[test]
    fn what_was_applied_can_be_undone_and_redone() {
        let mut reanalysis = Reanalysis::new(k(4));
        assert_eq!(reanalysis.undo(), None);
        assert!(reanalysis.apply(k(5)) && reanalysis.apply(k(6)));
        assert!(!reanalysis.apply(k(6)), "the same again is no change");
        assert!(reanalysis.undo() == SETTINGS && reanalysis.pending());
        assert_eq!(reanalysis.asked(), &k(5));
        assert!(
            reanalysis.undo() == SETTINGS && !reanalysis.pending() && reanalysis.undo().is_none()
        );
        assert_eq!(reanalysis.redo(), SETTINGS);
        assert_eq!(reanalysis.steps(), (1, 1));
        assert!(
            reanalysis.apply(k(7)) && reanalysis.redo().is_none(),
            "a new change ends the old way forth"
        );
        assert_eq!(reanalysis.steps(), (2, 0));
    }

    #[test]
    fn moves_of_one_slider_are_one_step() {
        let mut reanalysis = Reanalysis::new(k(4));
        let slider = Slider::Field(Field::K);
        for n in 5..9 {
            assert!(reanalysis.slide(slider, k(n), None));
        }
        assert_eq!(reanalysis.steps(), (1, 0));
        for (from, to) in [(0.8, 0.79), (0.79, 0.78)] {
            assert!(reanalysis.slide(Slider::Threshold, k(8), Some((from, to))));
        }
        assert!(!reanalysis.slide(Slider::Threshold, k(8), Some((0.78, 0.78))));
        assert_eq!(reanalysis.steps(), (2, 0));
        let threshold = |threshold| {
            Some(Moved {
                settings: false,
                threshold: Some(threshold),
            })
        };
        assert_eq!(reanalysis.undo(), threshold(0.8));
        assert_eq!(reanalysis.redo(), threshold(0.78));
        assert!(reanalysis.undo().is_some() && reanalysis.undo() == SETTINGS);
        assert_eq!(reanalysis.asked(), &k(4));
        // After going back a slider begins a step of its own.
        assert!(reanalysis.slide(slider, k(5), None));
        reanalysis.let_go();
        assert!(reanalysis.slide(slider, k(6), None));
        assert_eq!(reanalysis.steps(), (2, 0));
    }

    #[test]
    fn stopped_work_leaves_what_was() {
        let mut reanalysis = Reanalysis::new(k(4));
        reanalysis.apply(k(5));
        reanalysis.settled(k(5), false);
        assert!(!reanalysis.pending());
        reanalysis.apply(k(6));
        reanalysis.settled(k(5), true);
        assert_eq!((reanalysis.asked(), reanalysis.pending()), (&k(5), false));
        assert!(
            reanalysis.redo().is_some(),
            "what was stopped can be asked for again"
        );
        assert_eq!(reanalysis.asked(), &k(6));
    }

    #[test]
    fn an_older_choice_may_stand_while_a_newer_is_waited_for() {
        let mut reanalysis = Reanalysis::new(k(4));
        reanalysis.apply(k(5));
        reanalysis.apply(k(6));
        reanalysis.settled(k(5), false);
        assert!(reanalysis.pending());
        assert_eq!((reanalysis.shown(), reanalysis.asked()), (&k(5), &k(6)));
    }
}
