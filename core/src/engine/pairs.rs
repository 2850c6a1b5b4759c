//! Pairs of a collection: stored pairs if they qualify, otherwise pairs of a new search, which reports partial results.

use std::sync::Arc;

use super::options::PairSearchConfig;
use super::progress::{BuildEvent, ProgressSampler, Stage};
use crate::base::Cancel;
use crate::candidates::{self, Identical, Method, MethodConfig, PairSet};
use crate::index::Collection;
use crate::similarity::Measure;

/// Maximum number of partners that the screens show for each dense document, and for all of them together.
const MAX_PARTNERS: usize = 64;
const MAX_ALL_PARTNERS: usize = 2_000_000;

/// Which stored pairs qualify if the method is `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accept {
    /// Pairs of any method, so that the screens need not search again.
    Any,
    /// Only complete pairs. A new search would find the same pairs, so the output of a command does
    /// not depend on what is stored.
    Complete,
}

/// Returns the stored pairs if they qualify for a search by `method_config` at `threshold`: they cover it
/// and use the same measure, and they are complete, or the method is `auto` with [`Accept::Any`]. For an
/// approximate method the search always runs again, because the options that the stored pairs were found
/// with are not stored.
pub fn reusable(
    stored: Option<PairSet>,
    method_config: &MethodConfig,
    threshold: f64,
    accept: Accept,
) -> Option<PairSet> {
    stored.filter(|pairs| {
        let info = &pairs.info;
        let qualifies = match method_config.method {
            Method::Auto => info.complete || accept == Accept::Any,
            Method::Exact | Method::Containment => info.complete,
            // The options of an approximate method are not stored.
            _ => false,
        };
        info.serves(threshold) && info.measure == method_config.measure && qualifies
    })
}

/// Finds pairs and reports them through `emit`: in interactive mode first a fast search at the
/// threshold, then all pairs down to the floor. After a cancellation, returns the pairs found so far, marked as
/// stopped.
pub(super) fn find(
    collection: &Arc<Collection>,
    search_config: &PairSearchConfig,
    cancel: &Cancel,
    emit: &(dyn Fn(BuildEvent) + Sync),
) -> Arc<PairSet> {
    let sampler = ProgressSampler::new(Stage::Pairs);
    let report = |done| emit(BuildEvent::Progress(sampler.at(done, 2, 0)));
    report(0);
    let identical = Identical::new(collection);
    let threshold = search_config.threshold;
    let search = |method: &MethodConfig, floor| {
        let pairs = candidates::find(collection, &identical, method, threshold, floor, cancel);
        Arc::new(pairs)
    };
    let finish = |mut pairs: Arc<PairSet>| {
        emit(BuildEvent::Pairs(pairs.clone()));
        if let Some(dense) = pairs.dense.clone() {
            if search_config.interactive {
                let max = (MAX_ALL_PARTNERS / dense.documents.len().max(1)).clamp(1, MAX_PARTNERS);
                Arc::make_mut(&mut pairs).add_strongest(collection, max, cancel);
                emit(BuildEvent::Pairs(pairs.clone()));
            }
            emit(BuildEvent::Notice(pairs.info.note.clone()));
        }
        report(2);
        pairs
    };
    let mut pairs = None;
    // A fast LSH search gives the user results at once while the complete search takes longer.
    let method_config = &search_config.analysis.method_config;
    let quick_config = MethodConfig {
        method: Method::Lsh,
        ..method_config.clone()
    };
    let is_jaccard = method_config.measure == Measure::Jaccard;
    if search_config.interactive
        && is_jaccard
        && collection.len() > 2_000
        && method_config.method == Method::Auto
    {
        let quick = search(&quick_config, threshold);
        if quick.dense.is_some() {
            // A longer search would list no more pairs.
            return finish(quick);
        }
        emit(BuildEvent::Pairs(quick.clone()));
        pairs = Some(quick);
    }
    report(1);
    // A cancelled join has found only some pairs; the result of the fast search is then better.
    let complete = (!cancel.stopped() || pairs.is_none())
        .then(|| search(method_config, search_config.floor))
        .filter(|complete| pairs.is_none() || !complete.info.stopped);
    let pairs = match (complete, pairs) {
        (Some(complete), _) => complete,
        (None, Some(quick)) => stopped(&quick),
        (None, None) => stopped(&search(&quick_config, threshold)),
    };
    finish(pairs)
}

/// Marks the pairs of a fast search, which replaces a stopped search, as stopped.
fn stopped(pairs: &PairSet) -> Arc<PairSet> {
    let mut pairs = pairs.clone();
    (pairs.info.stopped, pairs.info.complete) = (true, false);
    Arc::new(pairs)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::index::made;
    use crate::settings::Sketching;

    /// Enough documents for a fast search first; each has a copy that differs in a word.
    fn collection() -> Arc<Collection> {
        let text = |i: u64| -> Vec<u64> {
            let own = (i / 2) * 100..(i / 2) * 100 + 30;
            own.chain([1_000_000 + i]).collect()
        };
        let texts: Vec<Vec<u64>> = (0..2_002).map(text).collect();
        let sketching = Sketching {
            permutations: 64,
            ..Sketching::default()
        };
        Arc::new(made::collection(&texts, sketching))
    }

    /// Returns the pairs of each event, and the result; stops at an event for which `stops` is true.
    fn search(
        collection: &Arc<Collection>,
        stops: impl Fn(&BuildEvent) -> bool + Sync,
    ) -> (Vec<Arc<PairSet>>, Arc<PairSet>) {
        let search_config = PairSearchConfig {
            interactive: true,
            ..PairSearchConfig::default()
        };
        let (cancel, events) = (Cancel::default(), Mutex::new(Vec::new()));
        let emit = |event: BuildEvent| {
            if stops(&event) {
                cancel.stop();
            }
            if let BuildEvent::Pairs(pairs) = event {
                events.lock().unwrap().push(pairs);
            }
        };
        let pairs = find(collection, &search_config, &cancel, &emit);
        (events.into_inner().unwrap(), pairs)
    }

    #[test]
    fn pairs_of_a_stopped_search_are_marked_as_stopped() {
        let collection = collection();
        let (events, pairs) = search(&collection, |_| false);
        let stopped: Vec<bool> = events.iter().map(|pairs| pairs.info.stopped).collect();
        assert_eq!(stopped, [false, false], "a fast search and a complete one");
        assert!(pairs.info.complete && pairs.pairs.len() == 1_001);
        // Stopped after the fast search: its pairs are marked as stopped.
        let (events, pairs) = search(&collection, |event| matches!(event, BuildEvent::Pairs(_)));
        let stopped: Vec<bool> = events.iter().map(|pairs| pairs.info.stopped).collect();
        assert_eq!(stopped, [false, true]);
        assert!(pairs.info.stopped && !pairs.info.complete);
        assert_eq!(pairs.pairs, events[0].pairs);
        // Stopped before any comparison.
        let (events, pairs) = search(&collection, |event| {
            matches!(event, BuildEvent::Progress(_))
        });
        let last = events.last().unwrap();
        assert!(last.info.stopped && pairs.info.stopped && !pairs.info.complete);
    }
}
