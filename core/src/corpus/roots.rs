//! Files that two of the given paths reach: `corpus` and `corpus/part`, or one path twice.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The files that the given paths have reached so far, by canonical path.
///
/// No link is followed below a given path, so the canonical path of a file follows from that of the given
/// path. Hard links are different files.
#[derive(Debug)]
pub(super) struct KnownFiles {
    /// Canonical paths of the given ones; as given where there is none.
    roots: Vec<PathBuf>,
    /// Id of each file.
    ids: HashMap<PathBuf, String>,
}

impl KnownFiles {
    /// No file of `roots`, the given paths, is reached yet.
    pub fn new(roots: &[PathBuf]) -> Self {
        let canonical = |root: &PathBuf| root.canonicalize().unwrap_or_else(|_| root.clone());
        KnownFiles {
            roots: roots.iter().map(canonical).collect(),
            ids: HashMap::new(),
        }
    }

    /// Whether a root lies within an earlier one, which lists what is not read there.
    pub fn is_within_earlier(&self, index: usize) -> bool {
        let root = &self.roots[index];
        self.roots[..index]
            .iter()
            .any(|earlier| root.starts_with(earlier))
    }

    /// The id under which an earlier given path has reached the file at `path`, which lies below `root`, the
    /// given path with this index. Without one, the file is reached now, as `id`.
    pub fn before(&mut self, index: usize, root: &Path, path: &Path, id: &str) -> Option<String> {
        let file = self.roots[index].join(path.strip_prefix(root).ok()?);
        let earlier_id = self.ids.get(&file).cloned();
        if earlier_id.is_none() {
            self.ids.insert(file, id.to_owned());
        }
        earlier_id
    }
}
