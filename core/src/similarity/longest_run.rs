//! The longest common passage: the longest run of consecutive terms in both documents.
//!
//! If both have a common run of some length, they have one of every smaller length, so the maximum is
//! found by doubling and binary search. Each step compares the hashes of all windows of one length and
//! confirms equal hashes term by term, so the result is exact. Cost: one sort of one side's windows per
//! step, O(n log n); the number of steps is logarithmic in the result, or one if the lower bound is already
//! the result.

use crate::text::shingles;

/// Number of terms of the longest run of consecutive terms in both. `lower_bound` may be 0; a tighter bound is faster.
pub fn longest_run(a: &[u64], b: &[u64], lower_bound: u32) -> u32 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut min = (lower_bound as usize).min(short.len());
    let mut step = 1;
    // Doubling phase: `max` is the greatest length that is still possible.
    let mut max = short.len();
    while min < max {
        let length = (min + step).min(max);
        if occurs_in_both(short, long, length) {
            min = length;
            step *= 2;
        } else {
            max = length - 1;
            break;
        }
    }
    while min < max {
        let length = (min + max).div_ceil(2);
        if occurs_in_both(short, long, length) {
            min = length;
        } else {
            max = length - 1;
        }
    }
    min as u32
}

/// Whether a run of `length` terms, 1 or more, occurs in both.
fn occurs_in_both(short: &[u64], long: &[u64], length: usize) -> bool {
    let windows = |terms: &[u64]| {
        let mut hashes = Vec::new();
        shingles::hashes(terms, length, 0, &mut hashes);
        hashes
    };
    let mut places: Vec<(u64, u32)> = windows(short).into_iter().zip(0..).collect();
    places.sort_unstable();
    windows(long).iter().enumerate().any(|(j, hash)| {
        let from = places.partition_point(|(h, _)| h < hash);
        let equal = places[from..].iter().take_while(|(h, _)| h == hash);
        let other = &long[j..j + length];
        equal
            .map(|(_, i)| *i as usize)
            .any(|i| short[i..i + length] == *other)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(a: &[u64], b: &[u64]) -> u32 {
        let run = |(i, j): (usize, usize)| {
            let both = a[i..].iter().zip(&b[j..]);
            both.take_while(|(x, y)| x == y).count() as u32
        };
        let places = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
        places.map(run).max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn the_longest_run_equals_a_naive_search(
            a in prop::collection::vec(0_u64..3, 0..60),
            b in prop::collection::vec(0_u64..3, 0..60),
            share: prop::sample::Index,
        ) {
            let want = naive(&a, &b);
            prop_assert_eq!(longest_run(&a, &b, 0), want);
            let lower_bound = share.index(want as usize + 1) as u32;
            prop_assert_eq!(longest_run(&b, &a, lower_bound), want);
        }
    }
}
