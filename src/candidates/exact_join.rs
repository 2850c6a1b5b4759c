//! The complete join: every pair with exact Jaccard at or above a threshold, without any sketch.
//!
//! Prefix, length and position filters in one pass (AllPairs, Bayardo, Ma, Srikant 2007; PPJoin, Xiao,
//! Wang, Lin, Yu 2008). Shingles are ordered from rare to common. Two sets that are similar enough
//! must share a shingle among the first few of each, so only those are indexed; and since a shingle
//! that occurs in one document only is rarest of all, most prefixes of natural text hold nothing
//! that needs indexing. Cost: a sort of all shingles, and the postings of the prefixes. Known
//! weakness: at low thresholds prefixes are long, and boilerplate makes their postings long too.

use rayon::prelude::*;

use crate::base::DocNo;
use crate::similarity::Overlap;

/// The shingle sets of some documents, one behind the other.
pub struct Sets {
    documents: Vec<DocNo>,
    starts: Vec<usize>,
    hashes: Vec<u64>,
}

impl Sets {
    /// Gathers the sets of `documents`, each sorted and without repeats, as `set` gives them.
    pub fn gather(documents: &[DocNo], set: impl Fn(DocNo) -> Vec<u64> + Sync) -> Self {
        let mut starts = vec![0];
        let mut hashes = Vec::new();
        for chunk in documents.chunks(1024) {
            let sets: Vec<Vec<u64>> = chunk.par_iter().map(|doc| set(*doc)).collect();
            for set in sets {
                hashes.extend(set);
                starts.push(hashes.len());
            }
        }
        Sets {
            documents: documents.to_vec(),
            starts,
            hashes,
        }
    }

    fn get(&self, i: usize) -> &[u64] {
        &self.hashes[self.starts[i]..self.starts[i + 1]]
    }
}

/// Documents as ranks: position in the order from rare to common, of the shingles that occur in more
/// than one document. Documents themselves are ordered by size.
struct Ranked {
    documents: Vec<DocNo>,
    /// Number of distinct shingles, unique ones included.
    sizes: Vec<u32>,
    starts: Vec<usize>,
    ranks: Vec<u32>,
    /// How many distinct ranks there are.
    universe: usize,
}

