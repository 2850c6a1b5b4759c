//! Thresholds as levels: how many of them, rising, a similarity reaches.

use super::forest::Level;
use crate::similarity::Measure;

/// Some measures and the thresholds that hold for each.
pub struct Levels<'a> {
    /// The measures.
    pub measures: &'a [Measure],
    /// The thresholds, rising.
    pub thresholds: &'a [f64],
}

impl Levels<'_> {
    /// The level of a similarity of two documents that share something: 0 below all thresholds.
    pub fn of(&self, score: f64) -> Level {
        self.thresholds.partition_point(|t| *t <= score) as Level
    }

    /// The level of what reaches all thresholds.
    pub fn highest(&self) -> Level {
        self.thresholds.len() as Level
    }

    /// The measure that finds all pairs that any of them finds: containment is never less than
    /// Jaccard.
    pub fn widest(&self) -> Measure {
        if self.measures.contains(&Measure::Containment) {
            Measure::Containment
        } else {
            Measure::Jaccard
        }
    }
}
