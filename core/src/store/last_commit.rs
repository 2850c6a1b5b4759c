//! The last commit of the tantivy index, the entry point for every reader.

use std::path::{Path, PathBuf};

use tantivy::{Index, IndexMeta};

use super::file::FileRecord;
use super::{StoreError, folder};
use crate::search;

/// The last commit of a store.
pub(super) struct Commit {
    /// Tantivy index, to be opened for reading.
    pub index: Index,
    /// Segment list of the commit.
    meta: IndexMeta,
    /// Payload of the commit: sealed file list and manifest.
    payload: String,
    folder: PathBuf,
}

impl Commit {
    /// Reads the last commit; `None` if there is none yet.
    pub fn last(dir: &Path) -> Result<Option<Self>, StoreError> {
        let folder = folder::full_text(dir);
        let path = folder.join("meta.json");
        let damaged = |e: tantivy::TantivyError| StoreError::full_text(&path)(e.into());
        let Some(index) = search::open(&folder).map_err(StoreError::full_text(&path))? else {
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
            // State of a new tantivy index before its first commit.
            None if meta.opstamp == 0 && meta.segments.is_empty() => Ok(None),
            None => Err(StoreError::damaged(&path, "describes no generation")),
        }
    }

    /// The encoded manifest.
    pub fn manifest(&self) -> &str {
        search::unsealed(&self.payload)
    }

    /// Records of the full-text files in this commit, for verification. [`StoreError::Damaged`] if the
    /// sealed list or tantivy's own metadata was altered.
    pub fn full_text_files(&self) -> Result<Vec<FileRecord>, StoreError> {
        let meta = self.folder.join("meta.json");
        search::sealed_files(&self.meta, &self.payload).map_err(StoreError::full_text(&meta))
    }

    /// Whether both commits name the same generation and the same full-text files.
    pub fn same_files(&self, other: &Commit) -> bool {
        self.payload == other.payload
    }
}
