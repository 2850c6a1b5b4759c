//! Precision, recall and F1 over all pairs of a corpus, from labels of a sample that is stratified by similarity.
//!
//! Pairs of one stratum have been drawn for labels with one probability, so that each labelled pair stands for as
//! many pairs as its stratum has per labelled one (Horvitz, Thompson 1952). The numbers of pairs of a stratum are those
//! of the exact join. Variances are those of stratified sampling without replacement (Cochran 1977, chapter 5) and, for
//! recall and F1, of their linear approximation; they are computed from shares with one label of each kind added, so
//! that a stratum whose labels are all alike is not taken as known. Strata with fewer than two labels are merged with
//! the next one on the same side of the threshold (collapsed strata). Pairs below the floor of the join are one
//! stratum. What is random here is which pairs are labelled, not the pairs: shared documents do no harm.

use super::LabelledPair;
use super::placements::{Z, on_the_logit_scale};

/// Pairs between two similarities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stratum {
    /// Least similarity.
    pub low: f64,
    /// The similarity that all are below; above 1 for the highest stratum.
    pub high: f64,
    /// Pairs of the corpus.
    pub pairs: u64,
    /// Labelled ones.
    pub labelled: u64,
    /// Near-duplicates among these.
    pub positive: u64,
    /// How many of 100 more labels it should have, so that the number of near-duplicates is known best (Neyman 1934).
    pub next: f64,
}

impl Stratum {
    /// Estimated number of near-duplicates, and its variance.
    fn near(&self) -> (f64, f64) {
        let (pairs, labelled) = (self.pairs as f64, self.labelled as f64);
        if self.labelled == 0 {
            return (0.0, 0.0);
        }
        let unlabelled = 1.0 - labelled / pairs;
        let freedom = (labelled - 1.0).max(1.0);
        let variance = pairs * pairs * unlabelled * self.spread() / freedom;
        (pairs * self.positive as f64 / labelled, variance)
    }

    /// Variance of one label, with one of each kind added.
    fn spread(&self) -> f64 {
        let share = (self.positive as f64 + 1.0) / (self.labelled as f64 + 2.0);
        share * (1.0 - share)
    }
}

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Figures over all pairs of a corpus at one threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct AllPairs {
    /// Strata, from the highest similarity to the lowest.
    pub strata: Vec<Stratum>,
    /// Number of near-duplicate pairs.
    pub near: Estimated,
    /// Share of near-duplicates among the pairs at or above the threshold; `None` if there are none.
    pub precision: Option<Estimated>,
    /// Share of near-duplicates that are at or above the threshold; `None` if none is estimated.
    pub recall: Option<Estimated>,
    /// Their harmonic mean.
    pub f1: Option<Estimated>,
    /// Pairs at or above the threshold in strata without a label, of which nothing is known.
    pub unknown_above: u64,
    /// Pairs below the threshold in such strata.
    pub unknown_below: u64,
}

impl AllPairs {
    /// From labelled pairs with these scores. `at_least` is the number of pairs of the corpus with a similarity or
    /// more, which is known down to `floor`; `all` is the number of all pairs. The strata begin at each tenth, at the threshold and at
    /// the floor.
    #[must_use]
    pub fn of(
        pairs: &[LabelledPair],
        scores: &[f64],
        at_least: impl Fn(f64) -> u64,
        all: u64,
        floor: f64,
        threshold: f64,
    ) -> Self {
        let threshold = threshold.max(floor);
        let strata = strata((pairs, scores), at_least, all, floor, threshold);
        let (over, under): (Vec<Stratum>, Vec<Stratum>) = strata
            .into_iter()
            .partition(|stratum| stratum.low >= threshold);
        let strata = [merged(over), merged(under)].concat();
        Self::of_strata(strata, threshold)
    }

