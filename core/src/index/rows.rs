//! The rows of a segment: a record of fixed width for each, and the strings of all rows one after another. The file
//! of a segment has the same form.
//!
//! A row takes about 200 bytes. With a separate allocation for each string, it would take twice as much.

use std::ffi::OsStr;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::LazyLock;

use bytemuck::{Pod, Zeroable};

use super::IndexError;
use super::file::FileWriter;
use crate::base::{MaskedRange, PageBlock, Reason};
use crate::corpus::formats::FileFormat;
use crate::corpus::{Encoding, Kind, PlaceView, RowSpan, RowView};

/// Rows of the document table, in the order in which they were pushed.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    records: Vec<Record>,
    strings: String,
    /// Paths; after the path of an archive, the path in it. Adjacent rows of one file share their path.
    paths: Vec<u8>,
    ranges: Vec<MaskedRange>,
    /// The distinct encodings.
    encodings: Vec<Encoding>,
}

/// A row without its strings.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct Record {
    /// Little-endian.
    fingerprint: [u8; 16],
    normalised: [u8; 16],
    key: u64,
    bytes: u64,
    modified: i64,
    stamp: u64,
    row: RowSpan,
    /// Where id and title begin in the strings.
    strings: u64,
    /// Where path and member begin in the paths.
    path: u64,
    /// Lengths in bytes.
    id_length: u32,
    title_length: u32,
    path_length: u32,
    member_length: u32,
    /// Where the ranges begin; they end where the ranges of the next row begin.
    ranges: u32,
    /// The index in [`KINDS`].
    kind: u8,
    /// The index in the encodings.
    encoding: u8,
    in_program: u8,
    has_own_date: u8,
}

/// All input formats. Files store indices in this list.
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let plain = [Kind::Plain, Kind::Html, Kind::JsonRow, Kind::TableRow];
    let extracted = FileFormat::extracted().map(Kind::Extracted);
    plain.into_iter().chain(extracted).collect()
});

/// The reasons of detected ranges. Files store indices in this list.
const REASONS: [Reason; 9] = [
    Reason::Quotation,
    Reason::References,
    Reason::Block(PageBlock::Heading),
    Reason::Block(PageBlock::Navigation),
    Reason::Block(PageBlock::Header),
    Reason::Block(PageBlock::Footer),
    Reason::Block(PageBlock::Aside),
    Reason::Block(PageBlock::Advertisement),
    Reason::Block(PageBlock::Outside),
];

/// The header of a file: the numbers of records and ranges, and the lengths in bytes of strings, paths and encoding
/// names, in this order.
type Header = [u64; 5];

/// A range in a file: start, end, and index of its reason.
type StoredRange = [u32; 3];

impl Rows {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Appends a row.
    pub fn push(&mut self, row: RowView<'_>) {
        let path = row.location.path.as_os_str().as_bytes();
        let member = row.location.member.as_bytes();
        let strings = self.strings.len() as u64;
        self.strings.push_str(row.id);
        self.strings.push_str(row.title);
        let ranges = self.ranges.len() as u32;
        self.ranges.extend_from_slice(row.detected);
        let path_start = self.path(path, member);
        let encoding = self.encoding_number(row.encoding);
        let kind = KINDS.iter().position(|other| *other == row.kind);
        self.records.push(Record {
            fingerprint: row.fingerprint.to_le_bytes(),
            normalised: row.normalised.to_le_bytes(),
            key: row.key,
            bytes: row.bytes,
            modified: row.modified,
            stamp: row.stamp,
            row: row.location.row,
            strings,
            path: path_start,
            id_length: row.id.len() as u32,
            title_length: row.title.len() as u32,
            path_length: path.len() as u32,
            member_length: member.len() as u32,
            ranges,
            kind: kind.expect("every kind is in the list") as u8,
            encoding,
            in_program: row.location.in_program.into(),
            has_own_date: row.has_own_date.into(),
        });
    }

