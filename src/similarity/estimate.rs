//! What two sketches say of a pair: the fraction of positions that agree, and how far from the truth
//! that may be.

/// An estimate of Jaccard from two sketches: `agreeing` of `positions` values are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Positions whose values are equal.
    pub agreeing: u32,
    /// Positions compared.
    pub positions: u32,
}

impl Estimate {
    /// Compares two sketches of one length position by position (IIR theorem 19.1).
    #[must_use]
    pub fn of(a: &[u32], b: &[u32]) -> Self {
        debug_assert_eq!(a.len(), b.len());
        Estimate {
            agreeing: a.iter().zip(b).map(|(x, y)| u32::from(x == y)).sum(),
            positions: a.len() as u32,
        }
    }

    /// The estimate, 0..=1.
    #[must_use]
    pub fn value(&self) -> f64 {
        if self.positions == 0 {
            return 0.0;
        }
        f64::from(self.agreeing) / f64::from(self.positions)
    }

    /// The interval that holds the exact Jaccard in 95 of 100 cases, as Wilson (1927) gives it for
    /// `agreeing` successes in `positions` trials. Unlike the plain `± 1.96 s` it stays inside 0..=1
    /// and does not shrink to nothing at the ends.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.959_963_984_540_054;
        if self.positions == 0 {
            return (0.0, 1.0);
        }
        let n = f64::from(self.positions);
        let p = self.value();
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
        (low, high)
    }
}

/// Standard error of an estimate from `positions` values where the true Jaccard is `jaccard`:
/// `sqrt(J(1-J)/n)`.
#[must_use]
pub fn standard_error(jaccard: f64, positions: usize) -> f64 {
    (jaccard * (1.0 - jaccard) / positions as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let (low, high) = Estimate {
            agreeing: 194,
            positions: 200,
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
        };
        let none = Estimate {
            agreeing: 0,
            positions: 200,
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
                positions: 200
            }
            .value(),
            0.8
        );
    }
}
