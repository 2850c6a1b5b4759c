//! Executes a sweep over one collection: groups blocks by shingles (k, sets or bags) and shares one
//! join per group.

use super::forest::Levels;
use super::input::{EachK, SweepInput, UnmaskedDocuments};
use super::label_evaluator::{BlockMetrics, LabelEvaluator};
use super::tally::{MeasureCounts, Tally};
use super::{Grid, SettingBlock, SettingRow, ThresholdClusters};
use crate::base::Cancel;
use crate::candidates::exact_join::{Join, JoinPredicate};
use crate::lab::{Curve, Labels};
use crate::mask::AtEachK;
use crate::settings::Sketching;
use crate::similarity::Measure;

/// Input of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct SweepRequest<'a> {
    /// The settings. Blocks with another unit than the collection's are skipped; they require
    /// another tokenisation and a separate run.
    pub grid: &'a Grid,
    /// Labels of pairs of this collection.
    pub labels: Option<&'a Labels>,
    /// Whether unlabelled pairs count as negative.
    pub rest_negative: bool,
}

/// A finished block.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockResult {
    /// Settings of the block.
    pub block: SettingBlock,
    /// One row per threshold, ascending.
    pub rows: Vec<SettingRow>,
    /// Evaluation against the labels, if there are any.
    pub metrics: Option<BlockMetrics>,
}

/// Progress of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepProgress {
    /// First block of the group in progress.
    pub block: SettingBlock,
    /// Number of finished blocks.
    pub done: usize,
    /// Total number of blocks.
    pub total: usize,
    /// Finished share of the current group, 0..=1.
    pub share: f64,
}

/// Computes all blocks of `request` and passes each to `done`, in grid order.
/// Calls `progress` repeatedly, from any thread. Polls `cancel`; returns false when
/// cancelled, and unreported blocks are lost. Returns true when complete.
///
/// The settings that are not in the grid (seed, hash bits) are from `corpus`. Its masks are applied again at each
/// k. Runs on the caller's pool. There is no cap: pairs are counted as they are generated and not stored.
pub fn run(
    corpus: &AtEachK,
    request: &SweepRequest<'_>,
    cancel: &Cancel,
    progress: &(dyn Fn(SweepProgress) + Sync),
    done: &mut dyn FnMut(BlockResult),
) -> bool {
    let unit = corpus.collection.settings().normalisation.unit;
    let blocks = request.grid.blocks();
    let blocks: Vec<SettingBlock> = blocks.into_iter().filter(|b| b.unit == unit).collect();
    let total = blocks.len();
    let mut each_k = EachK::new(corpus);
    let mut finished = 0;
    // Blocks with the same k and the same choice of sets or bags are adjacent.
    for group_blocks in blocks.chunk_by(|a, b| (a.k, a.bag) == (b.k, b.bag)) {
        let block = group_blocks[0];
        let share = |share: f64| {
            progress(SweepProgress {
                block,
                done: finished,
                total,
                share,
            });
        };
        share(0.0);
        let documents = each_k.at(block.k, cancel);
        let results = documents.and_then(|at| group(&at, request, group_blocks, cancel, &share));
        let Some(results) = results else {
            return false;
        };
        finished += results.len();
        results.into_iter().for_each(&mut *done);
    }
    true
}

/// Runs blocks with one k and one choice of sets or bags, in order; `None` when cancelled.
fn group(
    documents: &UnmaskedDocuments,
    request: &SweepRequest<'_>,
    blocks: &[SettingBlock],
    cancel: &Cancel,
    share: &(dyn Fn(f64) + Sync),
) -> Option<Vec<BlockResult>> {
    let UnmaskedDocuments { collection, texts } = documents;
    let sketching = Sketching {
        k: blocks[0].k,
        bag: blocks[0].bag,
        ..collection.settings().sketching.clone()
    };
    let measures: Vec<Measure> = blocks.iter().map(|block| block.measure).collect();
    let thresholds = &request.grid.thresholds[..];
    let evaluator = match request.labels {
        None => None,
        Some(labels) => {
            let shingled = collection.reshingled(&sketching);
            let (rest, levels) = (request.rest_negative, (&measures[..], thresholds));
            Some(LabelEvaluator::new(
                &shingled, labels, rest, levels, cancel,
            )?)
        }
    };
    let group = Group {
        input: &SweepInput::new(collection, texts, &sketching),
        blocks,
        measures: &measures,
        thresholds,
        evaluator: evaluator.as_ref(),
        cancel,
        share,
    };
    group.results()
}

