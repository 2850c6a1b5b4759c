//! Stepping through the values of a setting, and the position of a value in its range.

use super::{AnalysisConfig, Setting, Value};

impl Setting {
    /// Steps to the next or previous value, wrapping around. From a number between two values it goes to
    /// the adjacent one in that direction; from the automatic value it goes to the neighbour of the
    /// value in effect at `threshold`.
    pub fn step(&self, config: &mut AnalysisConfig, forward: bool, threshold: f64) {
        let values = self.values(config);
        let next = self.next(config, &values, forward, threshold);
        let round = if forward || self.auto.is_some() {
            0
        } else {
            values.len() - 1
        };
        // Cannot fail: listed values are valid.
        let _ = self.set(config, values[next.unwrap_or(round)].clone());
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
        let values = self.own(&values);
        let now = self.in_effect(config, threshold);
        let at = values.iter().position(|value| *value == now);
        let at = at.unwrap_or_else(|| above(values, &now).min(values.len() - 1));
        at as f64 / (values.len() - 1).max(1) as f64
    }

    /// Sets the value nearest to a position, 0..=1.
    pub fn put(&self, config: &mut AnalysisConfig, position: f64) {
        let values = self.values(config);
        let values = self.own(&values);
        let last = values.len() - 1;
        let at = (position.clamp(0.0, 1.0) * last as f64).round() as usize;
        // Cannot fail: listed values are valid.
        let _ = self.set(config, values[at.min(last)].clone());
    }

    fn in_effect(&self, config: &AnalysisConfig, threshold: f64) -> Value {
        let automatic = self.automatic(config, threshold);
        automatic.unwrap_or_else(|| self.value(config))
    }

    /// The values without the automatic one, which is the first.
    fn own<'a>(&self, values: &'a [Value]) -> &'a [Value] {
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
        let now = self.in_effect(config, threshold);
        let own = self.own(values);
        let before = values.len() - own.len();
        let next = match own.iter().position(|value| *value == now) {
            Some(at) if forward => Some(at + 1),
            Some(at) => at.checked_sub(1),
            None if forward => Some(above(own, &now)),
            None => above(own, &now).checked_sub(1),
        };
        next.filter(|next| *next < own.len())
            .map(|next| next + before)
    }
}

/// Index of the first of the ascending `values` greater than `now`; their number if there is none.
fn above(values: &[Value], now: &Value) -> usize {
    let now = size(now);
    let at = values.iter().position(|value| size(value) > now);
    at.unwrap_or(values.len())
}

/// The number, or the rows of a banding: they determine how strict it is.
fn size(value: &Value) -> f64 {
    match value {
        Value::Number(n) => *n as f64,
        Value::Probability(p) => *p,
        Value::Banding(banding) => banding.rows as f64,
        Value::Auto | Value::Name(_) | Value::Text(_) => 0.0,
    }
}
