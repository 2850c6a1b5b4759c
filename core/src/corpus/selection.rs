//! Which files of a folder are read: globs, types, hidden files, links, with the rules of ripgrep.

use std::path::{Path, PathBuf};

use anyhow::Context;
use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};
use serde::{Deserialize, Serialize};

use super::packing::bare;

/// Which files of the given folders are read. A file that is given by its own path is always read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// Globs of the files to read, or with `!` of files not to read; the last glob that matches decides.
    pub globs: Vec<String>,
    /// Types of files as ripgrep names them, such as `md`.
    pub types: Vec<String>,
    /// Excludes files and folders whose names begin with a dot.
    pub no_hidden: bool,
    /// Follows symbolic links found in folders.
    pub follow: bool,
    /// Number of given paths that come from a list; they are the last ones. Their ids are the paths as written in the
    /// list.
    pub listed: usize,
    /// Whether the folders are the archive, and other documents are read in addition.
    #[serde(default)]
    pub beside: bool,
}

/// A selection of files below some paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// Folders and files.
    pub paths: Vec<PathBuf>,
    /// Which files of the folders, and which of `paths` come from a list.
    pub selection: Selection,
}

/// A selection with parsed globs.
#[derive(Debug)]
pub(super) struct PathFilter {
    globs: Override,
    types: Types,
    no_hidden: bool,
}

impl Selection {
    /// Whether it may exclude files of a folder.
    pub fn may_exclude(&self) -> bool {
        !self.globs.is_empty() || !self.types.is_empty() || self.no_hidden
    }

    /// Parses the globs and types.
    ///
    /// # Errors
    /// An invalid glob or an unknown type; the message names it.
    pub(super) fn filter(&self) -> anyhow::Result<PathFilter> {
        let mut globs = OverrideBuilder::new("");
        for glob in &self.globs {
            globs.add(glob).with_context(|| format!("--glob {glob}"))?;
        }
        let mut types = TypesBuilder::new();
        types.add_defaults();
        for name in &self.types {
            types.select(name);
        }
        Ok(PathFilter {
            globs: globs.build().context("--glob")?,
            types: types.build().context("--type")?,
            no_hidden: self.no_hidden,
        })
    }

    /// Checks the globs and types.
    ///
    /// # Errors
    /// An invalid glob or an unknown type; the message names it.
    pub fn check(&self) -> anyhow::Result<()> {
        self.filter().map(drop)
    }
}

impl PathFilter {
    /// Whether a file or folder is read; `path` is relative to the given folder.
    pub fn keeps(&self, path: &Path, is_folder: bool) -> bool {
        let name = path.file_name().unwrap_or_default();
        if self.no_hidden && name.as_encoded_bytes().starts_with(b".") {
            return false;
        }
        if self.globs.matched(path, is_folder).is_ignore() {
            return false;
        }
        // A packed file has the type of its content.
        !self.types.matched(bare(path), is_folder).is_ignore()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps(selection: &Selection, path: &str, is_folder: bool) -> bool {
        selection
            .filter()
            .unwrap()
            .keeps(Path::new(path), is_folder)
    }

    #[test]
    fn globs_and_types_select_as_ripgrep_does() {
        let all = Selection::default();
        assert!(keeps(&all, "a/.b", false) && keeps(&all, "a", true));
        let only = |globs: &[&str]| Selection {
            globs: globs.iter().map(|glob| (*glob).to_owned()).collect(),
            ..Selection::default()
        };
        let texts = only(&["*.txt", "!old.txt"]);
        assert!(keeps(&texts, "d/a.txt", false) && keeps(&texts, "d", true));
        assert!(!keeps(&texts, "d/a.md", false) && !keeps(&texts, "d/old.txt", false));
        let without = only(&["!node_modules"]);
        assert!(!keeps(&without, "a/node_modules", true) && keeps(&without, "a/b.txt", false));
        let below = only(&["/a/*.txt"]);
        assert!(keeps(&below, "a/x.txt", false) && !keeps(&below, "b/a/x.txt", false));
        let markdown = Selection {
            types: vec!["md".to_owned()],
            no_hidden: true,
            ..Selection::default()
        };
        assert!(keeps(&markdown, "d/a.md", false) && keeps(&markdown, "d/a.md.gz", false));
        assert!(!keeps(&markdown, "d/a.txt", false) && !keeps(&markdown, ".a.md", false));
        let wrong = Selection {
            types: vec!["nothing-known".to_owned()],
            ..Selection::default()
        };
        let message = format!("{:#}", wrong.check().unwrap_err());
        assert!(message.contains("nothing-known"), "{message}");
    }
}
