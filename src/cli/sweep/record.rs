//! Results of a block of settings as the report prints them.

use std::sync::Arc;

use crate::lab::sweep::{Block, BlockMetrics, BlockResult};
use crate::lab::{AreaEstimate, Point};

/// Results of one block of settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The settings of the block.
    pub block: Block,
    /// One row per threshold, in grid order.
    pub rows: Vec<Counted>,
    /// Summary over all thresholds; `None` without labels.
    pub curve: Option<CurveSummary>,
}

/// Results at one threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// Number of document pairs at or above the threshold.
    pub pairs: u64,
    /// Number of clusters.
    pub clusters: u64,
    /// Number of documents in the largest cluster.
    pub largest: u64,
    /// Number of documents in all clusters.
    pub documents: u64,
    /// With labels: what they say of the threshold.
    pub point: Option<Point>,
    /// For each label name, the number of its pairs classified as near-duplicates.
    pub called: Vec<u64>,
}

/// Summary of a threshold curve.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveSummary {
    /// Area under the ROC curve, 0..=1.
    pub area: Option<f64>,
    /// The area as of a sample, unless unlabelled pairs count.
    pub estimate: Option<Arc<AreaEstimate>>,
    /// Average precision, 0..=1.
    pub average_precision: Option<f64>,
    /// The threshold with the highest F1.
    pub best: Option<Point>,
    /// Its 95 % confidence interval.
    pub interval: Option<(f64, f64)>,
    /// The thresholds with that F1: above the first figure, up to the second.
    pub plateau: Option<(f64, f64)>,
}

impl Record {
    /// Creates the record of a finished block.
    pub fn of(swept: &BlockResult) -> Self {
        let metrics = swept.metrics.as_ref();
        let rows = swept.rows.iter().enumerate().map(|(at, row)| Counted {
            pairs: row.pairs,
            clusters: row.clusters,
            largest: row.largest,
            documents: row.documents,
            point: row.labelled,
            called: metrics.map_or_else(Vec::new, |metrics| metrics.called[at].clone()),
        });
        Record {
            block: swept.block,
            rows: rows.collect(),
            curve: metrics.map(
                |BlockMetrics {
                     curve, estimate, ..
                 }| CurveSummary {
                    area: curve.area(),
                    estimate: estimate.clone(),
                    average_precision: curve.average_precision(),
                    best: curve.best(),
                    interval: curve.best_interval(),
                    plateau: curve.plateau(),
                },
            ),
        }
    }

    /// Whether there are no pairs at any threshold.
    pub fn is_without_pairs(&self) -> bool {
        self.rows.iter().all(|row| row.pairs == 0)
    }
}
