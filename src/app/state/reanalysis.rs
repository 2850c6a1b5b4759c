//! Requested and displayed configuration, which differ while a re-analysis runs, and the undo history of
//! applied configurations. An undo step may include a threshold change.

use crate::config::Purpose;
use crate::engine::{AnalysisConfig, Progress};
use crate::mask::MaskConfig;
use crate::screens::tune::state::Slider;

/// Requested and displayed configuration with undo history.
#[derive(Clone, Debug, Default)]
pub struct Reanalysis {
    /// Requested and not undone configurations, in order; never empty. The last one is the current request.
    history: Vec<RequestedState>,
    /// The slider whose moves are merged into the current step.
    held: Option<Slider>,
    /// The configuration of the displayed results.
    pub shown: AnalysisConfig,
    /// Whether the displayed results still lack the initial masks, which cannot be undone.
    pub starting: bool,
    /// Progress of the re-analysis for the requested configuration.
    pub progress: Option<Progress>,
    /// The last configuration of the other purpose.
    left: Option<RequestedState>,
}

/// A configuration with its threshold.
#[derive(Clone, Debug, Default, PartialEq)]
struct RequestedState {
    config: AnalysisConfig,
    threshold: f64,
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
            shown,
            ..Reanalysis::default()
        }
    }

    /// Requests the configuration of `purpose`; returns its threshold. k, measure and threshold have their values
    /// of the last use, or the defaults. This cannot be undone.
    pub fn switch_purpose(&mut self, purpose: Purpose) -> f64 {
        let before = self.current().clone();
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
        self.held = None;
        threshold
    }

    /// The requested configuration.
    pub fn requested(&self) -> &AnalysisConfig {
        &self.current().config
    }

    fn current(&self) -> &RequestedState {
        &self.history[self.steps()]
    }

    /// Whether the displayed results are not the requested ones.
    pub fn pending(&self) -> bool {
        *self.requested() != self.shown
    }

    /// Requests a configuration, and a threshold if it changes too, as one step. Returns whether anything changed.
    pub fn go(&mut self, config: AnalysisConfig, threshold: Option<f64>) -> bool {
        self.held = None;
        let next = self.next(config, threshold);
        let is_new = next != *self.current();
        self.history.extend(is_new.then_some(next));
        is_new
    }

    fn next(&self, config: AnalysisConfig, threshold: Option<f64>) -> RequestedState {
        let threshold = threshold.unwrap_or(self.current().threshold);
        RequestedState { config, threshold }
    }

    /// Does the same as [`Reanalysis::go`] for a slider: its moves are merged into one step until another slider
    /// moves or [`Reanalysis::let_go`] is called.
    pub fn slide(
        &mut self,
        slider: Slider,
        config: AnalysisConfig,
        threshold: Option<f64>,
    ) -> bool {
        if self.held != Some(slider) {
            let moved = self.go(config, threshold);
            self.held = moved.then_some(slider);
            return moved;
        }
        let next = self.next(config, threshold);
        let moved = next != *self.current();
        self.history.pop();
        self.history.push(next);
        moved
    }

    /// Ends merging: the next slider move becomes a separate step.
    pub fn let_go(&mut self) {
        self.held = None;
    }

    /// Undoes one step. Returns whether the configuration changes, and the new threshold if it changes; `None` if there
    /// is no step.
    pub fn undo(&mut self) -> Option<(bool, Option<f64>)> {
        self.held = None;
        if self.steps() == 0 {
            return None;
        }
        let undone = self.history.pop()?;
        let current = self.current();
        let threshold = (current.threshold != undone.threshold).then_some(current.threshold);
        Some((current.config != undone.config, threshold))
    }

    /// Number of steps that can be undone.
    pub fn steps(&self) -> usize {
        self.history.len() - 1
    }

    /// Records that further engine results belong to `analysis_config`. If that is not the requested configuration
    /// because the work was stopped, it becomes the requested one.
    pub fn settled(&mut self, analysis_config: AnalysisConfig, stopped: bool) {
        self.progress = None;
        self.starting = false;
        if stopped && analysis_config != *self.requested() {
            self.held = None;
            // The configuration is nearly always in the history.
            let is_settled = |state: &RequestedState| state.config == analysis_config;
            match self.history.iter().rposition(is_settled) {
                Some(at) => self.history.truncate(at + 1),
                None => drop(self.go(analysis_config.clone(), None)),
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

    const SETTINGS: Option<(bool, Option<f64>)> = Some((true, None));

    #[test]
    fn a_purpose_returns_with_its_last_settings() {
        let mut reanalysis = started(k(6));
        assert!(reanalysis.go(k(6), Some(0.83)));
        let threshold = reanalysis.switch_purpose(Purpose::CopiedText);
        assert_eq!(reanalysis.requested().purpose, Purpose::CopiedText);
        assert_eq!(threshold, Purpose::CopiedText.threshold());
        let default_k = reanalysis.requested().settings.sketching.k;
        assert!(reanalysis.go(reanalysis.requested().clone(), Some(0.25)));
        let threshold = reanalysis.switch_purpose(Purpose::NearDuplicates);
        assert_eq!((reanalysis.requested(), threshold), (&k(6), 0.83));
        let threshold = reanalysis.switch_purpose(Purpose::CopiedText);
        let copied = reanalysis.requested();
        assert_eq!((copied.settings.sketching.k, threshold), (default_k, 0.25));
        assert_eq!(reanalysis.undo(), None);
    }

    #[test]
    fn applied_configurations_can_be_undone() {
        let mut reanalysis = started(k(4));
        assert_eq!(reanalysis.undo(), None);
        assert!(reanalysis.go(k(5), None) && reanalysis.go(k(6), None));
        assert!(!reanalysis.go(k(6), None), "the same again is no change");
        assert!(reanalysis.undo() == SETTINGS && reanalysis.pending());
        assert_eq!(reanalysis.requested(), &k(5));
        assert_eq!(reanalysis.steps(), 1);
        assert!(reanalysis.undo() == SETTINGS && !reanalysis.pending());
        assert_eq!(reanalysis.undo(), None);
    }

    #[test]
    fn starting_lasts_until_the_initial_masks_are_applied() {
        let mut start = k(4);
        start.masks.quotations = true;
        let mut reanalysis = started(start.clone());
        assert!(reanalysis.go(k(5), None) && reanalysis.starting);
        reanalysis.settled(start, false);
        assert!(!reanalysis.starting && reanalysis.pending());
        assert!(!started(k(4)).starting);
    }

    #[test]
    fn moves_of_one_slider_are_one_step() {
        let mut reanalysis = started(k(4));
        let slider = Slider::Setting(&K);
        for n in 5..9 {
            assert!(reanalysis.slide(slider, k(n), None));
        }
        assert_eq!(reanalysis.steps(), 1);
        for to in [0.79, 0.78] {
            assert!(reanalysis.slide(Slider::Threshold, k(8), Some(to)));
        }
        assert!(!reanalysis.slide(Slider::Threshold, k(8), Some(0.78)));
        assert_eq!(reanalysis.steps(), 2);
        assert_eq!(reanalysis.undo(), Some((false, Some(0.8))));
        assert_eq!(reanalysis.undo(), SETTINGS);
        assert_eq!(reanalysis.requested(), &k(4));
        // After an undo, a slider starts a new step.
        assert!(reanalysis.slide(slider, k(5), None));
        reanalysis.let_go();
        assert!(reanalysis.slide(slider, k(6), None));
        assert_eq!(reanalysis.steps(), 2);
    }

    #[test]
    fn stopped_work_keeps_the_displayed_configuration() {
        let mut reanalysis = started(k(4));
        reanalysis.go(k(5), None);
        reanalysis.settled(k(5), false);
        assert!(!reanalysis.pending());
        reanalysis.go(k(6), None);
        reanalysis.settled(k(5), true);
        assert_eq!(reanalysis.requested(), &k(5));
        assert!(!reanalysis.pending());
        assert_eq!(reanalysis.undo(), SETTINGS);
        assert_eq!(reanalysis.requested(), &k(4));
    }
}
