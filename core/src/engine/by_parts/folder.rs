//! The scratch folder: who may use it, what is done in it, and its removal.
//!
//! ```text
//! job.json             hash of everything that decides the content
//! shinglescope.lock    locked by the process that works here
//! parts/               files of the steps, and their states: unit-UNIT.json, copies.json, found.json
//! ```
//!
//! A state is renamed into place once the files that it names are written.
//!
//! A file of JSON ends with a line that has its checksum; the checksums of the other files are in the states that name
//! them.
//! Nothing is written through to the disk: a killed process leaves whole parts, a power cut may leave damaged ones, which
//! are noticed.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::base::{private, sanitise, units};
use crate::store::StoreError;

const JOB: &str = "job.json";
const NEW_JOB: &str = "job.json.new";
const LOCK: &str = "shinglescope.lock";
const PARTS: &str = "parts";
/// What [`PARTS`] is renamed to before it is removed.
const REMOVED: &str = "parts-removed";

/// The scratch folder of this process.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    parts: PathBuf,
    /// Held as long as the value lives.
    _lock: File,
}

/// Content of [`JOB`].
#[derive(Serialize, Deserialize)]
struct Marker {
    shinglescope: String,
}

impl Folder {
    /// Takes the folder for `job`. With `resume` what an interrupted run of the same job has done stays.
    ///
    /// # Errors
    /// A folder that holds anything else, work that `resume` does not ask for, or work of another job; one that another
    /// process works in; one that cannot be written.
    pub(super) fn open(path: &Path, job: &str, resume: bool) -> anyhow::Result<Self> {
        let shown = shown(path);
        let cannot = || format!("cannot use the scratch folder {shown}");
        private::create_folders(path).with_context(cannot)?;
        let marker = match read_json::<Marker>(&path.join(JOB)) {
            Ok(marker) => marker,
            Err(error) => return Err(explained(path, error.into())),
        };
        // A process that was killed as it began leaves these.
        let is_begun =
            |name: &std::ffi::OsStr| name == LOCK || (name == NEW_JOB && path.join(LOCK).is_file());
        if marker.is_none() {
            for entry in fs::read_dir(path).with_context(cannot)? {
                let name = entry.with_context(cannot)?.file_name();
                ensure!(
                    is_begun(&name),
                    "{shown} is not empty and holds no work of an interrupted run; give --scratch a new or empty folder"
                );
            }
        }
        let lock = private::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path.join(LOCK))
            .with_context(cannot)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!(
                "another shinglescope works in the scratch folder {shown}; wait until it is done, or give --scratch another folder"
            ),
            Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
        }
        let folder = Folder {
            parts: path.join(PARTS),
            path: path.to_owned(),
            _lock: lock,
        };
        match marker {
            Some(_) if !resume => bail!(
                "{shown} holds the work of an interrupted run; --resume goes on with it; or remove the folder, or give --scratch another"
            ),
            Some(marker) if marker.shinglescope != job => bail!(
                "{shown} holds the work of a run with other options, other files or another version of the program; repeat that run, remove the folder, or give --scratch another"
            ),
            Some(_) => folder.remove_removed().with_context(cannot)?,
            None => {
                let shinglescope = job.to_owned();
                write_json(path, JOB, &Marker { shinglescope }).with_context(cannot)?;
            }
        }
        private::create_folders(&folder.parts).with_context(cannot)?;
        let parts = fs::symlink_metadata(&folder.parts).with_context(cannot)?;
        ensure!(
            parts.is_dir(),
            "{PARTS} in {shown} is a link, and files are removed there; remove it, or give --scratch a new or empty folder"
        );
        Ok(folder)
    }

    /// Where the files of the steps are.
    pub(super) fn parts(&self) -> &Path {
        &self.parts
    }

    /// Its path, safe to print.
    pub fn shown(&self) -> String {
        shown(&self.path)
    }

    /// The state of a step; `None` if it is not done.
    pub(super) fn state<T: DeserializeOwned>(&self, step: &str) -> anyhow::Result<Option<T>> {
        Ok(read_json(&self.parts.join(format!("{step}.json")))?)
    }

    /// Records the state of a step, whose files are written.
    pub(super) fn done<T: Serialize>(&self, step: &str, state: &T) -> anyhow::Result<()> {
        Ok(write_json(&self.parts, &format!("{step}.json"), state)?)
    }

    /// Removes files of a step that an interrupted run has begun.
    pub(super) fn clear(&self, is_stray: impl Fn(&str) -> bool) -> anyhow::Result<()> {
        let cannot = || format!("cannot tidy {}", shown(&self.parts));
        for entry in fs::read_dir(&self.parts).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            if entry.file_name().to_str().is_some_and(&is_stray) {
                fs::remove_file(entry.path()).with_context(cannot)?;
            }
        }
        Ok(())
    }

    /// An error of a step, in words about this folder where it is one of the files.
    pub(super) fn explained(&self, error: anyhow::Error) -> anyhow::Error {
        explained(&self.path, error)
    }

    /// What an interruption leaves, as a sentence.
    pub fn left(path: &Path) -> Option<String> {
        let entries = fs::read_dir(path.join(PARTS)).ok()?.flatten();
        let bytes = entries
            .filter_map(|entry| Some(entry.metadata().ok()?.len()))
            .sum();
        Some(format!(
            "what is done is kept in {} ({}); the same command with --resume goes on",
            shown(path),
            units::bytes(bytes)
        ))
    }

    /// As [`Folder::left`], of this folder.
    pub fn left_of(&self) -> Option<String> {
        Folder::left(&self.path)
    }

    /// Removes the files of a run that ended, or was killed while it removed them. Files of others stay, among the parts.
    fn remove_removed(&self) -> std::io::Result<()> {
        let removed = self.path.join(REMOVED);
        match fs::symlink_metadata(&removed) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Ok(metadata) if !metadata.is_dir() => return fs::remove_file(removed),
            found => found?,
        };
        for entry in fs::read_dir(&removed)? {
            let entry = entry?;
            if entry.file_type()?.is_file() && entry.file_name().to_str().is_some_and(is_of_a_step)
            {
                fs::remove_file(entry.path())?;
            }
        }
        match fs::remove_dir(&removed) {
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty && !self.parts.exists() => {
                fs::rename(removed, &self.parts)
            }
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
            done => done,
        }
    }

    /// Removes all that was written, and the folder if nothing else is in it.
    ///
    /// # Errors
    /// A file that cannot be removed.
    pub fn remove(self) -> anyhow::Result<()> {
        let cannot = || format!("cannot remove the scratch folder {}", shown(&self.path));
        // At once for a run with --resume, which begins anew if this one is killed here.
        self.remove_removed().with_context(cannot)?;
        fs::rename(&self.parts, self.path.join(REMOVED)).with_context(cannot)?;
        self.remove_removed().with_context(cannot)?;
        for name in [JOB, LOCK] {
            fs::remove_file(self.path.join(name)).with_context(cannot)?;
        }
        match fs::remove_dir(&self.path) {
            // Files of others, a link to the folder, or the folder at hand, called `.`, stay.
            Err(error)
                if !matches!(
                    error.kind(),
                    ErrorKind::DirectoryNotEmpty
                        | ErrorKind::NotADirectory
                        | ErrorKind::InvalidInput
                ) =>
            {
                Err(error).with_context(cannot)
            }
            _ => Ok(()),
        }
    }
}

