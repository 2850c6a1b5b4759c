//! Min-hash sketches (Broder 1997; IIR 19.6): value i is the minimum of the document's shingle hashes
//! under permutation i. Two documents agree at a position with probability equal to their Jaccard.
//!
//! The permutations act on 32 bits: `x -> a·x + b mod 2^32` with odd `a`, a bijection, applied to the
//! upper half of the *mixed* 64-bit shingle hash. Mixing is essential: with raw values this family had
//! two to four times the theoretical error and a bias of up to 0.04. With mixed hashes it is unbiased
//! and has the theoretical error `sqrt(J(1-J)/n)`.

use super::bins;
use super::bins::SketchScratch;
use super::kernel::{self, Kernel, LANES};
use crate::text::shingles::mix;

/// Value of every position in the sketch of a document without shingles.
pub const EMPTY: u32 = u32::MAX;

/// A seeded family of permutations of the 32-bit numbers.
#[derive(Clone, Debug)]
pub struct Permutations {
    count: usize,
    /// Multipliers and increments, padded to a multiple of [`LANES`] with further permutations of the family.
    multipliers: Vec<u32>,
    increments: Vec<u32>,
    kernel: Kernel,
}

impl Permutations {
    /// Creates `count` permutations from `seed`; identical on every platform.
    pub fn new(count: usize, seed: u64) -> Self {
        let padded = count.next_multiple_of(LANES);
        // Two independent streams, one per coefficient.
        let stream = |salt: u64, i: usize| (bins::stream(mix(seed ^ salt), i as u64) >> 32) as u32;
        Permutations {
            count,
            multipliers: (0..padded).map(|i| stream(0x6d75_6c74, i) | 1).collect(),
            increments: (0..padded).map(|i| stream(0x696e_6372, i)).collect(),
            kernel: Kernel::best(),
        }
    }

    /// Appends the sketch of a document to `out`, one value per permutation. Repeated shingles have no
    /// effect. Without shingles every value is [`EMPTY`].
    pub fn sketch(&self, shingles: &[u64], scratch: &mut SketchScratch, out: &mut Vec<u32>) {
        scratch.values.clear();
        scratch.values.extend(shingles.iter().map(|&h| fold(h)));
        scratch.minima.clear();
        scratch.minima.resize(self.multipliers.len(), EMPTY);
        kernel::minima(
            self.kernel,
            &scratch.values,
            &self.multipliers,
            &self.increments,
            &mut scratch.minima,
        );
        out.extend_from_slice(&scratch.minima[..self.count]);
    }

    /// Minimum under permutation `i` and the index of the first shingle that attains it; `None` for a
    /// document without shingles.
    pub fn minimum(&self, i: usize, shingles: &[u64]) -> Option<(u32, usize)> {
        let (a, b) = (self.multipliers[i], self.increments[i]);
        let permuted = shingles
            .iter()
            .map(|&h| a.wrapping_mul(fold(h)).wrapping_add(b));
        permuted.enumerate().map(|(at, value)| (value, at)).min()
    }
}

/// The 32 bits of a mixed shingle hash that are permuted.
#[inline]
fn fold(hash: u64) -> u32 {
    (hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sketch(p: &Permutations, shingles: &[u64]) -> Vec<u32> {
        let mut out = Vec::new();
        p.sketch(shingles, &mut SketchScratch::default(), &mut out);
        out
    }

    proptest! {
        #[test]
        fn order_and_repeats_of_shingles_have_no_effect(mut shingles in prop::collection::vec(any::<u64>(), 1..40)) {
            let p = Permutations::new(64, 1);
            let want = sketch(&p, &shingles);
            shingles.extend_from_within(..);
            shingles.reverse();
            prop_assert_eq!(sketch(&p, &shingles), want);
        }
    }
}
