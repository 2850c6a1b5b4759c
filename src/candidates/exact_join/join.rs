//! Running a join: how the pairs are counted, what that costs, and the work in pieces.

use rayon::prelude::*;

use super::items::Items;
use super::need::Need;
use super::prefixes::{Plan, Prefixes};
use crate::base::DocNo;
use crate::similarity::Overlap;

/// Nanoseconds, about, for a posting that is counted; with its share of deciding about the counts.
const COUNTED: u64 = 2;

/// Nanoseconds, about, for a posting that is looked up by prefix and filtered.
const FILTERED: u64 = 4;

/// One in so many items of a document is what a posting looked up by prefix costs later on, where the
/// candidates that the filters leave are counted to the end.
const LEFT: u64 = 2;

/// A prepared join.
pub struct Join<'a> {
    items: &'a Items,
    need: Need,
    way: Way,
    cost: u64,
}

/// How pairs are counted.
enum Way {
    /// Every item of every document: the counts are the overlaps.
    Whole,
    /// Prefixes first, then the rest of those that may be partners.
    Prefixes(Prefixes),
}

/// A pair with its exact overlap, `a < b`.
pub type Joined = (DocNo, DocNo, Overlap);

impl<'a> Join<'a> {
    /// Prepares to find all pairs among `items` that meet `need`, in the cheaper way.
    #[must_use]
    pub fn new(items: &'a Items, need: Need) -> Self {
        let postings: u64 = (0..items.count() as u32)
            .into_par_iter()
            .map(|item| {
                let documents = items.list(item).len() as u64;
                documents * (documents - 1) / 2
            })
            .sum();
        let plan = Plan::of(items, need);
        let by_prefix = plan.postings * (FILTERED + items.mean_length() / LEFT);
        let whole = postings * COUNTED;
        if whole <= by_prefix {
            Self::whole(items, need, whole)
        } else {
            Self::by_prefix(items, need, plan, by_prefix)
        }
    }

    fn whole(items: &'a Items, need: Need, cost: u64) -> Self {
        Join {
            items,
            need,
            way: Way::Whole,
            cost,
        }
    }

    fn by_prefix(items: &'a Items, need: Need, plan: Plan, cost: u64) -> Self {
        Join {
            items,
            need,
            cost,
            way: Way::Prefixes(Prefixes::new(items, plan)),
        }
    }

    /// What it was prepared for.
    #[must_use]
    pub fn need(&self) -> Need {
        self.need
    }

    /// About how many nanoseconds of one processor running the join will take, by the postings that it
    /// will touch: the same on every machine, and what decides whether it is affordable.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// All pairs that meet the need, made by `pair` from their exact overlap (`a < b`), in no
    /// particular order; and the number of candidates that were counted. `go_on` is asked now and
    /// then; after a no, what was found so far is returned.
    #[must_use]
    pub fn run<T: Copy + Send>(
        &self,
        pair: impl Fn(Joined) -> T + Sync,
        go_on: impl Fn() -> bool + Sync,
    ) -> (Vec<T>, u64) {
        let count = self.items.len();
        let chunk = count.div_ceil(256).max(1);
        let parts: Vec<(Vec<T>, u64)> = (0..count.div_ceil(chunk))
            .into_par_iter()
            .map_init(
                || vec![0; count],
                |counts, c| {
                    let (mut out, mut candidates) = (Vec::new(), 0);
                    for i in c * chunk..((c + 1) * chunk).min(count) {
                        if go_on() {
                            let mut found = |joined| out.push(pair(joined));
                            candidates += self.partners(i, counts, &mut found);
                        }
                    }
                    (out, candidates)
                },
            )
            .collect();
        // One part after the other is copied and freed, so that pairs are hardly ever held twice.
        let mut all = Vec::with_capacity(parts.iter().map(|(part, _)| part.len()).sum());
        let mut candidates = 0;
        for (part, counted) in parts {
            all.extend_from_slice(&part);
            candidates += counted;
        }
        (all, candidates)
    }

    /// How many pairs one in `every` documents has with those before it: so many times as many there
    /// are in all, about. `go_on` as for [`Join::run`].
    #[must_use]
    pub fn count_some(&self, every: usize, go_on: &(impl Fn() -> bool + Sync + ?Sized)) -> u64 {
        let count = self.items.len();
        (0..count.div_ceil(every))
            .into_par_iter()
            .map_init(
                || vec![0; count],
                |counts, at| {
                    let mut pairs = 0;
                    if go_on() {
                        // The middle of each group: documents are in the order of size, and
                        // larger ones have more before them.
                        let i = (at * every + every / 2).min(count - 1);
                        let _ = self.partners(i, counts, &mut |_| pairs += 1);
                    }
                    pairs
                },
            )
            .sum()
    }

