//! One method on the corpus: what it proposed, what of the truth it found, what it missed and cost.

use std::collections::HashSet;

use super::meter::{Cost, Meter, metered};
use super::question::Question;
use super::truth::Truth;
use crate::base::DocNo;
use crate::candidates::{self, Identical, Method, MethodConfig};
use crate::collection::Collection;
use crate::similarity::Pair;

/// How one method did.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodReport {
    /// The method.
    pub method: Method,
    /// The method that `auto` took; otherwise the method itself.
    pub taken: &'static str,
    /// Bands and rows, where it has them.
    pub bands: Option<(usize, usize)>,
    /// Pairs that it proposed and that were then counted exactly.
    pub candidates: u64,
    /// True pairs among them.
    pub found: u64,
    /// True pairs that were not, in listing order.
    pub missed: Vec<Pair>,
    /// Candidates that a cap left out.
    pub capped: u64,
    /// Proposing and counting together.
    pub cost: Cost,
}

impl MethodReport {
    /// True pairs found out of all there are, 0..=1; `None` where there are none.
    #[must_use]
    pub fn recall(&self) -> Option<f64> {
        share(self.found, self.found + self.missed.len() as u64)
    }

    /// True pairs out of the candidates, before they were counted, 0..=1; `None` without candidates.
    #[must_use]
    pub fn precision(&self) -> Option<f64> {
        share(self.found, self.candidates)
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// What every method runs on.
pub(super) struct Run<'a> {
    pub collection: &'a Collection,
    pub identical: &'a Identical,
    pub question: &'a Question,
    pub truth: &'a Truth,
    pub meter: &'a dyn Meter,
}

impl Run<'_> {
    /// Runs `method`; `None` when told to stop.
    pub fn report(
        &self,
        method: Method,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<MethodReport> {
        let threshold = self.question.threshold;
        let method_config = MethodConfig {
            method,
            ..self.question.method_config.clone()
        };
        let (pairs, cost) = metered(self.meter, || {
            candidates::find(
                self.collection,
                self.identical,
                &method_config,
                threshold,
                threshold,
                should_continue,
            )
        });
        if !should_continue() {
            return None;
        }
        let got: HashSet<(DocNo, DocNo)> = pairs.pairs.iter().map(|p| (p.a, p.b)).collect();
        let truth = self.truth.true_pairs();
        let missed: Vec<Pair> = truth
            .iter()
            .filter(|pair| !got.contains(&(pair.a, pair.b)))
            .copied()
            .collect();
        Some(MethodReport {
            method,
            taken: pairs.found.method,
            bands: pairs.found.bands,
            candidates: pairs.found.candidates,
            found: (truth.len() - missed.len()) as u64,
            missed,
            capped: pairs.found.capped,
            cost,
        })
    }
}
