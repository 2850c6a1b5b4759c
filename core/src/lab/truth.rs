//! Exact truth: the complete join of a collection, down to the lowest similarity that is affordable.

use std::sync::Arc;

use crate::candidates::complete::{Complete, FLOORS};
use crate::candidates::{Identical, PairSet};
use crate::collection::Collection;

/// Floors above the threshold to try for a corpus that has too many pairs at the threshold.
const HIGHER: [f64; 8] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// All pairs down to the lowest affordable floor below `least`, or `otherwise` if there is none. `None`
/// if `should_continue` returns false.
pub(in crate::lab) fn down_to_lowest(
    complete: &Complete<'_>,
    least: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
    otherwise: impl FnOnce() -> Arc<PairSet>,
) -> Option<Arc<PairSet>> {
    let below = FLOORS.into_iter().filter(|floor| *floor < least);
    let lowest = complete.affordable(below, should_continue);
    let pairs = lowest.map_or_else(otherwise, Arc::new);
    should_continue().then_some(pairs)
}

/// The exact pairs of `collection` by the measure of `known`: down to the lowest affordable floor below
/// `threshold`, otherwise to `threshold` or the lowest affordable floor above it (1 if none is
/// affordable). If `known` is complete down to `threshold` and nothing lower is affordable, returns
/// `known`. `None` if `should_continue` returns false.
#[must_use]
pub fn truth(
    collection: &Collection,
    known: &Arc<PairSet>,
    threshold: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Arc<PairSet>> {
    let identical = Identical::from_representatives(collection, known.representative.clone());
    let complete = Complete::of(collection, &identical, known.info.measure);
    let floor = known.info.floor;
    if known.info.complete && floor <= threshold {
        return down_to_lowest(&complete, floor, should_continue, || known.clone());
    }
    down_to_lowest(&complete, threshold, should_continue, || {
        let above = HIGHER.into_iter().filter(|floor| *floor > threshold);
        let floors = std::iter::once(threshold).chain(above);
        let affordable = complete.affordable(floors, should_continue);
        Arc::new(affordable.unwrap_or_else(|| complete.at(1.0, should_continue)))
    })
}
