//! The similarity measure that thresholds apply to.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Overlap;

/// Similarity measure of a pair search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Jaccard: shared shingles divided by the union.
    #[default]
    Jaccard,
    /// The greater of the two containments: the share of one document found in the other, whatever their
    /// sizes. An excerpt of a long text has high containment and low Jaccard.
    Containment,
}

impl Measure {
    /// All measures with their command-line names.
    pub const ALL: [(&'static str, Measure); 2] = [
        ("jaccard", Measure::Jaccard),
        ("containment", Measure::Containment),
    ];

    /// The value of the measure, 0..=1.
    #[inline]
    pub fn similarity(self, overlap: &Overlap) -> f64 {
        match self {
            Measure::Jaccard => overlap.jaccard(),
            Measure::Containment => overlap
                .containment_a_in_b()
                .max(overlap.containment_b_in_a()),
        }
    }

    /// The greatest value that two sets of these sizes can have, 0..=1: that of one within the other.
    #[inline]
    pub fn most(self, size_a: usize, size_b: usize) -> f64 {
        let within = Overlap {
            shared: size_a.min(size_b) as u32,
            size_a: size_a as u32,
            size_b: size_b as u32,
        };
        self.similarity(&within)
    }

    /// The command-line name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
