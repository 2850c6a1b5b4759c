//! The rows of a segment in memory: numbers of fixed size, and the strings of all rows behind each other.
//!
//! A million rows take some 200 bytes each. As values of their own, with an allocation for each string, they would take
//! twice as much.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::base::MaskedRange;
use crate::corpus::{DocumentRow, Encoding, Kind, PlaceView, RowSpan, RowView};

/// Rows of the document table, in the order in which they were pushed.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    numbers: Vec<Numbers>,
    /// Id and title of each row.
    strings: String,
    /// Paths, and behind that of an archive the path in it. Rows of one file share theirs.
    paths: Vec<u8>,
    /// The ranges of the rows that have some.
    detected: Vec<Box<[MaskedRange]>>,
    /// The encodings that there are.
    encodings: Vec<Encoding>,
}

/// A row without its strings.
#[derive(Clone, Debug)]
struct Numbers {
    fingerprint: u128,
    normalised: u128,
    key: u64,
    bytes: u64,
    modified: i64,
    stamp: u64,
    row: RowSpan,
    /// Where id and title begin in the strings.
    strings: u64,
    /// Where the path begins.
    path: u64,
    /// Lengths in bytes.
    id_length: u32,
    title_length: u32,
    path_length: u32,
    member_length: u32,
    /// The number of its ranges, from 1; 0 if there are none.
    detected: u32,
    kind: Kind,
    /// The number of its encoding.
    encoding: u8,
    in_program: bool,
    has_own_date: bool,
}

impl Rows {
    /// No rows, with room for the numbers of `rows`.
    pub fn with_capacity(rows: usize) -> Self {
        Rows {
            numbers: Vec::with_capacity(rows),
            ..Rows::default()
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Appends a row.
    pub fn push(&mut self, row: RowView<'_>) {
        let (path, [path_length, member_length]) = self.path(
            row.location.path.as_os_str().as_bytes(),
            row.location.member.as_bytes(),
        );
        let strings = self.strings.len() as u64;
        self.strings.push_str(row.id);
        self.strings.push_str(row.title);
        let detected = match row.detected {
            [] => 0,
            ranges => {
                self.detected.push(ranges.into());
                self.detected.len() as u32
            }
        };
        let encoding = self.encoding(row.encoding);
        self.numbers.push(Numbers {
            fingerprint: row.fingerprint,
            normalised: row.normalised,
            key: row.key,
            bytes: row.bytes,
            modified: row.modified,
            stamp: row.stamp,
            row: row.location.row,
            strings,
            path,
            id_length: row.id.len() as u32,
            title_length: row.title.len() as u32,
            path_length,
            member_length,
            detected,
            kind: row.kind,
            encoding,
            in_program: row.location.in_program,
            has_own_date: row.has_own_date,
        });
    }

    /// Where a path and a path in an archive stand, which are those of the row before or are appended, and their lengths.
    fn path(&mut self, path: &[u8], member: &[u8]) -> (u64, [u32; 2]) {
        let lengths = [path.len() as u32, member.len() as u32];
        if let Some(before) = self.numbers.last()
            && [before.path_length, before.member_length] == lengths
            && self.paths[before.path as usize..].starts_with(path)
            && self.paths[before.path as usize + path.len()..].starts_with(member)
        {
            return (before.path, lengths);
        }
        let at = self.paths.len() as u64;
        self.paths.extend_from_slice(path);
        self.paths.extend_from_slice(member);
        (at, lengths)
    }

    /// The number of an encoding, of which there are some forty.
    fn encoding(&mut self, encoding: Encoding) -> u8 {
        let position = self.encodings.iter().position(|other| *other == encoding);
        let at = position.unwrap_or_else(|| {
            self.encodings.push(encoding);
            self.encodings.len() - 1
        });
        u8::try_from(at).expect("there are fewer encodings than that")
    }

    /// A row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn get(&self, row: usize) -> RowView<'_> {
        let numbers = &self.numbers[row];
        let (id, title) = self.strings_of(numbers);
        RowView {
            key: numbers.key,
            id,
            title,
            location: self.place_view(numbers),
            encoding: self.encodings[usize::from(numbers.encoding)],
            kind: numbers.kind,
            bytes: numbers.bytes,
            modified: numbers.modified,
            has_own_date: numbers.has_own_date,
            stamp: numbers.stamp,
            fingerprint: numbers.fingerprint,
            normalised: numbers.normalised,
            detected: match numbers.detected {
                0 => &[],
                n => &self.detected[n as usize - 1],
            },
        }
    }

    /// The id of a row.
    pub fn id(&self, row: usize) -> &str {
        self.strings_of(&self.numbers[row]).0
    }

    fn strings_of(&self, numbers: &Numbers) -> (&str, &str) {
        let from = numbers.strings as usize;
        let middle = from + numbers.id_length as usize;
        let end = middle + numbers.title_length as usize;
        (&self.strings[from..middle], &self.strings[middle..end])
    }

    fn place_view(&self, numbers: &Numbers) -> PlaceView<'_> {
        let from = numbers.path as usize;
        let middle = from + numbers.path_length as usize;
        let end = middle + numbers.member_length as usize;
        PlaceView {
            path: Path::new(OsStr::from_bytes(&self.paths[from..middle])),
            in_program: numbers.in_program,
            member: std::str::from_utf8(&self.paths[middle..end]).unwrap_or_default(),
            row: numbers.row,
        }
    }

