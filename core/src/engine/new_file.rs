//! Files that appear only when they are complete: they are written under temporary names and renamed.

use std::fs;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use tempfile::NamedTempFile;

use crate::base::files::folder;
use crate::index::Collection;

/// Permission of everybody to read and write.
const READ_WRITE: u32 = 0o666;

/// A file that is being written. If it is dropped, the file is removed.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    force: bool,
    temporary: BufWriter<NamedTempFile>,
}

/// Checks that a file may be written at `path`, the value of `option`. It must not exist, or `force` is given and it is
/// a plain file. It must not be one of `inputs` (canonical paths), inside one of them, or the file of standard input.
///
/// # Errors
/// It must not be written; the message has the reason and advice.
pub fn check(option: &str, path: &Path, force: bool, inputs: &[PathBuf]) -> Result<()> {
    let name = path.display();
    let folder = folder(path);
    ensure!(
        path.file_name().is_some(),
        "{option} {name}: give the name of a file"
    );
    ensure!(
        folder.is_dir(),
        "{option} {name}: there is no folder {}: create it first",
        folder.display()
    );
    let Ok(metadata) = fs::symlink_metadata(path) else {
        return Ok(());
    };
    ensure!(
        !metadata.is_dir(),
        "{option} {name} is a folder: give the name of a file in it"
    );
    let canonical = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    ensure!(
        !inputs.iter().any(|input| canonical.starts_with(input)),
        "{option} {name} is there already and belongs to the corpus, which is never overwritten: give another name"
    );
    ensure!(
        metadata.is_file(),
        "{option} {name} is no plain file: give the name of one"
    );
    ensure!(
        !is_standard_input(&metadata),
        "{option} {name} is what standard input is read from: give another name"
    );
    if force { Ok(()) } else { Err(exists(path)) }
}

/// Whether standard input is read from this file.
fn is_standard_input(file: &fs::Metadata) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let standard_input = io::stdin().as_fd().try_clone_to_owned().map(fs::File::from);
    let metadata = standard_input.and_then(|input| input.metadata());
    metadata.is_ok_and(|input| (input.dev(), input.ino()) == (file.dev(), file.ino()))
}

fn exists(path: &Path) -> anyhow::Error {
    anyhow!(
        "{} exists and was left as it is: give another name, or --force to overwrite it",
        path.display()
    )
}

/// Whether two paths name one file, which may not exist yet: `a`, `./a`, or a path by a link to its folder.
pub fn is_same(a: &Path, b: &Path) -> bool {
    let canonical = |path: &Path| match path.canonicalize() {
        Ok(file) => Some(file),
        Err(_) => Some(folder(path).canonicalize().ok()?.join(path.file_name()?)),
    };
    a == b || canonical(a).is_some_and(|a| canonical(b) == Some(a))
}

/// The canonical paths of the files that the documents were read from, ascending.
pub fn input_files(collection: &Collection) -> Vec<PathBuf> {
    let mut last = Path::new("");
    let mut files = Vec::new();
    for doc in collection.documents() {
        let path = collection.row(doc).location.path;
        if path != last {
            files.extend(path.canonicalize());
            last = path;
        }
    }
    files.sort_unstable();
    files.dedup();
    files
}

