//! Changes of the threshold: by a step, typed, or proposed. Consecutive moves are one undo step.

use super::super::App;
use anyhow::{Context, bail};

use crate::engine::Request;
use crate::screens::tune::state::Slider;

/// Changes the threshold by `by`, to a whole hundredth.
pub(crate) fn step(app: &mut App, by: f64) {
    set(app, ((app.threshold + by) * 100.0).round() / 100.0)
}

/// Sets the threshold as a step that can be undone.
pub(crate) fn set(app: &mut App, value: f64) {
    let value = value.clamp(0.0, 1.0);
    let analysis_config = app.reanalysis.requested().clone();
    app.reanalysis
        .slide(Slider::Threshold, analysis_config, Some(value));
    request(app, value)
}

/// Requests clusters at another threshold; the old ones are shown dimmed until the new ones arrive.
pub(crate) fn request(app: &mut App, value: f64) {
    let value = value.clamp(0.0, 1.0);
    if (value - app.threshold).abs() < 1e-9 {
        return;
    }
    app.threshold = value;
    app.ask(Request::Threshold(value))
}

/// Parses a threshold: `0.85`, `.85` or `85%`; a decimal comma is accepted.
pub(crate) fn parsed(text: &str) -> anyhow::Result<f64> {
    let text = text.trim();
    let (number, divisor) = match text.strip_suffix('%') {
        Some(number) => (number.trim_end(), 100.0),
        None => (text, 1.0),
    };
    match number.replace(',', ".").parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&(value / divisor)) => Ok(value / divisor),
        Ok(_) => bail!("a threshold is between 0 and 1"),
        Err(error) => Err(error).context("type a number like .85"),
    }
}
