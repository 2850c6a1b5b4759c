//! Memory layout of a sketch: `positions` values of `bits` bits, packed into 32-bit words, with the
//! first value in the lowest bits of the first word.
//!
//! With 32 bits each word is a value. With fewer bits, two different values agree by chance with
//! probability `2^-bits` (b-bit minwise hashing, Li, König 2010); the estimate corrects for this.

use xxhash_rust::xxh3::xxh3_64;

use crate::settings::Sketching;
use crate::text::shingles::mix;

/// Layout shared by all sketches of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Number of values in a sketch.
    pub positions: usize,
    /// Bits per value: a power of two up to 32.
    pub bits: u32,
}

impl Layout {
    /// Layout for these settings.
    pub fn new(sketching: &Sketching) -> Self {
        Layout {
            positions: sketching.permutations,
            bits: sketching.bits,
        }
    }

    /// Number of 32-bit words in a sketch.
    pub fn words(self) -> usize {
        (self.positions * self.bits as usize).div_ceil(32)
    }

    /// Packs the low bits of `values` and appends them to `out`.
    pub fn pack(self, values: &[u32], out: &mut Vec<u32>) {
        if self.bits == 32 {
            out.extend_from_slice(values);
            return;
        }
        let (values_per_word, mask) = (32 / self.bits as usize, self.mask());
        out.extend(values.chunks(values_per_word).map(|chunk| {
            let lanes = chunk.iter().zip((0..).step_by(self.bits as usize));
            lanes.fold(0, |word, (value, shift)| word | (value & mask) << shift)
        }));
    }

    /// The value at `position` of a packed sketch.
    #[inline]
    pub fn value(self, sketch: &[u32], position: usize) -> u32 {
        let bit = position * self.bits as usize;
        sketch[bit / 32] >> (bit % 32) & self.mask()
    }

    /// Number of positions at which two packed sketches agree.
    pub fn agreeing(self, a: &[u32], b: &[u32]) -> u32 {
        debug_assert_eq!((a.len(), b.len()), (self.words(), self.words()));
        if self.bits == 32 {
            return a.iter().zip(b).map(|(x, y)| u32::from(x == y)).sum();
        }
        // The lowest bit of each lane becomes the OR of the lane's differing bits.
        let lowest = u32::MAX / self.mask();
        let differing: u32 = a
            .iter()
            .zip(b)
            .map(|(x, y)| {
                let mut differs = x ^ y;
                let mut shift = self.bits / 2;
                while shift > 0 {
                    differs |= differs >> shift;
                    shift /= 2;
                }
                (differs & lowest).count_ones()
            })
            .sum();
        self.positions as u32 - differing
    }

    /// A hash of the values at `positions`. It depends on the byte order of the machine.
    #[inline]
    pub fn key(self, sketch: &[u32], positions: std::ops::Range<usize>) -> u64 {
        if self.bits == 32 {
            return xxh3_64(bytemuck::cast_slice(&sketch[positions]));
        }
        positions.fold(0, |key, at| mix(key ^ u64::from(self.value(sketch, at))))
    }

    /// Whether two sketches agree at all of `positions`.
    #[inline]
    pub fn agree(self, a: &[u32], b: &[u32], mut positions: std::ops::Range<usize>) -> bool {
        if self.bits == 32 {
            return a[positions.clone()] == b[positions];
        }
        positions.all(|at| self.value(a, at) == self.value(b, at))
    }

    fn mask(self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_values_are_the_lowest_bits(
            pairs in prop::collection::vec((any::<u32>(), any::<u32>(), any::<bool>()), 1..80),
            log in 0_u32..6,
        ) {
            let layout = Layout { positions: pairs.len(), bits: 1 << log };
            let mask = u32::MAX >> (32 - layout.bits);
            let a: Vec<u32> = pairs.iter().map(|p| p.0).collect();
            let b: Vec<u32> = pairs.iter().map(|p| if p.2 { p.0 } else { p.1 }).collect();
            let (mut x, mut y) = (Vec::new(), Vec::new());
            layout.pack(&a, &mut x);
            layout.pack(&b, &mut y);
            prop_assert_eq!(x.len(), layout.words());
            for (at, value) in a.iter().enumerate() {
                prop_assert_eq!(layout.value(&x, at), value & mask);
            }
            let agree = |at: usize| a[at] & mask == b[at] & mask;
            let want = (0..a.len()).filter(|at| agree(*at)).count() as u32;
            prop_assert_eq!(layout.agreeing(&x, &y), want);
            let half = 0..a.len() / 2;
            let same = half.clone().all(agree);
            prop_assert_eq!(layout.agree(&x, &y, half.clone()), same);
            prop_assert_eq!(layout.key(&x, half.clone()) == layout.key(&y, half), same);
        }
    }
}
