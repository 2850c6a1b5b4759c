//! Stepping through the values of a setting, and the position of a value in its range.

use super::Field;
use crate::engine::AnalysisConfig;

impl Field {
    /// Whether the values are ordered numbers rather than names.
    #[must_use]
    pub fn ordered(self) -> bool {
        self.typed() || matches!(self, Field::Bits | Field::HashBits)
    }

    /// Whether the setting has an automatic value, which is then the first of its values.
    #[must_use]
    pub fn may_be_left(self) -> bool {
        matches!(self, Field::Bands | Field::Passage)
    }

    /// Steps to the next or previous value, wrapping around. From a number between two values it goes to
    /// the adjacent one in that direction; from the automatic value it goes to the neighbour of the
    /// value in effect at `threshold`.
    pub fn step(self, choice: &mut AnalysisConfig, forward: bool, threshold: f64) {
        let values = self.values(choice);
        let next = self.next(choice, &values, forward, threshold);
        let round = match forward || self.may_be_left() {
            true => 0,
            false => values.len() - 1,
        };
        // Cannot fail: listed values are valid.
        let _ = self.set(choice, &values[next.unwrap_or(round)]);
    }

    /// Like [`Field::step`], but stops at the ends if the values are ordered. Returns whether the value
    /// changed.
    pub fn slide(self, choice: &mut AnalysisConfig, forward: bool, threshold: f64) -> bool {
        let values = self.values(choice);
        match self.next(choice, &values, forward, threshold) {
            None if self.ordered() => return false,
            _ => self.step(choice, forward, threshold),
        }
        true
    }

    /// Position of the current value in the range, 0..=1.
    #[must_use]
    pub fn place(self, choice: &AnalysisConfig, threshold: f64) -> f64 {
        let values = self.values(choice);
        let values = self.own(&values);
        let now = self.automatic(choice, threshold);
        let now = now.unwrap_or_else(|| self.value(choice));
        let at = values.iter().position(|value| *value == now);
        let at = at.unwrap_or_else(|| above(values, &now).min(values.len() - 1));
        at as f64 / (values.len() - 1).max(1) as f64
    }

    /// Sets the value nearest to a position, 0..=1.
    pub fn put(self, choice: &mut AnalysisConfig, place: f64) {
        let values = self.values(choice);
        let values = self.own(&values);
        let last = values.len() - 1;
        let at = (place.clamp(0.0, 1.0) * last as f64).round() as usize;
        // Cannot fail: listed values are valid.
        let _ = self.set(choice, &values[at.min(last)]);
    }

    /// The values without the automatic one.
    fn own(self, values: &[String]) -> &[String] {
        &values[usize::from(self.may_be_left())..]
    }

    /// Index of the next value in `values`; `None` at the end.
    fn next(
        self,
        choice: &AnalysisConfig,
        values: &[String],
        forward: bool,
        threshold: f64,
    ) -> Option<usize> {
        let now = self.automatic(choice, threshold);
        let now = now.unwrap_or_else(|| self.value(choice));
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
fn above(values: &[String], now: &str) -> usize {
    let now = size(now);
    let at = values.iter().position(|value| size(value) > now);
    at.unwrap_or(values.len())
}

/// Numeric value, or the second number of `bands×rows`: the rows determine how strict a banding is.
fn size(text: &str) -> f64 {
    let last = text.rsplit('×').next().unwrap_or_default();
    last.parse().unwrap_or(0.0)
}