    fn of_strata(mut strata: Vec<Stratum>, threshold: f64) -> Self {
        allot(&mut strata);
        let side = |is_above: bool| {
            strata
                .iter()
                .filter(move |stratum| (stratum.low >= threshold) == is_above)
        };
        let sum = |is_above: bool| {
            side(is_above)
                .map(Stratum::near)
                .fold((0.0, 0.0), |s, n| (s.0 + n.0, s.1 + n.1))
        };
        let unknown = |is_above: bool| {
            side(is_above)
                .filter(|s| s.labelled == 0)
                .map(|s| s.pairs)
                .sum::<u64>()
        };
        let ((hits, of_hits), (missed, of_missed)) = (sum(true), sum(false));
        let known = side(true)
            .filter(|s| s.labelled > 0)
            .map(|s| s.pairs)
            .sum::<u64>() as f64;
        let near = hits + missed;
        let half = Z * (of_hits + of_missed).sqrt();
        let share = |value: f64, by_hits: f64, by_missed: f64| {
            let variance = by_hits * by_hits * of_hits + by_missed * by_missed * of_missed;
            estimated(value, variance)
        };
        let both = known + near;
        // What is labelled is known, so that no more can be near-duplicates than are not labelled otherwise.
        let labelled = || strata.iter().filter(|s| s.labelled > 0);
        let least = labelled().map(|s| s.positive).sum::<u64>() as f64;
        let most = labelled().map(|s| s.pairs - s.labelled + s.positive);
        let most = most.sum::<u64>() as f64;
        AllPairs {
            near: Estimated {
                value: near,
                low: (near - half).clamp(least, most),
                high: (near + half).clamp(least, most),
            },
            precision: (known > 0.0).then(|| share(hits / known, 1.0 / known, 0.0)),
            recall: (near > 0.0)
                .then(|| share(hits / near, missed / (near * near), hits / (near * near))),
            f1: (near > 0.0).then(|| {
                let (by_hits, by_missed) = ((known + missed) / (both * both), hits / (both * both));
                share(2.0 * hits / both, 2.0 * by_hits, 2.0 * by_missed)
            }),
            unknown_above: unknown(true),
            unknown_below: unknown(false),
            strata,
        }
    }
}

/// The strata of labelled pairs with these scores, from the highest similarity to the lowest: they begin at each tenth,
/// at the threshold and at the floor. The other arguments are those of [`AllPairs::of`]; `next` is 0.
pub(super) fn strata(
    (pairs, scores): (&[LabelledPair], &[f64]),
    at_least: impl Fn(f64) -> u64,
    all: u64,
    floor: f64,
    threshold: f64,
) -> Vec<Stratum> {
    let threshold = threshold.max(floor);
    let tenths = (1..10).map(|tenth| f64::from(tenth) / 10.0);
    let mut edges: Vec<f64> = tenths.filter(|edge| *edge > floor).collect();
    edges.extend([floor, threshold, 0.0]);
    edges.sort_by(|x, y| y.total_cmp(x));
    edges.dedup();
    let (mut strata, mut high, mut above) = (Vec::new(), f64::INFINITY, 0);
    for low in edges {
        let upto = if low > 0.0 { at_least(low) } else { all };
        let inside = pairs
            .iter()
            .zip(scores)
            .filter(|(_, s)| (low..high).contains(*s));
        let labels = inside.fold((0, 0), |sum, (pair, _)| {
            (sum.0 + 1, sum.1 + u64::from(pair.positive))
        });
        strata.push(Stratum {
            low,
            high,
            pairs: upto.saturating_sub(above).max(labels.0),
            labelled: labels.0,
            positive: labels.1,
            next: 0.0,
        });
        (high, above) = (low, upto);
    }
    strata
}

/// Sets how many of 100 more labels each stratum should have.
pub(super) fn allot(strata: &mut [Stratum]) {
    let need = |stratum: &Stratum| match stratum.pairs > stratum.labelled {
        true => stratum.pairs as f64 * stratum.spread().sqrt(),
        false => 0.0,
    };
    let whole: f64 = strata.iter().map(need).sum();
    for stratum in strata {
        stratum.next = match whole > 0.0 {
            true => 100.0 * need(stratum) / whole,
            false => 0.0,
        };
    }
}

/// A share with this variance: symmetrical on the scale of the logit, plainly at the ends.
fn estimated(value: f64, variance: f64) -> Estimated {
    let (low, high) = match value > 0.0 && value < 1.0 && variance > 0.0 {
        true => on_the_logit_scale(value, variance),
        false => (value - Z * variance.sqrt(), value + Z * variance.sqrt()),
    };
    Estimated {
        value,
        low: low.clamp(0.0, 1.0),
        high: high.clamp(0.0, 1.0),
    }
}

