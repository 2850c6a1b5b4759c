//! What a judge says of a pair, by itself and with the pair's similarity.

use serde::{Deserialize, Serialize};

use crate::base::DocNo;

/// Judgement of one pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Near-duplicates.
    Yes,
    /// Not near-duplicates.
    No,
    /// Cannot tell.
    Unsure,
}

impl Verdict {
    /// Name of the label in a CSV file of labels.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Yes => "yes",
            Verdict::No => "no",
            Verdict::Unsure => "unsure",
        }
    }
}

/// An answer resolved to documents of the current collection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScoredAnswer {
    /// First document, with the lower number.
    pub a: DocNo,
    /// Second document.
    pub b: DocNo,
    /// Exact similarity by the measure in use, 0..=1.
    pub score: f64,
    /// The judgement.
    pub verdict: Verdict,
}
