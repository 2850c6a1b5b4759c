//! Confidence interval of the threshold with the best F1, from labelled pairs.
//!
//! The threshold with the best F1 is where the probability that a pair is a near-duplicate rises above half of the best
//! F1, here called the level (Lipton, Elkan, Naryanaswamy 2014; Zhao, Edakunni, Pocock, Brown 2013). The only
//! assumption is that this probability does not fall as similarity rises. A threshold is rejected if a run of pairs
//! just above it has too few near-duplicates, or a run just below it too many. The test is a scan statistic: the
//! greatest log-likelihood ratio against the level, over runs of growing length. Its distribution under independent
//! labels of this level is simulated (Monte Carlo test; Barnard 1963). The interval reaches from the lowest to the
//! highest threshold that is not rejected.
//!
//! How often the statistic may reject is chosen so that about 95 % of intervals contain the best threshold, for six
//! shapes of that probability. Pairs that share a document are not independent: they count as fewer labels
//! ([`independent_share`]). `cargo bench -- threshold` prints how often the intervals contain the best threshold, also
//! for pairs that share documents.

use std::collections::HashMap;
use std::f64::consts::TAU;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::LabelledPair;
use super::area_interval::{DeviationSums, SHARED_FACTOR, Z, apart, student};
use crate::text::shingles::mix;

/// A threshold is rejected if the scan statistic of random labels exceeds its own with at most this probability, on
/// each side. The test is conservative for most true thresholds: with this value 95 % of intervals contain the
/// threshold.
const ALPHA: f64 = 0.35;

/// The same for fewer than [`MIN_LABELS`] labels, which are often not chosen at random.
const ALPHA_FOR_FEW: f64 = 0.05;

/// Minimum number of labels for [`ALPHA`].
const MIN_LABELS: u64 = 100;

/// The level is half of the best F1 of a sample: it may be wrong by this part of a standard error.
const LEVEL_ERROR: f64 = 0.5;

/// Number of simulated sequences of labels.
const SEQUENCES: usize = 4_000;

/// Each run is longer than the one before by this factor, and by at least one.
const GROWTH: f64 = 1.15;

/// Maximum length of a run whose labels are drawn one by one; longer runs grow by normal draws.
const MAX_DRAWN: u64 = 400;

const MAX_RUN: u64 = 1 << 40;

/// Pairs of one similarity: (similarity, positive, negative).
pub(super) type SimilarityStep = (f64, u64, u64);

/// Returns the part of these labels that counts as independent, 0..=1; 1 if no two pairs share a document. It is a
/// ratio of two variances of the sum of labels about an isotonic fit to their scores (least squares; Ayer, Brunk,
/// Ewing, Reid, Silverman 1955), as in [`super::AreaEstimate`]: the variance of independent pairs, divided by the
/// variance with the products of pairs that share a document. The minimum is the part of pairs that share no document;
/// it is the result if the labels separate, because both variances are then zero.
pub fn independent_share(pairs: &[LabelledPair], scores: &[f64]) -> f64 {
    let apart = apart(pairs.iter().map(|pair| (pair.a, pair.b)));
    if apart == pairs.len() {
        return 1.0;
    }
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_unstable_by(|x, y| scores[*x].total_cmp(&scores[*y]));
    // (Positive, all) labels of scores between which the probability does not rise.
    let mut pools: Vec<(usize, usize)> = Vec::new();
    for tied in order.chunk_by(|x, y| scores[*x] == scores[*y]) {
        let positive = tied.iter().filter(|at| pairs[**at].positive).count();
        let mut pool = (positive, tied.len());
        while let Some(below) = pools.pop_if(|below| below.0 * pool.1 >= pool.0 * below.1) {
            pool = (below.0 + pool.0, below.1 + pool.1);
        }
        pools.push(pool);
    }
    let shares = pools
        .iter()
        .flat_map(|&(positive, all)| std::iter::repeat_n(positive as f64 / all as f64, all));
    let deviation = |(at, share): (&usize, f64)| {
        let pair = &pairs[*at];
        (pair.a, pair.b, f64::from(u8::from(pair.positive)) - share)
    };
    let deviations: Vec<_> = order.iter().zip(shares).map(deviation).collect();
    let DeviationSums { own, shared, .. } = DeviationSums::new(&deviations);
    let minimum = apart as f64 / pairs.len() as f64;
    if own == 0.0 {
        return minimum;
    }
    let quantile_ratio = (student((apart as f64 - 2.0).max(4.0)) / Z).powi(2);
    (own / (own + SHARED_FACTOR * shared * quantile_ratio)).max(minimum)
}

