//! Tantivy's own list of the files in its folder.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::Path;

use super::file::FileRecord;
use super::{StoreError, folder, guard};

/// Checks that the list (`.managed.json`, by which tantivy removes files that it no longer needs) contains
/// all files of the commit, `named`.
pub(super) fn check(dir: &Path, named: &[FileRecord]) -> Result<(), StoreError> {
    let path = folder::full_text(dir).join(".managed.json");
    let text = guard::read(&path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => StoreError::damaged(&path, "is missing"),
        _ => StoreError::io("read", &path)(error),
    })?;
    let managed: HashSet<String> = serde_json::from_slice(&text).unwrap_or_default();
    match named.iter().all(|file| managed.contains(&file.name)) {
        true => Ok(()),
        false => Err(StoreError::damaged(
            &path,
            "does not name every file of the index",
        )),
    }
}