impl NewFile {
    /// Begins a file for `path`.
    ///
    /// # Errors
    /// Its folder cannot be written to.
    pub fn begin(path: &Path, force: bool) -> Result<Self> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!(".{name}.");
        let mut options = tempfile::Builder::new();
        options.prefix(&prefix);
        // Permissions as for any new file, without the bits of the umask. Users who could not read or write the
        // replaced file cannot read or write the new one.
        let replaced = fs::symlink_metadata(path).ok().filter(|_| force);
        use std::os::unix::fs::PermissionsExt;
        let mode = replaced
            .as_ref()
            .map_or(READ_WRITE, |file| file.permissions().mode() & READ_WRITE);
        options.permissions(PermissionsExt::from_mode(mode));
        let temporary = options.tempfile_in(folder(path));
        let message = || format!("cannot write {}", path.display());
        let temporary = temporary.with_context(message)?;
        if let Some(replaced) = replaced {
            keep_group(temporary.as_file(), &replaced).with_context(message)?;
        }
        Ok(NewFile {
            path: path.to_owned(),
            force,
            temporary: BufWriter::new(temporary),
        })
    }

    /// Writes and syncs the buffered bytes, so that a full disk is reported before the file gets its name.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn complete(&mut self) -> Result<()> {
        let result = self.temporary.flush();
        let result = result.and_then(|()| self.temporary.get_ref().as_file().sync_all());
        result.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// It cannot be written, or another file has this name now.
    pub fn finish(mut self) -> Result<()> {
        self.complete()?;
        let NewFile {
            path,
            force,
            temporary,
        } = self;
        let file = temporary
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        let result = if force {
            file.persist(&path)
        } else {
            file.persist_noclobber(&path)
        };
        match result.map_err(|error| error.error) {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(exists(&path)),
            Err(error) => Err(error).with_context(|| format!("cannot write {}", path.display())),
        }
    }
}

/// Gives a new file the owner and group of the file that it replaces. If the group cannot be set, the group's rights
/// are removed, because another group would get them.
fn keep_group(file: &fs::File, replaced: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let new = file.metadata()?;
    let (uid, gid) = (replaced.uid(), replaced.gid());
    if (new.uid(), new.gid()) == (uid, gid) || fchown(file, Some(uid), Some(gid)).is_ok() {
        return Ok(());
    }
    if new.gid() != gid && fchown(file, None, Some(gid)).is_err() {
        let mode = new.permissions().mode() & !0o070;
        file.set_permissions(PermissionsExt::from_mode(mode))?;
    }
    Ok(())
}

#[cfg(test)]
impl NewFile {
    /// A file to which no byte can be written, as on a full disk.
    pub(super) fn without_space(path: &Path) -> Self {
        let file = NamedTempFile::new_in(folder(path)).expect("a file");
        let (_, temporary) = file.into_parts();
        let read_only = fs::File::open(&temporary).expect("it is opened");
        NewFile {
            path: path.to_owned(),
            force: true,
            temporary: BufWriter::new(NamedTempFile::from_parts(read_only, temporary)),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temporary.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.flush()
    }
}

/// Files under temporary names. If it is dropped before [`NewFiles::finish`], the files are removed, and also the
/// folder if it was created for them.
#[derive(Debug)]
pub struct NewFiles {
    /// The option that names the folder, for messages.
    option: &'static str,
    folder: PathBuf,
    /// Whether files of the same names are replaced.
    force: bool,
    /// Canonical paths of files that are never replaced.
    inputs: Vec<PathBuf>,
    /// Whether the folder was created.
    is_new: bool,
    files: Vec<NewFile>,
}

impl NewFiles {
    /// Begins files in `folder`, the value of `option`, which is created if it is missing. `inputs` (canonical paths)
    /// are never replaced, other files only with `force`.
    ///
    /// # Errors
    /// The folder cannot be created.
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
    /// The name is not allowed, or the file cannot be written; the message has the reason and advice.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.folder.join(name);
        check(self.option, &path, self.force, &self.inputs)?;
        let mut file = NewFile::begin(&path, self.force)?;
        file.write_all(bytes)
            .with_context(|| format!("cannot write {}", path.display()))?;
        self.files.push(file);
        Ok(())
    }

