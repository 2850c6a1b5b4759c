//! Histogram of pairs by similarity with bins at and between given values. For unlabelled pairs
//! only their position relative to the scores of labelled pairs matters.

/// Counts at and between some values.
#[derive(Clone, Debug, PartialEq)]
pub struct Bins {
    /// The values, ascending, each once.
    values: Vec<f64>,
    /// `2 · values.len() + 1` counts: below the first value, at it, between it and the next, and so
    /// on.
    counts: Vec<u64>,
    /// For each count the greatest value that was added to it.
    greatest: Vec<f64>,
}

impl Bins {
    /// Empty bins at and between `values`, given in any order.
    pub fn new(mut values: Vec<f64>) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        values.dedup();
        Bins {
            counts: vec![0; 2 * values.len() + 1],
            greatest: vec![0.0; 2 * values.len() + 1],
            values,
        }
    }

    /// Adds `count` at `value`.
    pub fn add(&mut self, value: f64, count: u64) {
        let at = self.slot(value);
        self.counts[at] += count;
        self.greatest[at] = self.greatest[at].max(value);
    }

    fn slot(&self, value: f64) -> usize {
        let below = self.values.partition_point(|other| *other < value);
        2 * below + usize::from(self.values.get(below) == Some(&value))
    }

    /// Subtracts one at `value`, if its bin is not empty.
    pub fn take(&mut self, value: f64) {
        let at = self.slot(value);
        self.counts[at] = self.counts[at].saturating_sub(1);
    }

    /// Adds the counts of other bins over the same values.
    pub fn merge(&mut self, other: &Bins) {
        debug_assert_eq!(self.values, other.values);
        for (sum, more) in self.counts.iter_mut().zip(&other.counts) {
            *sum += more;
        }
        for (most, other) in self.greatest.iter_mut().zip(&other.greatest) {
            *most = most.max(*other);
        }
    }

    /// Sum of all counts.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Non-empty bins as (greatest value added, count).
    pub fn steps(&self) -> impl Iterator<Item = (f64, u64)> {
        let bins = self.greatest.iter().zip(&self.counts);
        bins.filter(|(_, count)| **count > 0)
            .map(|(value, count)| (*value, *count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_value_stands_where_it_belongs(
            values in prop::collection::vec(0_u32..30, 0..12),
            counted in prop::collection::vec(0_u32..30, 0..40),
        ) {
            let share = |n: &u32| f64::from(*n) / 29.0;
            let values: Vec<f64> = values.iter().map(share).collect();
            let counted: Vec<f64> = counted.iter().map(share).collect();
            let mut bins = Bins::new(values.clone());
            counted.iter().for_each(|value| bins.add(*value, 1));
            prop_assert_eq!(bins.total(), counted.len() as u64);
            for value in values {
                let at_least = |n: &f64| *n >= value;
                let want = counted.iter().filter(|n| at_least(n)).count() as u64;
                let got: u64 = bins.steps().filter(|(n, _)| at_least(n)).map(|(_, c)| c).sum();
                prop_assert_eq!(got, want);
                let want = counted.iter().filter(|n| **n == value).count() as u64;
                let got: u64 = bins.steps().filter(|(n, _)| *n == value).map(|(_, c)| c).sum();
                prop_assert_eq!(got, want);
                // The next value below, which a plateau of the threshold ends at.
                let next = |all: &mut dyn Iterator<Item = f64>| {
                    all.filter(|n| *n < value).max_by(f64::total_cmp)
                };
                let got = next(&mut bins.steps().map(|(n, _)| n));
                prop_assert_eq!(got, next(&mut counted.iter().copied()));
            }
        }
    }
}
