//! Candidates by shingle sampling: the hashes divisible by p.
//!
//! Definition (Manber 1994; Broder 1997): a document's sample consists of its shingle hashes that are 0 modulo p.
//! Unlike a sketch, the sample grows with the document, so it supports containment as well as resemblance. A pair is a
//! candidate if its samples share at least one hash, and at least as many as a pair at the threshold shares with
//! probability `recall`. At the threshold, the number of shared hashes is binomial: each of the hashes in either sample
//! is shared with the threshold as probability. Cost: one in p shingles is looked up, each with a cost quadratic in its
//! number of documents. Known weakness: small samples have high variance; a document with fewer than p shingles may
//! have an empty sample and cannot be found. Pairs of short documents are therefore missed more often than the recall
//! states.

use rayon::prelude::*;

use super::binomial::QuantileTable;
use super::scope::{Proposed, Scope};
use super::shared_keys::SharedKeys;
use crate::base::DocNo;
use crate::settings::Sketching;
use crate::similarity::Measure;

/// Default modulus. With 8, samples of short documents are so uninformative that two to four times as
/// many pairs must be verified.
pub const MODULUS: u64 = 4;

/// Whether a shingle hash is in the sample; hashes keep only their highest `hash_bits` bits.
pub fn sampled(hash: u64, modulus: u64, sketching: &Sketching) -> bool {
    let unused = 64 - sketching.hash_bits.clamp(1, 64);
    (hash >> unused).is_multiple_of(modulus.max(1))
}

/// Returns the pairs of documents whose samples share as many hashes as a pair exactly at `threshold` of `measure` does
/// with probability `recall`. Also returns the number of documents with shingles but an empty sample, which cannot be
/// found.
pub fn candidates(
    scope: &Scope<'_>,
    modulus: u64,
    measure: Measure,
    (threshold, recall): (f64, f64),
) -> (Proposed, u64) {
    let (collection, documents) = (scope.collection, scope.documents);
    let sketching = &collection.settings().sketching;
    let keys = |at: usize, out: &mut Vec<u64>| {
        let set = collection.shingle_set(documents[at]).into_iter();
        out.extend(set.filter(|hash| sampled(*hash, modulus, sketching)));
    };
    let shared = SharedKeys::with_cache(scope, keys);
    let sizes = shared.each(0..documents.len(), |_, sample| sample.len() as u32);
    let sizes: Vec<u32> = sizes.collect();
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let table = QuantileTable::new(largest.saturating_mul(2), threshold, recall);
    let key_count = sizes.iter().map(|size| *size as usize).sum();
    let proposed = shared.proposed(key_count, |a, b, shared| {
        // Number of sampled shingles of which each is shared with the measure as probability.
        let denominator = match measure {
            Measure::Jaccard => sizes[a] + sizes[b] - shared,
            Measure::Containment => sizes[a].min(sizes[b]),
        };
        shared >= table.quantile(denominator)
    });
    let is_empty = |(size, doc): (&u32, &DocNo)| *size == 0 && collection.term_count(*doc) > 0;
    let without_sample = sizes.iter().zip(documents).filter(|entry| is_empty(*entry));
    (proposed, without_sample.count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked example 8: the sample 0 mod 4 of sixteen 3-shingles.
    #[test]
    fn example_8_the_sample_0_mod_4() {
        let hashes = [
            938, 664, 463, 822, 492, 798, 78, 969, 143, 236, 913, 908, 694, 553, 870, 779,
        ];
        let sketching = Sketching::default();
        let sample: Vec<u64> = hashes
            .into_iter()
            .filter(|hash| sampled(*hash, 4, &sketching))
            .collect();
        assert_eq!(sample, [664, 492, 236, 908]);
    }

    #[test]
    fn the_sample_of_shortened_hashes_uses_the_remaining_bits() {
        let short = Sketching {
            hash_bits: 32,
            ..Sketching::default()
        };
        assert!(sampled(8 << 32, 8, &short));
        assert!(!sampled(9 << 32, 8, &short));
    }
}
