//! Number of documents that contain each shingle of a collection.
//!
//! Only shingles of two documents or more are stored. Two-bit counters first find those that may repeat; these are
//! counted in partitions by the high bits of the hash, so that only the hashes of one partition are in memory at a
//! time. Cost: one pass over all terms for the counters and one for each partition, and a sort of the shingles that may
//! repeat.

use rayon::prelude::*;

use crate::base::{Cancel, DocNo, RepeatFilter};
use crate::index::Collection;
use crate::text::shingles;

/// Approximate number of hashes in one partition.
const MAX_HASHES: usize = 1 << 23;

/// Document frequencies of the shingles of one width.
#[derive(Clone, Debug, Default)]
pub struct ShingleFrequency {
    windows: Windows,
    /// The recorded shingles, ascending.
    shingles: Vec<u64>,
    /// For each recorded shingle, the number of documents that contain it.
    documents: Vec<u32>,
    /// Start of the shingles for each value of the high bits.
    starts: Vec<usize>,
    shift: u32,
}

impl ShingleFrequency {
    /// Counts the documents of each shingle that `windows` defines. Only those in at least `min_documents` documents
    /// are recorded; all others count as occurring in one. `None` once cancelled. Call on the rayon pool.
    pub fn new(
        collection: &Collection,
        windows: Windows,
        min_documents: u32,
        cancel: &Cancel,
    ) -> Option<Self> {
        Self::in_partitions(collection, windows, min_documents, MAX_HASHES, cancel)
    }

    fn in_partitions(
        collection: &Collection,
        windows: Windows,
        min_documents: u32,
        max_hashes: usize,
        cancel: &Cancel,
    ) -> Option<Self> {
        let all: Vec<DocNo> = collection.documents().collect();
        let repeats = RepeatFilter::new((collection.terms_in_all() as usize).saturating_mul(4));
        all.par_iter().for_each_init(Vec::new, |hashes, doc| {
            if !cancel.stopped() {
                windows.hashes(&collection.terms(*doc), hashes);
                hashes.iter().for_each(|hash| repeats.count(*hash));
            }
        });
        let partitions = partitions(&repeats, &all, collection, windows, max_hashes);
        let bits = partitions.next_power_of_two().ilog2();
        let (mut shingles, mut documents) = (Vec::new(), Vec::new());
        for partition in 0..1_u64 << bits {
            collection.release();
            // A shift by 64 bits would overflow: one partition contains all hashes.
            let is_inside = |hash: u64| bits == 0 || hash >> (64 - bits) == partition;
            let mut repeated: Vec<u64> = all
                .par_iter()
                .fold(
                    || (Vec::new(), Vec::new()),
                    |(mut out, mut hashes), doc| {
                        if !cancel.stopped() {
                            windows.hashes(&collection.terms(*doc), &mut hashes);
                            hashes.retain(|hash| is_inside(*hash) && repeats.repeats(*hash));
                            hashes.sort_unstable();
                            hashes.dedup();
                            out.extend_from_slice(&hashes);
                        }
                        (out, hashes)
                    },
                )
                .map(|(out, _)| out)
                .reduce(Vec::new, |mut left, mut right| {
                    left.append(&mut right);
                    left
                });
            cancel.proceed()?;
            repeated.par_sort_unstable();
            for equal in repeated.chunk_by(|a, b| a == b) {
                if equal.len() >= min_documents.max(2) as usize {
                    shingles.push(equal[0]);
                    documents.push(equal.len() as u32);
                }
            }
        }
        collection.release();
        (!cancel.stopped()).then(|| Self::from_sorted(windows, shingles, documents))
    }