/// Strata of one side, of which those with fewer than two labels are merged with the next one; pairs without any
/// label stay apart only if the whole side has none.
fn merged(strata: Vec<Stratum>) -> Vec<Stratum> {
    let mut merged: Vec<Stratum> = Vec::new();
    for stratum in strata.into_iter().filter(|stratum| stratum.pairs > 0) {
        let is_enough = |of: &Stratum| of.labelled >= 2.min(of.pairs);
        match merged.last_mut() {
            Some(last) if !is_enough(last) => join(last, &stratum),
            _ => merged.push(stratum),
        }
    }
    if let [.., _, last] = merged[..]
        && last.labelled < 2.min(last.pairs)
    {
        merged.pop();
        if let Some(before) = merged.last_mut() {
            join(before, &last);
        }
    }
    merged
}

/// Adds a stratum to the one above it.
fn join(above: &mut Stratum, below: &Stratum) {
    above.low = below.low;
    above.pairs += below.pairs;
    above.labelled += below.labelled;
    above.positive += below.positive;
}

#[cfg(test)]
mod tests {
    use super::super::draws::Draws;
    use super::*;
    use crate::base::DocNo;

    /// A corpus of pairs: mostly unlike, near-duplicates with a probability that rises with similarity.
    fn corpus(draws: &mut Draws) -> Vec<(f64, bool)> {
        let pair = |_| {
            let score = draws.unit().powi(3);
            (
                score,
                draws.unit() <= 1.0 / (1.0 + (-(score - 0.55) / 0.08).exp()),
            )
        };
        (0..20_000).map(pair).collect()
    }

