//! What a child that reads a table and its parent tell each other.
//!
//! The child asks for bytes of the table as its reader needs them, says that it has found the columns, waits until
//! rows are wanted, and then sends rows by the megabyte. A row is its number and date (64 bits each,
//! little-endian), a byte with the fields that it has, and each field with its length (32 bits) before it.

use serde::{Deserialize, Serialize};

use super::TableRow;
use crate::corpus::{Encoding, SkipReason};

/// Bytes of rows that are collected before they are sent.
pub(super) const SENT: usize = 1 << 20;

/// Most bytes of the table that are asked for at a time.
pub(super) const ASKED: usize = 1 << 20;

/// What the parent answers when rows are wanted, and when none are.
pub(super) const GO_ON: u8 = 1;
pub(super) const STOP: u8 = 0;

/// Header of a message of the child.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ChildMessage {
    /// Asks for bytes of the table. The answer is their number (u32, little-endian; 0 at the end) and the bytes.
    Wants { at: u64, length: u32 },
    /// The columns are found; says which, where they were guessed. Waits for [`GO_ON`] or [`STOP`].
    Begun { guess: Option<String> },
    /// There are no rows for this reason.
    Refused(SkipReason),
    /// Rows follow, in this many bytes.
    Rows { bytes: u64 },
    /// A row, by its number, cannot be read.
    Unread { number: u64, reason: SkipReason },
    /// There are no more rows.
    Done,
}

/// Fields that a row has, beside its text.
const ID: u8 = 1;
const TITLE: u8 = 2;
const AUTHOR: u8 = 4;
const DAMAGED: u8 = 8;
const DATE: u8 = 16;

/// Adds a row to `out`. Its offset and length are not sent: rows of such tables are not contiguous.
pub(super) fn put(row: &TableRow, out: &mut Vec<u8>) {
    out.extend(row.number.to_le_bytes());
    out.extend(row.date.unwrap_or(0).to_le_bytes());
    let others = [(ID, &row.id), (TITLE, &row.title), (AUTHOR, &row.author)];
    let has = others.iter().filter(|(_, field)| field.is_some());
    // Such tables hold UTF-8.
    let damaged = if row.encoding == Encoding::Utf8Damaged {
        DAMAGED
    } else {
        0
    };
    let dated = if row.date.is_some() { DATE } else { 0 };
    out.push(has.fold(damaged | dated, |flags, (flag, _)| flags | flag));
    let fields = others.iter().filter_map(|(_, field)| field.as_deref());
    for field in fields.chain([row.text.as_str()]) {
        out.extend((field.len() as u32).to_le_bytes());
        out.extend(field.as_bytes());
    }
}

/// Takes the first row from `bytes`; `None` if there is none.
pub(super) fn take(bytes: &mut &[u8]) -> Option<TableRow> {
    let number = u64::from_le_bytes(*first(bytes)?);
    let date = i64::from_le_bytes(*first(bytes)?);
    let [flags] = *first::<1>(bytes)?;
    let mut field = || {
        let length = u32::from_le_bytes(*first(bytes)?) as usize;
        let (field, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        String::from_utf8(field.to_vec()).ok()
    };
    let mut other = |flag| match flags & flag {
        0 => Some(None),
        _ => field().map(Some),
    };
    Some(TableRow {
        number,
        date: (flags & DATE != 0).then_some(date),
        id: other(ID)?,
        title: other(TITLE)?,
        author: other(AUTHOR)?,
        text: field()?,
        encoding: match flags & DAMAGED {
            0 => Encoding::Utf8,
            _ => Encoding::Utf8Damaged,
        },
        ..TableRow::default()
    })
}

fn first<'a, const N: usize>(bytes: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rows_are_taken_as_they_were_put(
            rows in prop::collection::vec(
                (any::<u64>(), any::<Option<i64>>(), ".*", prop::option::of(".*"), prop::option::of(".*"),
                    prop::option::of(".*"), any::<bool>()),
                0..5,
            ),
            cut in any::<prop::sample::Index>(),
        ) {
            let rows: Vec<TableRow> = rows.into_iter().map(|(number, date, text, id, title, author, damaged)| {
                let encoding = if damaged { Encoding::Utf8Damaged } else { Encoding::Utf8 };
                TableRow { number, date, text, id, title, author, encoding, ..TableRow::default() }
            }).collect();
            let mut bytes = Vec::new();
            for row in &rows {
                put(row, &mut bytes);
            }
            let mut rest = &bytes[..];
            for row in &rows {
                prop_assert_eq!(take(&mut rest), Some(row.clone()));
            }
            prop_assert_eq!(take(&mut rest), None);
            // What is cut off is no row.
            if !bytes.is_empty() {
                let mut rest = &bytes[..cut.index(bytes.len())];
                let taken = std::iter::from_fn(|| take(&mut rest)).count();
                prop_assert!(taken < rows.len());
            }
        }
    }
}
