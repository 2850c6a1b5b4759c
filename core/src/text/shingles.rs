//! k-shingles as 64-bit hashes.
//!
//! A shingle is k consecutive terms (Broder 1997; IIR 19.6). Its hash is a polynomial of the term hashes
//! modulo 2^64, rolled along the text with two multiplications per shingle for any k. It is then mixed
//! with the seed, so that every output bit depends on every bit of every term. The probability that two
//! distinct shingles of a corpus with n shingles collide is about n²/2^65.

use crate::settings::Sketching;

/// Multiplier of the rolling polynomial: odd, without pattern (2^64 divided by the golden ratio).
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes 64 bits so that each output bit depends on each input bit (finaliser of MurmurHash3, Appleby
/// 2011, with Stafford's constants). A bijection.
#[inline]
pub fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Appends the hash of each shingle of `terms` to `out`, in text order, repeats included.
///
/// A document with at least one but fewer than `k` terms has one shingle of all its terms; a document
/// without terms has none.
///
/// # Panics
/// If `k` is 0.
pub fn hashes(terms: &[u64], k: usize, seed: u64, out: &mut Vec<u64>) {
    assert!(k > 0, "a shingle has at least one term");
    if terms.is_empty() {
        return;
    }
    let k = k.min(terms.len());
    // The length is part of the hash, so that the single shingle of a short document differs from shingles of k terms.
    let salt = mix(mix(seed ^ MULTIPLIER).wrapping_add(k as u64));
    // Weight of the term that leaves the window.
    let leaving = MULTIPLIER.wrapping_pow(k as u32 - 1);
    let mut window = 0_u64;
    for &term in &terms[..k - 1] {
        window = window.wrapping_mul(MULTIPLIER).wrapping_add(term);
    }
    out.reserve(terms.len() - k + 1);
    for (i, &entering) in terms[k - 1..].iter().enumerate() {
        window = window.wrapping_mul(MULTIPLIER).wrapping_add(entering);
        out.push(mix(window ^ salt));
        window = window.wrapping_sub(terms[i].wrapping_mul(leaving));
    }
}

/// Appends the shingles of `terms` to `out` in text order, repeats included. Only the highest
/// `hash_bits` bits of each hash are kept; the others are zero.
pub fn in_order(terms: &[u64], sketching: &Sketching, out: &mut Vec<u64>) {
    let start = out.len();
    hashes(terms, sketching.k, sketching.seed, out);
    let mask = kept_bits(sketching);
    if mask != u64::MAX {
        out[start..].iter_mut().for_each(|hash| *hash &= mask);
    }
}

/// Appends the elements of the compared set to `out`, unordered and possibly repeated. They are the
/// shingles of the document. If documents are bags, the second and each later occurrence of a shingle is
/// a separate element, so that the Jaccard of two sets is Σmin/Σmax of the counts.
pub fn elements(terms: &[u64], sketching: &Sketching, out: &mut Vec<u64>) {
    let start = out.len();
    in_order(terms, sketching, out);
    if !sketching.bag {
        return;
    }
    let shingles = &mut out[start..];
    shingles.sort_unstable();
    for repeats in shingles.chunk_by_mut(|a, b| a == b) {
        for (earlier, shingle) in repeats.iter_mut().enumerate() {
            *shingle = occurrence(*shingle, earlier as u64, sketching);
        }
    }
}

/// The element of a bag for one occurrence of a shingle. `before` is the number of earlier occurrences in the document.
pub fn occurrence(shingle: u64, before: u64, sketching: &Sketching) -> u64 {
    match before {
        0 => shingle,
        _ => mix(shingle ^ mix(before)) & kept_bits(sketching),
    }
}

/// The compared set: the elements, sorted and without repeats.
pub fn set(terms: &[u64], sketching: &Sketching) -> Vec<u64> {
    let mut out = Vec::new();
    elements(terms, sketching, &mut out);
    out.sort_unstable();
    out.dedup();
    out
}

fn kept_bits(sketching: &Sketching) -> u64 {
    match sketching.hash_bits {
        bits @ 1..64 => !(u64::MAX >> bits),
        _ => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Normalisation;
    use crate::similarity::Overlap;
    use crate::text::Normaliser;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn shingles_of(text: &str, k: usize) -> Vec<u64> {
        let mut terms = Vec::new();
        Normaliser::new(&Normalisation::default())
            .unwrap()
            .hashes(text, &mut terms);
        let mut out = Vec::new();
        hashes(&terms, k, 0, &mut out);
        out
    }

    #[test]
    fn short_documents_have_one_shingle_and_empty_ones_none() {
        assert_eq!(shingles_of("only three words", 4).len(), 1);
        assert_eq!(shingles_of("word", 4).len(), 1);
        assert_eq!(shingles_of("...", 4).len(), 0);
    }

    proptest! {
        #[test]
        fn the_jaccard_of_bags_is_minima_over_maxima(
            a in prop::collection::vec(0_u64..4, 0..40),
            b in prop::collection::vec(0_u64..4, 0..40),
            short: bool,
        ) {
            let sketching = Sketching { k: 1, bag: true, hash_bits: if short { 32 } else { 64 }, ..Sketching::default() };
            let count = |terms: &[u64], term: u64| terms.iter().filter(|t| **t == term).count() as u64;
            let (shared, union) = (0..4).fold((0, 0), |(shared, union), term| {
                let (x, y) = (count(&a, term), count(&b, term));
                (shared + x.min(y), union + x.max(y))
            });
            let o = Overlap::new(&set(&a, &sketching), &set(&b, &sketching));
            prop_assert_eq!((u64::from(o.shared), o.union()), (shared, union));
        }

        #[test]
        fn equal_hashes_mean_equal_shingles(terms in prop::collection::vec(0_u64..6, 0..60), k in 1_usize..9, seed: u64) {
            let terms: Vec<u64> = terms.iter().map(|t| mix(*t)).collect();
            let mut got = Vec::new();
            hashes(&terms, k, seed, &mut got);
            let k = k.min(terms.len().max(1));
            let want: Vec<&[u64]> = terms.windows(k).collect();
            prop_assert_eq!(got.len(), want.len());
            let mut seen: BTreeMap<&[u64], u64> = BTreeMap::new();
            for (shingle, hash) in want.iter().zip(&got) {
                prop_assert_eq!(*seen.entry(shingle).or_insert(*hash), *hash);
            }
            prop_assert_eq!(seen.values().collect::<BTreeSet<_>>().len(), seen.len());
        }
    }
}
