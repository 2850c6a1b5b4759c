//! From one value of a setting to the next, and where in its range a value stands.

use super::Field;
use crate::engine::AnalysisConfig;

impl Field {
    /// Whether its values are more and less of something: numbers, not names.
    #[must_use]
    pub fn ordered(self) -> bool {
        self.typed() || matches!(self, Field::Bits | Field::HashBits)
    }

    /// Whether the choice can be left to the program: then that is the first of its values.
    #[must_use]
    pub fn may_be_left(self) -> bool {
        matches!(self, Field::Bands | Field::Passage)
    }

    /// Goes to the next of its values or the one before, round and round; from a number between two
    /// of them to the nearer side, from what the program takes at `threshold` to its neighbour.
    pub fn step(self, choice: &mut AnalysisConfig, forward: bool, threshold: f64) {
        let values = self.values(choice);
        let next = self.next(choice, &values, forward, threshold);
        let round = match forward || self.may_be_left() {
            true => 0,
            false => values.len() - 1,
        };
        // Its own values are always taken.
        let _ = self.set(choice, &values[next.unwrap_or(round)]);
    }

    /// [`Field::step`], but of values that are more and less of something the last ones are the end.
    /// Says whether it went anywhere.
    pub fn slide(self, choice: &mut AnalysisConfig, forward: bool, threshold: f64) -> bool {
        let values = self.values(choice);
        match self.next(choice, &values, forward, threshold) {
            None if self.ordered() => return false,
            _ => self.step(choice, forward, threshold),
        }
        true
    }

    /// Where its value stands among all, 0..=1.
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

    /// Takes the value nearest to a place, 0..=1.
    pub fn put(self, choice: &mut AnalysisConfig, place: f64) {
        let values = self.values(choice);
        let values = self.own(&values);
        let last = values.len() - 1;
        let at = (place.clamp(0.0, 1.0) * last as f64).round() as usize;
        // Its own values are always taken.
        let _ = self.set(choice, &values[at.min(last)]);
    }

    /// Its values without the first, which leaves the choice to the program, where that is one.
    fn own(self, values: &[String]) -> &[String] {
        &values[usize::from(self.may_be_left())..]
    }

    /// The index of the value that comes next; `None` at the end.
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

/// The first of `values`, rising, that is greater than `now`; how many there are, where none is.
fn above(values: &[String], now: &str) -> usize {
    let now = size(now);
    let at = values.iter().position(|value| size(value) > now);
    at.unwrap_or(values.len())
}

/// A number, or the second of two: rows say how strict a banding is.
fn size(text: &str) -> f64 {
    let last = text.rsplit('×').next().unwrap_or_default();
    last.parse().unwrap_or(0.0)
}
