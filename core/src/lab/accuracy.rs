//! Accuracy of the sketch estimates of a collection, compared with exact Jaccard: error,
//! interval coverage, and the cells of a scatter plot.
//!
//! Errors refer to the unbiased estimate, which can be negative when sketch values have few bits.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;

use super::counts::hundredth;
use crate::base::{Cancel, units};
use crate::candidates::PairSet;
use crate::index::Collection;
use crate::similarity::estimate::variance_by;
use crate::similarity::{Estimate, Measure, Pair};
use crate::sketch::theory::variance_factor;

/// Maximum number of outliers listed.
pub const OUTLIERS: usize = 500;

/// Number of pairs per chunk. Chunk results are summed in order, so the sums do not depend on the number of threads.
const PAIRS_PER_CHUNK: usize = 1 << 14;

/// Accuracy of the sketches over the pairs of distinct texts with Jaccard at or above the floor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// The errors of all pairs.
    pub errors: ErrorSums,
    /// Pairs by cell of the plot of errors: (hundredth of the exact value 0..=100, hundredth of the error (estimate
    /// minus exact value) -100..=100).
    pub cells: BTreeMap<(u8, i8), u64>,
    /// Pairs whose interval does not contain the exact value, largest |error| in standard errors
    /// first; at most [`OUTLIERS`]. [`Accuracy::missed`] returns their total number.
    pub outliers: Vec<Outlier>,
}

/// A pair whose exact value is outside the 95 % interval of its estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlier {
    /// The pair with its exact overlap.
    pub pair: Pair,
    /// Estimate from the sketches, clamped to 0..=1.
    pub estimate: f64,
    /// Estimate − exact value, in standard errors.
    pub off: f64,
}

impl Outlier {
    /// Its cell in [`Accuracy::cells`].
    pub fn cell(&self) -> (u8, i8) {
        cell(&self.pair, self.estimate)
    }
}

impl Accuracy {
    /// Compares the sketches of `collection` with the exact pairs in `truth`. Polls
    /// `cancel`; returns `None` when cancelled. Call on the worker pool.
    pub fn measure(collection: &Collection, truth: &PairSet, cancel: &Cancel) -> Option<Self> {
        let floor = truth.info.floor;
        let parts = truth.pairs.par_chunks(PAIRS_PER_CHUNK);
        let parts: Option<Vec<Self>> = parts
            .map(|pairs| (!cancel.stopped()).then(|| Self::of_part(collection, floor, pairs)))
            .collect();
        let mut total = Self::default();
        for part in parts? {
            total.errors.merge(&part.errors);
            for (cell, pairs) in part.cells {
                *total.cells.entry(cell).or_default() += pairs;
            }
            total.outliers.extend(part.outliers);
        }
        total.keep_worst();
        Some(total)
    }

    /// Returns the accuracy over the `pairs` with Jaccard at or above `floor`.
    fn of_part(collection: &Collection, floor: f64, pairs: &[Pair]) -> Self {
        let (kind, layout) = (collection.settings().sketching.sketch, collection.layout());
        let mut part = Self::default();
        let mut factors: HashMap<u64, f64> = HashMap::new();
        for pair in pairs.iter().filter(|pair| pair.jaccard() >= floor) {
            let estimate = Estimate::new(layout, pair.agreeing);
            let exact = pair.jaccard();
            let error = estimate.unbounded() - exact;
            let union = pair.overlap.union();
            let compute_factor = || variance_factor(kind, layout.positions, union);
            let factor = *factors.entry(union).or_insert_with(compute_factor);
            let variance = variance_by(factor, layout, exact);
            let (low, high) = estimate.interval();
            let is_covered = (low..=high).contains(&exact);
            part.errors.add(error, variance, is_covered);
            *part.cells.entry(cell(pair, estimate.value())).or_default() += 1;
            if !is_covered {
                part.outliers.push(Outlier {
                    pair: *pair,
                    estimate: estimate.value(),
                    off: error / variance.sqrt(),
                });
            }
        }
        part.keep_worst();
        part
    }