/// Returns the interval (exclusive, inclusive), 0..=1, of the best threshold. The similarities of `steps` ascend,
/// `best` is the best F1, and `share` is the independent part of the labels. `None` if every threshold is rejected, for
/// example if labels fall with similarity.
pub(super) fn interval(steps: &[SimilarityStep], best: f64, share: f64) -> Option<(f64, f64)> {
    let sums = Sums::new(steps);
    let level = best / 2.0;
    let positive = sums.yes[sums.yes.len() - 1] as f64 * share;
    let (alpha, margin) = if sums.all[sums.all.len() - 1] < MIN_LABELS {
        (ALPHA_FOR_FEW, 0.0)
    } else {
        (ALPHA, LEVEL_ERROR)
    };
    let margin = margin * (level * (1.0 - level) / positive.max(1.0)).sqrt();
    // Too few near-duplicates above are tested against the lowest likely level, too many below against the highest.
    let [low, high] = [level - margin, level + margin].map(|level| level.clamp(0.01, 0.99));
    let (few, many) = (Critical::cached(low, alpha), Critical::cached(high, alpha));
    let accepted = |cut: &usize| {
        let cut = *cut;
        let above = sums
            .runs(cut, true)
            .map(|(all, yes)| share * ratio(all, yes, low, true));
        let below = sums
            .runs(cut, false)
            .map(|(all, yes)| share * ratio(all, yes, high, false));
        let labels = |is_above| (sums.all(cut, is_above) as f64 * share).ceil() as u64;
        above.fold(0.0, f64::max) <= value_at(&few.few, labels(true))
            && below.fold(0.0, f64::max) <= value_at(&many.many, labels(false))
    };
    let first = (0..=steps.len()).find(accepted)?;
    let last = (first..=steps.len()).rev().find(accepted)?;
    // A threshold of this cut is above the step before it, and at or below the step after it.
    let low = first.checked_sub(1).map_or(0.0, |before| steps[before].0);
    let high = steps.get(last).map_or(1.0, |behind| behind.0);
    Some((low, high))
}

/// Log-likelihood ratio of `yes` of `all` labels against `level`; zero if the share is on the expected side of the
/// level.
fn ratio(all: u64, yes: u64, level: f64, is_above: bool) -> f64 {
    let share = yes as f64 / all as f64;
    if (share >= level) == is_above {
        return 0.0;
    }
    let part = |share: f64, level: f64| {
        if share > 0.0 {
            share * (share / level).ln()
        } else {
            0.0
        }
    };
    all as f64 * (part(share, level) + part(1.0 - share, 1.0 - level))
}

/// Lengths of the runs, ascending.
fn lengths() -> impl Iterator<Item = u64> {
    let next = |length: &u64| Some((length + 1).max((*length as f64 * GROWTH) as u64));
    std::iter::successors(Some(1), next).take_while(|length| *length <= MAX_RUN)
}

/// Running sums over the steps.
struct Sums {
    /// Labels before each cut; one entry more than steps.
    all: Vec<u64>,
    /// Positive labels before each cut.
    yes: Vec<u64>,
}

impl Sums {
    fn new(steps: &[SimilarityStep]) -> Self {
        let (mut all, mut yes) = (vec![0], vec![0]);
        for (at, step) in steps.iter().enumerate() {
            all.push(all[at] + step.1 + step.2);
            yes.push(yes[at] + step.1);
        }
        Sums { all, yes }
    }

    /// Labels on one side of a cut.
    fn all(&self, cut: usize, is_above: bool) -> u64 {
        if is_above {
            self.all[self.all.len() - 1] - self.all[cut]
        } else {
            self.all[cut]
        }
    }

    /// (Labels, positive ones) of runs of whole steps from a cut upwards or downwards.
    fn runs(&self, cut: usize, is_above: bool) -> impl Iterator<Item = (u64, u64)> {
        let total = self.all(cut, is_above);
        let mut last_count = 0;
        let ends = lengths()
            .take_while(move |length| *length < total)
            .chain((total > 0).then_some(total));
        ends.filter_map(move |length| {
            let end = if is_above {
                self.all
                    .partition_point(|sum| *sum < self.all[cut] + length)
            } else {
                let below = self.all[cut] - length;
                self.all.partition_point(|sum| *sum <= below) - 1
            };
            let all = self.all[cut].abs_diff(self.all[end]);
            let is_new = std::mem::replace(&mut last_count, all) != all;
            is_new.then(|| (all, self.yes[cut].abs_diff(self.yes[end])))
        })
    }
}

