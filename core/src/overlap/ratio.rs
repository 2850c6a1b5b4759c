//! The ratio of two sizes from the overlaps in both directions, with a bootstrap interval, and sizes of several
//! collections from the ratios of their pairs, by weighted least squares.
//!
//! With s = ln size, each pair gives an estimate of s_left − s_right = ln ratio, with a variance. The sizes minimise
//! the sum of the squared deviations over their variances, and are normalised to a sum of 1: pairs measured well count
//! for more, and a collection without a direct ratio gets its size through the others.

use fastrand::Rng;

use crate::similarity::Estimate;
use crate::similarity::estimate::Z95;

/// Number of bootstrap samples of an interval.
const RESAMPLES: usize = 2_000;

/// An estimate of |A|/|B|.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The estimate; `None` if nothing common was found in one sample or both.
    pub value: Option<f64>,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval; infinite if the sample does not bound the ratio.
    pub high: f64,
}

impl Ratio {
    /// |A|/|B| from the share `forth` of A's sample that is in B, and `back` of B's sample in A: back / forth
    /// (Bharat and Broder 1998). The interval is between percentiles of resampled ratios (Efron 1979), with `seed`. It
    /// contains the estimate. If one share is 0, only one end is known; if both are 0, none.
    pub fn estimate(forth: Share, back: Share, seed: u64) -> Self {
        let unknown = Ratio {
            value: None,
            low: 0.0,
            high: f64::INFINITY,
        };
        if forth.trials == 0 || back.trials == 0 || (forth.hits == 0 && back.hits == 0) {
            return unknown;
        }
        let mut rng = Rng::with_seed(seed);
        let (a, b) = (
            forth.resampled(RESAMPLES, &mut rng),
            back.resampled(RESAMPLES, &mut rng),
        );
        let ratio = |(forth, back): (&f64, &f64)| {
            if *forth > 0.0 {
                back / forth
            } else {
                f64::INFINITY
            }
        };
        let mut ratios: Vec<f64> = a.iter().zip(&b).map(ratio).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        let (low, high) = (
            ratios[RESAMPLES / 40 - 1],
            ratios[RESAMPLES - RESAMPLES / 40],
        );
        if back.hits == 0 {
            return Ratio { high, ..unknown };
        }
        if forth.hits == 0 {
            return Ratio { low, ..unknown };
        }
        let value = back.value() / forth.value();
        Ratio {
            value: Some(value),
            low: low.min(value),
            high: high.max(value),
        }
    }
}

/// Variance of the logarithm of the ratio, by the delta method: (1-p)/(np) + (1-q)/(mq). A share of 1 counts as half a
/// document less, so that it is not considered certain. `None` if a share is 0.
pub(super) fn log_variance(forth: Share, back: Share) -> Option<f64> {
    let part = |share: Share| {
        let (n, hits) = (f64::from(share.trials), f64::from(share.hits));
        let p = (hits / n).min(1.0 - 0.5 / (n + 1.0));
        (share.hits > 0).then(|| (1.0 - p) / (p * n))
    };
    Some(part(forth)? + part(back)?)
}

/// Number of samples from each side after which the 95 % interval is about ±`precision` of the ratio, if the
/// shares are as in these samples: (1.96/precision)² · ((1-p)/p + (1-q)/q), rounded up. `None` if a share is
/// 0, because then no number is known.
pub(super) fn samples_for(forth: Share, back: Share, precision: f64) -> Option<u64> {
    let odds = |share: Share| (share.hits > 0).then(|| 1.0 / share.value() - 1.0);
    let needed = (Z95 / precision).powi(2) * (odds(forth)? + odds(back)?);
    Some((needed.ceil() as u64).max(1))
}

/// Number of documents of a sample that are in another collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Number found.
    pub hits: u32,
    /// Size of the sample.
    pub trials: u32,
}

