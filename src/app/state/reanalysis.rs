//! Requested and displayed configuration, which differ while a re-analysis runs, and the undo history of
//! applied configurations. An undo step may include a threshold change.

use crate::config::Purpose;
use crate::engine::{AnalysisConfig, Progress};
use crate::mask::MaskConfig;
use crate::screens::tune::state::Slider;
use crate::similarity::Measure;

/// Requested and displayed configuration with undo history.
#[derive(Clone, Debug)]
pub struct Reanalysis {
    /// All requested configurations in order; never empty.
    history: Vec<AnalysisConfig>,
    /// The threshold before and after each step between them, if the step changed it.
    steps: Vec<Option<(f64, f64)>>,
    /// Index of the requested configuration.
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
    left: Option<LeftPurpose>,
}

/// What is taken again when a purpose comes back.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LeftPurpose {
    purpose: Purpose,
    k: usize,
    measure: Measure,
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
    pub fn new(start: AnalysisConfig) -> Self {
        let shown = AnalysisConfig {
            masks: MaskConfig::default(),
            ..start.clone()
        };
        Reanalysis {
            starting: shown != start,
            history: vec![start],
            steps: Vec::new(),
            at: 0,
            held: None,
            shown,
            progress: None,
            left: None,
        }
    }

    /// Requests the configuration of `purpose`; returns its threshold. k, measure and threshold are those that it had when
    /// it was left, else those that it begins with; `threshold` is the current one. Undo does not lead back.
    pub fn switch_purpose(&mut self, purpose: Purpose, threshold: f64) -> f64 {
        let mut config = self.requested().clone();
        let here = LeftPurpose {
            purpose: config.purpose,
            k: config.settings.sketching.k,
            measure: config.method_config.measure,
            threshold,
        };
        config.adopt(purpose);
        let mut threshold = purpose.threshold();
        let left = self.left.replace(here);
        if let Some(left) = left.filter(|left| left.purpose == purpose) {
            (config.settings.sketching.k, config.method_config.measure) = (left.k, left.measure);
            threshold = left.threshold;
        }
        self.history = vec![config.fitted()];
        self.steps.clear();
        (self.at, self.held) = (0, None);
        threshold
    }

    /// The requested configuration.
    pub fn requested(&self) -> &AnalysisConfig {
        &self.history[self.at]
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

    /// Requests a configuration and a threshold change (from, to) as one step. Returns whether anything
    /// changed.
    pub fn go(&mut self, analysis_config: AnalysisConfig, threshold: Option<(f64, f64)>) -> bool {
        let threshold = threshold.filter(|(from, to)| from != to);
        self.held = None;
        if analysis_config == *self.requested() && threshold.is_none() {
            return false;
        }
        self.history.truncate(self.at + 1);
        self.steps.truncate(self.at);
        self.history.push(analysis_config);
        self.steps.push(threshold);
        self.at += 1;
        true
    }

    /// Like [`Reanalysis::go`] for a slider: its moves are merged into one step until another slider
    /// moves or [`Reanalysis::let_go`] is called.
    pub fn slide(
        &mut self,
        slider: Slider,
        analysis_config: AnalysisConfig,
        threshold: Option<(f64, f64)>,
    ) -> bool {
        let begun = self.held == Some(slider) && self.at > 0 && self.at + 1 == self.history.len();
        if !begun {
            let moved = self.go(analysis_config, threshold);
            self.held = moved.then_some(slider);
            return moved;
        }
        let step = &mut self.steps[self.at - 1];
        if let Some((from, to)) = threshold {
            *step = Some((step.map_or(from, |(first, _)| first), to));
        }
        let moved =
            analysis_config != self.history[self.at] || threshold.is_some_and(|(a, b)| a != b);
        self.history[self.at] = analysis_config;
        moved
    }

    /// Ends merging: the next slider move becomes a step of its own.
    pub fn let_go(&mut self) {
        self.held = None;
    }

    /// Goes back one step; `None` if there is none.
    pub fn undo(&mut self) -> Option<Moved> {
        self.held = None;
        self.at = self.at.checked_sub(1)?;
        Some(self.moved(self.at, |(before, _)| before))
    }

    /// Repeats the step last undone; `None` if there is none.
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
            threshold: self.steps[step].map(threshold),
        }
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
            let before = self.history[..self.at]
                .iter()
                .rposition(|c| *c == analysis_config);
            match before.or_else(|| self.history.iter().position(|c| *c == analysis_config)) {
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

    const SETTINGS: Option<Moved> = Some(Moved {
        settings: true,
        threshold: None,
    });

    #[test]
    fn a_purpose_comes_back_with_what_it_had() {
        let mut reanalysis = Reanalysis::new(k(6));
        let threshold = reanalysis.switch_purpose(Purpose::CopiedText, 0.83);
        assert_eq!(reanalysis.requested().purpose, Purpose::CopiedText);
        assert_eq!(threshold, Purpose::CopiedText.threshold());
        let begun = reanalysis.requested().settings.sketching.k;
        let threshold = reanalysis.switch_purpose(Purpose::NearDuplicates, 0.25);
        assert_eq!((reanalysis.requested(), threshold), (&k(6), 0.83));
        let threshold = reanalysis.switch_purpose(Purpose::CopiedText, 0.9);
        let copied = reanalysis.requested();
        assert_eq!((copied.settings.sketching.k, threshold), (begun, 0.25));
        assert_eq!(reanalysis.undo(), None);
    }

    #[test]
    fn what_was_applied_can_be_undone_and_redone() {
        let mut reanalysis = Reanalysis::new(k(4));
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
        let mut reanalysis = Reanalysis::new(start.clone());
        assert!(reanalysis.apply(k(5)) && reanalysis.starting());
        reanalysis.settled(start, false);
        assert!(!reanalysis.starting() && reanalysis.pending());
        assert!(!Reanalysis::new(k(4)).starting());
    }

    #[test]
    fn moves_of_one_slider_are_one_step() {
        let mut reanalysis = Reanalysis::new(k(4));
        let slider = Slider::Setting(&K);
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
        assert_eq!(reanalysis.requested(), &k(4));
        // After an undo, a slider starts a new step.
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

    #[test]
    fn an_older_choice_may_stand_while_a_newer_is_waited_for() {
        let mut reanalysis = Reanalysis::new(k(4));
        reanalysis.apply(k(5));
        reanalysis.apply(k(6));
        reanalysis.settled(k(5), false);
        assert!(reanalysis.pending());
        assert_eq!((reanalysis.shown(), reanalysis.requested()), (&k(5), &k(6)));
    }
}
