//! Large groups of near-copies, without a list of all pairs: their number is quadratic in the documents.
//!
//! A *leader* is a document that is not a partner of an earlier leader; other documents are linked to their leaders
//! (Hartigan's leader algorithm, 1975). Then the partners of each document are searched in all other groups; each such
//! pair links two groups. The result has the same groups as a search for all pairs, because no pair between two groups
//! is missed, and a pair within a group changes no group. Finally all pairs of groups with few pairs are listed; the
//! number of pairs of the other groups, which are *dense*, is estimated from a sample of documents.
//!
//! Cost: a lookup for each leader, and one for each document, with candidates from other groups only. Memory: the
//! shingles that documents share, and eight bytes for each shingle in a prefix. Known weakness, as in any join: at a low
//! threshold, documents that share many shingles, for example of a common footer, are candidates of each other even if
//! they have no partner.

mod strongest;

use std::sync::Arc;

use rayon::prelude::*;

use super::exact_join::Neighbours;
use super::verify::compared;
use super::{Identical, Scope};
use crate::base::union_find::UnionFind;
use crate::base::units;
use crate::base::{Cancel, DocNo};
use crate::index::Collection;
use crate::similarity::estimate::{Estimate, Z95};
use crate::similarity::{Overlap, Pair};

/// Maximum number of listed pairs: some hundred megabytes.
pub const MAX_PAIRS: usize = 10_000_000;

/// Maximum number of listed pairs if some groups are dense.
const MAX_LISTED_PAIRS: u64 = 1_000_000;

/// Maximum sample size for the number of pairs of dense groups.
const MAX_SAMPLE: usize = 64;

/// Maximum number of lookups between two merges of groups.
const MAX_LOOKUPS: usize = 1_024;

/// Maximum number of comparisons of sketches for an estimate of all pairs.
const MAX_COMPARISONS: usize = 2_000_000;

/// Lowest threshold at which sketches can distinguish pairs from chance agreements.
const MIN_SKETCH_THRESHOLD: f64 = 0.3;

/// Number of pairs at or above `threshold`, estimated from the sketches of a few evenly spaced documents; 0 for few
/// documents or a low threshold.
pub(super) fn expected_pairs(scope: &Scope<'_>, threshold: f64) -> f64 {
    let (collection, documents) = (scope.collection, scope.documents);
    let total = documents.len();
    if total * total.saturating_sub(1) / 2 <= MAX_PAIRS || threshold < MIN_SKETCH_THRESHOLD {
        return 0.0;
    }
    // If one group alone has too many pairs, the sample includes one of its documents with probability .95.
    let samples = 3 * total / (2 * MAX_PAIRS.isqrt());
    let samples = samples.clamp(8, (MAX_COMPARISONS / total).clamp(8, MAX_SAMPLE));
    let layout = collection.layout();
    let near = |at: usize| {
        let sketch = collection.sketch(documents[at * total / samples]);
        let agreeing = |doc: &&DocNo| layout.agreeing(sketch, collection.sketch(**doc));
        let near = |doc: &&DocNo| Estimate::new(layout, agreeing(doc)).value() >= threshold;
        documents.iter().filter(near).count() - 1
    };
    let is_running = |_: &usize| !scope.cancel.stopped();
    let counts = (0..samples).into_par_iter().filter(is_running).map(near);
    counts.sum::<usize>() as f64 / samples as f64 * total as f64 / 2.0
}

/// Documents some of whose pairs are not listed.
#[derive(Debug)]
pub struct Dense {
    /// The documents of groups whose pairs are not listed, ascending; only representatives.
    pub documents: Vec<DocNo>,
    /// Estimated number of the pairs of these documents, pairs of copies included, and its standard error.
    pub pairs: (f64, f64),
    /// For each representative, the number of documents with its set; 0 for other documents.
    copies: Vec<u32>,
    /// Finds the partners of any document at the threshold of the search.
    neighbours: Neighbours,
    /// For each document of the collection, its position in `neighbours`.
    positions: Vec<Option<u32>>,
    /// Positions of the documents of each dense group, by leader.
    groups: Vec<Vec<Vec<u32>>>,
}

