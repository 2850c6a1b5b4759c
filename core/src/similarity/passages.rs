//! Shared passages: maximal runs of consecutive shared shingles, as positions in both documents.
//!
//! Together they cover exactly the shared shingles on both sides, so the highlighted text corresponds to
//! the score. Each run is extended as far as possible. If a shingle occurs several times in the other
//! document, the position with the longest run is taken; among equal runs, a position not yet used.

use crate::settings::Sketching;
use crate::text::shingles;

/// A run of terms in both documents: `length` terms starting at `left` and at `right`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passage {
    /// Position of the first term in the left document.
    pub left: u32,
    /// Position of the first term in the right document.
    pub right: u32,
    /// Number of terms: at least k (or all terms of a shorter document).
    pub length: u32,
}

/// Maximum number of occurrences of a shingle examined in the other document; further occurrences are ignored.
const MAX_PLACES: usize = 64;

/// Returns the shared passages of two documents, given as term hashes, ordered by position in the left document.
pub fn passages(left: &[u64], right: &[u64], sketching: &Sketching) -> Vec<Passage> {
    let (left_shingles, right_shingles) = (windows(left, sketching), windows(right, sketching));
    // Runs (position left, position right, number of shingles) that cover each shared shingle of the left
    // side once.
    let mut runs: Vec<(usize, usize, usize)> = Vec::new();
    let mut covered = vec![false; right_shingles.len()];
    let index = Places::new(&right_shingles);
    let mut i = 0;
    while i < left_shingles.len() {
        match index.longest(&left_shingles, i, &right_shingles, |j| covered[j]) {
            Some((j, length)) => {
                covered[j..j + length].fill(true);
                runs.push((i, j, length));
                i += length;
            }
            None => i += 1,
        }
    }
    // Repeats on the right side that no run of the left side has covered.
    let index = Places::new(&left_shingles);
    let mut j = 0;
    while j < right_shingles.len() {
        if covered[j] {
            j += 1;
            continue;
        }
        match index.longest(&right_shingles, j, &left_shingles, |_| false) {
            Some((i, length)) => {
                let until = (j..j + length).find(|p| covered[*p]).unwrap_or(j + length);
                runs.push((i, j, until - j));
                j = until;
            }
            None => j += 1,
        }
    }
    // A window has k terms (or all terms of a short document).
    let width = sketching.k.min(left.len());
    let mut passages: Vec<Passage> = runs
        .into_iter()
        .map(|(i, j, length)| Passage {
            left: i as u32,
            right: j as u32,
            length: (length + width - 1) as u32,
        })
        .collect();
    passages.sort_unstable();
    passages
}

fn windows(terms: &[u64], sketching: &Sketching) -> Vec<u64> {
    let mut out = Vec::new();
    shingles::in_order(terms, sketching, &mut out);
    out
}

/// Positions of each shingle, as sorted (hash, position).
struct Places(Vec<(u64, u32)>);

impl Places {
    fn new(shingles: &[u64]) -> Self {
        let mut places: Vec<(u64, u32)> = shingles
            .iter()
            .enumerate()
            .map(|(at, hash)| (*hash, at as u32))
            .collect();
        places.sort_unstable();
        Places(places)
    }

    /// Returns the position in `indexed` of the longest run that matches `shingles` at `at`, and its length. Among
    /// equal runs, the first that is not used is taken, otherwise the first.
    fn longest(
        &self,
        shingles: &[u64],
        at: usize,
        indexed: &[u64],
        is_used: impl Fn(usize) -> bool,
    ) -> Option<(usize, usize)> {
        let hash = shingles[at];
        let from = self.0.partition_point(|(h, _)| *h < hash);
        let places = self.0[from..]
            .iter()
            .take_while(|(h, _)| *h == hash)
            .take(MAX_PLACES);
        let mut best: Option<(usize, usize, bool)> = None;
        for &(_, start) in places {
            let start = start as usize;
            let run = shingles[at..]
                .iter()
                .zip(&indexed[start..])
                .take_while(|(a, b)| a == b)
                .count();
            let is_free = !is_used(start);
            let is_better = best.is_none_or(|(_, length, was_free)| {
                run > length || (run == length && is_free && !was_free)
            });
            if is_better {
                best = Some((start, run, is_free));
            }
        }
        best.map(|(start, run, _)| (start, run))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn of_width(k: usize, seed: u64) -> Sketching {
        Sketching {
            k,
            seed,
            ..Sketching::default()
        }
    }

    fn triples(left: &[u64], right: &[u64], k: usize) -> Vec<(u32, u32, u32)> {
        passages(left, right, &of_width(k, 0))
            .into_iter()
            .map(|p| (p.left, p.right, p.length))
            .collect()
    }

    #[test]
    fn a_passage_that_occurs_twice_on_one_side_is_listed_twice() {
        let runs = triples(&[1, 2, 3], &[1, 2, 3, 9, 1, 2, 3], 3);
        assert_eq!(runs, [(0, 0, 3), (0, 4, 3)]);
        let runs = triples(&[1, 2, 3, 9, 1, 2, 3], &[1, 2, 3], 3);
        assert_eq!(runs, [(0, 0, 3), (4, 0, 3)]);
    }

    proptest! {
        #[test]
        fn passages_cover_exactly_the_shared_shingles(
            left in prop::collection::vec(0_u64..5, 0..40), right in prop::collection::vec(0_u64..5, 0..40), k in 1_usize..6,
        ) {
            let copied = passages(&left, &right, &of_width(k, 7));
            let sides = [(&left, &right, false), (&right, &left, true)];
            for (these, other, swapped) in sides {
                let (shingles, other_shingles) = (windows(these, &of_width(k, 7)), windows(other, &of_width(k, 7)));
                let other: BTreeSet<u64> = other_shingles.into_iter().collect();
                let width = k.min(these.len());
                let want: BTreeSet<usize> = (0..shingles.len()).filter(|i| other.contains(&shingles[*i])).collect();
                let got: BTreeSet<usize> = copied.iter().flat_map(|p| {
                    let start = if swapped { p.right } else { p.left } as usize;
                    start..start + p.length as usize + 1 - width
                }).collect();
                prop_assert_eq!(got, want);
            }
            for p in copied {
                let (l, r, n) = (p.left as usize, p.right as usize, p.length as usize);
                prop_assert_eq!(&left[l..l + n], &right[r..r + n]);
            }
        }
    }
}
