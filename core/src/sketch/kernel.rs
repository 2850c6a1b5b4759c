//! The inner loop of min-hash, `min(a·x + b)` for many `a, b` over many `x`, with the widest vector
//! instructions detected at run time.
//!
//! The portable and AVX2 versions share one source: the compiler vectorises it for the target features
//! of the function it is inlined into. AVX-512 uses intrinsics, because the compiler limits itself to
//! 256 bits. All versions compute the same integers.
//!
//! Miri runs the test below for all versions: `.ci/miri` enables the target features, which Miri
//! interprets. Miri does not support memory-mapped files (`index::file`, `index::column`).

/// Permutations are padded to a multiple of this: one 512-bit register of 32-bit lanes.
pub const LANES: usize = 16;

/// Lanes kept in registers during a pass over the shingles.
const BLOCK: usize = 32;

/// Implementation of the inner loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Default instructions of the target (SSE2 on x86-64, NEON on ARM64).
    Portable,
    /// 256-bit integers; constructed only if the processor supports AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Proof),
    /// 512-bit integers; constructed only if the processor supports AVX-512F.
    #[cfg(target_arch = "x86_64")]
    Avx512(Proof),
}

/// Proof that the processor was checked; can only be constructed in this file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof(());

impl Kernel {
    /// All kernels supported by this processor, slowest first.
    pub(super) fn available() -> Vec<Kernel> {
        #[allow(unused_mut)]
        let mut all = vec![Kernel::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(Kernel::Avx2(Proof(())));
            }
            if is_x86_feature_detected!("avx512f") {
                all.push(Kernel::Avx512(Proof(())));
            }
        }
        all
    }

    /// The fastest kernel supported by this processor.
    pub fn best() -> Kernel {
        Self::available().pop().unwrap_or(Kernel::Portable)
    }

    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(_) => "AVX-512",
        }
    }
}

/// Lowers each of `minima` to the minimum of `multiplier·x + increment` over all `values`. The three
/// slices over permutations have equal lengths, a multiple of [`LANES`].
///
/// # Panics
/// If the lengths differ or are not a multiple of [`LANES`].
pub fn minima(
    kernel: Kernel,
    values: &[u32],
    multipliers: &[u32],
    increments: &[u32],
    minima: &mut [u32],
) {
    assert!(minima.len().is_multiple_of(LANES));
    assert!(multipliers.len() == minima.len() && increments.len() == minima.len());
    match kernel {
        Kernel::Portable => generic(values, multipliers, increments, minima),
        // SAFETY: this variant is constructed only after AVX2 was detected.
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2(_) => unsafe { avx2(values, multipliers, increments, minima) },
        // SAFETY: this variant is constructed only after AVX-512F was detected.
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512(_) => unsafe { avx512(values, multipliers, increments, minima) },
    }
}

/// Processes permutations in blocks whose minima stay in registers during a pass over the values.
#[inline(always)]
fn generic(values: &[u32], multipliers: &[u32], increments: &[u32], minima: &mut [u32]) {
    let blocks = multipliers
        .chunks(BLOCK)
        .zip(increments.chunks(BLOCK))
        .zip(minima.chunks_mut(BLOCK));
    for ((a, b), m) in blocks {
        if let (Ok(a), Ok(b), Ok(m)) = (a.try_into(), b.try_into(), (&mut *m).try_into()) {
            block::<BLOCK>(values, a, b, m);
            continue;
        }
        let lanes = a
            .chunks(LANES)
            .zip(b.chunks(LANES))
            .zip(m.chunks_mut(LANES));
        for ((a, b), m) in lanes {
            if let (Ok(a), Ok(b), Ok(m)) = (a.try_into(), b.try_into(), m.try_into()) {
                block::<LANES>(values, a, b, m);
            }
        }
    }
}

#[inline(always)]
fn block<const N: usize>(values: &[u32], a: &[u32; N], b: &[u32; N], m: &mut [u32; N]) {
    let mut least = *m;
    for &x in values {
        for i in 0..N {
            least[i] = least[i].min(a[i].wrapping_mul(x).wrapping_add(b[i]));
        }
    }
    *m = least;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2(values: &[u32], multipliers: &[u32], increments: &[u32], minima: &mut [u32]) {
    generic(values, multipliers, increments, minima);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn avx512(values: &[u32], multipliers: &[u32], increments: &[u32], minima: &mut [u32]) {
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi32, _mm512_loadu_si512, _mm512_min_epu32, _mm512_mullo_epi32,
        _mm512_set1_epi32, _mm512_storeu_si512,
    };
    /// Registers of permutations per pass.
    const REGISTERS: usize = 4;

    #[target_feature(enable = "avx512f")]
    fn load(source: &[u32]) -> __m512i {
        let source: &[u32] = &source[..LANES];
        // SAFETY: the slice has exactly the 16 numbers that are read; the load may be unaligned.
        unsafe { _mm512_loadu_si512(source.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx512f")]
    fn pass<const W: usize>(values: &[u32], a: &[u32], b: &[u32], minima: &mut [u32]) {
        let mut multipliers = [_mm512_set1_epi32(0); W];
        let mut increments = multipliers;
        let mut least = multipliers;
        for w in 0..W {
            multipliers[w] = load(&a[w * LANES..]);
            increments[w] = load(&b[w * LANES..]);
            least[w] = load(&minima[w * LANES..]);
        }
        for &x in values {
            let x = _mm512_set1_epi32(x as i32);
            for w in 0..W {
                let permuted =
                    _mm512_add_epi32(_mm512_mullo_epi32(multipliers[w], x), increments[w]);
                least[w] = _mm512_min_epu32(least[w], permuted);
            }
        }
        for w in 0..W {
            let to = &mut minima[w * LANES..(w + 1) * LANES];
            // SAFETY: the slice has exactly the 16 numbers that are written; the store may be unaligned.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), least[w]) };
        }
    }

    let mut at = 0;
    while at < minima.len() {
        let (a, b, m) = (&multipliers[at..], &increments[at..], &mut minima[at..]);
        if m.len() >= REGISTERS * LANES {
            pass::<REGISTERS>(values, a, b, m);
            at += REGISTERS * LANES;
        } else {
            pass::<1>(values, a, b, m);
            at += LANES;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_computes_the_minima_of_the_definition() {
        let numbers = |n: usize, seed: u32| -> Vec<u32> {
            let number = |i: u32| i.wrapping_add(seed).wrapping_mul(0x9e37_79b9);
            (0..n as u32).map(number).collect()
        };
        let values = numbers(7, 1);
        for permutations in [16, 48, 64, 112, 208] {
            let (a, b) = (numbers(permutations, 2), numbers(permutations, 3));
            let want: Vec<u32> = a
                .iter()
                .zip(&b)
                .map(|(a, b)| {
                    let permuted = values.iter().map(|x| a.wrapping_mul(*x).wrapping_add(*b));
                    permuted.min().unwrap()
                })
                .collect();
            for kernel in Kernel::available() {
                let mut least = vec![u32::MAX; permutations];
                minima(kernel, &values, &a, &b, &mut least);
                assert_eq!(least, want, "{} for {permutations}", kernel.name());
            }
        }
    }
}
