//! Pairs of a collection: stored ones where they qualify, otherwise from a new search that reports
//! partial results.

use std::sync::Arc;

use super::cancel::Cancel;
use super::event::Event;
use super::options::PairSearchConfig;
use super::progress::{Sampler, Stage};
use crate::candidates::{self, Identical, Method, MethodConfig, PairSet};
use crate::collection::Collection;
use crate::similarity::Measure;

/// Which stored pairs qualify where the method is `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accept {
    /// Pairs of any method, so that the screens need not search again.
    Any,
    /// Only complete pairs. A new search would find exactly the same, so the output of a command does
    /// not depend on what is stored.
    Complete,
}

/// Returns the stored pairs if they qualify for a search by `method_config` at `threshold`: they cover it
/// and use the same measure, and they are complete, or the method is `auto` with [`Accept::Any`]. For an
/// approximate method the search always runs again, because the options that the stored pairs were found
/// with are not stored.
#[must_use]
pub fn reusable(
    stored: Option<PairSet>,
    method_config: &MethodConfig,
    threshold: f64,
    accept: Accept,
) -> Option<PairSet> {
    stored.filter(|pairs| {
        let found = &pairs.found;
        let same_measure = found.measure == method_config.measure;
        found.serves(threshold)
            && same_measure
            && match method_config.method {
                Method::Auto => found.complete || accept == Accept::Any,
                Method::Exact | Method::Containment => found.complete,
                // The options of an approximate method are not stored.
                _ => false,
            }
    })
}

/// Finds pairs and reports them through `emit`: in interactive mode first a fast search at the
/// threshold, then all pairs down to the floor.
pub(super) fn find(
    collection: &Arc<Collection>,
    finding: &PairSearchConfig,
    cancel: &Cancel,
    emit: &(dyn Fn(Event) + Sync),
) -> Arc<PairSet> {
    let sampler = Sampler::new(Stage::Pairs);
    let report = |done| emit(Event::Progress(sampler.at(done, 2, 0)));
    report(0);
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
    if finding.interactive
        && jaccard
        && collection.len() > 2_000
        && method_config.method == Method::Auto
    {
        let quick = at(&quickly, finding.threshold);
        emit(Event::Pairs(quick.clone()));
        pairs = Some(quick);
    }
    report(1);
    if !cancel.stopped() || pairs.is_none() {
        let whole = at(method_config, finding.floor);
        // A cancelled join has found only some pairs; the result of the fast search is then better.
        if pairs.is_none() || !cancel.stopped() {
            emit(Event::Pairs(whole.clone()));
            pairs = Some(whole);
        }
    }
    report(2);
    pairs.unwrap_or_else(|| at(&quickly, finding.threshold))
}
