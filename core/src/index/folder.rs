//! The index folder: recognition of our own folders, layout, default location.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::StoreError;
use super::guard::{self, EXTRACTED, FORMAT, FULL_TEXT, LOCK, MARKER, SEGMENTS};

/// Folder of the tantivy index.
pub(super) fn full_text(dir: &Path) -> PathBuf {
    dir.join(FULL_TEXT)
}

/// Folder of the segment and pair files.
pub(super) fn segments(dir: &Path) -> PathBuf {
    dir.join(SEGMENTS)
}

fn marker_text() -> String {
    format!(
        "# This folder is an index made by shinglescope. It can be made again from the documents\n\
         # and deleted at any time.\n\
         format = {FORMAT}\n"
    )
}

/// Folder of the extracted texts in the index in `dir`; it exists once there are such texts.
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

/// Classifies `dir` without modifying it. An error if the folder contains a link, or is not foreign but
/// belongs to another user.
pub(super) fn kind(dir: &Path) -> Result<FolderKind, StoreError> {
    guard::check_plain(dir)?;
    let kind = kind_of_plain(dir)?;
    if kind != FolderKind::Foreign {
        guard::check_owner(dir)?;
    }
    Ok(kind)
}

fn kind_of_plain(dir: &Path) -> Result<FolderKind, StoreError> {
    let missing = |e: &io::Error| e.kind() == io::ErrorKind::NotFound;
    let marked = marked(dir)?;
    let entries = match (marked, fs::read_dir(dir)) {
        (Marked::Foreign, _) => return Ok(FolderKind::Foreign),
        (Marked::Ours(format), _) => return Ok(FolderKind::Ours(format)),
        (_, Ok(entries)) => entries,
        (_, Err(e)) if missing(&e) => return Ok(FolderKind::New),
        (_, Err(e)) if e.kind() == io::ErrorKind::NotADirectory => return Ok(FolderKind::Foreign),
        (_, Err(e)) => return Err(StoreError::io("read", dir)(e)),
    };
    let mut names = HashSet::new();
    for entry in entries {
        names.insert(entry.map_err(StoreError::io("read", dir))?.file_name());
    }
    let all_among = |ours: &[&str]| names.iter().all(|name| ours.iter().any(|our| name == our));
    if all_among(&[MARKER]) {
        // The marker is the first file a run writes; the run may have been killed while writing it.
        return Ok(FolderKind::New);
    }
    // Another process may have created the folder since the marker was read.
    if let Marked::Ours(format) = self::marked(dir)? {
        return Ok(FolderKind::Ours(format));
    }
    let ours = all_among(&[MARKER, LOCK, FULL_TEXT, SEGMENTS, EXTRACTED]);
    let made = names.contains(OsStr::new(FULL_TEXT)) && names.contains(OsStr::new(SEGMENTS));
    Ok(match marked {
        // No generation can exist without both inner folders, so a new index replaces nothing.
        Marked::Blank if ours && !made => FolderKind::New,
        Marked::Blank if ours => FolderKind::Unmarked,
        Marked::Not if ours && made && is_committed_by_us(dir) => FolderKind::Unmarked,
        _ => FolderKind::Foreign,
    })
}

/// Whether the last commit of the tantivy index in `dir` carries a manifest.
fn is_committed_by_us(dir: &Path) -> bool {
    let meta = guard::read(&full_text(dir).join("meta.json")).unwrap_or_default();
    let meta: Option<serde_json::Value> = serde_json::from_slice(&meta).ok();
    let payload = meta.as_ref().and_then(|meta| meta["payload"].as_str());
    payload.is_some_and(|payload| payload.starts_with("shinglescope "))
}

/// Content of a marker file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marked {
    /// No marker file.
    Not,
    /// Empty, zeros, a prefix of our text, or our text with altered bytes: interrupted write or damage.
    Blank,
    Ours(u32),
    Foreign,
}

fn marked(dir: &Path) -> Result<Marked, StoreError> {
    let marker = dir.join(MARKER);
    let text = match guard::read(&marker) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Marked::Not),
        Err(e) if e.kind() == io::ErrorKind::NotADirectory => return Ok(Marked::Foreign),
        Err(e) => return Err(StoreError::io("read", &marker)(e)),
    };
    let ours = marker_text();
    // After a power failure the file may consist of zeros.
    if ours.as_bytes().starts_with(&text) && ours.len() > text.len() || text.iter().all(|b| *b == 0)
    {
        return Ok(Marked::Blank);
    }
    let text = String::from_utf8_lossy(&text);
    let format = text.lines().find_map(|line| line.strip_prefix("format = "));
    Ok(match format.and_then(|n| n.trim().parse().ok()) {
        Some(format) => Marked::Ours(format),
        None if text.contains("made by shinglescope") => Marked::Blank,
        None => Marked::Foreign,
    })
}