    /// Returns where `path` and `member` begin in the paths. Reuses those of the previous row if they are equal,
    /// otherwise appends them.
    fn path(&mut self, path: &[u8], member: &[u8]) -> u64 {
        let lengths = [path.len() as u32, member.len() as u32];
        if let Some(previous) = self.records.last()
            && [previous.path_length, previous.member_length] == lengths
            && self.paths[previous.path as usize..].starts_with(path)
            && self.paths[previous.path as usize + path.len()..].starts_with(member)
        {
            return previous.path;
        }
        let at = self.paths.len() as u64;
        self.paths.extend_from_slice(path);
        self.paths.extend_from_slice(member);
        at
    }

    /// The number of an encoding; there are about forty.
    fn encoding_number(&mut self, encoding: Encoding) -> u8 {
        let position = self.encodings.iter().position(|other| *other == encoding);
        let at = position.unwrap_or(self.encodings.len());
        if position.is_none() {
            self.encodings.push(encoding);
        }
        u8::try_from(at).expect("there are at most 256 encodings")
    }

    /// A row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn get(&self, row: usize) -> RowView<'_> {
        let record = &self.records[row];
        let [id, title] = record.strings();
        let [path, member] = record.paths();
        RowView {
            key: record.key,
            id: &self.strings[id],
            title: &self.strings[title],
            location: PlaceView {
                path: Path::new(OsStr::from_bytes(&self.paths[path])),
                in_program: record.in_program == 1,
                member: std::str::from_utf8(&self.paths[member]).unwrap_or_default(),
                row: record.row,
            },
            encoding: self.encodings[usize::from(record.encoding)],
            kind: KINDS[usize::from(record.kind)],
            bytes: record.bytes,
            modified: record.modified,
            has_own_date: record.has_own_date == 1,
            stamp: record.stamp,
            fingerprint: u128::from_le_bytes(record.fingerprint),
            normalised: u128::from_le_bytes(record.normalised),
            detected: &self.ranges[self.ranges(row)],
        }
    }

    /// The id of a row.
    pub fn id(&self, row: usize) -> &str {
        let [id, _] = self.records[row].strings();
        &self.strings[id]
    }

    fn ranges(&self, row: usize) -> Range<usize> {
        let next = self.records.get(row + 1);
        let end = next.map_or(self.ranges.len(), |next| next.ranges as usize);
        self.records[row].ranges as usize..end
    }

    /// Frees memory that is reserved for further rows.
    pub fn shrink_to_fit(&mut self) {
        self.records.shrink_to_fit();
        self.strings.shrink_to_fit();
        self.paths.shrink_to_fit();
        self.ranges.shrink_to_fit();
    }

    /// Writes all rows to a file.
    pub(super) fn write(&self, file: &mut FileWriter) -> Result<(), IndexError> {
        let encodings: Vec<String> = self.encodings.iter().map(encoding_name).collect();
        let encodings = encodings.join("\n");
        let header: Header = [
            self.records.len(),
            self.ranges.len(),
            self.strings.len(),
            self.paths.len(),
            encodings.len(),
        ]
        .map(|length| length as u64);
        file.push(&header)?;
        file.push(&self.records)?;
        for range in &self.ranges {
            let reason = REASONS.iter().position(|reason| *reason == range.reason);
            let reason = reason.expect("every detected reason is in the list") as u32;
            file.push::<StoredRange>(&[[range.start, range.end, reason]])?;
        }
        file.push(self.strings.as_bytes())?;
        file.push(&self.paths)?;
        file.push(encodings.as_bytes())
    }

    /// The rows that a file contains; `None` if it has other content.
    pub(super) fn read(mut rest: &[u8]) -> Option<Self> {
        let header: Vec<Header> = read_vec(&mut rest, 1)?;
        let [records, ranges, strings, paths, encodings] = header[0];
        let records = read_vec(&mut rest, records)?;
        let ranges: Vec<StoredRange> = read_vec(&mut rest, ranges)?;
        let strings = String::from_utf8(read_vec(&mut rest, strings)?).ok()?;
        let paths = read_vec(&mut rest, paths)?;
        let encodings = String::from_utf8(read_vec(&mut rest, encodings)?).ok()?;
        let rows = Rows {
            records,
            strings,
            paths,
            ranges: ranges.into_iter().map(range).collect::<Option<_>>()?,
            encodings: encodings.lines().map(encoding).collect::<Option<_>>()?,
        };
        let is_sound = rest.is_empty() && (0..rows.len()).all(|row| rows.is_sound(row));
        is_sound.then_some(rows)
    }

    /// Whether [`Rows::get`] can read this row.
    fn is_sound(&self, row: usize) -> bool {
        let record = &self.records[row];
        let [path, member] = record.paths();
        let member = self.paths.get(member);
        let is_text = |range: Range<usize>| self.strings.get(range).is_some();
        record.strings().into_iter().all(is_text)
            && self.paths.get(path).is_some()
            && member.is_some_and(|member| std::str::from_utf8(member).is_ok())
            && self.ranges.get(self.ranges(row)).is_some()
            && usize::from(record.kind) < KINDS.len()
            && usize::from(record.encoding) < self.encodings.len()
    }
}

