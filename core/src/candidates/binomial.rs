//! Quantiles of the binomial distribution: the number of agreements that a pair at the threshold reaches
//! with the wanted recall.

/// Maximum number of trials for which the tail is summed. For more trials, Hoeffding's bound is close enough.
const MAX_SUMMED_TRIALS: u32 = 4_096;

/// The greatest number of successes that is reached with probability `recall` or more (0 < recall < 1), in `trials` trials
/// of probability `chance` (0..=1); 0 if there is none.
///
/// Exact summation up to 4,096 trials, O(trials). For more trials, `trials·chance − √(trials·ln(1/(1−recall))/2)`:
/// by Hoeffding's inequality (1963) this count is reached with at least the wanted probability. It is
/// slightly lower than the exact one, and it also holds for sampling without replacement.
pub fn quantile(trials: u32, chance: f64, recall: f64) -> u32 {
    let chance = chance.clamp(0.0, 1.0);
    if chance >= 1.0 {
        return trials;
    }
    if chance <= 0.0 || trials == 0 {
        return 0;
    }
    let n = f64::from(trials);
    if trials > MAX_SUMMED_TRIALS {
        let margin = (n * (1.0 / (1.0 - recall)).ln() / 2.0).sqrt();
        return (n * chance - margin).floor().max(0.0) as u32;
    }
    // P(X = i) for rising i, in logarithms: (1-p)^n underflows for large n.
    let odds = (chance / (1.0 - chance)).ln();
    let mut log_probability = n * (1.0 - chance).ln();
    let mut cumulative = 0.0_f64;
    for i in 0..trials {
        cumulative += log_probability.exp();
        if cumulative > 1.0 - recall {
            return i;
        }
        log_probability += odds + ((n - f64::from(i)) / f64::from(i + 1)).ln();
    }
    trials
}

/// Cached values of [`quantile`] for one chance and one recall.
#[derive(Clone, Debug)]
pub struct QuantileTable {
    chance: f64,
    recall: f64,
    counts: Vec<u32>,
}

impl QuantileTable {
    /// Precomputes the quantiles for up to `trials` trials.
    pub fn new(trials: u32, chance: f64, recall: f64) -> Self {
        let cached_trials = 0..=trials.min(MAX_SUMMED_TRIALS);
        QuantileTable {
            chance,
            recall,
            counts: cached_trials.map(|n| quantile(n, chance, recall)).collect(),
        }
    }

    /// Returns the quantile for `trials`, computed on demand if it is not cached.
    pub fn quantile(&self, trials: u32) -> u32 {
        let entry = self.counts.get(trials as usize);
        entry.map_or_else(
            || quantile(trials, self.chance, self.recall),
            |count| *count,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P(X >= count), summed from its definition with whole binomial coefficients.
    fn at_least(count: u32, trials: u32, p: f64) -> f64 {
        let choose = |k: u32| (0..k).fold(1.0, |c, i| c * f64::from(trials - i) / f64::from(i + 1));
        let exactly = |k: u32| choose(k) * p.powi(k as i32) * (1.0 - p).powi((trials - k) as i32);
        (count..=trials).map(exactly).sum()
    }

    #[test]
    fn the_quantile_is_the_greatest_count_with_the_recall() {
        for trials in [1, 5, 84, 200, 300] {
            for percent in [1, 30, 50, 80, 99] {
                for recall in [0.5, 0.9, 0.99, 0.999] {
                    let p = f64::from(percent) / 100.0;
                    let c = quantile(trials, p, recall);
                    let slack = 1e-9;
                    assert!(
                        at_least(c, trials, p) >= recall - slack,
                        "{trials} {p} {recall}: {c}"
                    );
                    assert!(
                        c == trials || at_least(c + 1, trials, p) < recall + slack,
                        "{trials} {p} {recall}: {c}"
                    );
                }
            }
        }
    }

    #[test]
    fn extreme_probabilities_give_all_or_no_trials() {
        assert_eq!(quantile(200, 1.0, 0.99), 200);
        assert_eq!(quantile(200, 0.0, 0.99), 0);
        assert_eq!(quantile(0, 0.5, 0.99), 0);
    }

    #[test]
    fn hoeffdings_bound_is_slightly_below_the_exact_count() {
        let table = QuantileTable::new(5_000, 0.8, 0.99);
        assert_eq!(table.quantile(200), quantile(200, 0.8, 0.99));
        // Mean 3,276.8, standard deviation 25.6: the exact count is 2.33 standard deviations lower.
        let (summed, bound) = (table.quantile(4_096), table.quantile(4_097));
        assert!(bound < summed && summed - bound < 60, "{summed} {bound}");
    }
}
