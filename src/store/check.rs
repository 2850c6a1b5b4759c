//! Looks through a whole store, as a person asks for who doubts the disk.

use std::collections::HashSet;
use std::path::Path;

use super::file::FileRecord;
use super::{Generation, StoreError, folder};

/// What was looked through and found to be as it was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Files that the generation consists of.
    pub files: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Documents.
    pub documents: u64,
    /// Whether the documents are a whole corpus: not so while the first run was interrupted.
    pub complete: bool,
    /// Verified pairs that are stored.
    pub pairs: u64,
    /// Documents in the full-text index.
    pub full_text_documents: u64,
}

/// See [`super::Store::check`].
pub(super) fn check(dir: &Path) -> Result<Option<Checked>, StoreError> {
    let Some(generation) = Generation::open(dir)? else {
        return Ok(None);
    };
    let collection = generation.collection();
    let manifest = generation.manifest();
    if let Some(files) = &manifest.pairs
        && generation.pairs(collection).is_none()
    {
        let pairs = folder::segments(dir).join(&files.pairs.name);
        return Err(StoreError::damaged(&pairs, "does not fit the documents"));
    }
    let (full_text, searched) = generation.full_text_and_files()?;
    let meta = folder::full_text(dir).join("meta.json");
    let keys = full_text.keys().map_err(StoreError::full_text(&meta))?;
    let mut known: Vec<u64> = collection
        .documents()
        .map(|doc| collection.row(doc).key)
        .collect();
    known.sort_unstable();
    if !keys.iter().all(|key| known.binary_search(key).is_ok()) {
        return Err(StoreError::damaged(&meta, "names other documents"));
    }
    folder::check_marker(dir)?;
    full_text_is_managed(dir, &searched)?;
    let files = manifest.files().chain(&searched);
    let (files, bytes) = files.fold((0, 0), |(n, bytes), file| (n + 1, bytes + file.bytes));
    Ok(Some(Checked {
        files,
        bytes,
        documents: manifest.documents,
        complete: generation.is_complete(),
        pairs: generation.counts().pairs,
        full_text_documents: manifest.full_text,
    }))
}

/// Whether tantivy's own list of its files, by which it removes those that it no longer needs, has all that
/// the commit names.
fn full_text_is_managed(dir: &Path, named: &[FileRecord]) -> Result<(), StoreError> {
    let path = folder::full_text(dir).join(".managed.json");
    let text = std::fs::read(&path).map_err(StoreError::io("read", &path))?;
    let managed: HashSet<String> = serde_json::from_slice(&text).unwrap_or_default();
    match named.iter().all(|file| managed.contains(&file.name)) {
        true => Ok(()),
        false => Err(StoreError::damaged(
            &path,
            "does not name every file of the index",
        )),
    }
}
