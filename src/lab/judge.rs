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

/// TEMPORARY
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// T
    pub threshold: f64,
    /// I
    pub interval: (f64, f64),
    /// N
    pub answers: usize,
}

/// TEMPORARY
pub fn proposal(scored: &[super::Scored]) -> Result<Proposal, String> {
    if scored.len() < 20 {
        return Err(format!("{} more answers of yes or no", 20 - scored.len()));
    }
    let curve = super::Curve::of(scored, (0, 0));
    let best = curve.best().ok_or_else(|| "no yes".to_owned())?;
    Ok(Proposal { threshold: best.threshold, interval: curve.best_interval(500, 0).unwrap_or_default(), answers: scored.len() })
}

/// TEMPORARY
pub fn next(
    pairs: &crate::candidates::PairSet,
    asked: &dyn Fn(crate::base::DocNo, crate::base::DocNo) -> bool,
    threshold: f64,
    _scored: &[super::Scored],
    _seed: u64,
) -> Option<crate::similarity::Pair> {
    let far = |p: &&crate::similarity::Pair| (pairs.score(p) - threshold).abs();
    pairs.pairs.iter().filter(|p| !asked(p.a, p.b)).min_by(|a, b| far(a).total_cmp(&far(b))).copied()
}
