//! What the kinds of sketch that spread elements over bins have in common.

use crate::text::shingles::mix;

/// What a bin holds that has kept nothing.
pub const FREE: u64 = u64::MAX;

/// The golden ratio times 2^64: the step of SplitMix64 (Steele, Lea, Flood 2014).
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Number `i` of a stream of well-mixed numbers that `start` begins.
#[inline]
pub fn stream(start: u64, i: u64) -> u64 {
    mix(start.wrapping_add((i + 1).wrapping_mul(STEP)))
}

/// The bin, one of `bins`, that a well-mixed hash falls in, by its upper half; without a division
/// (Lemire 2019). Rises with the hash, so the least hash of a bin is as random as any other.
#[inline]
pub fn bin(hash: u64, bins: usize) -> usize {
    below(hash >> 32, bins)
}

/// A number below `count`, by 32 random bits.
#[inline]
pub fn below(bits: u64, count: usize) -> usize {
    ((bits * count as u64) >> 32) as usize
}

/// The value at `position` for what its bin kept. Mixed, so that any of its bits may be the ones
/// that are packed; and with the position, so that two positions which hold the same thing do not
/// agree with another document's by the same chance.
#[inline]
pub fn fold(kept: u64, position: usize) -> u32 {
    stream(kept, position as u64) as u32
}

/// A bijection of 32-bit numbers, another at each position, whose low bits depend on all bits (the
/// 32-bit finaliser of MurmurHash3, Appleby 2011, with the position put in between).
#[inline]
pub fn spread(value: u32, position: usize) -> u32 {
    let scramble = |x: u32| {
        let x = (x ^ x >> 16).wrapping_mul(0x85eb_ca6b);
        let x = (x ^ x >> 13).wrapping_mul(0xc2b2_ae35);
        x ^ x >> 16
    };
    let salt = (position as u32 + 1).wrapping_mul(STEP as u32);
    scramble(scramble(value).wrapping_add(salt))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_share_the_hashes_evenly_and_in_order() {
        for bins in [1, 16, 200, 1024] {
            assert_eq!((bin(0, bins), bin(u64::MAX, bins)), (0, bins - 1));
            let draws = 64_000;
            let mut counts = vec![0_u32; bins];
            for i in 0..draws {
                counts[bin(stream(5, i), bins)] += 1;
            }
            let mean = draws as f64 / bins as f64;
            for count in counts {
                assert!((f64::from(count) - mean).abs() <= 5.0 * mean.sqrt());
            }
        }
    }
}
