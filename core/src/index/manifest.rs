//! The manifest: description of a generation, and of what an interrupted run has read since, stored as the
//! payload of the tantivy commit.
//!
//! One line with format and checksum, then JSON. Tantivy stores the payload as a string in `meta.json`.
//! The checksum detects altered bits, which tantivy itself would not notice.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::StoreError;
use super::file::FileRecord;
use super::guard::FORMAT;
use super::pairs::PairFiles;
use crate::corpus::Selection;
use crate::corpus::read::Unfinished;
use crate::settings::Settings;
use crate::sketch::Layout;

const MAGIC: &str = "shinglescope";

/// Description of one generation, and of what an interrupted run has read since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// Generation number: 1 for the first, increasing with each commit.
    pub generation: u64,
    /// Settings of terms and sketches.
    pub settings: Settings,
    /// The [`version`](crate::corpus::read::version) of reading by which the documents were read.
    pub read_by: u32,
    /// Roots of the corpus.
    pub roots: Vec<OsString>,
    /// Which files of the roots were read.
    pub selection: Selection,
    /// Time when the writer was opened and time of the commit, nanoseconds since 1970.
    pub began: i64,
    pub written: i64,
    /// Next unused document key and segment number.
    pub next_key: u64,
    pub next_segment: u64,
    pub segments: Vec<SegmentFiles>,
    /// Number of live documents.
    pub documents: u64,
    /// Number of live documents in the full-text index.
    pub full_text: u64,
    pub skipped: FileRecord,
    pub pairs: Option<PairFiles>,
    /// Whether the documents are the whole corpus. If not, the first run was interrupted: the generation
    /// has no documents, and `interrupted` contains what the run had read.
    pub complete: bool,
    /// Documents read by a run that was interrupted after the generation above was committed; not part of it.
    pub interrupted: Option<Interrupted>,
}

/// Progress of an interrupted run. Not part of the generation, but a later run need not read it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Interrupted {
    /// Settings of its terms and sketches.
    pub settings: Settings,
    /// The version of reading, as [`Manifest::read_by`].
    pub read_by: u32,
    /// Time when its writer was opened, nanoseconds since 1970.
    pub began: i64,
    pub segments: Vec<SegmentFiles>,
    /// Sources that it skipped.
    pub skipped: FileRecord,
    /// Position where it stopped.
    pub unfinished: Unfinished,
}

/// Files of one segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SegmentFiles {
    pub name: String,
    /// Sketch width in 32-bit words.
    pub width: usize,
    pub rows: FileRecord,
    pub starts: FileRecord,
    pub terms: FileRecord,
    pub sketches: FileRecord,
    /// Dead rows as ascending ranges `start..end`.
    pub removed: Vec<(u32, u32)>,
}

impl SegmentFiles {
    pub fn files(&self) -> [&FileRecord; 4] {
        [&self.rows, &self.starts, &self.terms, &self.sketches]
    }

    /// Whether the document in `row` is live.
    pub fn is_live(&self, row: usize) -> bool {
        let removed = &self.removed;
        let run = removed.partition_point(|&(_, end)| end as usize <= row);
        removed
            .get(run)
            .is_none_or(|&(start, _)| row < start as usize)
    }
}

impl Manifest {
    /// All files of the generation except the full-text index.
    pub fn files(&self) -> impl Iterator<Item = &FileRecord> {
        let pairs = self
            .pairs
            .iter()
            .flat_map(|p| [&p.pairs, &p.representatives]);
        let segments = self.segments.iter().flat_map(SegmentFiles::files);
        let interrupted = self.interrupted.iter().flat_map(|i| {
            let segments = i.segments.iter().flat_map(SegmentFiles::files);
            segments.chain([&i.skipped])
        });
        segments
            .chain(pairs)
            .chain([&self.skipped])
            .chain(interrupted)
    }