/// Whether a file of the steps has this name.
fn is_of_a_step(name: &str) -> bool {
    let begins = ["read-", "unit-", "copies", "found"];
    begins.iter().any(|begin| name.starts_with(begin))
}

fn shown(path: &Path) -> String {
    sanitise::line(&path.display().to_string()).into_owned()
}

fn explained(folder: &Path, error: anyhow::Error) -> anyhow::Error {
    let folder = shown(folder);
    let kept = || {
        format!(
            "what is done is kept in the scratch folder {folder}: once that is mended, the same command with --resume goes on"
        )
    };
    match error.downcast::<StoreError>() {
        Ok(StoreError::Damaged { file, what }) => anyhow!(
            "the scratch folder {folder} is damaged: {} {what}; remove the folder and run the command without --resume",
            shown(&file)
        ),
        Ok(StoreError::Temporary { said, .. }) => {
            anyhow!("cannot write in {folder}: {said}; {}", kept())
        }
        Ok(error @ StoreError::Io { .. }) => anyhow!("{error}; {}", kept()),
        Ok(error) => error.into(),
        Err(error) => error,
    }
}

/// The last line is the checksum of the one before.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, StoreError> {
    let read = private::options()
        .read(true)
        .open(path)
        .and_then(|mut file| {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map(|_| bytes)
        });
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(said) => {
            return Err(StoreError::Io {
                doing: "read",
                path: path.to_owned(),
                said,
            });
        }
    };
    let end = bytes.len().saturating_sub(CHECKSUM);
    let value = (bytes[end..] == checksum(&bytes[..end])[..])
        .then(|| serde_json::from_slice(&bytes[..end]).ok());
    match value.flatten() {
        Some(value) => Ok(Some(value)),
        None => Err(StoreError::Damaged {
            file: path.to_owned(),
            what: "has a wrong checksum".to_owned(),
        }),
    }
}

