//! What the methods cost and find on the current documents: the question of the Tune screen, as a grid of methods.
//!
//! LSH with several probabilities of finding a pair at the threshold, and with half and twice as many values in a
//! sketch; the methods without a choice of bands once, with their options. The setting in use is among them.

use super::assessment::{Assessed, Meter, MethodGrid, assess_grid, mark};
use super::sweep::Grid;
use crate::candidates::banding::Banding;
use crate::candidates::{Method, MethodConfig};
use crate::mask::AtEachK;
use crate::settings::Sketching;

/// Probabilities, 0..=1, of finding a pair at the threshold that LSH is tried with.
pub const RECALLS: [f64; 6] = [0.5, 0.8, 0.9, 0.95, 0.99, 0.999];

/// The methods that are tried. The others are one of these under another name, or find no near-duplicates.
pub const METHODS: [Method; 7] = [
    Method::Lsh,
    Method::Exact,
    Method::SortedList,
    Method::SuperShingles,
    Method::SimHash,
    Method::ModP,
    Method::Winnow,
];

/// What is measured: the settings in use.
#[derive(Clone, Debug, PartialEq)]
pub struct CostQuestion {
    /// Shingles and sketches.
    pub sketching: Sketching,
    /// The method with its options, and the measure.
    pub method_config: MethodConfig,
    /// Exact similarity, 0..=1, at and above which a pair is to be found.
    pub threshold: f64,
}

/// What has been measured so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    /// The settings that were in use.
    pub question: CostQuestion,
    /// One row per setting; those on the front of all rows so far are marked.
    pub rows: Vec<Assessed>,
    /// Number of settings in all.
    pub total: usize,
    /// What is measured now; `None` at the end.
    pub doing: Option<&'static str>,
    /// Whether it was stopped before the end.
    pub is_stopped: bool,
}

impl CostQuestion {
    fn grid(&self, corpus: &AtEachK) -> Grid {
        let config = &self.method_config;
        Grid {
            units: vec![corpus.collection().settings().normalisation.unit],
            ks: vec![self.sketching.k],
            bags: vec![self.sketching.bag],
            measures: vec![config.method.measure(config.measure)],
            sketches: vec![Some(self.sketching.sketch)],
            thresholds: vec![self.threshold],
        }
    }

    /// Further numbers of values of a sketch that LSH is tried with: half and twice as many, as far as allowed.
    #[must_use]
    pub fn other_permutations(&self) -> Vec<usize> {
        let now = self.sketching.permutations;
        let allowed = Sketching::FEWEST..=Sketching::MOST;
        let other = [now / 2, now * 2];
        other.into_iter().filter(|n| allowed.contains(n)).collect()
    }

    /// Probabilities that LSH is tried with, ascending; that in use is among them.
    #[must_use]
    pub fn recalls(&self) -> Vec<f64> {
        let mut all = RECALLS.to_vec();
        all.push(self.method_config.recall);
        all.sort_by(f64::total_cmp);
        all.dedup();
        all
    }

    /// Whether `row` is of the settings in use. `used` is the method that a search by these settings has run, which the
    /// setting `auto` leaves open.
    #[must_use]
    pub fn is_in_use(&self, row: &Assessed, used: Method) -> bool {
        // The join by containment is the exact one with another measure.
        let used = match used {
            Method::Containment => Method::Exact,
            other => other,
        };
        let banding = self.method_config.banding;
        let same_bands = match banding {
            Some(banding) => {
                row.wanted.is_none() && row.report.info.bands == Some((banding.bands, banding.rows))
            }
            None => row.wanted == Some(self.method_config.recall),
        };
        row.report.method == used
            && row.layout.0 == self.sketching.permutations
            && (used != Method::Lsh || same_bands)
    }
}

impl Costs {
    /// The rows from the cheapest to the dearest.
    #[must_use]
    pub fn by_cost(&self) -> Vec<&Assessed> {
        let mut rows: Vec<&Assessed> = self.rows.iter().collect();
        rows.sort_by(|x, y| x.cpu_seconds().total_cmp(&y.cpu_seconds()));
        rows
    }

    /// The row of the settings in use, once it is measured; see [`CostQuestion::is_in_use`].
    #[must_use]
    pub fn in_use(&self, used: Method) -> Option<&Assessed> {
        let is = |row: &&Assessed| self.question.is_in_use(row, used);
        self.rows.iter().find(is)
    }

    /// The cheapest row that finds at least as many pairs as `row`: the row itself if nothing is cheaper.
    #[must_use]
    pub fn as_good(&self, row: &Assessed) -> Option<&Assessed> {
        let enough = |other: &&&Assessed| other.report.found >= row.report.found;
        self.by_cost().iter().find(enough).copied()
    }
}

