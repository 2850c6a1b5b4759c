//! Documents that are written out again as they stand in their files: lines of JSON Lines byte for byte, records
//! of separated values, rows of Parquet and Arrow IPC files. A document that does not come as a line can be
//! written as one.
//!
//! Sources are only read. A document whose source is not as it was ends the copy with an error that names it.

#[cfg(feature = "tables")]
pub mod batches;
pub mod lines;
pub mod records;

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Result, anyhow, bail};

use super::packing::Form;
use super::{DocumentRow, Place, SkipReason, Stamp, opened};

/// Documents of one file that are copied.
#[derive(Clone, Debug, Default)]
pub struct CopiedDocuments<'a> {
    /// By member of the archive, empty where the file is none, and by row, 0 where a file is one document.
    by_member: HashMap<&'a str, HashMap<u64, (u32, u128)>>,
    count: u64,
}

impl<'a> CopiedDocuments<'a> {
    /// The documents of `rows`, each with a number that says which one it is.
    #[must_use]
    pub fn of(rows: impl IntoIterator<Item = (u32, &'a DocumentRow)>) -> Self {
        let mut wanted = CopiedDocuments::default();
        for (number, row) in rows {
            let (member, line) = position(&row.place);
            let of_member = wanted.by_member.entry(member).or_default();
            let before = of_member.insert(line, (number, row.fingerprint));
            wanted.count += u64::from(before.is_none());
        }
        wanted
    }

    /// Number of documents.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Number and fingerprint of the document at `place`, which is in the file.
    fn at(&self, place: &Place) -> Option<(u32, u128)> {
        let (member, line) = position(place);
        self.by_member.get(member)?.get(&line).copied()
    }
}

/// Where in its file a document is: member of the archive and row.
#[must_use]
pub fn position(place: &Place) -> (&str, u64) {
    match place {
        Place::File(_) | Place::Demo(_) => ("", 0),
        Place::Row { line, .. } | Place::DemoRow(_, line) => ("", *line),
        Place::Member { member, line, .. } => (member, *line),
    }
}

/// The file that a document is in; of the demo corpus its path there.
#[must_use]
pub fn file_of(place: &Place) -> &Path {
    match place {
        Place::File(path) => path,
        Place::Row { path, .. } | Place::Member { path, .. } => path,
        Place::Demo(path) | Place::DemoRow(path, _) => Path::new(path),
    }
}

/// The form of the file that holds the row or the document: of a member, its own.
#[must_use]
pub fn form_of(place: &Place) -> Form {
    match place {
        Place::Member { member, .. } => Form::of(Path::new(&**member)),
        place => Form::of(file_of(place)),
    }
}

/// The error of a file that is not as it was read.
fn changed(path: &Path) -> anyhow::Error {
    anyhow!(
        "{} has changed since it was read: run the command again",
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