/// Blocks with one k and one choice of sets or bags, which differ in their measures.
struct Group<'a> {
    input: &'a SweepInput,
    blocks: &'a [SettingBlock],
    measures: &'a [Measure],
    thresholds: &'a [f64],
    evaluator: Option<&'a LabelEvaluator<'a>>,
    cancel: &'a Cancel,
    share: &'a (dyn Fn(f64) + Sync),
}

/// If the next floor is lower than this, all pairs with a common shingle are counted.
const MIN_FLOOR: f64 = 0.01;

impl Group<'_> {
    /// Exact results. For the labels, the floor is lowered until it reaches the end of the best threshold's plateau:
    /// the next pair below the threshold, which may be less similar than every positive pair.
    fn results(&self) -> Option<Vec<BlockResult>> {
        let mut floor = self.evaluator.and_then(LabelEvaluator::floor);
        let rest_negative = self
            .evaluator
            .is_some_and(|evaluator| evaluator.rest_negative);
        loop {
            let results = self.results_from(floor)?;
            let counted = floor.unwrap_or(self.thresholds[0]);
            let curves = results
                .iter()
                .filter_map(|result| Some(&result.metrics.as_ref()?.curve));
            let mut ends = curves.filter_map(Curve::plateau).map(|(end, _)| end);
            if !rest_negative || counted <= f64::MIN_POSITIVE || ends.all(|end| end >= counted) {
                return Some(results);
            }
            floor = Some(match counted / 2.0 {
                half if half < MIN_FLOOR => f64::MIN_POSITIVE,
                half => half,
            });
        }
    }

    /// Exact results by one pass of the join. For the labels, pairs are counted down to `floor`, if it is below the
    /// thresholds.
    fn results_from(&self, floor: Option<f64>) -> Option<Vec<BlockResult>> {
        let (input, thresholds) = (self.input, self.thresholds.iter().copied());
        let thresholds: Vec<f64> = floor.into_iter().chain(thresholds).collect();
        let levels = Levels {
            measures: self.measures,
            thresholds: &thresholds,
        };
        let predicate = JoinPredicate::new(levels.widest(), thresholds[0]);
        let join = Join::new(&input.items, predicate);
        let bins = self.evaluator.and_then(LabelEvaluator::bins);
        let new = || Tally::new(input, &levels, predicate, bins.as_deref());
        let mut total = new();
        for tally in join.visit(new, self.cancel, self.share) {
            total.merge(tally);
        }
        self.cancel.proceed()?;
        let copy_pairs = input.pairs_of_one_set();
        let result = |(measure, mut counts): (usize, MeasureCounts)| {
            // Cumulative sum: from pairs per level to pairs at or above each level. The floor is not a threshold of the
            // grid.
            let mut pairs = counts.pairs.split_off(1 + usize::from(floor.is_some()));
            let mut sum = copy_pairs;
            for pairs in pairs.iter_mut().rev() {
                sum += *pairs;
                *pairs = sum;
            }
            let clusters = counts.forest.clusters(&input.weights);
            let clusters = clusters.into_iter().skip(usize::from(floor.is_some()));
            if let Some(scores) = &mut counts.scores {
                scores.add(1.0, copy_pairs);
            }
            let scores = (counts.scores, thresholds[0]);
            let evaluator = self.evaluator;
            let metrics = evaluator.map(|evaluator| evaluator.exact(measure, &pairs, scores));
            let block = self.blocks[measure];
            let row =
                |((at, threshold), clusters): ((usize, &f64), ThresholdClusters)| SettingRow {
                    block,
                    threshold: *threshold,
                    pairs: pairs[at],
                    clusters: clusters.clusters,
                    largest: clusters.largest,
                    documents: clusters.documents,
                    labelled: metrics.as_ref().map(|metrics| metrics.points[at]),
                };
            let levels = self.thresholds.iter().enumerate();
            BlockResult {
                block,
                rows: levels.zip(clusters).map(row).collect(),
                metrics,
            }
        };
        let counts = total.by_measure.into_iter().enumerate();
        Some(counts.map(result).collect())
    }
}
