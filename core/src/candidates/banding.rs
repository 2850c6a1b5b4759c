//! LSH banding: the split of a sketch into bands of rows, so that similar documents collide in some band
//! and dissimilar ones rarely do (Indyk, Motwani 1998; Leskovec, Rajaraman, Ullman, chapter 3).

use serde::{Deserialize, Serialize};

use crate::similarity::estimate::agreement;
use crate::sketch::Layout;

/// A split of the sketch into `bands` bands of `rows` values each. Remaining values are unused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Banding {
    /// Number of bands, at least 1.
    pub bands: usize,
    /// Values per band, at least 1.
    pub rows: usize,
}

/// Default probability that a pair exactly at the threshold becomes a candidate.
pub const RECALL: f64 = 0.99;

impl Banding {
    /// Chooses the most selective banding (most rows) for which a pair at `threshold` becomes a candidate with
    /// probability `recall` or more; if there is none, one row per band.
    pub fn choose(layout: Layout, threshold: f64, recall: f64) -> Self {
        (1..=layout.positions)
            .rev()
            .map(|rows| Banding {
                bands: layout.positions / rows,
                rows,
            })
            .find(|banding| banding.probability(agreement(threshold, layout.bits)) >= recall)
            .unwrap_or(Banding {
                bands: layout.positions,
                rows: 1,
            })
    }

    /// Probability that a pair with this Jaccard becomes a candidate: `1 - (1 - J^r)^b`. For sketches
    /// with fewer than 32 bits per value, pass the probability that two values agree instead.
    pub fn probability(&self, jaccard: f64) -> f64 {
        1.0 - (1.0 - jaccard.powi(self.rows as i32)).powi(self.bands as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: Layout = Layout {
        positions: 200,
        bits: 32,
    };

    #[test]
    fn the_chosen_banding_reaches_the_recall_and_no_more_selective_one_does() {
        for threshold in [0.1, 0.3, 0.5, 0.8, 0.9, 1.0] {
            let chosen = Banding::choose(LAYOUT, threshold, RECALL);
            assert!(
                chosen.probability(threshold) >= RECALL,
                "{threshold}: {chosen:?}"
            );
            let rows = chosen.rows + 1;
            let next = Banding {
                bands: 200 / rows.min(200),
                rows,
            };
            assert!(rows > 200 || next.probability(threshold) < RECALL);
        }
        let chosen = Banding::choose(LAYOUT, 0.8, RECALL);
        assert_eq!(chosen, Banding { bands: 28, rows: 7 });
    }
}
