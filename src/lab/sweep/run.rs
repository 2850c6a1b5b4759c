//! Executes a sweep over one collection: groups blocks by shingles (k, sets or bags) and shares one
//! join per group and sketch kind.

use super::input::SweepInput;
use super::label_evaluator::{LabelEvaluator, LabelMetrics, Points};
use super::levels::Levels;
use super::lsh_predictor::LshPredictor;
use super::meeting::{Finder, PairsByThreshold};
use super::tally::Tally;
use super::{Block, Clusters, Grid, Row};
use crate::candidates::Identical;
use crate::candidates::exact_join::{Join, JoinPredicate};
use crate::collection::Collection;
use crate::lab::Labels;
use crate::settings::{SketchKind, Sketching};
use crate::similarity::Measure;

/// Input of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The settings. Blocks with another unit than the collection's are skipped; they require
    /// another tokenisation and a separate run.
    pub grid: &'a Grid,
    /// Target recall of LSH: the probability that a pair exactly at the threshold becomes a
    /// candidate.
    pub recall: f64,
    /// Labels of pairs of this collection.
    pub labels: Option<&'a Labels>,
    /// Whether unlabelled pairs count as negative.
    pub rest_negative: bool,
}

/// A finished block.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// Settings of the block.
    pub block: Block,
    /// One row per threshold, ascending.
    pub rows: Vec<Row>,
    /// Evaluation against the labels, if there are any.
    pub held: Option<LabelMetrics>,
}

/// How far a sweep is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// First block of the group in progress.
    pub block: Block,
    /// Number of finished blocks.
    pub done: usize,
    /// Total number of blocks.
    pub total: usize,
    /// Finished share of the current group, 0..=1.
    pub share: f64,
}

/// Computes all blocks of `ask` that `wanted` accepts and passes each to `done`, in grid order.
/// Calls `progress` repeatedly, from any thread. Polls `should_continue`; returns false when
/// cancelled, and unreported blocks are lost. Returns true when complete.
///
/// Settings that the grid does not contain (permutations, bits, seed, hash bits) are the
/// collection's. Runs on the caller's pool. There is no cap: pairs are counted as they are
/// generated and not stored.
pub fn run(
    collection: &Collection,
    ask: &Ask<'_>,
    wanted: &dyn Fn(&Block) -> bool,
    should_continue: &(dyn Fn() -> bool + Sync),
    progress: &(dyn Fn(Progress) + Sync),
    done: &mut dyn FnMut(Swept),
) -> bool {
    let unit = collection.settings().normalisation.unit;
    let blocks = ask.grid.blocks();
    let blocks: Vec<Block> = blocks.into_iter().filter(|b| b.unit == unit).collect();
    let total = blocks.len();
    let texts = Identical::of_texts(collection);
    let mut finished = 0;
    // Blocks with the same k and the same choice of sets or bags are adjacent.
    for together in blocks.chunk_by(|a, b| (a.k, a.bag) == (b.k, b.bag)) {
        let wanted: Vec<Block> = together.iter().filter(|b| wanted(b)).copied().collect();
        finished += together.len() - wanted.len();
        let Some(&block) = wanted.first() else {
            continue;
        };
        let share = |share: f64| {
            progress(Progress {
                block,
                done: finished,
                total,
                share,
            });
        };
        share(0.0);
        let group = Group::of(collection, ask, &texts, &wanted);
        let Some(swept) = group.run(&wanted, should_continue, &share) else {
            return false;
        };
        finished += swept.len();
        swept.into_iter().for_each(&mut *done);
    }
    true
}

/// Blocks with one k and one choice of sets or bags.
struct Group<'a> {
    collection: &'a Collection,
    ask: &'a Ask<'a>,
    sketching: Sketching,
    input: SweepInput,
    /// Distinct measures of the blocks.
    measures: Vec<Measure>,
}

/// Results of one measure and sketch kind at each threshold: (pairs, clusters), and points if there
/// are labels.
struct Column {
    found: Vec<(u64, Clusters)>,
    points: Option<Points>,
}

impl<'a> Group<'a> {
    fn of(
        collection: &'a Collection,
        ask: &'a Ask<'a>,
        texts: &Identical,
        blocks: &[Block],
    ) -> Self {
        let sketching = Sketching {
            k: blocks[0].k,
            bag: blocks[0].bag,
            ..collection.settings().sketching.clone()
        };
        let mut measures: Vec<Measure> = Vec::new();
        for block in blocks {
            if !measures.contains(&block.measure) {
                measures.push(block.measure);
            }
        }
        Group {
            collection,
            ask,
            input: SweepInput::of(collection, texts, &sketching),
            sketching,
            measures,
        }
    }

