//! The folder itself: whether it is ours, what is in it, where it lies by default.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::{FORMAT, StoreError};

const MARKER: &str = "shinglescope.toml";

/// The folder of the tantivy index.
pub(super) fn full_text(dir: &Path) -> PathBuf {
    dir.join("full-text")
}

/// The folder of our own files.
pub(super) fn segments(dir: &Path) -> PathBuf {
    dir.join("segments")
}

fn marker_text() -> String {
    format!(
        "# This folder is an index made by shinglescope. All but the folder kept, which holds what you\n\
         # have told the program, can be made again from the documents and deleted at any time.\n\
         format = {FORMAT}\n"
    )
}

/// The folder of what a person has told the program about the corpus of the index in `dir`.
#[must_use]
pub fn kept_dir(dir: &Path) -> PathBuf {
    dir.join("kept")
}

/// Makes that folder, in an index or where one is to be.
///
/// # Errors
/// A folder that is someone else's, or cannot be written.
pub fn make_kept(dir: &Path) -> Result<PathBuf, StoreError> {
    if kind(dir)? == Kind::Foreign {
        return Err(StoreError::NotOurs {
            dir: dir.to_owned(),
        });
    }
    // The marker first: without it the folder would seem someone else's.
    if kind(dir)? == Kind::New {
        make(dir)?;
    }
    let kept = kept_dir(dir);
    fs::create_dir_all(&kept).map_err(StoreError::io("make the folder", &kept))?;
    Ok(kept)
}

/// What a folder turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Not there, or empty, or ours with the marker not yet wholly written.
    New,
    /// Ours, in this format.
    Ours(u32),
    /// Someone else's.
    Foreign,
}

/// Looks at `dir` without changing it.
pub(super) fn kind(dir: &Path) -> Result<Kind, StoreError> {
    let missing = |e: &io::Error| e.kind() == io::ErrorKind::NotFound;
    let mut marked = marked(dir)?;
    // Without a whole marker, it is ours to take only where there is nothing else: the marker is what
    // a run writes first, and it may have been killed on the way.
    let entries = match (marked, fs::read_dir(dir)) {
        (Some(kind), _) if kind != Kind::New => return Ok(kind),
        (_, Ok(entries)) => entries,
        (_, Err(e)) if missing(&e) => return Ok(Kind::New),
        (_, Err(e)) if e.kind() == io::ErrorKind::NotADirectory => return Ok(Kind::Foreign),
        (_, Err(e)) => return Err(StoreError::io("read", dir)(e)),
    };
    for entry in entries {
        if entry.map_err(StoreError::io("read", dir))?.file_name() != MARKER {
            // Unless another process has made the folder since the marker was looked for.
            marked = self::marked(dir)?.filter(|&kind| kind != Kind::New);
            return Ok(marked.unwrap_or(Kind::Foreign));
        }
    }
    Ok(Kind::New)
}

/// What the marker of `dir` says; `None` where there is none, `New` where it is not yet whole.
fn marked(dir: &Path) -> Result<Option<Kind>, StoreError> {
    let marker = dir.join(MARKER);
    let text = match fs::read(&marker) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) if e.kind() == io::ErrorKind::NotADirectory => return Ok(Some(Kind::Foreign)),
        Err(e) => return Err(StoreError::io("read", &marker)(e)),
    };
    let ours = marker_text();
    if ours.as_bytes() == text {
        return Ok(Some(Kind::Ours(FORMAT)));
    }
    if ours.as_bytes().starts_with(&text) {
        return Ok(Some(Kind::New));
    }
    let text = String::from_utf8_lossy(&text);
    let format = text.lines().find_map(|line| line.strip_prefix("format = "));
    let format = format.and_then(|n| n.trim().parse().ok());
    Ok(Some(format.map_or(Kind::Foreign, Kind::Ours)))
}

/// Whether `dir` is a store, of whatever format. Whoever walks folders for documents leaves such out.
#[must_use]
pub fn is_store(dir: &Path) -> bool {
    matches!(kind(dir), Ok(Kind::Ours(_)))
}

