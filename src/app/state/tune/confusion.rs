//! The labelled pairs that a threshold gets wrong, the worst first.

use crate::base::DocNo;
use crate::engine::message::Labelled;

/// Pairs of either kind that are listed; how many there are in all is said.
const LISTED: usize = 500;

/// A labelled pair on the wrong side of the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// The one document.
    pub a: DocNo,
    /// The other.
    pub b: DocNo,
    /// Index of its label's name.
    pub label: u16,
    /// Labelled a near-duplicate and missed; otherwise independent, and called one.
    pub missed: bool,
    /// Its similarity.
    pub score: f64,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Confusion {
    /// The threshold they are of.
    pub threshold: f64,
    /// Those farthest from the threshold first.
    pub rows: Vec<Mistake>,
    /// Pairs that were missed, and false alarms.
    pub total: (u64, u64),
}

impl Confusion {
    /// The pairs that `threshold` gets wrong.
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
