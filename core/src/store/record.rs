//! On-disk form of a row of the document table: a fixed-width record plus strings in a separate file.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use bytemuck::{Pod, Zeroable};

use crate::base::{MaskedRange, PageBlock, Reason};
use crate::corpus::formats::FileFormat;
use crate::corpus::{DocumentRow, Encoding, Kind, RowSpan, SourceLocation};

/// One document: numbers here; id, title, path, encoding name and detected ranges consecutively in the
/// strings file from offset `strings`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct Record {
    key: u64,
    bytes: u64,
    modified: i64,
    stamp: u64,
    /// Low and high 64 bits.
    fingerprint: [u64; 2],
    normalised: [u64; 2],
    /// Number, offset and length of the row.
    row: [u64; 3],
    /// Offset of the document's strings in bytes. The next fields are the lengths of the strings.
    strings: u64,
    id: u32,
    title: u32,
    path: u32,
    encoding_name: u32,
    /// Length of the detected ranges in bytes, twelve for each.
    detected: u32,
    /// 1 if the program holds the content.
    in_program: u8,
    encoding: u8,
    kind: u8,
    /// 1 if `modified` is the date of a row, not that of its file.
    has_own_date: u8,
}

const UTF8: u8 = 0;
const UTF8_DAMAGED: u8 = 1;
const MARKED: u8 = 2;
const DETECTED: u8 = 3;
const NAMED: u8 = 4;

/// The place of a kind in this list is stored.
fn kinds() -> impl Iterator<Item = Kind> {
    let plain = [Kind::Plain, Kind::Html, Kind::JsonRow, Kind::TableRow];
    plain
        .into_iter()
        .chain(FileFormat::extracted().map(Kind::Extracted))
}

/// The place of a reason in this list is stored.
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

impl Record {
    /// Encodes `row` and appends its strings to `strings`; `before` is the number of string bytes
    /// already written to the file.
    pub fn from_row(row: &DocumentRow, before: u64, strings: &mut Vec<u8>) -> Self {
        let mut path = row.location.path.as_os_str().as_bytes().to_vec();
        if let Some(member) = &row.location.member {
            path.push(0);
            path.extend_from_slice(member.as_bytes());
        }
        let (encoding, encoding_name) = match row.encoding {
            Encoding::Utf8 => (UTF8, ""),
            Encoding::Utf8Damaged => (UTF8_DAMAGED, ""),
            Encoding::Marked(name) => (MARKED, name),
            Encoding::Detected(name) => (DETECTED, name),
            Encoding::Named(name) => (NAMED, name),
        };
        let detected = row.detected.iter().map(|range| {
            let reason = REASONS
                .iter()
                .take_while(|candidate| **candidate != range.reason);
            [range.start, range.end, reason.count() as u32]
        });
        let detected: Vec<[u32; 3]> = detected.collect();
        let start = before + strings.len() as u64;
        let mut string = |bytes: &[u8]| {
            strings.extend_from_slice(bytes);
            bytes.len() as u32
        };
        Record {
            key: row.key,
            bytes: row.bytes,
            modified: row.modified,
            stamp: row.stamp,
            fingerprint: halves(row.fingerprint),
            normalised: halves(row.normalised),
            row: [
                row.location.row.line,
                row.location.row.offset,
                row.location.row.length,
            ],
            strings: start,
            id: string(row.id.as_bytes()),
            title: string(row.title.as_bytes()),
            path: string(&path),
            encoding_name: string(encoding_name.as_bytes()),
            detected: string(bytemuck::cast_slice(&detected)),
            in_program: row.location.in_program.into(),
            encoding,
            kind: kinds().take_while(|kind| *kind != row.kind).count() as u8,
            has_own_date: row.has_own_date.into(),
        }
    }

