//! Which documents of a store come from which source file, and whether a file is as it was when they
//! were read from it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::Stamp;

/// Documents that were read before, by their source files.
#[derive(Debug)]
pub struct StoredSources {
    collection: Arc<Collection>,
    /// When the run that read them began, nanoseconds since 1970.
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

    /// The documents.
    #[must_use]
    pub fn collection(&self) -> &Arc<Collection> {
        &self.collection
    }

    /// The document with this id, where its source has the stamp that it had when it was read. `None`
    /// too for a source changed so shortly before it was read that its stamp would not tell.
    #[must_use]
    pub fn unchanged(&self, id: &str, stamp: Stamp) -> Option<DocNo> {
        let doc = self.collection.find(id)?;
        self.is_unchanged(doc, stamp).then_some(doc)
    }

    /// Whether the source of `doc` has the stamp that it had when it was read, and that stamp tells.
    #[must_use]
    pub fn is_unchanged(&self, doc: DocNo, stamp: Stamp) -> bool {
        self.collection.row(doc).stamp == stamp.digest() && self.settled(stamp)
    }

    /// Whether a file with this stamp was read after the last change that its stamp can tell of.
    #[must_use]
    pub fn settled(&self, stamp: Stamp) -> bool {
        stamp.is_settled_at(self.began)
    }

    /// The documents that came from the file at `path`, rising: one for a plain file, one a row for
    /// JSON Lines.
    #[must_use]
    pub fn documents_of(&self, path: &Path) -> &[DocNo] {
        let by_path = self.by_path.get_or_init(|| {
            let mut map: HashMap<PathBuf, Vec<DocNo>> = HashMap::new();
            for doc in self.collection.documents() {
                if let Some(path) = self.collection.row(doc).place.path() {
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
