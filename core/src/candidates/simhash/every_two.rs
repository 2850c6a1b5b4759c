//! Every two fingerprints compared, with the widest vector instructions detected at run time.
//!
//! One source for all processors: the compiler vectorises the loop over the fingerprints for the target features
//! of the function it is inlined into. Cost: n²/2 comparisons, some 10 for a nanosecond with AVX-512, 2 with AVX2.

use crate::base::{Cancel, DocNo};
use crate::candidates::scope::{Collector, Proposed};
use crate::similarity::simhash::distance;

/// Fingerprints that are counted together before the near ones among them are looked for.
const CHUNK: usize = 64;

/// Number of the others that differ from a fingerprint in at most so many bits.
type Near = fn(u64, &[u64], u32) -> usize;

/// Every two of `fingerprints` that differ in at most `most` bits, as positions, the lower first.
pub(super) fn list(fingerprints: &[u64], most: u32, cancel: &Cancel) -> Proposed {
    let near = fastest();
    let row = |_: &mut (), at: usize, out: &mut Vec<(DocNo, DocNo)>| {
        let x = fingerprints[at];
        let chunks = fingerprints[at + 1..].chunks(CHUNK);
        for (begin, chunk) in (at + 1..).step_by(CHUNK).zip(chunks) {
            if near(x, chunk, most) == 0 {
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
            all.push(|x, others, most| unsafe { avx2(x, others, most) });
        }
        if is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512vpopcntdq") {
            // SAFETY: both extensions were detected.
            all.push(|x, others, most| unsafe { avx512(x, others, most) });
        }
    }
    all
}

#[inline(always)]
fn generic(x: u64, others: &[u64], most: u32) -> usize {
    let near = |y: &u64| usize::from(distance(x, *y) <= most);
    others.iter().map(near).sum()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2(x: u64, others: &[u64], most: u32) -> usize {
    generic(x, others, most)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
fn avx512(x: u64, others: &[u64], most: u32) -> usize {
    generic(x, others, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shingles::mix;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_version_finds_what_two_loops_find(
            seeds in prop::collection::vec((0_u64..9, 0_u32..64), 0..300),
            most in 0_u32..=40,
        ) {
            let near = |(seed, bits): &(u64, u32)| mix(*seed) ^ ((1 << bits) - 1);
            let values: Vec<u64> = seeds.iter().map(near).collect();
            let mut want = Vec::new();
            for a in 0..values.len() {
                let later = (a + 1..values.len()).filter(|b| distance(values[a], values[*b]) <= most);
                want.extend(later.map(|b| (DocNo::at(a), DocNo::at(b))));
            }
            prop_assert_eq!(list(&values, most, &Cancel::default()).pairs, want);
            for version in available() {
                for x in values.iter().take(3) {
                    prop_assert_eq!(version(*x, &values, most), generic(*x, &values, most));
                }
            }
        }
    }
}
