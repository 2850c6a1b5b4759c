//! Evaluation of sweep rows against labels: which labelled pairs each threshold classifies as
//! near-duplicates and, if unlabelled pairs count as negative, how many of those.

use super::bins::Bins;
use super::input::SweepInput;
use super::levels::Levels;
use super::lsh_predictor::{Agreement, LshPredictor};
use crate::base::DocNo;
use crate::candidates::verify;
use crate::collection::Collection;
use crate::lab::{Curve, Labels, Point};
use crate::similarity::{Measure, Overlap};

/// Labels, with the shingle overlaps of the labelled pairs at one k.
pub struct LabelEvaluator<'a> {
    labels: &'a Labels,
    rest_negative: bool,
    levels: &'a Levels<'a>,
    /// Total number of document pairs, n(n − 1)/2.
    all_pairs: u64,
    overlaps: Vec<Overlap>,
}

/// Evaluation of one block against labels.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockMetrics {
    /// Confusion matrix of each threshold.
    pub points: Vec<Point>,
    /// For each threshold and each label name, the number of its pairs classified as near-duplicates.
    pub called: Vec<Vec<u64>>,
    /// Similarity of each labelled pair by the block's measure, in the order of `Labels::pairs`.
    pub scores: Vec<f64>,
    /// Quality at all thresholds; `None` with sketches, where the score alone does not decide. If
    /// unlabelled pairs count as negative, those below the lowest threshold of the grid count with
    /// similarity 0, and those between the scores of two labelled pairs with the midpoint.
    pub curve: Option<Curve>,
}

impl<'a> LabelEvaluator<'a> {
    /// Computes the overlaps of the labelled pairs over the shingles of `collection`. `None` when
    /// cancelled by `should_continue`.
    pub fn of(
        collection: &Collection,
        labels: &'a Labels,
        rest_negative: bool,
        levels: &'a Levels<'a>,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let documents = collection.len() as u64;
        Some(LabelEvaluator {
            labels,
            rest_negative,
            levels,
            all_pairs: documents * documents.saturating_sub(1) / 2,
            overlaps: verify::overlaps(collection, &labels.documents(), &|| should_continue())?,
        })
    }

    /// Bins for unlabelled pairs, one per measure; `None` unless unlabelled pairs count as
    /// negative.
    pub fn bins(&self) -> Option<Vec<Bins>> {
        let bins = |measure: &Measure| {
            let mut values = self.scores(*measure);
            values.extend(self.levels.thresholds);
            Bins::new(values)
        };
        let measures = self.levels.measures.iter();
        self.rest_negative.then(|| measures.map(bins).collect())
    }

    fn scores(&self, measure: Measure) -> Vec<f64> {
        self.overlaps.iter().map(|o| measure.of(o)).collect()
    }

    /// Evaluates an exact block. `pairs`: document pairs at or above each threshold; `bins`:
    /// similarities of the pairs that reach the lowest threshold.
    pub fn exact(&self, measure: usize, pairs: &[u64], bins: Option<Bins>) -> BlockMetrics {
        let thresholds = self.levels.thresholds;
        let scores = self.scores(self.levels.measures[measure]);
        let (points, called) = self.points(pairs, |threshold, at| {
            // A pair without common shingles is never listed, whatever the threshold.
            scores[at] >= thresholds[threshold] && self.overlaps[at].shared > 0
        });
        let mut steps: Vec<(f64, u64, u64)> = Vec::new();
        for (score, pair) in scores.iter().zip(&self.labels.pairs) {
            steps.push((*score, pair.positive.into(), (!pair.positive).into()));
        }
        if let Some(mut bins) = bins {
            for score in scores.iter().filter(|s| **s >= thresholds[0] && **s > 0.0) {
                bins.take(*score);
            }
            let known = bins.total() + scores.len() as u64;
            steps.extend(bins.steps().map(|(score, count)| (score, 0, count)));
            steps.push((0.0, 0, self.all_pairs.saturating_sub(known)));
        }
        BlockMetrics {
            points,
            called,
            scores,
            curve: Some(Curve::of_counts(steps)),
        }
    }

    /// Evaluates a block of LSH. Only labelled pairs that LSH finds are classified as
    /// near-duplicates.
    pub fn found(
        &self,
        input: &SweepInput,
        measure: usize,
        pairs: &[u64],
        predictor: &LshPredictor<'_>,
    ) -> BlockMetrics {
        let thresholds = self.levels.thresholds;
        let scores = self.scores(self.levels.measures[measure]);
        let first = |doc: DocNo| input.representative[doc.index()];
        let mut agreement = Agreement::default();
        let mut found: Vec<Vec<bool>> = Vec::new();
        for ((pair, score), overlap) in self.labels.pairs.iter().zip(&scores).zip(&self.overlaps) {
            let (a, b) = (first(pair.a), first(pair.b));
            let (a, b) = (a.min(b), a.max(b));
            if a != b {
                predictor.agreement(a, b, &mut agreement);
            }
            let reached = |threshold: usize| {
                *score >= thresholds[threshold]
                    && overlap.shared > 0
                    && (a == b || predictor.finds((measure, threshold), (a, b), &agreement))
            };
            found.push((0..thresholds.len()).map(reached).collect());
        }
        let (points, called) = self.points(pairs, |threshold, at| found[at][threshold]);
        BlockMetrics {
            points,
            called,
            scores,
            curve: None,
        }
    }

    /// Confusion matrix of each threshold, and how many pairs of each label name it classifies as
    /// near-duplicates. `called` says whether a threshold does so with a labelled pair.
    fn points(
        &self,
        pairs: &[u64],
        called: impl Fn(usize, usize) -> bool,
    ) -> (Vec<Point>, Vec<Vec<u64>>) {
        let (positive, negative) = self.labels.counts();
        let (positive, mut negative) = (positive as u64, negative as u64);
        if self.rest_negative {
            negative = self.all_pairs - positive;
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
                false_alarms = pairs[at] - hits;
            }
            let point = Point {
                threshold: *threshold,
                hits,
                false_alarms,
                missed: positive - hits,
                passed: negative - false_alarms,
            };
            (point, names)
        };
        self.levels.thresholds.iter().enumerate().map(point).unzip()
    }
}
