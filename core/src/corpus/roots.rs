//! Files that two of the given paths reach: `corpus` and `corpus/part`, or one path twice.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The files that the given paths have reached so far, by canonical path.
///
/// No link is followed below a given path, so the canonical path of a file follows from that of the given
/// path. Files are compared only where one given path lies in another, so that others cost nothing. Hard
/// links are different files.
#[derive(Debug)]
pub(super) struct KnownFiles {
    /// Canonical paths of the given ones; as given where there is none.
    roots: Vec<PathBuf>,
    /// The same, ascending.
    sorted: Vec<PathBuf>,
    /// Id of each file of a given path that overlaps with another.
    ids: HashMap<PathBuf, String>,
    /// What was skipped below such paths.
    skipped: HashSet<PathBuf>,
}

impl KnownFiles {
    /// No file of `roots`, the given paths, is reached yet.
    pub fn new(roots: &[PathBuf]) -> Self {
        let canonical = |root: &PathBuf| root.canonicalize().unwrap_or_else(|_| root.clone());
        let roots: Vec<PathBuf> = roots.iter().map(canonical).collect();
        let mut sorted = roots.clone();
        sorted.sort_unstable();
        KnownFiles {
            roots,
            sorted,
            ids: HashMap::new(),
            skipped: HashSet::new(),
        }
    }

    /// Whether the given path with this index overlaps with another.
    pub fn overlaps(&self, index: usize) -> bool {
        let root = &self.roots[index];
        let is_given = |path: &Path| {
            self.sorted
                .binary_search_by(|known| (**known).cmp(path))
                .is_ok()
        };
        // What lies below a path follows it in the order of paths.
        let at = self.sorted.partition_point(|known| known < root);
        let next = self.sorted.get(at + 1);
        next.is_some_and(|next| next.starts_with(root)) || root.ancestors().skip(1).any(is_given)
    }

    /// The id under which an earlier given path has reached the file at `path`, which lies below `root`, the
    /// given path with this index. Without one, the file is reached now, as `id`.
    pub fn before(&mut self, index: usize, root: &Path, path: &Path, id: &str) -> Option<String> {
        let file = self.roots[index].join(path.strip_prefix(root).ok()?);
        let known = self.ids.get(&file).cloned();
        if known.is_none() {
            self.ids.insert(file, id.to_owned());
        }
        known
    }

    /// Whether what is skipped as `id` below the given path with this index, whose ids begin with `name`, was not skipped
    /// below an earlier one. It is noted.
    pub fn is_skipped_first(&mut self, index: usize, name: &str, id: &str) -> bool {
        let below = match id.strip_prefix(name) {
            Some("") => "",
            Some(below) if below.starts_with('/') => &below[1..],
            _ => return true,
        };
        self.skipped.insert(self.roots[index].join(below))
    }
}
