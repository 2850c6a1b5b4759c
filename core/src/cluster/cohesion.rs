//! Cohesion of a cluster: exact similarities of all pairs of its members, or of a sample of them, whether or not they
//! are edges. It exposes chaining, the best-known weakness of single linkage: members connected only through others.

use rayon::prelude::*;

use all::Sums;
use sampled::SampledSums;

use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::index::Collection;
use crate::similarity::Pair;

mod all;
mod sampled;

pub use all::Cohesion;

/// Maximum number of compared pairs below the threshold. A cluster with more is sampled: its pairs at or above the
/// threshold count exactly, the others through a sample, whose size `measured` reports.
pub const PAIRS: u64 = 500_000;

/// Distinct members of a cluster, ascending. Each represents all documents with the same shingle set.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// The representatives.
    pub members: &'a [DocNo],
    /// Number of their pairs at or above the threshold: edges, and pairs with the decision "different".
    pub similar: u64,
}

impl Group<'_> {
    /// Number of pairs of distinct members.
    fn pairs(&self) -> u64 {
        let n = self.members.len() as u64;
        n * n.saturating_sub(1) / 2
    }

    /// Whether all pairs are compared: at most `max_pairs` ([`PAIRS`]) of them are below the threshold. This does not
    /// depend on the floor of the pair search.
    pub fn counts_all(&self, max_pairs: u64) -> bool {
        self.pairs() - self.similar <= max_pairs
    }
}

/// Sums of a group over all pairs, or over a sample.
enum GroupSums {
    All(Sums),
    Sampled(SampledSums),
}

