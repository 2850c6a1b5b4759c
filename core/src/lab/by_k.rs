//! The k landscape: clusters and pair counts of one corpus at every k, and the pairs that appear or
//! vanish relative to the current k.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::each_k::{EachK, Unmasked};
use super::sweep::SweepInput;
use super::tuning::Counts;
use crate::base::DocNo;
use crate::candidates::exact_join::{Join, JoinPredicate};
use crate::candidates::{Method, PairSet, PairSetInfo};
use crate::cluster::dendrogram::{Dendrogram, Landscape};
use crate::mask::AtEachK;
use crate::settings::Sketching;
use crate::similarity::{Measure, Pair};

/// Results at one k.
#[derive(Clone, Debug)]
pub struct AtK {
    /// Units in a shingle.
    pub k: usize,
    /// Lowest threshold that the other fields are valid for. Below it there are too many pairs to
    /// store, at this k or at the current one.
    pub floor: f64,
    /// Cluster counts (single linkage) by threshold.
    pub landscape: Landscape,
    /// Pairs of documents by threshold.
    pub counts: Counts,
    /// At each threshold of `ByK::thresholds`: (pairs of documents only at this k, pairs only at
    /// the current k). Undefined below the floor.
    pub differs: Vec<(u64, u64)>,
    /// Pairs with another similarity than at the current k, highest first by the higher of the two; at most
    /// [`LISTED`], of the [`COMPARED`] most similar pairs at either k. One pair stands for all pairs of documents with
    /// the same texts.
    pub moved: Vec<Moved>,
}

/// A pair of documents with another similarity than at the current k.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Lower document.
    pub a: DocNo,
    /// Higher document.
    pub b: DocNo,
    /// Similarity at this k, 0..=1; `None` below the floor.
    pub here: Option<f64>,
    /// Similarity at the current k, 0..=1; `None` below the floor.
    pub used: Option<f64>,
}

impl Moved {
    /// Whether the pair is at or above `threshold` at this k, and at the current k.
    #[must_use]
    pub fn reaches(&self, threshold: f64) -> (bool, bool) {
        let reaches = |score: Option<f64>| score.is_some_and(|score| score >= threshold);
        (reaches(self.here), reaches(self.used))
    }
}

/// Maximum number of pairs that are listed for one k.
pub const LISTED: usize = 2_000;

/// Number of pairs at each of two k that are looked up at the other, most similar first.
pub const COMPARED: usize = 50_000;

/// Results computed so far.
#[derive(Clone, Debug, Default)]
pub struct ByK {
    /// The current k, the baseline of the differences.
    pub k: usize,
    /// Thresholds, ascending, at which differences are counted.
    pub thresholds: Vec<f64>,
    /// One row per finished k, in ascending order of k.
    pub rows: Vec<Arc<AtK>>,
    /// Number of k values not yet computed.
    pub waiting: usize,
}

/// Input of [`by_k`].
#[derive(Clone, Copy, Debug)]
pub struct ByKRequest<'a> {
    /// The current k, the baseline of the differences.
    pub k: usize,
    /// Values of k to compute, ascending; the current one need not be among them.
    pub ks: &'a [usize],
    /// Similarity measure that thresholds apply to.
    pub measure: Measure,
    /// Thresholds, ascending, at which differences are counted. Rows reach down to the first one,
    /// or as far as memory allows (`AtK::floor`).
    pub thresholds: &'a [f64],
}

/// Maximum number of pairs of texts stored for one k: some hundred megabytes.
const MOST_PAIRS: u64 = if cfg!(test) { 40 } else { 5_000_000 };

/// Sampling rate of the pair-count estimate: pairs are counted for one text in `PROBE`.
const PROBE: usize = if cfg!(test) { 1 } else { 32 };

