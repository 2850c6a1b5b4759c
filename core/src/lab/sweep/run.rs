//! Executes a sweep over one collection: groups blocks by shingles (k, sets or bags) and shares one
//! join per group.

use super::forest::Levels;
use super::input::SweepInput;
use super::label_evaluator::{BlockMetrics, LabelEvaluator};
use super::tally::{MeasureCounts, Tally};
use super::{Grid, SettingBlock, SettingRow, ThresholdClusters};
use crate::base::Cancel;
use crate::candidates::exact_join::{Join, JoinPredicate};
use crate::lab::each_k::{EachK, Unmasked};
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

/// How far a sweep is.
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

/// Computes all blocks of `ask` and passes each to `done`, in grid order.
/// Calls `progress` repeatedly, from any thread. Polls `cancel`; returns false when
/// cancelled, and unreported blocks are lost. Returns true when complete.
///
/// Settings that the grid does not contain (seed, hash bits) are those of `corpus`. At each k
/// its documents have the terms that the masks leave at that k. Runs on the caller's pool. There is no cap: pairs are counted as they are
/// generated and not stored.
pub fn run(
    corpus: &AtEachK,
    ask: &SweepRequest<'_>,
    cancel: &Cancel,
    progress: &(dyn Fn(SweepProgress) + Sync),
    done: &mut dyn FnMut(BlockResult),
) -> bool {
    let unit = corpus.collection().settings().normalisation.unit;
    let blocks = ask.grid.blocks();
    let blocks: Vec<SettingBlock> = blocks.into_iter().filter(|b| b.unit == unit).collect();
    let total = blocks.len();
    let mut each = EachK::new(corpus);
    let mut finished = 0;
    // Blocks with the same k and the same choice of sets or bags are adjacent.
    for together in blocks.chunk_by(|a, b| (a.k, a.bag) == (b.k, b.bag)) {
        let block = together[0];
        let share = |share: f64| {
            progress(SweepProgress {
                block,
                done: finished,
                total,
                share,
            });
        };
        share(0.0);
        let documents = each.at(block.k, cancel);
        let swept = documents.and_then(|at| group(&at, ask, together, cancel, &share));
        let Some(swept) = swept else {
            return false;
        };
        finished += swept.len();
        swept.into_iter().for_each(&mut *done);
    }
    true
}

/// Runs blocks with one k and one choice of sets or bags, in order; `None` when cancelled.
fn group(
    documents: &Unmasked,
    ask: &SweepRequest<'_>,
    blocks: &[SettingBlock],
    cancel: &Cancel,
    share: &(dyn Fn(f64) + Sync),
) -> Option<Vec<BlockResult>> {
    let Unmasked { collection, texts } = documents;
    let sketching = Sketching {
        k: blocks[0].k,
        bag: blocks[0].bag,
        ..collection.settings().sketching.clone()
    };
    let input = SweepInput::new(collection, texts, &sketching);
    let measures: Vec<Measure> = distinct(blocks.iter().map(|block| block.measure));
    let levels = Levels {
        measures: &measures,
        thresholds: &ask.grid.thresholds,
    };
    let predicate = JoinPredicate::new(levels.widest(), levels.thresholds[0]);
    let join = Join::new(&input.items, predicate);
    let evaluator = match ask.labels {
        None => None,
        Some(labels) => {
            let shingled = collection.reshingled(&sketching);
            let rest = ask.rest_negative;
            Some(LabelEvaluator::new(
                &shingled, labels, rest, &levels, cancel,
            )?)
        }
    };
    let pass = Pass {
        input: &input,
        levels: &levels,
        join: &join,
        evaluator: evaluator.as_ref(),
        cancel,
        share,
    };
    let columns = pass.exact_for_labels()?;
    let swept = blocks.iter().filter_map(|block| {
        let measure = measures.iter().position(|m| *m == block.measure)?;
        Some(columns[measure].swept(*block, levels.thresholds))
    });
    Some(swept.collect())
}

/// The values, each once, in order of first occurrence.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

/// Results of one measure.
struct Column {
    /// Pairs and clusters at each threshold.
    by_threshold: Vec<(u64, ThresholdClusters)>,
    /// Evaluation against the labels, if there are any.
    metrics: Option<BlockMetrics>,
}

