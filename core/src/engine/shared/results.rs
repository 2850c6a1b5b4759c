//! Updates of the current results: documents, pairs and clusters. Changes happen one after the other,
//! under the lock of [`ChangeData`], and their updates are sent in that order.

use std::sync::Arc;

use super::Shared;
use super::state::{Base, ChangeData, Current, RequestedAnalysis, State};
use crate::base::lock;
use crate::candidates::{MethodConfig, PairSet};
use crate::cluster::{DecidedDifferent, build};
use crate::engine::message::{AnalysisConfig, Update};
use crate::index::{Collection, FullText};

/// Maximum number of terms of a corpus whose results under the other purpose are kept.
const MAX_KEPT_TERMS: u64 = 50_000_000;

impl Shared {
    /// Stores new documents of the index build. They become the current documents, without pairs and full text yet,
    /// unless the current results come from a re-analysis. Returns whether a re-analysis is current or requested; it
    /// must then be repeated on the new documents.
    pub fn set_collection(&self, collection: Arc<Collection>) -> bool {
        // Computed here, because the screens must not wait for it.
        collection.summary();
        collection.left_out_by_document();
        let mut change = self.change();
        let mut state = self.write();
        let State { results, config } = &mut *state;
        results.base = Base {
            collection: Some(collection.clone()),
            pairs: None,
        };
        results.other = None;
        if config.search_config.analysis == self.start {
            let current = Current {
                collection: Some(collection.clone()),
                base: Some(collection.clone()),
                ..Current::default()
            };
            self.replace(&mut change, &mut state, current);
            self.texts.forget();
            self.send(Update::Collection(collection));
        }
        let config = &state.config;
        !(config.is_settled() && config.requested == self.start)
    }

    /// Stores new pairs of the index build.
    pub fn set_base_pairs(&self, pairs: Arc<PairSet>) {
        let collection = {
            let base = &mut self.write().results.base;
            base.pairs = Some(pairs.clone());
            base.collection.clone()
        };
        if let Some(collection) = collection {
            self.set_pairs(&collection, &self.start.method_config, pairs);
        }
    }

    /// Stores new pairs over `collection` found by `method_config` and rebuilds the clusters at the
    /// current threshold. Does nothing if the current collection or method configuration is another
    /// one.
    pub fn set_pairs(
        &self,
        collection: &Arc<Collection>,
        method_config: &MethodConfig,
        pairs: Arc<PairSet>,
    ) {
        let mut change = self.change();
        {
            let State { results, config } = &mut *self.write();
            let current = &mut results.current;
            let current_collection = current.collection.as_ref();
            if config.search_config.analysis.method_config != *method_config
                || !current_collection.is_some_and(|c| Arc::ptr_eq(c, collection))
            {
                return;
            }
            let serves = |pairs: &Arc<PairSet>| pairs.info.serves(config.search_config.threshold);
            if !serves(&pairs) && current.pairs.as_ref().is_some_and(serves) {
                // The threshold was moved since the build began; the pairs that cover it are kept.
                return;
            }
            current.pairs = Some(pairs.clone());
        }
        self.send(Update::Pairs(pairs));
        self.clusters_of_current(&mut change);
        drop(change);
        self.jobs.results_changed();
    }

