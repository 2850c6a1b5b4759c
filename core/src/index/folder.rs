//! The index folder: recognition of our own folders, layout, default location.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::IndexError;
use super::full_text::Commit;
use super::guard::{self, EXTRACTED, FORMAT, FULL_TEXT, LOCK, MARKER, SEGMENTS};
use crate::base::files::create_folders;

fn marker_text() -> String {
    format!(
        "# This folder is an index made by shinglescope. It can be made again from the documents\n\
         # and deleted at any time.\n\
         format = {FORMAT}\n"
    )
}

/// Folder of the extracted texts in the index in `dir`. The folder exists once there are extracted texts.
pub fn extracted_dir(dir: &Path) -> PathBuf {
    dir.join(EXTRACTED)
}

/// Classification of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FolderKind {
    /// Missing or empty, or a new index whose marker is incomplete and which has no content yet.
    New,
    /// An index of this program, with its format version.
    Ours(u32),
    /// An index by its content, but the marker is missing or damaged.
    Unmarked,
    /// Not an index of this program.
    Foreign,
}

/// Classifies `dir` without modifying it. Fails if a file or folder of the index is a link or a special
/// file, or if the index belongs to another user.
pub(super) fn kind(dir: &Path) -> Result<FolderKind, IndexError> {
    guard::check_plain(dir)?;
    let kind = kind_of_plain(dir)?;
    if kind != FolderKind::Foreign {
        guard::check_owner(dir)?;
    }
    Ok(kind)
}

fn kind_of_plain(dir: &Path) -> Result<FolderKind, IndexError> {
    // Read before the marker, because another process may be creating the folder.
    let names = fs::read_dir(dir).and_then(|entries| {
        let names = entries.map(|entry| Ok(entry?.file_name()));
        names.collect::<io::Result<HashSet<OsString>>>()
    });
    let names = match names {
        Ok(names) => names,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(FolderKind::New),
        Err(e) if e.kind() == io::ErrorKind::NotADirectory => return Ok(FolderKind::Foreign),
        Err(e) => return Err(IndexError::io("read", dir)(e)),
    };
    let all_among = |ours: &[&str]| names.iter().all(|name| ours.iter().any(|our| name == our));
    let marker_kind = marker_kind(dir)?;
    if let Some(kind @ (FolderKind::Ours(_) | FolderKind::Foreign)) = marker_kind {
        return Ok(kind);
    }
    if all_among(&[MARKER]) {
        // The marker is the first file a run writes; the run may have been killed while writing it.
        return Ok(FolderKind::New);
    }
    let is_ours = all_among(&[MARKER, LOCK, FULL_TEXT, SEGMENTS, EXTRACTED]);
    let has = |name: &str| names.contains(OsStr::new(name));
    let has_both = has(FULL_TEXT) && has(SEGMENTS);
    let is_committed_by_us = || matches!(Commit::last(&dir.join(FULL_TEXT)), Ok(Some(_)));
    Ok(match marker_kind {
        // No generation can exist without both inner folders, so a new index replaces nothing.
        Some(_) if is_ours && !has_both => FolderKind::New,
        Some(_) if is_ours => FolderKind::Unmarked,
        None if is_ours && has_both && is_committed_by_us() => FolderKind::Unmarked,
        _ => FolderKind::Foreign,
    })
}

/// Classification by the marker; `None` if there is no marker. An interrupted write or damage leaves an empty marker,
/// zeros, a prefix of our text or a damaged line of the format: the folder is then `Unmarked`.
fn marker_kind(dir: &Path) -> Result<Option<FolderKind>, IndexError> {
    let marker = dir.join(MARKER);
    let text = match guard::read(&marker) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(IndexError::io("read", &marker)(e)),
    };
    let ours = marker_text();
    // After a power failure the file may consist of zeros.
    let is_prefix = ours.as_bytes().starts_with(&text) && ours.len() > text.len();
    if is_prefix || text.iter().all(|b| *b == 0) {
        return Ok(Some(FolderKind::Unmarked));
    }
    let text = String::from_utf8_lossy(&text);
    let format = text.lines().find_map(|line| line.strip_prefix("format = "));
    Ok(Some(match format.and_then(|n| n.trim().parse().ok()) {
        Some(format) => FolderKind::Ours(format),
        None if text.contains("made by shinglescope") => FolderKind::Unmarked,
        None => FolderKind::Foreign,
    }))
}

/// Whether `dir` has an index of our format; `false` for a new index. Any other folder is an error, as is a missing or
/// damaged marker.
pub(super) fn is_readable(dir: &Path) -> Result<bool, IndexError> {
    match kind(dir)? {
        FolderKind::New => Ok(false),
        FolderKind::Ours(FORMAT) => Ok(true),
        FolderKind::Ours(format) => Err(IndexError::OtherVersion {
            dir: dir.to_owned(),
            format,
        }),
        FolderKind::Unmarked => {
            let what = "no longer marks the folder as an index";
            Err(IndexError::damaged(&dir.join(MARKER), what))
        }
        FolderKind::Foreign => Err(IndexError::NotOurs(dir.to_owned())),
    }
}

