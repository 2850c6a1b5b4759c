//! Assessment of one method on the corpus: candidates, found and missed true pairs, and cost.

use crate::base::Cancel;
use std::collections::HashSet;

use super::truth::{AssessmentQuestion, Truth};
use crate::base::DocNo;
use crate::base::process::metered;
use crate::candidates::{self, Identical, Method, MethodConfig, PairSetInfo};
use crate::index::Collection;
use crate::similarity::Pair;

/// Result of one method.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodReport {
    /// The assessed method.
    pub method: Method,
    /// How the method searched; names the method that `auto` selected. Its candidates were then
    /// verified exactly.
    pub info: PairSetInfo,
    /// True pairs among the candidates.
    pub hits: u64,
    /// True pairs not among the candidates, in listing order.
    pub missed: Vec<Pair>,
    /// CPU seconds of candidate generation and verification together.
    pub cpu_seconds: f64,
}

impl MethodReport {
    /// Found / all true pairs, 0..=1; `None` without true pairs.
    pub fn recall(&self) -> Option<f64> {
        share(self.hits, self.hits + self.missed.len() as u64)
    }

    /// The same where the missed pairs are counted elsewhere.
    pub fn recall_of(&self, missed: u64) -> Option<f64> {
        share(self.hits, self.hits + missed)
    }

    /// Found / candidates (precision before verification), 0..=1; `None` without candidates.
    pub fn precision(&self) -> Option<f64> {
        share(self.hits, self.info.candidates)
    }
}

fn share(part: u64, total: u64) -> Option<f64> {
    (total > 0).then(|| part as f64 / total as f64)
}

/// Runs `method` and compares its candidates with `truth`; `None` when cancelled.
pub(super) fn report(
    collection: &Collection,
    identical: &Identical,
    question: &AssessmentQuestion,
    truth: &Truth,
    method: Method,
    cancel: &Cancel,
) -> Option<MethodReport> {
    let threshold = question.threshold;
    let method_config = MethodConfig {
        method,
        ..question.method_config.clone()
    };
    let (pairs, cpu_seconds) = metered(|| {
        candidates::find(
            collection,
            identical,
            &method_config,
            threshold,
            threshold,
            cancel,
        )
    });
    cancel.proceed()?;
    let got: HashSet<(DocNo, DocNo)> = pairs.pairs.iter().map(|p| (p.a, p.b)).collect();
    let truth = truth.true_pairs();
    let is_missed = |pair: &&Pair| !got.contains(&(pair.a, pair.b));
    let missed: Vec<Pair> = truth.iter().filter(is_missed).copied().collect();
    Some(MethodReport {
        method,
        hits: (truth.len() - missed.len()) as u64,
        missed,
        info: pairs.info,
        cpu_seconds,
    })
}