/// Format of the index in `dir`; `None` for a new index. Other folders are an error, as is a missing or
/// damaged marker.
fn format(dir: &Path) -> Result<Option<u32>, StoreError> {
    match kind(dir)? {
        FolderKind::New => Ok(None),
        FolderKind::Ours(format) => Ok(Some(format)),
        FolderKind::Unmarked => {
            let what = "no longer says that the folder is one";
            Err(StoreError::damaged(&dir.join(MARKER), what))
        }
        FolderKind::Foreign => Err(StoreError::NotOurs(dir.to_owned())),
    }
}

/// Whether `dir` has an index of our format; `false` for a new index. Any other folder is an error.
pub(super) fn is_readable(dir: &Path) -> Result<bool, StoreError> {
    match format(dir)? {
        Some(version) if version != FORMAT => Err(StoreError::OtherVersion {
            dir: dir.to_owned(),
            format: version,
            ours: FORMAT,
        }),
        format => Ok(format.is_some()),
    }
}

/// Creates the folder and its marker if they are missing or the marker is damaged.
pub(super) fn make(dir: &Path) -> Result<(), StoreError> {
    guard::make_folder(dir)?;
    let marker = dir.join(MARKER);
    if guard::read(&marker).is_ok_and(|text| text == marker_text().as_bytes()) {
        return Ok(());
    }
    // Not truncated first: a concurrent reader then sees only a prefix of the marker.
    let written = guard::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&marker)
        .and_then(|mut file| {
            file.write_all(marker_text().as_bytes())?;
            file.set_len(marker_text().len() as u64)?;
            file.sync_all()
        });
    written.map_err(StoreError::io("write", &marker))?;
    sync(dir)
}

/// Creates the folders of full text and segments.
pub(super) fn make_inner(dir: &Path) -> Result<(), StoreError> {
    for inner in [full_text(dir), segments(dir)] {
        guard::make_folder(&inner)?;
    }
    sync(dir)
}

/// Syncs the directory entries of `folder` to disk.
pub(super) fn sync(folder: &Path) -> Result<(), StoreError> {
    let synced = File::open(folder).and_then(|f| f.sync_all());
    synced.map_err(StoreError::io("write", folder))
}

/// Folder for temporary files that may be large: `TMPDIR` if set; otherwise `/var/tmp` if it exists,
/// because `/tmp` is held in memory on many systems; otherwise the system default.
pub fn temporary_folder() -> PathBuf {
    let large = Path::new("/var/tmp");
    if std::env::var_os("TMPDIR").is_none() && large.is_dir() {
        large.to_owned()
    } else {
        std::env::temp_dir()
    }
}

/// Default index folder for the corpus at `roots`: a folder in the user's cache directory, named by
/// [`corpus_name`]. `None` if the user has no cache directory.
pub fn default_dir(roots: &[PathBuf]) -> Option<PathBuf> {
    let cache = directories::BaseDirs::new()?.cache_dir().to_owned();
    Some(cache.join("shinglescope").join(corpus_name(roots)))
}

/// Name of a file or folder about the corpus at `roots`: the last root, and a hash of the canonical paths and
/// given names of all roots.
pub fn corpus_name(roots: &[PathBuf]) -> String {
    let mut hash = Xxh3::new();
    for root in roots {
        let path = real(root);
        for part in [path.as_os_str(), root.file_name().unwrap_or_default()] {
            hash.update(part.as_encoded_bytes());
            hash.update(&[0]);
        }
    }
    let last = roots.last().map(|root| real(root)).unwrap_or_default();
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
pub(super) fn real(path: &Path) -> PathBuf {
    if let Ok(real_path) = fs::canonicalize(path) {
        return real_path;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => real(parent).join(name),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_new_ours_or_someone_elses() {
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
    fn a_marker_cut_short_is_a_folder_that_was_being_made() {
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
    fn the_default_place_depends_on_where_the_corpus_lies() {
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
