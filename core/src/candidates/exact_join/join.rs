//! Execution of a join: choice of the algorithm by cost, and the division into pieces of work.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::counting_join::{CostEstimate, CountingJoin, OverlapCounts};
use super::items::Items;
use super::join_predicate::JoinPredicate;
use super::join_predicate::{Visitor, sift};
use super::prefixes::{PrefixPlan, Prefixes};
use crate::base::{Cancel, DocNo};
use crate::similarity::Overlap;

/// Approximate nanoseconds per posting that is looked up by prefix and filtered.
const FILTER_COST: u64 = 4;

/// Verification takes about `items.mean_length() / VERIFICATION_DIVISOR` ns per posting that is looked up by prefix.
const VERIFICATION_DIVISOR: u64 = 2;

/// A prepared join.
pub struct Join<'a> {
    items: &'a Items,
    /// The predicate of the join.
    pub predicate: JoinPredicate,
    algorithm: Algorithm,
    /// Estimated CPU time of the join in nanoseconds, from the number of postings. Independent of the
    /// machine; decides whether the join is affordable.
    pub cost: u64,
}

enum Algorithm {
    /// Count every item of every document; the counts are the overlaps.
    CountingJoin(CountingJoin),
    /// Prefix filter first, then verification of the surviving candidates.
    Prefixes(Prefixes),
}

/// A pair `a < b` with its exact overlap.
pub type JoinedPair = (DocNo, DocNo, Overlap);

/// Documents per piece of work. Threads take pieces dynamically.
const PIECE: usize = 64;

impl<'a> Join<'a> {
    /// Prepares a join of all pairs in `items` that satisfy `predicate`, with the cheaper algorithm.
    pub fn new(items: &'a Items, predicate: JoinPredicate) -> Self {
        let estimate = CostEstimate::new(items);
        let plan = PrefixPlan::new(items, predicate);
        let by_prefix = plan.postings * (FILTER_COST + items.mean_length() / VERIFICATION_DIVISOR);
        let cost = estimate.cost.min(by_prefix);
        let algorithm = if estimate.cost <= by_prefix {
            Algorithm::CountingJoin(CountingJoin::new(items, estimate))
        } else {
            Algorithm::Prefixes(Prefixes::new(items, plan))
        };
        Join {
            items,
            predicate,
            algorithm,
            cost,
        }
    }

    /// Returns all pairs that satisfy the predicate, unordered, and the number of candidates. `pair` converts each pair
    /// (`a < b`) with its exact overlap. Once cancelled, the result contains the pairs found so far.
    pub fn run<T: Copy + Send>(
        &self,
        pair: impl Fn(JoinedPair) -> T + Sync,
        cancel: &Cancel,
    ) -> (Vec<T>, u64) {
        self.run_within(usize::MAX, |joined| Some(pair(joined)), cancel, |_| {})
            .unwrap_or_default()
    }

    /// Does the same as [`Join::run`], but without the pairs that `pair` rejects. `None` if there are more than
    /// about `max_pairs` pairs. `progress` receives the completed share, 0..=1, from any thread.
    pub fn run_within<T: Copy + Send>(
        &self,
        max_pairs: usize,
        pair: impl Fn(JoinedPair) -> Option<T> + Sync,
        cancel: &Cancel,
        progress: impl Fn(f64) + Sync,
    ) -> Option<(Vec<T>, u64)> {
        let pair_count = AtomicUsize::new(0);
        let full = Cancel::default();
        let room = Room {
            pair_count: &pair_count,
            max_pairs,
            full: &full,
        };
        let either = full.clone().or(cancel);
        let parts = self.visit(|| self.gather(&pair, room), &either, progress);
        if room.is_exceeded() {
            return None;
        }
        // Parts are copied and freed one by one, so that peak memory is little more than one copy of the
        // pairs.
        let mut pairs = Vec::with_capacity(parts.iter().map(|part| part.out.len()).sum());
        let mut candidates = 0;
        for part in parts {
            pairs.extend_from_slice(&part.out);
            candidates += part.candidates;
        }
        Some((pairs, candidates))
    }

