//! Which figure of a pair the threshold is held against.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Overlap;

/// The similarity that makes two documents a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Jaccard: how much the two are the same.
    #[default]
    Jaccard,
    /// The greater of the two containments: how much the one lies within the other, whatever their
    /// sizes. An excerpt in a long text has much of it, and little Jaccard.
    Containment,
}

impl Measure {
    /// All of them, by the name they have on the command line.
    pub const ALL: [(&'static str, Measure); 2] = [
        ("jaccard", Measure::Jaccard),
        ("containment", Measure::Containment),
    ];

    /// The figure, 0..=1.
    #[must_use]
    #[inline]
    pub fn of(self, overlap: &Overlap) -> f64 {
        match self {
            Measure::Jaccard => overlap.jaccard(),
            Measure::Containment => overlap
                .containment_a_in_b()
                .max(overlap.containment_b_in_a()),
        }
    }

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Measure::Jaccard => "jaccard",
            Measure::Containment => "containment",
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
