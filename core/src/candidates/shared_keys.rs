//! Pairs of documents that share keys, with the number of shared keys. Sorted list, super-shingles, mod p and winnowing
//! use this search; they differ in the keys of a document.
//!
//! Counts are accumulated from lists of (key, document) sorted by both (IIR 19.6), one block of documents at a time.
//! Only the lists of one block are in memory, and every later document counts its keys against them; so memory does not
//! grow with the corpus. Two-bit counters first filter out keys of only one document. Cost: the keys of each document
//! once per preceding block, and for each key the square of its number of documents. Known weakness: this square; lists
//! that are too long are dropped and counted.

use std::ops::Range;

use rayon::prelude::*;

use super::scope::{Collector, Proposed, Scope};
use crate::base::{Cancel, DocNo, Lists, RepeatFilter};

/// Size limits; smaller in tests.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// Maximum length of a list within one block; longer lists are dropped and counted.
    max_length: usize,
    /// Maximum number of keys per block, 16 bytes each.
    keys: usize,
    /// Maximum number of documents per block: each piece of work has one counter per document.
    documents: usize,
}

const BOUNDS: Bounds = Bounds {
    max_length: 20_000,
    keys: 1 << 23,
    documents: 1 << 18,
};

/// Maximum number of keys that are cached instead of being computed for each pass: 128 MB.
const MAX_CACHED_KEYS: usize = if cfg!(test) { 200 } else { 1 << 24 };

/// Documents and their keys.
pub struct SharedKeys<'a, K> {
    documents: &'a [DocNo],
    keys: K,
    /// Keys of each document, if they are expensive to compute and not too many.
    cached: Option<Lists<u64>>,
    cancel: &'a Cancel,
}

