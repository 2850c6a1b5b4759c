//! Labelled pairs that a threshold misclassifies, worst first.

use crate::lab::LabelMetrics;
use crate::lab::label_metrics::Mistake;

/// Maximum number of listed pairs per kind of error; totals are counted separately.
const LISTED: usize = 500;

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
    /// The pairs that `threshold` misclassifies; O(n log n) in the labelled pairs.
    pub fn new(labels: &LabelMetrics, threshold: f64) -> Self {
        let mut rows = labels.mistakes(threshold);
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
