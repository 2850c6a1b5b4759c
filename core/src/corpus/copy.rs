//! Documents that are written out again as they stand in their files: lines of JSON Lines, and records of separated
//! values.
//!
//! Sources are only read. A document whose source is not as it was ends the copy with an error that names it.

pub mod lines;
pub mod records;

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Result, anyhow, bail};

use super::archive::as_written;
use super::packing::Form;
use super::{Place, PlaceView, RowView, SkipReason, Stamp, opened};

/// Documents of one file that are copied: 32 bytes each.
#[derive(Clone, Debug, Default)]
pub struct CopiedDocuments {
    /// By member of the archive, empty where the file is none: row and fingerprint, by ascending rows.
    by_member: HashMap<String, Vec<(u64, u128)>>,
}

impl CopiedDocuments {
    /// Adds the document of `row`. Rows of a file, and of a member of an archive, come in the order in which they stand
    /// there.
    pub fn add(&mut self, row: RowView<'_>) {
        let (member, line) = position(row.place);
        let copied = (line, row.fingerprint);
        match self.by_member.get_mut(member) {
            Some(rows) => {
                // A file that is read by two paths.
                rows.pop_if(|last| last.0 == line);
                debug_assert!(rows.last().is_none_or(|last| last.0 < line));
                rows.push(copied);
            }
            None => {
                self.by_member.insert(member.to_owned(), vec![copied]);
            }
        }
    }

    /// Number of documents.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.by_member.values().map(|rows| rows.len() as u64).sum()
    }

    /// Fingerprint of the document at `place`, which is in the file.
    fn at(&self, place: &Place) -> Option<u128> {
        let (member, line) = position(place.view());
        let rows = self.by_member.get(member)?;
        let at = rows.binary_search_by_key(&line, |row| row.0).ok()?;
        Some(rows[at].1)
    }
}

/// Where in its file a document is: member of the archive and row.
#[must_use]
pub fn position(place: PlaceView<'_>) -> (&str, u64) {
    match place {
        PlaceView::File(_) | PlaceView::Demo(_) => ("", 0),
        PlaceView::Row { line, .. } | PlaceView::DemoRow(_, line) => ("", line),
        PlaceView::Member { member, line, .. } => (member, line),
    }
}

/// The file that a document is in; of the demo corpus its path there.
#[must_use]
pub fn file_of(place: PlaceView<'_>) -> &Path {
    match place {
        PlaceView::File(path) | PlaceView::Row { path, .. } | PlaceView::Member { path, .. } => {
            path
        }
        PlaceView::Demo(path) | PlaceView::DemoRow(path, _) => Path::new(path),
    }
}

/// The form of the file that holds the row or the document: of a member, its own.
#[must_use]
pub fn form_of(place: PlaceView<'_>) -> Form {
    match place {
        PlaceView::Member { member, .. } => Form::of(Path::new(as_written(member))),
        place => Form::of(file_of(place)),
    }
}

/// The error of a file that is not as it was read.
fn changed(path: &Path) -> anyhow::Error {
    anyhow!(
        "{} has changed since it was read: run the command again (if that does not help, `shinglescope index --checksum` reads what has the same times and lengths)",
        path.display()
    )
}

/// The error of a file that cannot be read any more.
fn unread(path: &Path, reason: SkipReason) -> anyhow::Error {
    match reason {
        SkipReason::Changed => changed(path),
        reason => anyhow!("{}: {reason}", path.display()),
    }
}

/// Checks that the file at `path` has the stamp whose digest is `stamp`.
///
/// # Errors
/// It has not, or it is gone.
fn check_stamp(path: &Path, stamp: u64) -> Result<()> {
    let (_, metadata) = opened::regular(path).map_err(|reason| unread(path, reason))?;
    if Stamp::of(&metadata).digest() != stamp {
        bail!(changed(path));
    }
    Ok(())
}
