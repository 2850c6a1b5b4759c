//! The payload of a commit: everything that a generation consists of.
//!
//! One line with format and checksum, then JSON. Tantivy keeps it as a string in its `meta.json`; the
//! checksum is there because nothing else would notice a flipped bit in a number of it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::file::FileRecord;
use super::pairs::PairFiles;
use super::record::{bytes_path, path_bytes};
use super::{FORMAT, StoreError};
use crate::corpus::read::Unfinished;
use crate::settings::Settings;
use crate::sketch::Layout;

const MAGIC: &str = "shinglescope";

/// A generation as its commit describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// 1 for the first, one more with each commit.
    pub generation: u64,
    /// What made its terms and sketches.
    pub settings: Settings,
    /// Where the corpus lies.
    pub roots: Vec<StoredPath>,
    /// When its writer was opened and when it was committed, nanoseconds since 1970.
    pub began: i64,
    pub written: i64,
    /// Numbers not yet given to a document or a segment.
    pub next_key: u64,
    pub next_segment: u64,
    pub segments: Vec<SegmentFiles>,
    /// Live documents, and the bytes of their sources.
    pub documents: u64,
    pub source_bytes: u64,
    /// Live documents in the full-text index.
    pub full_text: u64,
    pub skipped: FileRecord,
    pub pairs: Option<PairFiles>,
    /// Whether the documents are all that the corpus had. Where not, the first run was interrupted, there
    /// is no document here, and what that run has read is in `interrupted`.
    pub complete: bool,
    /// What a run read that was interrupted after the documents above were committed.
    pub interrupted: Option<Interrupted>,
}

/// What an interrupted run has read: no part of the generation, but a later run need not read it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Interrupted {
    /// What made its terms and sketches.
    pub settings: Settings,
    /// When its writer was opened, nanoseconds since 1970.
    pub began: i64,
    pub segments: Vec<SegmentFiles>,
    /// What it met and did not read.
    pub skipped: FileRecord,
    /// Where it stopped.
    pub unfinished: Unfinished,
}

/// The files of one segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SegmentFiles {
    pub name: String,
    /// Values in a sketch.
    pub width: usize,
    pub documents: FileRecord,
    pub strings: FileRecord,
    pub starts: FileRecord,
    pub terms: FileRecord,
    pub sketches: FileRecord,
    /// Rows that no longer count, as rising runs `start..end`.
    pub removed: Vec<(u32, u32)>,
}

impl SegmentFiles {
    pub fn files(&self) -> [&FileRecord; 5] {
        [
            &self.documents,
            &self.strings,
            &self.starts,
            &self.terms,
            &self.sketches,
        ]
    }

    /// Whether the document in `row` counts.
    pub fn is_live(&self, row: usize) -> bool {
        let run = self
            .removed
            .partition_point(|&(_, end)| end as usize <= row);
        self.removed
            .get(run)
            .is_none_or(|&(start, _)| row < start as usize)
    }
}

/// A path in JSON, whatever bytes it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum StoredPath {
    Text(String),
    Bytes(Vec<u8>),
}

impl From<&Path> for StoredPath {
    fn from(path: &Path) -> Self {
        match path.to_str() {
            Some(text) => StoredPath::Text(text.to_owned()),
            None => StoredPath::Bytes(path_bytes(path)),
        }
    }
}

impl StoredPath {
    pub fn path(&self) -> PathBuf {
        match self {
            StoredPath::Text(text) => PathBuf::from(text),
            StoredPath::Bytes(bytes) => bytes_path(bytes).unwrap_or_default(),
        }
    }
}

impl Manifest {
    /// All files that the generation consists of, the full-text index aside.
    pub fn files(&self) -> impl Iterator<Item = &FileRecord> {
        let pairs = self.pairs.iter().flat_map(|p| [&p.pairs, &p.identical]);
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

    /// Whether what it says can be, beyond what its checksum tells.
    pub fn check(&self, from: &Path) -> Result<(), StoreError> {
        self.settings.check().map_err(|why| {
            StoreError::damaged(from, format!("holds settings that cannot be ({why})"))
        })?;
        let fits = |settings: &Settings, segments: &[SegmentFiles]| {
            let words = Layout::of(&settings.sketching).words();
            segments.iter().all(|files| files.width == words)
        };
        let interrupted = self.interrupted.as_ref();
        if interrupted.is_some_and(|i| i.settings.check().is_err()) {
            return Err(StoreError::damaged(from, "holds settings that cannot be"));
        }
        match fits(&self.settings, &self.segments)
            && interrupted.is_none_or(|i| fits(&i.settings, &i.segments))
        {
            true => Ok(()),
            false => Err(StoreError::damaged(from, "names sketches of another width")),
        }
    }

    /// The manifest as payload of a commit.
    pub fn encode(&self) -> Result<String, StoreError> {
        let json = serde_json::to_string(self).map_err(|e| StoreError::Io {
            doing: "describe",
            path: PathBuf::from("the new generation"),
            said: e.into(),
        })?;
        let sum = xxh3_64(json.as_bytes());
        Ok(format!("{MAGIC} {FORMAT} {sum:016x}\n{json}"))
    }

    /// The manifest in `payload`, which stands in the file `from` of the store `dir`.
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
                found: format,
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
    use super::*;
    use crate::corpus::discover::RowStart;

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
            roots: vec![Path::new("/a").into(), StoredPath::Bytes(vec![47, 255])],
            began: -1,
            written: i64::MAX,
            next_key: 9,
            next_segment: 2,
            segments: vec![SegmentFiles {
                name: "s1".into(),
                width: 200,
                documents: file("d"),
                strings: file("s"),
                starts: file("o"),
                terms: file("t"),
                sketches: file("k"),
                removed: vec![(2, 4), (7, 8)],
            }],
            documents: 1,
            source_bytes: 2,
            full_text: 0,
            skipped: file("skipped"),
            pairs: None,
            complete: true,
            interrupted: Some(Interrupted {
                settings: Settings::default(),
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
        assert_eq!(back.files().count(), 7);
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