/// Computes the figures of each of `groups`; `group_of` has the index of each document's group, and edges are the pairs
/// at or above `threshold`. Cost: two passes over the pairs and, for each group, at most about `max_pairs` ([`PAIRS`])
/// set comparisons.
pub fn of_groups(
    collection: &Collection,
    pairs: &PairSet,
    threshold: f64,
    (groups, group_of): (&[Group<'_>], &[Option<u32>]),
    max_pairs: u64,
) -> Vec<Cohesion> {
    let group_of = |pair: &Pair| {
        let group = group_of[pair.a.index()].filter(|g| group_of[pair.b.index()] == Some(*g));
        group.map(|group| group as usize)
    };
    let edges = pairs.at_least(threshold).len();
    let each = pairs.pairs.iter().enumerate();
    let inner_pairs = each.filter_map(|(at, pair)| Some((group_of(pair)?, pair, at < edges)));
    let mut counts = vec![0_u64; groups.len()];
    for (group, ..) in inner_pairs.clone() {
        counts[group] += 1;
    }
    let sums = groups.iter().zip(&counts).map(|(group, count)| {
        let weights = weights(pairs, group.members);
        if group.counts_all(max_pairs) {
            let known_count = (*count < group.pairs()).then_some(*count as usize);
            GroupSums::All(Sums::new(weights, known_count))
        } else {
            GroupSums::Sampled(SampledSums::new(weights, max_pairs))
        }
    });
    let mut sums: Vec<GroupSums> = sums.collect();
    let mut position_of = vec![0_u32; pairs.representative.len()];
    for (position, doc) in groups.iter().flat_map(|g| (0..).zip(g.members)) {
        position_of[doc.index()] = position;
    }
    let positions = |pair: &Pair| [pair.a, pair.b].map(|doc| position_of[doc.index()]);
    for (group, pair, is_edge) in inner_pairs {
        let [i, j] = positions(pair);
        match &mut sums[group] {
            GroupSums::All(sums) => sums.add_known(i, j, pairs.score(pair)),
            GroupSums::Sampled(sums) if is_edge => sums.add_edge(i, j, pairs.score(pair)),
            // Pairs below the threshold are ignored: the floor of the pair search must not change a figure.
            GroupSums::Sampled(_) => {}
        }
    }
    // Pairs with the decision "different" count with their similarity.
    for pair in pairs.found_apart(threshold) {
        if let Some(GroupSums::Sampled(sums)) = group_of(pair).map(|group| &mut sums[group]) {
            let [i, j] = positions(pair);
            sums.add_edge(i, j, pairs.score(pair));
        }
    }
    let measure = pairs.info.measure;
    let each = groups.par_iter().zip(sums);
    each.map(|(group, sums)| match sums {
        GroupSums::All(sums) => sums.completed(collection, measure, group.members),
        GroupSums::Sampled(sums) => sums.completed(collection, measure, group.members),
    })
    .collect()
}

/// Number of documents that each member represents, itself included.
pub(super) fn weights(pairs: &PairSet, members: &[DocNo]) -> Vec<u64> {
    let copies = members.iter().map(|doc| pairs.copies(*doc).len() as u64);
    copies.collect()
}

#[cfg(test)]
mod tests {
    use crate::base::Cancel;
    use proptest::prelude::*;

    use super::sampled::draw;
    use super::*;
    use crate::candidates::{Identical, Method, MethodConfig, find};
    use crate::index::made;
    use crate::settings::Sketching;

    /// Documents of 4 to 9 of twelve words, with copies.
    fn texts() -> impl Strategy<Value = Vec<Vec<u64>>> {
        let text = prop::collection::btree_set(0_u64..12, 4..10);
        let text = text.prop_map(|words| words.into_iter().collect::<Vec<u64>>());
        prop::collection::vec(text, 2..14)
    }

    fn sketching() -> Sketching {
        Sketching {
            k: 1,
            permutations: 16,
            ..Sketching::default()
        }
    }

    /// Representatives with even and with odd numbers as two groups, without groups of one document.
    fn groups_of(pairs: &PairSet) -> Vec<Vec<DocNo>> {
        let is_representative = |doc: &DocNo| pairs.representative[doc.index()] == *doc;
        let all = (0..pairs.representative.len()).map(DocNo::at);
        let all: Vec<DocNo> = all.filter(is_representative).collect();
        let each = [0, 1].map(|odd| {
            let docs = all.iter().filter(|doc| doc.0 % 2 == odd);
            docs.copied().collect::<Vec<DocNo>>()
        });
        let documents =
            |g: &Vec<DocNo>| g.iter().map(|doc| pairs.copies(*doc).len()).sum::<usize>();
        each.into_iter().filter(|g| documents(g) > 1).collect()
    }

    proptest! {
        #[test]
        fn figures_equal_a_comparison_of_all_documents_or_of_the_sample(
            texts in texts(),
            (threshold, floor) in (0.1..0.9, 0.0..0.5),
            max_pairs in prop::sample::select(vec![0_u64, 3, 8, 1_000]),
        ) {
            let collection = made::collection(&texts, sketching());
            let identical = Identical::new(&collection);
            let method = MethodConfig::from(Method::Exact);
            let floor = threshold * floor;
            let pairs = find(&collection, &identical, &method, threshold, floor, &Cancel::default());
            let members = groups_of(&pairs);
            let mut group_of = vec![None; texts.len()];
            for (index, members) in (0..).zip(&members) {
                for doc in members {
                    group_of[doc.index()] = Some(index);
                }
            }
            let groups: Vec<Group<'_>> = members.iter().map(|members| {
                let is_inside = |p: &&crate::similarity::Pair| members.contains(&p.a) && members.contains(&p.b);
                let similar = pairs.at_least(threshold).iter().filter(is_inside).count() as u64;
                Group { members, similar }
            }).collect();
            let got = of_groups(&collection, &pairs, threshold, (&groups, &group_of), max_pairs);
            let similarity = |a: DocNo, b: DocNo| {
                let (a, b) = (&texts[a.index()], &texts[b.index()]);
                let shared = a.iter().filter(|word| b.contains(word)).count();
                shared as f64 / (a.len() + b.len() - shared) as f64
            };
            for (group, got) in groups.iter().zip(got) {
                let n = group.members.len();
                // Each document of the group with the position of its text.
                let documents: Vec<(usize, DocNo)> = group.members.iter().enumerate()
                    .flat_map(|(i, doc)| pairs.copies(*doc).iter().map(move |copy| (i, *copy)))
                    .collect();
                let all = (documents.len() * (documents.len() - 1) / 2) as u64;
                let is_sampled = group.pairs() - group.similar > max_pairs;
                let is_known = |a: usize, b: usize| {
                    let [(i, a), (j, b)] = [documents[a], documents[b]];
                    i == j || similarity(a, b) >= threshold
                };
                // Known similarities, and the other pairs that count: all, or the drawn ones.
                let (mut listed, mut rest) = (Vec::new(), Vec::new());
                for (at, (_, a)) in documents.iter().enumerate() {
                    for (other, (_, b)) in documents.iter().enumerate().skip(at + 1) {
                        if is_known(at, other) {
                            listed.push(similarity(*a, *b));
                        } else {
                            rest.push((at, other));
                        }
                    }
                }
                if is_sampled {
                    let pairs = (0..max_pairs).filter_map(|n| draw(n, documents.len() as u64));
                    let pairs = pairs.map(|(a, b)| (a as usize, b as usize));
                    rest = pairs.filter(|(a, b)| !is_known(*a, *b)).collect();
                }
                let of_pair = |(a, b): &(usize, usize)| similarity(documents[*a].1, documents[*b].1);
                let compared: Vec<f64> = rest.iter().map(of_pair).collect();
                let mean = |similarities: &[f64]| similarities.iter().sum::<f64>() / similarities.len().max(1) as f64;
                // For each member, the similarities of one of its documents to all others; counted pairs represent the
                // rest.
                let mut sums = vec![0.0; n];
                for (at, (i, a)) in documents.iter().enumerate() {
                    let others = (0..documents.len()).filter(|other| *other != at);
                    let (edges, others): (Vec<usize>, Vec<usize>) =
                        others.partition(|other| is_known(at, *other));
                    let of_member = |pair: &&(usize, usize)| [pair.0, pair.1].iter().any(|d| documents[*d].0 == *i);
                    let own: Vec<f64> = rest.iter().filter(of_member).map(of_pair).collect();
                    let rest_mean = if own.is_empty() { mean(&compared) } else { mean(&own) };
                    let edges = edges.iter().map(|other| similarity(*a, documents[*other].1));
                    let sum = edges.sum::<f64>() + rest_mean * others.len() as f64;
                    sums[*i] += sum / pairs.copies(group.members[*i]).len() as f64;
                }
                let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
                prop_assert_eq!(got.measured, ((listed.len() + compared.len()) as u64, all));
                let all_of = || listed.iter().chain(&compared).copied();
                let min = all_of().fold(1.0, f64::min);
                prop_assert_eq!(got.min, min);
                let max = all_of().fold(0.0, f64::max);
                prop_assert_eq!(got.max, max);
                if all > 0 {
                    let listed_sum = listed.iter().sum::<f64>();
                    let rest_sum = mean(&compared) * (all - listed.len() as u64) as f64;
                    let mean = ((listed_sum + rest_sum) / all as f64).clamp(min, max.max(min));
                    prop_assert!(close(got.mean, mean), "{} {}", got.mean, mean);
                }
                // The first with the greatest sum, whatever the order of addition.
                let max = sums.iter().copied().fold(0.0, f64::max);
                let first = sums.iter().position(|sum| close(*sum, max)).unwrap();
                prop_assert_eq!(got.medoid, group.members[first]);
            }
        }
    }

    #[test]
    fn a_sample_has_the_mean_of_all_pairs_in_any_order_of_the_documents() {
        // A chain of windows of 20 words, and 60 variants of one window: few documents determine the mean.
        let mut texts: Vec<Vec<u64>> = (0..400).map(|n| (n * 4..n * 4 + 20).collect()).collect();
        let variant = |n: u64| (800..819).chain([10_000 + n]).collect::<Vec<u64>>();
        texts.extend((0..60).map(variant));
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..4 {
            random.shuffle(&mut texts);
            let collection = made::collection(&texts, sketching());
            let identical = Identical::new(&collection);
            let method = MethodConfig::from(Method::Exact);
            let pairs = find(
                &collection,
                &identical,
                &method,
                0.95,
                0.95,
                &Cancel::default(),
            );
            let members: Vec<DocNo> = (0..texts.len()).map(DocNo::at).collect();
            let group_of = vec![Some(0); texts.len()];
            let groups = [Group {
                members: &members,
                similar: pairs.at_least(0.95).len() as u64,
            }];
            let [all, sampled] = [u64::MAX, 20_000].map(|limit| {
                let got = of_groups(&collection, &pairs, 0.95, (&groups, &group_of), limit);
                got[0].mean
            });
            assert!((sampled / all - 1.0).abs() < 0.15, "{sampled} {all}");
        }
    }
}
