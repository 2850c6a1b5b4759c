//! Grouping of shingles into items: finds shingles in two or more documents, and those with identical
//! document lists.

use rayon::prelude::*;

use super::sets::ShingleSets;
use crate::base::Lists;
use crate::text::shingles::mix;

/// Items: the shingles that occur in two or more sets, grouped by document list.
pub struct Merged {
    /// Number of shingles per item, items ordered from rare to common.
    pub weights: Vec<u32>,
    /// Documents of each item, as ascending positions in the input sets.
    pub lists: Lists<u32>,
    /// Surplus occurrences of repeated elements, as (document, count). A document may appear several
    /// times.
    pub repeats: Vec<(u32, u32)>,
}

/// Inverts `lists`: returns, for each number below `count`, the indices of the lists that contain it, ascending.
pub fn inverted(lists: &Lists<u32>, count: usize) -> Lists<u32> {
    let mut lengths = vec![0_u32; count];
    for value in lists.values() {
        lengths[*value as usize] += 1;
    }
    let entries = (0..).zip(lists.iter()).flat_map(|(number, list)| {
        let in_list = list.iter();
        in_list.map(move |value| (*value as usize, number))
    });
    Lists::filled(&lengths, entries)
}

/// A group of shingles of one part that have the same documents.
#[derive(Clone, Copy)]
struct Run {
    /// Number of documents.
    length: u32,
    /// Number of shingles.
    weight: u32,
    /// Sum of the document hashes. Different lists rarely have the same sum.
    hash_sum: u64,
    /// Offset of the list in its part.
    begin: u64,
    part: u32,
}

struct Part {
    runs: Vec<Run>,
    lists: Vec<u32>,
    repeats: Vec<(u32, u32)>,
}

/// Groups the shared shingles of `sets` into items.
pub fn merged(sets: &ShingleSets) -> Merged {
    let parts: Vec<Part> = (0..sets.parts)
        .into_par_iter()
        .map(|part| {
            let (runs, lists, repeats) = shared(sets, part);
            let (runs, lists) = merge_runs(runs, |run| {
                &lists[run.begin as usize..][..run.length as usize]
            });
            Part {
                runs,
                lists,
                repeats,
            }
        })
        .collect();
    let mut runs = Vec::with_capacity(parts.iter().map(|part| part.runs.len()).sum());
    for (number, part) in parts.iter().enumerate() {
        runs.extend(part.runs.iter().map(|run| Run {
            part: number as u32,
            ..*run
        }));
    }
    let repeats = parts
        .iter()
        .flat_map(|part| &part.repeats)
        .copied()
        .collect();
    let (runs, values) = merge_runs(runs, |run| {
        &parts[run.part as usize].lists[run.begin as usize..][..run.length as usize]
    });
    Merged {
        weights: runs.iter().map(|run| run.weight).collect(),
        lists: Lists::new(runs.iter().map(|run| run.length as usize), values),
        repeats,
    }
}

/// The shingles of one part that occur in two or more documents, each as its own run; their document
/// lists; and repeated elements.
fn shared(sets: &ShingleSets, part: usize) -> (Vec<Run>, Vec<u32>, Vec<(u32, u32)>) {
    // Most shingles occur once. Two-bit counters filter out nearly all of these without a sort: the low bit is set on
    // the first occurrence, the high bit on the second. Several shingles may share a counter. There are 8 to 16
    // counters per expected shingle of the part.
    let bits = sets.parts.ilog2();
    let counter_count = (sets.elements * 8 / sets.parts)
        .next_power_of_two()
        .clamp(1 << 10, 1 << 32);
    let mut counter_words = vec![0_u64; counter_count / 32];
    let word_and_shift = |hash: u64| {
        let counter = (hash << bits >> (64 - counter_count.ilog2())) as usize;
        (counter / 32, counter % 32 * 2)
    };
    for slab in sets.slabs(part) {
        for &hash in slab {
            let (word, shift) = word_and_shift(hash);
            let before = counter_words[word] >> shift & 1;
            counter_words[word] |= (before << 1 | 1) << shift;
        }
    }
    let mut occurrences: Vec<(u64, u32)> = Vec::new();
    sets.each(part, |document, piece| {
        for &hash in piece {
            let (word, shift) = word_and_shift(hash);
            if counter_words[word] >> shift & 2 != 0 {
                occurrences.push((hash, document));
            }
        }
    });
    drop(counter_words);
    let occurrences = by_hash(&occurrences, bits);
    let (mut runs, mut lists, mut repeats) = (Vec::new(), Vec::<u32>::new(), Vec::new());
    for shingle in occurrences.chunk_by(|a, b| a.0 == b.0) {
        let begin = lists.len();
        let mut hash_sum = 0_u64;
        for in_document in shingle.chunk_by(|a, b| a.1 == b.1) {
            let document = in_document[0].1;
            lists.push(document);
            hash_sum = hash_sum.wrapping_add(mix(u64::from(document) + 1));
            if in_document.len() > 1 {
                repeats.push((document, in_document.len() as u32 - 1));
            }
        }
        let length = (lists.len() - begin) as u32;
        if length < 2 {
            lists.truncate(begin);
            continue;
        }
        runs.push(Run {
            length,
            weight: 1,
            hash_sum,
            begin: begin as u64,
            part: 0,
        });
    }
    (runs, lists, repeats)
}