/// Bytes of the line with a checksum, and of the line end before it.
const CHECKSUM: usize = 18;

fn checksum(bytes: &[u8]) -> Vec<u8> {
    format!("\n{:016x}\n", xxh3_64(bytes)).into_bytes()
}

/// Writes a file that is there as a whole or not at all.
fn write_json<T: Serialize>(folder: &Path, name: &str, value: &T) -> Result<(), StoreError> {
    let path = folder.join(name);
    let new = folder.join(format!("{name}.new"));
    let write = || -> std::io::Result<()> {
        let mut options = private::options();
        let mut file = options.write(true).create(true).truncate(true).open(&new)?;
        let bytes = serde_json::to_vec(value)?;
        file.write_all(&bytes)?;
        file.write_all(&checksum(&bytes))?;
        fs::rename(&new, &path)
    };
    write().map_err(|said| StoreError::Io {
        doing: "write",
        path,
        said,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_for_one_job_and_one_process() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("scratch");
        let said = |job: &str, resume| {
            let opened = Folder::open(&path, job, resume);
            format!("{:#}", opened.unwrap_err())
        };
        let folder = Folder::open(&path, "1", false).unwrap();
        assert!(said("1", true).contains("another shinglescope works"));
        folder.done("found", &7).unwrap();
        drop(folder);
        assert!(said("1", false).contains("--resume goes on with it"));
        assert!(said("2", true).contains("with other options, other files"));
        let folder = Folder::open(&path, "1", true).unwrap();
        assert_eq!(folder.state::<u32>("found").unwrap(), Some(7));
        assert_eq!(folder.state::<u32>("other").unwrap(), None);
        folder.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_run_that_is_killed_while_it_removes_its_files_begins_anew() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("scratch");
        let folder = Folder::open(&path, "1", false).unwrap();
        folder.done("unit-1", &7).unwrap();
        fs::write(folder.parts().join("read-1-0"), "x").unwrap();
        // As it stands after some of the files are removed.
        fs::rename(folder.parts(), path.join(REMOVED)).unwrap();
        fs::remove_file(path.join(REMOVED).join("read-1-0")).unwrap();
        drop(folder);
        let folder = Folder::open(&path, "1", true).unwrap();
        assert_eq!(folder.state::<u32>("unit-1").unwrap(), None);
        assert!(!path.join(REMOVED).exists());
        folder.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_state_with_a_changed_or_missing_byte_is_damaged() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("scratch");
        let folder = Folder::open(&path, "1", false).unwrap();
        folder.done("step", &vec![1_u32, 2, 3]).unwrap();
        let file = path.join("parts/step.json");
        let whole = fs::read(&file).unwrap();
        let said = |bytes: &[u8]| {
            fs::write(&file, bytes).unwrap();
            let state = folder.state::<Vec<u32>>("step");
            state.map_err(|error| folder.explained(error).to_string())
        };
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            let error = said(&changed).unwrap_err();
            assert!(error.contains("is damaged"), "{error}");
            assert!(said(&whole[..at]).is_err(), "{at}");
        }
        assert_eq!(said(&whole).unwrap(), Some(vec![1, 2, 3]));
        fs::write(path.join(JOB), "{}").unwrap();
        drop(folder);
        let error = Folder::open(&path, "1", true).unwrap_err().to_string();
        assert!(error.contains("is damaged"), "{error}");
    }

    #[test]
    fn a_full_disk_is_told_with_the_way_on() {
        let temp = tempfile::tempdir().unwrap();
        let folder = Folder::open(temp.path(), "1", false).unwrap();
        let full = || std::io::Error::from(ErrorKind::StorageFull);
        let (path, parts) = (temp.path().join("parts/found-0"), temp.path().to_owned());
        let errors = [
            StoreError::Io {
                doing: "write",
                path,
                said: full(),
            },
            StoreError::Temporary {
                folder: parts,
                said: full(),
            },
        ];
        for error in errors {
            let said = folder.explained(error.into()).to_string();
            let shown = folder.shown();
            assert!(
                said.contains(&shown) && said.contains("--resume goes on"),
                "{said}"
            );
            assert!(!said.contains("TMPDIR"), "{said}");
        }
    }

    #[test]
    fn a_folder_that_is_called_by_a_point_stays() {
        let temp = tempfile::tempdir().unwrap();
        let point = temp.path().join(".");
        Folder::open(&point, "1", false).unwrap().remove().unwrap();
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_the_folder_stays() {
        let temp = tempfile::tempdir().unwrap();
        let (folder, link) = (temp.path().join("big"), temp.path().join("link"));
        fs::create_dir(&folder).unwrap();
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        Folder::open(&link, "1", false).unwrap().remove().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn links_inside_of_the_folder_are_not_followed() {
        use std::os::unix::fs::symlink;
        let temp = tempfile::tempdir().unwrap();
        let (path, own) = (temp.path().join("scratch"), temp.path().join("own"));
        fs::create_dir(&own).unwrap();
        fs::write(own.join("found-0.json"), "text").unwrap();
        drop(Folder::open(&path, "1", false).unwrap());
        fs::remove_dir(path.join(PARTS)).unwrap();
        symlink(&own, path.join(PARTS)).unwrap();
        let said = Folder::open(&path, "1", true).unwrap_err().to_string();
        assert!(said.contains("is a link"), "{said}");
        fs::remove_file(path.join(PARTS)).unwrap();
        symlink(&own, path.join(REMOVED)).unwrap();
        let folder = Folder::open(&path, "1", true).unwrap();
        folder.remove().unwrap();
        assert_eq!(fs::read_dir(&own).unwrap().count(), 1);
        assert!(!path.exists());
    }

    #[test]
    fn files_with_names_that_others_use_too_are_not_taken_for_a_begun_run() {
        let temp = tempfile::tempdir().unwrap();
        for name in ["lock", NEW_JOB] {
            let own = temp.path().join(name);
            fs::write(&own, "text").unwrap();
            let said = Folder::open(temp.path(), "1", true).unwrap_err();
            assert!(said.to_string().contains("is not empty"), "{said}");
            fs::remove_file(&own).unwrap();
        }
    }

    #[test]
    fn what_is_not_ours_stays() {
        let temp = tempfile::tempdir().unwrap();
        let own = temp.path().join("thesis.txt");
        fs::write(&own, "text").unwrap();
        let said = Folder::open(temp.path(), "1", true).unwrap_err();
        assert!(said.to_string().contains("is not empty"), "{said}");
        fs::remove_file(&own).unwrap();
        let folder = Folder::open(temp.path(), "1", true).unwrap();
        fs::write(&own, "text").unwrap();
        let among_parts = folder.parts().join("notes.txt");
        fs::write(&among_parts, "text").unwrap();
        folder.done("found", &7).unwrap();
        folder.remove().unwrap();
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 2);
        assert_eq!(fs::read(&among_parts).unwrap(), b"text");
    }
}
