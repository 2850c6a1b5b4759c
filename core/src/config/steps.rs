//! Stepping through the values of a setting, and the position of a value in its range.

use super::{AnalysisConfig, Setting, Value};

impl Setting {
    /// Steps to the next or previous value, wrapping around. A number between two values steps to the adjacent value in
    /// that direction; the automatic value steps to the neighbour of the value in effect at `threshold`.
    pub fn step(&self, config: &mut AnalysisConfig, forward: bool, threshold: f64) {
        let values = self.values(config);
        let next = self.next(config, &values, forward, threshold);
        let wrapped = if forward || self.auto.is_some() {
            0
        } else {
            values.len() - 1
        };
        // Cannot fail: listed values are valid.
        let _ = self.set(config, values[next.unwrap_or(wrapped)].clone());
    }

    /// Like [`Setting::step`], but stops at the ends if the values are ordered. Returns whether the
    /// value changed.
    pub fn slide(&self, config: &mut AnalysisConfig, forward: bool, threshold: f64) -> bool {
        let values = self.values(config);
        match self.next(config, &values, forward, threshold) {
            None if self.ordered() => return false,
            _ => self.step(config, forward, threshold),
        }
        true
    }

    /// Position of the current value in the range, 0..=1.
    pub fn position(&self, config: &AnalysisConfig, threshold: f64) -> f64 {
        let values = self.values(config);
        let values = self.without_auto(&values);
        let current = self.in_effect(config, threshold);
        let at = values.iter().position(|value| *value == current);
        let at = at.unwrap_or_else(|| above(values, &current).min(values.len() - 1));
        at as f64 / (values.len() - 1).max(1) as f64
    }

    /// Sets the value nearest to a position, 0..=1.
    pub fn put(&self, config: &mut AnalysisConfig, position: f64) {
        let values = self.values(config);
        let values = self.without_auto(&values);
        let last = values.len() - 1;
        let at = (position.clamp(0.0, 1.0) * last as f64).round() as usize;
        // Cannot fail: listed values are valid.
        let _ = self.set(config, values[at.min(last)].clone());
    }

    fn in_effect(&self, config: &AnalysisConfig, threshold: f64) -> Value {
        let automatic = self.automatic(config, threshold);
        automatic.unwrap_or_else(|| self.value(config))
    }

    /// The values without the automatic value, which is the first.
    fn without_auto<'a>(&self, values: &'a [Value]) -> &'a [Value] {
        &values[usize::from(self.auto.is_some())..]
    }

    /// Index of the next value in `values`; `None` at the end.
    fn next(
        &self,
        config: &AnalysisConfig,
        values: &[Value],
        forward: bool,
        threshold: f64,
    ) -> Option<usize> {
        let current = self.in_effect(config, threshold);
        let explicit = self.without_auto(values);
        let offset = values.len() - explicit.len();
        let next = match explicit.iter().position(|value| *value == current) {
            Some(at) if forward => Some(at + 1),
            Some(at) => at.checked_sub(1),
            None if forward => Some(above(explicit, &current)),
            None => above(explicit, &current).checked_sub(1),
        };
        next.filter(|next| *next < explicit.len())
            .map(|next| next + offset)
    }
}

/// Index of the first of the ascending `values` that is greater than `current`; the number of values if none is.
fn above(values: &[Value], current: &Value) -> usize {
    let current = size(current);
    let at = values.iter().position(|value| size(value) > current);
    at.unwrap_or(values.len())
}

/// The number, or the rows of a banding, which determine how strict the banding is.
fn size(value: &Value) -> f64 {
    match value {
        Value::Number(n) => *n as f64,
        Value::Probability(p) => *p,
        Value::Banding(banding) => banding.rows as f64,
        Value::Auto | Value::Name(_) | Value::Text(_) => 0.0,
    }
}
