//! Confidence interval of the threshold with the best F1, from labelled pairs.
//!
//! The threshold with the best F1 stands where the probability that a pair is a near-duplicate passes half
//! of the best F1 (Lipton, Elkan, Naryanaswamy 2014; Zhao, Edakunni, Pocock, Brown 2013), here called the
//! level. Nothing is assumed of this probability but that it does not fall as similarity rises. So a
//! threshold is rejected if among the pairs just above it, for some number of them, too few are
//! near-duplicates, or just below it too many. How unlike the level a run may be by chance is a scan statistic:
//! the greatest log-likelihood ratio over runs of growing length, whose distribution under independent labels
//! of that very level is drawn by simulation (Monte Carlo test; Barnard 1963). The interval goes from the lowest
//! to the highest threshold that is not rejected.
//!
//! How often the statistic may reject is chosen so that about 95 % of intervals contain the best threshold, for six
//! shapes of that probability: `cargo bench -- threshold` prints the shares. Pairs that share a document are not
//! independent; their intervals are too narrow.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::draws::Draws;
use crate::text::shingles::mix;

/// What the scan statistic exceeds this often by chance, on each side, rejects a threshold. A true threshold is seldom
/// the one that is tested at its worst: with this value 95 % of intervals contain it.
const ALPHA: f64 = 0.35;

/// The same of fewer than [`FEW`] labels, which a person chose one after the other as often as not.
const ALPHA_OF_FEW: f64 = 0.05;

/// Labels from which on [`ALPHA`] is enough.
const FEW: u64 = 100;

/// The level is half of the best F1 of a sample: it may be wrong by this part of a standard error.
const UNSURE: f64 = 0.5;

/// Simulated sequences of labels.
const SEQUENCES: usize = 4_000;

/// Each run is longer than the one before by this factor, and by at least one.
const GROWTH: f64 = 1.15;

/// Longest run whose labels are drawn one by one; longer ones grow by normal draws.
const DRAWN: u64 = 400;

/// Longest run.
const LONGEST: u64 = 1 << 40;

/// Pairs of one similarity: (similarity, positive, negative).
pub(super) type Step = (f64, u64, u64);

/// The interval (above, up to), 0..=1, of the best threshold of these steps, whose similarities ascend; `best` is
/// the best F1. `None` if every threshold is rejected, as where labels fall with similarity.
pub(super) fn interval(steps: &[Step], best: f64) -> Option<(f64, f64)> {
    let sums = Sums::of(steps);
    let level = best / 2.0;
    let positive = sums.yes[sums.yes.len() - 1] as f64;
    let (alpha, unsure) = match sums.all[sums.all.len() - 1] < FEW {
        true => (ALPHA_OF_FEW, 0.0),
        false => (ALPHA, UNSURE),
    };
    let unsure = unsure * (level * (1.0 - level) / positive.max(1.0)).sqrt();
    // Too few above what may be a lower level, too many below what may be a higher one.
    let [low, high] = [level - unsure, level + unsure].map(|level| level.clamp(0.01, 0.99));
    let (few, many) = (Critical::of(low, alpha), Critical::of(high, alpha));
    let accepted = |cut: &usize| {
        let cut = *cut;
        let above = sums
            .runs(cut, true)
            .map(|(all, yes)| ratio(all, yes, low, true));
        let below = sums
            .runs(cut, false)
            .map(|(all, yes)| ratio(all, yes, high, false));
        let [most_above, most_below] = [sums.all(cut, true), sums.all(cut, false)];
        above.fold(0.0, f64::max) <= few.few(most_above)
            && below.fold(0.0, f64::max) <= many.many(most_below)
    };
    let first = (0..=steps.len()).find(accepted)?;
    let last = (first..=steps.len()).rev().find(accepted)?;
    // A threshold of this cut lies above the step before it, and at most at the step behind it.
    let low = first.checked_sub(1).map_or(0.0, |before| steps[before].0);
    let high = steps.get(last).map_or(1.0, |behind| behind.0);
    Some((low, high))
}

/// Log-likelihood ratio of `yes` of `all` labels against `level`: zero where the share lies on the side of the level
/// that is expected.
fn ratio(all: u64, yes: u64, level: f64, is_above: bool) -> f64 {
    let share = yes as f64 / all as f64;
    if (share >= level) == is_above {
        return 0.0;
    }
    let part = |share: f64, level: f64| match share > 0.0 {
        true => share * (share / level).ln(),
        false => 0.0,
    };
    all as f64 * (part(share, level) + part(1.0 - share, 1.0 - level))
}

/// Lengths of the runs, ascending.
fn lengths() -> impl Iterator<Item = u64> {
    let next = |length: &u64| Some((length + 1).max((*length as f64 * GROWTH) as u64));
    std::iter::successors(Some(1), next).take_while(|length| *length <= LONGEST)
}

