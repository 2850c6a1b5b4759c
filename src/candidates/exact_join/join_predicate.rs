//! What is needed of a pair, and what follows for how little of a set must be looked at.

use crate::similarity::{Measure, Overlap};

/// A measure and the least value of it that makes two sets a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JoinPredicate {
    measure: Measure,
    least: f64,
}

impl JoinPredicate {
    /// Pairs with `measure` at or above `least` (0..=1; at 0 every pair that shares a shingle).
    #[must_use]
    pub fn new(measure: Measure, least: f64) -> Self {
        // Of two sets that share nothing both measures are 0, and such are never a pair.
        JoinPredicate {
            measure,
            least: least.max(f64::MIN_POSITIVE),
        }
    }

    /// The measure.
    #[must_use]
    pub fn measure(self) -> Measure {
        self.measure
    }

    /// The least value.
    #[must_use]
    pub fn least(self) -> f64 {
        self.least
    }

    /// Whether two sets with this overlap are a pair: the one test that decides, all else here only
    /// saves work.
    #[must_use]
    #[inline]
    pub fn met_by(self, overlap: &Overlap) -> bool {
        self.measure.of(overlap) >= self.least
    }

    /// Shared shingles that two sets of these sizes need: the least number that meets it, as the
    /// division itself rounds, at least 1. More than the smaller size where nothing does.
    #[must_use]
    pub fn overlap(self, smaller: u32, larger: u32) -> u32 {
        let enough = |shared: u32| {
            self.met_by(&Overlap {
                shared,
                size_a: smaller,
                size_b: larger,
            })
        };
        let mut shared = (self.about(smaller, larger).floor() as u32).min(smaller);
        while shared > 0 && enough(shared - 1) {
            shared -= 1;
        }
        while shared <= smaller && !enough(shared) {
            shared += 1;
        }
        shared.max(1)
    }

    /// The same without rounding, to within a thousandth: for Jaccard `t / (1 + t)` of both sizes
    /// together, for containment the least share of the smaller one.
    #[must_use]
    #[inline]
    pub fn about(self, smaller: u32, larger: u32) -> f64 {
        match self.measure {
            Measure::Jaccard => {
                self.least / (1.0 + self.least) * (f64::from(smaller) + f64::from(larger))
            }
            Measure::Containment => self.least * f64::from(smaller),
        }
    }

    /// A straight line below [`JoinPredicate::overlap`] for partners no larger than `size`: slope and height
    /// at 0, so rounded that no pair that meets the need lies below it.
    #[must_use]
    pub fn line(self, size: u32) -> (f32, f32) {
        let (slope, height) = match self.measure {
            Measure::Jaccard => {
                let share = self.least / (1.0 + self.least);
                (share, share * f64::from(size))
            }
            Measure::Containment => (self.least, 0.0),
        };
        // Single precision is off by less than one in ten million, at either end of the line.
        let slack = 1e-3 + 1e-6 * f64::from(size);
        (slope as f32, (height - slack) as f32)
    }

    /// The smallest size, at least 1, that a partner of a set of `size` can have.
    #[must_use]
    pub fn smallest_partner(self, size: u32) -> u32 {
        match self.measure {
            Measure::Containment => 1,
            Measure::Jaccard => {
                // A set within another has the greatest Jaccard that its size allows.
                let within = |other: u32| f64::from(other) / f64::from(size) >= self.least;
                let mut other = (self.least * f64::from(size)).floor() as u32;
                while other > 0 && within(other - 1) {
                    other -= 1;
                }
                while other < size && !within(other) {
                    other += 1;
                }
                other.max(1)
            }
        }
    }

    /// Of a set of `size`, the rarest shingles that must be indexed so that no partner of the same
    /// size or a larger one misses it.
    #[must_use]
    pub fn index_prefix(self, size: u32) -> u32 {
        // Among partners no smaller, those of the same size need the fewest.
        prefix(size, self.overlap(size, size))
    }

    /// Of a set of `size`, the rarest shingles that must be looked up so that no partner of the same
    /// size or a smaller one is missed.
    #[must_use]
    pub fn probe_prefix(self, size: u32) -> u32 {
        let partner = self.smallest_partner(size).min(size);
        prefix(size, self.overlap(partner, size))
    }
}

/// Two sets in one order that share `shared` elements share one among all but the last `shared - 1`
/// of each.
fn prefix(size: u32, shared: u32) -> u32 {
    if size < shared { 0 } else { size - shared + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn needs() -> impl Strategy<Value = JoinPredicate> {
        (0_u32..=100, any::<bool>()).prop_map(|(percent, contained)| {
            let measure = if contained {
                Measure::Containment
            } else {
                Measure::Jaccard
            };
            JoinPredicate::new(measure, f64::from(percent) / 100.0)
        })
    }

    proptest! {
        #[test]
        fn the_overlap_is_the_least_that_meets_it(need in needs(), a in 1_u32..500, b in 1_u32..500) {
            let (a, b) = (a.min(b), a.max(b));
            let meets = |shared: &u32| need.met_by(&Overlap { shared: *shared, size_a: a, size_b: b });
            let got = need.overlap(a, b);
            match (1..=a).find(meets) {
                Some(least) => {
                    prop_assert_eq!(got, least);
                    prop_assert!(f64::from(got) > need.about(a, b) - 1e-3);
                }
                None => prop_assert!(got > a),
            }
        }

        #[test]
        fn partners_and_prefixes_leave_out_nothing(need in needs(), a in 1_u32..200, b in 1_u32..200) {
            let (a, b) = (a.min(b), a.max(b));
            let least = need.overlap(a, b);
            prop_assume!(least <= a);
            prop_assert!(a >= need.smallest_partner(b));
            prop_assert!(need.index_prefix(a) > a - least);
            prop_assert!(need.probe_prefix(b) > b - least);
            let (slope, height) = need.line(b);
            prop_assert!(least as f32 >= slope * a as f32 + height);
        }
    }
}
