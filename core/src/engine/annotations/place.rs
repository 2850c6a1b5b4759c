//! Where annotations are kept: in the user's data folder, which no clean-up of caches empties; with an index whose
//! folder the user named, in that folder, which may be moved as a whole.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::super::options::Options;
use super::load::lock;
use crate::base::private;
use crate::store;

/// The folder of the annotations of a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotationsPlace {
    /// The index.
    index: PathBuf,
    /// The folder in the user's data folder; `None` if annotations are kept with the index.
    data: Option<PathBuf>,
}

impl AnnotationsPlace {
    /// The place for a corpus; `None` without an index, whose annotations last for the session only.
    #[must_use]
    pub fn of(options: &Options) -> Option<Self> {
        let index = options.store_dir()?;
        let data = || {
            let data = directories::BaseDirs::new()?.data_dir().to_owned();
            Some(
                data.join("shinglescope")
                    .join("corpora")
                    .join(index.file_name()?),
            )
        };
        let data = match &options.index {
            Some(_) => None,
            None => data(),
        };
        Some(AnnotationsPlace { index, data })
    }

    /// Annotations that are kept with an index.
    #[cfg(test)]
    pub fn with_index(index: &Path) -> Self {
        AnnotationsPlace {
            index: index.to_owned(),
            data: None,
        }
    }

    /// The folder to read from, which may not exist. Annotations that an older version kept with an index in the cache
    /// are moved there first.
    ///
    /// # Errors
    /// The folder of the index is not ours, or annotations cannot be moved.
    pub fn folder(&self) -> anyhow::Result<PathBuf> {
        let Some(data) = &self.data else {
            store::check_kept(&self.index)?;
            return Ok(store::kept_dir(&self.index));
        };
        let before = store::kept_dir(&self.index);
        if store::check_kept(&self.index).is_ok() && before.is_dir() {
            self.make()?;
            let _locks = (lock(&before), lock(data));
            adopt(&before, data).with_context(|| {
                format!("cannot move {} to {}", before.display(), data.display())
            })?;
        }
        Ok(data.clone())
    }

    /// The same folder, made where it does not exist.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make(&self) -> anyhow::Result<PathBuf> {
        match &self.data {
            Some(data) => {
                private::create_folders(data)
                    .with_context(|| format!("cannot make the folder {}", data.display()))?;
                Ok(data.clone())
            }
            None => Ok(store::make_kept(&self.index)?),
        }
    }
}

/// Moves the files of a folder to another, each under its name, or where another file has it, under that name with
/// `.older-N`, so that nothing is replaced; then removes the folder.
fn adopt(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if !entry.file_type()?.is_file() {
            continue;
        }
        let name = entry.file_name();
        let numbered = |n: u32| {
            let mut name = name.clone();
            name.push(format!(".older-{n}"));
            name
        };
        let names = std::iter::once(name.clone()).chain((1..).map(numbered));
        let free = |name: &OsString| fs::symlink_metadata(to.join(name)).is_err();
        let Some(free) = { names }.find(free) else {
            continue;
        };
        let target = to.join(free);
        if fs::rename(entry.path(), &target).is_err() {
            // The data folder may lie on another file system.
            let bytes = fs::read(entry.path())?;
            let mut file = private::options()
                .write(true)
                .create_new(true)
                .open(&target)?;
            std::io::Write::write_all(&mut file, &bytes)?;
            file.sync_all()?;
            fs::remove_file(entry.path())?;
        }
    }
    // Fails, and stays, while anything else is in it.
    let _ = fs::remove_dir(from);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_moved_and_none_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        for (folder, files) in [
            (&from, &[("a", "old a"), ("b", "old b")][..]),
            (&to, &[("a", "new a"), ("a.older-1", "older a")]),
        ] {
            fs::create_dir(folder).unwrap();
            for (name, text) in files {
                fs::write(folder.join(name), text).unwrap();
            }
        }
        adopt(&from, &to).unwrap();
        let read = |name: &str| fs::read_to_string(to.join(name)).unwrap();
        let all = ["a", "a.older-1", "a.older-2", "b"].map(read);
        assert_eq!(all, ["new a", "older a", "old a", "old b"]);
        assert!(!from.exists());
    }

    #[test]
    fn what_an_older_version_kept_in_the_cache_is_found_in_the_data_folder() {
        let folder = tempfile::tempdir().unwrap();
        let place = AnnotationsPlace {
            index: folder.path().join("cache/x"),
            data: Some(folder.path().join("data/corpora/x")),
        };
        let kept = store::make_kept(&place.index).unwrap();
        fs::write(kept.join("settings.json"), "{}").unwrap();
        let found = place.folder().unwrap();
        assert_eq!(
            fs::read_to_string(found.join("settings.json")).unwrap(),
            "{}"
        );
        assert!(!kept.exists());
        // A second time there is nothing to move.
        assert_eq!(place.folder().unwrap(), found);
    }
}
