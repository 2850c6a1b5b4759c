//! Candidates by winnowing: documents that share a passage, at any position and for documents of any
//! length.
//!
//! Definition (Schleimer, Wilkerson, Aiken 2003): in every window of `w = t - k + 1` consecutive
//! shingles the minimum hash is a fingerprint (the rightmost of equal ones). Two documents that share t
//! consecutive terms share the w shingles of one window and hence its fingerprint. Pairs with a common
//! fingerprint are candidates, unless their sizes exclude a similarity at the threshold. Cost:
//! about two in w + 1 shingles are looked up, each with a cost quadratic in its documents. Known
//! weakness: every common phrase of t terms makes a candidate, so boilerplate makes many. Fingerprints
//! shared by too many documents are dropped and counted; the guarantee then does not hold for passages
//! without another fingerprint.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::scope::{Proposed, Scope};
use super::shared_keys::SharedKeys;
use crate::similarity::Measure;
use crate::text::shingles::{in_order, mix};

/// Default passage length minus the shingle length k, in terms: passages of 12 for shingles of 4.
pub const BEYOND_A_SHINGLE: usize = 8;

/// Window size in shingles for passages of `passage` terms, at least 1.
pub fn window(passage: usize, k: usize) -> usize {
    (passage + 1).saturating_sub(k).max(1)
}

/// Appends the fingerprints of a document to `out` in text order, given its shingles in text order: the
/// minimum hash of each window of `width` (the rightmost of equal ones), each position once. A document
/// with fewer shingles is one window.
pub fn fingerprints(shingles: &[u64], width: usize, out: &mut Vec<u64>) {
    let width = width.clamp(1, shingles.len().max(1));
    // Positions whose hash is less than all later hashes in the window; the front is the minimum.
    let mut rising: VecDeque<usize> = VecDeque::new();
    let mut last = None;
    for (at, hash) in shingles.iter().enumerate() {
        while rising.back().is_some_and(|back| shingles[*back] >= *hash) {
            rising.pop_back();
        }
        rising.push_back(at);
        if rising[0] + width <= at {
            rising.pop_front();
        }
        if at + 1 >= width && last != Some(rising[0]) {
            last = Some(rising[0]);
            out.push(shingles[rising[0]]);
        }
    }
}

/// Returns the pairs of documents that share a fingerprint with windows of `width` shingles, except pairs whose sizes
/// exclude a `measure` at or above `threshold`.
pub fn candidates(scope: &Scope<'_>, width: usize, measure: Measure, threshold: f64) -> Proposed {
    let (collection, documents) = (scope.collection, scope.documents);
    let sketching = &collection.settings().sketching;
    let keys = |at: usize, out: &mut Vec<u64>| {
        let mut shingles = Vec::new();
        in_order(&collection.terms(documents[at]), sketching, &mut shingles);
        fingerprints(&shingles, width, out);
        // Window minima are biased to small numbers; mixing spreads them over the whole range.
        out.iter_mut().for_each(|hash| *hash = mix(*hash));
        out.sort_unstable();
        out.dedup();
    };
    let shared = SharedKeys::with_cache(scope, keys);
    // Size of each document's shingle set, and its number of fingerprints.
    let sizes = shared.each(0..documents.len(), |at, keys| match keys.len() {
        0 => (0, 0),
        count => (collection.shingle_set(documents[at]).len() as u32, count),
    });
    let sizes: Vec<(u32, usize)> = sizes.collect();
    let key_count = sizes.iter().map(|(_, keys)| keys).sum();
    shared.proposed(key_count, |a, b, _| {
        measure.most(sizes[a].0 as usize, sizes[b].0 as usize) >= threshold
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The example of the paper (figure 2): hashes of "adorunrunrunadorunrun" in windows of four.
    #[test]
    fn the_example_of_the_paper_has_its_fingerprints() {
        let hashes = [
            77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98,
        ];
        let mut got = Vec::new();
        fingerprints(&hashes, 4, &mut got);
        assert_eq!(got, [17, 17, 8, 39, 17]);
    }

    proptest! {
        #[test]
        fn fingerprints_agree_with_the_definition(
            shingles in prop::collection::vec(0_u64..12, 0..60),
            width in 1_usize..12,
        ) {
            let mut got = Vec::new();
            fingerprints(&shingles, width, &mut got);
            let mut want = Vec::new();
            let mut last = None;
            for (at, window) in shingles.windows(width.min(shingles.len().max(1))).enumerate() {
                let least = *window.iter().min().unwrap();
                let right = at + window.iter().rposition(|hash| *hash == least).unwrap();
                if last != Some(right) {
                    want.push(least);
                }
                last = Some(right);
            }
            prop_assert_eq!(got, want);
        }
    }
}