    fn keep_worst(&mut self) {
        self.outliers.sort_by(worst_first);
        self.outliers.truncate(OUTLIERS);
    }

    /// Total number of pairs whose interval does not contain the exact value, listed in `outliers`
    /// or not.
    pub fn missed(&self) -> u64 {
        self.errors.pairs - self.errors.covered
    }
}

/// Errors of estimates against exact values, summed over pairs. All pairs share one hash seed, so their errors are
/// correlated: with few pairs the measured error can differ considerably from theory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ErrorSums {
    /// Number of pairs.
    pub pairs: u64,
    /// Pairs whose 95 % interval contains the exact value.
    pub covered: u64,
    /// Sum of estimate − exact value.
    error_sum: f64,
    /// Sum of (estimate − exact value)².
    squared_sum: f64,
    /// Sum of the variances that theory predicts.
    variance_sum: f64,
}

/// Coverage of the 95 % intervals below which one draw of the permutations is reported as worse than theory.
const MIN_COVERAGE: f64 = 0.9;

/// Maximum ratio of the error of one draw to theory; a greater ratio is reported as worse. The pairs share the
/// permutations, so their errors are correlated.
const MAX_ERROR_RATIO: f64 = 1.25;

impl ErrorSums {
    /// Adds a pair: estimate − exact value, its variance by theory, and whether the interval of the
    /// estimate contains the exact value.
    pub fn add(&mut self, error: f64, variance: f64, covered: bool) {
        self.pairs += 1;
        self.covered += u64::from(covered);
        self.error_sum += error;
        self.squared_sum += error * error;
        self.variance_sum += variance;
    }

    /// Adds the sums over other pairs.
    pub fn merge(&mut self, other: &ErrorSums) {
        self.pairs += other.pairs;
        self.covered += other.covered;
        self.error_sum += other.error_sum;
        self.squared_sum += other.squared_sum;
        self.variance_sum += other.variance_sum;
    }

    /// Mean of estimate − exact value; 0 without pairs. All pairs share the permutations, so its standard error is
    /// known only over several seeds.
    pub fn bias(&self) -> f64 {
        self.mean(self.error_sum)
    }

    /// Root of the mean of (estimate − exact value)²; 0 without pairs.
    pub fn error(&self) -> f64 {
        self.mean(self.squared_sum).sqrt()
    }

    /// The root mean squared error that theory predicts; 0 without pairs.
    pub fn theory(&self) -> f64 {
        self.mean(self.variance_sum).sqrt()
    }

    /// Share of pairs whose 95 % interval contains the exact value; 0 without pairs.
    pub fn coverage(&self) -> f64 {
        self.mean(self.covered as f64)
    }

    /// Whether error and coverage are what theory predicts for one draw.
    pub fn is_as_theory(&self) -> bool {
        self.error() <= MAX_ERROR_RATIO * self.theory() && self.coverage() >= MIN_COVERAGE
    }

    /// Returns a sentence that compares the errors with theory and states the figures; `None` without pairs.
    pub fn verdict(&self) -> Option<String> {
        let [error, theory] = [self.error(), self.theory()].map(|v| (v * 1000.0).round());
        let verdict = if !self.is_as_theory() {
            "the estimates of this draw are worse than theory says"
        } else if error > theory {
            "the estimates are about as good as theory says"
        } else {
            "the estimates are as good as theory says"
        };
        (self.pairs > 0).then(|| format!("{verdict}: {}", self.figures()))
    }

    /// Error, theory, and how many of the 95 % intervals contain the exact value, in words.
    pub fn figures(&self) -> String {
        format!(
            "error {}, theory {}; {} % of the 95 % intervals contain the exact value",
            units::share(self.error()),
            units::share(self.theory()),
            units::per_cent(self.coverage())
        )
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.pairs.max(1) as f64
    }
}

/// By |error| in standard errors, descending; ties in listing order.
fn worst_first(a: &Outlier, b: &Outlier) -> std::cmp::Ordering {
    let by_error = b.off.abs().total_cmp(&a.off.abs());
    by_error.then_with(|| a.pair.order(&b.pair, Measure::Jaccard))
}