/// Critical values of the scan statistic for a given probability, by the number of labels on the side.
struct Critical {
    /// Critical ratios for too few positive labels above a threshold, for each of [`lengths`].
    few: Vec<f64>,
    /// Critical ratios for too many positive labels below a threshold.
    many: Vec<f64>,
}

impl Critical {
    /// Returns the values for `level` that are exceeded with probability `alpha`. Both arguments are rounded to
    /// hundredths. The values are simulated once.
    fn cached(level: f64, alpha: f64) -> Arc<Self> {
        type Cache = Mutex<HashMap<[u32; 2], Arc<Critical>>>;
        static CACHE: LazyLock<Cache> = LazyLock::new(Cache::default);
        let [hundredths, key] = [level, alpha].map(|x| ((x * 100.0).round() as u32).clamp(1, 99));
        let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        let critical = cache.entry([hundredths, key]).or_insert_with(|| {
            let level = f64::from(hundredths) / 100.0;
            Arc::new(Critical {
                few: percentiles(level, alpha, true),
                many: percentiles(level, alpha, false),
            })
        });
        Arc::clone(critical)
    }
}

/// The value for the minimum length that is not below `labels`.
fn value_at(values: &[f64], labels: u64) -> f64 {
    let length = lengths().position(|length| length >= labels);
    values[length.unwrap_or(values.len() - 1)]
}

/// For each of [`lengths`], the critical value of the greatest ratio over all runs up to it: in random labels that are
/// positive with probability `level`, a share `alpha` of the sequences exceeds it.
fn percentiles(level: f64, alpha: f64, is_above: bool) -> Vec<f64> {
    let mut draws = Draws(mix(level.to_bits() ^ u64::from(is_above)));
    let lengths: Vec<u64> = lengths().collect();
    let mut greatest = vec![Vec::with_capacity(SEQUENCES); lengths.len()];
    for _ in 0..SEQUENCES {
        let (mut last_length, mut yes, mut max_ratio) = (0, 0, 0.0_f64);
        for (length, greatest) in lengths.iter().zip(&mut greatest) {
            yes += draws.binomial(length - last_length, level, *length <= MAX_DRAWN);
            last_length = *length;
            max_ratio = max_ratio.max(ratio(*length, yes, level, is_above));
            greatest.push(max_ratio);
        }
    }
    let percentile = |mut values: Vec<f64>| {
        let rank = ((1.0 - alpha) * SEQUENCES as f64).ceil() as usize - 1;
        *values.select_nth_unstable_by(rank, f64::total_cmp).1
    };
    greatest.into_iter().map(percentile).collect()
}

/// Deterministic pseudo-random numbers (SplitMix64; Steele, Lea, Flood 2014).
pub(super) struct Draws(pub u64);

impl Draws {
    /// A uniform number in (0, 1].
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((mix(self.0) >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// A standard normal number (Box, Muller 1958).
    pub fn normal(&mut self) -> f64 {
        let (radius, angle) = ((-2.0 * self.unit().ln()).sqrt(), self.unit());
        radius * (TAU * angle).cos()
    }

    /// How many of `all` labels are positive, each with probability `level`: drawn one by one, or by the normal
    /// approximation.
    pub fn binomial(&mut self, all: u64, level: f64, one_by_one: bool) -> u64 {
        if one_by_one {
            return (0..all).filter(|_| self.unit() <= level).count() as u64;
        }
        let deviation = (all as f64 * level * (1.0 - level)).sqrt();
        let count = all as f64 * level + deviation * self.normal();
        count.round().clamp(0.0, all as f64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Curve, Scored};
    use super::*;
    use crate::base::DocNo;

    /// Uniform scores with labels that are positive with this probability.
    fn scored_labels(draws: &mut Draws, labels: usize, probability: fn(f64) -> f64) -> Vec<Scored> {
        let scored = |_| {
            let score = draws.unit();
            Scored {
                score,
                positive: draws.unit() <= probability(score),
            }
        };
        (0..labels).map(scored).collect()
    }

    /// The threshold with the best F1 for uniform scores.
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
                let (mut inside, mut total) = (0, 0);
                for _ in 0..60 {
                    let scored = scored_labels(&mut draws, labels, probability);
                    let Some((low, high)) = Curve::new(&scored).best_interval(1.0) else {
                        continue;
                    };
                    total += 1;
                    inside += u32::from(low <= truth && truth <= high);
                }
                assert!(
                    inside * 10 >= total * 9,
                    "{name}, {labels} labels: {inside} of {total}"
                );
            }
        }
    }

