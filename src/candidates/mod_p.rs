//! Candidates by samples of shingles: the hashes that are divisible by p.
//!
//! Definition (Manber 1994; Broder 1997): a document's sample is its shingle hashes that are 0 modulo
//! p. Unlike a sketch it grows with the document, and so it serves containment as well as
//! resemblance. A pair is a candidate if its samples share a hash, and share as many as a pair at the
//! threshold does with the wanted recall: of the u hashes in either sample, binomially many with the
//! threshold's chance. Cost: one in p of all shingles is looked up, and for each the square of the
//! documents that have it. Known weakness: chance is large where samples are small; a document of
//! fewer than p shingles may have none at all and cannot be found, and so a pair of short documents is
//! missed more often than the recall says.

use rayon::prelude::*;

use super::binomial::Table;
use super::lsh::Proposed;
use super::shared_keys::SharedKeys;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::settings::Sketching;
use crate::similarity::Measure;

/// The modulus, unless told otherwise: with 8 samples of short documents say so little that two to
/// four times as many pairs must be counted.
pub const MODULUS: u64 = 4;

/// Whether a shingle hash, of which `sketching` keeps some of the highest bits, is in the sample.
#[must_use]
pub fn sampled(hash: u64, modulus: u64, sketching: &Sketching) -> bool {
    let unused = 64 - sketching.hash_bits.clamp(1, 64);
    (hash >> unused).is_multiple_of(modulus.max(1))
}

/// What a pair at the threshold looks like in its samples.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// What the threshold is held against.
    pub measure: Measure,
    /// The threshold, 0..=1.
    pub threshold: f64,
    /// How often a pair right at it should be a candidate.
    pub recall: f64,
}

/// Candidates, and the documents that cannot be found.
#[derive(Clone, Debug, Default)]
pub struct Sampled {
    /// The candidates.
    pub proposed: Proposed,
    /// Documents that have shingles, none of them in the sample.
    pub without_sample: u64,
}

/// Every two of `documents` (rising) whose samples could be those of a pair at the threshold. `should_continue`
/// is asked now and then.
#[must_use]
pub fn candidates<G: Fn() -> bool + Sync>(
    collection: &Collection,
    documents: &[DocNo],
    modulus: u64,
    wanted: Wanted,
    should_continue: &G,
) -> Sampled {
    let sketching = &collection.settings().sketching;
    let keys = |at: usize, out: &mut Vec<u64>| {
        let set = collection.shingle_set(documents[at]).into_iter();
        out.extend(set.filter(|hash| sampled(*hash, modulus, sketching)));
    };
    let sizes: Vec<u32> = (0..documents.len())
        .into_par_iter()
        .map_init(Vec::new, |sample, at| {
            sample.clear();
            if should_continue() {
                keys(at, sample);
            }
            sample.len() as u32
        })
        .collect();
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let table = Table::new(largest.saturating_mul(2), wanted.threshold, wanted.recall);
    let shared = SharedKeys {
        documents,
        keys,
        about: sizes.iter().map(|size| *size as usize).sum(),
        should_continue,
    };
    let proposed = shared.proposed(|a, b, shared| {
        // Of so many sampled shingles, each is shared with the chance that the measure says.
        let of = match wanted.measure {
            Measure::Jaccard => sizes[a] + sizes[b] - shared,
            Measure::Containment => sizes[a].min(sizes[b]),
        };
        shared >= table.quantile(of)
    });
    let empty = |(size, doc): (&u32, &DocNo)| *size == 0 && !collection.terms(*doc).is_empty();
    Sampled {
        proposed,
        without_sample: sizes.iter().zip(documents).filter(|of| empty(*of)).count() as u64,
    }
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
    fn of_shorter_hashes_the_bits_that_are_kept_decide() {
        let short = Sketching {
            hash_bits: 32,
            ..Sketching::default()
        };
        assert!(sampled(8 << 32, 8, &short));
        assert!(!sampled(9 << 32, 8, &short));
    }
}
