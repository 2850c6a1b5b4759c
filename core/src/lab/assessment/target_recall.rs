//! Bandings that find a share of the pairs of a corpus: from the similarities of its pairs, not from one threshold.
//!
//! A banding that finds a pair right at the threshold with some probability finds most pairs with a greater one, since
//! most are more similar. For each number of rows, the fewest bands are taken with which the expected share of true
//! pairs that share a band is the wanted one.

use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::candidates::lsh;
use crate::collection::Collection;
use crate::similarity::Pair;
use crate::similarity::estimate::agreement;
use crate::sketch::Layout;

/// Bandings with more candidates than the most selective one by this factor are not counted.
const TOO_MANY: u64 = 20;

/// Pairs by the probability that two values of their sketches agree.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// (Probability, pairs).
    steps: Vec<(f64, u64)>,
    pairs: u64,
}

impl Histogram {
    /// Of the true pairs of a corpus, for sketches of this layout.
    #[must_use]
    pub fn of(pairs: &[Pair], layout: Layout) -> Self {
        let each = pairs
            .iter()
            .map(|pair| agreement(pair.jaccard(), layout.bits));
        let mut each: Vec<f64> = each.collect();
        each.sort_unstable_by(f64::total_cmp);
        let alike = each.chunk_by(|x, y| x == y);
        Histogram {
            steps: alike.map(|run| (run[0], run.len() as u64)).collect(),
            pairs: pairs.len() as u64,
        }
    }

    /// Expected share of the pairs that share a band; `None` without pairs.
    #[must_use]
    pub fn recall(&self, banding: Banding) -> Option<f64> {
        let found = self
            .steps
            .iter()
            .map(|(agreement, pairs)| banding.probability(*agreement) * *pairs as f64);
        (self.pairs > 0).then(|| found.sum::<f64>() / self.pairs as f64)
    }

    /// For each number of rows with which `recall` can be had from sketches of so many values, the fewest bands that
    /// have it; more rows first.
    #[must_use]
    pub fn bandings(&self, positions: usize, recall: f64) -> Vec<Banding> {
        let suffices = |banding| self.recall(banding).is_some_and(|share| share >= recall);
        let fewest = |rows: usize| {
            let with = |bands| Banding { bands, rows };
            let most = positions / rows;
            if !suffices(with(most)) {
                return None;
            }
            // More bands never find less.
            let (mut low, mut high) = (1, most);
            while low < high {
                let middle = usize::midpoint(low, high);
                match suffices(with(middle)) {
                    true => high = middle,
                    false => low = middle + 1,
                }
            }
            Some(with(low))
        };
        (1..=positions).rev().filter_map(fewest).collect()
    }
}

