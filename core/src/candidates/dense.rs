//! Masses of near-copies: clusters without a list of their pairs, whose number grows with the square of the documents.
//!
//! A *leader* is a document that no earlier leader has as a partner; each other document is linked to its leaders
//! (Hartigan's leader algorithm, 1975). Then each document is looked up among those that it is not linked with, directly
//! or through others, and partners there link two groups. What is linked at the end is exactly what all pairs link,
//! because every pair of two groups is looked up, and pairs within one decide nothing. Of groups with few pairs all of
//! them are listed after that; the pairs of the others, which are *dense*, are estimated from a sample of documents.
//!
//! Cost: a lookup for each leader and each document, whose candidates are documents of other groups only. Memory: the
//! shingles that documents share, and eight bytes for each in a prefix. Known weakness: many documents without a
//! partner that share many shingles, as below a common footer at a low threshold, are candidates of each other, as in
//! any join.

mod strongest;

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use super::exact_join::Neighbours;
use super::verify::compared;
use super::{Identical, Scope};
use crate::base::DocNo;
use crate::base::union_find::UnionFind;
use crate::base::units;
use crate::collection::Collection;
use crate::similarity::estimate::{Estimate, Z95};
use crate::similarity::{Overlap, Pair};

/// Pairs that are listed at most: some hundred megabytes.
pub const MOST_PAIRS: usize = 10_000_000;

/// Pairs that are listed of groups that are not dense, where others are.
const LISTED: u64 = 1_000_000;

/// Documents by which the pairs of dense groups are estimated.
const SAMPLE: usize = 64;

/// Documents that are looked up between two merges of groups, at most.
const PIECE: usize = 1_024;

/// Comparisons of sketches for an estimate of all pairs.
const COMPARED: usize = 2_000_000;

/// Lowest threshold at which sketches tell pairs from documents that agree by chance.
const BY_SKETCHES: f64 = 0.3;

/// The number of pairs at or above `threshold` by the sketches of a few documents, at equal distances; 0 where they do not
/// tell it.
pub(super) fn expected_pairs(scope: &Scope<'_>, threshold: f64) -> f64 {
    let (collection, documents) = (scope.collection, scope.documents);
    let all = documents.len();
    if all * all.saturating_sub(1) / 2 <= MOST_PAIRS || threshold < BY_SKETCHES {
        return 0.0;
    }
    // A group that is by itself dense enough has one of them with a probability of .95.
    let drawn = 3 * all / (2 * MOST_PAIRS.isqrt());
    let drawn = drawn.clamp(8, (COMPARED / all).clamp(8, SAMPLE));
    let layout = collection.layout();
    let near = |at: usize| {
        let sketch = collection.sketch(documents[at * all / drawn]);
        let agreeing = |doc: &&DocNo| layout.agreeing(sketch, collection.sketch(**doc));
        let near = |doc: &&DocNo| Estimate::new(layout, agreeing(doc)).value() >= threshold;
        documents.iter().filter(near).count() - 1
    };
    let goes_on = |_: &usize| (scope.should_continue)();
    let counts = (0..drawn).into_par_iter().filter(goes_on).map(near);
    counts.sum::<usize>() as f64 / drawn as f64 * all as f64 / 2.0
}

/// Pairs that are none, however similar they are; the lesser document first.
type Apart = HashSet<(DocNo, DocNo)>;

/// Documents with more partners than are listed.
#[derive(Debug)]
pub struct Dense {
    /// The documents, ascending: members of groups whose pairs are not listed. Only representatives.
    pub documents: Vec<DocNo>,
    /// Number of pairs of theirs, copies of one set included, estimated, and its standard error.
    pub pairs: (f64, f64),
    /// Number of documents with the set of each document of the collection, if it stands for them.
    copies: Vec<u32>,
    /// Finds the partners of any document at the threshold of the search.
    neighbours: Neighbours,
    /// For each document of the collection its position among those that are searched.
    positions: Vec<Option<u32>>,
    /// The positions of each dense group by their leaders.
    groups: Vec<Vec<Vec<u32>>>,
    apart: Apart,
}

