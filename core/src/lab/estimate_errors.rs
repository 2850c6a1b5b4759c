//! Errors of estimates against exact values, summed over pairs. All pairs share one hash seed, so their
//! errors are correlated: with few pairs the measured error can differ considerably from theory.

use crate::base::units;

/// Sums over pairs with an estimate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ErrorSums {
    /// Number of pairs.
    pub pairs: u64,
    /// Pairs whose 95 % interval contains the exact value.
    pub covered: u64,
    /// Sum of estimate − exact value.
    off: f64,
    /// Sum of (estimate − exact value)².
    squared: f64,
    /// Sum of the variances that theory predicts.
    variance: f64,
}

impl ErrorSums {
    /// Adds a pair: estimate − exact value, its variance by theory, and whether the interval of the
    /// estimate contains the exact value.
    pub fn add(&mut self, off: f64, variance: f64, covered: bool) {
        self.pairs += 1;
        self.covered += u64::from(covered);
        self.off += off;
        self.squared += off * off;
        self.variance += variance;
    }

    /// Adds the sums over other pairs.
    pub fn merge(&mut self, other: &ErrorSums) {
        self.pairs += other.pairs;
        self.covered += other.covered;
        self.off += other.off;
        self.squared += other.squared;
        self.variance += other.variance;
    }

    /// Mean of estimate − exact value; 0 without pairs. All pairs share the permutations, so that its standard error is
    /// known over several seeds only.
    pub fn bias(&self) -> f64 {
        self.mean(self.off)
    }

    /// Root of the mean of (estimate − exact value)²; 0 without pairs.
    pub fn error(&self) -> f64 {
        self.mean(self.squared).sqrt()
    }

    /// The root mean squared error that theory predicts; 0 without pairs.
    pub fn theory(&self) -> f64 {
        self.mean(self.variance).sqrt()
    }

    /// Share of pairs whose 95 % interval contains the exact value; 0 without pairs.
    pub fn coverage(&self) -> f64 {
        self.mean(self.covered as f64)
    }

    /// Says whether the estimates are as good as theory; empty without pairs.
    pub fn verdict(&self) -> String {
        if self.pairs == 0 {
            return String::new();
        }
        verdict(self.error(), self.theory(), self.coverage())
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.pairs.max(1) as f64
    }
}

/// Coverage of the 95 % intervals below which one draw of the permutations is reported as worse than theory.
const LEAST_COVERAGE: f64 = 0.9;

/// How far the error of one draw may exceed theory before it is reported as worse. The pairs share the permutations, so
/// that errors go together.
const MOST_ERROR: f64 = 1.25;

/// Whether the error and the coverage of the 95 % intervals, 0..=1, are what theory predicts for one draw.
pub fn is_as_theory(error: f64, theory: f64, coverage: f64) -> bool {
    error <= MOST_ERROR * theory && coverage >= LEAST_COVERAGE
}

/// Says whether an error is what theory predicts, and how many of the 95 % intervals contain the exact value.
pub fn verdict(error: f64, theory: f64, coverage: f64) -> String {
    format!(
        "{}: error {error:.3} where theory says {theory:.3}, and {} % of the 95 % intervals contain the exact value",
        if is_as_theory(error, theory, coverage) {
            "the estimates are as good as theory says"
        } else {
            "these estimates are worse than theory says"
        },
        units::per_cent(coverage)
    )
}
