//! Integrity of the full-text files. Tantivy's `meta.json` lists the segments but not the content of
//! their files, and the checksums inside the files do not depend on the file name. The last line of a
//! commit's payload therefore lists name, length and XXH3 of each file, with a checksum over this list,
//! tantivy's own list and the rest of the payload.
//!
//! The line is rewritten with every `meta.json`, so it also covers merges, which replace files without a
//! commit of ours.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard};

use serde_json::Value;
use tantivy::IndexMeta;
use xxhash_rust::xxh3::xxh3_64;

use crate::base::lock;
use crate::index::StoreError;
use crate::index::error::damaged_text;
use crate::index::file::FileRecord;

/// Prefix of the line.
const BEGINNING: &str = "full-text ";

/// Known files of a folder by name: those of the last commit and those written since.
#[derive(Debug, Default)]
pub(super) struct Files(Mutex<BTreeMap<String, FileRecord>>);

impl Files {
    /// Reads the file list from `meta`, the content of a `meta.json`.
    pub fn from_meta(meta: &[u8]) -> Self {
        let meta: Option<Value> = serde_json::from_slice(meta).ok();
        let payload = meta.as_ref().and_then(|meta| meta["payload"].as_str());
        let line = payload.and_then(|payload| parts(payload).1);
        let files = line.and_then(|(_, list)| serde_json::from_str(list).ok());
        let files: Vec<FileRecord> = files.unwrap_or_default();
        let files = files.into_iter().map(|file| (file.name.clone(), file));
        Files(Mutex::new(files.collect()))
    }

    /// Records a file.
    pub fn put(&self, file: FileRecord) {
        self.lock().insert(file.name.clone(), file);
    }

    /// Removes a file from the list.
    pub fn remove(&self, name: &str) {
        self.lock().remove(name);
    }

    /// Files of the segments listed in `meta`.
    fn named_by(&self, meta: &Value) -> Vec<FileRecord> {
        let files = self.lock();
        let mut out = Vec::new();
        for segment in meta["segments"].as_array().into_iter().flatten() {
            let id = segment["segment_id"].as_str().unwrap_or_default();
            let id = id.replace('-', "");
            let deletes = &segment["deletes"]["opstamp"];
            for (name, file) in files.iter() {
                let is_segment_file = match name.strip_prefix(&id).and_then(|n| n.strip_prefix('.'))
                {
                    None => false,
                    Some(rest) if rest.ends_with(".temp") => false,
                    Some(rest) => rest.strip_suffix(".del").is_none_or(|at| {
                        Some(at) == deletes.as_u64().map(|n| n.to_string()).as_deref()
                    }),
                };
                if is_segment_file {
                    out.push(file.clone());
                }
            }
        }
        out
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, FileRecord>> {
        lock(&self.0)
    }
}

/// Adds the line to the payload in `meta`, the content of a `meta.json` to be written. Without a payload
/// there is no commit yet, and `meta` is not changed.
pub(super) fn sealed(meta: &[u8], files: &Files) -> io::Result<Vec<u8>> {
    let mut meta: Value = serde_json::from_slice(meta)?;
    if let Some(Value::String(payload)) = without_payload(&mut meta) {
        let (ours, _) = parts(&payload);
        let list = serde_json::to_string(&files.named_by(&meta))?;
        let sum = sum(&meta, ours, &list);
        meta["payload"] = format!("{ours}\n{BEGINNING}{sum:016x} {list}").into();
    }
    let mut text = serde_json::to_vec_pretty(&meta)?;
    text.push(b'\n');
    Ok(text)
}

/// The payload of a commit without the last line.
pub fn unsealed(payload: &str) -> &str {
    parts(payload).0
}

/// The files listed in the commit with this `meta` and `payload`.
///
/// # Errors
/// [`StoreError::Damaged`] if any of it was altered.
pub fn sealed_files(meta: &IndexMeta, payload: &str) -> Result<Vec<FileRecord>, StoreError> {
    let (ours, line) = parts(payload);
    let (checksum, list) = line.ok_or_else(|| damaged_text("it has no list of full-text files"))?;
    let mut meta = serde_json::to_value(meta).map_err(damaged_text)?;
    without_payload(&mut meta);
    if checksum != format!("{:016x}", sum(&meta, ours, list)) {
        return Err(damaged_text(
            "wrong checksum of the list of full-text files",
        ));
    }
    serde_json::from_str(list).map_err(damaged_text)
}

/// Splits a payload into the part before the last line, and checksum and list of that line.
fn parts(payload: &str) -> (&str, Option<(&str, &str)>) {
    let split = payload.rsplit_once('\n').and_then(|(ours, line)| {
        let line = line.strip_prefix(BEGINNING)?;
        Some((ours, line.split_once(' ')?))
    });
    split.map_or((payload, None), |(ours, line)| (ours, Some(line)))
}

fn without_payload(meta: &mut Value) -> Option<Value> {
    meta.as_object_mut()?.shift_remove("payload")
}

fn sum(meta: &Value, ours: &str, list: &str) -> u64 {
    xxh3_64(format!("{meta}\n{ours}\n{list}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> FileRecord {
        FileRecord {
            name: name.into(),
            bytes: 5,
            xxh3: u64::MAX - 1,
        }
    }

    #[test]
    fn a_commit_names_the_files_of_its_segments_and_no_others() {
        let files = Files::default();
        for name in [
            "ab.idx",
            "ab.3.del",
            "ab.9.del",
            "ab.store.temp",
            "abc.idx",
            "cd.fast",
        ] {
            files.put(file(name));
        }
        let meta = br#"{"segments": [{"segment_id": "a-b", "deletes": {"opstamp": 9}},
            {"segment_id": "cd", "deletes": null}], "payload": "x\ny"}"#;
        let text = sealed(meta, &files).unwrap();
        let again = sealed(&text, &files).unwrap();
        assert_eq!(text, again, "the line is replaced, not added to");
        let value: Value = serde_json::from_slice(&text).unwrap();
        let payload = value["payload"].as_str().unwrap();
        assert_eq!(unsealed(payload), "x\ny");
        let names: Vec<String> = Files::from_meta(&text).lock().keys().cloned().collect();
        assert_eq!(names, ["ab.9.del", "ab.idx", "cd.fast"]);
    }

    #[test]
    fn an_index_without_a_commit_is_left_as_it_is() {
        let meta = b"{\n  \"segments\": []\n}\n";
        assert_eq!(sealed(meta, &Files::default()).unwrap(), meta);
    }
}
