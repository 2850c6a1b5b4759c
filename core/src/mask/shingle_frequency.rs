//! Number of documents that contain each shingle of a collection.
//!
//! Only shingles of two documents or more are kept. Two-bit counters first find those that may repeat; the rest is
//! counted in partitions by the high bits of the hash, so that only the hashes of one partition are in memory at a
//! time. Cost: one pass over all terms for the counters and one for each partition, and a sort of the shingles that may
//! repeat.

use rayon::prelude::*;

use crate::base::{Cancel, DocNo, RepeatFilter};
use crate::index::Collection;
use crate::text::shingles;

/// Hashes of one partition that are in memory at a time, approximately.
const AT_ONCE: usize = 1 << 23;

/// Document frequencies of the shingles of one width.
#[derive(Clone, Debug, Default)]
pub struct ShingleFrequency {
    windows: Windows,
    /// The shingles of enough documents, ascending.
    shingles: Vec<u64>,
    /// The number of documents of each.
    documents: Vec<u32>,
    /// Start of the shingles for each value of the high bits.
    starts: Vec<usize>,
    shift: u32,
}

impl ShingleFrequency {
    /// Counts the shingles that `windows` are in the texts; only those of at least `least` documents are recorded, all
    /// others count as occurring in one. `None` once cancelled. Call on the rayon pool.
    pub fn new(
        collection: &Collection,
        windows: Windows,
        least: u32,
        cancel: &Cancel,
    ) -> Option<Self> {
        Self::in_partitions(collection, windows, least, AT_ONCE, cancel)
    }

    fn in_partitions(
        collection: &Collection,
        windows: Windows,
        least: u32,
        at_once: usize,
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
        let partitions = partitions(&repeats, &all, collection, windows, at_once);
        let bits = partitions.next_power_of_two().ilog2();
        let (mut shingles, mut documents) = (Vec::new(), Vec::new());
        for partition in 0..1_u64 << bits {
            collection.release();
            // A shift by 64 would be the whole hash: one partition has all.
            let inside = |hash: u64| bits == 0 || hash >> (64 - bits) == partition;
            let mut repeated: Vec<u64> = all
                .par_iter()
                .fold(
                    || (Vec::new(), Vec::new()),
                    |(mut out, mut hashes), doc| {
                        if !cancel.stopped() {
                            windows.hashes(&collection.terms(*doc), &mut hashes);
                            hashes.retain(|hash| inside(*hash) && repeats.repeats(*hash));
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
            for same in repeated.chunk_by(|a, b| a == b) {
                if same.len() >= least.max(2) as usize {
                    shingles.push(same[0]);
                    documents.push(same.len() as u32);
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

    /// Number of documents that contain this shingle, a hash of [`ShingleFrequency::shingles`]; 1 if it occurs in one
    /// document, or is unknown.
    pub fn documents(&self, shingle: u64) -> u32 {
        if self.shingles.is_empty() {
            return 1;
        }
        let bucket = (shingle >> self.shift) as usize;
        let from = self.starts[bucket];
        let near = &self.shingles[from..self.starts[bucket + 1]];
        near.binary_search(&shingle)
            .map_or(1, |at| self.documents[from + at])
    }

    /// The shingles that occur in more than `most` documents, at least two.
    pub fn above(&self, most: u32) -> impl Iterator<Item = u64> {
        let counted = self.shingles.iter().zip(&self.documents);
        counted.filter_map(move |(shingle, documents)| (*documents > most).then_some(*shingle))
    }

    /// The shingles of `terms`, one for each position at which one starts.
    pub fn shingles(&self, terms: &[u64], out: &mut Vec<u64>) {
        self.windows.hashes(terms, out);
    }

    /// Number of documents that hold the shingle that starts at each position; as many values as `terms`
    /// has shingles, none if it is shorter than one.
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
    /// Replaces `out` by the shingles of `terms`, in order.
    fn hashes(self, terms: &[u64], out: &mut Vec<u64>) {
        out.clear();
        if self.short || terms.len() >= self.width {
            shingles::hashes(terms, self.width, 0, out);
        }
    }
}

/// Number of partitions such that each has about `at_once` hashes that may repeat, estimated from one in 16 documents.
fn partitions(
    repeats: &RepeatFilter,
    all: &[DocNo],
    collection: &Collection,
    windows: Windows,
    at_once: usize,
) -> usize {
    const SAMPLE: usize = 16;
    if collection.terms_in_all() as usize <= at_once {
        return 1;
    }
    let sampled = all.par_iter().step_by(SAMPLE);
    let repeated: usize = sampled
        .map_init(Vec::new, |hashes, doc| {
            windows.hashes(&collection.terms(*doc), hashes);
            hashes.iter().filter(|hash| repeats.repeats(**hash)).count()
        })
        .sum();
    (repeated.saturating_mul(SAMPLE) / at_once.max(1) + 1).min(1 << 10)
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
        fn frequencies_are_those_of_a_plain_count_in_any_number_of_partitions(
            texts in prop::collection::vec(prop::collection::vec(0_u64..3, 0..24), 0..30),
            width in 1_usize..6,
            short: bool,
            least in 2_u32..5,
            at_once in prop::sample::select(vec![1_usize, 7, 100, AT_ONCE]),
        ) {
            let collection = made::collection(&texts, Sketching { permutations: 8, ..Sketching::default() });
            let windows = Windows { width, short };
            let frequency = ShingleFrequency::in_partitions(&collection, windows, least, at_once, &Cancel::default())
                .expect("not cancelled");
            let counts = brute(&texts, windows);
            let listed_count = |count: u32| if count >= least { count } else { 1 };
            for text in &texts {
                let want: Vec<u32> = plain(text, windows).map(|shingle| listed_count(counts[shingle])).collect();
                prop_assert_eq!(frequency.in_order(text), want);
            }
            prop_assert_eq!(frequency.shingles.len(), counts.values().filter(|count| **count >= least).count());
            let most: Vec<u64> = frequency.above(least).collect();
            prop_assert_eq!(most.len(), counts.values().filter(|count| **count > least).count());
            let unknown = vec![9_u64; width];
            prop_assert_eq!(frequency.in_order(&unknown), vec![1]);
        }
    }

    #[test]
    fn work_that_is_stopped_has_no_result() {
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
