//! The path of a linked folder that cannot be opened: the walker reports the error without it.

use std::fs::{File, read_dir};
use std::path::{Path, PathBuf};

/// The link that the walk of `root` has come to, `depth` levels down, where it last came to `last`: the next one in the
/// order of names that leads to a folder which cannot be opened.
pub(super) fn link(root: &Path, last: &Path, depth: usize) -> Option<PathBuf> {
    let mut parts = last.strip_prefix(root).ok()?.components();
    let parent: PathBuf = parts.by_ref().take(depth.checked_sub(1)?).collect();
    let before = parts.next();
    let is_later = |path: &PathBuf| match before {
        Some(before) => path.file_name() > Some(before.as_os_str()),
        None => true,
    };
    let children = read_dir(root.join(parent)).ok()?.flatten();
    let later = children.map(|child| child.path()).filter(is_later);
    later
        .filter(|path| path.is_symlink() && path.is_dir() && File::open(path).is_err())
        .min_by(|a, b| a.file_name().cmp(&b.file_name()))
}