/// Computes the row of each k from the terms of `corpus` that its masks leave at that k (its unit, bag and seed
/// apply to all) and passes the results so far to `so_far` after each row. Polls `should_continue`; returns `None`
/// when cancelled. Runs on the caller's pool.
pub fn by_k(
    corpus: &AtEachK,
    ask: &ByKRequest<'_>,
    should_continue: &(dyn Fn() -> bool + Sync),
    so_far: &mut dyn FnMut(&ByK),
) -> Option<ByK> {
    let mut all = ByK {
        k: ask.k,
        thresholds: ask.thresholds.to_vec(),
        rows: Vec::new(),
        waiting: ask.ks.len(),
    };
    let mut each = EachK::new(corpus);
    let mut at = |k: usize| pairs(&*each.at(k, should_continue)?, ask, k, should_continue);
    let used = at(ask.k)?;
    for &k in ask.ks {
        let other = match k == ask.k {
            true => None,
            false => Some(at(k)?),
        };
        let here = other.as_ref().unwrap_or(&used);
        let differs = match &other {
            None => vec![(0, 0); ask.thresholds.len()],
            Some(here) => differs(here, &used, ask.thresholds),
        };
        let moved = other.as_ref().map(|here| moved(here, &used));
        all.rows.push(Arc::new(AtK {
            k,
            floor: here.info.floor.max(used.info.floor),
            landscape: Dendrogram::new(here).landscape(),
            counts: Counts::of(here),
            differs,
            moved: moved.unwrap_or_default(),
        }));
        all.waiting -= 1;
        if !should_continue() {
            return None;
        }
        so_far(&all);
    }
    Some(all)
}

