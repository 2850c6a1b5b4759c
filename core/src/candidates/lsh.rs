//! Candidates by locality-sensitive hashing: documents that agree on a whole band of their sketches.
//!
//! Cost: one pass over the sketches per group of bands and one sort of the documents per band; 16 bytes
//! per document and thread, in addition to the pairs. Known weaknesses: the method is probabilistic; a
//! pair at the threshold is missed with probability 1 - recall. The number of pairs of a bucket is quadratic in
//! its documents; shared boilerplate makes large buckets. Outsized buckets are therefore searched by the
//! complete join, whose cost does not depend on bucket size. If the join is too expensive, their documents are
//! paired only with their neighbours in sketch order; the omitted pairs are counted and reported.

use super::banding::Banding;
use super::scope::Proposed;
use crate::base::{Cancel, DocNo};
use crate::index::Collection;
use crate::sketch::Layout;
use rayon::prelude::*;

/// Maximum bucket size for which all pairs are proposed.
pub const BUCKET: usize = 1_000;

/// Number of later neighbours in sketch order with which a document of an outsized bucket is paired.
const WINDOW: usize = 64;

/// Maximum number of band keys in memory: 32 MB.
const MAX_KEYS: usize = 8 << 20;

/// Sketches that are read before pages of large mapped files are released, in words: 64 MB.
const BLOCK_WORDS: usize = 16 << 20;

/// Content of the buckets of all bands; `T` is a list of pairs or their number.
#[derive(Clone, Debug, Default)]
pub struct Buckets<T> {
    /// Pairs `a < b` that agree on at least one band, each once. Pairs with both documents in `outsized`
    /// are not counted, and may be missing from a list.
    pub pairs: T,
    /// Documents in outsized buckets, ascending.
    pub outsized: Vec<DocNo>,
}

/// Distributes `documents` into buckets by the bands of their sketches. Once cancelled, the remaining buckets are
/// skipped.
pub fn buckets(
    collection: &Collection,
    documents: &[DocNo],
    banding: Banding,
    cancel: &Cancel,
) -> Buckets<Vec<(DocNo, DocNo)>> {
    let mut pairs = Vec::new();
    let list = |pairs: &mut Vec<_>, band, a, b| {
        if first_agreement(collection, banding, band, a, b) {
            pairs.push((a, b));
        }
    };
    let take = |band_pairs| pairs.extend::<Vec<_>>(band_pairs);
    let outsized = pair_up(collection, documents, banding, cancel, list, take);
    Buckets { pairs, outsized }
}

/// Calls `pair` for every two documents of each bucket that is not outsized, with a value for the band and
/// the band's number, and passes these values to `take` in band order. Returns the documents of outsized
/// buckets, ascending. Once cancelled, the remaining buckets that are not outsized are skipped.
fn pair_up<T: Default + Send>(
    collection: &Collection,
    documents: &[DocNo],
    banding: Banding,
    cancel: &Cancel,
    pair: impl Fn(&mut T, usize, DocNo, DocNo) + Sync,
    mut take: impl FnMut(T),
) -> Vec<DocNo> {
    let mut outsized = vec![false; collection.len()];
    for_each_band(
        collection,
        documents,
        banding,
        |band, order| {
            let (mut band_pairs, mut outsized) = (T::default(), Vec::new());
            for bucket in in_buckets(&order) {
                if bucket.len() > BUCKET {
                    outsized.extend(bucket.iter().map(|entry| document(*entry)));
                } else if bucket.len() > 1 && !cancel.stopped() {
                    every_two(bucket, |a, b| pair(&mut band_pairs, band, a, b));
                }
            }
            (band_pairs, outsized)
        },
        |(band_pairs, members)| {
            take(band_pairs);
            for doc in members {
                outsized[doc.index()] = true;
            }
        },
    );
    let documents = collection.documents();
    documents.filter(|doc| outsized[doc.index()]).collect()
}

