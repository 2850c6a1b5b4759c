//! Labelled pairs that a threshold misclassifies, worst first.

use crate::base::DocNo;
use crate::engine::message::Labelled;

/// Maximum number of listed pairs per kind of error; totals are counted separately.
const LISTED: usize = 500;

/// A labelled pair on the wrong side of the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// First document.
    pub a: DocNo,
    /// Second document.
    pub b: DocNo,
    /// Index of the label name.
    pub label: u16,
    /// `true` for a false negative (labelled near-duplicate, below the threshold), `false` for a false
    /// positive.
    pub missed: bool,
    /// Similarity of the pair, 0..=1.
    pub score: f64,
}

/// Misclassified pairs at a threshold.
#[derive(Clone, Debug, Default)]
pub struct Confusion {
    /// The threshold.
    pub threshold: f64,
    /// Misclassified pairs, farthest from the threshold first.
    pub rows: Vec<Mistake>,
    /// Total numbers of false negatives and false positives.
    pub total: (u64, u64),
}

impl Confusion {
    /// Computes the pairs that `threshold` misclassifies; O(n log n) in the labelled pairs.
    #[must_use]
    pub fn of(labelled: &Labelled, threshold: f64) -> Self {
        let pairs = labelled.labels.pairs.iter().zip(&labelled.scores);
        let wrong = pairs.filter(|(pair, score)| pair.positive != (**score >= threshold));
        let mut rows: Vec<Mistake> = wrong
            .map(|(pair, score)| Mistake {
                a: pair.a,
                b: pair.b,
                label: pair.label,
                missed: pair.positive,
                score: *score,
            })
            .collect();
        rows.sort_by(|x, y| {
            let far = |m: &Mistake| (m.score - threshold).abs();
            far(y).total_cmp(&far(x)).then((x.a, x.b).cmp(&(y.a, y.b)))
        });
        let missed = rows.iter().filter(|row| row.missed).count() as u64;
        let total = (missed, rows.len() as u64 - missed);
        let mut left = [LISTED; 2];
        rows.retain(|row| {
            let left = &mut left[usize::from(row.missed)];
            let keep = *left > 0;
            *left = left.saturating_sub(1);
            keep
        });
        Confusion {
            threshold,
            rows,
            total,
        }
    }
}