    /// Renames all files once all are on disk. If one renaming fails, the files that were already renamed are removed;
    /// with `force`, they stay in place of the files that they replaced.
    ///
    /// # Errors
    /// A file cannot be written, or another file has its name now.
    pub fn finish(&mut self) -> Result<()> {
        self.files.iter_mut().try_for_each(NewFile::complete)?;
        let mut renamed = Vec::new();
        for file in self.files.drain(..) {
            let path = file.path.clone();
            if let Err(error) = file.finish() {
                for path in renamed.iter().filter(|_| !self.force) {
                    let _ = fs::remove_file(path);
                }
                return Err(error);
            }
            renamed.push(path);
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
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn any_path_to_a_file_names_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::os::unix::fs::symlink(".", folder.join("here")).unwrap();
        let [file, by_link, other] = ["a.txt", "here/a.txt", "b.txt"].map(|name| folder.join(name));
        for is_there in [false, true] {
            if is_there {
                fs::write(&file, "").unwrap();
            }
            assert!(is_same(&file, &by_link) && is_same(&by_link, &file));
            assert!(!is_same(&file, &other) && !is_same(&other, &folder.join("none/b.txt")));
        }
        assert!(is_same(Path::new("x"), Path::new("./x")));
    }

    #[test]
    fn a_file_that_replaces_another_is_not_more_readable() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.csv");
        let write = |force| {
            let mut file = NewFile::begin(&path, force).unwrap();
            file.write_all(b"new").unwrap();
            file.finish()
        };
        write(false).unwrap();
        for mode in [0o600, 0o640, 0o400] {
            fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            write(true).unwrap();
            let permissions = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            assert_eq!(permissions & !mode, 0, "{mode:o} became {permissions:o}");
        }
        // Only the superuser may set any group.
        use std::os::unix::fs::{MetadataExt, chown};
        let own = fs::metadata(&path).unwrap().gid();
        if chown(&path, None, Some(own + 1)).is_ok() {
            fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
            write(true).unwrap();
            let metadata = fs::metadata(&path).unwrap();
            assert_eq!(metadata.gid(), own + 1);
            assert_eq!(metadata.permissions().mode() & 0o777, 0o640);
        }
    }

    fn new_files(folder: &Path, force: bool) -> NewFiles {
        NewFiles::begin("--out", folder, force, Vec::new()).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn files_appear_together_or_not_at_all() {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path().join("new");
        let mut files = new_files(&folder, false);
        files.add("a.csv", b"a").unwrap();
        files.add("b.csv", b"b").unwrap();
        let unfinished = names(&folder);
        assert!(!unfinished.contains(&"a.csv".to_owned()), "{unfinished:?}");
        drop(files);
        assert!(!folder.exists());
        let mut files = new_files(&folder, false);
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
        let mut files = new_files(folder, true);
        files.add("a.csv", b"after").unwrap();
        let path = folder.join("b.csv");
        let mut full = NewFile::without_space(&path);
        full.write_all(b"b").unwrap();
        files.files.push(full);
        let error = files.finish().unwrap_err().to_string();
        assert!(error.contains("b.csv"), "{error}");
        drop(files);
        assert_eq!(names(folder), ["a.csv"]);
        assert_eq!(fs::read(folder.join("a.csv")).unwrap(), b"before");
    }

    #[test]
    fn an_existing_name_leaves_all_files_unchanged() {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path();
        fs::write(folder.join("b.csv"), "mine").unwrap();
        let mut files = new_files(folder, false);
        files.add("a.csv", b"a").unwrap();
        let error = files.add("b.csv", b"b").unwrap_err().to_string();
        assert!(error.contains("b.csv exists") && error.contains("--force"));
        drop(files);
        assert_eq!(names(folder), ["b.csv"]);
        // The name is taken after all files are written.
        let mut files = new_files(folder, false);
        files.add("a.csv", b"a").unwrap();
        files.add("c.csv", b"c").unwrap();
        fs::write(folder.join("c.csv"), "mine too").unwrap();
        files.finish().unwrap_err();
        drop(files);
        assert_eq!(names(folder), ["b.csv", "c.csv"]);
        assert_eq!(fs::read(folder.join("c.csv")).unwrap(), b"mine too");
        let mut files = new_files(folder, true);
        files.add("b.csv", b"b").unwrap();
        files.finish().unwrap();
        assert_eq!(fs::read(folder.join("b.csv")).unwrap(), b"b");
    }
}