    /// Counts the pairs of every `every`-th document with earlier documents. The count times `every` estimates the
    /// total. Once cancelled, the remaining documents are skipped.
    pub fn count_some(&self, every: usize, cancel: &Cancel) -> u64 {
        let count = self.items.len();
        (0..count.div_ceil(every))
            .into_par_iter()
            .map_init(OverlapCounts::default, |scratch, at| {
                let pair_count = AtomicUsize::new(0);
                let room = Room {
                    pair_count: &pair_count,
                    max_pairs: usize::MAX,
                    full: cancel,
                };
                let mut gather = self.gather(&|_| Some(()), room);
                if !cancel.stopped() {
                    // Takes the middle document of each group, because documents are ordered by size and later ones
                    // have more predecessors.
                    let i = (at * every + every / 2).min(count - 1);
                    self.partners(i..i + 1, scratch, &mut gather);
                }
                gather.out.len() as u64
            })
            .sum()
    }

    /// Passes each pair that satisfies the predicate to a visitor exactly once. Also passes some pairs that do not
    /// satisfy it. There is one visitor per thread; nothing is stored. Once cancelled, the rest is skipped. `progress`
    /// receives the completed share, 0..=1, from any thread.
    pub fn visit<V: Visitor>(
        &self,
        visitor: impl Fn() -> V + Sync,
        cancel: &Cancel,
        progress: impl Fn(f64) + Sync,
    ) -> Vec<V> {
        let count = self.items.len();
        let next = AtomicUsize::new(0);
        let threads = rayon::current_num_threads().min(count.div_ceil(PIECE));
        let work = |_| {
            let (mut visitor, mut scratch) = (visitor(), OverlapCounts::default());
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece * PIECE >= count || cancel.stopped() {
                    return visitor;
                }
                // The last documents have the most predecessors. Starting with them balances the threads
                // at the end.
                let end = count - piece * PIECE;
                self.partners(end.saturating_sub(PIECE)..end, &mut scratch, &mut visitor);
                let left = end.saturating_sub(PIECE) as f64 / count as f64;
                progress(1.0 - left * left);
            }
        };
        (0..threads)
            .into_par_iter()
            .with_max_len(1)
            .map(work)
            .collect()
    }

    fn gather<'g, T, F>(&'g self, pair: &'g F, room: Room<'g>) -> Gather<'g, T, F> {
        Gather {
            items: self.items,
            predicate: self.predicate,
            pair,
            room,
            out: Vec::new(),
            candidates: 0,
        }
    }

    /// Finds the partners of each document in `range` among the earlier ones, which are no larger.
    fn partners(
        &self,
        range: Range<usize>,
        scratch: &mut OverlapCounts,
        visitor: &mut impl Visitor,
    ) {
        let (items, predicate) = (self.items, self.predicate);
        let from = |i: usize| {
            let min_size = predicate.smallest_partner(items.sizes[i]);
            items.sizes[..i].partition_point(|size| *size < min_size)
        };
        match &self.algorithm {
            Algorithm::CountingJoin(counting) => {
                counting.count(items, range, from, scratch, visitor)
            }
            Algorithm::Prefixes(prefixes) => {
                let counts = scratch.counts(items.len());
                for i in range {
                    if !items.of_document(i).is_empty() {
                        prefixes.probe(items, predicate, i, from(i), counts, visitor);
                    }
                }
            }
        }
    }
}

/// Number of pairs that a thread finds before it updates the shared count.
const COUNT_STEP: usize = 4_096;

/// Number of pairs that all threads have found, and its limit.
#[derive(Clone, Copy)]
struct Room<'a> {
    pair_count: &'a AtomicUsize,
    max_pairs: usize,
    /// Cancelled once more than `max_pairs` pairs are found.
    full: &'a Cancel,
}

impl Room<'_> {
    fn add(self, pairs: usize) {
        self.pair_count.fetch_add(pairs, Ordering::Relaxed);
        if self.is_exceeded() {
            self.full.stop();
        }
    }

    fn is_exceeded(self) -> bool {
        self.pair_count.load(Ordering::Relaxed) > self.max_pairs
    }
}

/// Visitor that collects the pairs satisfying the predicate.
struct Gather<'a, T, F> {
    items: &'a Items,
    predicate: JoinPredicate,
    pair: &'a F,
    room: Room<'a>,
    out: Vec<T>,
    candidates: u64,
}

