//! Errors of the index. Each message names the file or folder and the remedy.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenReadError, OpenWriteError};
use thiserror::Error;

use crate::base::sanitise;
use crate::corpus::SkipReason;

/// Stands for the folder of the full text in errors of tantivy until [`IndexError::full_text`] names it.
const FULL_TEXT: &str = "full-text";

/// Error of an operation on an index.
#[derive(Debug, Error)]
pub enum IndexError {
    /// The folder is not an index of this program. It was not modified.
    #[error(
        "{} is not an index folder of shinglescope and was left as it is: \
         give --index an empty or new folder", shown(.0)
    )]
    NotOurs(PathBuf),
    /// The folder contains something other than plain files and folders. Nothing was modified.
    #[error(
        "{} is {what}; an index folder contains only plain files and folders, and nothing in this one was \
         touched: remove it, or give --index another folder", shown(.path)
    )]
    NotPlain {
        /// Path of the offending entry.
        path: PathBuf,
        /// Its type, usually `a link`.
        what: &'static str,
    },
    /// The folder belongs to another user, who could alter the index. It was not modified.
    #[error(
        "the index folder {} belongs to another user (number {owner}) and was left as it is: \
         give --index a folder of your own", shown(.dir)
    )]
    NotYours {
        /// The folder.
        dir: PathBuf,
        /// User id of the owner.
        owner: u32,
    },
    /// The folder has another format version.
    #[error(
        "the index in {} has format {format}, which this program does not read: \
         it has to be built again, or use the version that made it", shown(.dir)
    )]
    OtherVersion {
        /// The folder.
        dir: PathBuf,
        /// Its format.
        format: u32,
    },
    /// Another process holds the write lock.
    #[error(
        "the index in {} is being written by another shinglescope{}: \
         wait until it is done, or give --index another folder", shown(.dir), process(.pid)
    )]
    InUse {
        /// The folder.
        dir: PathBuf,
        /// Process id of the lock holder, if it is readable from the lock file.
        pid: Option<u32>,
    },
    /// The folder contains the index of another corpus.
    #[error(
        "the index in {} belongs to another corpus ({}): give --index another folder",
        shown(.dir), listed(.roots)
    )]
    OtherCorpus {
        /// The folder.
        dir: PathBuf,
        /// Roots of that corpus.
        roots: Vec<PathBuf>,
    },
    /// A file is missing, or its content has changed since it was written.
    #[error("the index is damaged and has to be built again: {} {what}", shown(.file))]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Description of the damage, as the end of a sentence.
        what: String,
    },
    /// Another generation was committed after this one was opened.
    #[error("the index in {} was rewritten after it was opened: open it again", shown(.0))]
    Superseded(PathBuf),
    /// An operation of the operating system failed.
    #[error("cannot {doing} {}: {}", shown(.path), reason(.error))]
    Io {
        /// The operation: `read`, `write` …
        doing: &'static str,
        /// The path concerned.
        path: PathBuf,
        /// The system error. Part of the message, so it is not reported as `source`.
        error: io::Error,
    },
    /// A temporary file could not be written, in a run without an index folder.
    #[error(
        "cannot write temporary files in {}: {error}: set TMPDIR to another folder, \
         or use --in-memory", shown(.folder)
    )]
    Temporary {
        /// The folder for temporary files.
        folder: PathBuf,
        /// The system error.
        error: io::Error,
    },
}

impl IndexError {
    /// Whether rebuilding the index ([`super::Start::Afresh`]) solves the problem.
    pub fn needs_rebuild(&self) -> bool {
        matches!(
            self,
            IndexError::OtherVersion { .. } | IndexError::Damaged { .. }
        )
    }

    pub(super) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |error| IndexError::Io { doing, path, error }
    }

    pub(super) fn damaged(file: &Path, what: impl Into<String>) -> Self {
        IndexError::Damaged {
            file: file.to_owned(),
            what: what.into(),
        }
    }

    /// Sets the path of an error of the full-text index to its folder or a file in it, because tantivy does not name
    /// it.
    pub(super) fn full_text<E: Into<Self>>(at: &Path) -> impl FnOnce(E) -> Self + use<E> {
        let at = at.to_owned();
        move |error| {
            let mut error = error.into();
            if let IndexError::Damaged { file: path, .. } | IndexError::Io { path, .. } = &mut error
                && path == Path::new(FULL_TEXT)
            {
                *path = at;
            }
            error
        }
    }
}

impl From<TantivyError> for IndexError {
    fn from(error: TantivyError) -> Self {
        let path = Path::new(FULL_TEXT);
        let damaged = |what: String| IndexError::damaged(path, format!("({what})"));
        let io_error: &io::Error = match &error {
            TantivyError::IoError(io_error)
            | TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. })
            | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. })
            | TantivyError::LockFailure(LockError::IoError(io_error), _) => io_error,
            TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(path)) => {
                return damaged(format!("its file {} is missing", path.display()));
            }
            TantivyError::DataCorruption(_)
            | TantivyError::IncompatibleIndex(_)
            | TantivyError::DeserializeError(_) => return damaged(error.to_string()),
            _ => return IndexError::io("use", path)(io::Error::other(error.to_string())),
        };
        let kind = io_error.kind();
        if matches!(kind, ErrorKind::InvalidData | ErrorKind::UnexpectedEof) {
            return damaged(io_error.to_string());
        }
        let code = io_error.raw_os_error().map(io::Error::from_raw_os_error);
        let copy = code.unwrap_or_else(|| io::Error::new(kind, io_error.to_string()));
        IndexError::io("read or write", path)(copy)
    }
}

/// The system error, with the remedy if a resource ran out.
fn reason(error: &io::Error) -> String {
    let reason = SkipReason::from_io_error(error);
    if reason.ends_the_run() {
        reason.to_string()
    } else {
        error.to_string()
    }
}

fn shown(path: &Path) -> String {
    sanitise::line(&path.display().to_string()).into_owned()
}

fn listed(roots: &[PathBuf]) -> String {
    let roots: Vec<String> = roots.iter().map(|r| shown(r)).collect();
    roots.join(", ")
}

fn process(pid: &Option<u32>) -> String {
    pid.map_or_else(String::new, |pid| format!(" (process {pid})"))
}
