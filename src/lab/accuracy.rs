//! Estimates of a collection's sketches held against exact values: error, coverage, and what a
//! scatter plot of them needs.
//!
//! All figures are of the unbiased estimate, which may fall below 0 where values have few bits. All
//! pairs share one seed, so with few pairs the error may lie well off its theory by chance.

use std::collections::HashMap;

use rayon::prelude::*;

use super::counts::{BINS, hundredth};
use crate::candidates::PairSet;
use crate::collection::Collection;
use crate::settings::SketchKind;
use crate::similarity::estimate::variance_by;
use crate::similarity::{Estimate, Measure, Pair};
use crate::sketch::Layout;
use crate::sketch::theory::variance_factor;

/// Outliers that are held.
pub const OUTLIERS: usize = 500;

/// Pairs that are gone through in one go; what comes of each go is added up in order, so that
/// figures do not depend on the number of threads.
const PART: usize = 1 << 14;

/// See the module. Over pairs of different texts whose Jaccard is at or above the floor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Pairs held against their exact Jaccard.
    pub pairs: u64,
    /// Mean of estimate less exact value.
    pub bias: f64,
    /// Root of the mean squared error.
    pub error: f64,
    /// What theory gives for that, for this kind of sketch.
    pub theory: f64,
    /// Pairs whose 95 % interval holds the exact value.
    pub covered: u64,
    /// Pairs in each cell of the plane: (hundredth of exact 0..=100, hundredth of estimate 0..=100,
    /// pairs), sorted, each cell once.
    pub cells: Vec<(u8, u8, u64)>,
    /// Pairs whose interval misses the exact value, the farthest (in standard errors) first; the
    /// first [`OUTLIERS`] of them. [`Accuracy::missed`] says how many there are.
    pub outliers: Vec<Outlier>,
}

/// A pair whose estimate is farther off than it should be in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlier {
    /// The pair, with its exact figures.
    pub pair: Pair,
    /// What the sketches say, 0..=1.
    pub estimate: f64,
    /// Estimate less exact value in standard errors.
    pub off: f64,
}

impl Accuracy {
    /// Holds the sketches of `collection` against `truth`. `should_continue` is asked now and then; `None` after
    /// a no. Call on the pool.
    #[must_use]
    pub fn of(
        collection: &Collection,
        truth: &PairSet,
        should_continue: &(impl Fn() -> bool + Sync),
    ) -> Option<Self> {
        let theory = Theory {
            kind: collection.settings().sketching.sketch,
            layout: collection.layout(),
            floor: truth.found.floor,
        };
        let parts: Option<Vec<Sums>> = truth
            .pairs
            .par_chunks(PART)
            .map(|pairs| should_continue().then(|| theory.sums(pairs)))
            .collect();
        let mut all = Sums::default();
        for part in parts? {
            all.add(part);
        }
        all.outliers.sort_by(worst_first);
        all.outliers.truncate(OUTLIERS);
        let mean = |sum: f64| sum / all.pairs.max(1) as f64;
        Some(Accuracy {
            pairs: all.pairs,
            bias: mean(all.off),
            error: mean(all.squared).sqrt(),
            theory: mean(all.theory).sqrt(),
            covered: all.covered,
            cells: cells(&all.cells),
            outliers: all.outliers,
        })
    }

    /// Share of pairs whose 95 % interval holds the exact value; `None` without pairs.
    #[must_use]
    pub fn coverage(&self) -> Option<f64> {
        (self.pairs > 0).then(|| self.covered as f64 / self.pairs as f64)
    }

    /// Pairs whose interval misses the exact value: outliers, listed or not.
    #[must_use]
    pub fn missed(&self) -> u64 {
        self.pairs - self.covered
    }
}

/// What estimates are held against.
struct Theory {
    kind: SketchKind,
    layout: Layout,
    floor: f64,
}

/// What some pairs come to.
#[derive(Default)]
struct Sums {
    pairs: u64,
    off: f64,
    squared: f64,
    theory: f64,
    covered: u64,
    /// Exact-major.
    cells: HashMap<(u8, u8), u64>,
    outliers: Vec<Outlier>,
}

