//! Lookup of stored documents by source file, with a check whether the file is unchanged.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::base::{DocNo, Stamp};
use crate::collection::Collection;

/// Documents of an earlier run, indexed by source file.
#[derive(Debug)]
pub struct StoredSources {
    collection: Arc<Collection>,
    /// Start of the run that read them, nanoseconds since 1970.
    began: i64,
    by_path: OnceLock<HashMap<PathBuf, Vec<DocNo>>>,
}

impl StoredSources {
    pub(super) fn new(collection: Arc<Collection>, began: i64) -> Self {
        StoredSources {
            collection,
            began,
            by_path: OnceLock::new(),
        }
    }

    /// The collection of these documents.
    pub fn collection(&self) -> &Arc<Collection> {
        &self.collection
    }

    /// Whether the stamp of `doc`'s source is the same as when it was read, and is conclusive
    /// ([`StoredSources::settled`]).
    pub fn is_unchanged(&self, doc: DocNo, stamp: Stamp) -> bool {
        self.collection.row(doc).stamp == stamp.digest() && self.settled(stamp)
    }

    /// Whether a file with this stamp was read late enough after its last change for the stamp to be
    /// conclusive.
    pub fn settled(&self, stamp: Stamp) -> bool {
        stamp.is_settled_at(self.began)
    }

    /// Documents from the file at `path`, ascending: one for a plain file, one per row for JSON Lines.
    pub fn documents_of(&self, path: &Path) -> &[DocNo] {
        let by_path = self.by_path.get_or_init(|| {
            let mut map: HashMap<PathBuf, Vec<DocNo>> = HashMap::new();
            for doc in self.collection.documents() {
                if let Some(path) = self.collection.row(doc).location.on_disk() {
                    match map.get_mut(path) {
                        Some(docs) => docs.push(doc),
                        None => drop(map.insert(path.to_owned(), vec![doc])),
                    }
                }
            }
            map
        });
        by_path.get(path).map_or(&[], Vec::as_slice)
    }
}
