//! Estimates held against what counting says.

use rayon::prelude::*;

use super::estimator::{EstimateWithInterval, Estimator};
use crate::base::DocNo;
use crate::collection::Collection;
use crate::similarity::Pair;

/// How an estimator did over some pairs. All pairs share one seed, so with few pairs the error may
/// lie well off its theory by chance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judged {
    /// Pairs of which something was said.
    pub pairs: u64,
    /// Pairs of which nothing could be said.
    pub silent: u64,
    /// Mean of estimate less exact value.
    pub bias: f64,
    /// Mean of its square.
    pub mean_squared_error: f64,
    /// Mean, over the same pairs, of what theory gives for that.
    pub theory: f64,
    /// Share of pairs whose 95 % interval holds the exact value.
    pub coverage: f64,
}

impl Judged {
    /// Mean squared error as a multiple of theory; `None` where theory expects none.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        (self.theory > 0.0).then(|| self.mean_squared_error / self.theory)
    }
}

/// Judges `estimator` on `pairs` of `collection`. `None` when told to stop.
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
    // Summed in order: the same figures at any number of threads.
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