    /// Plausibility checks in addition to the checksum: valid settings, matching sketch widths.
    pub fn check(&self, from: &Path) -> Result<(), StoreError> {
        let interrupted = self.interrupted.iter().map(|i| (&i.settings, &i.segments));
        let read = [(&self.settings, &self.segments)]
            .into_iter()
            .chain(interrupted);
        for (settings, segments) in read {
            settings.check().map_err(|why| {
                StoreError::damaged(from, format!("holds settings that cannot be ({why})"))
            })?;
            let words = Layout::new(&settings.sketching).words();
            if segments.iter().any(|files| files.width != words) {
                return Err(StoreError::damaged(from, "names sketches of another width"));
            }
        }
        Ok(())
    }

    /// Encodes the manifest as commit payload.
    pub fn encode(&self) -> Result<String, StoreError> {
        let json = serde_json::to_string(self).map_err(|e| StoreError::Io {
            doing: "describe",
            path: PathBuf::from("the new generation"),
            error: e.into(),
        })?;
        let sum = xxh3_64(json.as_bytes());
        Ok(format!("{MAGIC} {FORMAT} {sum:016x}\n{json}"))
    }

    /// Decodes the manifest from `payload`; `from` is the file it was read from, `dir` the store.
    pub fn decode(payload: &str, dir: &Path, from: &Path) -> Result<Self, StoreError> {
        let damaged = |what: &str| StoreError::damaged(from, what);
        let (head, json) = payload
            .split_once('\n')
            .ok_or_else(|| damaged("describes no generation"))?;
        let mut head = head.split(' ');
        let (magic, format, sum) = (head.next(), head.next(), head.next());
        let format: u32 = format
            .filter(|_| magic == Some(MAGIC))
            .and_then(|f| f.parse().ok())
            .ok_or_else(|| damaged("describes no generation"))?;
        if format != FORMAT {
            return Err(StoreError::OtherVersion {
                dir: dir.to_owned(),
                format,
                ours: FORMAT,
            });
        }
        if sum != Some(&format!("{:016x}", xxh3_64(json.as_bytes()))) {
            return Err(damaged("has a wrong checksum"));
        }
        serde_json::from_str(json).map_err(|e| damaged(&format!("describes no generation ({e})")))
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
        Manifest {
            generation: 3,
            settings: Settings::default(),
            read_by: 7,
            roots: vec!["/a".into(), OsString::from_vec(vec![47, 255])],
            selection: Selection {
                globs: vec!["*.txt".into()],
                ..Selection::default()
            },
            began: -1,
            written: i64::MAX,
            next_key: 9,
            next_segment: 2,
            segments: vec![SegmentFiles {
                name: "s1".into(),
                width: 200,
                rows: file("r"),
                starts: file("o"),
                terms: file("t"),
                sketches: file("k"),
                removed: vec![(2, 4), (7, 8)],
            }],
            documents: 1,
            full_text: 0,
            skipped: file("skipped"),
            pairs: None,
            complete: true,
            interrupted: Some(Interrupted {
                settings: Settings::default(),
                read_by: 7,
                began: 5,
                segments: Vec::new(),
                skipped: file("i"),
                unfinished: Unfinished {
                    id: "rows.jsonl".into(),
                    rest: Some((u64::MAX, RowStart::default())),
                },
            }),
        }
    }

    #[test]
    fn a_manifest_comes_back_as_it_was() {
        let payload = manifest().encode().unwrap();
        let back = Manifest::decode(&payload, Path::new("d"), Path::new("f")).unwrap();
        assert_eq!(back, manifest());
        assert_eq!(back.files().count(), 6);
    }

    #[test]
    fn any_changed_byte_is_noticed() {
        let payload = manifest().encode().unwrap();
        for at in 0..payload.len() {
            let mut bytes = payload.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            let decoded = Manifest::decode(&changed, Path::new("d"), Path::new("f"));
            assert!(decoded.unwrap_err().needs_rebuild(), "byte {at}");
        }
        for cut in 0..payload.len() {
            assert!(Manifest::decode(&payload[..cut], Path::new("d"), Path::new("f")).is_err());
        }
    }

    #[test]
    fn removed_runs_say_which_rows_count() {
        let live: Vec<usize> = (0..10)
            .filter(|&row| manifest().segments[0].is_live(row))
            .collect();
        assert_eq!(live, [0, 1, 4, 5, 6, 8, 9]);
    }
}
