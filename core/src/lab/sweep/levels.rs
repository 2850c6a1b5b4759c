//! Thresholds as integer levels: the number of ascending thresholds that a similarity reaches.

use super::forest::Level;
use crate::similarity::Measure;

/// The measures and thresholds of one group of blocks; every threshold applies to every measure.
pub struct Levels<'a> {
    /// Similarity measures, each once.
    pub measures: &'a [Measure],
    /// Thresholds, ascending.
    pub thresholds: &'a [f64],
}

impl Levels<'_> {
    /// Level of a similarity > 0: 0 if it is below all thresholds. Cost: a binary search.
    pub fn of(&self, score: f64) -> Level {
        self.thresholds.partition_point(|t| *t <= score) as Level
    }

    /// Level of a similarity that reaches all thresholds.
    pub fn highest(&self) -> Level {
        self.thresholds.len() as Level
    }

    /// The measure whose pairs include those of all others: containment is never less than Jaccard.
    pub fn widest(&self) -> Measure {
        if self.measures.contains(&Measure::Containment) {
            Measure::Containment
        } else {
            Measure::Jaccard
        }
    }
}