/// The exact value and the error in hundredths, to the nearest; the error is in -100..=100.
fn cell(pair: &Pair, estimate: f64) -> (u8, i8) {
    let error = (estimate - pair.jaccard()) * 100.0;
    let exact = hundredth(Measure::Jaccard, &pair.overlap);
    (exact as u8, error.round().clamp(-100.0, 100.0) as i8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::candidates::{Identical, Method, MethodConfig, find};
    use crate::index::made;
    use crate::settings::{SketchKind, Sketching};
    use crate::similarity::estimate::standard_error_with;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Texts over few terms, so that many different similarities occur.
    fn texts() -> impl Strategy<Value = Vec<Vec<u64>>> {
        prop::collection::vec(prop::collection::vec(0_u64..9, 0..14), 0..24)
    }

    proptest! {
        #[test]
        fn figures_equal_plain_counting(
            texts in texts(),
            kind in 0..SketchKind::ALL.len(),
            bits in prop::sample::select(vec![32_u32, 8, 1]),
        ) {
            let sketch = SketchKind::ALL[kind].1;
            let sketching = Sketching { k: 1, permutations: 24, bits, sketch, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let identical = Identical::new(&collection);
            let method_config = MethodConfig::from(Method::Exact);
            let truth = find(&collection, &identical, &method_config, 0.2, 0.2, &Cancel::default());
            let accuracy = Accuracy::measure(&collection, &truth, &Cancel::default()).unwrap();
            let layout = collection.layout();
            let chance = if bits == 32 { 0.0 } else { 0.5_f64.powi(bits as i32) };
            let (mut pairs, mut squared, mut theory, mut covered) = (0_u32, 0.0, 0.0, 0);
            let mut missed = BTreeSet::new();
            for (i, a) in identical.distinct().iter().enumerate() {
                for b in &identical.distinct()[i + 1..] {
                    let set = |doc: DocNo| texts[doc.index()].iter().collect::<BTreeSet<_>>();
                    let (x, y) = (set(*a), set(*b));
                    let union = x.union(&y).count();
                    let exact = x.intersection(&y).count() as f64 / union as f64;
                    if exact < 0.2 {
                        continue;
                    }
                    let value = |doc, at| layout.value(collection.sketch(doc), at);
                    let agree = (0..24).filter(|at| value(*a, *at) == value(*b, *at)).count() as f64 / 24.0;
                    let estimate = (agree - chance) / (1.0 - chance);
                    pairs += 1;
                    squared += (estimate - exact).powi(2);
                    theory += standard_error_with(sketch, layout, exact, union as u64).powi(2);
                    // Wilson interval, from its definition.
                    let p = chance + (1.0 - chance) * exact;
                    if (agree - p).abs() <= 1.959_963_984_540_054 * (p * (1.0 - p) / 24.0).sqrt() {
                        covered += 1;
                    } else {
                        missed.insert((*a, *b));
                    }
                }
            }
            let mean = |sum: f64| sum / f64::from(pairs.max(1));
            let close = |x: f64, y: f64| (x - y).abs() < 1e-9;
            prop_assert_eq!((accuracy.errors.pairs, accuracy.errors.covered), (u64::from(pairs), covered));
            let shares = [accuracy.errors.error(), accuracy.errors.theory()].map(units::share);
            let verdict = accuracy.errors.verdict().unwrap_or_default();
            prop_assert!(!verdict.contains("are as good") || shares[0] <= shares[1], "{verdict}");
            prop_assert!(close(accuracy.errors.error(), mean(squared).sqrt()));
            prop_assert!(close(accuracy.errors.theory(), mean(theory).sqrt()));
            let outliers: BTreeSet<_> = accuracy.outliers.iter().map(|o| (o.pair.a, o.pair.b)).collect();
            prop_assert_eq!(outliers, missed);
            prop_assert!(accuracy.outliers.is_sorted_by(|x, y| x.off.abs() >= y.off.abs()));
            prop_assert_eq!(accuracy.cells.values().sum::<u64>(), accuracy.errors.pairs);
        }
    }
}