impl<'a, K> SharedKeys<'a, K>
where
    K: Fn(usize, &mut Vec<u64>) + Sync,
{
    /// Prepares a search. `keys` appends the keys of the document at a position of the scope: 64 well-mixed bits each,
    /// without repeats. After cancellation, the remaining documents have no keys.
    pub fn new(scope: &Scope<'a>, keys: K) -> Self {
        SharedKeys {
            documents: scope.documents,
            keys,
            cached: None,
            cancel: scope.cancel,
        }
    }

    /// Does the same as [`SharedKeys::new`], but computes all keys once and caches them, unless there are too many. For
    /// keys that take long to compute.
    pub fn with_cache(scope: &Scope<'a>, keys: K) -> Self {
        /// Number of documents whose keys are computed before their total number is checked.
        const PIECE: usize = 1_024;
        let mut shared = SharedKeys::new(scope, keys);
        let (mut lengths, mut all_keys) = (Vec::with_capacity(scope.documents.len()), Vec::new());
        for begin in (0..scope.documents.len()).step_by(PIECE) {
            let end = (begin + PIECE).min(scope.documents.len());
            let keys_by_document: Vec<Vec<u64>> =
                shared.each(begin..end, |_, keys| keys.to_vec()).collect();
            for keys in keys_by_document {
                lengths.push(keys.len());
                all_keys.extend_from_slice(&keys);
            }
            if all_keys.len() > MAX_CACHED_KEYS {
                return shared;
            }
        }
        shared.cached = Some(Lists::new(lengths.into_iter(), all_keys));
        shared
    }

    /// Returns the keys of the document at a position, from the cache or computed into `buffer`.
    fn keys_of<'k>(&'k self, at: usize, buffer: &'k mut Vec<u64>) -> &'k [u64] {
        if let Some(cached) = &self.cached {
            return cached.get(at);
        }
        buffer.clear();
        (self.keys)(at, buffer);
        buffer
    }

    /// Calls `work` with the position and the keys of each document, in parallel.
    pub fn each<T: Send>(
        &self,
        positions: Range<usize>,
        work: impl Fn(usize, &[u64]) -> T + Sync + Send,
    ) -> impl IndexedParallelIterator<Item = T> {
        positions
            .into_par_iter()
            .map_init(Vec::new, move |buffer, at| {
                let keys = if !self.cancel.stopped() {
                    self.keys_of(at, buffer)
                } else {
                    &[]
                };
                work(at, keys)
            })
    }

    /// Returns the pairs that share at least one key and for which `accept` returns `true`. `accept` receives both
    /// positions, the lower first, and the number of shared keys. `key_count` is the approximate total number of keys,
    /// which determines the number of counters.
    pub fn proposed(
        &self,
        key_count: usize,
        accept: impl Fn(usize, usize, u32) -> bool + Sync,
    ) -> Proposed {
        self.proposed_within(BOUNDS, key_count, accept)
    }

    fn proposed_within(
        &self,
        bounds: Bounds,
        key_count: usize,
        accept: impl Fn(usize, usize, u32) -> bool + Sync,
    ) -> Proposed {
        let mut collector = Collector::default();
        let repeated = self.repeated(key_count);
        let mut begin = 0;
        while begin < self.documents.len() && !self.cancel.stopped() {
            let block = self.block(begin, bounds, &repeated);
            let scratch = || Scratch {
                counts: vec![0; block.end - begin],
                touched: Vec::new(),
                keys: Vec::new(),
            };
            // A document of the block is compared with the earlier documents of the block, a later document
            // with all documents of the block.
            let row = |scratch: &mut Scratch, at: usize, out: &mut Vec<(DocNo, DocNo)>| {
                let keys = self.keys_of(at, &mut scratch.keys);
                for key in keys.iter().filter(|key| repeated.repeats(**key)) {
                    for &(_, other) in block.list(*key) {
                        if other as usize >= at {
                            break;
                        }
                        let count = &mut scratch.counts[other as usize - begin];
                        if *count == 0 {
                            scratch.touched.push(other);
                        }
                        *count += 1;
                    }
                }
                for other in scratch.touched.drain(..) {
                    let count = std::mem::take(&mut scratch.counts[other as usize - begin]);
                    if accept(other as usize, at, count) {
                        out.push((self.documents[other as usize], self.documents[at]));
                    }
                }
            };
            collector.rows(begin..self.documents.len(), scratch, row, self.cancel);
            collector.count_dropped(self.dropped_pairs(&block));
            begin = block.end;
        }
        collector.proposed
    }

    /// Filter for keys that more than one document may have.
    fn repeated(&self, key_count: usize) -> RepeatFilter {
        let repeated = RepeatFilter::new(key_count.saturating_mul(8));
        self.each(0..self.documents.len(), |_, keys| {
            keys.iter().for_each(|key| repeated.count(*key));
        })
        .for_each(drop);
        repeated
    }

    /// Builds the lists of the documents from `begin` on, as many as fit in a block.
    fn block(&self, begin: usize, bounds: Bounds, repeated: &RepeatFilter) -> Block {
        let mut entries: Vec<(u64, u32)> = Vec::new();
        let mut end = begin;
        let last = self.documents.len().min(begin + bounds.documents);
        while end < last && (end == begin || entries.len() < bounds.keys) {
            let next = last.min(end + 1_024.min(bounds.documents));
            let entries_of = |at: usize, keys: &[u64]| -> Vec<(u64, u32)> {
                let repeated_keys = keys.iter().filter(|key| repeated.repeats(**key));
                repeated_keys.map(|key| (*key, at as u32)).collect()
            };
            let entries_by_document: Vec<_> = self.each(end..next, entries_of).collect();
            for entry in entries_by_document {
                // A document that does not fit goes to the next block, unless the block is empty.
                if end > begin && entries.len() + entry.len() > bounds.keys {
                    break;
                }
                entries.extend(entry);
                end += 1;
            }
            if end < next {
                break;
            }
        }
        entries.par_sort_unstable();
        Block::new(entries, end, bounds.max_length)
    }

    /// Number of pairs in dropped lists, counted once per list.
    fn dropped_pairs(&self, block: &Block) -> u64 {
        if block.dropped.is_empty() {
            return 0;
        }
        let pairs_within = block.dropped.iter().map(|(_, n)| n * (n - 1) / 2);
        let later = self.each(block.end..self.documents.len(), |_, keys| {
            let position = |key| block.dropped.binary_search_by_key(key, |(k, _)| *k).ok();
            let dropped_lists = keys.iter().filter_map(position);
            dropped_lists.map(|i| block.dropped[i].1).sum::<u64>()
        });
        pairs_within.sum::<u64>() + later.sum::<u64>()
    }
}

struct Scratch {
    /// Number of keys shared with each document of the block; reset to 0 after each document.
    counts: Vec<u32>,
    touched: Vec<u32>,
    keys: Vec<u64>,
}

/// Lists of one block.
struct Block {
    /// (key, document position), sorted.
    entries: Vec<(u64, u32)>,
    /// Start of the entries for each value of the key's high bits.
    starts: Vec<u32>,
    shift: u32,
    /// Position after the last document of the block.
    end: usize,
    /// Dropped lists as (key, length), sorted by key.
    dropped: Vec<(u64, u64)>,
}

