//! Tables whose rows are documents: the columns for text, id, title, author and date, and the rows.
//!
//! The field options select columns by name; otherwise columns are recognised by their usual names. The name of a
//! nested column is its path with dots: `meta.title`.

mod columns;
pub mod delimited;
mod parquet;

use xxhash_rust::xxh3::Xxh3;

pub use parquet::ParquetRows;
pub(super) use parquet::{guarded, text};

use super::{Encoding, NO_DATE, RowSpan, SkipReason};
use crate::base::Date;

/// The fields of a row of a table or of JSON Lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableRow {
    /// Location of the row in its file.
    pub row: RowSpan,
    /// The text columns, joined.
    pub text: String,
    /// Value of the id column, as written in the file.
    pub id: Option<String>,
    /// The title column.
    pub title: Option<String>,
    /// Value of the author column. It is only displayed and is not part of the fingerprint.
    pub author: Option<String>,
    /// Value of the date column in milliseconds since 1970; [`NO_DATE`] if it is not a date. `None` if the row has no
    /// date.
    pub date: Option<i64>,
    /// Encoding from which the row was decoded.
    pub encoding: Encoding,
}

impl TableRow {
    /// 128-bit XXH3 digest of all fields of the row except its author.
    pub fn fingerprint(&self) -> u128 {
        let mut hasher = Xxh3::new();
        for part in [self.id.as_deref(), self.title.as_deref(), Some(&self.text)] {
            let part = part.unwrap_or_default();
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.update(&self.date.unwrap_or(0).to_le_bytes());
        hasher.digest128()
    }

    /// Number of bytes of the strings.
    pub fn bytes(&self) -> u64 {
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let others = [&self.id, &self.title, &self.author].map(length);
        (self.text.len() + others.iter().sum::<usize>()) as u64
    }
}

/// The next row of a table, or the number of a row that cannot be read and the reason. If the reason affects more than
/// one row, it is the last item.
pub type NextRow = Result<TableRow, (u64, SkipReason)>;

/// Rows of a table, in order.
pub type TableRows = Box<dyn Iterator<Item = NextRow> + Send>;

/// Separator of the text columns of a row.
const SEPARATOR: &str = "\n\n";

/// Joins the text columns of a row that are not empty.
pub(super) fn joined(texts: impl IntoIterator<Item = String>) -> String {
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join(SEPARATOR)
}

/// Parses an ISO 8601 date into milliseconds since 1970. Returns [`NO_DATE`] if the text is not a date.
pub(super) fn date(text: &str) -> i64 {
    Date::parse(text).map_or(NO_DATE, |date| date.milliseconds())
}
