//! Documents: the text during processing, and the permanent row in the document table.

use serde::{Deserialize, Serialize};

use super::PlaceView;
use super::decode::Encoding;
use super::formats::FileFormat;
use super::location::SourceLocation;
use super::skip_reason::SkipReason;
use crate::base::{BlockSpan, MaskedRange, Stamp};

/// Input format of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Plain text, unmodified.
    #[default]
    Plain,
    /// HTML; the text is the visible text of the page.
    Html,
    /// The text field of a JSON Lines row.
    JsonRow,
    /// The text columns of a row of a table.
    TableRow,
    /// Text that was extracted from a document of this format.
    Extracted(FileFormat),
}

/// A document with its text, as it passes through the pipeline.
#[derive(Clone, Debug)]
pub struct Document {
    /// The row in the document table. Key and `normalised` are 0 until the document is sketched.
    pub row: DocumentRow,
    /// The complete text, UTF-8. All spans are byte offsets into it.
    pub text: String,
    /// Byte spans of text that is invisible on the rendered page, ascending and disjoint.
    pub unseen: Vec<(usize, usize)>,
    /// Byte spans of the text that are quotations by markup, ascending and disjoint.
    pub quoted: Vec<(usize, usize)>,
    /// Blocks of a page, ascending and disjoint.
    pub blocks: Vec<BlockSpan>,
    /// The author that the source names. Shown with the text, not stored.
    pub author: Option<String>,
}

/// Value of `modified` for a row without a date, if its source has a place for dates.
pub const NO_DATE: i64 = i64::MIN;

/// A row of the document table: everything that remains of a document after its text is dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DocumentRow<Text = String, At = SourceLocation, Ranges = Box<[MaskedRange]>> {
    /// Key on disk and in the full-text index; never reused.
    pub key: u64,
    /// Unique in the corpus: path relative to the root with `/`, or `path#ID` for a row.
    pub id: Text,
    /// Display title: HTML or JSON title, first Markdown heading, beginning of a row's text, or file
    /// name.
    pub title: Text,
    /// Location of the source.
    pub location: At,
    /// Encoding of the source.
    pub encoding: Encoding,
    /// Input format.
    pub kind: Kind,
    /// Length of the source in bytes.
    pub bytes: u64,
    /// Modification time of the file, nanoseconds since 1970, 0 if unknown; or the date of the row,
    /// milliseconds since 1970 or [`NO_DATE`].
    pub modified: i64,
    /// Whether `modified` is the date of a row, not of its file, because its source has a place for dates.
    pub has_own_date: bool,
    /// [`Stamp::digest`](crate::base::Stamp::digest) of the file.
    pub stamp: u64,
    /// 128-bit XXH3 digest of the source bytes.
    pub fingerprint: u128,
    /// 128-bit digest of the term sequence: the fingerprint of the normalised text.
    pub normalised: u128,
    /// Quotations, lists of references and blocks of a page, as ranges of terms: ascending within each
    /// reason. They take effect once their masks are on. Empty until the document is sketched.
    pub detected: Ranges,
}

/// A [`DocumentRow`] that borrows its strings, its place and its ranges.
pub type RowView<'a> = DocumentRow<&'a str, PlaceView<'a>, &'a [MaskedRange]>;

/// An entry that was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The id it would have had: a path with `/`, or `path:LINE` for a row.
    pub id: String,
    /// Reason for not reading it.
    pub reason: SkipReason,
    /// Digest of the stamp of its file when it was opened; 0 if it was not opened.
    #[serde(default)]
    pub stamp: u64,
}

impl Skipped {
    /// An entry that was not opened.
    pub fn new(id: impl Into<String>, reason: SkipReason) -> Self {
        Skipped {
            id: id.into(),
            reason,
            stamp: 0,
        }
    }

    /// Returns the entry with the stamp of its file.
    pub fn of_file(self, stamp: Stamp) -> Self {
        Skipped {
            stamp: stamp.digest(),
            ..self
        }
    }

    /// Id of the file if this entry is a row.
    pub fn file_of_row(&self) -> Option<&str> {
        let (file, line) = self.id.rsplit_once(':')?;
        line.bytes().all(|b| b.is_ascii_digit()).then_some(file)
    }
}

impl<Text, At, Ranges> DocumentRow<Text, At, Ranges> {
    /// The row with its strings, place and ranges in another form.
    fn with<T, P, R>(&self, [id, title]: [T; 2], location: P, detected: R) -> DocumentRow<T, P, R> {
        DocumentRow {
            key: self.key,
            id,
            title,
            location,
            encoding: self.encoding,
            kind: self.kind,
            bytes: self.bytes,
            modified: self.modified,
            has_own_date: self.has_own_date,
            stamp: self.stamp,
            fingerprint: self.fingerprint,
            normalised: self.normalised,
            detected,
        }
    }
}

impl DocumentRow {
    /// The row, borrowed.
    pub fn view(&self) -> RowView<'_> {
        self.with(
            [&self.id, &self.title],
            self.location.view(),
            &self.detected,
        )
    }
}

impl RowView<'_> {
    /// When the document was written, nanoseconds since 1970: the date of the row, or the modification time of its
    /// file. `None` if it is not known.
    pub fn written(&self) -> Option<i128> {
        let modified = i128::from(self.modified);
        if self.has_own_date {
            (self.modified != NO_DATE).then_some(modified * 1_000_000)
        } else {
            (self.modified != 0).then_some(modified)
        }
    }

    /// The date of the row itself, milliseconds since 1970; `None` if it has none.
    pub fn own_date(&self) -> Option<i64> {
        (self.has_own_date && self.modified != NO_DATE).then_some(self.modified)
    }
}