    fn from_sorted(windows: Windows, shingles: Vec<u64>, documents: Vec<u32>) -> Self {
        let bits = shingles.len().next_power_of_two().ilog2().max(1);
        let shift = 64 - bits;
        let mut starts = vec![0; (1 << bits) + 1];
        for shingle in &shingles {
            starts[(shingle >> shift) as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        ShingleFrequency {
            windows,
            shingles,
            documents,
            starts,
            shift,
        }
    }

    /// Number of terms in a shingle.
    pub fn width(&self) -> usize {
        self.windows.width
    }

    /// Number of documents that contain this shingle, a hash of [`ShingleFrequency::shingles`]; 1 if it is not
    /// recorded.
    pub fn documents(&self, shingle: u64) -> u32 {
        if self.shingles.is_empty() {
            return 1;
        }
        let bucket = (shingle >> self.shift) as usize;
        let from = self.starts[bucket];
        let part = &self.shingles[from..self.starts[bucket + 1]];
        part.binary_search(&shingle)
            .map_or(1, |at| self.documents[from + at])
    }

    /// Returns the recorded shingles that occur in more than `limit` documents.
    pub fn above(&self, limit: u32) -> impl Iterator<Item = u64> {
        let counted = self.shingles.iter().zip(&self.documents);
        counted.filter_map(move |(shingle, documents)| (*documents > limit).then_some(*shingle))
    }

    /// Replaces the content of `out` with the shingles of `terms`, in order.
    pub fn shingles(&self, terms: &[u64], out: &mut Vec<u64>) {
        self.windows.hashes(terms, out);
    }

    /// Returns the number of documents that contain each shingle of `terms`, in order.
    pub fn in_order(&self, terms: &[u64]) -> Vec<u32> {
        let mut hashes = Vec::new();
        self.shingles(terms, &mut hashes);
        hashes.iter().map(|hash| self.documents(*hash)).collect()
    }
}

/// Definition of a shingle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Windows {
    /// Number of terms, at least 1.
    pub width: usize,
    /// Whether a text of fewer terms is a shingle, too.
    pub short: bool,
}

impl Windows {
    /// Replaces the content of `out` with the shingles of `terms`, in order.
    fn hashes(self, terms: &[u64], out: &mut Vec<u64>) {
        out.clear();
        if self.short || terms.len() >= self.width {
            shingles::hashes(terms, self.width, 0, out);
        }
    }
}

/// Number of partitions such that each has about `max_hashes` hashes that may repeat, estimated from a sample.
fn partitions(
    repeats: &RepeatFilter,
    all: &[DocNo],
    collection: &Collection,
    windows: Windows,
    max_hashes: usize,
) -> usize {
    const SAMPLE_STEP: usize = 16;
    if collection.terms_in_all() as usize <= max_hashes {
        return 1;
    }
    let sampled = all.par_iter().step_by(SAMPLE_STEP);
    let repeated: usize = sampled
        .map_init(Vec::new, |hashes, doc| {
            windows.hashes(&collection.terms(*doc), hashes);
            hashes.iter().filter(|hash| repeats.repeats(**hash)).count()
        })
        .sum();
    (repeated.saturating_mul(SAMPLE_STEP) / max_hashes.max(1) + 1).min(1 << 10)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use crate::index::made;
    use crate::settings::Sketching;

    fn plain(text: &[u64], Windows { width, short }: Windows) -> impl Iterator<Item = &[u64]> {
        text.windows(if short && !text.is_empty() {
            width.min(text.len())
        } else {
            width
        })
    }

    /// Number of documents of each shingle.
    fn brute(texts: &[Vec<u64>], windows: Windows) -> BTreeMap<&[u64], u32> {
        let mut counts = BTreeMap::new();
        for text in texts {
            let distinct: BTreeSet<&[u64]> = plain(text, windows).collect();
            for shingle in distinct {
                *counts.entry(shingle).or_insert(0) += 1;
            }
        }
        counts
    }

    proptest! {
        #[test]
        fn frequencies_equal_a_plain_count_in_any_number_of_partitions(
            texts in prop::collection::vec(prop::collection::vec(0_u64..3, 0..24), 0..30),
            width in 1_usize..6,
            short: bool,
            min_documents in 2_u32..5,
            max_hashes in prop::sample::select(vec![1_usize, 7, 100, MAX_HASHES]),
        ) {
            let collection = made::collection(&texts, Sketching { permutations: 8, ..Sketching::default() });
            let windows = Windows { width, short };
            let frequency = ShingleFrequency::in_partitions(&collection, windows, min_documents, max_hashes, &Cancel::default())
                .expect("not cancelled");
            let counts = brute(&texts, windows);
            let listed_count = |count: u32| if count >= min_documents { count } else { 1 };
            for text in &texts {
                let want: Vec<u32> = plain(text, windows).map(|shingle| listed_count(counts[shingle])).collect();
                prop_assert_eq!(frequency.in_order(text), want);
            }
            prop_assert_eq!(frequency.shingles.len(), counts.values().filter(|count| **count >= min_documents).count());
            let most: Vec<u64> = frequency.above(min_documents).collect();
            prop_assert_eq!(most.len(), counts.values().filter(|count| **count > min_documents).count());
            let unknown = vec![9_u64; width];
            prop_assert_eq!(frequency.in_order(&unknown), vec![1]);
        }
    }

    #[test]
    fn a_cancelled_count_has_no_result() {
        let collection = made::collection(&[vec![1, 2, 3]], Sketching::default());
        assert!(
            ShingleFrequency::new(
                &collection,
                Windows {
                    width: 2,
                    short: false
                },
                2,
                &Cancel::after(0)
            )
            .is_none()
        );
    }
}
