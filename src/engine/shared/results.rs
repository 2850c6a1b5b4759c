//! Updates of the current results: documents, pairs and clusters. The results lock orders the changes,
//! and the updates are sent in that order.

use std::sync::Arc;
use std::time::Duration;

use super::{Base, Current, Shared, locked};
use crate::candidates::{MethodConfig, PairSet};
use crate::cluster::{Cache, build};
use crate::collection::Collection;
use crate::engine::build::PairSearchConfig;
use crate::engine::cancel::Cancel;
use crate::engine::message::{AnalysisConfig, Update};
use crate::search::FullText;

impl Shared {
    /// Stores new documents of the index build. They replace the current results, without pairs and
    /// full text, unless those come from a re-analysis. Returns whether a re-analysis is in force or
    /// requested; it must then be repeated on the new documents.
    pub fn set_collection(&self, collection: Arc<Collection>) -> bool {
        let mut cache = locked(&self.results);
        *locked(&self.base) = Base {
            collection: Some(collection.clone()),
            pairs: None,
        };
        if self.is_start(&self.shown()) {
            *cache = Cache::default();
            let mut epoch = locked(&self.epoch);
            *epoch += 1;
            self.moved();
            self.write(|current| {
                *current = Current {
                    collection: Some(collection.clone()),
                    base: Some(collection.clone()),
                    ..Current::default()
                };
            });
            self.texts.forget();
            self.send(Update::Collection(collection));
        }
        let choices = locked(&self.choices);
        !(self.is_start(&choices.wanted) && self.is_start(&choices.shown))
    }

    /// Stores new pairs of the index build.
    pub fn set_base_pairs(&self, pairs: Arc<PairSet>) {
        let base = {
            let mut base = locked(&self.base);
            base.pairs = Some(pairs.clone());
            base.collection.clone()
        };
        if let Some(collection) = base {
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
        let mut cache = locked(&self.results);
        let PairSearchConfig {
            threshold,
            method_config: holds,
            ..
        } = self.finding();
        let current = self.current();
        let same = current.collection.as_ref();
        if holds != *method_config || !same.is_some_and(|c| Arc::ptr_eq(c, collection)) {
            return;
        }
        let known = current.pairs;
        if !pairs.found.serves(threshold)
            && known.is_some_and(|known| known.found.serves(threshold))
        {
            // The threshold was moved since the build began; the pairs that cover it are kept.
            return;
        }
        self.write(|current| current.pairs = Some(pairs.clone()));
        self.send(Update::Pairs(pairs));
        self.clusters_of_current(&mut cache);
        drop(cache);
        self.results_changed();
    }

    /// Replaces the current results by those of a re-analysis. Returns false and changes nothing if
    /// `pairs` do not cover the current threshold or the re-analysis was cancelled.
    pub fn show(
        &self,
        (choice, cancel): (&AnalysisConfig, &Cancel),
        base: &Arc<Collection>,
        collection: &Arc<Collection>,
        pairs: &Arc<PairSet>,
        elapsed: Duration,
    ) -> bool {
        let mut cache = locked(&self.results);
        let mut finding = locked(&self.finding);
        if !pairs.found.serves(finding.threshold) || cancel.stopped() {
            return false;
        }
        finding.method_config = choice.method_config.clone();
        finding.linkage = choice.linkage;
        let mut epoch = locked(&self.epoch);
        *epoch += 1;
        self.moved();
        *cache = Cache::default();
        let before = self.current().collection;
        self.write(|current| {
            *current = Current {
                collection: Some(collection.clone()),
                base: Some(base.clone()),
                pairs: Some(pairs.clone()),
                clustering: None,
                full_text: current.full_text.take(),
            };
        });
        if !before.is_some_and(|before| Arc::ptr_eq(&before, collection)) {
            self.texts.forget();
            self.send(Update::Collection(collection.clone()));
        }
        self.send(Update::Pairs(pairs.clone()));
        drop((epoch, finding));
        self.clusters_of_current(&mut cache);
        self.settle(choice, elapsed);
        true
    }

    /// Records `choice` as the parameters of the current results and sends [`Update::Settled`].
    pub fn settle(&self, choice: &AnalysisConfig, elapsed: Duration) {
        locked(&self.choices).shown = choice.clone();
        self.send(Update::Settled {
            choice: Box::new(choice.clone()),
            stopped: false,
            elapsed,
        });
        self.results_changed();
    }

    /// Stores the full-text index once it is ready for queries.
    pub fn set_full_text(&self, full_text: FullText) {
        let documents = full_text.documents();
        self.write(|current| current.full_text = Some(full_text));
        self.send(Update::FullText(documents));
    }

    /// Sets the threshold for later clusterings.
    pub fn set_threshold(&self, threshold: f64) {
        locked(&self.finding).threshold = threshold;
    }

    /// Rebuilds the clusters of the current pairs at the current threshold and sends them.
    pub fn send_clusters(&self) {
        self.clusters_of_current(&mut locked(&self.results));
    }

    fn clusters_of_current(&self, cache: &mut Cache) {
        let Current {
            collection: Some(collection),
            pairs: Some(pairs),
            ..
        } = self.current()
        else {
            return;
        };
        let PairSearchConfig {
            threshold, linkage, ..
        } = self.finding();
        let clustering = build::build(&collection, &pairs, threshold, linkage, cache);
        let clustering = Arc::new(clustering);
        locked(&self.clustering_versions).record(&collection, &clustering);
        self.write(|current| current.clustering = Some(clustering.clone()));
        self.send(Update::Clusters(clustering));
    }
}
