//! Options that say which files are read.

use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use anyhow::Context;
use clap::Args;

use crate::base::files::{self, whole_file};
use crate::corpus::{Selected, Selection, Source, decode, demo};

/// Which files are read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Reading")]
pub struct SelectionArgs {
    /// Also read the files named in a list, one per line or separated by NUL; - for standard input
    #[arg(long, global = true, value_name = "FILE|-")]
    pub files_from: Option<PathBuf>,
    /// Read only files of the folders that match; a glob with ! in front excludes files; the last glob that
    /// matches decides
    #[arg(long, global = true, value_name = "GLOB")]
    pub glob: Vec<String>,
    /// Read only files of this type, as ripgrep names types: md, html, py …
    #[arg(long = "type", global = true, value_name = "TYPE")]
    pub types: Vec<String>,
    /// Skip files and folders whose names begin with a dot
    #[arg(long, global = true)]
    pub no_hidden: bool,
    /// Follow symbolic links in folders
    #[arg(long, global = true)]
    pub follow: bool,
}

impl SelectionArgs {
    /// Whether no option is given.
    pub fn is_empty(&self) -> bool {
        let selects = !self.glob.is_empty() || !self.types.is_empty() || self.files_from.is_some();
        !selects && !self.no_hidden && !self.follow
    }

    /// The source of these paths and options; `plain` of the paths without options.
    ///
    /// # Errors
    /// A list that cannot be read, or an invalid glob or type.
    pub fn source(
        &self,
        paths: Vec<PathBuf>,
        plain: impl FnOnce(&[PathBuf]) -> Source,
    ) -> anyhow::Result<Source> {
        let mut selection = Selection {
            globs: self.glob.clone(),
            types: self.types.clone(),
            no_hidden: self.no_hidden,
            follow: self.follow,
            listed: 0,
            beside: false,
        };
        selection.check()?;
        if self.files_from.is_none() && selection == Selection::default() {
            read_standard_input(&paths)?;
            return Ok(plain(&paths));
        }
        let listed = match &self.files_from {
            Some(list) => self.listed(list, &paths)?,
            None => Vec::new(),
        };
        read_standard_input(&paths)?;
        if paths.is_empty() && self.files_from.is_none() {
            anyhow::bail!(
                "--glob, --type, --no-hidden and --follow select files of folders: give a PATH"
            );
        }
        selection.listed = listed.len();
        Ok(Source::Selected(Arc::new(Selected {
            paths: [paths, listed].concat(),
            selection,
        })))
    }

    fn listed(&self, list: &Path, paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
        let is_input = list.as_os_str() == demo::STANDARD_INPUT;
        anyhow::ensure!(
            !is_input
                || !paths
                    .iter()
                    .any(|path| path.as_os_str() == demo::STANDARD_INPUT),
            "standard input is either the corpus or the list of --files-from"
        );
        let bytes = if is_input {
            listed_on_input()?
        } else {
            whole_file(list).with_context(|| format!("--files-from {}", list.display()))?
        };
        anyhow::ensure!(
            !decode::begins_wide(&bytes),
            "--files-from {}: the list is UTF-16 or UTF-32: write it as UTF-8, one path per line",
            list.display()
        );
        let listed = names(&bytes);
        anyhow::ensure!(
            !listed.is_empty(),
            "--files-from {}: the list is empty",
            list.display()
        );
        // In a list, `-` is a file.
        let as_file = |path: PathBuf| {
            if path.as_os_str() == demo::STANDARD_INPUT {
                Path::new(".").join(path)
            } else {
                path
            }
        };
        Ok(listed.into_iter().map(as_file).collect())
    }
}

/// The list on standard input, read by the first call and kept.
fn listed_on_input() -> anyhow::Result<Vec<u8>> {
    static LIST: OnceLock<Vec<u8>> = OnceLock::new();
    if let Some(bytes) = LIST.get() {
        return Ok(bytes.clone());
    }
    let mut bytes = Vec::new();
    let mut input = std::io::stdin().take(files::MOST);
    input
        .read_to_end(&mut bytes)
        .context("cannot read standard input")?;
    Ok(LIST.get_or_init(|| bytes).clone())
}

/// The paths of a list: separated by NUL if it contains one, else one per line.
fn names(list: &[u8]) -> Vec<PathBuf> {
    let separator = if list.contains(&0) { 0 } else { b'\n' };
    // Editors write a byte-order mark before lines.
    let mark: &[u8] = if separator == 0 { b"" } else { b"\xef\xbb\xbf" };
    let list = list.strip_prefix(mark).unwrap_or(list);
    let names = list
        .split(|byte| *byte == separator)
        .map(|name| match separator {
            0 => name,
            _ => name.strip_suffix(b"\r").unwrap_or(name),
        });
    names
        .filter(|name| !name.is_empty())
        .map(|name| path(name).into())
        .collect()
}

fn path(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes.to_vec())
}

/// Reads standard input if it is one of the paths.
fn read_standard_input(paths: &[PathBuf]) -> anyhow::Result<()> {
    let is_it = |path: &&PathBuf| path.as_os_str() == demo::STANDARD_INPUT;
    let count = paths.iter().filter(is_it).count();
    anyhow::ensure!(
        count < 2,
        "standard input (-) is given {count} times; it can be read once"
    );
    if count > 0 && demo::standard_input().is_none() {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        read.context("cannot read standard input")?;
        demo::keep_standard_input(bytes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_lines_or_zeros() {
        let paths = |list: &[u8]| -> Vec<String> {
            let names = names(list).into_iter();
            names.map(|path| path.display().to_string()).collect()
        };
        assert_eq!(paths(b"a b\r\nc\n\nd"), ["a b", "c", "d"]);
        assert_eq!(paths(b"a\nb\0c\0"), ["a\nb", "c"]);
        assert_eq!(paths(b"\xef\xbb\xbfa\nb\n"), ["a", "b"]);
        assert!(paths(b"\n").is_empty());
    }
}