/// All pairs at one k, down to the lowest threshold at which they fit into memory. `None` when
/// cancelled.
fn pairs(
    documents: &Unmasked,
    ask: &ByKRequest<'_>,
    k: usize,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<PairSet> {
    let Unmasked { collection, texts } = documents;
    let sketching = Sketching {
        k,
        ..collection.settings().sketching.clone()
    };
    let input = SweepInput::of(collection, texts, &sketching);
    let join = |at: usize| {
        let least = ask.thresholds.get(at).copied().unwrap_or(1.0);
        (
            Join::new(&input.items, JoinPredicate::new(ask.measure, least)),
            least,
        )
    };
    let texts = input.items.len() as u64;
    let few = |at: usize| {
        texts * texts.saturating_sub(1) / 2 <= MOST_PAIRS
            || join(at).0.count_some(PROBE, should_continue) * PROBE as u64 <= MOST_PAIRS
    };
    // The number of pairs decreases with the threshold, so a binary search finds the lowest
    // possible one.
    let (mut low, mut high) = (0, ask.thresholds.len().saturating_sub(1));
    if !few(0) {
        while low < high {
            let middle = usize::midpoint(low, high);
            match few(middle) {
                true => high = middle,
                false => low = middle + 1,
            }
        }
    }
    let (join, floor) = join(low);
    let pair = |(a, b, overlap)| Pair {
        a,
        b,
        overlap,
        // Sketches are not used here.
        agreeing: 0,
    };
    let (mut pairs, candidates) = join.run(pair, should_continue);
    pairs.par_sort_unstable_by(|a, b| a.order(b, ask.measure));
    let found = PairSetInfo {
        method: Method::Exact.name(),
        measure: ask.measure,
        bands: None,
        floor,
        complete: true,
        stopped: false,
        chosen_for: None,
        candidates,
        capped: 0,
        note: String::new(),
    };
    let found = || PairSet::new(input.representative, pairs, found).restricted(collection);
    should_continue().then(found)
}

/// At each threshold: (pairs of documents only in `here`, pairs only in `used`). Valid down to the
/// higher of the two floors.
fn differs(here: &PairSet, used: &PairSet, thresholds: &[f64]) -> Vec<(u64, u64)> {
    let both = both(here, used, thresholds);
    let differ = |(threshold, both): (&f64, u64)| {
        let only = |set: &PairSet| set.count(*threshold).saturating_sub(both);
        (only(here), only(used))
    };
    thresholds.iter().zip(both).map(differ).collect()
}

/// At each threshold, the number of pairs of documents in both sets.
fn both(x: &PairSet, y: &PairSet, thresholds: &[f64]) -> Vec<u64> {
    let mut reached = vec![0_u64; thresholds.len() + 1];
    let mut add = |score: f64, pairs: u64| {
        reached[thresholds.partition_point(|t| *t <= score)] += pairs;
    };
    // Document pairs that have one representative in both sets.
    let (of_x, of_y) = (Cells::of(x, y), Cells::of(y, x));
    for (_, documents) in of_x.0.values().flatten() {
        add(1.0, documents * (documents - 1) / 2);
    }
    let in_y = Scores::of(y);
    let score_in_y = |a: DocNo, b: DocNo| in_y.get(a, b).unwrap_or(0.0);
    for pair in &x.pairs {
        for (a, left) in of_x.get(pair.a) {
            for (b, right) in of_x.get(pair.b) {
                let score = x.score(pair).min(score_in_y(*a, *b));
                add(score, left * right);
            }
        }
    }
    // Pairs with one representative in `x` and two in `y`.
    for pair in &y.pairs {
        for (a, left) in of_y.get(pair.a) {
            for (_, right) in of_y.get(pair.b).iter().filter(|(b, _)| a == b) {
                add(y.score(pair), left * right);
            }
        }
    }
    let mut sum = 0;
    let mut at_least: Vec<u64> = (reached[1..].iter().rev())
        .map(|count| {
            sum += count;
            sum
        })
        .collect();
    at_least.reverse();
    at_least
}

/// Pairs that have another similarity in `here` than in `used`, as [`AtK::moved`] has them.
fn moved(here: &PairSet, used: &PairSet) -> Vec<Moved> {
    let (in_here, in_used) = (Scores::of(here), Scores::of(used));
    let pairs = documents_of(used, here).into_iter();
    let pairs = pairs.chain(documents_of(here, used));
    let equal = equal_in_one(used, here).chain(equal_in_one(here, used));
    let mut moved: Vec<Moved> = pairs
        .chain(equal.take(2 * COMPARED))
        .map(|(a, b)| Moved {
            a,
            b,
            here: in_here.of_documents(here, a, b),
            used: in_used.of_documents(used, a, b),
        })
        .filter(|pair| pair.here != pair.used)
        .collect();
    // The same two texts in both sets: once.
    let texts = |pair: &Moved| {
        let of = |set: &PairSet, doc: DocNo| set.representative[doc.index()];
        let [a, b] = [of(used, pair.a), of(used, pair.b)];
        let [c, d] = [of(here, pair.a), of(here, pair.b)];
        (a.min(b), a.max(b), c.min(d), c.max(d))
    };
    moved.sort_by_key(|pair| (texts(pair), pair.a, pair.b));
    moved.dedup_by_key(|pair| texts(pair));
    let higher = |pair: &Moved| pair.here.unwrap_or(0.0).max(pair.used.unwrap_or(0.0));
    moved.sort_by(|x, y| {
        let by_score = higher(y).total_cmp(&higher(x));
        by_score.then((x.a, x.b).cmp(&(y.a, y.b)))
    });
    moved.truncate(LISTED);
    moved
}

/// The first pairs of `x` as pairs of documents: what stands for several texts of `y` gives one document of each, because
/// a pair can be the same for one of them and another for the next.
fn documents_of(x: &PairSet, y: &PairSet) -> Vec<(DocNo, DocNo)> {
    let documents = (0..x.representative.len()).map(DocNo::at);
    let both = |doc: DocNo| {
        (
            x.representative[doc.index()],
            y.representative[doc.index()],
            doc,
        )
    };
    let mut order: Vec<(DocNo, DocNo, DocNo)> = documents.map(both).collect();
    order.par_sort_unstable();
    order.dedup_by_key(|of| (of.0, of.1));
    let texts = |representative: DocNo| {
        let begin = order.partition_point(|of| of.0 < representative);
        let rest = order[begin..].iter();
        rest.take_while(move |of| of.0 == representative)
            .map(|of| of.2)
    };
    let first = &x.pairs[..x.pairs.len().min(COMPARED)];
    let each = first.iter().flat_map(|pair| {
        texts(pair.a).flat_map(move |a| texts(pair.b).map(move |b| (a.min(b), a.max(b))))
    });
    each.take(2 * COMPARED).collect()
}

/// Pairs of documents with one text in `x` and two in `y`, one for each two texts of `y`.
fn equal_in_one(x: &PairSet, y: &PairSet) -> impl Iterator<Item = (DocNo, DocNo)> {
    let both = x.representative.iter().zip(&y.representative);
    let mut texts: Vec<(DocNo, DocNo)> = both.map(|(a, b)| (*a, *b)).collect();
    texts.par_sort_unstable();
    texts.dedup();
    let same = |a: &(DocNo, DocNo), b: &(DocNo, DocNo)| a.0 == b.0;
    let groups: Vec<Vec<DocNo>> = texts
        .chunk_by(same)
        .filter(|group| group.len() > 1)
        .map(|group| group.iter().map(|text| text.1).collect())
        .collect();
    groups.into_iter().flat_map(|group| {
        let pairs = |i: usize| (i + 1..group.len()).map(move |j| (i, j));
        let pairs: Vec<(usize, usize)> = (0..group.len()).flat_map(pairs).take(COMPARED).collect();
        pairs.into_iter().map(move |(i, j)| (group[i], group[j]))
    })
}

/// Similarities of the pairs of a set, for look-ups.
struct Scores(Vec<(DocNo, DocNo, f64)>);

impl Scores {
    fn of(set: &PairSet) -> Self {
        let scored = set.pairs.iter().map(|p| (p.a, p.b, set.score(p)));
        let mut known: Vec<(DocNo, DocNo, f64)> = scored.collect();
        known.par_sort_unstable_by_key(|pair| (pair.0, pair.1));
        Scores(known)
    }

    /// The similarity of two representatives; `None` below the floor.
    fn get(&self, a: DocNo, b: DocNo) -> Option<f64> {
        let pair = (a.min(b), a.max(b));
        let at = self
            .0
            .binary_search_by_key(&pair, |known| (known.0, known.1));
        match a == b {
            true => Some(1.0),
            false => at.ok().map(|at| self.0[at].2),
        }
    }

    /// The similarity of two documents of `set`.
    fn of_documents(&self, set: &PairSet, a: DocNo, b: DocNo) -> Option<f64> {
        let of = |doc: DocNo| set.representative[doc.index()];
        self.get(of(a), of(b))
    }
}

/// For each representative in one set, the representatives in the other set of the documents it
/// stands for, with the number of documents of each.
struct Cells(HashMap<DocNo, Vec<(DocNo, u64)>>);

impl Cells {
    fn of(set: &PairSet, other: &PairSet) -> Self {
        let both = set.representative.iter().zip(&other.representative);
        let mut order: Vec<(DocNo, DocNo)> = both.map(|(a, b)| (*a, *b)).collect();
        order.par_sort_unstable();
        let mut cells: HashMap<DocNo, Vec<(DocNo, u64)>> = HashMap::new();
        for same in order.chunk_by(|a, b| a == b) {
            let (first, second) = same[0];
            cells
                .entry(first)
                .or_default()
                .push((second, same.len() as u64));
        }
        Cells(cells)
    }

    fn get(&self, representative: DocNo) -> &[(DocNo, u64)] {
        self.0.get(&representative).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::made;
    use crate::similarity::Overlap;
    use proptest::prelude::*;

    const THRESHOLDS: [f64; 6] = [0.05, 0.2, 0.4, 0.6, 0.8, 1.0];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        #[test]
        fn every_k_is_what_plain_counting_gives(
            texts in prop::collection::vec(prop::collection::vec(0_u64..4, 0..9), 0..16),
            used in 1_usize..5,
            ks in prop::collection::btree_set(1_usize..5, 1..5),
            contained: bool,
            bag: bool,
        ) {
            let sketching = Sketching { bag, permutations: 16, ..Sketching::default() };
            let collection = Arc::new(made::collection(&texts, sketching.clone()));
            let corpus = AtEachK::unmasked(&collection);
            let ks: Vec<usize> = ks.into_iter().collect();
            let measure = if contained { Measure::Containment } else { Measure::Jaccard };
            let ask = ByKRequest { k: used, ks: &ks, measure, thresholds: &THRESHOLDS };
            let mut last = ByK::default();
            let mut times = 0;
            let mut so_far = |now: &ByK| {
                times += 1;
                assert_eq!((now.rows.len(), now.waiting), (times, ks.len() - times));
                last = now.clone();
            };
            let whole = by_k(&corpus, &ask, &|| true, &mut so_far).unwrap();
            prop_assert_eq!(whole.rows.len(), last.rows.len());
            // Similarity of every pair of documents.
            let scores = |k: usize| -> Vec<f64> {
                let at = collection.reshingled(&Sketching { k, ..sketching.clone() });
                let sets: Vec<Vec<u64>> = at.documents().map(|d| at.shingle_set(d)).collect();
                let mut scores = Vec::new();
                for a in 0..sets.len() {
                    for b in a + 1..sets.len() {
                        scores.push(measure.of(&Overlap::of(&sets[a], &sets[b])));
                    }
                }
                scores
            };
            let at_used = scores(used);
            for (row, k) in last.rows.iter().zip(&ks) {
                prop_assert_eq!(row.k, *k);
                let here = scores(*k);
                for (at, threshold) in THRESHOLDS.iter().enumerate().filter(|(_, t)| **t >= row.floor) {
                    let count = |of: &dyn Fn(usize) -> bool| (0..here.len()).filter(|i| of(*i)).count() as u64;
                    let in_here = |i: usize| here[i] >= *threshold;
                    let in_used = |i: usize| at_used[i] >= *threshold;
                    prop_assert_eq!(row.counts.at(*threshold), count(&in_here));
                    prop_assert_eq!(
                        row.differs[at],
                        (count(&|i| in_here(i) && !in_used(i)), count(&|i| in_used(i) && !in_here(i)))
                    );
                    // One pair for all pairs of the same two texts, and those that changed sides only.
                    let changed = row.moved.iter().filter(|pair| {
                        let (here, used) = pair.reaches(*threshold);
                        here != used
                    });
                    let n = texts.len();
                    for pair in changed.clone() {
                        let (a, b) = (pair.a.index(), pair.b.index());
                        let i = a * n - a * (a + 1) / 2 + b - a - 1;
                        prop_assert_eq!(pair.reaches(*threshold), (in_here(i), in_used(i)));
                    }
                    let differ = (0..here.len()).any(|i| in_here(i) != in_used(i));
                    prop_assert_eq!(changed.count() > 0, differ);
                    let step = row.landscape.at(*threshold);
                    prop_assert_eq!(step.documents > 0, count(&in_here) > 0);
                }
                if texts.len() < 9 {
                    prop_assert_eq!(row.floor, THRESHOLDS[0]);
                }
            }
            let ended = by_k(&corpus, &ask, &|| false, &mut |_| {});
            prop_assert!(ended.is_none());
        }
    }

    /// At k 1 the first text and the third have one set, at k 2 they differ: the pair of the first with the second stays
    /// what it is, that of the third goes.
    #[test]
    fn a_pair_moves_although_that_of_another_text_with_the_same_set_stays() {
        let texts = [vec![0_u64, 0, 3, 1], vec![0, 0], vec![1, 0, 3]];
        let sketching = Sketching {
            permutations: 16,
            ..Sketching::default()
        };
        let collection = Arc::new(made::collection(&texts, sketching));
        let corpus = AtEachK::unmasked(&collection);
        let ask = ByKRequest {
            k: 1,
            ks: &[2],
            measure: Measure::Jaccard,
            thresholds: &[0.05, 0.3],
        };
        let whole = by_k(&corpus, &ask, &|| true, &mut |_| {}).unwrap();
        let moved = &whole.rows[0].moved;
        let has = |a, b| {
            let same = |pair: &&Moved| (pair.a, pair.b) == (DocNo(a), DocNo(b));
            moved.iter().find(same).map(|pair| pair.reaches(0.05))
        };
        assert_eq!(has(1, 2), Some((false, true)), "{moved:?}");
        assert_eq!(has(0, 1), None, "{moved:?}");
        assert_eq!(has(0, 2), Some((true, true)), "{moved:?}");
    }
}