impl Theory {
    fn sums(&self, pairs: &[Pair]) -> Sums {
        let mut sums = Sums::default();
        let mut factors: HashMap<u64, f64> = HashMap::new();
        for pair in pairs.iter().filter(|pair| pair.jaccard() >= self.floor) {
            let estimate = Estimate::new(self.layout, pair.agreeing);
            let exact = pair.jaccard();
            let off = estimate.unbounded() - exact;
            let union = pair.overlap.union();
            let known = || variance_factor(self.kind, self.layout.positions, union);
            let factor = *factors.entry(union).or_insert_with(known);
            let variance = variance_by(factor, self.layout, exact);
            let (low, high) = estimate.interval();
            sums.pairs += 1;
            sums.off += off;
            sums.squared += off * off;
            sums.theory += variance;
            let x = hundredth(Measure::Jaccard, &pair.overlap) as u8;
            *sums.cells.entry((x, of_estimate(&estimate))).or_default() += 1;
            if (low..=high).contains(&exact) {
                sums.covered += 1;
            } else {
                sums.outliers.push(Outlier {
                    pair: *pair,
                    estimate: estimate.value(),
                    off: off / variance.sqrt(),
                });
            }
        }
        sums.outliers.sort_by(worst_first);
        sums.outliers.truncate(OUTLIERS);
        sums
    }
}

impl Sums {
    fn add(&mut self, other: Sums) {
        self.pairs += other.pairs;
        self.off += other.off;
        self.squared += other.squared;
        self.theory += other.theory;
        self.covered += other.covered;
        for (cell, pairs) in other.cells {
            *self.cells.entry(cell).or_default() += pairs;
        }
        self.outliers.extend(other.outliers);
    }
}

/// By standard errors off, then as pairs are listed.
fn worst_first(a: &Outlier, b: &Outlier) -> std::cmp::Ordering {
    let by_far = b.off.abs().total_cmp(&a.off.abs());
    by_far.then_with(|| a.pair.order(&b.pair, Measure::Jaccard))
}

fn cells(of: &HashMap<(u8, u8), u64>) -> Vec<(u8, u8, u64)> {
    let mut cells: Vec<(u8, u8, u64)> = of.iter().map(|((x, y), n)| (*x, *y, *n)).collect();
    cells.sort_unstable();
    cells
}

/// The hundredth that an estimate lies in: counted in whole numbers where values are whole.
fn of_estimate(estimate: &Estimate) -> u8 {
    let last = BINS as u64 - 1;
    let at = if estimate.bits >= 32 {
        (u64::from(estimate.agreeing) * last)
            .checked_div(estimate.positions.into())
            .unwrap_or(0)
    } else {
        (estimate.value() * last as f64) as u64
    };
    at.min(last) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::candidates::{Identical, Method, MethodConfig, find};
    use crate::collection::made;
    use crate::settings::Sketching;
    use crate::similarity::estimate::standard_error_with;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Texts over few terms, so that some of all similarities come about.
    fn texts() -> impl Strategy<Value = Vec<Vec<u64>>> {
        prop::collection::vec(prop::collection::vec(0_u64..9, 0..14), 0..24)
    }

    proptest! {
        #[test]
        fn figures_are_those_of_plain_counting(
            texts in texts(),
            kind in 0..SketchKind::ALL.len(),
            bits in prop::sample::select(vec![32_u32, 8, 1]),
        ) {
            let sketch = SketchKind::ALL[kind].1;
            let sketching = Sketching { k: 1, permutations: 24, bits, sketch, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let identical = Identical::of(&collection);
            let method_config = MethodConfig::from(Method::Exact);
            let truth = find(&collection, &identical, &method_config, 0.2, 0.2, || true);
            let got = Accuracy::of(&collection, &truth, &|| true).unwrap();
            let layout = collection.layout();
            let chance = if bits == 32 { 0.0 } else { 0.5_f64.powi(bits as i32) };
            let (mut pairs, mut off, mut squared, mut theory, mut covered) = (0_u32, 0.0, 0.0, 0.0, 0);
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
                    off += estimate - exact;
                    squared += (estimate - exact).powi(2);
                    theory += standard_error_with(sketch, layout, exact, union as u64).powi(2);
                    // Wilson's interval, from its definition.
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
            prop_assert_eq!((got.pairs, got.covered), (u64::from(pairs), covered));
            prop_assert!(close(got.bias, mean(off)) && close(got.error, mean(squared).sqrt()));
            prop_assert!(close(got.theory, mean(theory).sqrt()), "{} {}", got.theory, mean(theory).sqrt());
            let outliers: BTreeSet<_> = got.outliers.iter().map(|o| (o.pair.a, o.pair.b)).collect();
            prop_assert_eq!(outliers, missed);
            prop_assert!(got.outliers.is_sorted_by(|x, y| x.off.abs() >= y.off.abs()));
            prop_assert_eq!(got.cells.iter().map(|cell| cell.2).sum::<u64>(), got.pairs);
            prop_assert!(got.cells.is_sorted_by(|x, y| (x.0, x.1) < (y.0, y.1)));
        }
    }
}
