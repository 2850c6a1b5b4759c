//! Rows of the document table as they are read: strings and paths are borrowed from the table.

use super::{DocumentRow, Encoding, Kind, NO_DATE, PlaceView};
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