impl Record {
    fn strings(&self) -> [Range<usize>; 2] {
        adjacent_ranges(self.strings, self.id_length, self.title_length)
    }

    fn paths(&self) -> [Range<usize>; 2] {
        adjacent_ranges(self.path, self.path_length, self.member_length)
    }
}

fn adjacent_ranges(start: u64, first: u32, second: u32) -> [Range<usize>; 2] {
    // Saturating, because damaged numbers may have any value.
    let start = start as usize;
    let middle = start.saturating_add(first as usize);
    [
        start..middle,
        middle..middle.saturating_add(second as usize),
    ]
}

/// Takes `count` numbers or records from the beginning of `bytes`; `None` if there are fewer.
fn read_vec<T: Pod>(bytes: &mut &[u8], count: u64) -> Option<Vec<T>> {
    let size = usize::try_from(count).ok()?.checked_mul(size_of::<T>())?;
    let (values, rest) = bytes.split_at_checked(size)?;
    *bytes = rest;
    Some(bytemuck::pod_collect_to_vec(values))
}

fn range([start, end, reason]: StoredRange) -> Option<MaskedRange> {
    let reason = *REASONS.get(reason as usize)?;
    (start < end).then_some(MaskedRange { start, end, reason })
}

/// How the encoding was determined, and its name.
fn encoding_name(encoding: &Encoding) -> String {
    let (how, name) = match *encoding {
        Encoding::Utf8 => ("valid", "UTF-8"),
        Encoding::Utf8Damaged => ("damaged", "UTF-8"),
        Encoding::Marked(name) => ("marked", name),
        Encoding::Detected(name) => ("detected", name),
        Encoding::Named(name) => ("named", name),
    };
    format!("{how} {name}")
}

