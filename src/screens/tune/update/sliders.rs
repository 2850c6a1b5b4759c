//! Slider changes: by a step, to a position; of all to their defaults. Each is applied at once.

use crate::app::App;
use crate::app::effect::Effect;
use crate::app::update::{settings, threshold};
use crate::engine::AnalysisConfig;
use crate::screens::tune::state::Slider;

/// Moves a slider by one step.
pub(super) fn slide(app: &mut App, slider: Slider, forward: bool) -> Vec<Effect> {
    let Slider::Setting(setting) = slider else {
        return threshold::step(app, if forward { 0.01 } else { -0.01 });
    };
    let mut analysis_config = app.reanalysis.requested().clone();
    if !setting.slide(&mut analysis_config, forward, app.threshold) {
        return vec![];
    }
    set(app, slider, analysis_config)
}

/// Moves a slider to a position in its range, 0..=1.
pub(super) fn slide_to(app: &mut App, slider: Slider, fraction: f64) -> Vec<Effect> {
    let fraction = fraction.clamp(0.0, 1.0);
    let Slider::Setting(setting) = slider else {
        return threshold::set(app, (fraction * 100.0).round() / 100.0);
    };
    let mut analysis_config = app.reanalysis.requested().clone();
    setting.put(&mut analysis_config, fraction);
    set(app, slider, analysis_config)
}

fn set(app: &mut App, slider: Slider, analysis_config: AnalysisConfig) -> Vec<Effect> {
    if app.reanalysis.slide(slider, analysis_config.fitted(), None) {
        return settings::ask(app);
    }
    vec![]
}

/// Resets everything but the purpose and the threshold.
pub(super) fn to_defaults(app: &mut App) -> Vec<Effect> {
    let requested = app.reanalysis.requested();
    let mut analysis_config = requested.with_defaults();
    analysis_config.adopt(requested.purpose);
    if app.reanalysis.apply(analysis_config) {
        return settings::ask(app);
    }
    app.told("every setting is as it is by default")
}