/// Stable sort of occurrences by hash. The first `bits` bits of all hashes are equal. Cost: one pass into buckets by
/// the next bits, then a sort of each bucket of about 64 occurrences. Buckets are larger if there are few distinct
/// hashes, but then the sort is fast.
fn by_hash(occurrences: &[(u64, u32)], bits: u32) -> Vec<(u64, u32)> {
    let buckets = (occurrences.len() / 64)
        .next_power_of_two()
        .clamp(2, 1 << 12);
    let bucket = |hash: u64| (hash << bits >> (64 - buckets.ilog2())) as usize;
    let mut ends = vec![0_usize; buckets];
    for (hash, _) in occurrences {
        ends[bucket(*hash)] += 1;
    }
    // Turns lengths into start offsets; filling turns these into end offsets.
    let mut at = 0;
    for end in &mut ends {
        at += std::mem::replace(end, at);
    }
    let mut sorted = vec![(0, 0); occurrences.len()];
    for occurrence in occurrences {
        let end = &mut ends[bucket(occurrence.0)];
        sorted[*end] = *occurrence;
        *end += 1;
    }
    let mut begin = 0;
    for end in ends {
        sorted[begin..end].sort_by_key(|occurrence| occurrence.0);
        begin = end;
    }
    sorted
}

/// Merges runs with the same list and returns the lists concatenated. Deterministic order: shorter lists
/// first.
fn merge_runs<'a>(
    mut runs: Vec<Run>,
    list: impl Fn(&Run) -> &'a [u32] + Sync,
) -> (Vec<Run>, Vec<u32>) {
    runs.par_sort_unstable_by_key(|run| (run.length, run.hash_sum, run.part, run.begin));
    let mut unique: Vec<Run> = Vec::new();
    let mut values: Vec<u32> = Vec::new();
    for group in runs.chunk_by(|a, b| (a.length, a.hash_sum) == (b.length, b.hash_sum)) {
        // All lists are equal, unless sums collide.
        let first = unique.len();
        for run in group {
            let documents = list(run);
            let is_equal =
                |other: &Run| values[other.begin as usize..][..other.length as usize] == *documents;
            match unique[first..].iter().position(is_equal) {
                Some(at) => unique[first + at].weight += run.weight,
                None => {
                    unique.push(Run {
                        begin: values.len() as u64,
                        ..*run
                    });
                    values.extend_from_slice(documents);
                }
            }
        }
    }
    (unique, values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorting_by_buckets_equals_a_plain_sort(
            hashes in prop::collection::vec((0_u64..40, any::<u64>(), any::<bool>()), 0..400),
            bits in 1_u32..7,
        ) {
            let hash = |(few, any, is_any): (u64, u64, bool)| if is_any { any } else { mix(few) };
            let part_hashes = hashes.iter().map(|h| hash(*h) >> bits);
            let occurrences: Vec<(u64, u32)> = part_hashes.zip(0..).collect();
            let mut want = occurrences.clone();
            want.sort_unstable();
            prop_assert_eq!(by_hash(&occurrences, bits), want);
        }
    }
}
