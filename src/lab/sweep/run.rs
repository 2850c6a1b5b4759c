//! Running a sweep over one collection.

use super::{Block, Grid, Row};
use crate::collection::Collection;
use crate::lab::{Curve, Labels};

/// What is to be swept, and what it is held against.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The settings. Blocks of another unit than the collection's are left out: they need another
    /// reading, and a run of their own.
    pub grid: &'a Grid,
    /// LSH: the chance wanted, for a pair right at the threshold, of becoming a candidate.
    pub recall: f64,
    /// What people have said of pairs of this collection.
    pub labels: Option<&'a Labels>,
    /// Every pair without a label counts as negative.
    pub rest_negative: bool,
}

/// One block, done.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// Its settings.
    pub block: Block,
    /// One for each threshold, rising.
    pub rows: Vec<Row>,
    /// Against labels, where there are any.
    pub held: Option<Held>,
}

/// One block held against labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// Similarity of each labelled pair by the block's measure, in the order of `Labels::pairs`.
    pub scores: Vec<f64>,
    /// For each threshold and each name of a label: how many pairs of that name are called
    /// near-duplicates.
    pub called: Vec<Vec<u64>>,
    /// All thresholds at once; `None` where sketches decide too, which no order of scores describes.
    pub curve: Option<Curve>,
}

/// How far a sweep is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The block that is worked on, or the first of those worked on together.
    pub block: Block,
    /// Blocks done.
    pub done: usize,
    /// Blocks in all.
    pub total: usize,
    /// How much of what is worked on is done, 0..=1.
    pub share: f64,
}

/// Makes all blocks of `ask` that `wanted` says yes to and gives each to `done`, in the order of the
/// grid. `progress` is told now and then, from any thread. Returns whether it came to its end; after
/// a no from `go_on`, asked now and then, it stops, and blocks not yet given are lost.
///
/// Settings that the grid does not name (permutations, bits, seed, bits of hashes) are the
/// collection's. Runs on the caller's pool. Nothing is capped: what does not fit in memory is counted
/// as it comes and not held.
pub fn run(
    collection: &Collection,
    ask: &Ask<'_>,
    wanted: &dyn Fn(&Block) -> bool,
    go_on: &(dyn Fn() -> bool + Sync),
    progress: &(dyn Fn(Progress) + Sync),
    done: &mut dyn FnMut(Swept),
) -> bool {
    let _ = (collection, ask, wanted, go_on, progress, done);
    todo!("the sweep")
}
