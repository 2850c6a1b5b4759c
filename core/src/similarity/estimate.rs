//! Estimates from two sketches: the fraction of agreeing positions and its error.

use super::Overlap;
use crate::settings::SketchKind;
use crate::sketch::Layout;
use crate::sketch::theory::variance_factor;

/// Standard errors on each side of the mean that contain 95 % of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// An estimate of Jaccard from two sketches: `agreeing` of `positions` values are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Number of positions with equal values.
    pub agreeing: u32,
    /// Number of positions compared.
    pub positions: u32,
    /// Bits per value, 1..=32. With fewer bits, values agree by chance more often.
    pub bits: u32,
}

impl Estimate {
    /// Compares two sketches of one layout position by position (IIR theorem 19.1).
    pub fn from_sketches(layout: Layout, a: &[u32], b: &[u32]) -> Self {
        Self::new(layout, layout.agreeing(a, b))
    }

    /// Estimate for two sketches of this layout that agree at `agreeing` positions.
    pub fn new(layout: Layout, agreeing: u32) -> Self {
        Estimate {
            agreeing,
            positions: layout.positions as u32,
            bits: layout.bits,
        }
    }

    /// The estimate, 0..=1: the fraction of agreeing positions, corrected for chance agreement. With `c
    /// = 2^-bits`, a fraction p of equal values means `(p - c) / (1 - c)` (Li, König 2010, for sets that
    /// are small compared with the 2^32 values); negative results are set to 0.
    pub fn value(&self) -> f64 {
        self.unbounded().max(0.0)
    }

    /// The estimate without the bound at 0: unbiased, for the evaluation of estimators.
    pub fn unbounded(&self) -> f64 {
        if self.positions == 0 {
            return 0.0;
        }
        self.resemblance(self.fraction())
    }

    /// Error in standard errors for this kind of sketch: (estimate − exact) / standard error. `None` if
    /// the standard error is zero or not finite (untruncated values estimate an exact 0 or 1 without
    /// error).
    pub fn standard_errors(&self, kind: SketchKind, exact: &Overlap) -> Option<f64> {
        let layout = Layout {
            positions: self.positions as usize,
            bits: self.bits,
        };
        let jaccard = exact.jaccard();
        let error = standard_error_with(kind, layout, jaccard, exact.union());
        (error > 0.0 && error.is_finite()).then(|| (self.value() - jaccard) / error)
    }

    fn fraction(&self) -> f64 {
        f64::from(self.agreeing) / f64::from(self.positions)
    }

    fn resemblance(&self, fraction: f64) -> f64 {
        let chance = chance(self.bits);
        (fraction - chance) / (1.0 - chance)
    }

    /// 95 % confidence interval of the exact Jaccard by Wilson (1927), for `agreeing` successes in
    /// `positions` trials. Unlike `± 1.96 s` it stays inside 0..=1 and does not collapse at the ends. It
    /// assumes independent positions, as in min-hash: wider than necessary for the sketches `fss` and
    /// `superminhash`, and too narrow for `oph` when documents have fewer shingles than the sketch has
    /// values.
    pub fn interval(&self) -> (f64, f64) {
        if self.positions == 0 {
            return (0.0, 1.0);
        }
        let n = f64::from(self.positions);
        let p = self.fraction();
        let centre = (p + Z95 * Z95 / (2.0 * n)) / (1.0 + Z95 * Z95 / n);
        let half =
            Z95 * (p * (1.0 - p) / n + Z95 * Z95 / (4.0 * n * n)).sqrt() / (1.0 + Z95 * Z95 / n);
        // At the ends the bounds are exactly 0 and 1, without rounding errors.
        let low = if self.agreeing == 0 {
            0.0
        } else {
            (centre - half).max(0.0)
        };
        let high = if self.agreeing == self.positions {
            1.0
        } else {
            (centre + half).min(1.0)
        };
        let bound = |fraction| self.resemblance(fraction).clamp(0.0, 1.0);
        (bound(low), bound(high))
    }
}