/// Makes the folder and its marker where they are not yet there.
pub(super) fn make(dir: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(dir).map_err(StoreError::io("make the folder", dir))?;
    let marker = dir.join(MARKER);
    // Not truncated first: whoever looks meanwhile sees a beginning of the marker, nothing else.
    let written = File::options()
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

/// Makes the two folders inside.
pub(super) fn make_inner(dir: &Path) -> Result<(), StoreError> {
    for inner in [full_text(dir), segments(dir)] {
        fs::create_dir_all(&inner).map_err(StoreError::io("make the folder", &inner))?;
    }
    sync(dir)
}

/// Removes everything of ours but marker and lock, the last commit first, so that a run that is
/// killed on the way leaves a store without a generation.
pub(super) fn empty(dir: &Path) -> Result<(), StoreError> {
    let commit = full_text(dir).join("meta.json");
    match fs::remove_file(&commit) {
        Ok(()) => sync(&full_text(dir))?,
        Err(e) if is_missing(&e) => {}
        Err(e) => return Err(StoreError::io("remove", &commit)(e)),
    }
    for inner in [full_text(dir), segments(dir)] {
        match fs::remove_dir_all(&inner) {
            Ok(()) => {}
            Err(e) if is_missing(&e) => {}
            Err(e) => return Err(StoreError::io("remove", &inner)(e)),
        }
    }
    Ok(())
}

fn is_missing(e: &io::Error) -> bool {
    e.kind() == io::ErrorKind::NotFound
}

/// Waits until the names in `folder` are on disk.
pub(super) fn sync(folder: &Path) -> Result<(), StoreError> {
    if cfg!(unix) {
        let synced = File::open(folder).and_then(|f| f.sync_all());
        synced.map_err(StoreError::io("write", folder))?;
    }
    Ok(())
}

/// Where the store of the corpus at `roots` lies unless told otherwise: a folder of the user's cache
/// directory, named after the last root and a hash of where all of them are and how they were named.
/// `None` where the user has no cache directory.
#[must_use]
pub fn default_dir(roots: &[PathBuf]) -> Option<PathBuf> {
    let cache = directories::BaseDirs::new()?.cache_dir().to_owned();
    let mut hash = Xxh3::new();
    for root in roots {
        let place = real(root);
        for part in [place.as_os_str(), root.file_name().unwrap_or_default()] {
            hash.update(part.as_encoded_bytes());
            hash.update(&[0]);
        }
    }
    let name: String = roots
        .last()
        .and_then(|r| Some(real(r).file_name()?.to_string_lossy().into_owned()))
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .take(40)
        .collect();
    let name = name.trim_matches('-');
    let digits = format!("{:016x}", hash.digest());
    let folder = if name.is_empty() {
        digits
    } else {
        format!("{name}-{digits}")
    };
    Some(cache.join("shinglescope").join(folder))
}

/// Where `path` really lies. Of one that is gone, where it would: its index can still be asked.
fn real(path: &Path) -> PathBuf {
    if let Ok(place) = fs::canonicalize(path) {
        return place;
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
        assert_eq!(kind(&dir).unwrap(), Kind::New);
        fs::create_dir_all(&dir).unwrap();
        assert_eq!(kind(&dir).unwrap(), Kind::New);
        make(&dir).unwrap();
        assert_eq!(kind(&dir).unwrap(), Kind::Ours(FORMAT));
        assert!(is_store(&dir) && !is_store(temp.path()));
        assert_eq!(kind(temp.path()).unwrap(), Kind::Foreign);
        let file = temp.path().join("file");
        fs::write(&file, "x").unwrap();
        assert_eq!(kind(&file).unwrap(), Kind::Foreign);
        assert_eq!(kind(&file.join("below")).unwrap(), Kind::Foreign);
    }

    #[test]
    fn a_marker_cut_short_is_a_folder_that_was_being_made() {
        let temp = tempfile::tempdir().unwrap();
        let marker = temp.path().join(MARKER);
        for length in [0, 1, 50, marker_text().len() - 1] {
            fs::write(&marker, &marker_text()[..length]).unwrap();
            assert_eq!(kind(temp.path()).unwrap(), Kind::New);
        }
        make(temp.path()).unwrap();
        assert_eq!(fs::read_to_string(&marker).unwrap(), marker_text());
        fs::write(&marker, "# later\nformat = 12\n").unwrap();
        assert_eq!(kind(temp.path()).unwrap(), Kind::Ours(12));
        fs::write(&marker, "name = \"someone else's\"\n").unwrap();
        assert_eq!(kind(temp.path()).unwrap(), Kind::Foreign);
        fs::write(&marker, "").unwrap();
        fs::write(temp.path().join("mine"), "").unwrap();
        assert_eq!(kind(temp.path()).unwrap(), Kind::Foreign);
    }

    #[test]
    fn the_default_place_depends_on_where_the_corpus_lies() {
        let temp = tempfile::tempdir().unwrap();
        let (a, b) = (temp.path().join("docs"), temp.path().join("other"));
        fs::create_dir_all(&a).unwrap();
        fs::create_dir_all(&b).unwrap();
        let place = |roots: &[&PathBuf]| {
            default_dir(&roots.iter().map(|&r| r.clone()).collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(place(&[&a]), place(&[&a.join("../docs")]));
        assert_ne!(place(&[&a]), place(&[&b]));
        assert_ne!(place(&[&a, &b]), place(&[&b, &a]));
        let name = place(&[&a])
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        assert!(name.starts_with("docs-"), "{name}");
    }
}
