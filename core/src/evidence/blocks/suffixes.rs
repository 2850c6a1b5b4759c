//! Suffix array of several sequences with longest common prefixes. The array is built by prefix doubling (Manber and
//! Myers 1993), which sorts only suffixes that are not yet in order (Larsson and Sadakane 2007). The prefixes are
//! computed as in Kasai et al. (2001). Cost: a sort for each doubling up to the longest repeat.

use crate::base::Cancel;
use rayon::prelude::*;

/// Sorted suffixes: those that begin with the same terms are adjacent.
#[derive(Clone, Debug, Default)]
pub struct Suffixes {
    /// Position at which each suffix starts.
    pub order: Vec<u32>,
    /// Number of terms that each suffix has in common with the previous suffix; a suffix ends where its
    /// sequence ends.
    pub common: Vec<u32>,
}

impl Suffixes {
    /// Sorts the suffixes of the sequences that follow one another in `terms`. `sequence` contains the number of each
    /// term's sequence, `starts` the start of each sequence and the end of the last. `None` once cancelled.
    pub fn new(terms: &[u64], sequence: &[u32], starts: &[u32], cancel: &Cancel) -> Option<Self> {
        let end = |at: u32| starts[sequence[at as usize] as usize + 1];
        let sequences = starts.len() as u64;
        let mut order = vec![0_u32; terms.len()];
        let mut rank = vec![0_u32; terms.len()];
        let mut open: Vec<(u64, u32)> = terms.iter().copied().zip(0..).collect();
        open.par_sort_unstable();
        // The rank of a suffix is the position of the first suffix that is equal in the terms compared so far.
        let mut places: Vec<u32> = (0..terms.len() as u32).collect();
        let mut reach = 1_u32;
        loop {
            let mut unsorted = Vec::new();
            let mut done = 0;
            for equal in open.chunk_by(|a, b| a.0 == b.0) {
                let group = places[done];
                for (i, (_, at)) in equal.iter().enumerate() {
                    rank[*at as usize] = group;
                    order[places[done + i] as usize] = *at;
                }
                if equal.len() > 1 {
                    unsorted.extend(equal.iter().map(|(_, at)| *at));
                }
                done += equal.len();
            }
            if unsorted.is_empty() || cancel.stopped() {
                break;
            }
            let next = |at: u32| match at.saturating_add(reach) {
                // The ends of two sequences are never equal.
                after if after >= end(at) => u64::from(sequence[at as usize]),
                after => sequences + u64::from(rank[after as usize]),
            };
            open = unsorted
                .par_iter()
                .map(|at| (u64::from(rank[*at as usize]) << 32 | next(*at), *at))
                .collect();
            open.par_sort_unstable();
            // Groups are in order of rank, and each fills the positions from its rank on.
            places.clear();
            for group in open.chunk_by(|a, b| a.0 >> 32 == b.0 >> 32) {
                let from = (group[0].0 >> 32) as u32;
                places.extend(from..from + group.len() as u32);
            }
            reach = reach.saturating_mul(2);
        }
        let common = common(terms, &order, &rank, &end);
        (!cancel.stopped()).then_some(Suffixes { order, common })
    }
}

/// Returns the number of terms that each suffix has in common with the previous suffix in `order`.
fn common(terms: &[u64], order: &[u32], rank: &[u32], end: &impl Fn(u32) -> u32) -> Vec<u32> {
    let mut out = vec![0; order.len()];
    let mut length = 0_u32;
    for at in 0..terms.len() as u32 {
        let position = rank[at as usize] as usize;
        if position == 0 {
            length = 0;
            continue;
        }
        let previous = order[position - 1];
        let max = (end(at) - at).min(end(previous) - previous);
        // The length found so far may reach beyond the end of the sequence.
        length = length.min(max);
        while length < max && terms[(at + length) as usize] == terms[(previous + length) as usize] {
            length += 1;
        }
        out[position] = length;
        length = length.saturating_sub(1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn suffixes_are_sorted_and_their_common_prefixes_are_correct(
            texts in prop::collection::vec(prop::collection::vec(0_u64..3, 1..20), 0..8),
        ) {
            let terms = texts.concat();
            let (mut starts, mut sequence) = (vec![0], Vec::new());
            for (number, text) in texts.iter().enumerate() {
                sequence.resize(sequence.len() + text.len(), number as u32);
                starts.push(sequence.len() as u32);
            }
            let suffixes = Suffixes::new(&terms, &sequence, &starts, &Cancel::default()).expect("not stopped");
            let suffix = |at: u32| {
                let end = starts[sequence[at as usize] as usize + 1];
                &terms[at as usize..end as usize]
            };
            let shared = |a: u32, b: u32| {
                let both = suffix(a).iter().zip(suffix(b));
                both.take_while(|(x, y)| x == y).count() as u32
            };
            let order = &suffixes.order;
            let mut sorted = order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..terms.len() as u32).collect::<Vec<_>>());
            for i in 0..order.len() {
                let mut least = u32::MAX;
                for j in i + 1..order.len() {
                    prop_assert_eq!(suffixes.common[j], shared(order[j - 1], order[j]));
                    least = least.min(suffixes.common[j]);
                    prop_assert_eq!(least, shared(order[i], order[j]));
                }
            }
        }
    }
}