/// Probability that two values of `bits` bits agree although their shingles differ.
fn chance(bits: u32) -> f64 {
    // For 32-bit values the probability is negligible, and correcting for it would make exact results
    // inexact.
    if bits >= 32 {
        0.0
    } else {
        0.5_f64.powi(bits as i32)
    }
}

/// Probability that two sketches with values of `bits` bits agree at a position, for a pair with this
/// Jaccard.
pub fn agreement(jaccard: f64, bits: u32) -> f64 {
    let chance = chance(bits);
    chance + (1.0 - chance) * jaccard
}

/// Standard error of an estimate from n = `positions` values of `bits` bits at true Jaccard J:
/// `sqrt(P(1-P)/n) / (1 - 2^-bits)`, where P is the [`agreement`] (Li, König 2010, theorem 2, for small sets);
/// `sqrt(J(1-J)/n)` for 32 bits.
pub fn standard_error(jaccard: f64, positions: usize, bits: u32) -> f64 {
    let p = agreement(jaccard, bits);
    (p * (1.0 - p) / positions as f64).sqrt() / (1.0 - chance(bits))
}

/// The standard error for any kind of sketch, for two documents with `union` distinct shingles in total.
/// The [`variance_factor`] relative to the independent positions of min-hash applies to the part caused
/// by the shingles. Chance agreement adds its own part, which is independent between positions.
pub fn standard_error_with(kind: SketchKind, layout: Layout, jaccard: f64, union: u64) -> f64 {
    variance_by(
        variance_factor(kind, layout.positions, union),
        layout,
        jaccard,
    )
    .sqrt()
}

/// The square of [`standard_error_with`] for a precomputed [`variance_factor`]. The factor takes a loop
/// over the positions, and many pairs have unions of the same size.
pub fn variance_by(factor: f64, layout: Layout, jaccard: f64) -> f64 {
    let independent = standard_error(jaccard, layout.positions, layout.bits).powi(2);
    let minhash_variance = standard_error(jaccard, layout.positions, 32).powi(2);
    (independent + (factor - 1.0) * minhash_variance).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons_interval() {
        let (low, high) = Estimate {
            agreeing: 194,
            positions: 200,
            bits: 32,
        }
        .interval();
        assert!(
            (low - 0.936).abs() < 5e-4 && (high - 0.986).abs() < 5e-4,
            "{low} {high}"
        );
    }

    /// Worked example 10: at 200 permutations a threshold of 80 % means 160 equal positions.
    #[test]
    fn example_10_threshold_in_counts() {
        let estimate = Estimate {
            agreeing: 160,
            positions: 200,
            bits: 32,
        };
        assert_eq!(estimate.value(), 0.8);
    }

    #[test]
    fn standard_errors_of_the_theorem() {
        let estimate = Estimate {
            agreeing: 120,
            positions: 200,
            bits: 32,
        };
        let exact = |shared| Overlap {
            shared,
            size_a: 300,
            size_b: 300,
        };
        let standard_errors =
            |estimate: &Estimate, kind, shared| estimate.standard_errors(kind, &exact(shared));
        let errors = standard_errors(&estimate, SketchKind::Minhash, 200).unwrap();
        assert!((errors - 0.1 / (0.25f64 / 200.0).sqrt()).abs() < 1e-12);
        assert_eq!(standard_errors(&estimate, SketchKind::Minhash, 300), None);
        // Other sketches have a smaller error, values of few bits a larger one.
        assert!(standard_errors(&estimate, SketchKind::Superminhash, 200).unwrap() > errors);
        let one_bit = Estimate {
            agreeing: 160,
            bits: 1,
            ..estimate
        };
        assert!((one_bit.value() - 0.6).abs() < 1e-12);
        assert!(standard_errors(&one_bit, SketchKind::Minhash, 200).unwrap() < errors);
    }
}