/// Returns the pairs of `buckets` and, for outsized buckets, the pairs of `neighbours`. Once cancelled, the remaining
/// buckets are skipped.
pub fn with_neighbours(
    collection: &Collection,
    buckets: Buckets<Vec<(DocNo, DocNo)>>,
    banding: Banding,
    cancel: &Cancel,
) -> Proposed {
    let mut all = neighbours(collection, &buckets.outsized, banding, cancel);
    all.pairs.extend(buckets.pairs);
    all.pairs.par_sort_unstable();
    all.pairs.dedup();
    all
}

/// Returns pairs among `documents`, which are in outsized buckets. In an outsized bucket each document is paired
/// with its neighbours in the order of whole sketches; the other pairs are counted.
fn neighbours(
    collection: &Collection,
    documents: &[DocNo],
    banding: Banding,
    cancel: &Cancel,
) -> Proposed {
    let mut all = Proposed::default();
    for_each_band(
        collection,
        documents,
        banding,
        |_, order| {
            let mut out = Proposed::default();
            for bucket in in_buckets(&order) {
                if cancel.stopped() {
                    break;
                }
                if bucket.len() <= BUCKET {
                    every_two(bucket, |a, b| out.pairs.push((a, b)));
                } else {
                    next_to_each_other(collection, bucket, &mut out);
                }
            }
            out
        },
        |band| {
            all.pairs.extend(band.pairs);
            all.capped += band.capped;
            // Two documents may collide in several bands.
            all.pairs.par_sort_unstable();
            all.pairs.dedup();
        },
    );
    all
}

fn next_to_each_other(collection: &Collection, bucket: &[u64], out: &mut Proposed) {
    let mut documents: Vec<DocNo> = bucket.iter().map(|entry| document(*entry)).collect();
    documents.sort_unstable_by(|a, b| {
        let by_sketch = collection.sketch(*a).cmp(collection.sketch(*b));
        by_sketch.then(a.cmp(b))
    });
    let pair_count = documents.len() as u64 * (documents.len() as u64 - 1) / 2;
    let mut proposed_count = 0;
    for (i, &a) in documents.iter().enumerate() {
        for &b in documents[i + 1..].iter().take(WINDOW) {
            proposed_count += 1;
            out.pairs.push((a.min(b), a.max(b)));
        }
    }
    out.capped += pair_count - proposed_count;
}

/// For each band, calls `work` with its number and the entries that may share a key, sorted by key (see
/// [`document`]); several bands run in parallel. Passes the results to `take` in band order.
fn for_each_band<T: Send>(
    collection: &Collection,
    documents: &[DocNo],
    banding: Banding,
    work: impl Fn(usize, Vec<u64>) -> T + Sync,
    mut take: impl FnMut(T),
) {
    if documents.is_empty() {
        return;
    }
    let documents = &*collection.in_file_order(documents);
    let (layout, rows) = (collection.layout(), banding.rows);
    // A sketch is loaded once per group of bands. The memory limit determines the size of a group.
    let band_count = (MAX_KEYS / documents.len()).max(2 * rayon::current_num_threads());
    let band_count = band_count.clamp(1, banding.bands.max(1));
    for first in (0..banding.bands).step_by(band_count) {
        let bands = band_count.min(banding.bands - first);
        let mut keys = vec![0_u32; documents.len() * bands];
        let piece = (BLOCK_WORDS / layout.words().max(1)).max(1);
        for (keys, documents) in keys.chunks_mut(piece * bands).zip(documents.chunks(piece)) {
            let each = keys.par_chunks_mut(bands).with_min_len(256);
            each.zip(documents).for_each(|(keys, &doc)| {
                let sketch = collection.sketch(doc);
                for (key, band) in keys.iter_mut().zip(first..) {
                    // The upper half of the key selects the bucket of a document.
                    *key = (band_key(layout, sketch, rows, band) >> 32) as u32;
                }
            });
            collection.release();
        }
        let results: Vec<T> = (0..bands)
            .into_par_iter()
            .with_max_len(1)
            .map(|at| {
                let keys = keys[at..].iter().step_by(bands).copied();
                let keyed = keys.zip(documents).map(|(key, doc)| (key, *doc));
                work(first + at, with_repeated_keys(keyed, documents.len()))
            })
            .collect();
        results.into_iter().for_each(&mut take);
    }
}

