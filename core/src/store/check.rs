//! Verification of a complete store, for users who suspect damage on disk.

use crate::base::Cancel;
use std::path::Path;

use super::{Generation, StoreError, folder};

/// Result of a successful verification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Number of files of the generation, full-text index included.
    pub files: u64,
    /// Total size of these files in bytes.
    pub bytes: u64,
    /// Number of documents.
    pub documents: u64,
    /// Whether the documents are the whole corpus; `false` if the first run was interrupted.
    pub complete: bool,
    /// Number of verified pairs stored.
    pub pairs: u64,
    /// Number of documents in the full-text index.
    pub full_text_documents: u64,
}

/// Verifies the newest generation in `dir`: marker, manifest, every file of the store and of the
/// full-text index, and that pairs and full text refer to its documents. `None` if nothing was
/// committed; an interrupted first run counts as committed ([`Checked::complete`] is false). Does not read
/// the corpus.
///
/// # Errors
/// As [`Generation::open`]; [`StoreError::Damaged`] names the file.
pub fn check(dir: &Path) -> Result<Option<Checked>, StoreError> {
    let Some(generation) = Generation::base(dir)? else {
        return Ok(None);
    };
    let collection = generation.collection();
    let manifest = generation.manifest();
    if let Some(files) = &manifest.pairs
        && generation.pairs(collection, &Cancel::default()).is_none()
    {
        let pairs = folder::segments(dir).join(&files.pairs.name);
        return Err(StoreError::damaged(&pairs, "does not fit the documents"));
    }
    let (full_text, searched) = generation.full_text_and_files_to_continue()?;
    let meta = folder::full_text(dir).join("meta.json");
    let keys = full_text.keys().map_err(StoreError::full_text(&meta))?;
    let mut document_keys: Vec<u64> = collection
        .documents()
        .map(|doc| collection.row(doc).key)
        .collect();
    document_keys.sort_unstable();
    if !keys
        .iter()
        .all(|key| document_keys.binary_search(key).is_ok())
    {
        return Err(StoreError::damaged(&meta, "names other documents"));
    }
    let files = manifest.files().chain(&searched);
    let (files, bytes) = files.fold((0, 0), |(n, bytes), file| (n + 1, bytes + file.bytes));
    Ok(Some(Checked {
        files,
        bytes,
        documents: manifest.documents,
        complete: generation.is_complete(),
        pairs: generation.pair_count(),
        full_text_documents: manifest.full_text,
    }))
}
