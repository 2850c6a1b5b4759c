//! Evaluation of sweep rows against labels: which labelled pairs each threshold classifies as
//! near-duplicates and, if unlabelled pairs count as negative, how many of them.

use std::sync::Arc;

use super::tally::Bins;
use crate::base::Cancel;
use crate::candidates::verify;
use crate::index::Collection;
use crate::lab::{AreaEstimate, Curve, CurvePoint, Labels, independent_share};
use crate::similarity::{Measure, Overlap};

/// Labels, with the shingle overlaps of the labelled pairs at one k.
pub struct LabelEvaluator<'a> {
    labels: &'a Labels,
    /// Whether unlabelled pairs count as negative.
    pub rest_negative: bool,
    measures: &'a [Measure],
    thresholds: &'a [f64],
    /// Total number of document pairs, n(n − 1)/2.
    all_pairs: u64,
    /// Overlaps of the labelled pairs, then of the pairs labelled unsure.
    overlaps: Vec<Overlap>,
}

/// Evaluation of one block against labels.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockMetrics {
    /// Confusion matrix of each threshold.
    pub points: Vec<CurvePoint>,
    /// For each threshold and each label name, the number of its pairs classified as near-duplicates.
    pub called: Vec<Vec<u64>>,
    /// Quality at all thresholds. If unlabelled pairs count as negative, their scores are simplified: scores below
    /// every positive pair, every threshold of the grid and the end of the plateau become 0; scores between two
    /// labelled pairs become the highest of these scores. This keeps the order of positive and negative pairs, so no
    /// figure changes.
    pub curve: Curve,
    /// Area under the ROC curve, estimated from the labels as a sample; `None` if unlabelled pairs count as negative.
    pub estimate: Option<Arc<AreaEstimate>>,
    /// 95 % interval of the best threshold for pairs of other documents; `None` if unlabelled pairs count as negative.
    pub interval: Option<(f64, f64)>,
}

impl<'a> LabelEvaluator<'a> {
    /// Computes the overlaps of the labelled pairs over the shingles of `collection`. `None` when
    /// cancelled by `cancel`.
    pub fn new(
        collection: &Collection,
        labels: &'a Labels,
        rest_negative: bool,
        (measures, thresholds): (&'a [Measure], &'a [f64]),
        cancel: &Cancel,
    ) -> Option<Self> {
        let documents = collection.len() as u64;
        let mut pairs = labels.documents();
        if rest_negative {
            pairs.extend(&labels.unsure);
        }
        Some(LabelEvaluator {
            labels,
            rest_negative,
            measures,
            thresholds,
            all_pairs: documents * documents.saturating_sub(1) / 2,
            overlaps: verify::overlaps(collection, &pairs, cancel)?,
        })
    }

    /// Bins for unlabelled pairs, one per measure; `None` unless unlabelled pairs count as
    /// negative.
    pub fn bins(&self) -> Option<Vec<Bins>> {
        let bins = |measure: &Measure| {
            let mut values = self.scores(*measure);
            values.extend(self.thresholds);
            Bins::new(values)
        };
        let measures = self.measures.iter();
        self.rest_negative.then(|| measures.map(bins).collect())
    }

    /// If unlabelled pairs count as negative, the similarity down to which they must be counted: the lowest similarity
    /// of a positive pair by any measure. `None` if the thresholds of the grid already reach it.
    pub fn floor(&self) -> Option<f64> {
        let positive = |measure: &Measure| {
            let scores = self.scores(*measure).into_iter().zip(&self.labels.pairs);
            let positive = scores.filter(|(_, pair)| pair.positive);
            positive.map(|(score, _)| score).min_by(f64::total_cmp)
        };
        let lowest = self.measures.iter().filter_map(positive);
        let lowest = lowest.min_by(f64::total_cmp).filter(|_| self.rest_negative);
        lowest.filter(|lowest| *lowest < self.thresholds[0])
    }

    /// Similarities of the labelled pairs, then of the pairs labelled unsure.
    fn scores(&self, measure: Measure) -> Vec<f64> {
        self.overlaps
            .iter()
            .map(|o| measure.similarity(o))
            .collect()
    }

    /// Evaluates a block. `pairs` has the number of document pairs at or above each threshold, `bins` the similarities
    /// of pairs at or above `floor`.
    pub fn exact(
        &self,
        measure: usize,
        pairs: &[u64],
        (bins, floor): (Option<Bins>, f64),
    ) -> BlockMetrics {
        let thresholds = self.thresholds;
        let scores = self.scores(self.measures[measure]);
        let (points, called) = self.points(pairs, |threshold, at| {
            // A pair without common shingles is never listed, whatever the threshold.
            scores[at] >= thresholds[threshold] && self.overlaps[at].shared > 0
        });
        let mut steps: Vec<(f64, u64, u64)> = Vec::new();
        for (score, pair) in scores.iter().zip(&self.labels.pairs) {
            steps.push((*score, pair.positive.into(), (!pair.positive).into()));
        }
        if let Some(mut bins) = bins {
            for score in scores.iter().filter(|s| **s >= floor && **s > 0.0) {
                bins.take(*score);
            }
            let counted = bins.total() + scores.len() as u64;
            steps.extend(bins.steps().map(|(score, count)| (score, 0, count)));
            steps.push((0.0, 0, self.all_pairs.saturating_sub(counted)));
        }
        let (curve, labelled) = (Curve::of_counts(steps), &self.labels.pairs);
        let sample = (!self.rest_negative).then_some(&scores[..]);
        BlockMetrics {
            points,
            called,
            estimate: sample
                .and_then(|scores| AreaEstimate::estimate(labelled, scores).map(Arc::new)),
            interval: sample
                .and_then(|scores| curve.best_interval(independent_share(labelled, scores))),
            curve,
        }
    }

    /// Confusion matrix of each threshold, and how many pairs of each label name it classifies as near-duplicates.
    /// `called(threshold, pair)` returns whether it does; both are indices.
    fn points(
        &self,
        pairs: &[u64],
        called: impl Fn(usize, usize) -> bool,
    ) -> (Vec<CurvePoint>, Vec<Vec<u64>>) {
        let (positive, negative) = self.labels.counts();
        let (positive, mut negative) = (positive as u64, negative as u64);
        let labelled = self.labels.pairs.len();
        if self.rest_negative {
            let unsure = self.overlaps.len() - labelled;
            negative = self.all_pairs - positive - unsure as u64;
        }
        let point = |(at, threshold): (usize, &f64)| {
            let mut names = vec![0_u64; self.labels.names.len()];
            let (mut hits, mut false_alarms) = (0, 0);
            for (i, pair) in self.labels.pairs.iter().enumerate() {
                if called(at, i) {
                    names[usize::from(pair.label)] += 1;
                    hits += u64::from(pair.positive);
                    false_alarms += u64::from(!pair.positive);
                }
            }
            if self.rest_negative {
                let unsure = (labelled..self.overlaps.len()).filter(|i| called(at, *i));
                false_alarms = pairs[at] - hits - unsure.count() as u64;
            }
            let point = CurvePoint {
                threshold: *threshold,
                hits,
                false_alarms,
                missed: positive - hits,
                passed: negative - false_alarms,
            };
            (point, names)
        };
        self.thresholds.iter().enumerate().map(point).unzip()
    }
}