impl<T: Send, F: Fn(JoinedPair) -> Option<T> + Sync> Gather<'_, T, F> {
    fn take(&mut self, larger: usize, smaller: usize, overlap: Overlap) {
        let (a, b) = (self.items.documents[smaller], self.items.documents[larger]);
        let joined = if a < b {
            (a, b, overlap)
        } else {
            (b, a, overlap.swapped())
        };
        let Some(pair) = (self.pair)(joined) else {
            return;
        };
        if self.out.len() % COUNT_STEP == COUNT_STEP - 1 {
            if self.room.is_exceeded() {
                return;
            }
            self.room.add(COUNT_STEP);
        }
        self.out.push(pair);
    }
}

impl<T: Send, F: Fn(JoinedPair) -> Option<T> + Sync> Visitor for Gather<'_, T, F> {
    fn pair(&mut self, larger: usize, smaller: usize, shared: u32) {
        self.candidates += 1;
        let overlap = self.items.overlap(smaller, larger, shared);
        if self.predicate.met_by(&overlap) {
            self.take(larger, smaller, overlap);
        }
    }

    fn row(&mut self, larger: usize, from: usize, shared: &[u32]) {
        self.candidates += shared
            .iter()
            .map(|count| u64::from(*count > 0))
            .sum::<u64>();
        let (items, predicate) = (self.items, self.predicate);
        sift(
            items,
            predicate,
            larger,
            from,
            shared,
            |smaller, overlap| {
                self.take(larger, smaller, overlap);
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::exact_join::ShingleSets;
    use crate::similarity::Measure;
    use crate::text::shingles::mix;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Few distinct values give overlaps of every size. Runs of values that only occur together give items of weight
    /// above 1.
    fn sets() -> impl Strategy<Value = Vec<BTreeSet<u64>>> {
        let set = (
            prop::collection::btree_set(0_u64..60, 0..24),
            prop::collection::btree_set(0_u64..6, 0..4),
        );
        let set = set.prop_map(|(single, runs)| {
            let runs = runs.iter().flat_map(|run| 100 + run * 10..107 + run * 10);
            single.into_iter().chain(runs).map(mix).collect()
        });
        prop::collection::vec(set, 0..24)
    }

    fn brute_force(sets: &[BTreeSet<u64>], predicate: JoinPredicate) -> Vec<JoinedPair> {
        let mut want = Vec::new();
        for a in 0..sets.len() {
            for b in a + 1..sets.len() {
                let overlap = Overlap {
                    shared: sets[a].intersection(&sets[b]).count() as u32,
                    size_a: sets[a].len() as u32,
                    size_b: sets[b].len() as u32,
                };
                if overlap.shared > 0 && predicate.met_by(&overlap) {
                    want.push((DocNo::at(a), DocNo::at(b), overlap));
                }
            }
        }
        want
    }

    proptest! {
        #[test]
        fn both_algorithms_find_the_pairs_of_brute_force(
            sets in sets(), percent in 0_u32..=100, contained: bool, repeats in 0_usize..3,
        ) {
            let measure = if contained { Measure::Containment } else { Measure::Jaccard };
            let predicate = JoinPredicate::new(measure, f64::from(percent) / 100.0);
            let documents: Vec<DocNo> = (0..sets.len()).map(DocNo::at).collect();
            let gathered = ShingleSets::gather(&documents, 1_000, |doc, out| {
                // Repeats have no effect.
                out.extend(&sets[doc.index()]);
                out.extend(sets[doc.index()].iter().take(repeats));
            });
            let items = Items::new(&gathered);
            let want = brute_force(&sets, predicate);
            let automatic = Join::new(&items, predicate).algorithm;
            let algorithms = [
                automatic,
                Algorithm::CountingJoin(CountingJoin::new(&items, CostEstimate::new(&items))),
                Algorithm::Prefixes(Prefixes::new(&items, PrefixPlan::new(&items, predicate))),
            ];
            for algorithm in algorithms {
                let join = Join { items: &items, predicate, algorithm, cost: 0 };
                prop_assert_eq!(join.count_some(1, &Cancel::default()), want.len() as u64);
                let (mut got, _) = join.run(|joined| joined, &Cancel::default());
                got.sort_by_key(|(a, b, _)| (*a, *b));
                prop_assert_eq!(&got, &want);
            }
        }
    }
}
