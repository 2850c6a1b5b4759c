//! Pairs of a collection: stored ones where they qualify, otherwise from a new search that reports
//! partial results.

use std::sync::Arc;
use std::time::Instant;

use super::{Event, PairSearchConfig};
use crate::candidates::{self, Identical, Method, MethodConfig, PairSet};
use crate::collection::Collection;
use crate::engine::cancel::Cancel;
use crate::engine::progress::{Progress, Stage};
use crate::similarity::Measure;

/// Returns the stored pairs if they qualify for `finding`: they cover its threshold, use the same
/// measure, and were found by a method at least as good as the requested one.
pub(super) fn usable(stored: Option<PairSet>, finding: &PairSearchConfig) -> Option<PairSet> {
    stored.filter(|pairs| {
        let found = &pairs.found;
        let method_config = &finding.method_config;
        let same_measure = found.measure == method_config.measure;
        found.serves(finding.threshold)
            && same_measure
            && match method_config.method {
                Method::Auto => true,
                Method::Exact | Method::Containment => found.complete,
                // Pairs found by one approximate method do not tell what another one would find.
                _ => false,
            }
    })
}

/// Finds pairs and reports them through `emit`: in interactive mode first a fast search at the
/// threshold, then all pairs down to the floor.
pub(in crate::engine) fn find(
    collection: &Arc<Collection>,
    finding: &PairSearchConfig,
    cancel: &Cancel,
    emit: &(dyn Fn(Event) + Sync),
) -> Arc<PairSet> {
    let begun = Instant::now();
    let progress = |done: u64| Progress {
        stage: Stage::Pairs,
        done,
        total: 2,
        bytes: 0,
        elapsed: begun.elapsed(),
    };
    emit(Event::Progress(progress(0)));
    let identical = Identical::of(collection);
    let at = |method_config: &MethodConfig, floor| {
        let should_continue = || !cancel.stopped();
        Arc::new(candidates::find(
            collection,
            &identical,
            method_config,
            finding.threshold,
            floor,
            should_continue,
        ))
    };
    let mut pairs = None;
    // A fast LSH search gives the user results at once while the complete search takes longer.
    let method_config = &finding.method_config;
    let quickly = MethodConfig {
        method: Method::Lsh,
        ..method_config.clone()
    };
    let jaccard = method_config.measure == Measure::Jaccard;
    if finding.hurry && jaccard && collection.len() > 2_000 && method_config.method == Method::Auto
    {
        let quick = at(&quickly, finding.threshold);
        emit(Event::Pairs(quick.clone()));
        pairs = Some(quick);
    }
    emit(Event::Progress(progress(1)));
    if !cancel.stopped() || pairs.is_none() {
        let whole = at(method_config, finding.floor);
        // A cancelled join has found only some pairs; the result of the fast search is then better.
        if pairs.is_none() || !cancel.stopped() {
            emit(Event::Pairs(whole.clone()));
            pairs = Some(whole);
        }
    }
    emit(Event::Progress(progress(2)));
    pairs.unwrap_or_else(|| at(&quickly, finding.threshold))
}
