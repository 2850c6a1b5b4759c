//! Common parts of the kinds of sketches: bins for elements, reusable buffers, and the origin of a value.

use crate::text::shingles::mix;

/// Value of an empty bin.
pub const FREE: u64 = u64::MAX;

/// 2^64 divided by the golden ratio: the increment of SplitMix64 (Steele, Lea, Flood 2014).
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Element `i` of the pseudo-random stream starting at `start`.
#[inline]
pub fn stream(start: u64, i: u64) -> u64 {
    mix(start.wrapping_add((i + 1).wrapping_mul(STEP)))
}

/// Maps a well-mixed hash to one of `bins` bins by its upper half, without a division (Lemire 2019).
/// Monotonic in the hash, so the minimum of a bin is as random as any other hash.
#[inline]
pub fn bin(hash: u64, bins: usize) -> usize {
    below(hash >> 32, bins)
}

/// Maps 32 random bits to a number below `count`.
#[inline]
pub fn below(bits: u64, count: usize) -> usize {
    ((bits * count as u64) >> 32) as usize
}

/// Clears `buffer` and returns `count` empty bins in it.
pub fn empty(buffer: &mut Vec<u64>, count: usize) -> &mut [u64] {
    buffer.clear();
    buffer.resize(count, FREE);
    buffer
}

/// Appends the sketch values for the contents of all bins. No bin may be empty.
pub fn fold_all(contents: &[u64], out: &mut Vec<u32>) {
    let positions = contents.iter().enumerate();
    out.extend(positions.map(|(position, &content)| fold(content, position)));
}

/// Returns the sketch value at `position` for the content of its bin. The value is mixed, so that any bits can be
/// packed, and depends on the position, so that equal contents at two positions do not produce correlated chance
/// agreements.
#[inline]
pub fn fold(content: u64, position: usize) -> u32 {
    stream(content, position as u64) as u32
}

/// A bijection of 32-bit numbers, different for each position, whose low bits depend on all bits (32-bit
/// finaliser of MurmurHash3, Appleby 2011, with the position inserted).
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

/// Scratch buffers. Each kind of sketch clears the buffers that it uses.
#[derive(Clone, Debug, Default)]
pub struct SketchScratch {
    /// Min-hash: the 32 bits of each element that are permuted.
    pub(super) values: Vec<u32>,
    /// Min-hash: the minima, padded to the kernel width.
    pub(super) minima: Vec<u32>,
    /// Other kinds: content of each bin.
    pub(super) least: Vec<u64>,
    /// SuperMinHash: shuffle of the current element.
    pub(super) shuffle: Vec<u64>,
    /// SuperMinHash: number of positions whose value is from each step.
    pub(super) steps: Vec<u32>,
    /// The 32-bit values of a sketch before packing.
    pub(super) unpacked: Vec<u32>,
}

/// The origin of one value of a sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minimum {
    /// The whole value; a packed sketch keeps its lowest bits.
    pub value: u32,
    /// Index of the element with this value: the first element that attains the minimum.
    pub element: usize,
    /// The bin that contains the value: the position itself, or with `oph` the bin from which it was borrowed.
    pub bin: usize,
    /// `fss`: the round, from 0, that filled the position. `superminhash`: the step, from 0, of the
    /// element's shuffle that reached it. `oph`, `minhash`: 0.
    pub step: usize,
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
