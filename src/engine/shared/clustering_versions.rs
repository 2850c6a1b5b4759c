//! Records the document numbering of each clustering for as long as the clustering is in use.

use std::sync::{Arc, Weak};

use xxhash_rust::xxh3::Xxh3;

use crate::cluster::Clustering;
use crate::collection::Collection;

/// For each live clustering, a digest of all document ids in order. Equal digests mean equal document
/// numbering.
#[derive(Default)]
pub(super) struct ClusteringVersions {
    collection: Weak<Collection>,
    ids: u64,
    clusterings: Vec<(Weak<Clustering>, u64)>,
}

impl ClusteringVersions {
    /// Records the numbering of `clustering` and removes dropped clusterings. O(documents) for a new
    /// collection, otherwise O(clusterings).
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

    /// Whether two recorded clusterings refer to the same documents with the same numbering.
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