    /// Runs the blocks, in order; `None` when cancelled.
    fn run(
        &self,
        blocks: &[Block],
        should_continue: &(dyn Fn() -> bool + Sync),
        share: &(dyn Fn(f64) + Sync),
    ) -> Option<Vec<Swept>> {
        let levels = Levels {
            measures: &self.measures,
            thresholds: &self.ask.grid.thresholds,
        };
        let need = JoinPredicate::new(levels.widest(), levels.thresholds[0]);
        let join = Join::new(&self.input.items, need);
        let against = match self.ask.labels {
            None => None,
            Some(labels) => {
                let shingled = self.collection.reshingled(&self.sketching);
                let rest = self.ask.rest_negative;
                Some(LabelEvaluator::of(
                    &shingled,
                    labels,
                    rest,
                    should_continue,
                )?)
            }
        };
        let mut sketches: Vec<Option<SketchKind>> = Vec::new();
        for block in blocks {
            if !sketches.contains(&block.sketch) {
                sketches.push(block.sketch);
            }
        }
        let passes = sketches.len() as f64;
        let mut columns: Vec<Vec<Column>> = Vec::new();
        for (pass, &sketch) in sketches.iter().enumerate() {
            let part = |part: f64| share((pass as f64 + part) / passes);
            let pass = Pass {
                group: self,
                levels: &levels,
                join: &join,
                against: against.as_ref(),
                should_continue,
                share: &part,
            };
            columns.push(match sketch {
                None => pass.exact()?,
                Some(kind) => pass.sketched(kind)?,
            });
        }
        let place = |block: &Block| {
            let sketch = sketches.iter().position(|s| *s == block.sketch);
            let measure = self.measures.iter().position(|m| *m == block.measure);
            sketch.zip(measure)
        };
        let swept = blocks.iter().filter_map(|block| {
            let (sketch, measure) = place(block)?;
            Some(columns[sketch][measure].swept(*block, levels.thresholds))
        });
        Some(swept.collect())
    }
}

/// One pass of the join over one group.
struct Pass<'a> {
    group: &'a Group<'a>,
    levels: &'a Levels<'a>,
    join: &'a Join<'a>,
    against: Option<&'a LabelEvaluator<'a>>,
    should_continue: &'a (dyn Fn() -> bool + Sync),
    share: &'a (dyn Fn(f64) + Sync),
}

impl Pass<'_> {
    /// Exact results: all pairs, by each measure.
    fn exact(&self) -> Option<Vec<Column>> {
        let (input, levels, need) = (&self.group.input, self.levels, self.join.need);
        let bins = self.against.and_then(|against| against.bins(levels));
        let new = || Tally::new(input, levels, need, bins.as_deref());
        let mut all = new();
        for tally in self.join.visit(new, self.should_continue, self.share) {
            all.merge(tally);
        }
        if !(self.should_continue)() {
            return None;
        }
        let one_set = input.pairs_of_one_set();
        let column = |(measure, of): (usize, super::tally::OfMeasure)| {
            // Cumulative sum: from pairs per level to pairs at or above each level.
            let mut sum = one_set;
            let mut pairs: Vec<u64> = (of.pairs[1..].iter().rev())
                .map(|count| {
                    sum += count;
                    sum
                })
                .collect();
            pairs.reverse();
            let mut forest = of.forest;
            let clusters = forest.clusters(&input.weights);
            let bins = of.scores.map(|mut bins| {
                bins.add(1.0, one_set);
                bins
            });
            let points = self
                .against
                .map(|against| against.exact(levels, measure, &pairs, bins));
            Column {
                found: pairs.into_iter().zip(clusters).collect(),
                points,
            }
        };
        Some(all.of.into_iter().enumerate().map(column).collect())
    }

    /// LSH results with sketches of `kind`, by each measure.
    fn sketched(&self, kind: SketchKind) -> Option<Vec<Column>> {
        let (group, levels, should_continue) = (self.group, self.levels, self.should_continue);
        let input = &group.input;
        let sketching = Sketching {
            sketch: kind,
            ..group.sketching.clone()
        };
        let sketched = group.collection.resketched(&sketching, should_continue)?;
        let predictor =
            LshPredictor::of(&sketched, input, levels, group.ask.recall, should_continue)?;
        let found = PairsByThreshold::new(input, levels);
        let need = self.join.need;
        let new = || Finder::new(input, levels, need, &predictor, &found);
        for finder in self.join.visit(new, should_continue, self.share) {
            finder.finish();
        }
        if !should_continue() {
            return None;
        }
        let column = |measure: usize| {
            let found = found.rows(measure, input, levels, &predictor);
            let pairs: Vec<u64> = found.iter().map(|row| row.0).collect();
            let points = self
                .against
                .map(|against| against.found(input, levels, measure, &pairs, &predictor));
            Column { found, points }
        };
        Some((0..levels.measures.len()).map(column).collect())
    }
}

impl Column {
    fn swept(&self, block: Block, thresholds: &[f64]) -> Swept {
        let row = |(at, threshold): (usize, &f64)| {
            let (pairs, clusters) = self.found[at];
            Row {
                unit: block.unit,
                k: block.k,
                bag: block.bag,
                measure: block.measure,
                sketch: block.sketch,
                threshold: *threshold,
                pairs,
                clusters: clusters.clusters,
                largest: clusters.largest,
                documents: clusters.documents,
                labelled: self.points.as_ref().map(|(points, _)| points[at]),
            }
        };
        Swept {
            block,
            rows: thresholds.iter().enumerate().map(row).collect(),
            held: self.points.as_ref().map(|(_, held)| held.clone()),
        }
    }
}