/// One pass of the join over one group.
struct Pass<'a> {
    input: &'a SweepInput,
    levels: &'a Levels<'a>,
    join: &'a Join<'a>,
    evaluator: Option<&'a LabelEvaluator<'a>>,
    cancel: &'a Cancel,
    share: &'a (dyn Fn(f64) + Sync),
}

/// Similarity below which the next floor counts all pairs with a common shingle.
const LEAST_FLOOR: f64 = 0.01;

impl Pass<'_> {
    /// Exact results, with pairs counted for the labels as far down as their figures depend on: the plateau of the best
    /// threshold ends at the next pair below it, which may be less similar than every positive one.
    fn exact_for_labels(&self) -> Option<Vec<Column>> {
        let mut floor = self.evaluator.and_then(LabelEvaluator::floor);
        loop {
            let columns = self.exact_from(floor)?;
            let counted = floor.unwrap_or(self.levels.thresholds[0]);
            let curves = columns
                .iter()
                .filter_map(|column| Some(&column.metrics.as_ref()?.curve));
            let mut ends = curves.filter_map(Curve::plateau).map(|(end, _)| end);
            let rest_negative = self.evaluator.is_some_and(LabelEvaluator::rest_negative);
            if !rest_negative || counted <= f64::MIN_POSITIVE || ends.all(|end| end >= counted) {
                return Some(columns);
            }
            floor = Some(match counted / 2.0 {
                half if half < LEAST_FLOOR => f64::MIN_POSITIVE,
                half => half,
            });
        }
    }

    /// Exact results, with pairs counted from `floor` on for the labels where that is below the thresholds.
    fn exact_from(&self, floor: Option<f64>) -> Option<Vec<Column>> {
        let Some(floor) = floor else {
            return self.exact();
        };
        let mut thresholds = vec![floor];
        thresholds.extend(self.levels.thresholds);
        let levels = Levels {
            measures: self.levels.measures,
            thresholds: &thresholds,
        };
        let predicate = JoinPredicate::new(levels.widest(), floor);
        let pass = Pass {
            levels: &levels,
            join: &Join::new(&self.input.items, predicate),
            ..*self
        };
        let mut columns = pass.exact()?;
        // The floor is no threshold of the grid.
        for column in &mut columns {
            column.by_threshold.remove(0);
        }
        Some(columns)
    }

    /// Exact results: all pairs, by each measure.
    fn exact(&self) -> Option<Vec<Column>> {
        let (input, levels, predicate) = (self.input, self.levels, self.join.predicate);
        let bins = self.evaluator.and_then(LabelEvaluator::bins);
        let new = || Tally::new(input, levels, predicate, bins.as_deref());
        let mut all = new();
        for tally in self.join.visit(new, self.cancel, self.share) {
            all.merge(tally);
        }
        self.cancel.proceed()?;
        let one_set = input.pairs_of_one_set();
        let column = |(measure, mut counts): (usize, MeasureCounts)| {
            // Cumulative sum: from pairs per level to pairs at or above each level.
            let mut pairs = counts.pairs.split_off(1);
            let mut sum = one_set;
            for pairs in pairs.iter_mut().rev() {
                sum += *pairs;
                *pairs = sum;
            }
            let clusters = counts.forest.clusters(&input.weights);
            if let Some(scores) = &mut counts.scores {
                scores.add(1.0, one_set);
            }
            let floor = levels.thresholds[0];
            // Levels from the floor on may have one more than the labels are evaluated at.
            let of_grid =
                |evaluator: &LabelEvaluator<'_>| &pairs[pairs.len() - evaluator.thresholds()..];
            Column {
                metrics: self.evaluator.map(|evaluator| {
                    evaluator.exact(measure, of_grid(evaluator), (counts.scores, floor))
                }),
                by_threshold: pairs.into_iter().zip(clusters).collect(),
            }
        };
        Some(all.by_measure.into_iter().enumerate().map(column).collect())
    }
}

impl Column {
    fn swept(&self, block: SettingBlock, thresholds: &[f64]) -> BlockResult {
        let row = |(at, threshold): (usize, &f64)| {
            let (pairs, clusters) = self.by_threshold[at];
            SettingRow {
                block,
                threshold: *threshold,
                pairs,
                clusters: clusters.clusters,
                largest: clusters.largest,
                documents: clusters.documents,
                labelled: self.metrics.as_ref().map(|metrics| metrics.points[at]),
            }
        };
        BlockResult {
            block,
            rows: thresholds.iter().enumerate().map(row).collect(),
            metrics: self.metrics.clone(),
        }
    }
}