fn encoding(name: &str) -> Option<Encoding> {
    let (how, name) = name.split_once(' ')?;
    let name = encoding_rs::Encoding::for_label(name.as_bytes())?.name();
    match how {
        "valid" => Some(Encoding::Utf8),
        "damaged" => Some(Encoding::Utf8Damaged),
        "marked" => Some(Encoding::Marked(name)),
        "detected" => Some(Encoding::Detected(name)),
        "named" => Some(Encoding::Named(name)),
        _ => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    use std::path::PathBuf;

    use super::*;
    use crate::corpus::{DocumentRow, SourceLocation};
    use proptest::prelude::*;

    impl FromIterator<DocumentRow> for Rows {
        fn from_iter<I: IntoIterator<Item = DocumentRow>>(rows: I) -> Self {
            let mut table = Rows::default();
            rows.into_iter().for_each(|row| table.push(row.view()));
            table
        }
    }

    fn location() -> impl Strategy<Value = SourceLocation> {
        let path = prop_oneof![
            "[ab]".prop_map(PathBuf::from),
            prop::collection::vec(1_u8.., 0..20).prop_map(|b| PathBuf::from(OsString::from_vec(b))),
        ];
        let member = prop::option::of("[^\0]{1,20}");
        let parts = (path, any::<bool>(), member, any::<[u64; 3]>());
        parts.prop_map(
            |(path, in_program, member, [line, offset, length])| SourceLocation {
                path: path.into(),
                in_program,
                member: member.map(Into::into),
                row: RowSpan {
                    line,
                    offset,
                    length,
                },
            },
        )
    }

    /// A row with any location, encoding and kind.
    pub fn row() -> impl Strategy<Value = DocumentRow> {
        let encoding = prop::sample::select(vec![
            Encoding::Utf8,
            Encoding::Utf8Damaged,
            Encoding::Marked("UTF-16LE"),
            Encoding::Detected("windows-1252"),
            Encoding::Named("windows-1251"),
            Encoding::Detected("Shift_JIS"),
        ]);
        let kind = prop::sample::select(KINDS.clone());
        let strings = (any::<String>(), any::<String>(), location(), encoding, kind);
        let numbers = any::<(u64, u64, i64, u128, u128, u64)>();
        let range = (0..9_u32, 1..9_u32, prop::sample::select(REASONS.to_vec()));
        let range = range.prop_map(|(start, words, reason)| MaskedRange {
            start,
            end: start + words,
            reason,
        });
        let ranges = prop::collection::vec(range, 0..4);
        (strings, numbers, ranges).prop_map(|(s, n, ranges)| DocumentRow {
            key: n.0,
            id: s.0,
            title: s.1,
            location: s.2,
            encoding: s.3,
            kind: s.4,
            bytes: n.1,
            modified: n.2,
            has_own_date: n.2 > 0,
            stamp: n.5,
            fingerprint: n.3,
            normalised: n.4,
            detected: ranges.into(),
        })
    }

    /// The bytes of a file with these rows.
    fn written(rows: &Rows) -> Vec<u8> {
        let temp = tempfile::tempdir().unwrap();
        let mut file = FileWriter::create(temp.path(), "s.rows".into()).unwrap();
        rows.write(&mut file).unwrap();
        file.finish().unwrap();
        std::fs::read(temp.path().join("s.rows")).unwrap()
    }

    proptest! {
        #[test]
        fn read_rows_equal_the_written_rows(rows in prop::collection::vec(row(), 0..10)) {
            let table: Rows = rows.iter().cloned().collect();
            let bytes = written(&table);
            let read = Rows::read(&bytes).unwrap();
            for table in [table, read] {
                prop_assert_eq!(table.len(), rows.len());
                for (at, row) in rows.iter().enumerate() {
                    prop_assert_eq!(table.get(at), row.view());
                    prop_assert_eq!(table.id(at), &row.id);
                }
            }
        }

        #[test]
        fn damaged_rows_are_read_or_rejected(
            rows in prop::collection::vec(row(), 1..4),
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        ) {
            let mut bytes = written(&rows.into_iter().collect());
            for (at, byte) in damage {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some(table) = Rows::read(&bytes) {
                (0..table.len()).for_each(|row| drop(format!("{:?}", table.get(row))));
            }
        }
    }

    #[test]
    fn a_record_is_small_and_rows_of_one_file_share_its_path() {
        assert_eq!(size_of::<Record>(), 128);
        let paths = ["/c/a.jsonl", "/c/a.jsonl", "/c/b.jsonl"];
        let rows = paths.map(|path| DocumentRow {
            location: SourceLocation::file(path),
            ..<DocumentRow>::default()
        });
        let table: Rows = rows.into_iter().collect();
        assert_eq!(table.paths.len(), 20);
    }
}
