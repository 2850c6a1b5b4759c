//! Near fingerprints by rotation: neighbours in sorted order, after each of 64 rotations.

use crate::base::Cancel;
use rayon::prelude::*;

use crate::base::DocNo;
use crate::candidates::collector::Collector;
use crate::candidates::scope::Proposed;
use crate::similarity::simhash::distance;

/// Bits of a fingerprint.
const BITS: u32 = 64;

/// Pairs of positions in `fingerprints` (distinct), the lower first, each pair once: adjacent after some
/// rotation and different in at most `most` bits.
pub(super) fn by_rotation(fingerprints: &[u64], most: u32, cancel: &Cancel) -> Proposed {
    let rotations: Vec<Vec<(DocNo, DocNo)>> = (0..BITS)
        .into_par_iter()
        .map(|by| {
            if cancel.stopped() {
                return Vec::new();
            }
            let order = sorted(fingerprints, BITS, by);
            let near =
                |pair: &&[usize]| distance(fingerprints[pair[0]], fingerprints[pair[1]]) <= most;
            let neighbours = order.windows(2).filter(near);
            let at = |pair: &[usize]| {
                let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                (DocNo::at(a), DocNo::at(b))
            };
            neighbours.map(at).collect()
        })
        .collect();
    let mut pairs = rotations.concat();
    pairs.par_sort_unstable();
    pairs.dedup();
    let mut collector = Collector::default();
    collector.take(pairs.len() as u64, pairs);
    collector.proposed()
}

/// Positions of `fingerprints` of `bits` bits, sorted by their values rotated left by `by` bits.
pub fn sorted(fingerprints: &[u64], bits: u32, by: u32) -> Vec<usize> {
    let all = u64::MAX >> (BITS - bits);
    let rotated = |value: u64| match by % bits {
        0 => value,
        by => (value << by | value >> (bits - by)) & all,
    };
    let mut order: Vec<usize> = (0..fingerprints.len()).collect();
    order.sort_unstable_by_key(|&at| (rotated(fingerprints[at]), at));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked example 9: sorted neighbours, then those after a rotation by two bits.
    #[test]
    fn example_9_sorted_neighbours_and_rotation() {
        let values = [37586, 50086, 2648, 934, 40957, 2650, 64475, 40955];
        let numbered = |by| -> Vec<usize> {
            let order = sorted(&values, 16, by);
            order.iter().map(|at| at + 1).collect()
        };
        let distances = |order: &[usize]| -> Vec<u32> {
            let pairs = order.windows(2);
            pairs
                .map(|p| distance(values[p[0] - 1], values[p[1] - 1]))
                .collect()
        };
        assert_eq!(numbered(0), [4, 3, 6, 1, 8, 5, 2, 7]);
        assert_eq!(distances(&numbered(0)), [9, 1, 5, 6, 2, 9, 9]);
        assert_eq!(numbered(2), [4, 2, 3, 6, 1, 8, 5, 7]);
        assert_eq!(distances(&numbered(2)), [2, 11, 1, 5, 6, 2, 6]);
    }
}