    /// All rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = RowView<'_>> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// Gives each row the digest of another sequence of terms.
    ///
    /// # Panics
    /// If there are not as many digests as rows.
    pub fn set_normalised(&mut self, digests: &[u128]) {
        assert_eq!(digests.len(), self.len(), "a digest for each row");
        for (numbers, digest) in self.numbers.iter_mut().zip(digests) {
            numbers.normalised = *digest;
        }
    }

    /// Gives back memory that is reserved for further rows.
    pub fn shrink_to_fit(&mut self) {
        self.numbers.shrink_to_fit();
        self.strings.shrink_to_fit();
        self.paths.shrink_to_fit();
        self.detected.shrink_to_fit();
    }
}

impl FromIterator<DocumentRow> for Rows {
    fn from_iter<I: IntoIterator<Item = DocumentRow>>(rows: I) -> Self {
        let mut made = Rows::default();
        rows.into_iter().for_each(|row| made.push(row.view()));
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::SourceLocation;

    fn row(id: &str, place: SourceLocation) -> DocumentRow {
        DocumentRow {
            id: id.to_owned(),
            title: format!("title of {id}"),
            location: place,
            ..crate::collection::made::row()
        }
    }

    #[test]
    fn rows_of_one_file_share_its_path_and_come_back_as_they_were() {
        let line = |path: &str, line| {
            SourceLocation::file(path).row(RowSpan {
                line,
                offset: 7 * line,
                length: 3,
            })
        };
        let member = |path: &str, member: &str| SourceLocation::file(path).member(member);
        let places = [
            line("/c/a.jsonl", 1),
            line("/c/a.jsonl", 2),
            line("/c/b.jsonl", 1),
            member("/c/b", ".jsonl"),
            member("/c/b", ".jsonl"),
            member("/c/z", ".zip"),
            SourceLocation::file("/c/\u{e9}.txt"),
            SourceLocation::in_program("a.txt"),
            SourceLocation {
                in_program: true,
                ..line("rows.jsonl", 4)
            },
        ];
        let rows: Vec<DocumentRow> = places
            .into_iter()
            .zip(["", "b", "c", "d", "e", "f", "\u{e9}", "h", "i"])
            .map(|(place, id)| row(id, place))
            .collect();
        let table: Rows = rows.iter().cloned().collect();
        for (at, row) in rows.iter().enumerate() {
            assert_eq!(table.get(at), row.view());
            assert_eq!(table.get(at).to_row(), *row);
            assert_eq!(table.id(at), row.id);
        }
        let path = |at| table.get(at).location.path as *const Path;
        assert!(std::ptr::eq(path(0), path(1)));
        assert!(std::ptr::eq(path(3), path(4)));
        assert_ne!(path(1), path(2));
    }

    #[test]
    fn the_numbers_of_a_row_take_no_more_than_is_said() {
        assert_eq!(size_of::<Numbers>(), 128);
    }

    #[test]
    fn digests_of_terms_are_exchanged() {
        let rows = ["a", "b"].map(|id| row(id, SourceLocation::in_program(id)));
        let mut table: Rows = rows.into_iter().collect();
        table.set_normalised(&[1, 2]);
        let digests: Vec<u128> = table.iter().map(|row| row.normalised).collect();
        assert_eq!(digests, [1, 2]);
    }
}
