//! The last commit of tantivy's index: where every reading of a store begins.

use std::path::Path;

use tantivy::{Index, IndexMeta};

use super::{StoreError, folder};
use crate::search;

/// The last commit of the store in `dir`.
pub(super) struct Commit {
    /// The index, to be opened for reading.
    pub index: Index,
    /// Its list of segments.
    pub meta: IndexMeta,
    /// The manifest, still encoded.
    pub payload: String,
}

impl Commit {
    /// Reads it; `None` where there was none yet.
    pub fn last(dir: &Path) -> Result<Option<Self>, StoreError> {
        let folder = folder::full_text(dir);
        let damaged = |e: tantivy::TantivyError| StoreError::full_text(&folder)(e.into());
        let Some(index) = search::open(&folder).map_err(StoreError::full_text(&folder))? else {
            return Ok(None);
        };
        let mut meta = index.load_metas().map_err(damaged)?;
        match meta.payload.take() {
            Some(payload) => Ok(Some(Commit {
                index,
                meta,
                payload,
            })),
            // As tantivy makes it, before the first commit.
            None if meta.opstamp == 0 && meta.segments.is_empty() => Ok(None),
            None => Err(StoreError::damaged(
                &folder.join("meta.json"),
                "describes no generation",
            )),
        }
    }

    /// Whether `other` names the same full-text files.
    pub fn same_files(&self, other: &Commit) -> bool {
        self.payload == other.payload
            && self.meta.list_segment_files() == other.meta.list_segment_files()
    }
}
