//! Several files of one folder that appear together, once all are complete.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::new_file::{self, NewFile};

/// Files that are being written beside their places. Dropped before [`NewFiles::finish`], they leave nothing behind,
/// nor the folder, if it was made for them.
pub struct NewFiles {
    /// The option that names the folder, for messages.
    option: &'static str,
    folder: PathBuf,
    /// Whether files of the same names are replaced.
    force: bool,
    /// Canonical paths of files that are never replaced.
    inputs: Vec<PathBuf>,
    /// Whether the folder was not there before.
    is_new: bool,
    files: Vec<(PathBuf, NewFile)>,
}

impl NewFiles {
    /// Begins files in `folder`, which `option` names and which is made if it is not there. None of `inputs`, whose
    /// paths are canonical, is replaced, and other files only with `force`.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn begin(
        option: &'static str,
        folder: &Path,
        force: bool,
        inputs: Vec<PathBuf>,
    ) -> Result<Self> {
        let is_new = !folder.exists();
        fs::create_dir_all(folder)
            .with_context(|| format!("{option}: cannot make the folder {}", folder.display()))?;
        Ok(NewFiles {
            option,
            folder: folder.to_owned(),
            force,
            inputs,
            is_new,
            files: Vec::new(),
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a file that will have this name.
    ///
    /// # Errors
    /// It may not have it, or cannot be written; the message says why and what to do.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.folder.join(name);
        new_file::check(self.option, &path, self.force, &self.inputs)?;
        let mut file = NewFile::begin(&path, self.force)?;
        file.write_all(bytes)
            .with_context(|| format!("cannot write {}", path.display()))?;
        self.files.push((path, file));
        Ok(())
    }

    /// Gives all files their names once all are on the disk. If one cannot have its name, those that have theirs
    /// already lose it again; what they replaced with `force` cannot be brought back.
    ///
    /// # Errors
    /// A file that cannot be written, or that is there by now.
    pub fn finish(&mut self) -> Result<()> {
        self.files
            .iter_mut()
            .try_for_each(|(_, file)| file.complete())?;
        let mut named = Vec::new();
        for (path, file) in self.files.drain(..) {
            if let Err(error) = file.finish() {
                if !self.force {
                    named.iter().for_each(|path: &PathBuf| {
                        let _ = fs::remove_file(path);
                    });
                }
                return Err(error);
            }
            named.push(path);
        }
        self.is_new = false;
        Ok(())
    }
}

impl Drop for NewFiles {
    fn drop(&mut self) {
        self.files.clear();
        if self.is_new {
            // A folder with other files in it stays.
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(folder: &Path, force: bool) -> NewFiles {
        NewFiles::begin("--out", folder, force, Vec::new()).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn files_appear_together_or_not_at_all() {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path().join("new");
        let mut files = begun(&folder, false);
        files.add("a.csv", b"a").unwrap();
        files.add("b.csv", b"b").unwrap();
        let unfinished = names(&folder);
        assert!(!unfinished.contains(&"a.csv".to_owned()), "{unfinished:?}");
        drop(files);
        assert!(!folder.exists());
        let mut files = begun(&folder, false);
        files.add("a.csv", b"a").unwrap();
        files.add("b.csv", b"b").unwrap();
        files.finish().unwrap();
        drop(files);
        assert_eq!(names(&folder), ["a.csv", "b.csv"]);
    }

    #[test]
    fn no_file_is_replaced_before_all_are_on_the_disk() {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path();
        fs::write(folder.join("a.csv"), "before").unwrap();
        let mut files = begun(folder, true);
        files.add("a.csv", b"after").unwrap();
        let path = folder.join("b.csv");
        let mut full = NewFile::without_space(&path);
        full.write_all(b"b").unwrap();
        files.files.push((path, full));
        let error = files.finish().unwrap_err().to_string();
        assert!(error.contains("b.csv"), "{error}");
        drop(files);
        assert_eq!(names(folder), ["a.csv"]);
        assert_eq!(fs::read(folder.join("a.csv")).unwrap(), b"before");
    }

    #[test]
    fn a_name_that_is_taken_leaves_all_as_it_was() {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path();
        fs::write(folder.join("b.csv"), "mine").unwrap();
        let mut files = begun(folder, false);
        files.add("a.csv", b"a").unwrap();
        let error = files.add("b.csv", b"b").unwrap_err().to_string();
        assert!(error.contains("b.csv exists") && error.contains("--force"));
        drop(files);
        assert_eq!(names(folder), ["b.csv"]);
        // It was taken only after all had been written.
        let mut files = begun(folder, false);
        files.add("a.csv", b"a").unwrap();
        files.add("c.csv", b"c").unwrap();
        fs::write(folder.join("c.csv"), "mine too").unwrap();
        files.finish().unwrap_err();
        drop(files);
        assert_eq!(names(folder), ["b.csv", "c.csv"]);
        assert_eq!(fs::read(folder.join("c.csv")).unwrap(), b"mine too");
        let mut files = begun(folder, true);
        files.add("b.csv", b"b").unwrap();
        files.finish().unwrap();
        assert_eq!(fs::read(folder.join("b.csv")).unwrap(), b"b");
    }
}