    /// Replaces the current results with the results of a re-analysis. Returns false and changes nothing if
    /// `pairs` do not cover the current threshold or the re-analysis was cancelled.
    pub fn show(
        &self,
        requested: &RequestedAnalysis,
        base: &Arc<Collection>,
        collection: &Arc<Collection>,
        pairs: &Arc<PairSet>,
    ) -> bool {
        collection.summary();
        collection.left_out_by_document();
        let mut change = self.change();
        let mut state = self.write();
        let search_config = &mut state.config.search_config;
        if !pairs.info.serves(search_config.threshold) || requested.cancel.stopped() {
            return false;
        }
        let next_config = requested.analysis_config.clone();
        let config = std::mem::replace(&mut search_config.analysis, next_config);
        let mut previous = std::mem::take(&mut state.results.current);
        let current = Current {
            collection: Some(collection.clone()),
            base: Some(base.clone()),
            pairs: Some(pairs.clone()),
            edges: None,
            cannot_link: Arc::default(),
            clustering: None,
            full_text: previous.full_text.take(),
        };
        self.replace(&mut change, &mut state, current);
        let last = previous.collection.clone();
        if config.purpose != requested.analysis_config.purpose {
            let is_small = |c: &Arc<Collection>| c.terms_in_all() <= MAX_KEPT_TERMS;
            let is_kept = last.as_ref().is_some_and(is_small);
            state.results.other = is_kept.then_some((config, previous));
        }
        if !last.is_some_and(|c| Arc::ptr_eq(&c, collection)) {
            self.texts.forget();
            self.send(Update::Collection(collection.clone()));
        }
        self.send(Update::Pairs(pairs.clone()));
        drop(state);
        self.clusters_of_current(&mut change);
        self.settle(requested, false);
        true
    }

    /// Returns the documents and pairs of the last results under the other purpose, if they were computed from `base` with
    /// these parameters.
    pub fn kept(
        &self,
        base: &Arc<Collection>,
        config: &AnalysisConfig,
    ) -> Option<(Arc<Collection>, Arc<PairSet>)> {
        let (kept_config, kept) = self.read().results.other.clone()?;
        let has_base = kept.base.is_some_and(|kept| Arc::ptr_eq(&kept, base));
        (has_base && kept_config == *config).then_some((kept.collection?, kept.pairs?))
    }

    /// Replaces the current documents. Answers about the old ones are no longer sent.
    fn replace(&self, change: &mut ChangeData, state: &mut State, current: Current) {
        change.clusters = Default::default();
        state.results.epoch += 1;
        state.results.current = current;
        self.results_are_obsolete();
    }

    /// Stores the full-text index once it is ready for queries.
    pub fn set_full_text(&self, full_text: FullText) {
        let documents = full_text.documents();
        self.write().results.current.full_text = Some(full_text);
        self.send(Update::FullText(documents));
    }

    /// Sets the threshold for later clusterings.
    pub fn set_threshold(&self, threshold: f64) {
        self.write().config.search_config.threshold = threshold;
    }

    /// Rebuilds the clusters of the current pairs at the current threshold and sends them.
    pub fn send_clusters(&self) {
        self.clusters_of_current(&mut self.change());
    }

    fn clusters_of_current(&self, change: &mut ChangeData) {
        let (current, search_config) = (self.current(), self.search_config());
        let (Some(collection), Some(pairs)) = (current.collection, current.pairs) else {
            return;
        };
        let (threshold, linkage) = (search_config.threshold, search_config.analysis.linkage);
        let cannot_link = match search_config.analysis.decided_different {
            DecidedDifferent::Apart => {
                let journal = lock(&self.journal).clone();
                self.on_clusters_pool(|| change.cannot_link(&journal, &collection))
            }
            DecidedDifferent::Ignored => Arc::default(),
        };
        let edges = if cannot_link.is_empty() {
            pairs
        } else {
            Arc::new(pairs.without(&cannot_link))
        };
        let cache = &mut change.clusters;
        let build = || build::build(&collection, &edges, threshold, linkage, cache);
        let clustering = Arc::new(self.on_clusters_pool(build));
        {
            let results = &mut self.write().results;
            results.current.edges = Some(edges);
            results.current.cannot_link = cannot_link;
            results.current.clustering = Some(clustering.clone());
        }
        self.send(Update::Clusters(clustering));
    }

    /// Runs `work` on the threads for clusters, while the caller holds the change lock. The caller may be a worker of
    /// the shared pool, which must not take other work that waits for the same lock; joining a thread makes it sleep
    /// instead.
    fn on_clusters_pool<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let result = std::thread::scope(|scope| {
            let thread = scope.spawn(|| self.clusters_pool.install(work));
            thread.join()
        });
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}
