//! The manifest: description of a generation, and of the documents that an interrupted run has read since. It is JSON
//! in one line, the payload of the tantivy commit; the commit has a checksum over it
//! ([`Commit`](super::full_text::Commit)).

use std::ffi::OsString;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::IndexError;
use super::file::FileRecord;
use crate::corpus::Selection;
use crate::corpus::read::Unfinished;
use crate::settings::Settings;

/// The files of the verified pairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PairFiles {
    pub info: String,
    pub pairs: FileRecord,
    pub representatives: FileRecord,
}

/// A generation, and the documents that an interrupted run has read since.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// Generation number: 1 for the first, increasing with each commit.
    pub generation: u64,
    /// Roots of the corpus.
    pub roots: Vec<OsString>,
    /// Which files of the roots were read.
    pub selection: Selection,
    /// Time of the commit, nanoseconds since 1970.
    pub written: i64,
    /// Next unused document key and segment number.
    pub next_key: u64,
    pub next_segment: u64,
    /// The documents of the generation.
    pub read: ReadFiles,
    /// Number of live documents.
    pub documents: u64,
    /// Number of live documents in the full-text index.
    pub full_text: u64,
    pub pairs: Option<PairFiles>,
    /// Whether these are all documents of the corpus. If not, the first run was interrupted: the generation
    /// has no documents, and `interrupted` contains the documents that the run had read.
    pub complete: bool,
    /// Documents read by a run that was interrupted after this generation was committed, and its position. Not part of
    /// the generation, but a later run need not read them again.
    pub interrupted: Option<(ReadFiles, Unfinished)>,
}

/// Files of the documents that a run has read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct ReadFiles {
    /// Settings of terms and sketches.
    pub settings: Settings,
    /// The [`version`](crate::corpus::read::version) of the reader that read the documents.
    pub read_by: u32,
    /// Time when the writer was opened, nanoseconds since 1970.
    pub began: i64,
    pub segments: Vec<SegmentFiles>,
    /// List of the entries that were not read.
    pub skipped: FileRecord,
}

/// Files of one segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SegmentFiles {
    pub rows: FileRecord,
    pub starts: FileRecord,
    pub terms: FileRecord,
    pub sketches: FileRecord,
    /// Dead rows as ascending ranges `start..end`.
    pub removed: Vec<(u32, u32)>,
}

impl SegmentFiles {
    /// Whether the document in `row` is live.
    pub fn is_live(&self, row: usize) -> bool {
        let removed = &self.removed;
        let run = removed.partition_point(|&(_, end)| end as usize <= row);
        let run = removed.get(run);
        run.is_none_or(|&(start, _)| row < start as usize)
    }
}

impl Manifest {
    /// The documents of the generation, then those of an interrupted run.
    fn read(&self) -> impl Iterator<Item = &ReadFiles> {
        let interrupted = self.interrupted.iter().map(|(read, _)| read);
        [&self.read].into_iter().chain(interrupted)
    }

    /// All files of the generation except the full-text index.
    pub fn files(&self) -> impl Iterator<Item = &FileRecord> {
        let pairs = self.pairs.iter();
        let pairs = pairs.flat_map(|p| [&p.pairs, &p.representatives]);
        let read = self.read().flat_map(|read| {
            let segments = read.segments.iter();
            let columns = segments.flat_map(|s| [&s.rows, &s.starts, &s.terms, &s.sketches]);
            columns.chain([&read.skipped])
        });
        read.chain(pairs)
    }

    /// Encodes the manifest as commit payload.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("a manifest can be written as JSON")
    }

    /// Decodes the manifest from `payload` and checks that its settings are valid; `from` is the file it was read
    /// from.
    pub fn decode(payload: &str, from: &Path) -> Result<Self, IndexError> {
        let damaged = |what: String| IndexError::damaged(from, what);
        let manifest: Self = serde_json::from_str(payload)
            .map_err(|e| damaged(format!("describes no generation ({e})")))?;
        for read in manifest.read() {
            let impossible = |why| damaged(format!("has impossible settings ({why})"));
            read.settings.check().map_err(impossible)?;
        }
        Ok(manifest)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;
    use crate::corpus::entry::RowStart;

    fn file(name: &str) -> FileRecord {
        FileRecord {
            name: name.into(),
            bytes: 7,
            xxh3: u64::MAX - 3,
        }
    }

    fn manifest() -> Manifest {
        let read = ReadFiles {
            settings: Settings::default(),
            read_by: 7,
            began: -1,
            segments: vec![SegmentFiles {
                rows: file("r"),
                starts: file("o"),
                terms: file("t"),
                sketches: file("k"),
                removed: vec![(2, 4), (7, 8)],
            }],
            skipped: file("skipped"),
        };
        let unfinished = Unfinished {
            id: "rows.jsonl".into(),
            rest: Some((u64::MAX, RowStart::default())),
        };
        Manifest {
            generation: 3,
            roots: vec!["/a".into(), OsString::from_vec(vec![47, 255])],
            selection: Selection {
                globs: vec!["*.txt".into()],
                ..Selection::default()
            },
            written: i64::MAX,
            next_key: 9,
            next_segment: 2,
            read: read.clone(),
            documents: 1,
            full_text: 0,
            pairs: None,
            complete: true,
            interrupted: Some((read, unfinished)),
        }
    }

    #[test]
    fn a_decoded_manifest_equals_the_encoded_one() {
        let payload = manifest().encode();
        assert!(!payload.contains('\n'));
        let decoded = Manifest::decode(&payload, Path::new("f")).unwrap();
        assert_eq!(decoded, manifest());
        assert_eq!(decoded.files().count(), 10);
    }

    #[test]
    fn rows_in_removed_ranges_are_not_live() {
        let live: Vec<usize> = (0..10)
            .filter(|&row| manifest().read.segments[0].is_live(row))
            .collect();
        assert_eq!(live, [0, 1, 4, 5, 6, 8, 9]);
    }
}