/// A pair of positions with its overlap; side a is the lower position.
type PositionPair = (usize, usize, Overlap);

impl Dense {
    /// Links the documents of `neighbours`, without pairs that the collection does not compare. Returns all pairs of
    /// groups that are not dense, and the pairs that link each dense group. `None` once cancelled.
    pub fn link(
        collection: &Collection,
        neighbours: Neighbours,
        identical: &Identical,
        cancel: &Cancel,
    ) -> Option<(Vec<Pair>, Dense)> {
        let mut copies = vec![0; collection.len()];
        for first in identical.representatives() {
            copies[first.index()] += 1;
        }
        Self::with_limit(collection, (neighbours, copies), MAX_LISTED_PAIRS, cancel)
    }

    fn with_limit(
        collection: &Collection,
        (mut neighbours, copies): (Neighbours, Vec<u32>),
        max_listed: u64,
        cancel: &Cancel,
    ) -> Option<(Vec<Pair>, Dense)> {
        let items = Arc::clone(&neighbours.items);
        let documents = &items.documents;
        let mut positions = vec![None; collection.len()];
        for (at, doc) in (0..).zip(documents) {
            positions[doc.index()] = Some(at);
        }
        let partners = |neighbours: &Neighbours, i: usize, is_together: &dyn Fn(u32) -> bool| {
            let mut others = neighbours.others(i, is_together);
            others.retain(|(j, _)| collection.compares(documents[i], documents[*j]));
            others
        };
        let mut groups = UnionFind::new(items.len());
        let mut links: Vec<PositionPair> = Vec::new();
        let mut leaders: Vec<Option<u32>> = vec![None; items.len()];
        for i in 0..items.len() {
            if leaders[i].is_some() {
                continue;
            }
            leaders[i] = Some(i as u32);
            cancel.proceed()?;
            for (j, overlap) in partners(&neighbours, i, &|_| false) {
                leaders[j].get_or_insert(i as u32);
                if groups.union(i as u32, j as u32) {
                    links.push((i, j, overlap));
                }
            }
        }
        let (mut at, mut piece, mut labelled) = (0, 1, usize::MAX);
        while at < items.len() {
            cancel.proceed()?;
            // Relabelling pays off only after many merges. Until then, the current root of each label is compared.
            if links.len() < labelled || links.len() > labelled + (items.len() - labelled) / 2 {
                let labels = (0..items.len() as u32).map(|i| groups.find(i)).collect();
                neighbours.label(labels);
                labelled = links.len();
            }
            let roots: Vec<u32> = (0..items.len() as u32).map(|i| groups.find(i)).collect();
            let end = (at + piece).min(items.len());
            let chunk: Vec<(usize, Vec<(usize, Overlap)>)> = (at..end)
                .into_par_iter()
                .map(|i| {
                    let is_together = |label: u32| roots[label as usize] == roots[i];
                    let others =
                        (!cancel.stopped()).then(|| partners(&neighbours, i, &is_together));
                    (i, others.unwrap_or_default())
                })
                .collect();
            for (i, others) in chunk {
                for (j, overlap) in others {
                    if groups.union(i as u32, j as u32) {
                        links.push((i, j, overlap));
                    }
                }
            }
            (at, piece) = (end, (2 * piece).min(MAX_LOOKUPS));
        }
        let groups = groups.groups();
        let pairs_of = |group: &[u32]| group.len() as u64 * (group.len() as u64 - 1) / 2;
        let mut by_size: Vec<&Vec<u32>> = groups.iter().collect();
        by_size.sort_by_key(|group| group.len());
        let mut room = max_listed;
        let listed = by_size.iter().take_while(|group| {
            let remaining = room.checked_sub(pairs_of(group));
            room = remaining.unwrap_or_default();
            remaining.is_some()
        });
        let (sparse, dense) = by_size.split_at(listed.count());
        let mut is_dense = vec![false; items.len()];
        for i in dense.iter().copied().flatten() {
            is_dense[*i as usize] = true;
        }
        links.retain(|(i, ..)| is_dense[*i]);
        let linked: Vec<u32> = sparse
            .iter()
            .filter(|group| group.len() > 1)
            .flat_map(|group| group.iter().copied())
            .collect();
        let listed = linked.par_iter().flat_map_iter(|i| {
            let i = *i as usize;
            let others = (!cancel.stopped()).then(|| partners(&neighbours, i, &|_| false));
            let others = others.unwrap_or_default();
            let earlier = others.into_iter().filter(move |(j, _)| *j < i);
            earlier.map(move |(j, overlap)| (i, j, overlap))
        });
        links.par_extend(listed);
        let pair = |(i, j, overlap): PositionPair| {
            let (a, b) = (documents[i.min(j)], documents[i.max(j)]);
            if a < b {
                compared(collection, a, b, overlap)
            } else {
                compared(collection, b, a, overlap.swapped())
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
        };
        dense.pairs = dense.estimated(collection, cancel);
        (!cancel.stopped()).then_some((pairs, dense))
    }

    /// Estimated number of pairs of dense documents, copies included, and its standard error.
    fn estimated(&self, collection: &Collection, cancel: &Cancel) -> (f64, f64) {
        let copies_of = |doc: &DocNo| std::iter::repeat_n(*doc, self.copies[doc.index()] as usize);
        let documents: Vec<DocNo> = self.documents.iter().flat_map(copies_of).collect();
        let total = documents.len();
        let sample_size = MAX_SAMPLE.min(total);
        let counts: Vec<f64> = (0..sample_size)
            .into_par_iter()
            .filter(|_| !cancel.stopped())
            .map(|at| {
                let doc = documents[at * total / sample_size];
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
        let unsampled = 1.0 - n / total.max(1) as f64;
        let error = (variance / n * unsampled.max(0.0)).sqrt();
        (mean * total as f64 / 2.0, error * total as f64 / 2.0)
    }

    /// Returns the representatives that are partners of `doc` at the threshold of the search, ascending, with their
    /// overlap.
    pub fn partners(&self, collection: &Collection, doc: DocNo) -> Vec<(DocNo, Overlap)> {
        let Some(i) = self.positions.get(doc.index()).copied().flatten() else {
            return Vec::new();
        };
        let i = i as usize;
        let documents = &self.neighbours.items.documents;
        let partners = self.neighbours.others(i, &|_| false).into_iter();
        let partners = partners.map(|(j, overlap)| {
            if j < i {
                (documents[j], overlap.swapped())
            } else {
                (documents[j], overlap)
            }
        });
        let mut partners: Vec<(DocNo, Overlap)> = partners
            .filter(|(other, _)| collection.compares(doc, *other))
            .collect();
        partners.sort_unstable_by_key(|(other, _)| *other);
        partners
    }

    /// Returns the pairs of each dense document with its `limit` (at least 1) most similar partners, ascending.
    /// Of equally similar partners, the lowest numbers are taken. `None` once cancelled.
    pub(super) fn strongest(
        &self,
        collection: &Collection,
        limit: usize,
        cancel: &Cancel,
    ) -> Option<Vec<Pair>> {
        let Neighbours {
            items, predicate, ..
        } = &self.neighbours;
        let search = strongest::Search {
            items,
            predicate: *predicate,
            limit,
            is_compared: &|a, b| collection.compares(a, b),
            cancel,
        };
        let mut strongest_pairs: Vec<(DocNo, DocNo, u32)> = Vec::new();
        for group in &self.groups {
            for (i, partners) in search.group(group) {
                let doc = items.documents[i as usize];
                let pairs = partners.iter();
                strongest_pairs.extend(
                    pairs.map(|partner| {
                        (doc.min(partner.doc), doc.max(partner.doc), partner.shared)
                    }),
                );
            }
        }
        strongest_pairs.par_sort_unstable();
        strongest_pairs.dedup();
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
        let pairs = strongest_pairs.into_par_iter().map(pair).collect();
        (!cancel.stopped()).then_some(pairs)
    }

    /// Note for the user; `listed` describes the listed pairs.
    pub(super) fn sentence(&self, listed: &str) -> String {
        let (about, error) = self.pairs;
        let copies = self.documents.iter().map(|doc| self.copies[doc.index()]);
        let documents: u32 = copies.sum();
        format!(
            "dense: {} are near-copies in about {} pairs (± {}); listed: {listed}; clusters are exact",
            units::counted(documents.into(), "document", "documents"),
            units::count(about.round() as u64),
            units::count((Z95 * error).ceil() as u64),
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::super::exact_join::JoinPredicate;
    use super::super::exact_join::items;
    use super::*;
    use crate::candidates::{Identical, Method, MethodConfig, PairSet, find};
    use crate::cluster::keep::{direct, direct_among};
    use crate::index::made;
    use crate::settings::Sketching;
    use crate::similarity::Measure;

    /// Groups of linked documents, by their lowest document.
    fn groups(documents: usize, pairs: &[Pair]) -> Vec<Vec<u32>> {
        let mut sets = UnionFind::new(documents);
        for pair in pairs {
            sets.union(pair.a.0, pair.b.0);
        }
        sets.groups()
    }

    proptest! {
        #[test]
        fn groups_partners_and_kept_documents_agree_with_all_pairs(
            texts in prop::collection::vec(prop::collection::btree_set(0_u64..9, 1..7), 1..40),
            order in Just((0..40).map(DocNo::at).collect::<Vec<_>>()).prop_shuffle(),
            (percent, contained, max_listed, top) in (10_u32..=100, any::<bool>(), 0_u64..60, 1_usize..5),
        ) {
            let texts: Vec<Vec<u64>> = texts.into_iter().map(|set| set.into_iter().collect()).collect();
            let sketching = Sketching { k: 1, permutations: 16, ..Sketching::default() };
            let collection = made::collection(&texts, sketching);
            let identical = Identical::new(&collection);
            let measure = if contained { Measure::Containment } else { Measure::Jaccard };
            let method = MethodConfig { measure, ..MethodConfig::from(Method::Exact) };
            let threshold = f64::from(percent) / 100.0;
            let all = find(&collection, &identical, &method, threshold, threshold, &Cancel::default());
            let items = Arc::new(items(&collection, identical.distinct()));
            let neighbours = Neighbours::new(items, JoinPredicate::new(measure, threshold));
            let mut copies = vec![0_u32; texts.len()];
            identical.representatives().iter().for_each(|first| copies[first.index()] += 1);
            let (pairs, dense) =
                Dense::with_limit(&collection, (neighbours, copies.clone()), max_listed, &Cancel::default()).unwrap();

            prop_assert_eq!(groups(texts.len(), &pairs), groups(texts.len(), &all.pairs));
            prop_assert!(pairs.iter().all(|pair| all.pairs.contains(pair)));
            let is_dense = |doc: &DocNo| dense.documents.contains(doc);
            let dense_pairs = all.pairs.iter().filter(|pair| is_dense(&pair.a));
            let weights = dense_pairs.clone().map(|pair| f64::from(copies[pair.a.index()] * copies[pair.b.index()]));
            let within = dense.documents.iter().map(|doc| f64::from(copies[doc.index()]));
            let weight = weights.sum::<f64>() + within.map(|n| n * (n - 1.0) / 2.0).sum::<f64>();
            let dense_pairs = dense_pairs.count();
            for pair in all.pairs.iter().filter(|pair| !is_dense(&pair.a)) {
                prop_assert!(pairs.contains(pair));
            }
            prop_assert!(all.pairs.len() - dense_pairs <= max_listed as usize);
            // The sample is complete.
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
            let strongest = dense.strongest(&collection, top, &Cancel::default()).unwrap();
            prop_assert!(strongest.iter().all(|pair| all.pairs.contains(pair)));
            let strongest_pairs: HashSet<(DocNo, DocNo)> = strongest.iter().map(|pair| (pair.a, pair.b)).collect();
            prop_assert_eq!(strongest_pairs.len(), strongest.len());
            prop_assert_eq!(strongest_pairs, want);
            let order: Vec<DocNo> = order.into_iter().filter(|doc| doc.index() < texts.len()).collect();
            let mut set = PairSet::new(identical.representatives().to_vec(), pairs, all.info.clone());
            let kept = direct_among(&set, &order, |doc| {
                let partners = dense.partners(&collection, doc).into_iter();
                partners.map(|(other, overlap)| (other, measure.similarity(&overlap)))
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
