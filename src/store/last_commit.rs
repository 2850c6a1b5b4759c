//! The last commit of tantivy's index: where every reading of a store begins.

use std::path::{Path, PathBuf};

use tantivy::{Index, IndexMeta};

use super::file::FileRecord;
use super::{StoreError, folder};
use crate::search;

/// The last commit of the store in `dir`.
pub(super) struct Commit {
    /// The index, to be opened for reading.
    pub index: Index,
    /// Its list of segments.
    meta: IndexMeta,
    /// What the commit says beside it.
    payload: String,
    folder: PathBuf,
}

impl Commit {
    /// Reads it; `None` where there was none yet.
    pub fn last(dir: &Path) -> Result<Option<Self>, StoreError> {
        let folder = folder::full_text(dir);
        let meta = folder.join("meta.json");
        let damaged = |e: tantivy::TantivyError| StoreError::full_text(&meta)(e.into());
        let Some(index) = search::open(&folder).map_err(StoreError::full_text(&meta))? else {
            return Ok(None);
        };
        let mut meta = index.load_metas().map_err(damaged)?;
        match meta.payload.take() {
            Some(payload) => Ok(Some(Commit {
                index,
                meta,
                payload,
                folder,
            })),
            // As tantivy makes it, before the first commit.
            None if meta.opstamp == 0 && meta.segments.is_empty() => Ok(None),
            None => Err(StoreError::damaged(
                &folder.join("meta.json"),
                "describes no generation",
            )),
        }
    }

    /// The manifest, still encoded.
    pub fn manifest(&self) -> &str {
        search::unsealed(&self.payload)
    }

    /// The files of the full-text index that it names, each to be found as it was written.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] where the list, or tantivy's own, is not what was written.
    pub fn full_text_files(&self) -> Result<Vec<FileRecord>, StoreError> {
        let files = search::sealed_files(&self.meta, &self.payload);
        let meta = self.folder.join("meta.json");
        let files = files.map_err(StoreError::full_text(&meta))?;
        Ok(files.into_iter().map(FileRecord::from).collect())
    }

    /// Whether `other` names the same generation and the same full-text files.
    pub fn same_files(&self, other: &Commit) -> bool {
        self.payload == other.payload
    }
}