impl Share {
    /// The share, 0..=1; 0 for an empty sample.
    pub fn value(self) -> f64 {
        f64::from(self.hits) / f64::from(self.trials.max(1))
    }

    /// 95 % confidence interval after Wilson (1927). It does not collapse at the ends: 0 found in 500 means
    /// at most 0.8 %, not none.
    pub fn interval(self) -> (f64, f64) {
        let estimate = Estimate {
            agreeing: self.hits,
            positions: self.trials,
            bits: 32,
        };
        estimate.interval()
    }

    /// `n` shares of bootstrap samples, each drawn with replacement from the sample (Efron 1979); the number of hits is
    /// binomial. If none or all were found, all samples would be equal; the share is then drawn from the posterior
    /// Beta(1, trials + 1) or its mirror.
    pub fn resampled(self, n: usize, rng: &mut Rng) -> Vec<f64> {
        if self.hits == 0 || self.hits == self.trials {
            let posterior = |u: f64| 1.0 - u.powf(1.0 / (f64::from(self.trials) + 1.0));
            let draw = |rng: &mut Rng| match self.hits {
                0 => posterior(rng.f64()),
                _ => 1.0 - posterior(rng.f64()),
            };
            return (0..n).map(|_| draw(rng)).collect();
        }
        let sums = binomial_sums(self.trials, self.value());
        let total = sums.last().copied().unwrap_or(1.0);
        let draw = |rng: &mut Rng| {
            let at = rng.f64() * total;
            let hits = sums.partition_point(|sum| *sum <= at);
            hits.min(self.trials as usize) as f64 / f64::from(self.trials)
        };
        (0..n).map(|_| draw(rng)).collect()
    }
}

/// Cumulative weights of 0..=n hits in n trials with probability `p`, strictly between 0 and 1, relative to
/// the weight of the most probable number, so that nothing underflows where it matters.
fn binomial_sums(n: u32, p: f64) -> Vec<f64> {
    let odds = p / (1.0 - p);
    let mode = ((f64::from(n) + 1.0) * p).floor().min(f64::from(n)) as usize;
    let mut weights = vec![0.0; n as usize + 1];
    weights[mode] = 1.0;
    for k in mode + 1..weights.len() {
        weights[k] = weights[k - 1] * odds * (f64::from(n) - k as f64 + 1.0) / k as f64;
    }
    for k in (0..mode).rev() {
        weights[k] = weights[k + 1] * (k as f64 + 1.0) / (odds * (f64::from(n) - k as f64));
    }
    let mut sum = 0.0;
    for weight in &mut weights {
        sum += *weight;
        *weight = sum;
    }
    weights
}

/// The logarithm of the ratio of two sizes, with its variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LogRatio {
    /// Number of the collection in the numerator.
    pub left: usize,
    /// Number of the collection in the denominator.
    pub right: usize,
    /// ln(left/right).
    pub log: f64,
    /// Its variance, greater than 0.
    pub variance: f64,
}

/// Sizes of `n` collections as shares of their sum. `None` if the ratios do not connect all of them.
pub(super) fn least_squares(n: usize, ratios: &[LogRatio]) -> Option<Vec<f64>> {
    if n == 0 {
        return None;
    }
    // Normal equations of s_1..; s_0 is 0. Each row ends with its right side.
    let mut rows = vec![vec![0.0; n + 1]; n];
    for ratio in ratios {
        let weight = 1.0 / ratio.variance;
        for (row, column, sign) in [
            (ratio.left, ratio.right, 1.0),
            (ratio.right, ratio.left, -1.0),
        ] {
            rows[row][row] += weight;
            rows[row][column] -= weight;
            rows[row][n] += sign * weight * ratio.log;
        }
    }
    let mut rows: Vec<Vec<f64>> = rows
        .into_iter()
        .skip(1)
        .map(|row| row[1..].to_vec())
        .collect();
    let solution = solve(&mut rows)?;
    let mut logs = vec![0.0];
    logs.extend(solution);
    let max_log = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sizes: Vec<f64> = logs.iter().map(|log| (log - max_log).exp()).collect();
    let sum: f64 = sizes.iter().sum();
    Some(sizes.into_iter().map(|size| size / sum).collect())
}

