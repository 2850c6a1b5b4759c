//! A share of a sample, and its resampling.

use fastrand::Rng;

use crate::similarity::Estimate;

/// So many of a sample are in another collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Number found.
    pub found: u32,
    /// Size of the sample.
    pub of: u32,
}

impl Share {
    /// The share, 0..=1; 0 of an empty sample.
    pub fn value(self) -> f64 {
        f64::from(self.found) / f64::from(self.of.max(1))
    }

    /// 95 % confidence interval after Wilson (1927). It does not collapse at the ends: 0 found in 500 means
    /// at most 0.8 %, not none.
    pub fn interval(self) -> (f64, f64) {
        let trials = Estimate {
            agreeing: self.found,
            positions: self.of,
            bits: 32,
        };
        trials.interval()
    }

    /// Whether none or all were found, so that resampling would always give the same.
    pub fn at_an_end(self) -> bool {
        self.found == 0 || self.found == self.of
    }

    /// `n` shares of bootstrap samples: as many draws with replacement from the sample (Efron 1979), whose
    /// number of hits is binomial. Where none or all were found, all such samples are equal; the share is
    /// then drawn from what is plausible after the sample, Beta(1, of + 1) or its mirror.
    pub fn resampled(self, n: usize, rng: &mut Rng) -> Vec<f64> {
        if self.at_an_end() {
            let rest = |u: f64| 1.0 - u.powf(1.0 / (f64::from(self.of) + 1.0));
            let draw = |rng: &mut Rng| match self.found {
                0 => rest(rng.f64()),
                _ => 1.0 - rest(rng.f64()),
            };
            return (0..n).map(|_| draw(rng)).collect();
        }
        let sums = binomial_sums(self.of, self.value());
        let total = sums.last().copied().unwrap_or(1.0);
        let draw = |rng: &mut Rng| {
            let at = rng.f64() * total;
            let hits = sums.partition_point(|sum| *sum <= at);
            hits.min(self.of as usize) as f64 / f64::from(self.of)
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
        let share = Share { found: 30, of: 100 };
        let shares = share.resampled(20_000, &mut Rng::with_seed(3));
        let mean = shares.iter().sum::<f64>() / 20_000.0;
        let variance = shares.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / 20_000.0;
        assert!((mean - 0.3).abs() < 0.002, "{mean}");
        assert!((variance - 0.3 * 0.7 / 100.0).abs() < 1e-4, "{variance}");
    }

    #[test]
    fn nothing_found_is_an_upper_bound_and_not_zero() {
        let none = Share { found: 0, of: 500 };
        let (low, high) = none.interval();
        assert!(low == 0.0 && (0.005..0.01).contains(&high), "{high}");
        let drawn = none.resampled(1_000, &mut Rng::with_seed(1));
        assert!(drawn.iter().all(|share| (0.0..0.03).contains(share)));
        assert!(drawn.iter().any(|share| *share > 0.002));
        let all = Share {
            found: 500,
            of: 500,
        };
        let drawn = all.resampled(1_000, &mut Rng::with_seed(1));
        assert!(drawn.iter().all(|share| (0.97..=1.0).contains(share)));
        assert_eq!(Share::default().interval(), (0.0, 1.0));
    }
}
