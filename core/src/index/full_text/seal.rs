//! Integrity of the full-text files, and reading of the last commit. Tantivy's `meta.json` lists the segments but
//! not the content of their files, and the checksums inside the files do not depend on the file name. The last line of
//! a commit's payload therefore lists name, length and XXH3 of each file, with a checksum over this list, tantivy's own
//! list and the manifest. The manifest is the rest of the payload.
//!
//! The line is rewritten with every `meta.json`, so it also covers merges, which replace files without a
//! commit of ours.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Mutex;

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::base::lock;
use crate::index::file::FileRecord;
use crate::index::{IndexError, guard};

/// The file whose replacement makes a commit.
pub(super) const META: &str = "meta.json";

/// Prefix of the checksum line, the last line of a payload.
const PREFIX: &str = "full-text ";

/// Files of a folder by name: the files of the last commit and the files written since.
pub(super) type Files = Mutex<BTreeMap<String, FileRecord>>;

/// The last commit of the full-text index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The manifest, as it was passed to the commit.
    pub manifest: String,
    /// All files of the full-text index.
    pub files: Vec<FileRecord>,
}

impl Commit {
    /// Reads the last commit in `folder`, the folder of the full text; `None` if there is none yet.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if any part of it was altered; [`IndexError::Io`].
    pub fn last(folder: &Path) -> Result<Option<Self>, IndexError> {
        let path = folder.join(META);
        let text = match guard::read(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(IndexError::io("read", &path)(e)),
        };
        let damaged = |what: &str| IndexError::damaged(&path, what);
        let invalid = |e| damaged(&format!("makes no sense ({e})"));
        let mut meta: Value = serde_json::from_slice(&text).map_err(invalid)?;
        let payload = without_payload(&mut meta);
        // State of a new tantivy index before its first commit.
        let is_new = meta["opstamp"] == 0 && meta["segments"] == Value::Array(Vec::new());
        if payload.is_none() && is_new {
            return Ok(None);
        }
        let payload = payload.as_ref().and_then(Value::as_str);
        let (manifest, line) = parts(payload.unwrap_or_default());
        let (checksum, list) = line.ok_or_else(|| damaged("describes no generation"))?;
        if checksum != sum(&meta, manifest, list) {
            return Err(damaged("has a wrong checksum"));
        }
        Ok(Some(Commit {
            manifest: manifest.to_owned(),
            files: serde_json::from_str(list).map_err(invalid)?,
        }))
    }
}

/// Adds the checksum line to the payload in `meta`, the content of a `meta.json`, or replaces an earlier one. Does
/// nothing without a payload, because there is no commit yet.
pub(super) fn sealed(meta: &[u8], files: &Files) -> io::Result<Vec<u8>> {
    let mut meta: Value = serde_json::from_slice(meta)?;
    if let Some(Value::String(payload)) = without_payload(&mut meta) {
        let (manifest, _) = parts(&payload);
        let list = serde_json::to_string(&named_by(&meta, files))?;
        let sum = sum(&meta, manifest, &list);
        meta["payload"] = format!("{manifest}\n{PREFIX}{sum} {list}").into();
    }
    let mut text = serde_json::to_vec_pretty(&meta)?;
    text.push(b'\n');
    Ok(text)
}

/// Files of the segments listed in `meta`.
fn named_by(meta: &Value, files: &Files) -> Vec<FileRecord> {
    let files = lock(files);
    let mut named = Vec::new();
    for segment in meta["segments"].as_array().into_iter().flatten() {
        let id = segment["segment_id"].as_str().unwrap_or_default();
        let id = id.replace('-', "");
        let deletes = segment["deletes"]["opstamp"].as_u64();
        let deletes = deletes.map(|opstamp| opstamp.to_string());
        let is_named = |name: &str| {
            let rest = name.strip_prefix(&id).and_then(|n| n.strip_prefix('.'));
            rest.is_some_and(|rest| match rest.strip_suffix(".del") {
                Some(opstamp) => Some(opstamp) == deletes.as_deref(),
                None => !rest.ends_with(".temp"),
            })
        };
        named.extend(files.values().filter(|file| is_named(&file.name)).cloned());
    }
    named
}

/// Splits a payload into the part before the last line, and the checksum and list of the last line.
fn parts(payload: &str) -> (&str, Option<(&str, &str)>) {
    let split = payload.rsplit_once('\n').and_then(|(manifest, line)| {
        let line = line.strip_prefix(PREFIX)?;
        Some((manifest, line.split_once(' ')?))
    });
    split.map_or((payload, None), |(manifest, line)| (manifest, Some(line)))
}

fn without_payload(meta: &mut Value) -> Option<Value> {
    meta.as_object_mut()?.shift_remove("payload")
}

fn sum(meta: &Value, manifest: &str, list: &str) -> String {
    let sum = xxh3_64(format!("{meta}\n{manifest}\n{list}").as_bytes());
    format!("{sum:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_names_the_files_of_its_segments_and_no_others() {
        let names = [
            "ab.idx",
            "ab.3.del",
            "ab.9.del",
            "ab.store.temp",
            "abc.idx",
            "cd.fast",
        ];
        let record = |name: &str| FileRecord {
            name: name.into(),
            bytes: 5,
            xxh3: u64::MAX - 1,
        };
        let files = names.map(|name| (name.to_owned(), record(name)));
        let files = Files::new(files.into_iter().collect());
        let meta = br#"{"segments": [{"segment_id": "a-b", "deletes": {"opstamp": 9}},
            {"segment_id": "cd", "deletes": null}], "payload": "x\ny"}"#;
        let text = sealed(meta, &files).unwrap();
        let resealed = sealed(&text, &files).unwrap();
        assert_eq!(text, resealed, "the line is replaced, not added to");
        let temp = tempfile::tempdir().unwrap();
        std::fs::write(temp.path().join(META), text).unwrap();
        let commit = Commit::last(temp.path()).unwrap().unwrap();
        assert_eq!(commit.manifest, "x\ny");
        let files: Vec<FileRecord> = ["ab.9.del", "ab.idx", "cd.fast"].map(record).into();
        assert_eq!(commit.files, files);
        let text = std::fs::read(temp.path().join(META)).unwrap();
        for (at, byte) in text.iter().enumerate() {
            let mut changed = text.clone();
            changed[at] ^= 1;
            std::fs::write(temp.path().join(META), changed).unwrap();
            match Commit::last(temp.path()) {
                // A changed space between two values is harmless.
                Ok(read) => assert!(byte.is_ascii_whitespace() && read.as_ref() == Some(&commit)),
                Err(error) => assert!(error.needs_rebuild(), "byte {at}"),
            }
        }
    }

    #[test]
    fn an_index_without_a_commit_is_not_changed() {
        let meta = b"{\n  \"segments\": []\n}\n";
        assert_eq!(sealed(meta, &Files::default()).unwrap(), meta);
    }
}
