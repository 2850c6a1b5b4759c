//! Comparison of estimates with exact values.

use rayon::prelude::*;

use super::estimator::{EstimateWithInterval, Estimator};
use crate::base::DocNo;
use crate::collection::Collection;
use crate::similarity::Pair;

/// Error figures of an estimator over a set of pairs. All pairs share one hash seed, so with few
/// pairs the error can differ considerably from theory by chance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judged {
    /// Pairs with an estimate.
    pub pairs: u64,
    /// Pairs for which the estimator returned none.
    pub silent: u64,
    /// Mean of estimate − exact value.
    pub bias: f64,
    /// Mean of (estimate − exact value)².
    pub mean_squared_error: f64,
    /// Theoretical mean squared error, averaged over the same pairs.
    pub theory: f64,
    /// Share of pairs whose 95 % interval contains the exact value.
    pub coverage: f64,
}

impl Judged {
    /// Mean squared error divided by the theoretical one; `None` if theory predicts no error.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        (self.theory > 0.0).then(|| self.mean_squared_error / self.theory)
    }
}

/// Evaluates `estimator` on `pairs` of `collection`. `None` when cancelled. Cost: one digest per
/// document.
pub fn judge<E: Estimator>(
    collection: &Collection,
    pairs: &[Pair],
    estimator: &E,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Judged> {
    let mut documents: Vec<DocNo> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
    documents.par_sort_unstable();
    documents.dedup();
    let digests: Option<Vec<E::Digest>> = documents
        .par_iter()
        .map(|doc| should_continue().then(|| estimator.digest(&collection.shingle_set(*doc))))
        .collect();
    let digests = digests?;
    let digest = |doc| documents.binary_search(&doc).map(|at| &digests[at]).ok();
    let said: Vec<(&Pair, EstimateWithInterval)> = pairs
        .par_iter()
        .filter_map(|pair| Some((pair, estimator.say(digest(pair.a)?, digest(pair.b)?)?)))
        .collect();
    // Summed in order, so the figures do not depend on the number of threads.
    let mut sums = Judged::default();
    for (pair, said) in &said {
        let exact = pair.jaccard();
        let off = said.value - exact;
        let (low, high) = said.interval;
        sums.bias += off;
        sums.mean_squared_error += off * off;
        sums.theory += estimator.variance(&pair.overlap, said);
        sums.coverage += f64::from(u8::from((low..=high).contains(&exact)));
    }
    let count = said.len().max(1) as f64;
    Some(Judged {
        pairs: said.len() as u64,
        silent: (pairs.len() - said.len()) as u64,
        bias: sums.bias / count,
        mean_squared_error: sums.mean_squared_error / count,
        theory: sums.theory / count,
        coverage: sums.coverage / count,
    })
}