    /// So many labels in each tenth of similarity.
    fn sampled(
        draws: &mut Draws,
        corpus: &[(f64, bool)],
        of_each: usize,
    ) -> (Vec<LabelledPair>, Vec<f64>) {
        let mut left = [of_each; 10];
        let mut order: Vec<usize> = (0..corpus.len()).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, draws.below(at + 1));
        }
        let mut labels = Vec::new();
        for at in order {
            let (score, positive) = corpus[at];
            let left = &mut left[((score * 10.0) as usize).min(9)];
            if *left > 0 {
                *left -= 1;
                let (a, b) = (DocNo::at(at), DocNo::at(corpus.len() + at));
                labels.push((
                    LabelledPair {
                        a,
                        b,
                        label: 0,
                        positive,
                    },
                    score,
                ));
            }
        }
        labels.into_iter().unzip()
    }

    fn estimate(
        corpus: &[(f64, bool)],
        labels: &(Vec<LabelledPair>, Vec<f64>),
        floor: f64,
    ) -> AllPairs {
        let at_least = |low: f64| corpus.iter().filter(|pair| pair.0 >= low).count() as u64;
        AllPairs::of(
            &labels.0,
            &labels.1,
            at_least,
            corpus.len() as u64,
            floor,
            0.6,
        )
    }

    /// Number of near-duplicates, precision, recall, F1 over all pairs at 0.6.
    fn truth(corpus: &[(f64, bool)]) -> [f64; 4] {
        let count = |wanted: &dyn Fn(&(f64, bool)) -> bool| {
            corpus.iter().filter(|p| wanted(p)).count() as f64
        };
        let (near, called) = (count(&|p| p.1), count(&|p| p.0 >= 0.6));
        let hits = count(&|p| p.1 && p.0 >= 0.6);
        [
            near,
            hits / called,
            hits / near,
            2.0 * hits / (called + near),
        ]
    }

    #[test]
    fn labels_of_all_pairs_give_the_figures_of_all_pairs() {
        let corpus = corpus(&mut Draws(1));
        let labels = sampled(&mut Draws(2), &corpus, corpus.len());
        let got = estimate(&corpus, &labels, 0.3);
        let [near, precision, recall, f1] = truth(&corpus);
        let close = |got: Estimated, want: f64| {
            let all = [got.value, got.low, got.high];
            assert!(
                all.iter().all(|x| (x - want).abs() < 1e-9 * want),
                "{got:?} {want}"
            );
        };
        close(got.near, near);
        close(got.precision.unwrap(), precision);
        close(got.recall.unwrap(), recall);
        close(got.f1.unwrap(), f1);
        assert_eq!((got.unknown_above, got.unknown_below), (0, 0));
        assert_eq!(got.strata.iter().map(|s| s.pairs).sum::<u64>(), 20_000);
    }

    #[test]
    fn estimates_are_right_on_average_and_intervals_as_often_as_they_say() {
        let mut draws = Draws(3);
        let corpus = corpus(&mut draws);
        let truth = truth(&corpus);
        for of_each in [10, 40] {
            let (mut inside, mut sums, draws_of) = ([0; 4], [0.0; 4], 150);
            for _ in 0..draws_of {
                let labels = sampled(&mut draws, &corpus, of_each);
                let got = estimate(&corpus, &labels, 0.1);
                let figures = [
                    got.near,
                    got.precision.unwrap(),
                    got.recall.unwrap(),
                    got.f1.unwrap(),
                ];
                for ((got, truth), (inside, sum)) in figures
                    .iter()
                    .zip(truth)
                    .zip(inside.iter_mut().zip(&mut sums))
                {
                    *inside += u32::from(got.low <= truth && truth <= got.high);
                    *sum += got.value;
                }
            }
            assert!(
                inside.iter().all(|i| i * 10 >= draws_of * 9),
                "{of_each}: {inside:?}"
            );
            for (sum, truth) in sums.iter().zip(truth) {
                let mean = sum / f64::from(draws_of);
                assert!(
                    (mean / truth - 1.0).abs() < 0.06,
                    "{of_each}: {mean} {truth}"
                );
            }
            // Plain counts of these labels say another recall: the low tenths are labelled far too seldom.
            let labels = sampled(&mut draws, &corpus, of_each);
            let count = |high: bool| {
                let each = labels.0.iter().zip(&labels.1);
                each.filter(|(p, s)| p.positive && (!high || **s >= 0.6))
                    .count() as f64
            };
            assert!(count(true) / count(false) > truth[2] + 0.05);
        }
    }

    #[test]
    fn strata_without_labels_are_merged_or_counted_as_unknown() {
        let stratum = |low: f64, pairs, labelled| Stratum {
            low,
            high: low + 0.1,
            pairs,
            labelled,
            positive: labelled / 2,
            next: 0.0,
        };
        let got = merged(vec![
            stratum(0.9, 5, 0),
            stratum(0.8, 7, 4),
            stratum(0.7, 0, 0),
            stratum(0.6, 9, 1),
        ]);
        assert_eq!(got.len(), 1);
        assert_eq!((got[0].pairs, got[0].labelled, got[0].low), (21, 5, 0.6));
        // Both pairs of a stratum are labelled, the one of another is not.
        assert_eq!(
            merged(vec![stratum(0.9, 2, 2), stratum(0.8, 7, 4)]).len(),
            2
        );
        let unlabelled = AllPairs::of_strata(vec![stratum(0.9, 8, 4), stratum(0.2, 100, 0)], 0.5);
        assert_eq!(
            (unlabelled.unknown_above, unlabelled.unknown_below),
            (0, 100)
        );
        let next: f64 = unlabelled.strata.iter().map(|s| s.next).sum();
        assert!((next - 100.0).abs() < 1e-9 && unlabelled.strata[1].next > 90.0);
        let none = AllPairs::of(&[], &[], |_| 0, 10, 0.3, 0.5);
        assert_eq!(
            (none.precision, none.recall, none.unknown_below),
            (None, None, 10)
        );
    }

    #[test]
    fn the_interval_of_near_duplicates_is_within_what_the_labels_leave() {
        let labels = |positive: u32, negative: u32| {
            let pair = |i: u32| LabelledPair {
                a: DocNo(2 * i),
                b: DocNo(2 * i + 1),
                label: 0,
                positive: i < positive,
            };
            (0..positive + negative).map(pair).collect::<Vec<_>>()
        };
        for (positive, negative, all) in [(4, 2, 36), (1, 1, 28), (5, 1, 7), (1, 5, 7)] {
            let pairs = labels(positive, negative);
            let scores = vec![0.85; pairs.len()];
            let at_least = |similarity| if similarity <= 0.85 { all } else { 0 };
            let found = AllPairs::of(&pairs, &scores, at_least, all, 0.05, 0.5).near;
            let (least, most) = (f64::from(positive), all as f64 - f64::from(negative));
            assert!(least <= found.low && found.low <= found.value, "{found:?}");
            assert!(found.value <= found.high && found.high <= most, "{found:?}");
        }
    }
}