/// Solves a symmetric positive definite system by Gaussian elimination without pivoting; `None` if it is singular.
fn solve(rows: &mut [Vec<f64>]) -> Option<Vec<f64>> {
    let n = rows.len();
    let largest = rows.iter().flatten().map(|x| x.abs()).fold(0.0, f64::max);
    for column in 0..n {
        let (done, below) = rows.split_at_mut(column + 1);
        let top = &done[column];
        if top[column] <= largest * 1e-12 {
            return None;
        }
        for row in below {
            let factor = row[column] / top[column];
            for (value, above) in row.iter_mut().zip(top).skip(column) {
                *value -= factor * above;
            }
        }
    }
    let mut solution = vec![0.0; n];
    for at in (0..n).rev() {
        let known_terms = (at + 1..n).map(|other| rows[at][other] * solution[other]);
        solution[at] = (rows[at][n] - known_terms.sum::<f64>()) / rows[at][at];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    fn share(hits: u32, trials: u32) -> Share {
        Share { hits, trials }
    }

    fn value(forth: Share, back: Share) -> f64 {
        Ratio::estimate(forth, back, 1).value.unwrap()
    }

    /// Shares 0.3 and 0.5: |A|/|B| = 0.5/0.3 = 5/3.
    #[test]
    fn the_number_of_needed_samples_follows_the_formula() {
        let share = |hits| Share { hits, trials: 10 };
        assert_eq!(samples_for(share(3), share(5), 0.05), Some(5122));
        assert_eq!(samples_for(share(3), share(0), 0.05), None);
    }

    #[test]
    fn iir_exercise_19_7_relative_size_of_two_indexes() {
        let ratio = value(share(300, 1_000), share(500, 1_000));
        assert!((ratio - 5.0 / 3.0).abs() < 1e-12, "{ratio}");
    }

    /// Shares 0.45 and 0.5: |B| = 0.9 |A|. If B is A without one of every two equal pages, the removed pages are a
    /// tenth of A; so 0.2 of A are in pairs, and 0.8 are single.
    #[test]
    fn iir_exercise_19_8_share_of_pages_without_a_duplicate() {
        let b_over_a = 1.0 / value(share(450, 1_000), share(500, 1_000));
        let without = 1.0 - 2.0 * (1.0 - b_over_a);
        assert!((without - 0.8).abs() < 1e-12, "{without}");
        // The same with sets of pages: A has 80 single pages and 10 pairs, B has the single pages and one page of each
        // pair.
        let a: Vec<u32> = (0..80)
            .chain((80..90).flat_map(|page| [page, page]))
            .collect();
        let b: Vec<u32> = (0..90).collect();
        assert!((b.len() as f64 / a.len() as f64 - b_over_a).abs() < 1e-12);
    }

    #[test]
    fn disjoint_collections_have_no_ratio_and_no_ends() {
        let ratio = Ratio::estimate(share(0, 500), share(0, 500), 1);
        let got = (ratio.value, ratio.low, ratio.high);
        assert_eq!(got, (None, 0.0, f64::INFINITY));
        assert_eq!(Ratio::estimate(share(0, 0), share(3, 5), 1), ratio);
        // Found on one side only: the other end is bounded.
        let above = Ratio::estimate(share(0, 500), share(20, 500), 1);
        assert!(above.value.is_none() && above.low > 4.0 && above.high == f64::INFINITY);
        let below = Ratio::estimate(share(20, 500), share(0, 500), 1);
        assert!(below.value.is_none() && below.low == 0.0 && below.high < 0.25);
    }

    /// Two-stage simulation: how often the interval contains the true ratio of shares.
    #[test]
    fn intervals_contain_the_ratio_in_about_95_of_100_samples() {
        let mut rng = Rng::with_seed(11);
        for (p, q) in [(0.5, 0.5), (0.2, 0.7), (0.95, 0.1)] {
            let draw = |p: f64, rng: &mut Rng| {
                share((0..300).filter(|_| rng.f64() < p).count() as u32, 300)
            };
            let inside = (0..1_000).filter(|seed| {
                let ratio = Ratio::estimate(draw(p, &mut rng), draw(q, &mut rng), *seed);
                (ratio.low..=ratio.high).contains(&(q / p))
            });
            let inside = inside.count();
            assert!((925..=975).contains(&inside), "{p} {q}: {inside}");
        }
    }

    #[test]
    fn nothing_found_is_an_upper_bound_and_not_zero() {
        let no_hits = Share {
            hits: 0,
            trials: 500,
        };
        let (low, high) = no_hits.interval();
        assert!(low == 0.0 && (0.005..0.01).contains(&high), "{high}");
        let shares = no_hits.resampled(1_000, &mut Rng::with_seed(1));
        assert!(shares.iter().all(|share| (0.0..0.03).contains(share)));
        assert!(shares.iter().any(|share| *share > 0.002));
        let all = Share {
            hits: 500,
            trials: 500,
        };
        let shares = all.resampled(1_000, &mut Rng::with_seed(1));
        assert!(shares.iter().all(|share| (0.97..=1.0).contains(share)));
        assert_eq!(Share::default().interval(), (0.0, 1.0));
    }

    use proptest::prelude::*;

    fn ratio(left: usize, right: usize, log: f64, variance: f64) -> LogRatio {
        LogRatio {
            left,
            right,
            log,
            variance,
        }
    }

    fn deviations(sizes: &[f64], ratios: &[LogRatio]) -> f64 {
        let deviation =
            |r: &LogRatio| ((sizes[r.left] / sizes[r.right]).ln() - r.log).powi(2) / r.variance;
        ratios.iter().map(deviation).sum()
    }

    #[test]
    fn consistent_ratios_give_exact_sizes() {
        let want: [f64; 3] = [0.5, 0.3, 0.2];
        let pairs = [(0, 1), (0, 2), (1, 2)];
        let ratios = pairs.map(|(l, r)| ratio(l, r, (want[l] / want[r]).ln(), 0.1));
        for ratios in [&ratios[..], &ratios[..2]] {
            let sizes = least_squares(3, ratios).unwrap();
            assert!(
                sizes
                    .iter()
                    .zip(want)
                    .all(|(got, want)| (got - want).abs() < 1e-12)
            );
        }
    }

    #[test]
    fn collections_without_any_ratio_have_no_size() {
        assert_eq!(least_squares(3, &[ratio(0, 1, 0.1, 1.0)]), None);
        assert_eq!(least_squares(0, &[]), None);
        assert_eq!(least_squares(1, &[]), Some(vec![1.0]));
    }

    #[test]
    fn a_more_precise_ratio_has_more_weight() {
        let ratios = [ratio(0, 1, 0.0, 1.0), ratio(0, 1, 1.0, 0.25)];
        let sizes = least_squares(2, &ratios).unwrap();
        assert!(((sizes[0] / sizes[1]).ln() - 0.8).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn no_other_sizes_fit_better(
            logs in prop::collection::vec((-2.0_f64..2.0, 0.01_f64..1.0), 6),
            moves in prop::collection::vec(-0.1_f64..0.1, 4),
        ) {
            let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
            let ratios: Vec<LogRatio> = pairs.iter().zip(&logs)
                .map(|((l, r), (log, variance))| ratio(*l, *r, *log, *variance)).collect();
            let best = least_squares(4, &ratios).unwrap();
            prop_assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let moved: Vec<f64> = best.iter().zip(&moves).map(|(s, by)| s * by.exp()).collect();
            prop_assert!(deviations(&best, &ratios) <= deviations(&moved, &ratios) + 1e-9);
        }
    }
}
