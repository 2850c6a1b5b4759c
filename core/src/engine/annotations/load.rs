//! Reads an annotation file, and puts one aside that cannot be parsed.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::super::message::Update;
use super::super::shared::Shared;
use crate::corpus::whole_file;

/// The annotations in a file; `None` without a file. A file that cannot be parsed is put aside, with a
/// notice, and counts as none. The folder should be locked.
///
/// # Errors
/// A file that cannot be read, or that cannot be parsed and not be put aside. It must not be replaced.
pub fn on_disk<T>(
    path: &Path,
    parse: fn(&str) -> anyhow::Result<T>,
    shared: &Shared,
) -> anyhow::Result<Option<T>> {
    let bytes = match whole_file(path) {
        Ok(bytes) => bytes,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let parsed = String::from_utf8(bytes).map_err(Into::into);
    let why = match parsed.and_then(|text| parse(&text)) {
        Ok(read) => return Ok(Some(read)),
        Err(why) => why,
    };
    let path_name = path.display();
    let aside = put_aside(path).with_context(|| {
        format!(
            "{path_name} cannot be read ({why:#}), nor put aside; it stays, and nothing is kept in its place"
        )
    })?;
    shared.send(Update::Notice(format!(
        "{path_name} cannot be read ({why:#}); it now lies in {} and nothing of it is lost",
        aside.display()
    )));
    Ok(None)
}

/// Renames a damaged file to a name that is not in use, `NAME.damaged-N`.
fn put_aside(path: &Path) -> std::io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let free = (1..).map(|i| path.with_file_name(format!("{name}.damaged-{i}")));
    let aside = free.into_iter().find(|aside| !aside.exists());
    let aside = aside.unwrap_or_else(|| path.with_extension("damaged"));
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Locks the annotation folder against other processes until the returned file is dropped. `None` where
/// a folder cannot be locked (Windows, some network file systems).
pub fn lock(folder: &Path) -> Option<fs::File> {
    let file = fs::File::open(folder).ok()?;
    file.lock().ok()?;
    Some(file)
}
