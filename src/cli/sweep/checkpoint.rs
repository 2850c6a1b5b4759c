//! Checkpoint file of a sweep, in JSON Lines: the first line identifies the sweep, each further line is
//! one finished block of settings, with the XXH3 of its text. A killed run leaves at most one incomplete
//! line, at the end.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use super::record::Record;
use crate::corpus::whole_file;

/// Format version of the file.
const FORMAT: u32 = 2;

/// Beginning of the first line.
const BEGINNING: &str = "{\"shinglescope_sweep\":";

/// Finished records, and the file they are appended to, if any.
#[derive(Default)]
pub struct Checkpoint {
    file: Option<(PathBuf, File)>,
    /// The finished records.
    pub records: Vec<Record>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    shinglescope_sweep: u32,
    of: Value,
}

impl Checkpoint {
    /// Opens or creates the checkpoint at `path` for the sweep identified by `of`, and removes an
    /// incomplete last line. A line that stands twice counts once.
    ///
    /// # Errors
    /// A symbolic link, a file that is not a checkpoint or belongs to another sweep, a line that cannot be parsed, two
    /// lines with different figures for the same settings, and I/O errors.
    pub fn open(path: &Path, of: Value) -> anyhow::Result<Self> {
        let name = path.display();
        if path.symlink_metadata().is_ok_and(|file| file.is_symlink()) {
            bail!("{name} is a symbolic link; --resume needs the file itself");
        }
        let text = match whole_file(path) {
            Ok(bytes) => String::from_utf8(bytes).ok().with_context(|| {
                format!("{name} is no file of a sweep; --resume needs one of its own")
            })?,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("{name} cannot be read"));
            }
        };
        // An incomplete last line is left by a killed run.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let mut records: Vec<Record> = Vec::new();
        let begun = match lines.next() {
            Some(first) => {
                check(path, first, &of)?;
                true
            }
            // The file is empty or has an incomplete first line of a killed run.
            None if text.starts_with(BEGINNING) || BEGINNING.starts_with(&text) => false,
            None => bail!("{name} is no file of a sweep; --resume needs one of its own"),
        };
        for (line, text) in (2..).zip(lines) {
            let read = verified(text).and_then(|text| Ok(serde_json::from_str(&text)?));
            let record: Record = read.with_context(|| {
                format!("line {line} of {name} cannot be read; remove the file to begin afresh")
            })?;
            // A record does not contain its thresholds, so it must have one row for each threshold of
            // the sweep.
            if of["threshold"].as_array().map(Vec::len) != Some(record.rows.len()) {
                bail!("line {line} of {name} fits no such sweep; remove the file to begin afresh");
            }
            // Files of two runs that were joined repeat what both have finished.
            match records.iter().find(|known| known.block == record.block) {
                None => records.push(record),
                Some(known) if *known == record => {}
                Some(_) => bail!(
                    "line {line} of {name} has other figures for the settings of an earlier line; remove the file to begin afresh"
                ),
            }
        }
        let open = || -> std::io::Result<File> {
            let mut options = OpenOptions::new();
            options.create(true).truncate(false).write(true);
            // Mode 0600, because the file describes documents that others may not be allowed to read.
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut file = options.open(path)?;
            file.set_len(whole as u64)?;
            std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0))?;
            if !begun {
                line(
                    &mut file,
                    &Head {
                        shinglescope_sweep: FORMAT,
                        of,
                    },
                )?;
            }
            Ok(file)
        };
        let file = open().with_context(|| format!("{name} cannot be written"))?;
        Ok(Checkpoint {
            file: Some((path.to_owned(), file)),
            records,
        })
    }

    /// Appends a record, first to the file.
    ///
    /// # Errors
    /// I/O errors.
    pub fn keep(&mut self, record: Record) -> anyhow::Result<()> {
        if let Some((path, file)) = &mut self.file {
            let text = sealed(&serde_json::to_string(&record)?);
            file.write_all(text.as_bytes())
                .with_context(|| format!("{} cannot be written", path.display()))?;
        }
        self.records.push(record);
        Ok(())
    }
}

/// Writes a JSON line with a single `write_all`.
fn line(file: &mut File, value: &impl Serialize) -> std::io::Result<()> {
    let mut text = serde_json::to_vec(value)?;
    text.push(b'\n');
    file.write_all(&text)
}

/// Name of the last field of a record's line: the XXH3 (64 bits, hexadecimal) of the record without it.
const CHECKSUM: &str = ",\"xxh3\":\"";

/// The line of a record, with its checksum as last field.
fn sealed(record: &str) -> String {
    let sum = xxh3_64(record.as_bytes());
    let fields = record.strip_suffix('}').unwrap_or(record);
    format!("{fields}{CHECKSUM}{sum:016x}\"}}\n")
}

/// The record in a line, without its checksum.
///
/// # Errors
/// The checksum is missing or does not match.
fn verified(line: &str) -> anyhow::Result<String> {
    let (fields, sum) = line.rsplit_once(CHECKSUM).context("it has no checksum")?;
    let record = format!("{fields}}}");
    let matches = sum == format!("{:016x}\"}}", xxh3_64(record.as_bytes()));
    anyhow::ensure!(matches, "its checksum does not match");
    Ok(record)
}

