//! Kinds of files: by their extension, and what is no regular file.

use std::fs::Metadata;
use std::path::Path;

/// File extension in lower case.
#[must_use]
pub fn extension(path: &Path) -> Option<String> {
    path.extension()
        .map(|e| e.to_string_lossy().to_ascii_lowercase())
}

/// Whether a file with this extension is LaTeX.
#[must_use]
pub fn is_latex(extension: Option<&str>) -> bool {
    matches!(extension, Some("tex" | "ltx"))
}

/// What a path names that is no regular file, in words.
#[cfg(unix)]
pub(super) fn special(metadata: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    if kind.is_dir() {
        "a folder"
    } else if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else if kind.is_block_device() || kind.is_char_device() {
        "a device"
    } else {
        "something special"
    }
}

#[cfg(not(unix))]
pub(super) fn special(_: &Metadata) -> &'static str {
    "something special"
}
