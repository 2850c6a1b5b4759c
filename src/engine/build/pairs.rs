//! The pairs of a collection: those that are stored, where they serve, or found and told of as they come.

use std::sync::Arc;
use std::time::Instant;

use super::{Event, PairSearchConfig};
use crate::candidates::{self, Identical, Method, MethodConfig, PairSet};
use crate::collection::Collection;
use crate::engine::cancel::Cancel;
use crate::engine::progress::{Progress, Stage};
use crate::similarity::Measure;

/// Stored pairs, where they serve for `finding`: found down to the threshold at least, by a method
/// that is no worse than the one asked for.
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
                // What another method has found says nothing of what this one would.
                _ => false,
            }
    })
}

/// Finds pairs and tells of them: quickly those at the threshold, then all down to the floor.
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
    // Something to look at within a blink, where the whole answer takes longer than one.
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
        // A stopped join has found only some: then what was found quickly is the better answer.
        if pairs.is_none() || !cancel.stopped() {
            emit(Event::Pairs(whole.clone()));
            pairs = Some(whole);
        }
    }
    emit(Event::Progress(progress(2)));
    pairs.unwrap_or_else(|| at(&quickly, finding.threshold))
}
