//! Sliders of the Tune screen: the threshold, or a row of the settings table.

use crate::config::table::{self, PURPOSE};
use crate::config::{AnalysisConfig, Setting};
use crate::typeset::figures;

/// A slider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Slider {
    /// The similarity threshold.
    #[default]
    Threshold,
    /// A setting.
    Setting(&'static Setting),
}

impl Slider {
    /// All sliders relevant in `analysis_config`, the threshold first. Without the purpose, which sets several at once,
    /// and the settings of passages, which change none of the figures.
    pub fn all(analysis_config: &AnalysisConfig) -> Vec<Slider> {
        let moves = |row: &&Setting| **row != PURPOSE && table::of_passages().all(|p| p != *row);
        let settings = analysis_config.shown().into_iter().filter(moves);
        let settings = settings.map(Slider::Setting);
        std::iter::once(Slider::Threshold).chain(settings).collect()
    }

    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Slider::Threshold => "threshold",
            Slider::Setting(setting) => setting.name,
        }
    }

    /// Heading of its group.
    pub fn group(self) -> &'static str {
        match self {
            Slider::Threshold => "Finding",
            Slider::Setting(setting) => setting.group,
        }
    }

    /// One-sentence description with its source.
    pub fn about(self) -> &'static str {
        match self {
            Slider::Threshold => {
                "Two documents at or above it are a pair, and in one cluster. [Broder 1997]"
            }
            Slider::Setting(setting) => setting.about,
        }
    }

    /// Current value; if it is automatic, followed by the value in effect.
    pub fn value(self, analysis_config: &AnalysisConfig, threshold: f64) -> String {
        match self {
            Slider::Threshold => figures::threshold(threshold),
            Slider::Setting(setting) => {
                let text = setting.text(analysis_config);
                match setting.automatic(analysis_config, threshold) {
                    Some(taken) => format!("{text} {}", setting.print(&taken)),
                    None => figures::without_zero(text),
                }
            }
        }
    }

    /// Position of the current value in its range, 0..=1; `None` if the values are names, not ordered numbers.
    pub fn fraction(self, analysis_config: &AnalysisConfig, threshold: f64) -> Option<f64> {
        match self {
            Slider::Threshold => Some(threshold),
            Slider::Setting(setting) => {
                let position = setting.position(analysis_config, threshold);
                setting.ordered().then_some(position)
            }
        }
    }
}
