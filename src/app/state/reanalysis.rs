//! Requested and displayed configuration, which differ while a re-analysis runs, and the undo history of
//! applied configurations. An undo step may include a threshold change.

use crate::config::Purpose;
use crate::engine::{AnalysisConfig, Progress};
use crate::mask::MaskConfig;
use crate::screens::tune::state::Slider;

/// Requested and displayed configuration with undo history.
#[derive(Clone, Debug, Default)]
pub struct Reanalysis {
    /// All that was requested, in order; never empty.
    history: Vec<RequestedState>,
    /// Index of what is requested now.
    at: usize,
    /// The slider whose moves are merged into the current step.
    held: Option<Slider>,
    /// The configuration of the displayed results.
    shown: AnalysisConfig,
    /// Whether the displayed results are those without the masks of the start, which nothing undoes.
    starting: bool,
    /// Progress of the re-analysis for the requested configuration.
    pub progress: Option<Progress>,
    /// What the purpose that was left last had.
    left: Option<RequestedState>,
}

/// A configuration with its threshold.
#[derive(Clone, Debug, PartialEq)]
struct RequestedState {
    config: AnalysisConfig,
    threshold: f64,
}

/// Result of an undo or redo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Whether the configuration changed.
    pub settings: bool,
    /// The threshold to set, if the step changed it.
    pub threshold: Option<f64>,
}

impl Reanalysis {
    /// Starts with one configuration, requested and displayed; its masks are displayed once the engine
    /// has applied them.
    pub fn new(config: AnalysisConfig, threshold: f64) -> Self {
        let shown = AnalysisConfig {
            masks: MaskConfig::default(),
            ..config.clone()
        };
        Reanalysis {
            starting: shown != config,
            history: vec![RequestedState { config, threshold }],
            at: 0,
            held: None,
            shown,
            progress: None,
            left: None,
        }
    }

    /// Requests the configuration of `purpose`; returns its threshold. k, measure and threshold are those that it had when
    /// it was left, else those that it begins with. Undo does not lead back.
    pub fn switch_purpose(&mut self, purpose: Purpose) -> f64 {
        let before = self.history.swap_remove(self.at);
        let (mut config, mut threshold) = (before.config.clone(), purpose.threshold());
        config.adopt(purpose);
        let left = self.left.replace(before);
        if let Some(left) = left.filter(|left| left.config.purpose == purpose) {
            config.settings.sketching.k = left.config.settings.sketching.k;
            config.method_config.measure = left.config.method_config.measure;
            threshold = left.threshold;
        }
        let config = config.fitted();
        self.history = vec![RequestedState { config, threshold }];
        (self.at, self.held) = (0, None);
        threshold
    }

    /// The requested configuration.
    pub fn requested(&self) -> &AnalysisConfig {
        &self.history[self.at].config
    }

    /// The configuration of the displayed results.
    pub fn shown(&self) -> &AnalysisConfig {
        &self.shown
    }

    /// Whether the displayed results are not those requested.
    pub fn pending(&self) -> bool {
        *self.requested() != self.shown
    }

    /// Whether the displayed results are those without the masks of the start.
    pub fn starting(&self) -> bool {
        self.starting
    }

    /// Requests a configuration and discards the redo history. Returns whether it differs from the
    /// previous one.
    pub fn apply(&mut self, analysis_config: AnalysisConfig) -> bool {
        self.go(analysis_config, None)
    }

    /// Requests a configuration, and a threshold if it changes too, as one step. Returns whether anything changed.
    pub fn go(&mut self, config: AnalysisConfig, threshold: Option<f64>) -> bool {
        self.held = None;
        let next = self.next(config, threshold);
        let is_new = next != self.history[self.at];
        if is_new {
            self.history.truncate(self.at + 1);
            self.history.push(next);
            self.at += 1;
        }
        is_new
    }

    fn next(&self, config: AnalysisConfig, threshold: Option<f64>) -> RequestedState {
        let threshold = threshold.unwrap_or(self.history[self.at].threshold);
        RequestedState { config, threshold }
    }

    /// Like [`Reanalysis::go`] for a slider: its moves are merged into one step until another slider
    /// moves or [`Reanalysis::let_go`] is called.
    pub fn slide(
        &mut self,
        slider: Slider,
        config: AnalysisConfig,
        threshold: Option<f64>,
    ) -> bool {
        let begun = self.held == Some(slider) && self.at > 0 && self.at + 1 == self.history.len();
        if !begun {
            let moved = self.go(config, threshold);
            self.held = moved.then_some(slider);
            return moved;
        }
        let next = self.next(config, threshold);
        let moved = next != self.history[self.at];
        self.history[self.at] = next;
        moved
    }

    /// Ends merging: the next slider move becomes a step of its own.
    pub fn let_go(&mut self) {
        self.held = None;
    }

    /// Goes back one step; `None` if there is none.
    pub fn undo(&mut self) -> Option<Moved> {
        self.go_to(self.at.checked_sub(1)?)
    }

    /// Repeats the step last undone; `None` if there is none.
    pub fn redo(&mut self) -> Option<Moved> {
        self.go_to(self.at + 1)
    }