impl Ranked {
    fn of(sets: &Sets) -> Self {
        let count = sets.documents.len();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&i| (sets.get(i).len(), sets.documents[i]));
        let mut position = vec![0_u32; count];
        for (at, &i) in order.iter().enumerate() {
            position[i] = at as u32;
        }
        let occurrences = occurrences(sets, &position);
        // Where the documents of each shingle stand among all, from rare to common, then by hash.
        let mut common: Vec<(u32, u32)> = Vec::new();
        let mut begin = 0;
        for run in occurrences.chunk_by(|a, b| a.0 == b.0) {
            common.push((run.len() as u32, begin));
            begin += run.len() as u32;
        }
        common.par_sort_unstable();
        let mut starts = vec![0; count + 1];
        for (_, document) in &occurrences {
            starts[*document as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        // Rank after rank, so that each document's come in their order.
        let mut next = starts.clone();
        let mut ranks = vec![0; occurrences.len()];
        for (rank, &(length, begin)) in common.iter().enumerate() {
            let begin = begin as usize;
            for (_, document) in &occurrences[begin..begin + length as usize] {
                let slot = &mut next[*document as usize];
                ranks[*slot] = rank as u32;
                *slot += 1;
            }
        }
        Ranked {
            documents: order.iter().map(|&i| sets.documents[i]).collect(),
            sizes: order.iter().map(|&i| sets.get(i).len() as u32).collect(),
            starts,
            ranks,
            universe: common.len(),
        }
    }

    fn get(&self, i: usize) -> &[u32] {
        &self.ranks[self.starts[i]..self.starts[i + 1]]
    }

    /// How many of document `i`'s ranks lie in its prefix of `length` shingles: those that occur
    /// nowhere else come first in the order and take their share of it.
    fn prefix(&self, i: usize, length: usize) -> &[u32] {
        let ranks = self.get(i);
        let alone = self.sizes[i] as usize - ranks.len();
        &ranks[..length.saturating_sub(alone).min(ranks.len())]
    }
}

/// Parts of the range of hashes that are worked on one by one: what a part needs stays in the cache,
/// and a set's share of it is still a run of memory.
const PARTS: usize = 8;

/// Each shingle that occurs in more than one document, by its hash, with each of those documents,
/// by `position`; in the order of both.
fn occurrences(sets: &Sets, position: &[u32]) -> Vec<(u64, u32)> {
    // Eight to sixteen counters for each hash that a part can be expected to hold.
    let counters = sets
        .hashes
        .len()
        .next_power_of_two()
        .clamp(1 << 10, 1 << 32);
    // Where each part begins in each set.
    let begins: Vec<[u32; PARTS]> = (0..sets.documents.len())
        .into_par_iter()
        .map(|i| {
            let set = sets.get(i);
            std::array::from_fn(|part| {
                let least = (part as u64) << (64 - PARTS.ilog2());
                set.partition_point(|hash| *hash < least) as u32
            })
        })
        .collect();
    let parts: Vec<Vec<(u64, u32)>> = (0..PARTS)
        .into_par_iter()
        .map(|part| {
            let pieces: Vec<(u32, &[u64])> = (0..sets.documents.len())
                .map(|i| {
                    let set = sets.get(i);
                    let end = begins[i].get(part + 1).map_or(set.len(), |e| *e as usize);
                    (position[i], &set[begins[i][part] as usize..end])
                })
                .collect();
            // Most shingles occur once. Counters of two bits, which some shingles share, leave out
            // almost all of those without a sort: the low bit is set at first, the high one then.
            let mut counted = vec![0_u64; counters / 32];
            let place = |hash: u64| {
                let counter = (hash << PARTS.ilog2() >> (64 - counters.ilog2())) as usize;
                (counter / 32, counter % 32 * 2)
            };
            for &hash in pieces.iter().flat_map(|(_, piece)| *piece) {
                let (word, shift) = place(hash);
                let before = counted[word] >> shift & 1;
                counted[word] |= (before << 1 | 1) << shift;
            }
            let mut found: Vec<(u64, u32)> = Vec::new();
            for &(document, piece) in &pieces {
                for &hash in piece {
                    let (word, shift) = place(hash);
                    if counted[word] >> shift & 2 != 0 {
                        found.push((hash, document));
                    }
                }
            }
            found.sort_unstable();
            let runs = found.chunk_by(|a, b| a.0 == b.0);
            runs.filter(|run| run.len() > 1)
                .flatten()
                .copied()
                .collect()
        })
        .collect();
    parts.concat()
}

/// Shared shingles that two sets need for Jaccard `threshold`: the least `o` with
/// `o / (size_a + size_b - o) >= threshold`, as the division itself rounds.
fn needed(size_a: u32, size_b: u32, threshold: f64) -> u32 {
    let both = u64::from(size_a) + u64::from(size_b);
    let enough = |o: u32| f64::from(o) / (both - u64::from(o)) as f64 >= threshold;
    let mut o = (threshold / (1.0 + threshold) * both as f64).floor() as u32;
    while o > 0 && enough(o - 1) {
        o -= 1;
    }
    while !enough(o) && u64::from(o) < both {
        o += 1;
    }
    o.max(1)
}

/// The smallest size that a set similar to one of `size` can have.
fn smallest_partner(size: u32, threshold: f64) -> u32 {
    let mut least = (threshold * f64::from(size)).floor() as u32;
    while least > 0 && f64::from(least - 1) / f64::from(size) >= threshold {
        least -= 1;
    }
    while f64::from(least) / f64::from(size) < threshold {
        least += 1;
    }
    least.max(1)
}

/// Position filter's verdict on a candidate.
const PRUNED: u32 = u32::MAX;

/// A pair with its exact overlap, `a < b`.
pub type Joined = (DocNo, DocNo, Overlap);

/// A prepared join: the sets in rank order, and the index over their prefixes.
pub struct Join {
    ranked: Ranked,
    threshold: f64,
    /// For each rank, where its postings start.
    starts: Vec<u32>,
    /// Document (in size order) and position of the rank in that document's list.
    postings: Vec<(u32, u32)>,
}

impl Join {
    /// Prepares to find all pairs of `sets` with Jaccard at or above `threshold` (0..=1; at 0 every
    /// pair that shares a shingle).
    #[must_use]
    pub fn new(sets: &Sets, threshold: f64) -> Self {
        let threshold = threshold.max(f64::MIN_POSITIVE);
        let ranked = Ranked::of(sets);
        let mut starts = vec![0_u32; ranked.universe + 1];
        let prefixes: Vec<&[u32]> = (0..ranked.documents.len())
            .map(|i| ranked.prefix(i, index_prefix(ranked.sizes[i], threshold)))
            .collect();
        for rank in prefixes.iter().copied().flatten() {
            starts[*rank as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut postings = vec![(0, 0); starts.last().map_or(0, |n| *n as usize)];
        for (i, prefix) in prefixes.iter().enumerate() {
            for (position, rank) in prefix.iter().enumerate() {
                let slot = &mut next[*rank as usize];
                postings[*slot as usize] = (i as u32, position as u32);
                *slot += 1;
            }
        }
        Join {
            ranked,
            threshold,
            starts,
            postings,
        }
    }

    /// What it was prepared for.
    #[must_use]
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// Postings that running the join will touch at most: what decides whether it is affordable.
    #[must_use]
    pub fn cost(&self) -> u64 {
        (0..self.ranked.documents.len())
            .into_par_iter()
            .map(|i| {
                let prefix = self
                    .ranked
                    .prefix(i, probe_prefix(self.ranked.sizes[i], self.threshold));
                prefix
                    .iter()
                    .map(|rank| self.list(*rank).len() as u64)
                    .sum::<u64>()
            })
            .sum()
    }

    fn list(&self, rank: u32) -> &[(u32, u32)] {
        let rank = rank as usize;
        &self.postings[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }

    /// All pairs at or above the threshold, `a < b`, with their exact overlap, in no particular
    /// order; and the number of candidates that were counted. `go_on` is asked now and then.
    #[must_use]
    pub fn run(&self, go_on: impl Fn() -> bool + Sync) -> (Vec<Joined>, u64) {
        let count = self.ranked.documents.len();
        let chunk = count.div_ceil(256).max(1);
        let parts: Vec<(Vec<Joined>, u64)> = (0..count.div_ceil(chunk))
            .into_par_iter()
            .map(|c| {
                let mut counts = vec![0; count];
                let (mut out, mut candidates) = (Vec::new(), 0);
                for i in c * chunk..((c + 1) * chunk).min(count) {
                    if go_on() {
                        candidates += self.probe(i, &mut counts, &mut out);
                    }
                }
                (out, candidates)
            })
            .collect();
        let candidates = parts.iter().map(|(_, n)| n).sum();
        (
            parts.into_iter().flat_map(|(out, _)| out).collect(),
            candidates,
        )
    }

    /// Finds the partners of document `i` among the smaller ones. `counts` is all zero before and
    /// after.
    fn probe(&self, i: usize, counts: &mut [u32], out: &mut Vec<Joined>) -> u64 {
        let size = self.ranked.sizes[i];
        if size == 0 {
            return 0;
        }
        let ranks = self.ranked.get(i);
        let alone = size as usize - ranks.len();
        let least = smallest_partner(size, self.threshold);
        let from = self.ranked.sizes.partition_point(|s| *s < least) as u32;
        let mut touched: Vec<u32> = Vec::new();
        for (position, rank) in self
            .ranked
            .prefix(i, probe_prefix(size, self.threshold))
            .iter()
            .enumerate()
        {
            let list = self.list(*rank);
            let begin = list.partition_point(|(j, _)| *j < from);
            for &(j, other) in &list[begin..] {
                if j as usize >= i {
                    break;
                }
                let count = &mut counts[j as usize];
                if *count == 0 {
                    touched.push(j);
                } else if *count == PRUNED {
                    continue;
                }
                // What can still be shared behind this shingle, counted in whole sets.
                let j = j as usize;
                let rest_i = size as usize - alone - position - 1;
                let rest_j = self.ranked.get(j).len() - other as usize - 1;
                let most = *count as usize + 1 + rest_i.min(rest_j);
                if most < needed(size, self.ranked.sizes[j], self.threshold) as usize {
                    *count = PRUNED;
                } else {
                    *count += 1;
                }
            }
        }
        let mut counted = 0;
        for j in touched {
            let count = std::mem::take(&mut counts[j as usize]);
            if count == PRUNED {
                continue;
            }
            counted += 1;
            let j = j as usize;
            let shared = shared_ranks(ranks, self.ranked.get(j));
            if shared < needed(size, self.ranked.sizes[j], self.threshold) {
                continue;
            }
            let (a, b) = (self.ranked.documents[j], self.ranked.documents[i]);
            let overlap = Overlap {
                shared,
                size_a: self.ranked.sizes[j],
                size_b: size,
            };
            out.push(if a < b {
                (a, b, overlap)
            } else {
                (b, a, overlap.swapped())
            });
        }
        counted
    }
}

/// Shingles of a set that must be looked up so that no partner, of any size, is missed.
fn probe_prefix(size: u32, threshold: f64) -> usize {
    (size - smallest_partner(size, threshold).min(size)) as usize + 1
}

/// Shingles of a set that must be indexed: partners that are looked up later are at least as large.
fn index_prefix(size: u32, threshold: f64) -> usize {
    if size == 0 {
        return 0;
    }
    (size - needed(size, size, threshold).min(size)) as usize + 1
}

fn shared_ranks(a: &[u32], b: &[u32]) -> u32 {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        shared += u32::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn sets() -> impl Strategy<Value = Vec<BTreeSet<u64>>> {
        // Few distinct values, so that overlaps of every size come about; some sets repeated.
        prop::collection::vec(prop::collection::btree_set(0_u64..60, 0..24), 0..24)
    }

    proptest! {
        #[test]
        fn the_join_equals_brute_force(sets in sets(), percent in 1_u32..=100) {
            let threshold = f64::from(percent) / 100.0;
            let documents: Vec<DocNo> = (0..sets.len()).map(DocNo::at).collect();
            let gathered = Sets::gather(&documents, |doc| sets[doc.index()].iter().copied().collect());
            let (mut got, _) = Join::new(&gathered, threshold).run(|| true);
            got.sort_by_key(|(a, b, _)| (*a, *b));
            let mut want = Vec::new();
            for a in 0..sets.len() {
                for b in a + 1..sets.len() {
                    let shared = sets[a].intersection(&sets[b]).count() as u32;
                    let overlap = Overlap { shared, size_a: sets[a].len() as u32, size_b: sets[b].len() as u32 };
                    if shared > 0 && overlap.jaccard() >= threshold {
                        want.push((DocNo::at(a), DocNo::at(b), overlap));
                    }
                }
            }
            prop_assert_eq!(got, want);
        }

        #[test]
        fn needed_is_the_least_that_reaches_the_threshold(a in 1_u32..500, b in 1_u32..500, percent in 1_u32..=100) {
            let t = f64::from(percent) / 100.0;
            let least = (1..=a.min(b)).find(|o| Overlap { shared: *o, size_a: a, size_b: b }.jaccard() >= t);
            let n = needed(a, b, t);
            match least {
                Some(least) => prop_assert_eq!(n, least),
                None => prop_assert!(n > a.min(b)),
            }
        }
    }
}
