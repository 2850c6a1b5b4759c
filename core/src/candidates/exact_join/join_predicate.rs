//! The join condition, the bounds on prefixes and sizes that follow from it, and receivers of the overlaps that a join
//! counts: pair by pair, or a row of counts at a time.

use super::items::Items;
use crate::similarity::{Measure, Overlap};

/// A measure and the minimum value at which two sets are a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JoinPredicate {
    /// The measure.
    pub measure: Measure,
    /// The minimum value, above 0 and at most 1.
    pub least: f64,
}

impl JoinPredicate {
    /// Creates the predicate for pairs with `measure` at or above `least` (0..=1). 0 means every pair that shares a
    /// shingle.
    pub fn new(measure: Measure, least: f64) -> Self {
        // Disjoint sets have measure 0 and are never a pair.
        JoinPredicate {
            measure,
            least: least.max(f64::MIN_POSITIVE),
        }
    }

    /// Whether two sets with this overlap are a pair. Only this test decides; all bounds just save work.
    #[inline]
    pub fn met_by(self, overlap: &Overlap) -> bool {
        self.measure.similarity(overlap) >= self.least
    }

    /// Minimum overlap for two sets of these sizes, at least 1, consistent with the rounding of the
    /// division in [`JoinPredicate::met_by`]. More than the smaller size if no overlap suffices.
    pub fn overlap(self, smaller: u32, larger: u32) -> u32 {
        let min_overlap = self.overlap_at(self.decisive_size(smaller, larger));
        min_overlap.min(smaller + 1)
    }

    /// Returns the size that determines the minimum overlap: the sum of both sizes for Jaccard, the smaller size for
    /// containment.
    #[inline]
    pub fn decisive_size(self, smaller: u32, larger: u32) -> u32 {
        match self.measure {
            Measure::Jaccard => smaller + larger,
            Measure::Containment => smaller,
        }
    }

    /// Returns the minimum overlap, at least 1, of two sets with this [decisive size](JoinPredicate::decisive_size).
    /// It may exceed the size of the smaller set.
    pub fn overlap_at(self, decisive: u32) -> u32 {
        let [size_a, size_b] = match self.measure {
            Measure::Jaccard => [decisive / 2, decisive - decisive / 2],
            Measure::Containment => [decisive; 2],
        };
        let is_enough = |shared: u32| {
            self.met_by(&Overlap {
                shared,
                size_a,
                size_b,
            })
        };
        // Rounded down.
        let mut shared = (self.about(size_a, size_b) as u32).min(size_b);
        while shared > 0 && is_enough(shared - 1) {
            shared -= 1;
        }
        while shared <= size_b && !is_enough(shared) {
            shared += 1;
        }
        shared.max(1)
    }

    /// The minimum overlap without rounding, within 0.001: for Jaccard `t / (1 + t)` times the sum of
    /// both sizes, for containment `t` times the smaller size.
    #[inline]
    pub fn about(self, smaller: u32, larger: u32) -> f64 {
        match self.measure {
            Measure::Jaccard => {
                self.least / (1.0 + self.least) * (f64::from(smaller) + f64::from(larger))
            }
            Measure::Containment => self.least * f64::from(smaller),
        }
    }

    /// Returns a linear lower bound of [`JoinPredicate::overlap`] as a function of the partner's size, for partners no
    /// larger than `size`: slope and intercept. The bound is rounded so that no pair that satisfies the predicate is
    /// below it.
    pub fn line(self, size: u32) -> (f32, f32) {
        let (slope, height) = match self.measure {
            Measure::Jaccard => {
                let share = self.least / (1.0 + self.least);
                (share, share * f64::from(size))
            }
            Measure::Containment => (self.least, 0.0),
        };
        // The relative error of single precision is below 1e-7 at both ends of the line.
        let slack = 1e-3 + 1e-6 * f64::from(size);
        (slope as f32, (height - slack) as f32)
    }

