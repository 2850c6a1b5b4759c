//! How the picture changes: documents, pairs and clusters, each under the lock that orders the changes, and
//! told to the screens in the order in which they were made.

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
    /// New documents of the long work: pairs and full text of older ones no longer hold. Says
    /// whether the picture is another's, which must be made anew from them.
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

    /// New pairs of the long work.
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

    /// New pairs over `collection` by `method_config`, and the clusters that they make at the threshold
    /// that holds now; nothing where the picture has become another's.
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
            // The threshold was moved since the long work began; what was found for it stays.
            return;
        }
        self.write(|current| current.pairs = Some(pairs.clone()));
        self.send(Update::Pairs(pairs));
        self.clusters_of_current(&mut cache);
        drop(cache);
        self.results_changed();
    }

    /// Everything by another choice takes the place of what was shown. Says no, and does nothing,
    /// where the threshold has been moved to one that `pairs` do not serve, or nobody wants it any
    /// more.
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

    /// What is shown is of `choice`.
    pub fn settle(&self, choice: &AnalysisConfig, elapsed: Duration) {
        locked(&self.choices).shown = choice.clone();
        self.send(Update::Settled {
            choice: Box::new(choice.clone()),
            stopped: false,
            elapsed,
        });
        self.results_changed();
    }

    /// The full-text index can be searched.
    pub fn set_full_text(&self, full_text: FullText) {
        let documents = full_text.documents();
        self.write(|current| current.full_text = Some(full_text));
        self.send(Update::FullText(documents));
    }

    /// Sets the threshold that later clusters are made at.
    pub fn set_threshold(&self, threshold: f64) {
        locked(&self.finding).threshold = threshold;
    }

    /// Makes clusters of the newest pairs at the threshold that holds now, and tells of them.
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
