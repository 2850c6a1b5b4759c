//! Rows that are documents: which columns hold text, id, title, author and date, and the rows themselves.
//!
//! A column is named by the options of the fields, or recognised by its name. A column in a structure is named
//! by its path, with dots: `meta.title`.

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
    /// Where the row is in its file.
    pub row: RowSpan,
    /// The text columns, joined.
    pub text: String,
    /// The id column, a scalar as it is written.
    pub id: Option<String>,
    /// The title column.
    pub title: Option<String>,
    /// The author column. No part of the fingerprint: it is shown and nothing more.
    pub author: Option<String>,
    /// The date column, milliseconds since 1970; [`NO_DATE`] if it holds no date. `None` without one.
    pub date: Option<i64>,
    /// How its bytes were decoded.
    pub encoding: Encoding,
}

impl TableRow {
    /// 128-bit XXH3 digest of what was read of the row, but its author.
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

    /// Bytes of the strings.
    pub fn bytes(&self) -> u64 {
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let others = [&self.id, &self.title, &self.author].map(length);
        (self.text.len() + others.iter().sum::<usize>()) as u64
    }
}

/// What the next row of a table is: a row, or the number of one that cannot be read with the reason. After
/// a reason that is not of one row only, there are no more.
pub type NextRow = Result<TableRow, (u64, SkipReason)>;

/// Rows of a table, in order.
pub type TableRows = Box<dyn Iterator<Item = NextRow> + Send>;

/// What separates the text columns of a row.
const BETWEEN: &str = "\n\n";

/// Joins the text columns of a row; empty ones are left out.
pub(super) fn joined<S: AsRef<str>>(texts: impl IntoIterator<Item = S>) -> String {
    let mut out = String::new();
    for text in texts {
        let text = text.as_ref();
        if !text.is_empty() {
            if !out.is_empty() {
                out.push_str(BETWEEN);
            }
            out.push_str(text);
        }
    }
    out
}

/// A date as a cell says it: ISO 8601; milliseconds since 1970, [`NO_DATE`] where it is none.
pub(super) fn date(text: &str) -> i64 {
    match Date::parse(text) {
        Some(date) => date.milliseconds(),
        None => NO_DATE,
    }
}
