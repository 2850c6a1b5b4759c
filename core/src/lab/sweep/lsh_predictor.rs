//! Predicts which true pairs LSH finds at each threshold with sketches of one kind, without running
//! LSH for each row.
//!
//! At each threshold, LSH bands the sketches as threshold and recall require and finds a pair if
//! the two sketches agree on a band. Documents in outsized buckets (too large to enumerate all
//! pairs) go to the complete join, so all of their pairs are found. If even that join is too
//! expensive, LSH itself is run once for the row.

use std::collections::HashSet;

use super::input::SweepInput;
use super::levels::Levels;
use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::candidates::exact_join::JoinPredicate;
use crate::candidates::lsh::Outsized;
use crate::candidates::{Identical, Method, MethodConfig, PairSet, find};
use crate::collection::Collection;
use crate::similarity::Measure;
use crate::sketch::Layout;

/// Predictor of LSH results for the sketches of one collection.
pub struct LshPredictor<'a> {
    collection: &'a Collection,
    layout: Layout,
    /// Distinct bandings.
    bandings: Vec<Cut>,
    /// For each threshold, the index of its banding.
    banding_of: Vec<usize>,
    /// By measure and threshold: the result of LSH itself, where it was run. Elsewhere the found pairs
    /// are those that agree on a band, or whose documents are both in outsized buckets.
    listed: Vec<Vec<Option<Listed>>>,
}

/// A banding with its outsized buckets.
struct Cut {
    banding: Banding,
    /// For each document, whether it is in an outsized bucket; empty if there are none.
    outsized: Vec<bool>,
}

/// Result of a run of LSH.
pub struct Listed {
    /// The pairs found.
    pub set: PairSet,
    known: HashSet<(DocNo, DocNo)>,
}

/// Agreement of two sketches: for each position, the length of the run of equal values that ends
/// there.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    runs: Vec<u16>,
    longest: u16,
}

impl<'a> LshPredictor<'a> {
    /// Builds the predictor for the sketches of `collection`. Polls `should_continue`; returns
    /// `None` when cancelled.
    pub fn of(
        collection: &'a Collection,
        input: &SweepInput,
        levels: &Levels<'_>,
        recall: f64,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let joined = |outsized: &Outsized, predicate| {
            outsized.documents().is_empty() || outsized.joined(predicate)
        };
        Self::unless_listed(collection, input, levels, recall, &joined, should_continue)
    }

    /// As [`LshPredictor::of`]; runs LSH itself for the rows for which `meeting` rejects the join.
    fn unless_listed(
        collection: &'a Collection,
        input: &SweepInput,
        levels: &Levels<'_>,
        recall: f64,
        meeting: &dyn Fn(&Outsized, JoinPredicate) -> bool,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let layout = collection.layout();
        let identical = Identical::from_representatives(collection, input.representative.clone());
        let (mut bandings, mut outsized) = (Vec::<Cut>::new(), Vec::new());
        let mut banding_of = Vec::new();
        for &threshold in levels.thresholds {
            let banding = Banding::choose(layout, threshold, recall);
            let known = bandings.iter().position(|cut| cut.banding == banding);
            banding_of.push(known.unwrap_or(bandings.len()));
            if known.is_none() && should_continue() {
                let found = Outsized::of(collection, identical.distinct(), banding);
                let mut flags = Vec::new();
                if !found.documents().is_empty() {
                    flags.resize(collection.len(), false);
                    for doc in found.documents() {
                        flags[doc.index()] = true;
                    }
                }
                bandings.push(Cut {
                    banding,
                    outsized: flags,
                });
                outsized.push(found);
            }
        }
        if !should_continue() {
            return None;
        }
        let listed = |measure: Measure, (threshold, at): (&f64, &usize)| {
            if meeting(&outsized[*at], JoinPredicate::new(measure, *threshold)) {
                return None;
            }
            let method_config = MethodConfig {
                measure,
                recall,
                ..MethodConfig::from(Method::Lsh)
            };
            let set = find(
                collection,
                &identical,
                &method_config,
                *threshold,
                *threshold,
                should_continue,
            );
            let known = set.pairs.iter().map(|pair| (pair.a, pair.b)).collect();
            Some(Listed { set, known })
        };
        let of_measure = |measure: &Measure| {
            let thresholds = levels.thresholds.iter().zip(&banding_of);
            thresholds.map(|at| listed(*measure, at)).collect()
        };
        let listed = levels.measures.iter().map(of_measure).collect();
        should_continue().then_some(LshPredictor {
            collection,
            layout,
            bandings,
            banding_of,
            listed,
        })
    }