/// The bandings that are expected to find a share `recall` of the pairs in `histogram`, each with the number of its
/// candidates among `documents`; more rows first. Bandings with very many candidates are left out. `None` once
/// `should_continue` returns `false`. Call on the worker pool.
#[must_use]
pub fn counted(
    histogram: &Histogram,
    (collection, documents): (&Collection, &[DocNo]),
    recall: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<(Banding, u64)>> {
    let mut counted: Vec<(Banding, u64)> = Vec::new();
    for banding in histogram.bandings(collection.layout().positions, recall) {
        let buckets = lsh::count(collection, documents, banding, should_continue)?;
        let fewest = counted.iter().map(|(_, pairs)| *pairs).min();
        let most = fewest.map(|fewest| fewest.max(documents.len() as u64) * TOO_MANY);
        if most.is_some_and(|most| buckets.pairs > most) {
            // Fewer rows make still more candidates.
            break;
        }
        counted.push((banding, buckets.pairs));
    }
    Some(counted)
}

/// Of the bandings that are expected to find a share `recall` of `pairs`, the one with the fewest candidates among
/// `documents`; of equals the one with the fewest bands. `None` if sketches have too few values for it, or there are no
/// pairs; the outer one once `should_continue` returns `false`. Call on the worker pool.
#[must_use]
pub fn cheapest(
    pairs: &[Pair],
    (collection, documents): (&Collection, &[DocNo]),
    recall: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Option<Banding>> {
    let histogram = Histogram::of(pairs, collection.layout());
    let counted = counted(&histogram, (collection, documents), recall, should_continue)?;
    let cheapest = counted
        .into_iter()
        .min_by_key(|(banding, candidates)| (*candidates, banding.bands));
    Some(cheapest.map(|(banding, _)| banding))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::made;
    use crate::settings::Sketching;
    use crate::similarity::Overlap;

    fn pairs() -> Vec<Pair> {
        let pair = |(at, shared): (usize, u32)| Pair {
            a: DocNo::at(2 * at),
            b: DocNo::at(2 * at + 1),
            overlap: Overlap {
                size_a: 100,
                size_b: 100,
                shared,
            },
            agreeing: 0,
        };
        [70, 75, 80, 80, 90, 95, 100]
            .into_iter()
            .enumerate()
            .map(pair)
            .collect()
    }

    #[test]
    fn bandings_have_the_recall_with_the_fewest_bands() {
        for bits in [32, 4] {
            let layout = Layout {
                positions: 64,
                bits,
            };
            let histogram = Histogram::of(&pairs(), layout);
            let recall = |bands: usize, rows: usize| {
                let each = pairs().into_iter().map(|pair| {
                    let same = agreement(pair.jaccard(), bits);
                    1.0 - (1.0 - same.powi(rows as i32)).powi(bands as i32)
                });
                each.sum::<f64>() / 7.0
            };
            let got = histogram.bandings(64, 0.9);
            // One by one.
            let wanted = (1..=64).rev().filter_map(|rows| {
                (1..=64 / rows)
                    .find(|bands| recall(*bands, rows) >= 0.9)
                    .map(|bands| Banding { bands, rows })
            });
            assert_eq!(got, wanted.collect::<Vec<_>>());
            assert!(got.len() > 3, "{got:?}");
            for banding in got {
                let share = histogram.recall(banding).unwrap();
                assert!((share - recall(banding.bands, banding.rows)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_cheapest_banding_has_the_fewest_candidates_of_those_that_reach_the_recall() {
        // Forty texts of 60 terms; each shares more of them with the next than with the one after.
        let text = |i: u64| {
            (0..60)
                .map(|t| if t < i { 1000 + i * 100 + t } else { t })
                .collect()
        };
        let texts: Vec<Vec<u64>> = (0..40).map(text).collect();
        let sketching = Sketching {
            permutations: 32,
            ..Sketching::default()
        };
        let collection = made::collection(&texts, sketching);
        let documents: Vec<DocNo> = collection.documents().collect();
        let layout = collection.layout();
        let set = |doc: DocNo| collection.shingle_set(doc);
        let mut pairs = Vec::new();
        for &a in &documents {
            for &b in &documents[a.index() + 1..] {
                let (x, y) = (set(a), set(b));
                let shared = x.iter().filter(|s| y.contains(s)).count() as u32;
                let overlap = Overlap {
                    size_a: x.len() as u32,
                    size_b: y.len() as u32,
                    shared,
                };
                let pair = Pair {
                    a,
                    b,
                    overlap,
                    agreeing: 0,
                };
                pairs.extend((pair.jaccard() >= 0.4).then_some(pair));
            }
        }
        assert!(pairs.len() > 50, "{}", pairs.len());
        let candidates = |Banding { bands, rows }| {
            let mut count = 0_u64;
            for &a in &documents {
                for &b in &documents[a.index() + 1..] {
                    let (x, y) = (collection.sketch(a), collection.sketch(b));
                    let same = |band: usize| layout.agree(x, y, band * rows..(band + 1) * rows);
                    count += u64::from((0..bands).any(same));
                }
            }
            count
        };
        for recall in [0.5, 0.9, 0.97] {
            let all = Histogram::of(&pairs, layout).bandings(32, recall);
            let fewest = all
                .iter()
                .map(|banding| (candidates(*banding), banding.bands))
                .min();
            let got = cheapest(&pairs, (&collection, &documents), recall, &|| true).unwrap();
            let got = got.map(|banding| (candidates(banding), banding.bands));
            assert_eq!(got, fewest, "{recall}");
        }
        assert_eq!(
            cheapest(&pairs, (&collection, &documents), 0.5, &|| false),
            None
        );
        let impossible = cheapest(&pairs, (&collection, &documents), 1.0, &|| true);
        assert_eq!(impossible, Some(None));
    }

    #[test]
    fn without_pairs_there_is_no_recall() {
        let none = Histogram::of(
            &[],
            Layout {
                positions: 16,
                bits: 32,
            },
        );
        assert_eq!(none.recall(Banding { bands: 4, rows: 4 }), None);
        assert_eq!(none.bandings(16, 0.5), []);
    }
}
