//! Bandings that find a share of the pairs of a corpus: from the similarities of its pairs, not from one threshold.
//!
//! A banding that finds a pair right at the threshold with some probability finds most pairs with a greater one, since
//! most are more similar. For each number of rows, the fewest bands are taken with which the expected share of true
//! pairs that share a band is the wanted one.

use crate::candidates::banding::Banding;
use crate::similarity::Pair;
use crate::similarity::estimate::agreement;
use crate::sketch::Layout;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
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