    /// Computes the agreement of the sketches of two documents into `out`.
    pub fn agreement(&self, a: DocNo, b: DocNo, out: &mut Agreement) {
        let (x, y) = (self.collection.sketch(a), self.collection.sketch(b));
        out.runs.clear();
        out.longest = 0;
        let mut run = 0;
        let mut step = |agrees: bool| {
            run = if agrees { run + 1 } else { 0 };
            out.runs.push(run);
            out.longest = out.longest.max(run);
        };
        if self.layout.bits == 32 {
            x.iter().zip(y).for_each(|(x, y)| step(x == y));
        } else {
            for at in 0..self.layout.positions {
                step(self.layout.value(x, at) == self.layout.value(y, at));
            }
        }
    }

    /// The LSH run of one measure and threshold, if there was one.
    pub fn listed(&self, measure: usize, threshold: usize) -> Option<&Listed> {
        self.listed[measure][threshold].as_ref()
    }

    /// Whether LSH finds the pair of two different sets, `a < b`, whose similarity reaches this
    /// threshold.
    pub fn finds(
        &self,
        (measure, threshold): (usize, usize),
        (a, b): (DocNo, DocNo),
        agreement: &Agreement,
    ) -> bool {
        if let Some(listed) = self.listed(measure, threshold) {
            return listed.known.contains(&(a, b));
        }
        let cut = &self.bandings[self.banding_of[threshold]];
        let both = |flags: &[bool]| flags[a.index()] && flags[b.index()];
        agreement.on_a_band(cut.banding) || (!cut.outsized.is_empty() && both(&cut.outsized))
    }
}

impl Agreement {
    /// Whether the sketches agree on a whole band.
    fn on_a_band(&self, banding: Banding) -> bool {
        let rows = banding.rows;
        if usize::from(self.longest) < rows {
            return false;
        }
        let ends = self.runs.iter().skip(rows - 1).step_by(rows);
        ends.take(banding.bands)
            .any(|run| usize::from(*run) >= rows)
    }
}

#[cfg(test)]
mod tests {
    use super::super::meeting::LshCounts;
    use super::*;
    use crate::candidates::exact_join::Join;
    use crate::collection::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn what_lsh_lists_is_what_meets(
            texts in prop::collection::vec(prop::collection::vec(0_u64..9, 0..12), 2..20),
            bits in prop::sample::select(vec![32, 4]),
        ) {
            let sketching = Sketching { k: 1, permutations: 20, bits, ..Sketching::default() };
            let collection = made::collection(&texts, sketching.clone());
            let input = SweepInput::of(&collection, &Identical::of_texts(&collection), &sketching);
            let levels = Levels {
                measures: &[Measure::Jaccard, Measure::Containment],
                thresholds: &[0.0, 0.2, 0.5, 0.8, 1.0],
            };
            let predicate = JoinPredicate::new(Measure::Containment, 0.0);
            let join = Join::new(&input.items, predicate);
            let rows = |listed: bool| {
                let meets = |_: &_, _| !listed;
                let predictor =
                    LshPredictor::unless_listed(&collection, &input, &levels, 0.8, &meets, &|| true).unwrap();
                let counts = LshCounts::new(&input, &levels, predicate, &predictor);
                let new = || counts.finder();
                for finder in join.visit(new, &|| true, |_| {}) {
                    finder.finish();
                }
                [0, 1].map(|measure| counts.rows(measure))
            };
            prop_assert_eq!(rows(false), rows(true));
        }
    }
}