    /// Smallest possible size, at least 1, of a partner of a set of `size`.
    pub fn smallest_partner(self, size: u32) -> u32 {
        match self.measure {
            Measure::Containment => 1,
            Measure::Jaccard => {
                // A subset has the greatest Jaccard that its size allows.
                let within = |other: u32| f64::from(other) / f64::from(size) >= self.least;
                let mut other = (self.least * f64::from(size)) as u32;
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

    /// Number of rarest shingles of a set of `size` to index, such that no partner of the same or larger
    /// size misses it.
    pub fn index_prefix(self, size: u32) -> u32 {
        // Among partners of the same or larger size, partners of the same size need the smallest overlap.
        prefix(size, self.overlap(size, size))
    }

    /// Number of rarest shingles of a set of `size` to look up, such that no partner of the same or
    /// smaller size is missed.
    pub fn probe_prefix(self, size: u32) -> u32 {
        let partner = self.smallest_partner(size).min(size);
        prefix(size, self.overlap(partner, size))
    }
}

/// Prefix length: two sets in the same order that share `shared` elements share one outside the last
/// `shared - 1` of each.
fn prefix(size: u32, shared: u32) -> u32 {
    if size < shared { 0 } else { size - shared + 1 }
}

/// Receiver of the overlaps of a join. Documents are identified by position in size order, so the
/// earlier one is no larger. Not every reported pair satisfies the predicate; the visitor decides.
pub trait Visitor: Send {
    /// Document `larger` shares `shared` shingles with document `smaller`.
    fn pair(&mut self, larger: usize, smaller: usize, shared: u32);

    /// Overlaps of document `larger` with the consecutive documents from position `from` on; 0 if
    /// disjoint.
    fn row(&mut self, larger: usize, from: usize, shared: &[u32]) {
        for (smaller, shared) in (from..).zip(shared).filter(|(_, shared)| **shared > 0) {
            self.pair(larger, smaller, *shared);
        }
    }
}

/// Counts tested together.
pub(super) const BLOCK: usize = 16;

/// Calls `take` for each pair of a row that satisfies `predicate`, with position and overlap (side a is the
/// smaller document). Few pairs do, so blocks of counts are first compared, vectorised, with a linear lower
/// bound of the required overlap.
pub fn sift(
    items: &Items,
    predicate: JoinPredicate,
    larger: usize,
    from: usize,
    shared: &[u32],
    mut take: impl FnMut(usize, Overlap),
) {
    let sizes = &items.sizes[from..from + shared.len()];
    let size = items.sizes[larger];
    let (slope, intercept) = predicate.line(size);
    for (block, (counts, sizes)) in shared.chunks(BLOCK).zip(sizes.chunks(BLOCK)).enumerate() {
        let may_qualify = |(count, size): (&u32, &u32)| {
            // Signed, because SIMD converts only signed integers to floats.
            let (count, size) = (*count as i32 as f32, *size as i32 as f32);
            count >= (slope * size + intercept).max(0.5)
        };
        let candidates = counts.iter().zip(sizes).map(may_qualify);
        if !candidates.fold(false, |any, is_candidate| any | is_candidate) {
            continue;
        }
        for (at, (&shared, &smaller)) in counts.iter().zip(sizes).enumerate() {
            let overlap = Overlap {
                shared,
                size_a: smaller,
                size_b: size,
            };
            if shared > 0 && predicate.met_by(&overlap) {
                take(from + block * BLOCK + at, overlap);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn predicates() -> impl Strategy<Value = JoinPredicate> {
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
        fn the_overlap_is_the_minimum_that_satisfies_the_predicate(predicate in predicates(), a in 1_u32..500, b in 1_u32..500) {
            let (a, b) = (a.min(b), a.max(b));
            let meets = |shared: &u32| predicate.met_by(&Overlap { shared: *shared, size_a: a, size_b: b });
            let got = predicate.overlap(a, b);
            match (1..=a).find(meets) {
                Some(least) => {
                    prop_assert_eq!(got, least);
                    prop_assert!(f64::from(got) > predicate.about(a, b) - 1e-3);
                }
                None => prop_assert!(got > a),
            }
        }

        #[test]
        fn bounds_of_sizes_and_prefixes_exclude_no_pair(predicate in predicates(), a in 1_u32..200, b in 1_u32..200) {
            let (a, b) = (a.min(b), a.max(b));
            let least = predicate.overlap(a, b);
            prop_assume!(least <= a);
            prop_assert!(a >= predicate.smallest_partner(b));
            prop_assert!(predicate.index_prefix(a) > a - least);
            prop_assert!(predicate.probe_prefix(b) > b - least);
            let (slope, height) = predicate.line(b);
            prop_assert!(least as f32 >= slope * a as f32 + height);
        }
    }
}