/// Measures every setting. Calls `so_far` before each of them and at the end. Call on the worker pool, whose time
/// `meter` measures; `should_continue` is polled.
pub fn costs(
    corpus: &AtEachK,
    question: &CostQuestion,
    meter: &dyn Meter,
    so_far: &mut dyn FnMut(Costs),
    should_continue: &(dyn Fn() -> bool + Sync),
) {
    let grid = question.grid(corpus);
    let asked = MethodGrid {
        grid: &grid,
        permutations: vec![question.sketching.permutations],
        bits: vec![question.sketching.bits],
        methods: METHODS.to_vec(),
        options: question.method_config.clone(),
        lsh_permutations: question.other_permutations(),
        bandings: question.method_config.banding.into_iter().collect(),
        recalls: question.recalls(),
        other_recalls: vec![question.method_config.recall],
        target_recall: None,
    };
    let fits = |banding: &&Banding| {
        let values = banding.bands * banding.rows;
        asked.layouts().filter(|layout| values <= layout.0).count()
    };
    let of_bandings: usize = asked.bandings.iter().map(|banding| fits(&banding)).sum();
    let total = METHODS.len() - 1 + of_bandings + asked.recalls.len() * asked.layouts().count();
    let mut known: Vec<Assessed> = Vec::new();
    let mut tell = |rows: &[Assessed], doing: Option<&'static str>, is_stopped: bool| {
        let mut rows = rows.to_vec();
        mark(&mut rows, None);
        so_far(Costs {
            question: question.clone(),
            rows,
            total,
            doing,
            is_stopped,
        });
    };
    let mut progress = |what: &'static str, rows: &[Assessed]| {
        known = rows.to_vec();
        tell(rows, Some(what), false);
    };
    let all = assess_grid(corpus, &asked, meter, &mut progress, should_continue);
    match all {
        Some(all) => tell(&all, None, false),
        None => tell(&known, None, true),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::collection::made;

    struct Clock(AtomicU64);

    impl Meter for Clock {
        fn cpu_seconds(&self) -> f64 {
            let n = self.0.fetch_add(1, Ordering::Relaxed);
            (n * n % 11 + 7 * n) as f64
        }

        fn mark_memory(&self) -> Option<u64> {
            None
        }

        fn most_memory(&self) -> Option<u64> {
            None
        }
    }

    fn corpus() -> AtEachK {
        let text = |i: u64| {
            let own = i % 6 * 3;
            (0..30)
                .map(|t| {
                    if t < own {
                        1_000 * i + t
                    } else {
                        i / 6 * 100 + t
                    }
                })
                .collect()
        };
        let texts: Vec<Vec<u64>> = (0..60).map(text).collect();
        let sketching = Sketching {
            k: 1,
            permutations: 64,
            ..Sketching::default()
        };
        AtEachK::unmasked(&Arc::new(made::collection(&texts, sketching)))
    }

    fn measured(question: &CostQuestion, steps: usize) -> Vec<Costs> {
        let mut all = Vec::new();
        let left = AtomicU64::new(steps as u64);
        let clock = Clock(AtomicU64::new(0));
        let should_continue = || left.load(Ordering::Relaxed) > 0;
        let mut so_far = |costs: Costs| {
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1))
                .ok();
            all.push(costs);
        };
        costs(&corpus(), question, &clock, &mut so_far, &should_continue);
        all
    }

    fn question(banding: Option<Banding>) -> CostQuestion {
        CostQuestion {
            sketching: corpus().collection().settings().sketching.clone(),
            method_config: MethodConfig {
                banding,
                recall: 0.7,
                ..MethodConfig::from(Method::Lsh)
            },
            threshold: 0.5,
        }
    }

    #[test]
    fn there_are_as_many_rows_as_said_and_the_setting_in_use_is_one_of_them() {
        let bandings = [(8, 4), (10, 6), (3, 20)].map(|(bands, rows)| Banding { bands, rows });
        for banding in std::iter::once(None).chain(bandings.map(Some)) {
            let question = question(banding);
            let all = measured(&question, usize::MAX >> 1);
            let last = all.last().unwrap();
            assert_eq!((last.doing, last.is_stopped), (None, false));
            assert_eq!(last.rows.len(), last.total, "{banding:?}");
            assert!(all.iter().all(|costs| costs.total == last.total));
            let in_use = |row: &&Assessed| question.is_in_use(row, Method::Lsh);
            assert_eq!(last.rows.iter().filter(in_use).count(), 1);
            let row = last.in_use(Method::Lsh).unwrap();
            match banding {
                Some(banding) => {
                    assert_eq!(row.report.info.bands, Some((banding.bands, banding.rows)));
                }
                None => assert_eq!((row.wanted, row.layout.0), (Some(0.7), 64)),
            }
            assert!(last.in_use(Method::Exact).is_some() && last.in_use(Method::Auto).is_none());
            assert_eq!(last.in_use(Method::Containment), last.in_use(Method::Exact));
        }
    }

    #[test]
    fn what_is_as_good_is_the_cheapest_that_finds_as_much() {
        let all = measured(&question(None), usize::MAX >> 1);
        let last = all.last().unwrap();
        let costs: Vec<f64> = last.by_cost().iter().map(|row| row.cpu_seconds()).collect();
        assert!(costs.is_sorted() && costs.len() == last.rows.len());
        for row in &last.rows {
            let good = last.as_good(row).unwrap();
            assert!(good.report.found >= row.report.found);
            assert!(good.cpu_seconds() <= row.cpu_seconds());
            let better = |other: &&Assessed| {
                other.report.found >= row.report.found && other.cpu_seconds() < good.cpu_seconds()
            };
            assert_eq!(last.rows.iter().find(better), None);
            // Nothing on the front is beaten.
            if row.on_front {
                assert_eq!(good.cpu_seconds(), row.cpu_seconds());
            }
        }
    }

    #[test]
    fn what_is_done_stays_when_it_is_stopped() {
        let all = measured(&question(None), 12);
        let last = all.last().unwrap();
        assert!(last.is_stopped && last.doing.is_none());
        assert!(!last.rows.is_empty() && last.rows.len() < last.total);
        assert_eq!(last.rows.len(), all[all.len() - 2].rows.len());
    }
}
