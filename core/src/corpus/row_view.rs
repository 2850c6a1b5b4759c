//! Rows of the document table as they are read: strings and paths are borrowed from the table.

use std::path::Path;

use super::{DocumentRow, Encoding, Kind, NO_DATE, Place};
use crate::base::MaskedRange;

/// A [`DocumentRow`] that borrows its strings, its place and its ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowView<'a> {
    /// As [`DocumentRow::key`].
    pub key: u64,
    /// As [`DocumentRow::id`].
    pub id: &'a str,
    /// As [`DocumentRow::title`].
    pub title: &'a str,
    /// As [`DocumentRow::place`].
    pub place: PlaceView<'a>,
    /// As [`DocumentRow::encoding`].
    pub encoding: Encoding,
    /// As [`DocumentRow::kind`].
    pub kind: Kind,
    /// As [`DocumentRow::bytes`].
    pub bytes: u64,
    /// As [`DocumentRow::modified`].
    pub modified: i64,
    /// As [`DocumentRow::has_own_date`].
    pub has_own_date: bool,
    /// As [`DocumentRow::stamp`].
    pub stamp: u64,
    /// As [`DocumentRow::fingerprint`].
    pub fingerprint: u128,
    /// As [`DocumentRow::normalised`].
    pub normalised: u128,
    /// As [`DocumentRow::detected`].
    pub detected: &'a [MaskedRange],
}

/// A [`Place`] that borrows its paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceView<'a> {
    /// As [`Place::File`].
    File(&'a Path),
    /// As [`Place::Row`].
    Row {
        /// The file.
        path: &'a Path,
        /// 1-based number of the line or row.
        line: u64,
        /// Byte offset of the row in the file, unpacked.
        offset: u64,
        /// Length of the row in bytes.
        length: u64,
    },
    /// As [`Place::Member`].
    Member {
        /// The archive.
        path: &'a Path,
        /// Path of the file in the archive.
        member: &'a str,
        /// 1-based number of the row; 0 for the whole file.
        line: u64,
        /// Byte offset of the row in the unpacked file.
        offset: u64,
        /// Length of the row in bytes.
        length: u64,
    },
    /// As [`Place::Demo`].
    Demo(&'a str),
    /// As [`Place::DemoRow`].
    DemoRow(&'a str, u64),
}

impl DocumentRow {
    /// The row, borrowed.
    #[must_use]
    pub fn view(&self) -> RowView<'_> {
        RowView {
            key: self.key,
            id: &self.id,
            title: &self.title,
            place: self.place.view(),
            encoding: self.encoding,
            kind: self.kind,
            bytes: self.bytes,
            modified: self.modified,
            has_own_date: self.has_own_date,
            stamp: self.stamp,
            fingerprint: self.fingerprint,
            normalised: self.normalised,
            detected: &self.detected,
        }
    }
}

impl RowView<'_> {
    /// When the document was written, nanoseconds since 1970: the date of the row, or the modification time of its file.
    /// `None` if it is not known.
    #[must_use]
    pub fn written(&self) -> Option<i128> {
        let modified = i128::from(self.modified);
        match self.has_own_date {
            true => (self.modified != NO_DATE).then_some(modified * 1_000_000),
            false => (self.modified != 0).then_some(modified),
        }
    }

    /// A copy of the row.
    #[must_use]
    pub fn to_row(self) -> DocumentRow {
        DocumentRow {
            key: self.key,
            id: self.id.to_owned(),
            title: self.title.to_owned(),
            place: self.place.to_place(),
            encoding: self.encoding,
            kind: self.kind,
            bytes: self.bytes,
            modified: self.modified,
            has_own_date: self.has_own_date,
            stamp: self.stamp,
            fingerprint: self.fingerprint,
            normalised: self.normalised,
            detected: self.detected.into(),
        }
    }
}

impl Place {
    /// The place, borrowed.
    #[must_use]
    pub fn view(&self) -> PlaceView<'_> {
        match self {
            Place::File(path) => PlaceView::File(path),
            Place::Row {
                path,
                line,
                offset,
                length,
            } => PlaceView::Row {
                path,
                line: *line,
                offset: *offset,
                length: *length,
            },
            Place::Member {
                path,
                member,
                line,
                offset,
                length,
            } => PlaceView::Member {
                path,
                member,
                line: *line,
                offset: *offset,
                length: *length,
            },
            Place::Demo(path) => PlaceView::Demo(path),
            Place::DemoRow(path, line) => PlaceView::DemoRow(path, *line),
        }
    }
}

impl<'a> PlaceView<'a> {
    /// A copy of the place.
    #[must_use]
    pub fn to_place(self) -> Place {
        match self {
            PlaceView::File(path) => Place::File(path.to_owned()),
            PlaceView::Row {
                path,
                line,
                offset,
                length,
            } => Place::Row {
                path: path.into(),
                line,
                offset,
                length,
            },
            PlaceView::Member {
                path,
                member,
                line,
                offset,
                length,
            } => Place::Member {
                path: path.into(),
                member: member.into(),
                line,
                offset,
                length,
            },
            PlaceView::Demo(path) => Place::Demo(path.to_owned()),
            PlaceView::DemoRow(path, line) => Place::DemoRow(path.to_owned(), line),
        }
    }

    /// Path of the file on disk; `None` for the demo corpus.
    #[must_use]
    pub fn path(self) -> Option<&'a Path> {
        match self {
            PlaceView::File(path)
            | PlaceView::Row { path, .. }
            | PlaceView::Member { path, .. } => Some(path),
            PlaceView::Demo(_) | PlaceView::DemoRow(..) => None,
        }
    }
}