/// Creates the folder, its marker and the folders in it, if they are missing or the marker is damaged.
pub(super) fn make(dir: &Path) -> Result<(), IndexError> {
    let make =
        |folder: &Path| create_folders(folder).map_err(IndexError::io("make the folder", folder));
    make(dir)?;
    let (marker, text) = (dir.join(MARKER), marker_text());
    if !guard::read(&marker).is_ok_and(|content| content == text.as_bytes()) {
        // Not truncated first, so that a marker that another process wrote is never cut.
        let mut options = guard::options();
        let options = options.write(true).create(true).truncate(false);
        let written = options.open(&marker).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.set_len(text.len() as u64)?;
            file.sync_all()
        });
        written.map_err(IndexError::io("write", &marker))?;
    }
    make(&dir.join(FULL_TEXT))?;
    make(&dir.join(SEGMENTS))?;
    sync(dir)
}

/// Syncs the directory entries of `folder` to disk.
pub(super) fn sync(folder: &Path) -> Result<(), IndexError> {
    let synced = File::open(folder).and_then(|f| f.sync_all());
    synced.map_err(IndexError::io("write", folder))
}

/// Default index folder for the corpus at `roots`: a folder in the user's cache directory, named by
/// [`corpus_name`]. `None` if the user has no cache directory.
pub fn default_dir(roots: &[PathBuf]) -> Option<PathBuf> {
    let cache = directories::BaseDirs::new()?.cache_dir().to_owned();
    Some(cache.join("shinglescope").join(corpus_name(roots)))
}

/// Name of a file or folder about the corpus at `roots`: the last root, and a hash of the canonical paths and
/// the given names of all roots.
pub fn corpus_name(roots: &[PathBuf]) -> String {
    let mut hash = Xxh3::new();
    for root in roots {
        let path = canonical(root);
        for part in [path.as_os_str(), root.file_name().unwrap_or_default()] {
            hash.update(part.as_encoded_bytes());
            hash.update(&[0]);
        }
    }
    let last = roots.last().map(|root| canonical(root)).unwrap_or_default();
    let name = last.file_name().unwrap_or_default().to_string_lossy();
    let name = name.replace(|c: char| !c.is_alphanumeric(), "-");
    let name: String = name.chars().take(40).collect();
    let digits = format!("{:016x}", hash.digest());
    match name.trim_matches('-') {
        "" => digits,
        name => format!("{name}-{digits}"),
    }
}

/// Canonical path. If `path` no longer exists, resolves its parent instead, so that the index of a
/// deleted corpus is still found.
pub(super) fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => canonical(parent).join(name),
        _ => path.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_classified_as_new_ours_or_foreign() {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("a/b");
        assert_eq!(kind(&dir).unwrap(), FolderKind::New);
        fs::create_dir_all(&dir).unwrap();
        assert_eq!(kind(&dir).unwrap(), FolderKind::New);
        make(&dir).unwrap();
        assert_eq!(kind(&dir).unwrap(), FolderKind::Ours(FORMAT));
        assert_eq!(kind(temp.path()).unwrap(), FolderKind::Foreign);
        let file = temp.path().join("file");
        fs::write(&file, "x").unwrap();
        assert_eq!(kind(&file).unwrap(), FolderKind::Foreign);
        assert_eq!(kind(&file.join("below")).unwrap(), FolderKind::Foreign);
    }

    #[test]
    fn an_incomplete_marker_means_a_new_folder() {
        let temp = tempfile::tempdir().unwrap();
        let marker = temp.path().join(MARKER);
        for length in [0, 1, 50, marker_text().len() - 1] {
            fs::write(&marker, &marker_text()[..length]).unwrap();
            assert_eq!(kind(temp.path()).unwrap(), FolderKind::New);
        }
        make(temp.path()).unwrap();
        assert_eq!(fs::read_to_string(&marker).unwrap(), marker_text());
        fs::write(&marker, "# later\nformat = 12\n").unwrap();
        assert_eq!(kind(temp.path()).unwrap(), FolderKind::Ours(12));
        fs::write(&marker, "name = \"someone else's\"\n").unwrap();
        assert_eq!(kind(temp.path()).unwrap(), FolderKind::Foreign);
        fs::write(&marker, "").unwrap();
        fs::write(temp.path().join("mine"), "").unwrap();
        assert_eq!(kind(temp.path()).unwrap(), FolderKind::Foreign);
    }

    #[test]
    fn the_default_folder_depends_on_the_path_of_the_corpus() {
        let temp = tempfile::tempdir().unwrap();
        let (a, b) = (temp.path().join("docs"), temp.path().join("other"));
        fs::create_dir_all(&a).unwrap();
        fs::create_dir_all(&b).unwrap();
        let dir = |roots: &[&PathBuf]| {
            default_dir(&roots.iter().map(|&r| r.clone()).collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(dir(&[&a]), dir(&[&a.join("../docs")]));
        assert_ne!(dir(&[&a]), dir(&[&b]));
        assert_ne!(dir(&[&a, &b]), dir(&[&b, &a]));
        let name = dir(&[&a])
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        assert!(name.starts_with("docs-"), "{name}");
    }
}
