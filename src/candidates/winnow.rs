//! Candidates by winnowing: documents that share a passage, wherever it stands and however long they
//! are.
//!
//! Definition (Schleimer, Wilkerson, Aiken 2003): of every window of `w = t - k + 1` consecutive
//! shingles the least hash is a fingerprint, the rightmost of equals. Two documents that share t
//! consecutive terms share the w shingles of one window, and so its fingerprint: with one fingerprint
//! in common they are candidates. Of pairs that the threshold on Jaccard excludes by their sizes
//! alone none is proposed. Cost: about two in w + 1 shingles are looked up, and for each the square of
//! the documents that have it. Known weakness: every common phrase of t terms makes a candidate, so
//! boilerplate makes many; a fingerprint that too many documents share is set aside, and counted, and
//! with it the guarantee for passages that hold no other.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::lsh::Proposed;
use super::shared_keys::SharedKeys;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::similarity::Measure;
use crate::text::shingles::{in_order, mix};

/// Terms of a shared passage that make a candidate beyond those of a shingle, unless told otherwise:
/// passages of 12 terms for shingles of 4.
pub const BEYOND_A_SHINGLE: usize = 8;

/// Shingles in a window for passages of `passage` terms, at least 1.
#[must_use]
pub fn window(passage: usize, k: usize) -> usize {
    (passage + 1).saturating_sub(k).max(1)
}

/// Appends the fingerprints of a document to `out` in the order of its text, given its shingles in
/// that order: the least hash of each window of `width`, the rightmost of equals, each occurrence
/// once. A document of fewer shingles is one window.
pub fn fingerprints(shingles: &[u64], width: usize, out: &mut Vec<u64>) {
    let width = width.clamp(1, shingles.len().max(1));
    // Positions whose hash is less than all that follow in the window; the front is its least.
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

/// Every two of `documents` (rising) that share a fingerprint of windows of `width` shingles, but for
/// those whose sizes alone keep their `measure` below `threshold`. `should_continue` is asked now and then.
#[must_use]
pub fn candidates<G: Fn() -> bool + Sync>(
    collection: &Collection,
    documents: &[DocNo],
    width: usize,
    measure: Measure,
    threshold: f64,
    should_continue: &G,
) -> Proposed {
    let sketching = &collection.settings().sketching;
    let keys = |at: usize, out: &mut Vec<u64>| {
        let mut shingles = Vec::new();
        in_order(collection.terms(documents[at]), sketching, &mut shingles);
        fingerprints(&shingles, width, out);
        // The least of several hashes are small numbers: mixed, they spread over all.
        out.iter_mut().for_each(|hash| *hash = mix(*hash));
        out.sort_unstable();
        out.dedup();
    };
    // Shingles of each document, and of their fingerprints only the number.
    let sizes: Vec<(u32, u32)> = (0..documents.len())
        .into_par_iter()
        .map_init(Vec::new, |found, at| {
            found.clear();
            if !should_continue() {
                return (0, 0);
            }
            keys(at, found);
            let set = collection.shingle_set(documents[at]);
            (set.len() as u32, found.len() as u32)
        })
        .collect();
    let shared = SharedKeys {
        documents,
        keys,
        about: sizes.iter().map(|(_, keys)| *keys as usize).sum(),
        should_continue,
    };
    shared.proposed(|a, b, _| {
        let (a, b) = (sizes[a].0, sizes[b].0);
        // What they share is at most the lesser, what either has at least the greater.
        let most = f64::from(a.min(b)) / f64::from(a.max(b).max(1));
        measure != Measure::Jaccard || most >= threshold
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The example of the paper (figure 2): hashes of "adorunrunrunadorunrun" in windows of four.
    #[test]
    fn windows_of_the_paper_give_its_fingerprints() {
        let hashes = [
            77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98,
        ];
        let mut got = Vec::new();
        fingerprints(&hashes, 4, &mut got);
        assert_eq!(got, [17, 17, 8, 39, 17]);
    }

    #[test]
    fn a_passage_of_as_many_terms_as_a_shingle_has_is_a_window_of_one() {
        assert_eq!(window(4, 4), 1);
        assert_eq!(window(12, 4), 9);
        assert_eq!(window(2, 4), 1);
    }

    proptest! {
        #[test]
        fn fingerprints_are_those_of_the_definition(
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
