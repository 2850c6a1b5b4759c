//! The scratch folder: who may use it, what is done in it, and its removal.
//!
//! ```text
//! job.json   hash of everything that decides the content
//! lock       locked by the process that works here
//! parts/     files of the steps; STATE.json of a step is renamed into place once the files that it names are written
//! ```

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::base::{private, sanitise, units};

const JOB: &str = "job.json";
const LOCK: &str = "lock";
const PARTS: &str = "parts";

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
        let read = read_json::<Marker>(&path.join(JOB));
        let marker = read.with_context(|| {
            format!("the scratch folder {shown} is damaged; remove it, or give --scratch another")
        })?;
        let is_ours = |name: &std::ffi::OsStr| name == LOCK || name == JOB || name == PARTS;
        if marker.is_none() {
            for entry in fs::read_dir(path).with_context(cannot)? {
                let name = entry.with_context(cannot)?.file_name();
                ensure!(
                    is_ours(&name) && name != PARTS,
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
            Some(_) => private::create_folders(&folder.parts).with_context(cannot)?,
            None => {
                private::create_folders(&folder.parts).with_context(cannot)?;
                let shinglescope = job.to_owned();
                write_json(path, JOB, &Marker { shinglescope }).with_context(cannot)?;
            }
        }
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
        read_json(&self.parts.join(format!("{step}.json")))
    }

    /// Records the state of a step, whose files are written through to the disk.
    pub(super) fn done<T: Serialize>(&self, step: &str, state: &T) -> anyhow::Result<()> {
        write_json(&self.parts, &format!("{step}.json"), state)
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

    /// Removes all that was written, and the folder if nothing else is in it.
    ///
    /// # Errors
    /// A file that cannot be removed.
    pub fn remove(self) -> anyhow::Result<()> {
        let cannot = || format!("cannot remove the scratch folder {}", shown(&self.path));
        fs::remove_dir_all(&self.parts).with_context(cannot)?;
        for name in [JOB, LOCK] {
            fs::remove_file(self.path.join(name)).with_context(cannot)?;
        }
        match fs::remove_dir(&self.path) {
            Err(error) if error.kind() != ErrorKind::DirectoryNotEmpty => {
                Err(error).with_context(cannot)
            }
            _ => Ok(()),
        }
    }
}

fn shown(path: &Path) -> String {
    sanitise::line(&path.display().to_string()).into_owned()
}

fn read_json<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Option<T>> {
    let cannot = || format!("cannot read {}", shown(path));
    match fs::read(path) {
        Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes).with_context(cannot)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(cannot),
    }
}

/// Writes a file that is there as a whole or not at all.
fn write_json<T: Serialize>(folder: &Path, name: &str, value: &T) -> anyhow::Result<()> {
    let path = folder.join(name);
    let cannot = || format!("cannot write {}", shown(&path));
    let new = folder.join(format!("{name}.new"));
    let write = || -> std::io::Result<()> {
        let mut options = private::options();
        let mut file = options.write(true).create(true).truncate(true).open(&new)?;
        file.write_all(&serde_json::to_vec(value)?)?;
        file.sync_all()?;
        fs::rename(&new, &path)
    };
    write().with_context(cannot)
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
        folder.done("step", &7).unwrap();
        drop(folder);
        assert!(said("1", false).contains("--resume goes on with it"));
        assert!(said("2", true).contains("with other options, other files"));
        let folder = Folder::open(&path, "1", true).unwrap();
        assert_eq!(folder.state::<u32>("step").unwrap(), Some(7));
        assert_eq!(folder.state::<u32>("other").unwrap(), None);
        folder.remove().unwrap();
        assert!(!path.exists());
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
        folder.remove().unwrap();
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 1);
    }
}
