//! What two sketches say of a pair: the fraction of positions that agree, and how far from the truth
//! that may be.

use crate::settings::SketchKind;
use crate::sketch::Layout;
use crate::sketch::theory::variance_factor;

/// An estimate of Jaccard from two sketches: `agreeing` of `positions` values are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Positions whose values are equal.
    pub agreeing: u32,
    /// Positions compared.
    pub positions: u32,
    /// Bits of a value, 1..=32: the fewer, the more often two values agree by chance.
    pub bits: u32,
}

impl Estimate {
    /// Compares two sketches of one layout position by position (IIR theorem 19.1).
    #[must_use]
    pub fn of(layout: Layout, a: &[u32], b: &[u32]) -> Self {
        Self::new(layout, layout.agreeing(a, b))
    }

    /// For two sketches of this layout that agree at `agreeing` positions.
    #[must_use]
    pub fn new(layout: Layout, agreeing: u32) -> Self {
        Estimate {
            agreeing,
            positions: layout.positions as u32,
            bits: layout.bits,
        }
    }

    /// The estimate, 0..=1: the fraction of positions that agree, less those that do by chance.
    /// With `c = 2^-bits`, a fraction p of equal values means `(p - c) / (1 - c)` (Li, König 2010,
    /// for sets that are small beside the 2^32 values there are); less than nothing counts as 0.
    #[must_use]
    pub fn value(&self) -> f64 {
        if self.positions == 0 {
            return 0.0;
        }
        self.resemblance(self.fraction()).max(0.0)
    }

    /// The same without the bound at 0: what is unbiased, for judging estimators.
    #[must_use]
    pub fn unbounded(&self) -> f64 {
        if self.positions == 0 {
            return 0.0;
        }
        self.resemblance(self.fraction())
    }

    fn fraction(&self) -> f64 {
        f64::from(self.agreeing) / f64::from(self.positions)
    }

    fn resemblance(&self, fraction: f64) -> f64 {
        let chance = chance(self.bits);
        (fraction - chance) / (1.0 - chance)
    }

    /// The interval that holds the exact Jaccard in 95 of 100 cases, as Wilson (1927) gives it for
    /// `agreeing` successes in `positions` trials. Unlike the plain `± 1.96 s` it stays inside 0..=1
    /// and does not shrink to nothing at the ends. It takes positions as independent, as those of
    /// min-hash are: wider than need be for the sketches `fss` and `superminhash`, and too narrow
    /// for `oph` where documents have fewer shingles than the sketch has values.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.959_963_984_540_054;
        if self.positions == 0 {
            return (0.0, 1.0);
        }
        let n = f64::from(self.positions);
        let p = self.fraction();
        let centre = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
        // At the ends the bounds are exactly 0 and 1; rounding would leave a hair's breadth.
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

/// How often two values of so many bits agree although the shingles behind them differ.
fn chance(bits: u32) -> f64 {
    // Of whole values the chance is a hair's breadth, and taking it back would leave none exact.
    if bits >= 32 {
        0.0
    } else {
        0.5_f64.powi(bits as i32)
    }
}

/// Probability that two sketches of this layout agree at a position, for a pair of this Jaccard.
#[must_use]
pub fn agreement(jaccard: f64, bits: u32) -> f64 {
    let chance = chance(bits);
    chance + (1.0 - chance) * jaccard
}

/// Standard error of an estimate from `positions` whole values where the true Jaccard is `jaccard`:
/// `sqrt(J(1-J)/n)`.
#[must_use]
pub fn standard_error(jaccard: f64, positions: usize) -> f64 {
    standard_error_of(jaccard, positions, 32)
}

/// The same for values of so many bits: with `P` the [`agreement`], `sqrt(P(1-P)/n) / (1 - 2^-bits)`
/// (Li, König 2010, theorem 2, for small sets).
#[must_use]
pub fn standard_error_of(jaccard: f64, positions: usize, bits: u32) -> f64 {
    let p = agreement(jaccard, bits);
    (p * (1.0 - p) / positions as f64).sqrt() / (1.0 - chance(bits))
}

/// The same for any kind of sketch, for two documents that have `union` distinct shingles between
/// them. What is above or below the independent positions of min-hash, its
/// [`variance_factor`], comes in through the shingles; agreement by chance adds its own part, as
/// that is independent from position to position.
#[must_use]
pub fn standard_error_with(kind: SketchKind, layout: Layout, jaccard: f64, union: u64) -> f64 {
    variance_by(
        variance_factor(kind, layout.positions, union),
        layout,
        jaccard,
    )
    .sqrt()
}

/// The square of [`standard_error_with`] for a [`variance_factor`] that is known already: working it
/// out takes a loop over the positions, and many pairs have unions of one size.
#[must_use]
pub fn variance_by(factor: f64, layout: Layout, jaccard: f64) -> f64 {
    let independent = standard_error_of(jaccard, layout.positions, layout.bits).powi(2);
    let of_minhash = standard_error(jaccard, layout.positions).powi(2);
    (independent + (factor - 1.0) * of_minhash).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
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

    #[test]
    fn the_interval_stays_inside_and_open_at_the_ends() {
        let all = Estimate {
            agreeing: 200,
            positions: 200,
            bits: 32,
        };
        let none = Estimate {
            agreeing: 0,
            positions: 200,
            bits: 32,
        };
        assert_eq!(all.interval().1, 1.0);
        assert!(all.interval().0 < 1.0);
        assert_eq!(none.interval().0, 0.0);
        assert!(none.interval().1 > 0.0);
    }

    /// Worked example 10: at 200 permutations a threshold of 80 % means 160 equal positions.
    #[test]
    fn example_10_threshold_in_counts() {
        assert_eq!(
            Estimate {
                agreeing: 160,
                positions: 200,
                bits: 32
            }
            .value(),
            0.8
        );
    }
}
