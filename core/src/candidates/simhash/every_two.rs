//! Every two fingerprints compared, with the widest vector instructions detected at run time.
//!
//! One source for all processors: the compiler vectorises the loop over the fingerprints for the target features
//! of the function it is inlined into. Cost: n²/2 comparisons, some 10 for a nanosecond with AVX-512, 2 with AVX2.

use crate::base::Cancel;
use rayon::prelude::*;

use crate::base::DocNo;
use crate::candidates::collector::Collector;
use crate::candidates::scope::Proposed;
use crate::similarity::simhash::distance;

/// Fingerprints that one is compared with before the next: they and their weights stay in the first cache.
const BLOCK: usize = 1 << 10;

/// Fingerprints per piece of parallel work.
const PIECE: usize = 64;

/// Fingerprints that are counted together before the near ones among them are looked for.
const CHUNK: usize = 64;

/// Sums `weights` of the `others` that differ from a fingerprint in at most so many bits; the three slices of a
/// call have equal lengths.
type Near = fn(u64, &[u64], &[u64], u32) -> u64;

/// Sum of `weights[a]` times `weights[b]` over every two fingerprints that differ in at most `most` bits.
/// Once cancelled, the rest is skipped.
pub(super) fn count(fingerprints: &[u64], weights: &[u64], most: u32, cancel: &Cancel) -> u64 {
    let (n, near) = (fingerprints.len(), fastest());
    let piece = |first: usize| {
        let rows = first..(first + PIECE).min(n);
        let mut sum = 0;
        for from in (first..n).step_by(BLOCK) {
            let end = (from + BLOCK).min(n);
            for row in rows.clone().filter(|row| row + 1 < end) {
                let others = from.max(row + 1)..end;
                let x = fingerprints[row];
                sum +=
                    weights[row] * near(x, &fingerprints[others.clone()], &weights[others], most);
            }
        }
        sum
    };
    let pieces = (0..n.div_ceil(PIECE)).into_par_iter();
    let pieces = pieces.filter(|_| !cancel.stopped());
    pieces.map(|at| piece(at * PIECE)).sum()
}

/// Every two of `fingerprints` that differ in at most `most` bits, as positions, the lower first.
pub(super) fn list(fingerprints: &[u64], most: u32, cancel: &Cancel) -> Proposed {
    let near = fastest();
    let ones = [1; CHUNK];
    let row = |_: &mut (), at: usize, out: &mut Vec<(DocNo, DocNo)>| {
        let x = fingerprints[at];
        let chunks = fingerprints[at + 1..].chunks(CHUNK);
        for (begin, chunk) in (at + 1..).step_by(CHUNK).zip(chunks) {
            if near(x, chunk, &ones[..chunk.len()], most) == 0 {
                continue;
            }
            for (other, y) in (begin..).zip(chunk) {
                if distance(x, *y) <= most {
                    out.push((DocNo::at(at), DocNo::at(other)));
                }
            }
        }
    };
    let mut collector = Collector::default();
    collector.rows(0..fingerprints.len(), || (), row, cancel);
    collector.proposed()
}

/// The fastest version that this processor supports.
fn fastest() -> Near {
    available().pop().unwrap_or(generic)
}

/// All versions that this processor supports, slowest first.
fn available() -> Vec<Near> {
    #[allow(unused_mut)]
    let mut all: Vec<Near> = vec![generic];
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            // SAFETY: AVX2 was detected.
            all.push(|x, others, weights, most| unsafe { avx2(x, others, weights, most) });
        }
        if is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512vpopcntdq") {
            // SAFETY: both extensions were detected.
            all.push(|x, others, weights, most| unsafe { avx512(x, others, weights, most) });
        }
    }
    all
}

#[inline(always)]
fn generic(x: u64, others: &[u64], weights: &[u64], most: u32) -> u64 {
    let near = |(y, weight): (&u64, &u64)| if distance(x, *y) <= most { *weight } else { 0 };
    others.iter().zip(weights).map(near).sum()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2(x: u64, others: &[u64], weights: &[u64], most: u32) -> u64 {
    generic(x, others, weights, most)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
fn avx512(x: u64, others: &[u64], weights: &[u64], most: u32) -> u64 {
    generic(x, others, weights, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shingles::mix;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_version_finds_what_two_loops_find(
            seeds in prop::collection::vec((0_u64..9, 0_u32..64, 1_u64..5), 0..300),
            most in 0_u32..=40,
        ) {
            let near = |(seed, bits, _): &(u64, u32, u64)| mix(*seed) ^ ((1 << bits) - 1);
            let values: Vec<u64> = seeds.iter().map(near).collect();
            let weights: Vec<u64> = seeds.iter().map(|seed| seed.2).collect();
            let (mut want, mut weight) = (Vec::new(), 0);
            for a in 0..values.len() {
                for b in a + 1..values.len() {
                    if distance(values[a], values[b]) <= most {
                        want.push((DocNo::at(a), DocNo::at(b)));
                        weight += weights[a] * weights[b];
                    }
                }
            }
            prop_assert_eq!(list(&values, most, &Cancel::default()).pairs, want);
            prop_assert_eq!(count(&values, &weights, most, &Cancel::default()), weight);
            for version in available() {
                for x in values.iter().take(3) {
                    let got = version(*x, &values, &weights, most);
                    prop_assert_eq!(got, generic(*x, &values, &weights, most));
                }
            }
        }
    }
}
