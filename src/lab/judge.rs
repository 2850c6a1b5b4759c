//! Judging pairs by hand: which pair to ask about next, and the threshold that the answers propose.

/// What a person said of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Near-duplicates.
    Yes,
    /// Independent.
    No,
    /// Cannot tell.
    Unsure,
}

impl Verdict {
    /// Its label in a CSV of labels.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Yes => "yes",
            Verdict::No => "no",
            Verdict::Unsure => "unsure",
        }
    }
}

/// One answer. Documents by id, so that answers survive another reading of the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Id of the one document, the lesser in byte order.
    pub a: String,
    /// Id of the other.
    pub b: String,
    /// What was said.
    pub verdict: Verdict,
}