/// Running sums over the steps.
struct Sums {
    /// Labels before each cut; one more than steps.
    all: Vec<u64>,
    /// Positive ones among them.
    yes: Vec<u64>,
}

impl Sums {
    fn of(steps: &[Step]) -> Self {
        let (mut all, mut yes) = (vec![0], vec![0]);
        for (at, step) in steps.iter().enumerate() {
            all.push(all[at] + step.1 + step.2);
            yes.push(yes[at] + step.1);
        }
        Sums { all, yes }
    }

    /// Labels on one side of a cut.
    fn all(&self, cut: usize, is_above: bool) -> u64 {
        match is_above {
            true => self.all[self.all.len() - 1] - self.all[cut],
            false => self.all[cut],
        }
    }

    /// (Labels, positive ones) of runs of whole steps from a cut upwards or downwards.
    fn runs(&self, cut: usize, is_above: bool) -> impl Iterator<Item = (u64, u64)> {
        let most = self.all(cut, is_above);
        let mut before = 0;
        let ends = lengths()
            .take_while(move |length| *length < most)
            .chain((most > 0).then_some(most));
        ends.filter_map(move |length| {
            let end = match is_above {
                true => self
                    .all
                    .partition_point(|sum| *sum < self.all[cut] + length),
                false => {
                    self.all
                        .partition_point(|sum| *sum <= self.all[cut] - length)
                        - 1
                }
            };
            let all = self.all[cut].abs_diff(self.all[end]);
            let is_new = std::mem::replace(&mut before, all) != all;
            is_new.then(|| (all, self.yes[cut].abs_diff(self.yes[end])))
        })
    }
}

/// What the scan statistic exceeds with a given probability, by the number of labels on the side.
struct Critical {
    /// Of too few positive labels above a threshold, for each of [`lengths`].
    few: Vec<f64>,
    /// Of too many below it.
    many: Vec<f64>,
}

impl Critical {
    /// For this level, and exceeded with probability `alpha`, both to the hundredth. Drawn once for each.
    fn of(level: f64, alpha: f64) -> Arc<Self> {
        type Drawn = Mutex<HashMap<[u32; 2], Arc<Critical>>>;
        static DRAWN: LazyLock<Drawn> = LazyLock::new(Drawn::default);
        let [hundredths, key] = [level, alpha].map(|x| ((x * 100.0).round() as u32).clamp(1, 99));
        let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
        let made = drawn.entry([hundredths, key]).or_insert_with(|| {
            let level = f64::from(hundredths) / 100.0;
            Arc::new(Critical {
                few: percentiles(level, alpha, true),
                many: percentiles(level, alpha, false),
            })
        });
        Arc::clone(made)
    }

    fn few(&self, labels: u64) -> f64 {
        at(&self.few, labels)
    }

    fn many(&self, labels: u64) -> f64 {
        at(&self.many, labels)
    }
}

/// The value for the least length that is not below `labels`.
fn at(values: &[f64], labels: u64) -> f64 {
    let length = lengths().position(|length| length >= labels);
    values[length.unwrap_or(values.len() - 1)]
}

/// For each of [`lengths`] what the greatest ratio over all runs up to it does not exceed in all but `alpha` of
/// the sequences of labels that are positive with probability `level`.
fn percentiles(level: f64, alpha: f64, is_above: bool) -> Vec<f64> {
    let mut draws = Draws(mix(level.to_bits() ^ u64::from(is_above)));
    let lengths: Vec<u64> = lengths().collect();
    let mut greatest = vec![Vec::with_capacity(SEQUENCES); lengths.len()];
    for _ in 0..SEQUENCES {
        let (mut before, mut yes, mut most) = (0, 0, 0.0_f64);
        for (length, greatest) in lengths.iter().zip(&mut greatest) {
            yes += draws.binomial(length - before, level, *length <= DRAWN);
            before = *length;
            most = most.max(ratio(*length, yes, level, is_above));
            greatest.push(most);
        }
    }
    let percentile = |mut values: Vec<f64>| {
        let rank = ((1.0 - alpha) * SEQUENCES as f64).ceil() as usize - 1;
        *values.select_nth_unstable_by(rank, f64::total_cmp).1
    };
    greatest.into_iter().map(percentile).collect()
}

#[cfg(test)]
mod tests {
    use super::super::curve::{Curve, Scored};
    use super::*;

    /// Labels of scores drawn evenly, positive with this probability.
    fn drawn(draws: &mut Draws, labels: usize, probability: fn(f64) -> f64) -> Vec<Scored> {
        let one = |_| {
            let score = draws.unit();
            Scored {
                score,
                positive: draws.unit() <= probability(score),
            }
        };
        (0..labels).map(one).collect()
    }

