//! Order of pairs by how much they explain: among documents that share a text, the likely source is first.
//!
//! If many documents copy one source, they also share its text with each other, and the words of one pair do not
//! distinguish the source from a copy. The source shares most with all of them, so a pair weighs less if another
//! document explains it better.

use rayon::prelude::*;

use super::CopiedPair;
use crate::base::{DocNo, Lists};

/// The weight of a pair that another document explains is divided by this number.
const EXPLAINED_DIVISOR: f64 = 9.0;

/// Minimum share of a pair's weight that a document must share with another document to explain the pair. Less may be
/// chance.
const MIN_SHARE: f64 = 0.2;

/// Returns the remaining fraction of a pair's weight. `sum` is the connection of the pair's better connected document,
/// `most` the connection of the best connected document that may explain the pair. The fraction is 1 if both are the
/// same document, and a ninth if the pair's document shares almost nothing. The connection of a document is the sum of
/// the squared weights of its pairs, so a template that is shared with all documents adds little.
fn remaining(sum: f64, most: f64) -> f64 {
    if most <= 0.0 {
        return 1.0;
    }
    (1.0 + (EXPLAINED_DIVISOR - 1.0) * (sum / most).powi(2)) / EXPLAINED_DIVISOR
}

/// Number of a document's links that are searched for a document that explains a pair.
const MAX_LINKS: usize = 24;

/// Adjusts the weight of each pair by the other pairs. A document may explain a pair if it shares enough with both
/// documents of the pair; for each, the `MAX_LINKS` strongest links are searched.
pub fn weigh(pairs: &mut [CopiedPair]) {
    let documents = pairs.iter().map(|pair| pair.pair.b.index() + 1).max();
    let mut sums = vec![0.0; documents.unwrap_or(0)];
    let mut links: Vec<(DocNo, f64, DocNo)> = Vec::with_capacity(2 * pairs.len());
    let mut weights: Vec<(DocNo, DocNo, f64)> = Vec::with_capacity(pairs.len());
    for CopiedPair { pair, evidence } in pairs.iter() {
        let (a, b, weight) = (pair.a, pair.b, evidence.weight);
        sums[a.index()] += weight * weight;
        sums[b.index()] += weight * weight;
        links.extend([(a, weight, b), (b, weight, a)]);
        weights.push((a, b, weight));
    }
    weights.par_sort_unstable_by_key(|(a, b, _)| (*a, *b));
    let between = |x: DocNo, y: DocNo| {
        let (a, b) = (x.min(y), x.max(y));
        let at = weights.binary_search_by_key(&(a, b), |(a, b, _)| (*a, *b));
        at.map_or(0.0, |at| weights[at].2)
    };
    // The links of each document by descending weight.
    links.par_sort_unstable_by(|x, y| x.0.cmp(&y.0).then(y.1.total_cmp(&x.1)).then(x.2.cmp(&y.2)));
    let mut lengths = vec![0_usize; sums.len()];
    links.iter().for_each(|(doc, ..)| lengths[doc.index()] += 1);
    let links = Lists::new(lengths.into_iter(), links);
    let strongest = |doc: DocNo| {
        let own = links.get(doc.index());
        &own[..own.len().min(MAX_LINKS)]
    };
    pairs
        .par_iter_mut()
        .for_each(|CopiedPair { pair, evidence }| {
            let own = sums[pair.a.index()].max(sums[pair.b.index()]);
            let min_weight = MIN_SHARE * evidence.weight;
            let explains = |(_, weight, doc): &&(DocNo, f64, DocNo), other: DocNo| {
                *weight >= min_weight && *doc != other && between(*doc, other) >= min_weight
            };
            let ends = [(pair.a, pair.b), (pair.b, pair.a)].into_iter();
            let links = ends.flat_map(|(end, other)| {
                let links = strongest(end).iter();
                links.filter(move |link| explains(link, other))
            });
            let most = links.map(|link| sums[link.2.index()]).fold(own, f64::max);
            evidence.weight *= remaining(own, most);
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Evidence;
    use crate::similarity::{Overlap, Pair};
    use proptest::prelude::*;

    /// Computes the weights by comparing every pair with every other pair.
    fn brute_force(pairs: &[CopiedPair]) -> Vec<f64> {
        let ends = |pair: &CopiedPair| [pair.pair.a, pair.pair.b];
        let sum = |doc: DocNo| -> f64 {
            let own = pairs.iter().filter(|pair| ends(pair).contains(&doc));
            own.map(|pair| pair.evidence.weight.powi(2)).sum()
        };
        let between = |x: DocNo, y: DocNo| {
            let copied = pairs.iter().find(|pair| ends(pair) == [x.min(y), x.max(y)]);
            copied.map_or(0.0, |pair| pair.evidence.weight)
        };
        let weight = |pair: &CopiedPair| {
            let own = pair.evidence.weight;
            let pair_sum = ends(pair).into_iter().map(sum).fold(0.0, f64::max);
            let others = (0..9).map(DocNo).filter(|doc| !ends(pair).contains(doc));
            let explains = |doc: &DocNo| {
                let linked = |end: &DocNo| {
                    pairs
                        .iter()
                        .any(|p| ends(p) == [*doc.min(end), *doc.max(end)])
                };
                let enough = |end: &DocNo| linked(end) && between(*doc, *end) >= MIN_SHARE * own;
                ends(pair).iter().all(enough)
            };
            let most = others.filter(explains).map(sum).fold(pair_sum, f64::max);
            own * remaining(pair_sum, most)
        };
        pairs.iter().map(weight).collect()
    }

    proptest! {
        #[test]
        fn weights_equal_brute_force(
            weights in prop::collection::btree_map((0_u32..9, 0_u32..9), 0_u32..50, 0..24),
        ) {
            let weights = weights.into_iter().filter(|((a, b), _)| a < b);
            let mut pairs: Vec<CopiedPair> = weights.map(|((a, b), weight)| CopiedPair {
                pair: Pair {
                    a: DocNo(a),
                    b: DocNo(b),
                    overlap: Overlap::default(),
                    agreeing: 0,
                },
                evidence: Evidence {
                    weight: f64::from(weight),
                    ..Evidence::default()
                },
            }).collect();
            let want = brute_force(&pairs);
            weigh(&mut pairs);
            for (pair, want) in pairs.iter().zip(want) {
                prop_assert!((pair.evidence.weight - want).abs() < 1e-9, "{pair:?} {want}");
            }
        }
    }
}
