//! Re-analysis of the loaded documents with other parameters while the program runs.
//!
//! Results stay in memory; the index keeps the settings that the program was started with. If only the
//! search method changes, pairs are searched again. If sketching changes, sketches are recomputed from
//! the shared terms. If reading or normalisation changes, the sources are read again. The index build
//! continues concurrently.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::full_text::TextCache;
use super::gather::{self, DocumentSink, gather};
use super::ingest::Ingest;
use super::masking;
use super::message::{AnalysisConfig, Update};
use super::options::PairSearchConfig;
use super::pairs;
use super::plan::Plan;
use super::progress::{BuildEvent, Progress, ProgressSampler, Stage};
use super::shared::{RequestedAnalysis, Shared};
use crate::base::Cancel;
use crate::candidates::PairSet;
use crate::corpus::DocumentRow;
use crate::index::Collection;
use crate::settings::{KEPT_FROM, Settings};

/// Runs a re-analysis with the newest requested parameters. Call on the rayon pool.
pub fn run(shared: &Shared) {
    let requested = shared.requested();
    // The index build sends an order once it has documents.
    let Some(base) = shared.base().collection else {
        return;
    };
    let (_busy, _files) = (shared.jobs.foreground.begin(), shared.jobs.files.begin());
    let result = attempt(shared, &base, &requested);
    if let Err(error) = &result {
        shared.failed(error);
    }
    if !result.unwrap_or(false) {
        shared.give_up(&requested);
    }
}