    /// Decodes the row; `None` if the record is invalid.
    pub fn row(&self, strings: &[u8]) -> Option<DocumentRow> {
        let mut at = usize::try_from(self.strings).ok()?;
        let mut string = |length: u32| {
            let end = at.checked_add(length as usize)?;
            let bytes = strings.get(at..end)?;
            at = end;
            Some(bytes)
        };
        let id = text(string(self.id)?)?;
        let title = text(string(self.title)?)?;
        let path = string(self.path)?;
        // A zero byte stands between the path of an archive and the path in it.
        let end = path.iter().position(|byte| *byte == 0);
        let (path, member) = path.split_at(end.unwrap_or(path.len()));
        let member = match member.split_first() {
            Some((_, member)) => Some(text(member)?.into()),
            None => None,
        };
        let [line, offset, length] = self.row;
        let encoding_name = string(self.encoding_name)?;
        let detected = string(self.detected)?.chunks(size_of::<[u32; 3]>());
        Some(DocumentRow {
            key: self.key,
            id,
            title,
            location: SourceLocation {
                path: Path::new(OsStr::from_bytes(path)).into(),
                in_program: self.in_program == 1,
                member,
                row: RowSpan {
                    line,
                    offset,
                    length,
                },
            },
            encoding: match self.encoding {
                UTF8 => Encoding::Utf8,
                UTF8_DAMAGED => Encoding::Utf8Damaged,
                MARKED => Encoding::Marked(known_encoding(encoding_name)?),
                DETECTED => Encoding::Detected(known_encoding(encoding_name)?),
                NAMED => Encoding::Named(known_encoding(encoding_name)?),
                _ => return None,
            },
            kind: kinds().nth(self.kind.into())?,
            bytes: self.bytes,
            modified: self.modified,
            has_own_date: self.has_own_date == 1,
            stamp: self.stamp,
            fingerprint: from_halves(self.fingerprint),
            normalised: from_halves(self.normalised),
            detected: detected.map(range).collect::<Option<_>>()?,
        })
    }
}

/// Decodes a detected range.
fn range(bytes: &[u8]) -> Option<MaskedRange> {
    let [start, end, reason] = bytemuck::try_pod_read_unaligned::<[u32; 3]>(bytes).ok()?;
    let reason = *REASONS.get(reason as usize)?;
    (start < end).then_some(MaskedRange { start, end, reason })
}

fn halves(n: u128) -> [u64; 2] {
    [n as u64, (n >> 64) as u64]
}

fn from_halves([low, high]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

fn text(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}

/// The static name of an encoding from `encoding_rs`, the source of encoding names.
fn known_encoding(name: &[u8]) -> Option<&'static str> {
    Some(encoding_rs::Encoding::for_label(name)?.name())
}

#[cfg(test)]
pub(super) mod tests {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    use std::path::PathBuf;

    use super::*;
    use proptest::prelude::*;

    fn places() -> impl Strategy<Value = SourceLocation> {
        let path = prop_oneof![
            "[^\0]{0,20}".prop_map(PathBuf::from),
            prop::collection::vec(1_u8.., 0..20).prop_map(|b| PathBuf::from(OsString::from_vec(b))),
        ];
        let member = prop::option::of("[^\0]{0,20}");
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

    /// Rows with every place, encoding and kind.
    pub(in crate::store) fn row() -> impl Strategy<Value = DocumentRow> {
        let encoding = prop_oneof![
            Just(Encoding::Utf8),
            Just(Encoding::Utf8Damaged),
            Just(Encoding::Marked("UTF-16LE")),
            Just(Encoding::Marked("UTF-16BE")),
            Just(Encoding::Detected("windows-1252")),
            Just(Encoding::Named("windows-1251")),
            Just(Encoding::Detected("Shift_JIS")),
        ];
        let kind = prop::sample::select(kinds().collect::<Vec<_>>());
        let strings = (any::<String>(), any::<String>(), places(), encoding, kind);
        let numbers = any::<(u64, u64, i64, u128, u128, u64)>();
        let range =
            (any::<u32>(), 1..9_u32, 0..REASONS.len()).prop_map(|(start, words, reason)| {
                MaskedRange {
                    start: start / 2,
                    end: start / 2 + words,
                    reason: REASONS[reason],
                }
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

    proptest! {
        #[test]
        fn rows_come_back_as_they_were(rows in prop::collection::vec(row(), 0..10)) {
            let mut strings = b"before".to_vec();
            let mut tail = Vec::new();
            let mut records = Vec::new();
            for row in &rows {
                tail.clear();
                records.push(Record::from_row(row, strings.len() as u64, &mut tail));
                strings.extend_from_slice(&tail);
            }
            for (row, record) in rows.iter().zip(&records) {
                prop_assert_eq!(record.row(&strings), Some(row.clone()));
            }
        }

        #[test]
        fn bytes_that_are_no_record_never_panic(
            bytes in prop::collection::vec(any::<u8>(), size_of::<Record>()),
            strings in prop::collection::vec(any::<u8>(), 0..100),
        ) {
            let _ = bytemuck::pod_read_unaligned::<Record>(&bytes).row(&strings);
        }
    }
}
