//! The ratio of two sizes from the overlaps both ways, with a bootstrap interval.

use fastrand::Rng;

use crate::similarity::Estimate;
use crate::similarity::estimate::Z95;

/// Bootstrap samples of an interval.
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
    /// (Bharat and Broder 1998). The interval is that of percentiles of resampled ratios (Efron 1979), with
    /// `seed`. It holds the estimate. Where one share is 0, only one end is known; where both are, none.
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
        let over = |(forth, back): (&f64, &f64)| {
            if *forth > 0.0 {
                back / forth
            } else {
                f64::INFINITY
            }
        };
        let mut ratios: Vec<f64> = a.iter().zip(&b).map(over).collect();
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

    /// Whether the interval holds `ratio`.
    pub fn holds(&self, ratio: f64) -> bool {
        self.low <= ratio && ratio <= self.high
    }
}

/// Variance of the logarithm of the ratio, by the delta method: (1-p)/(np) + (1-q)/(mq). A share of 1 counts
/// as half a document less, so that it is not taken for certain. `None` if a share is 0.
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
/// 0, so that no number can be given.
pub(super) fn samples_for(forth: Share, back: Share, precision: f64) -> Option<u64> {
    let odds = |share: Share| (share.hits > 0).then(|| 1.0 / share.value() - 1.0);
    let needed = (Z95 / precision).powi(2) * (odds(forth)? + odds(back)?);
    Some((needed.ceil() as u64).max(1))
}

/// So many of a sample are in another collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Number found.
    pub hits: u32,
    /// Size of the sample.
    pub trials: u32,
}

impl Share {
    /// The share, 0..=1; 0 of an empty sample.
    pub fn value(self) -> f64 {
        f64::from(self.hits) / f64::from(self.trials.max(1))
    }

    /// 95 % confidence interval after Wilson (1927). It does not collapse at the ends: 0 found in 500 means
    /// at most 0.8 %, not none.
    pub fn interval(self) -> (f64, f64) {
        let trials = Estimate {
            agreeing: self.hits,
            positions: self.trials,
            bits: 32,
        };
        trials.interval()
    }

    /// Whether none or all were found, so that resampling would always give the same.
    pub fn at_an_end(self) -> bool {
        self.hits == 0 || self.hits == self.trials
    }