    fn go_to(&mut self, at: usize) -> Option<Moved> {
        self.held = None;
        let (before, now) = (&self.history[self.at], self.history.get(at)?);
        self.at = at;
        Some(Moved {
            settings: now.config != before.config,
            threshold: (now.threshold != before.threshold).then_some(now.threshold),
        })
    }

    /// Number of steps that can be undone and redone.
    pub fn steps(&self) -> (usize, usize) {
        (self.at, self.history.len() - 1 - self.at)
    }

    /// Records that all further engine results are of `analysis_config`. If that is not the requested
    /// configuration because the work was stopped, it becomes the requested one.
    pub fn settled(&mut self, analysis_config: AnalysisConfig, stopped: bool) {
        self.progress = None;
        self.starting = false;
        if stopped && analysis_config != *self.requested() {
            // Uses the nearest earlier occurrence in the history, else a later one; nearly always there
            // is one.
            let is_it = |state: &RequestedState| state.config == analysis_config;
            let before = self.history[..self.at].iter().rposition(is_it);
            match before.or_else(|| self.history.iter().position(is_it)) {
                Some(at) => (self.at, self.held) = (at, None),
                None => drop(self.apply(analysis_config.clone())),
            }
        }
        self.shown = analysis_config;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::table::K;

    fn k(k: usize) -> AnalysisConfig {
        let mut analysis_config = AnalysisConfig::default();
        analysis_config.settings.sketching.k = k;
        analysis_config
    }

    fn started(config: AnalysisConfig) -> Reanalysis {
        Reanalysis::new(config, 0.8)
    }

    const SETTINGS: Option<Moved> = Some(Moved {
        settings: true,
        threshold: None,
    });

    #[test]
    fn a_purpose_comes_back_with_what_it_had() {
        let mut reanalysis = started(k(6));
        assert!(reanalysis.go(k(6), Some(0.83)));
        let threshold = reanalysis.switch_purpose(Purpose::CopiedText);
        assert_eq!(reanalysis.requested().purpose, Purpose::CopiedText);
        assert_eq!(threshold, Purpose::CopiedText.threshold());
        let begun = reanalysis.requested().settings.sketching.k;
        assert!(reanalysis.go(reanalysis.requested().clone(), Some(0.25)));
        let threshold = reanalysis.switch_purpose(Purpose::NearDuplicates);
        assert_eq!((reanalysis.requested(), threshold), (&k(6), 0.83));
        let threshold = reanalysis.switch_purpose(Purpose::CopiedText);
        let copied = reanalysis.requested();
        assert_eq!((copied.settings.sketching.k, threshold), (begun, 0.25));
        assert_eq!(reanalysis.undo(), None);
    }

    #[test]
    fn what_was_applied_can_be_undone_and_redone() {
        let mut reanalysis = started(k(4));
        assert_eq!(reanalysis.undo(), None);
        assert!(reanalysis.apply(k(5)) && reanalysis.apply(k(6)));
        assert!(!reanalysis.apply(k(6)), "the same again is no change");
        assert!(reanalysis.undo() == SETTINGS && reanalysis.pending());
        assert_eq!(reanalysis.requested(), &k(5));
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
    fn the_masks_of_the_start_are_awaited_whatever_is_changed_meanwhile() {
        let mut start = k(4);
        start.masks.quotations = true;
        let mut reanalysis = started(start.clone());
        assert!(reanalysis.apply(k(5)) && reanalysis.starting());
        reanalysis.settled(start, false);
        assert!(!reanalysis.starting() && reanalysis.pending());
        assert!(!started(k(4)).starting());
    }

    #[test]
    fn moves_of_one_slider_are_one_step() {
        let mut reanalysis = started(k(4));
        let slider = Slider::Setting(&K);
        for n in 5..9 {
            assert!(reanalysis.slide(slider, k(n), None));
        }
        assert_eq!(reanalysis.steps(), (1, 0));
        for to in [0.79, 0.78] {
            assert!(reanalysis.slide(Slider::Threshold, k(8), Some(to)));
        }
        assert!(!reanalysis.slide(Slider::Threshold, k(8), Some(0.78)));
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
        assert_eq!(reanalysis.requested(), &k(4));
        // After an undo, a slider starts a new step.
        assert!(reanalysis.slide(slider, k(5), None));
        reanalysis.let_go();
        assert!(reanalysis.slide(slider, k(6), None));
        assert_eq!(reanalysis.steps(), (2, 0));
    }

    #[test]
    fn stopped_work_leaves_what_was() {
        let mut reanalysis = started(k(4));
        reanalysis.apply(k(5));
        reanalysis.settled(k(5), false);
        assert!(!reanalysis.pending());
        reanalysis.apply(k(6));
        reanalysis.settled(k(5), true);
        assert_eq!(
            (reanalysis.requested(), reanalysis.pending()),
            (&k(5), false)
        );
        assert!(
            reanalysis.redo().is_some(),
            "what was stopped can be asked for again"
        );
        assert_eq!(reanalysis.requested(), &k(6));
    }
}
