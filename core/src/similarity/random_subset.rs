//! The random-subset estimator: Jaccard computed only on the shingles in a random subset of the universe
//! (IIR exercises 19.9 and 19.10).
//!
//! *Definition*: a shingle is in the subset if its seeded hash is in the first `fraction` of the hash
//! range, so no list of the universe is needed. *Unbiased*: given that m shingles of A∪B are in the subset, all
//! m-subsets are equally likely, and the expected fraction in A∩B is J; the number of shared shingles is
//! hypergeometric. *Error*: variance `J(1-J)/m`, as for m permutations (times `(u-m)/(u-1)` for a union
//! of u, because of sampling without replacement). *Cost*: one hash per shingle; the sample grows with
//! the document. *Known weakness*, the answer to 19.10: m is random. A small subset of the universe
//! misses short documents altogether (m = 0 gives no estimate, not 0), while a sketch has n values for
//! every document.

use super::Overlap;
use crate::text::shingles::mix;

/// A random subset of all possible shingles, determined by fraction and seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomSubset {
    /// Hashes below this bound are in the subset; `None` for all hashes.
    below: Option<u64>,
    key: u64,
}

impl RandomSubset {
    /// Creates the subset of about `fraction` of all shingles, chosen by `seed`. `fraction` is clamped
    /// to 0..=1; NaN counts as 0.
    pub fn new(fraction: f64, seed: u64) -> Self {
        let fraction = if fraction.is_nan() {
            0.0
        } else {
            fraction.clamp(0.0, 1.0)
        };
        RandomSubset {
            below: (fraction < 1.0).then_some((fraction * 2.0_f64.powi(64)) as u64),
            key: mix(seed ^ 0x7375_6273),
        }
    }

    /// Whether a shingle is in the subset.
    pub fn contains(&self, shingle: u64) -> bool {
        self.below
            .is_none_or(|below| mix(shingle ^ self.key) < below)
    }

    /// The shingles of a sorted set that are in the subset, sorted.
    pub fn sample(&self, set: &[u64]) -> Vec<u64> {
        let set = set.iter().copied();
        set.filter(|shingle| self.contains(*shingle)).collect()
    }

    /// Overlap of two documents within the subset, given their sorted sets or samples: its Jaccard is the
    /// estimate, its union the number m of sampled shingles. `None` if none of their shingles is in the
    /// subset.
    pub fn estimate(&self, a: &[u64], b: &[u64]) -> Option<Overlap> {
        let overlap = Overlap::new(&self.sample(a), &self.sample(b));
        (overlap.union() > 0).then_some(overlap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::estimate::standard_error;
    use proptest::prelude::*;

    /// Probability that none of `union` distinct shingles is in a subset of `fraction`: `(1-f)^u`.
    fn chance_of_none(fraction: f64, union: u64) -> f64 {
        (1.0 - fraction).powf(union as f64)
    }

    /// Sorted sets of `size` shingles each, `shared` in common.
    fn sets(size: u64, shared: u64, salt: u64) -> (Vec<u64>, Vec<u64>) {
        let set = |from: u64| {
            let mut set: Vec<u64> = (from..from + size).map(|i| mix(mix(salt) ^ i)).collect();
            set.sort_unstable();
            set
        };
        (set(0), set(size - shared))
    }

    /// Unbiased, given a non-empty sample. The variance is the mean of `J(1-J)/m (u-m)/(u-1)` over the
    /// observed m (hypergeometric variance; no variance between the means, which are J for every m). The
    /// frequency of an empty sample is as predicted.
    #[test]
    fn the_estimate_is_unbiased_with_the_derived_variance() {
        for (size, shared, fraction) in [(10, 6, 0.2), (50, 40, 0.1), (300, 100, 0.05)] {
            let (union, trials) = (2 * size - shared, 20_000);
            let truth = shared as f64 / union as f64;
            let (mut sum, mut squares, mut theory, mut none) = (0.0, 0.0, 0.0, 0.0);
            for trial in 0..trials {
                let (a, b) = sets(size, shared, trial);
                match RandomSubset::new(fraction, trial ^ 0xabc).estimate(&a, &b) {
                    None => none += 1.0,
                    Some(estimate) => {
                        let error = estimate.jaccard() - truth;
                        sum += error;
                        squares += error * error;
                        let m = estimate.union();
                        let correction = (union - m) as f64 / (union - 1) as f64;
                        theory += standard_error(truth, m as usize, 32).powi(2) * correction;
                    }
                }
            }
            let estimates = trials as f64 - none;
            let bias = sum / estimates;
            assert!(
                bias.abs() < 4.0 * theory.sqrt() / estimates,
                "{size}: {bias}"
            );
            assert!(
                (squares / theory - 1.0).abs() < 0.05,
                "{}",
                squares / theory
            );
            let chance = chance_of_none(fraction, union);
            let spread = (chance * (1.0 - chance) / trials as f64).sqrt();
            assert!((none / trials as f64 - chance).abs() <= 4.0 * spread + 1e-9);
        }
    }

    #[test]
    fn an_empty_sample_gives_no_estimate() {
        let (a, b) = sets(20, 10, 1);
        assert_eq!(RandomSubset::new(0.0, 1).estimate(&a, &b), None);
        assert_eq!(RandomSubset::new(f64::NAN, 1).estimate(&a, &b), None);
        assert_eq!(RandomSubset::new(1.0, 1).estimate(&[], &[]), None);
    }

    proptest! {}
}