/// A hash of the `rows` values of one band of a sketch. Two sketches with the same values have the same key; see
/// [`Layout::key`] for its validity.
#[inline]
pub fn band_key(layout: Layout, sketch: &[u32], rows: usize, band: usize) -> u64 {
    layout.key(sketch, band * rows..(band + 1) * rows)
}

/// Returns the entries sorted by key, without most entries whose key is unique. A bitmap detects nearly all unique keys
/// with two probes each, which is much cheaper than sorting them.
fn with_repeated_keys(keyed: impl Iterator<Item = (u32, DocNo)> + Clone, count: usize) -> Vec<u64> {
    let bits = (count * 16).next_power_of_two().max(64);
    let word_and_bit = |key: u32| {
        let bit = key as usize & (bits - 1);
        (bit / 64, 1_u64 << (bit % 64))
    };
    let (mut seen, mut repeated) = (vec![0_u64; bits / 64], vec![0_u64; bits / 64]);
    for (key, _) in keyed.clone() {
        let (word, bit) = word_and_bit(key);
        repeated[word] |= seen[word] & bit;
        seen[word] |= bit;
    }
    let mut order: Vec<u64> = keyed
        .filter(|(key, _)| {
            let (word, bit) = word_and_bit(*key);
            repeated[word] & bit != 0
        })
        .map(|(key, doc)| (u64::from(key) << 32) | u64::from(doc.0))
        .collect();
    order.sort_unstable();
    order
}

/// Returns the document of an entry: the key is in the upper 32 bits, the document number in the lower.
fn document(entry: u64) -> DocNo {
    DocNo(entry as u32)
}

fn in_buckets(order: &[u64]) -> impl Iterator<Item = &[u64]> {
    order.chunk_by(|a, b| a >> 32 == b >> 32)
}

fn every_two(bucket: &[u64], mut pair: impl FnMut(DocNo, DocNo)) {
    for (i, &a) in bucket.iter().enumerate() {
        for &b in &bucket[i + 1..] {
            pair(document(a), document(b));
        }
    }
}

/// Whether `a` and `b` agree on `band` and on no earlier band, and are compared. Each pair is thus proposed once, and
/// hash collisions of keys are rejected.
fn first_agreement(
    collection: &Collection,
    banding: Banding,
    band: usize,
    a: DocNo,
    b: DocNo,
) -> bool {
    let (layout, rows) = (collection.layout(), banding.rows);
    let (sketch_a, sketch_b) = (collection.sketch(a), collection.sketch(b));
    let agree = |band: usize| layout.agree(sketch_a, sketch_b, band * rows..(band + 1) * rows);
    agree(band) && !(0..band).any(agree) && collection.compares(a, b)
}