impl Block {
    fn new(sorted: Vec<(u64, u32)>, end: usize, max_length: usize) -> Self {
        let lists = || sorted.chunk_by(|a, b| a.0 == b.0);
        let too_long = lists().filter(|list| list.len() > max_length);
        let dropped: Vec<(u64, u64)> = too_long.map(|l| (l[0].0, l.len() as u64)).collect();
        let entries = if dropped.is_empty() {
            sorted
        } else {
            let kept = lists().filter(|list| list.len() <= max_length);
            kept.flatten().copied().collect()
        };
        let bits = entries.len().next_power_of_two().ilog2().max(1);
        let shift = 64 - bits;
        let mut starts = vec![0_u32; (1 << bits) + 1];
        for (key, _) in &entries {
            starts[(key >> shift) as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        Block {
            entries,
            starts,
            shift,
            end,
            dropped,
        }
    }

    /// Entries of the block with `key`, documents ascending.
    fn list(&self, key: u64) -> &[(u64, u32)] {
        let bucket = (key >> self.shift) as usize;
        let entries = &self.entries[self.starts[bucket] as usize..self.starts[bucket + 1] as usize];
        let from = entries.partition_point(|(k, _)| *k < key);
        let length = entries[from..].partition_point(|(k, _)| *k == key);
        &entries[from..from + length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::made;
    use crate::settings::Sketching;
    use crate::text::shingles::mix;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Sets = Vec<BTreeSet<u64>>;

    fn proposed(sets: &Sets, bounds: Bounds, least: u32) -> Proposed {
        let documents: Vec<DocNo> = (0..sets.len()).map(|i| DocNo::at(2 * i)).collect();
        let shared = SharedKeys {
            documents: &documents,
            keys: |at: usize, out: &mut Vec<u64>| out.extend(sets[at].iter().map(|k| mix(*k))),
            cached: None,
            cancel: &Cancel::default(),
        };
        let key_count = sets.iter().map(BTreeSet::len).sum();
        let mut proposed = shared.proposed_within(bounds, key_count, |a, b, count| {
            assert!(a < b && count == sets[a].intersection(&sets[b]).count() as u32);
            count >= least
        });
        proposed.pairs.sort_unstable();
        proposed
    }

    fn brute(sets: &Sets, least: usize) -> Vec<(DocNo, DocNo)> {
        let mut out = Vec::new();
        for a in 0..sets.len() {
            for b in a + 1..sets.len() {
                if sets[a].intersection(&sets[b]).count() >= least {
                    out.push((DocNo::at(2 * a), DocNo::at(2 * b)));
                }
            }
        }
        out
    }

    proptest! {
        #[test]
        fn pairs_and_counts_equal_brute_force_in_blocks_of_any_size(
            sets in prop::collection::vec(prop::collection::btree_set(0_u64..50, 0..16), 0..30),
            least in 1_u32..6,
            keys in 1_usize..40,
            documents in 1_usize..40,
        ) {
            let want = brute(&sets, least as usize);
            for bounds in [BOUNDS, Bounds { keys, ..BOUNDS }, Bounds { documents, ..BOUNDS }] {
                let got = proposed(&sets, bounds, least);
                prop_assert_eq!(&got.pairs, &want);
                prop_assert_eq!(got.capped, 0);
            }
            // Cached, or too many to be cached.
            let collection = made::collection(&vec![vec![1]; 2 * sets.len()], Sketching::default());
            let documents: Vec<DocNo> = (0..sets.len()).map(|i| DocNo::at(2 * i)).collect();
            let scope = Scope { collection: &collection, documents: &documents, cancel: &Cancel::default() };
            let keys_at = |at: usize, out: &mut Vec<u64>| out.extend(sets[at].iter().map(|k| mix(*k)));
            let shared = SharedKeys::with_cache(&scope, keys_at);
            let all: usize = sets.iter().map(BTreeSet::len).sum();
            prop_assert_eq!(shared.cached.is_some(), all <= MAX_CACHED_KEYS);
            let mut got = shared.proposed_within(Bounds { keys, ..BOUNDS }, all, |_, _, count| count >= least).pairs;
            got.sort_unstable();
            prop_assert_eq!(&got, &want);
        }
    }

    #[test]
    fn lists_that_are_too_long_are_dropped_and_their_pairs_counted() {
        // All twelve documents have key 7, and every two adjacent documents share another key.
        let sets: Sets = (0..12)
            .map(|i| BTreeSet::from([7, 100 + i, 101 + i]))
            .collect();
        let bounds = Bounds {
            max_length: 4,
            ..BOUNDS
        };
        let documents: Vec<DocNo> = (0..12).map(DocNo::at).collect();
        for (documents_a_block, capped) in [(12, 66), (8, 28 + 8 * 4)] {
            let shared = SharedKeys {
                documents: &documents,
                keys: |at: usize, out: &mut Vec<u64>| {
                    out.extend(sets[at].iter().map(|k: &u64| mix(*k)))
                },
                cached: None,
                cancel: &Cancel::default(),
            };
            let bounds = Bounds {
                documents: documents_a_block,
                ..bounds
            };
            let got = shared.proposed_within(bounds, 36, |_, _, n| n >= 1);
            assert_eq!(got.capped, capped);
            // The second block, of four documents, is within bounds and lists its pairs by key 7.
            let want = if documents_a_block == 12 { 11 } else { 8 + 6 };
            assert_eq!(got.pairs.len(), want);
        }
    }
}