/// Whether two documents are compared, and not held apart.
fn is_compared(collection: &Collection, apart: &Apart, a: DocNo, b: DocNo) -> bool {
    collection.compares(a, b) && (apart.is_empty() || !apart.contains(&(a.min(b), a.max(b))))
}

/// A pair of positions with its overlap; side a is the earlier one.
type Found = (usize, usize, Overlap);

impl Dense {
    /// Links the documents of `neighbours`; two that the collection does not compare are no pair. Returns the pairs of
    /// groups that are not dense, and of a dense one so many that they link it. `None` once `should_continue` returns
    /// `false`.
    pub fn of(
        collection: &Collection,
        neighbours: Neighbours,
        identical: &Identical,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<(Vec<Pair>, Dense)> {
        let mut copies = vec![0; collection.len()];
        for first in identical.representatives() {
            copies[first.index()] += 1;
        }
        let searched = (neighbours, copies, HashSet::new());
        Self::within(collection, searched, LISTED, should_continue)
    }

    /// The same where the pairs `apart`, the lesser document first, are no pairs.
    pub(super) fn without(
        &self,
        collection: &Collection,
        apart: Apart,
    ) -> Option<(Vec<Pair>, Dense)> {
        let known = &self.neighbours;
        let neighbours = Neighbours::new(Arc::clone(&known.items), known.predicate);
        let searched = (neighbours, self.copies.clone(), apart);
        Self::within(collection, searched, LISTED, &|| true)
    }

    fn within(
        collection: &Collection,
        (mut neighbours, copies, apart): (Neighbours, Vec<u32>, Apart),
        most: u64,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<(Vec<Pair>, Dense)> {
        let items = Arc::clone(&neighbours.items);
        let documents = &items.documents;
        let mut positions = vec![None; collection.len()];
        for (at, doc) in (0..).zip(documents) {
            positions[doc.index()] = Some(at);
        }
        let partners = |neighbours: &Neighbours, i: usize, skip: &dyn Fn(u32) -> bool| {
            let mut found = neighbours.others(i, skip);
            found.retain(|(j, _)| is_compared(collection, &apart, documents[i], documents[*j]));
            found
        };
        let mut groups = UnionFind::new(items.len());
        let mut links: Vec<Found> = Vec::new();
        let mut leaders: Vec<Option<u32>> = vec![None; items.len()];
        for i in 0..items.len() {
            if leaders[i].is_some() {
                continue;
            }
            leaders[i] = Some(i as u32);
            if !should_continue() {
                return None;
            }
            for (j, overlap) in partners(&neighbours, i, &|_| false) {
                leaders[j].get_or_insert(i as u32);
                if groups.union(i as u32, j as u32) {
                    links.push((i, j, overlap));
                }
            }
        }
        let (mut at, mut piece, mut labelled) = (0, 1, usize::MAX);
        while at < items.len() {
            if !should_continue() {
                return None;
            }
            // Labels of groups that have merged since are asked for one by one.
            if links.len() < labelled || links.len() > labelled + (items.len() - labelled) / 2 {
                let labels = (0..items.len() as u32).map(|i| groups.find(i)).collect();
                neighbours.label(labels);
                labelled = links.len();
            }
            let roots: Vec<u32> = (0..items.len() as u32).map(|i| groups.find(i)).collect();
            let end = (at + piece).min(items.len());
            let found: Vec<(usize, Vec<(usize, Overlap)>)> = (at..end)
                .into_par_iter()
                .map(|i| {
                    let is_together = |label: u32| roots[label as usize] == roots[i];
                    let found = should_continue().then(|| partners(&neighbours, i, &is_together));
                    (i, found.unwrap_or_default())
                })
                .collect();
            for (i, found) in found {
                for (j, overlap) in found {
                    if groups.union(i as u32, j as u32) {
                        links.push((i, j, overlap));
                    }
                }
            }
            (at, piece) = (end, (2 * piece).min(PIECE));
        }
        let groups = groups.groups();
        let pairs_of = |group: &[u32]| group.len() as u64 * (group.len() as u64 - 1) / 2;
        let mut by_size: Vec<&Vec<u32>> = groups.iter().collect();
        by_size.sort_by_key(|group| group.len());
        let mut room = most;
        let listed = by_size.iter().take_while(|group| {
            let left = room.checked_sub(pairs_of(group));
            room = left.unwrap_or_default();
            left.is_some()
        });
        let (sparse, dense) = by_size.split_at(listed.count());
        let mut is_dense = vec![false; items.len()];
        for i in dense.iter().copied().flatten() {
            is_dense[*i as usize] = true;
        }
        links.retain(|(i, ..)| is_dense[*i]);
        let several: Vec<u32> = sparse
            .iter()
            .filter(|group| group.len() > 1)
            .flat_map(|group| group.iter().copied())
            .collect();
        let listed = several.par_iter().flat_map_iter(|i| {
            let i = *i as usize;
            let found = should_continue().then(|| partners(&neighbours, i, &|_| false));
            let found = found.unwrap_or_default();
            let earlier = found.into_iter().filter(move |(j, _)| *j < i);
            earlier.map(move |(j, overlap)| (i, j, overlap))
        });
        links.par_extend(listed);
        let pair = |(i, j, overlap): Found| {
            let (a, b) = (documents[i.min(j)], documents[i.max(j)]);
            match a < b {
                true => compared(collection, a, b, overlap),
                false => compared(collection, b, a, overlap.swapped()),
            }
        };
        let pairs: Vec<Pair> = links.into_par_iter().map(pair).collect();
        let mut documents: Vec<DocNo> = (0..items.len())
            .filter(|i| is_dense[*i])
            .map(|i| items.documents[i])
            .collect();
        documents.sort_unstable();
        let by_leader = |group: &&Vec<u32>| {
            let mut group = (*group).clone();
            let leader = |i: &u32| leaders[*i as usize];
            group.sort_by_key(leader);
            let parts = group.chunk_by(|i, j| leader(i) == leader(j));
            parts.map(<[u32]>::to_vec).collect()
        };
        let mut dense = Dense {
            documents,
            pairs: (0.0, 0.0),
            copies,
            neighbours,
            positions,
            groups: dense.iter().map(by_leader).collect(),
            apart,
        };
        dense.pairs = dense.estimated(collection, should_continue);
        should_continue().then_some((pairs, dense))
    }

    /// The number of pairs of the dense documents and its standard error, from documents at equal distances, copies too.
    fn estimated(
        &self,
        collection: &Collection,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> (f64, f64) {
        let copied = |doc: &DocNo| std::iter::repeat_n(*doc, self.copies[doc.index()] as usize);
        let each: Vec<DocNo> = self.documents.iter().flat_map(copied).collect();
        let all = each.len();
        let drawn = SAMPLE.min(all);
        let counts: Vec<f64> = (0..drawn)
            .into_par_iter()
            .filter(|_| should_continue())
            .map(|at| {
                let doc = each[at * all / drawn];
                let copies = |doc: DocNo| f64::from(self.copies[doc.index()]);
                let partners = self.partners(collection, doc).into_iter();
                let others: f64 = partners.map(|(other, _)| copies(other)).sum();
                others + copies(doc) - 1.0
            })
            .collect();
        let n = counts.len().max(1) as f64;
        let mean = counts.iter().sum::<f64>() / n;
        let squares = counts.iter().map(|count| (count - mean).powi(2));
        let variance = squares.sum::<f64>() / (n - 1.0).max(1.0);
        let unseen = 1.0 - n / all.max(1) as f64;
        let error = (variance / n * unseen.max(0.0)).sqrt();
        (mean * all as f64 / 2.0, error * all as f64 / 2.0)
    }

    /// The documents that are a pair with `doc` at the threshold of the search, with their similarity, by number. Only
    /// representatives.
    pub fn partners(&self, collection: &Collection, doc: DocNo) -> Vec<(DocNo, Overlap)> {
        let Some(i) = self.positions.get(doc.index()).copied().flatten() else {
            return Vec::new();
        };
        let i = i as usize;
        let documents = &self.neighbours.items.documents;
        let found = self.neighbours.others(i, &|_| false).into_iter();
        let found = found.map(|(j, overlap)| match j < i {
            true => (documents[j], overlap.swapped()),
            false => (documents[j], overlap),
        });
        let mut found: Vec<(DocNo, Overlap)> = found
            .filter(|(other, _)| is_compared(collection, &self.apart, doc, *other))
            .collect();
        found.sort_unstable_by_key(|(other, _)| *other);
        found
    }

    /// The pairs of each dense document with its `most` (at least 1) most similar partners, by number; of equally similar
    /// ones those with the least numbers. `None` once `should_continue` returns `false`.
    pub(super) fn strongest(
        &self,
        collection: &Collection,
        most: usize,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Pair>> {
        let Neighbours {
            items, predicate, ..
        } = &self.neighbours;
        let search = strongest::Search {
            items,
            predicate: *predicate,
            most,
            is_compared: &|a, b| is_compared(collection, &self.apart, a, b),
            should_continue,
        };
        let mut found: Vec<(DocNo, DocNo, u32)> = Vec::new();
        for group in &self.groups {
            for (i, partners) in search.group(group) {
                let doc = items.documents[i as usize];
                let pairs = partners.iter();
                found.extend(pairs.map(|of| (doc.min(of.doc), doc.max(of.doc), of.shared)));
            }
        }
        found.par_sort_unstable();
        found.dedup();
        let size = |doc: DocNo| {
            let at = self.positions[doc.index()];
            at.map_or(0, |at| items.sizes[at as usize])
        };
        let pair = |(a, b, shared): (DocNo, DocNo, u32)| {
            let (size_a, size_b) = (size(a), size(b));
            compared(
                collection,
                a,
                b,
                Overlap {
                    shared,
                    size_a,
                    size_b,
                },
            )
        };
        let pairs = found.into_par_iter().map(pair).collect();
        should_continue().then_some(pairs)
    }

    /// What is to be known of the documents of which `listed` pairs are listed.
    pub(super) fn sentence(&self, listed: &str) -> String {
        let (about, error) = self.pairs;
        let copies = self.documents.iter().map(|doc| self.copies[doc.index()]);
        let documents: u32 = copies.sum();
        format!(
            "dense: {} are near-copies in about {} pairs (± {}); listed is {listed}, clusters are exact",
            units::counted(documents.into(), "document", "documents"),
            units::count(about.round() as u64),
            units::count((Z95 * error).ceil() as u64),
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::exact_join::JoinPredicate;
    use super::super::join_items::items;
    use super::*;
    use crate::candidates::{Identical, Method, MethodConfig, PairSet, find};
    use crate::cluster::keep::{direct, direct_among};
    use crate::collection::made;
    use crate::settings::Sketching;
    use crate::similarity::Measure;

    /// Groups of documents that are linked, by the least member.
    fn groups(documents: usize, pairs: &[Pair]) -> Vec<Vec<u32>> {
        let mut sets = UnionFind::new(documents);
        for pair in pairs {
            sets.union(pair.a.0, pair.b.0);
        }
        sets.groups()
    }

    proptest! {
        #[test]
        fn groups_partners_and_what_is_kept_are_those_of_all_pairs(
            texts in prop::collection::vec(prop::collection::btree_set(0_u64..9, 1..7), 1..40),
            order in Just((0..40).map(DocNo::at).collect::<Vec<_>>()).prop_shuffle(),
            (percent, contained, most, is_parted, top) in (10_u32..=100, any::<bool>(), 0_u64..60, any::<bool>(), 1_usize..5),
        ) {
            let texts: Vec<Vec<u64>> = texts.into_iter().map(|set| set.into_iter().collect()).collect();
            let sketching = Sketching { k: 1, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let identical = Identical::of(&collection);
            let measure = if contained { Measure::Containment } else { Measure::Jaccard };
            let method = MethodConfig { measure, ..MethodConfig::from(Method::Exact) };
            let threshold = f64::from(percent) / 100.0;
            let mut all = find(&collection, &identical, &method, threshold, threshold, &|| true);
            let items = Arc::new(items(&collection, identical.distinct()));
            let neighbours = Neighbours::new(items, JoinPredicate::new(measure, threshold));
            let mut copies = vec![0_u32; texts.len()];
            identical.representatives().iter().for_each(|first| copies[first.index()] += 1);
            let apart: HashSet<(DocNo, DocNo)> = match all.pairs.as_slice() {
                [first, .., last] if is_parted => [first, last].map(|p| (p.a, p.b)).into(),
                _ => HashSet::new(),
            };
            all.pairs.retain(|pair| !apart.contains(&(pair.a, pair.b)));
            let (pairs, dense) =
                Dense::within(&collection, (neighbours, copies.clone(), apart), most, &|| true).unwrap();

            prop_assert_eq!(groups(texts.len(), &pairs), groups(texts.len(), &all.pairs));
            prop_assert!(pairs.iter().all(|pair| all.pairs.contains(pair)));
            let is_dense = |doc: &DocNo| dense.documents.contains(doc);
            let of_dense = all.pairs.iter().filter(|pair| is_dense(&pair.a));
            let weights = of_dense.clone().map(|pair| f64::from(copies[pair.a.index()] * copies[pair.b.index()]));
            let within = dense.documents.iter().map(|doc| f64::from(copies[doc.index()]));
            let weight = weights.sum::<f64>() + within.map(|n| n * (n - 1.0) / 2.0).sum::<f64>();
            let of_dense = of_dense.count();
            for pair in all.pairs.iter().filter(|pair| !is_dense(&pair.a)) {
                prop_assert!(pairs.contains(pair));
            }
            prop_assert!(all.pairs.len() - of_dense <= most as usize);
            // All are drawn.
            prop_assert!((dense.pairs.0 - weight).abs() < 1e-6 && dense.pairs.1 == 0.0);
            for doc in collection.documents() {
                let ends = all.pairs.iter().filter_map(|pair| match doc {
                    doc if doc == pair.a => Some((pair.b, pair.overlap)),
                    doc if doc == pair.b => Some((pair.a, pair.overlap.swapped())),
                    _ => None,
                });
                let mut want: Vec<(DocNo, Overlap)> = ends.collect();
                want.sort_unstable_by_key(|(other, _)| *other);
                prop_assert_eq!(dense.partners(&collection, doc), want);
            }
            let mut want = HashSet::new();
            for doc in dense.documents.iter().copied() {
                let mut partners: Vec<&Pair> = all.pairs.iter().filter(|pair| [pair.a, pair.b].contains(&doc)).collect();
                partners.sort_by(|x, y| {
                    let other = |pair: &Pair| if pair.a == doc { pair.b } else { pair.a };
                    all.score(y).total_cmp(&all.score(x)).then(other(x).cmp(&other(y)))
                });
                want.extend(partners.iter().take(top).map(|pair| (pair.a, pair.b)));
            }
            let strongest = dense.strongest(&collection, top, &|| true).unwrap();
            prop_assert!(strongest.iter().all(|pair| all.pairs.contains(pair)));
            let found: HashSet<(DocNo, DocNo)> = strongest.iter().map(|pair| (pair.a, pair.b)).collect();
            prop_assert_eq!(found.len(), strongest.len());
            prop_assert_eq!(found, want);
            let order: Vec<DocNo> = order.into_iter().filter(|doc| doc.index() < texts.len()).collect();
            let mut set = PairSet::new(identical.representatives().to_vec(), pairs, all.info.clone());
            let kept = direct_among(&set, &order, |doc| {
                let partners = dense.partners(&collection, doc).into_iter();
                partners.map(|(other, overlap)| (other, measure.of(&overlap)))
            });
            prop_assert_eq!(kept, direct(&all, threshold, &order));
            set.dense = Some(Arc::new(dense));
            let mut listed: Vec<Pair> = set.by_document(&collection, threshold).collect();
            prop_assert!(listed.is_sorted_by_key(|pair| (pair.a, pair.b)));
            listed.sort_by(|a, b| a.order(b, measure));
            let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
            prop_assert_eq!(listed, all.each(threshold, 16, size).collect::<Vec<_>>());
        }
    }
}
