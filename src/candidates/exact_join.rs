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
        let mut all = sets.hashes.clone();
        all.par_sort_unstable();
        let mut common: Vec<(u32, u64)> = all
            .chunk_by(|a, b| a == b)
            .filter(|run| run.len() > 1)
            .map(|run| (run.len() as u32, run[0]))
            .collect();
        drop(all);
        common.par_sort_unstable();
        // Hash and rank, in the order of hashes: each document's own set is in that order too.
        let mut by_hash: Vec<(u64, u32)> = common
            .iter()
            .enumerate()
            .map(|(rank, (_, hash))| (*hash, rank as u32))
            .collect();
        by_hash.par_sort_unstable();
        let mut order: Vec<usize> = (0..sets.documents.len()).collect();
        order.sort_by_key(|&i| (sets.get(i).len(), sets.documents[i]));
        let lookup = Lookup::new(&by_hash);
        let per_document: Vec<Vec<u32>> = order
            .par_iter()
            .map(|&i| {
                let mut ranks: Vec<u32> = sets
                    .get(i)
                    .iter()
                    .filter_map(|hash| lookup.rank(*hash))
                    .collect();
                ranks.sort_unstable();
                ranks
            })
            .collect();
        let mut starts = vec![0];
        let mut ranks = Vec::new();
        for document in per_document {
            ranks.extend(document);
            starts.push(ranks.len());
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

/// From a hash to its rank, by the hash's leading bits and then a short search.
struct Lookup<'a> {
    sorted: &'a [(u64, u32)],
    /// Where each value of the leading bits begins.
    starts: Vec<u32>,
    shift: u32,
}

impl<'a> Lookup<'a> {
    fn new(sorted: &'a [(u64, u32)]) -> Self {
        let bits = (sorted.len().max(2).ilog2()).clamp(1, 24);
        let shift = 64 - bits;
        let mut starts = vec![0; (1 << bits) + 1];
        for (hash, _) in sorted {
            starts[(hash >> shift) as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        Lookup {
            sorted,
            starts,
            shift,
        }
    }

    fn rank(&self, hash: u64) -> Option<u32> {
        let bucket = (hash >> self.shift) as usize;
        let range = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        self.sorted[range]
            .iter()
            .find(|(h, _)| *h == hash)
            .map(|(_, rank)| *rank)
    }
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