    /// The threshold with the best F1 where scores are even.
    fn truth(probability: fn(f64) -> f64) -> f64 {
        let cells = 20_000_u32;
        let score = |cell: u32| (f64::from(cell) + 0.5) / f64::from(cells);
        let all: f64 = (0..cells).map(|cell| probability(score(cell))).sum();
        let (mut hits, mut best) = (0.0, (0.0, 0.0));
        for (called, cell) in (1..).zip((0..cells).rev()) {
            hits += probability(score(cell));
            let f1 = 2.0 * hits / (f64::from(called) + all);
            if f1 > best.0 {
                best = (f1, score(cell));
            }
        }
        best.1
    }

    #[test]
    fn intervals_contain_the_truth_as_often_as_they_say() {
        let step: fn(f64) -> f64 = |s| f64::from(u8::from(s >= 0.72));
        let steep: fn(f64) -> f64 = |s| 1.0 / (1.0 + (-(s - 0.72) / 0.02).exp());
        let slow: fn(f64) -> f64 = |s| 1.0 / (1.0 + (-(s - 0.5) / 0.2).exp());
        let noisy: fn(f64) -> f64 = |s| if s >= 0.6 { 0.8 } else { 0.15 };
        let mut draws = Draws(11);
        for (name, probability) in [
            ("step", step),
            ("steep", steep),
            ("slow", slow),
            ("noisy", noisy),
        ] {
            let truth = truth(probability);
            for labels in [20, 95, 100, 300, 400] {
                let (mut inside, mut of) = (0, 0);
                for _ in 0..60 {
                    let scored = drawn(&mut draws, labels, probability);
                    let Some((low, high)) = Curve::of(&scored).best_interval() else {
                        continue;
                    };
                    of += 1;
                    inside += u32::from(low <= truth && truth <= high);
                }
                assert!(
                    inside * 10 >= of * 9,
                    "{name}, {labels} labels: {inside} of {of}"
                );
            }
        }
    }

    #[test]
    fn more_labels_give_a_narrower_interval() {
        let probability: fn(f64) -> f64 = |s| 1.0 / (1.0 + (-(s - 0.6) / 0.05).exp());
        let mut draws = Draws(3);
        let mut width = |labels| {
            let scored = drawn(&mut draws, labels, probability);
            let (low, high) = Curve::of(&scored).best_interval().unwrap();
            high - low
        };
        let widths = [20, 200, 5_000].map(&mut width);
        assert!(
            widths[0] > 2.0 * widths[1] && widths[1] > 1.5 * widths[2],
            "{widths:?}"
        );
    }

    #[test]
    fn of_few_separable_labels_the_interval_goes_beyond_the_gap() {
        // Nine on each side: that the nearest four of a side are alike says nothing.
        let scored: Vec<Scored> = (1..=18)
            .map(|i| Scored {
                score: f64::from(i) / 20.0,
                positive: i > 9,
            })
            .collect();
        let curve = Curve::of(&scored);
        assert_eq!(curve.plateau(), Some((0.45, 0.5)));
        let (low, high) = curve.best_interval().unwrap();
        assert!(low < 0.3 && high > 0.65, "{low} {high}");
        assert!(low > 0.0 && high < 0.9, "{low} {high}");
    }

    #[test]
    fn runs_are_sums_of_whole_steps() {
        let steps = [(0.1, 0, 3), (0.2, 1, 1), (0.3, 2, 0), (0.9, 4, 1)];
        let sums = Sums::of(&steps);
        let up: Vec<_> = sums.runs(1, true).collect();
        assert_eq!(up, [(2, 1), (4, 3), (9, 7)]);
        let down: Vec<_> = sums.runs(2, false).collect();
        assert_eq!(down, [(2, 1), (5, 1)]);
        assert_eq!(sums.runs(4, true).count(), 0);
        assert_eq!(sums.runs(0, false).count(), 0);
    }

    #[test]
    fn percentiles_grow_with_the_labels_and_hold_in_fresh_sequences() {
        let values = percentiles(0.4, ALPHA_OF_FEW, true);
        assert!(values.is_sorted());
        let lengths: Vec<u64> = lengths().take_while(|length| *length <= 200).collect();
        let limit = values[lengths.len() - 1];
        let mut draws = Draws(99);
        let exceeds = (0..2_000).filter(|_| {
            let (mut before, mut yes, mut most) = (0, 0, 0.0_f64);
            for length in &lengths {
                yes += draws.binomial(length - before, 0.4, true);
                before = *length;
                most = most.max(ratio(*length, yes, 0.4, true));
            }
            most > limit
        });
        // 100 expected; five standard deviations are 49.
        let exceeds = exceeds.count();
        assert!((30..=150).contains(&exceeds), "{exceeds}");
    }
}