    /// `n` shares of bootstrap samples: as many draws with replacement from the sample (Efron 1979), whose
    /// number of hits is binomial. Where none or all were found, all such samples are equal; the share is
    /// then drawn from what is plausible after the sample, Beta(1, of + 1) or its mirror.
    pub fn resampled(self, n: usize, rng: &mut Rng) -> Vec<f64> {
        if self.at_an_end() {
            let rest = |u: f64| 1.0 - u.powf(1.0 / (f64::from(self.trials) + 1.0));
            let draw = |rng: &mut Rng| match self.hits {
                0 => rest(rng.f64()),
                _ => 1.0 - rest(rng.f64()),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn share(hits: u32, trials: u32) -> Share {
        Share { hits, trials }
    }

    fn value(forth: Share, back: Share) -> f64 {
        Ratio::estimate(forth, back, 1).value.unwrap()
    }

    /// Shares 0.3 and 0.5: |A|/|B| = 0.5/0.3 = 5/3.
    #[test]
    fn iir_exercise_19_7_relative_size_of_two_indexes() {
        let ratio = value(share(300, 1_000), share(500, 1_000));
        assert!((ratio - 5.0 / 3.0).abs() < 1e-12, "{ratio}");
    }

    /// Shares 0.45 and 0.5: |B| = 0.9 |A|. If B is A with one of every two equal pages taken out, that is a tenth
    /// of A; so 0.2 of A are one of two, and 0.8 are alone.
    #[test]
    fn iir_exercise_19_8_share_of_pages_without_a_duplicate() {
        let b_over_a = 1.0 / value(share(450, 1_000), share(500, 1_000));
        let without = 1.0 - 2.0 * (1.0 - b_over_a);
        assert!((without - 0.8).abs() < 1e-12, "{without}");
        // The same on a web of such pages: 80 pages alone and 10 pairs, A has all, B one of each pair.
        let a: Vec<u32> = (0..80)
            .chain((80..90).flat_map(|page| [page, page]))
            .collect();
        let b: Vec<u32> = (0..90).collect();
        assert!((b.len() as f64 / a.len() as f64 - b_over_a).abs() < 1e-12);
    }

    /// Shares 1/2 and 1/6: |A|/|B| = (1/6)/(1/2) = 1/3.
    #[test]
    fn lecture_half_of_a_and_a_sixth_of_b_is_one_third() {
        assert!((value(share(300, 600), share(100, 600)) - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn the_interval_is_about_the_delta_method_where_samples_are_large() {
        let (forth, back) = (share(2_000, 5_000), share(3_000, 5_000));
        let ratio = Ratio::estimate(forth, back, 5);
        let half = Z95 * log_variance(forth, back).unwrap().sqrt();
        let want = (1.5 * (-half).exp(), 1.5 * half.exp());
        assert!((ratio.low - want.0).abs() < 0.01 && (ratio.high - want.1).abs() < 0.01);
    }

    /// With these samples, the interval of so many as `samples_for` says is ±5 %.
    #[test]
    fn as_many_samples_as_it_says_give_that_precision() {
        let needed = samples_for(share(40, 100), share(60, 100), 0.05).unwrap();
        let n = needed as u32;
        let ratio = Ratio::estimate(share(n * 2 / 5, n), share(n * 3 / 5, n), 2);
        let half = (ratio.high - ratio.low) / 2.0 / ratio.value.unwrap();
        assert!((half - 0.05).abs() < 0.004, "{half}");
        assert_eq!(samples_for(share(0, 9), share(5, 9), 0.05), None);
        assert_eq!(samples_for(share(9, 9), share(9, 9), 0.05), Some(1));
    }

    #[test]
    fn disjoint_collections_have_no_ratio_and_no_ends() {
        let ratio = Ratio::estimate(share(0, 500), share(0, 500), 1);
        assert_eq!(
            (ratio.value, ratio.low, ratio.high),
            (None, 0.0, f64::INFINITY)
        );
        assert_eq!(Ratio::estimate(share(0, 0), share(3, 5), 1), ratio);
        // Found on one side only: the other end is bounded.
        let above = Ratio::estimate(share(0, 500), share(20, 500), 1);
        assert!(above.value.is_none() && above.low > 4.0 && above.high == f64::INFINITY);
        let below = Ratio::estimate(share(20, 500), share(0, 500), 1);
        assert!(below.value.is_none() && below.low == 0.0 && below.high < 0.25);
    }

    #[test]
    fn a_collection_inside_the_other_has_an_interval_with_width() {
        let ratio = Ratio::estimate(share(500, 500), share(100, 500), 1);
        assert_eq!(ratio.value, Some(0.2));
        assert!(ratio.low < 0.18 && ratio.high > 0.22 && ratio.holds(0.2));
        let same = Ratio::estimate(share(500, 500), share(500, 500), 1);
        assert!(same.value == Some(1.0) && same.low < 1.0 && same.high > 1.0);
    }

    /// Two-stage simulation: how often the interval holds the true ratio of shares.
    #[test]
    fn intervals_hold_the_ratio_in_about_95_of_100_samples() {
        let mut rng = Rng::with_seed(11);
        for (p, q) in [(0.5, 0.5), (0.2, 0.7), (0.95, 0.1)] {
            let draw = |p: f64, rng: &mut Rng| {
                share((0..300).filter(|_| rng.f64() < p).count() as u32, 300)
            };
            let held = (0..1_000).filter(|seed| {
                Ratio::estimate(draw(p, &mut rng), draw(q, &mut rng), *seed).holds(q / p)
            });
            let held = held.count();
            assert!((925..=975).contains(&held), "{p} {q}: {held}");
        }
    }

    #[test]
    fn sums_are_those_of_the_binomial_distribution() {
        for (n, p) in [(1, 0.5), (6, 0.3), (20, 0.95)] {
            let sums = binomial_sums(n, p);
            let total = sums[n as usize];
            let choose = |k: u32| (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
            let mut want = 0.0;
            for k in 0..=n {
                want += choose(k) * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32);
                assert!(
                    (sums[k as usize] / total - want).abs() < 1e-12,
                    "{n} {p} {k}"
                );
            }
        }
        assert!(
            binomial_sums(100_000, 0.5)
                .iter()
                .all(|sum| sum.is_finite())
        );
    }

    #[test]
    fn resampled_shares_have_mean_and_spread_of_the_sample() {
        let share = Share {
            hits: 30,
            trials: 100,
        };
        let shares = share.resampled(20_000, &mut Rng::with_seed(3));
        let mean = shares.iter().sum::<f64>() / 20_000.0;
        let variance = shares.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / 20_000.0;
        assert!((mean - 0.3).abs() < 0.002, "{mean}");
        assert!((variance - 0.3 * 0.7 / 100.0).abs() < 1e-4, "{variance}");
    }

    #[test]
    fn nothing_found_is_an_upper_bound_and_not_zero() {
        let none = Share {
            hits: 0,
            trials: 500,
        };
        let (low, high) = none.interval();
        assert!(low == 0.0 && (0.005..0.01).contains(&high), "{high}");
        let drawn = none.resampled(1_000, &mut Rng::with_seed(1));
        assert!(drawn.iter().all(|share| (0.0..0.03).contains(share)));
        assert!(drawn.iter().any(|share| *share > 0.002));
        let all = Share {
            hits: 500,
            trials: 500,
        };
        let drawn = all.resampled(1_000, &mut Rng::with_seed(1));
        assert!(drawn.iter().all(|share| (0.97..=1.0).contains(share)));
        assert_eq!(Share::default().interval(), (0.0, 1.0));
    }
}
