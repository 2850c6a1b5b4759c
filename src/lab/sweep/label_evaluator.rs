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
use crate::similarity::Overlap;

/// Labels, with the shingle overlaps of the labelled pairs at one k.
pub struct LabelEvaluator<'a> {
    labels: &'a Labels,
    rest_negative: bool,
    documents: u64,
    overlaps: Vec<Overlap>,
}

/// One block held against labels.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelMetrics {
    /// Similarity of each labelled pair by the block's measure, in the order of `Labels::pairs`.
    pub scores: Vec<f64>,
    /// For each threshold and each name of a label: how many pairs of that name are called
    /// near-duplicates.
    pub called: Vec<Vec<u64>>,
    /// All thresholds at once; `None` where sketches decide too, which no order of scores describes.
    /// Where pairs without a label are negative, those that share less than the lowest threshold of
    /// the grid asks for count as of similarity 0, and those between two labelled pairs stand
    /// somewhere between them.
    pub curve: Option<Curve>,
}

/// One block held against labels: the point of each threshold, and the rest.
pub type Points = (Vec<Point>, LabelMetrics);

impl<'a> LabelEvaluator<'a> {
    /// Computes the overlaps of the labelled pairs over the shingles of `collection`. `None` when
    /// cancelled by `should_continue`.
    pub fn of(
        collection: &Collection,
        labels: &'a Labels,
        rest_negative: bool,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let pairs: Vec<(DocNo, DocNo)> = labels.pairs.iter().map(|p| (p.a, p.b)).collect();
        Some(LabelEvaluator {
            labels,
            rest_negative,
            documents: collection.len() as u64,
            overlaps: verify::overlaps(collection, &pairs, &|| should_continue())?,
        })
    }

    /// Bins for unlabelled pairs, one per measure; `None` unless unlabelled pairs count as
    /// negative.
    pub fn bins(&self, levels: &Levels<'_>) -> Option<Vec<Bins>> {
        let bins = |measure: &_| {
            let thresholds = levels.thresholds.iter().copied();
            Bins::new(thresholds.chain(self.scores(*measure)).collect())
        };
        self.rest_negative
            .then(|| levels.measures.iter().map(bins).collect())
    }

    fn scores(&self, measure: crate::similarity::Measure) -> impl Iterator<Item = f64> {
        self.overlaps.iter().map(move |overlap| measure.of(overlap))
    }

    /// Evaluates an exact block. `pairs`: document pairs at or above each threshold; `bins`:
    /// similarities of the pairs that reach the lowest threshold.
    pub fn exact(
        &self,
        levels: &Levels<'_>,
        measure: usize,
        pairs: &[u64],
        bins: Option<Bins>,
    ) -> Points {
        let scores: Vec<f64> = self.scores(levels.measures[measure]).collect();
        let called = |threshold: usize, at: usize| {
            // A pair without common shingles is never listed, whatever the threshold.
            scores[at] >= levels.thresholds[threshold] && self.overlaps[at].shared > 0
        };
        let (points, names) = self.points(levels, pairs, called);
        let mut steps: Vec<(f64, u64, u64)> = Vec::new();
        for (score, pair) in scores.iter().zip(&self.labels.pairs) {
            let (positive, negative) = (u64::from(pair.positive), u64::from(!pair.positive));
            steps.push((*score, positive, negative));
        }
        if let Some(mut bins) = bins {
            let above = |score: &&f64| **score >= levels.thresholds[0] && **score > 0.0;
            scores
                .iter()
                .filter(above)
                .for_each(|score| bins.take(*score));
            let known = bins.total() + scores.len() as u64;
            let unseen = self.all().saturating_sub(known);
            steps.extend(bins.steps().map(|(score, count)| (score, 0, count)));
            steps.push((0.0, 0, unseen));
        }
        let held = LabelMetrics {
            curve: Some(Curve::of_counts(steps)),
            called: names,
            scores,
        };
        (points, held)
    }

    /// Evaluates a block of LSH. Only labelled pairs that LSH finds are classified as
    /// near-duplicates.
    pub fn found(
        &self,
        input: &SweepInput,
        levels: &Levels<'_>,
        measure: usize,
        pairs: &[u64],
        predictor: &LshPredictor<'_>,
    ) -> Points {
        let scores: Vec<f64> = self.scores(levels.measures[measure]).collect();
        let first = |doc: DocNo| input.representative[doc.index()];
        let mut agreement = Agreement::default();
        let found: Vec<Vec<bool>> = (self.labels.pairs.iter().zip(&scores))
            .zip(&self.overlaps)
            .map(|((pair, score), overlap)| {
                let (a, b) = (first(pair.a), first(pair.b));
                let (a, b) = (a.min(b), a.max(b));
                if a != b {
                    predictor.agreement(a, b, &mut agreement);
                }
                let reached = |threshold: usize| {
                    *score >= levels.thresholds[threshold]
                        && overlap.shared > 0
                        && (a == b || predictor.finds((measure, threshold), (a, b), &agreement))
                };
                (0..levels.thresholds.len()).map(reached).collect()
            })
            .collect();
        let (points, called) = self.points(levels, pairs, |threshold, at| found[at][threshold]);
        let held = LabelMetrics {
            scores,
            called,
            curve: None,
        };
        (points, held)
    }

    /// Total number of document pairs, n(n − 1)/2.
    fn all(&self) -> u64 {
        self.documents * self.documents.saturating_sub(1) / 2
    }

    /// Confusion matrix of each threshold, and how many pairs of each label name it classifies as
    /// near-duplicates.
    fn points(
        &self,
        levels: &Levels<'_>,
        pairs: &[u64],
        called: impl Fn(usize, usize) -> bool,
    ) -> (Vec<Point>, Vec<Vec<u64>>) {
        let (positive, negative) = self.labels.counts();
        let thresholds = levels.thresholds.iter().enumerate();
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
            let mut negative = negative as u64;
            if self.rest_negative {
                negative = self.all() - positive as u64;
                false_alarms = pairs[at] - hits;
            }
            let point = Point {
                threshold: *threshold,
                hits,
                false_alarms,
                missed: positive as u64 - hits,
                passed: negative - false_alarms,
            };
            (point, names)
        };
        thresholds.map(point).unzip()
    }
}