/// Runs one re-analysis. Returns whether its results are now the current ones; false after a
/// cancellation.
fn attempt(
    shared: &Shared,
    base: &Arc<Collection>,
    requested: &RequestedAnalysis,
) -> anyhow::Result<bool> {
    let (analysis_config, cancel) = (&requested.analysis_config, &requested.cancel);
    let current = shared.current();
    let has_base = current.base.as_ref().is_some_and(|b| Arc::ptr_eq(b, base));
    if has_base && shared.shown() == *analysis_config {
        shared.settle(requested, false);
        return Ok(true);
    }
    let with_settings = current.collection.filter(|_| has_base);
    let with_settings = with_settings.filter(|c| *c.settings() == analysis_config.settings);
    let same_masks = shared.shown().masks == analysis_config.masks;
    let reusable = with_settings.clone().filter(|_| same_masks);
    let (kept, kept_pairs) = shared.kept(base, analysis_config).unzip();
    // If only the linkage changes, the current pairs are reused.
    let reusable_pairs = current
        .pairs
        .filter(|pairs| reusable.is_some() && same_pairs(pairs, &shared.shown(), analysis_config));
    let reusable_pairs = kept_pairs.or(reusable_pairs);
    let collection = match kept.or(reusable) {
        Some(collection) => collection,
        None => {
            let unmasked = match with_settings {
                Some(masked) => masked.unmasked().unwrap_or(&masked).clone(),
                None => {
                    let progress = |progress| shared.send(Update::Reanalysing(progress));
                    collection(shared, base, &analysis_config.settings, cancel, &progress)?
                }
            };
            let masked = masking::masked(&unmasked, &analysis_config.masks, cancel)?;
            if !same_masks && !cancel.stopped() && !analysis_config.masks.is_empty() {
                shared.send(Update::Notice(masked.summary()));
            }
            masked.collection
        }
    };
    while !cancel.stopped() {
        let threshold = shared.search_config().threshold;
        let is_start = Arc::ptr_eq(&collection, base) && shared.start == *analysis_config;
        let base_pairs = shared.base().pairs.filter(|_| is_start);
        let stored = reusable_pairs.clone().or(base_pairs);
        // The partial pairs of a stopped search are not a result of these settings.
        let is_complete =
            |pairs: &Arc<PairSet>| !pairs.info.stopped && pairs.info.serves(threshold);
        let pairs = match stored.filter(is_complete) {
            Some(pairs) => pairs,
            None => find_pairs(shared, &collection, analysis_config, threshold, cancel),
        };
        if !cancel.stopped() && shared.show(requested, base, &collection, &pairs) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether `analysis_config` would find the same pairs as `shown`, i.e. their method configurations differ only in
/// options of methods that are not in use.
fn same_pairs(pairs: &PairSet, shown: &AnalysisConfig, analysis_config: &AnalysisConfig) -> bool {
    let method = pairs.info.method.parse();
    method.is_ok_and(|method| {
        shown.method_config.in_use(method) == analysis_config.method_config.in_use(method)
    })
}

fn find_pairs(
    shared: &Shared,
    collection: &Arc<Collection>,
    analysis_config: &AnalysisConfig,
    threshold: f64,
    cancel: &Cancel,
) -> Arc<PairSet> {
    let search_config = PairSearchConfig {
        analysis: analysis_config.clone(),
        threshold,
        floor: KEPT_FROM.min(threshold),
        // No partial results: the old results stay until the new ones are complete.
        interactive: false,
    };
    pairs::find(collection, &search_config, cancel, &|event| {
        if let BuildEvent::Progress(progress) = event {
            shared.send(Update::Reanalysing(progress));
        }
    })
}

/// Returns the documents of `base` under other settings; incomplete after a cancellation.
pub(super) fn collection(
    shared: &Shared,
    base: &Arc<Collection>,
    settings: &Settings,
    cancel: &Cancel,
    progress: &(dyn Fn(Progress) + Sync),
) -> anyhow::Result<Arc<Collection>> {
    let old = base.settings();
    if settings == old {
        return Ok(base.clone());
    }
    if settings.reading == old.reading && settings.normalisation == old.normalisation {
        return Ok(resketched(base, settings, cancel, progress));
    }
    let mut progress = |sample| progress(sample);
    let source = &shared.options.source;
    let listing = gather::list(source, &settings.reading, cancel, &mut progress)?;
    // Documents get the keys that they have in the index, which the full-text index uses. Keys of new
    // documents count down from `u64::MAX`; keys of the index count up and never reach them.
    let (mut used_keys, mut next_key) = (HashSet::new(), u64::MAX);
    let mut key = |row: &DocumentRow| {
        let base_key = base.find_as_read(row.view()).map(|doc| base.row(doc).key);
        let key = base_key.filter(|key| used_keys.insert(*key));
        key.unwrap_or_else(|| {
            next_key -= 1;
            next_key
        })
    };
    let ingest = Ingest {
        settings,
        cancel,
        key: &mut key,
        texts: &mut TextCache::default(),
        progress: &mut progress,
    };
    let plan = Plan::everything(listing);
    let gathered = gather(plan, None, DocumentSink::Memory, ingest)?;
    Ok(shared.options.sets.classify(gathered.collection))
}

/// Returns the documents of `base` with other sketches and shared terms; `base` itself after a cancellation.
fn resketched(
    base: &Arc<Collection>,
    settings: &Settings,
    cancel: &Cancel,
    progress: &(dyn Fn(Progress) + Sync),
) -> Arc<Collection> {
    let sampler = ProgressSampler::new(Stage::Sketch);
    let total = base.len() as u64;
    let done = AtomicU64::new(0);
    let count = || {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if sampler.is_due() {
            progress(sampler.at(done.min(total), total, 0));
        }
    };
    let collection = base.resketched(&settings.sketching, cancel, &count);
    collection.map_or_else(|| base.clone(), Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{Identical, Method, MethodConfig, find};
    use crate::cluster::Linkage;
    use crate::index::made;

    use crate::engine::options::{Options, Reviewing};
    use crate::settings::Sketching;

    #[test]
    fn pairs_of_a_stopped_search_are_not_reused_as_complete_pairs() {
        let texts: Vec<Vec<u64>> = (0..20).map(|i| (i / 2..i / 2 + 30).collect()).collect();
        let sketching = Sketching {
            permutations: 16,
            ..Sketching::default()
        };
        let collection = Arc::new(made::collection(&texts, sketching));
        let method_config = MethodConfig::from(Method::Exact);
        let search_config = PairSearchConfig {
            analysis: AnalysisConfig {
                method_config: method_config.clone(),
                ..AnalysisConfig::default()
            },
            threshold: 0.5,
            interactive: true,
            ..PairSearchConfig::default()
        };
        let options = Options {
            settings: collection.settings().clone(),
            ..Options::default()
        };
        let (updates, _received) = crossbeam_channel::unbounded();
        let reviewing = Reviewing::default();
        let shared = Shared::new(options, reviewing, search_config, updates).unwrap();
        let identical = Identical::new(&collection);
        let search = |continues: bool| {
            let cancel = Cancel::default();
            if !continues {
                cancel.stop();
            }
            let method = &method_config;
            Arc::new(find(&collection, &identical, method, 0.5, 0.3, &cancel))
        };
        let (partial, complete) = (search(false), search(true));
        assert!(partial.info.stopped && partial.count(0.5) < complete.count(0.5));
        shared.set_collection(collection.clone());
        shared.set_base_pairs(partial.clone());
        let start = shared.shown();
        let shown = |analysis_config: &AnalysisConfig| {
            shared.request(analysis_config.clone());
            let requested = shared.requested();
            let attempt = || attempt(&shared, &collection, &requested);
            assert!(shared.pool.install(attempt).unwrap());
            shared.current().pairs.unwrap()
        };
        // Another linkage needs the same pairs, but all of them.
        let linked = shown(&AnalysisConfig {
            linkage: Linkage::Complete,
            ..start.clone()
        });
        assert!(linked.pairs == complete.pairs && !linked.info.stopped);
        shared.set_collection(collection.clone());
        shared.set_base_pairs(partial);
        let mut other = start.clone();
        other.settings.sketching.k = 5;
        assert!(!shown(&other).info.stopped);
        let again = shown(&start);
        assert_eq!(again.pairs, complete.pairs);
        assert_eq!(again.info, complete.info);
    }

    #[test]
    fn the_results_of_the_other_purpose_are_used_again_until_the_documents_change() {
        let texts: Vec<Vec<u64>> = (0..20).map(|i| (i / 2..i / 2 + 30).collect()).collect();
        let collection = Arc::new(made::collection(&texts, Sketching::default()));
        let options = Options {
            settings: collection.settings().clone(),
            ..Options::default()
        };
        let (updates, _received) = crossbeam_channel::unbounded();
        let (reviewing, search_config) = (Reviewing::default(), PairSearchConfig::default());
        let shared = Shared::new(options, reviewing, search_config, updates).unwrap();
        shared.set_collection(collection.clone());
        let start = shared.shown();
        let mut copied = start.clone();
        copied.adopt(crate::config::Purpose::CopiedText);
        let show = |config: &AnalysisConfig, base: &Arc<Collection>| {
            shared.request(config.clone());
            let requested = shared.requested();
            let attempt = || attempt(&shared, base, &requested);
            assert!(shared.pool.install(attempt).unwrap());
            shared.current().collection.unwrap()
        };
        let first = show(&copied, &collection);
        show(&start, &collection);
        assert!(Arc::ptr_eq(&first, &show(&copied, &collection)));
        show(&start, &collection);
        let others = Arc::new(made::collection(&texts, Sketching::default()));
        shared.set_collection(others.clone());
        assert!(!Arc::ptr_eq(&first, &show(&copied, &others)));
    }
}