    /// Finds the partners of document `i` among those before it, which are no larger. `counts` is all
    /// zero before and after. Returns how many candidates were counted.
    fn partners(&self, i: usize, counts: &mut [u32], found: &mut impl FnMut(Joined)) -> u64 {
        let (items, need) = (self.items, self.need);
        if items.of_document(i).is_empty() {
            return 0;
        }
        let least = need.smallest_partner(items.sizes()[i]);
        let from = items.sizes()[..i].partition_point(|size| *size < least);
        let mut found = |j: usize, overlap: Overlap| {
            let (a, b) = (items.document(j), items.document(i));
            found(if a < b {
                (a, b, overlap)
            } else {
                (b, a, overlap.swapped())
            });
        };
        match &self.way {
            Way::Whole => self.count_all(i, from, counts, &mut found),
            Way::Prefixes(prefixes) => prefixes.probe(items, need, i, from, counts, &mut found),
        }
    }

    /// Counts every item that document `i` shares with those before it, from `from` on.
    fn count_all(
        &self,
        i: usize,
        from: usize,
        counts: &mut [u32],
        found: &mut impl FnMut(usize, Overlap),
    ) -> u64 {
        let items = self.items;
        let sizes = items.sizes();
        let before = |item: u32| {
            let list = items.list(item);
            let end = list.partition_point(|j| (*j as usize) < i);
            let begin = list[..end].partition_point(|j| (*j as usize) < from);
            &list[begin..end]
        };
        let mut candidates = 0;
        let mut decide = |j: usize, shared: u32| {
            candidates += 1;
            let overlap = Overlap {
                shared,
                size_a: sizes[j],
                size_b: sizes[i],
            };
            if self.need.met_by(&overlap) {
                found(j, overlap);
            }
        };
        let own = items.of_document(i);
        let postings: usize = own.iter().map(|item| items.list(*item).len()).sum();
        if postings < (i - from) / 4 {
            let mut touched: Vec<u32> = Vec::new();
            for &item in own {
                let weight = items.weight(item);
                for &j in before(item) {
                    let count = &mut counts[j as usize];
                    if *count == 0 {
                        touched.push(j);
                    }
                    *count += weight;
                }
            }
            for j in touched {
                decide(j as usize, std::mem::take(&mut counts[j as usize]));
            }
        } else {
            // Many are touched: looking at all counts is cheaper than remembering which.
            for &item in own {
                let weight = items.weight(item);
                for &j in before(item) {
                    counts[j as usize] += weight;
                }
            }
            for (block, counts) in counts[from..i].chunks_mut(BLOCK).enumerate() {
                if counts.iter().fold(0, |any, count| any | count) == 0 {
                    continue;
                }
                for (at, count) in counts.iter_mut().enumerate() {
                    if *count > 0 {
                        decide(from + block * BLOCK + at, std::mem::take(count));
                    }
                }
            }
        }
        candidates
    }
}

/// Counts that are looked at together.
const BLOCK: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::exact_join::Sets;
    use crate::similarity::Measure;
    use crate::text::shingles::mix;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Few distinct values, so that overlaps of every size come about, and some runs of values that
    /// only come together, so that items have weights.
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

    fn brute_force(sets: &[BTreeSet<u64>], need: Need) -> Vec<Joined> {
        let mut want = Vec::new();
        for a in 0..sets.len() {
            for b in a + 1..sets.len() {
                let overlap = Overlap {
                    shared: sets[a].intersection(&sets[b]).count() as u32,
                    size_a: sets[a].len() as u32,
                    size_b: sets[b].len() as u32,
                };
                if overlap.shared > 0 && need.met_by(&overlap) {
                    want.push((DocNo::at(a), DocNo::at(b), overlap));
                }
            }
        }
        want
    }

    proptest! {
        #[test]
        fn either_way_equals_brute_force(
            sets in sets(), percent in 0_u32..=100, contained: bool, repeats in 0_usize..3,
        ) {
            let measure = if contained { Measure::Containment } else { Measure::Jaccard };
            let need = Need::new(measure, f64::from(percent) / 100.0);
            let documents: Vec<DocNo> = (0..sets.len()).map(DocNo::at).collect();
            let gathered = Sets::gather(&documents, 1_000, |doc, out| {
                // Repeats change nothing.
                out.extend(&sets[doc.index()]);
                out.extend(sets[doc.index()].iter().take(repeats));
            });
            let items = Items::of(&gathered);
            let want = brute_force(&sets, need);
            let joins = [
                Join::new(&items, need),
                Join::whole(&items, need, 0),
                Join::by_prefix(&items, need, Plan::of(&items, need), 0),
            ];
            for join in joins {
                let (mut got, _) = join.run(|joined| joined, || true);
                got.sort_by_key(|(a, b, _)| (*a, *b));
                prop_assert_eq!(&got, &want);
            }
        }
    }
}
