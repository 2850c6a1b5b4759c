//! Which documents clusters are of, for as long as somebody holds the clusters.

use std::sync::{Arc, Weak};

use xxhash_rust::xxh3::Xxh3;

use crate::cluster::Clustering;
use crate::collection::Collection;

/// Which documents clusters are of: a digest of all ids in order, which tells whether numbers of
/// documents mean the same.
#[derive(Default)]
pub(super) struct ClusteringVersions {
    collection: Weak<Collection>,
    ids: u64,
    clusterings: Vec<(Weak<Clustering>, u64)>,
}

impl ClusteringVersions {
    /// Notes which documents `clustering` is of.
    pub(super) fn record(&mut self, collection: &Arc<Collection>, clustering: &Arc<Clustering>) {
        if !std::ptr::eq(self.collection.as_ptr(), Arc::as_ptr(collection)) {
            let mut ids = Xxh3::new();
            for doc in collection.documents() {
                ids.update(collection.id(doc).as_bytes());
                ids.update(&[0]);
            }
            self.collection = Arc::downgrade(collection);
            self.ids = ids.digest();
        }
        let ids = self.ids;
        self.clusterings.retain(|(of, _)| of.strong_count() > 0);
        self.clusterings.push((Arc::downgrade(clustering), ids));
    }

    /// Whether two clusterings that were noted are of the same documents under the same numbers.
    pub(super) fn same_documents(&self, a: &Arc<Clustering>, b: &Arc<Clustering>) -> bool {
        let of = |clustering: &Arc<Clustering>| {
            let known = |(of, _): &&(Weak<Clustering>, u64)| {
                std::ptr::eq(of.as_ptr(), Arc::as_ptr(clustering))
            };
            self.clusterings.iter().find(known).map(|(_, ids)| *ids)
        };
        of(a).is_some() && of(a) == of(b)
    }
}