    #[test]
    fn pairs_that_share_documents_count_as_fewer() {
        let steep: fn(f64) -> f64 = |s| 1.0 / (1.0 + (-(s - 0.72) / 0.02).exp());
        let wide: fn(f64) -> f64 = |s| 1.0 / (1.0 + (-(s - 0.6) / 0.08).exp());
        let mut draws = Draws(5);
        // Number of documents, number of pairs of each, and the part of the variance of a label that the document
        // causes.
        for (documents, others, part, probability, max_share) in [
            (7, 65, 0.0_f64, steep, 1.0),
            (7, 65, 0.8, steep, 0.9),
            (7, 65, 0.8, wide, 0.4),
            (15, 20, 0.8, wide, 0.5),
        ] {
            let truth = truth(probability);
            let (mut inside, mut shares) = (0, Vec::new());
            for _ in 0..60 {
                let effects: Vec<f64> = (0..documents).map(|_| draws.normal()).collect();
                let scored = |at: usize| {
                    let score = draws.unit();
                    let chance = part.sqrt() * effects[at % documents]
                        + (1.0 - part).sqrt() * draws.normal();
                    // A standard normal number is below this logit with about the probability.
                    let logit = (1.0 / probability(score) - 1.0).ln() / -1.702;
                    let pair = LabelledPair {
                        a: DocNo::at(at % documents),
                        b: DocNo::at(documents + at),
                        label: 0,
                        positive: chance < logit,
                    };
                    (pair, score)
                };
                let (pairs, scores): (Vec<_>, Vec<_>) = (0..documents * others).map(scored).unzip();
                let share = independent_share(&pairs, &scores);
                let curve = Curve::new(&Scored::all(&pairs, &scores));
                let (low, high) = curve.best_interval(share).unwrap();
                inside += u32::from(low <= truth && truth <= high);
                shares.push(share);
            }
            shares.sort_unstable_by(f64::total_cmp);
            let case = format!("{documents} documents, {part}: {inside} of 60, {shares:?}");
            assert!(inside >= 54 && shares[30] <= max_share, "{case}");
            assert!(shares[0] >= 1.0 / others as f64, "{case}");
        }
    }

    #[test]
    fn disjoint_pairs_count_in_full_and_separating_labels_as_disjoint_pairs() {
        let pair = |(a, b, positive)| LabelledPair {
            a: DocNo(a),
            b: DocNo(b),
            label: 0,
            positive,
        };
        let apart = [(0, 1, false), (2, 3, true), (4, 5, false)].map(pair);
        assert_eq!(independent_share(&apart, &[0.1, 0.5, 0.5]), 1.0);
        let shared = [(0, 1, false), (0, 2, false), (0, 3, true), (4, 5, true)].map(pair);
        assert_eq!(independent_share(&shared, &[0.1, 0.2, 0.7, 0.8]), 0.5);
    }

    #[test]
    fn more_labels_give_a_narrower_interval() {
        let probability: fn(f64) -> f64 = |s| 1.0 / (1.0 + (-(s - 0.6) / 0.05).exp());
        let mut draws = Draws(3);
        let mut width = |labels| {
            let scored = scored_labels(&mut draws, labels, probability);
            let (low, high) = Curve::new(&scored).best_interval(1.0).unwrap();
            high - low
        };
        let widths = [20, 200, 5_000].map(&mut width);
        assert!(
            widths[0] > 2.0 * widths[1] && widths[1] > 1.5 * widths[2],
            "{widths:?}"
        );
    }

    #[test]
    fn the_interval_of_few_separable_labels_exceeds_the_gap() {
        // Nine labels on each side: four equal labels next to the gap are no evidence.
        let scored: Vec<Scored> = (1..=18)
            .map(|i| Scored {
                score: f64::from(i) / 20.0,
                positive: i > 9,
            })
            .collect();
        let curve = Curve::new(&scored);
        assert_eq!(curve.plateau(), Some((0.45, 0.5)));
        let (low, high) = curve.best_interval(1.0).unwrap();
        assert!(low < 0.3 && high > 0.65, "{low} {high}");
        assert!(low > 0.0 && high < 0.9, "{low} {high}");
    }

    #[test]
    fn runs_are_sums_of_whole_steps() {
        let steps = [(0.1, 0, 3), (0.2, 1, 1), (0.3, 2, 0), (0.9, 4, 1)];
        let sums = Sums::new(&steps);
        let up: Vec<_> = sums.runs(1, true).collect();
        assert_eq!(up, [(2, 1), (4, 3), (9, 7)]);
        let down: Vec<_> = sums.runs(2, false).collect();
        assert_eq!(down, [(2, 1), (5, 1)]);
        assert_eq!(sums.runs(4, true).count(), 0);
        assert_eq!(sums.runs(0, false).count(), 0);
    }
}