/// Checks that the first line of a file identifies this sweep.
fn check(path: &Path, first: &str, of: &Value) -> anyhow::Result<()> {
    let name = path.display();
    let Ok(head) = serde_json::from_str::<Head>(first) else {
        bail!("{name} is no file of a sweep; --resume needs one of its own");
    };
    if head.shinglescope_sweep != FORMAT {
        bail!("{name} was written by another version; remove it to begin afresh");
    }
    let keys = of.as_object().into_iter().flat_map(|of| of.keys());
    let differs = |key: &&str| head.of[*key] != of[*key];
    let others: Vec<&str> = keys.map(String::as_str).filter(differs).collect();
    // If settings differ, only these are reported; otherwise the corpus has changed.
    let settings: Vec<&str> = others.iter().copied().filter(|k| *k != "corpus").collect();
    match (&others[..], &settings[..]) {
        ([], _) => Ok(()),
        (_, []) => bail!(
            "{name} holds a sweep of another corpus, or of this one before it changed; remove it, or give another file"
        ),
        (_, settings) => bail!(
            "{name} holds a sweep with another {}; give the same settings, or another file",
            settings.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn record(k: usize) -> Record {
        let value = json!({
            "unit": "term", "k": k, "bag": false, "measure": "jaccard", "sketch": null,
            "rows": [{"pairs": 3, "clusters": 1, "largest": 3, "documents": 3, "point": null, "called": []}],
            "curve": {"area": 0.1 + 0.2, "average_precision": 1.0 / 3.0, "best": null, "interval": null},
        });
        serde_json::from_value(value).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_refused_and_nothing_is_written_through_it() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        std::fs::write(place("empty"), "").unwrap();
        for target in ["empty", "nowhere"] {
            let link = place(&format!("link-{target}"));
            std::os::unix::fs::symlink(place(target), &link).unwrap();
            let refused = Checkpoint::open(&link, json!({"corpus": "a"}))
                .err()
                .unwrap();
            assert!(refused.to_string().contains("is a symbolic link"));
        }
        assert_eq!(std::fs::read(place("empty")).unwrap(), b"");
        assert!(!place("nowhere").exists());
    }

    #[test]
    fn what_is_kept_is_read_again_whatever_stands_half_written_behind_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.jsonl");
        let of = json!({"corpus": "a", "threshold": [0.1 + 0.2]});
        let mut first = Checkpoint::open(&path, of.clone()).unwrap();
        for k in 1..4 {
            first.keep(record(k)).unwrap();
        }
        let whole = std::fs::read(&path).unwrap();
        let ends: Vec<usize> = (0..whole.len()).filter(|i| whole[*i] == b'\n').collect();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut again = Checkpoint::open(&path, of.clone()).unwrap();
            let kept = ends
                .iter()
                .filter(|end| **end < cut)
                .count()
                .saturating_sub(1);
            assert_eq!(again.records, first.records[..kept], "{cut}");
            for k in kept + 1..4 {
                again.keep(record(k)).unwrap();
            }
            assert_eq!(std::fs::read(&path).unwrap(), whole, "{cut}");
        }
    }

    #[test]
    fn a_line_that_stands_twice_counts_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.jsonl");
        let of = json!({"corpus": "a", "threshold": [0.5]});
        let mut first = Checkpoint::open(&path, of.clone()).unwrap();
        first.keep(record(1)).unwrap();
        first.keep(record(2)).unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        let rows = whole.split_once('\n').unwrap().1;
        std::fs::write(&path, format!("{whole}{rows}")).unwrap();
        let again = Checkpoint::open(&path, of.clone()).unwrap();
        assert_eq!(again.records, first.records);
        let mut other = record(2);
        other.rows[0].pairs += 1;
        let other = sealed(&serde_json::to_string(&other).unwrap());
        std::fs::write(&path, format!("{whole}{other}")).unwrap();
        let error = format!("{:#}", Checkpoint::open(&path, of).err().unwrap());
        assert!(error.contains("line 4"), "{error}");
    }

    #[test]
    fn files_of_others_are_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.jsonl");
        let of = json!({"corpus": "a", "k": [1, 2], "recall": 0.99});
        Checkpoint::open(&path, of.clone())
            .unwrap()
            .keep(record(1))
            .unwrap();
        let before = std::fs::read(&path).unwrap();
        let refused = |of: &Value| {
            let error = Checkpoint::open(&path, of.clone()).err().unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), before);
            format!("{error:#}")
        };
        let other_k = refused(&json!({"corpus": "a", "k": [1], "recall": 0.99}));
        assert!(other_k.contains("another k"), "{other_k}");
        let changed = refused(&json!({"corpus": "b", "k": [1, 2], "recall": 0.99}));
        assert!(changed.contains("changed"), "{changed}");
        for foreign in ["{}\n", "name,size\nx,1\n", "no line"] {
            std::fs::write(&path, foreign).unwrap();
            let error = Checkpoint::open(&path, of.clone()).err().unwrap();
            assert!(format!("{error:#}").contains("no file of a sweep"));
            assert_eq!(std::fs::read_to_string(&path).unwrap(), foreign);
        }
        let mut damaged = before.clone();
        let second = before.iter().position(|b| *b == b'\n').unwrap() + 1;
        damaged[second] = b'x';
        std::fs::write(&path, &damaged).unwrap();
        let error = format!("{:#}", Checkpoint::open(&path, of.clone()).err().unwrap());
        assert!(error.contains("line 2"), "{error}");
        // One figure of a record is another.
        let changed = String::from_utf8(before).unwrap();
        let changed = changed.replacen("\"pairs\":3", "\"pairs\":4", 1);
        std::fs::write(&path, changed).unwrap();
        let error = format!("{:#}", Checkpoint::open(&path, of).err().unwrap());
        assert!(
            error.contains("line 2") && error.contains("checksum"),
            "{error}"
        );
    }
}