/// Counts the pairs that [`buckets`] would list, without storing them: with few rows most pairs collide in
/// some bucket. `None` once cancelled.
pub fn count(
    collection: &Collection,
    documents: &[DocNo],
    banding: Banding,
    cancel: &Cancel,
) -> Option<Buckets<u64>> {
    let mut is_outsized = vec![false; collection.len()];
    let count = |is_outsized: &[bool]| {
        let mut pairs = 0;
        let count = |pairs: &mut u64, band, a: DocNo, b: DocNo| {
            let both = is_outsized[a.index()] && is_outsized[b.index()];
            *pairs += u64::from(!both && first_agreement(collection, banding, band, a, b));
        };
        let take = |band_pairs: u64| pairs += band_pairs;
        let outsized = pair_up(collection, documents, banding, cancel, count, take);
        Buckets { pairs, outsized }
    };
    let mut buckets = count(&is_outsized);
    if !buckets.outsized.is_empty() && !cancel.stopped() {
        // Pairs with both documents in outsized buckets can be recognised only now.
        for doc in &buckets.outsized {
            is_outsized[doc.index()] = true;
        }
        buckets = count(&is_outsized);
    }
    (!cancel.stopped()).then_some(buckets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::banding::RECALL;
    use crate::candidates::{Identical, Method, MethodConfig, find};
    use crate::index::made;
    use crate::settings::Sketching;
    use crate::text::shingles::mix;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Texts of pairs of documents with exactly `shared` common shingles out of `size` each; shingles are single
    /// terms.
    fn pair_texts(pairs: u64, size: u64, shared: u64) -> Vec<Vec<u64>> {
        let term = |n: u64| mix(n + 1);
        let texts = (0..pairs).flat_map(|pair| {
            let base = pair * 2 * size;
            let first = (base..base + size).map(term).collect();
            let second = (base + size - shared..base + 2 * size - shared)
                .map(term)
                .collect();
            [first, second]
        });
        texts.collect()
    }

    fn single_terms(permutations: usize) -> Sketching {
        Sketching {
            k: 1,
            permutations,
            ..Sketching::default()
        }
    }

    #[test]
    fn the_recall_of_pairs_at_the_threshold_is_the_configured_one() {
        let count = 1_000;
        // Jaccard 80 of 100, 60 of 100, 30 of 60.
        for (size, shared, threshold) in [(90, 80, 0.8), (80, 60, 0.6), (45, 30, 0.5)] {
            let collection = made::collection(&pair_texts(count, size, shared), single_terms(200));
            let documents: Vec<DocNo> = collection.documents().collect();
            let banding = Banding::choose(collection.layout(), threshold, RECALL);
            let proposed = buckets(&collection, &documents, banding, &Cancel::default());
            assert!(proposed.outsized.is_empty());
            let planted = |(a, b): &&(DocNo, DocNo)| a.0 % 2 == 0 && b.0 == a.0 + 1;
            let recalled = proposed.pairs.iter().filter(planted).count() as f64;
            // Four standard deviations below the mean of the configured recall.
            let (n, p) = (count as f64, RECALL);
            let bound = n * p - 4.0 * (n * p * (1.0 - p)).sqrt();
            assert!(recalled >= bound, "{threshold}: {recalled} of {count}");
        }
    }

    #[test]
    fn each_pair_is_proposed_once_and_agrees_on_a_band() {
        let collection = made::collection(&pair_texts(60, 20, 15), single_terms(200));
        let documents: Vec<DocNo> = collection.documents().collect();
        let banding = Banding { bands: 40, rows: 2 };
        let pairs = buckets(&collection, &documents, banding, &Cancel::default()).pairs;
        let layout = collection.layout();
        let mut want = BTreeSet::new();
        for (i, &a) in documents.iter().enumerate() {
            for &b in &documents[i + 1..] {
                let (x, y) = (collection.sketch(a), collection.sketch(b));
                if (0..40).any(|band| layout.agree(x, y, band * 2..band * 2 + 2)) {
                    want.insert((a, b));
                }
            }
        }
        assert_eq!(pairs.len(), want.len());
        assert_eq!(pairs.into_iter().collect::<BTreeSet<_>>(), want);
    }

    /// Documents of 20 boilerplate shingles and 6 individual ones, 4 of which the two documents of a
    /// pair share.
    fn boilerplate(count: u64) -> Vec<Vec<u64>> {
        let texts = (0..count).map(|i| {
            let own = (0..4).map(|at| mix(1_000 + i / 2 * 10 + at));
            let single = (0..2).map(|at| mix((1 << 40) + i * 10 + at));
            (0..20).map(mix).chain(own).chain(single).collect()
        });
        texts.collect()
    }

    #[test]
    fn outsized_buckets_are_searched_completely() {
        let texts = boilerplate(2 * BUCKET as u64);
        let collection = made::collection(&texts, single_terms(200));
        let documents: Vec<DocNo> = collection.documents().collect();
        // Any two documents share 20 of their 26 shingles, the two of a pair 24.
        let threshold = 24.0 / 28.0;
        let banding = Some(Banding { bands: 50, rows: 1 });
        let outsized = buckets(
            &collection,
            &documents,
            Banding { bands: 50, rows: 1 },
            &Cancel::default(),
        )
        .outsized;
        assert_eq!(outsized, documents);
        let method_config = MethodConfig {
            banding,
            ..MethodConfig::from(Method::Lsh)
        };
        let identical = Identical::new(&collection);
        let set = find(
            &collection,
            &identical,
            &method_config,
            threshold,
            threshold,
            &Cancel::default(),
        );
        let neighbours: Vec<(u32, u32)> = set.pairs.iter().map(|p| (p.a.0, p.b.0)).collect();
        let want: Vec<(u32, u32)> = (0..texts.len() as u32 / 2)
            .map(|i| (2 * i, 2 * i + 1))
            .collect();
        assert_eq!(neighbours, want);
        assert_eq!(set.info.capped, 0);
    }

    #[test]
    fn omitted_pairs_of_outsized_buckets_are_counted() {
        let texts = boilerplate(2 * BUCKET as u64);
        let collection = made::collection(&texts, single_terms(200));
        let documents: Vec<DocNo> = collection.documents().collect();
        let n = documents.len() as u64;
        let pair_count = n * (n - 1) / 2;
        let banding = Banding { bands: 1, rows: 1 };
        let value = |doc: &DocNo| collection.sketch(*doc)[0];
        let with_value = |value_of: u32| documents.iter().filter(move |doc| value(doc) == value_of);
        // For most documents the first value is the hash of a boilerplate shingle.
        let bucket: Vec<DocNo> = documents
            .iter()
            .map(|doc| with_value(value(doc)).copied().collect::<Vec<DocNo>>())
            .find(|bucket| bucket.len() > BUCKET)
            .expect("an outsized bucket");
        let proposed = neighbours(&collection, &documents, banding, &Cancel::default());
        assert!(proposed.capped > 0 && proposed.pairs.len() as u64 + proposed.capped <= pair_count);
        let unique: BTreeSet<_> = proposed.pairs.iter().collect();
        assert_eq!(unique.len(), proposed.pairs.len());
        assert!(proposed.pairs.iter().all(|(a, b)| a < b));
        let mut paired = vec![0; documents.len()];
        for (a, b) in &proposed.pairs {
            paired[a.index()] += 1;
            paired[b.index()] += 1;
        }
        assert!(bucket.iter().all(|doc| paired[doc.index()] >= WINDOW));
    }

    proptest! {
        #[test]
        fn the_count_equals_the_number_of_listed_pairs(
            texts in prop::collection::vec(prop::collection::vec(0_u64..9, 0..12), 0..30),
            rows in 1_usize..4,
        ) {
            let collection = made::collection(&texts, single_terms(16));
            let documents: Vec<DocNo> = collection.documents().collect();
            let banding = Banding { bands: 16 / rows, rows };
            let listed = buckets(&collection, &documents, banding, &Cancel::default());
            let counted = count(&collection, &documents, banding, &Cancel::default()).unwrap();
            prop_assert_eq!(counted.pairs, listed.pairs.len() as u64);
            prop_assert_eq!(counted.outsized, listed.outsized);
            if texts.len() > 1 {
                prop_assert!(count(&collection, &documents, banding, &Cancel::after(0)).is_none());
            }
        }
    }

    #[test]
    fn pairs_within_outsized_buckets_are_not_counted() {
        // All share one shingle, except two documents that share nothing with the others.
        let mut texts: Vec<Vec<u64>> = (0..BUCKET as u64 + 200).map(|i| vec![1, 100 + i]).collect();
        texts.extend([vec![2, 3, 4], vec![2, 3, 4, 5]]);
        let collection = made::collection(&texts, single_terms(16));
        let documents: Vec<DocNo> = collection.documents().collect();
        let banding = Banding { bands: 16, rows: 1 };
        let listed = buckets(&collection, &documents, banding, &Cancel::default());
        let is_outsized = |doc: &DocNo| listed.outsized.binary_search(doc).is_ok();
        let expected = listed
            .pairs
            .iter()
            .filter(|(a, b)| !is_outsized(a) || !is_outsized(b));
        let counted = count(&collection, &documents, banding, &Cancel::default()).unwrap();
        assert!(!counted.outsized.is_empty() && counted.outsized.len() < texts.len());
        assert_eq!(counted.pairs, expected.count() as u64);
        assert_eq!(counted.outsized, listed.outsized);
    }
}
