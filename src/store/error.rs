//! What can go wrong with a store: each message names the thing and the way out.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::sanitise;
use crate::search::SearchError;

/// Something that went wrong with the store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder holds something that is not ours. It was not touched.
    #[error(
        "{} is not an index folder of shinglescope and was left as it is: \
         give --index an empty or new folder", shown(.dir)
    )]
    NotOurs {
        /// The folder (or file).
        dir: PathBuf,
    },
    /// Something in the folder is no plain file or folder. Nothing in it was touched.
    #[error(
        "{} is {what}; an index folder holds plain files and folders only, and nothing in this one was \
         touched: remove it, or give --index another folder", shown(.path)
    )]
    NotPlain {
        /// What lies there.
        path: PathBuf,
        /// What it is, `a link` mostly.
        what: &'static str,
    },
    /// The folder belongs to another user, who could change what the index says. It was not touched.
    #[error(
        "the index folder {} belongs to another user (number {owner}) and was left as it is: \
         give --index a folder of your own", shown(.dir)
    )]
    NotYours {
        /// The folder.
        dir: PathBuf,
        /// The number of the user.
        owner: u32,
    },
    /// Another version of the program made the folder.
    #[error(
        "the index in {} has format {found}, this program reads format {ours}: \
         it has to be built anew, or use the version that made it", shown(.dir)
    )]
    OtherVersion {
        /// The folder.
        dir: PathBuf,
        /// Its format.
        found: u32,
        /// [`super::FORMAT`]
        ours: u32,
    },
    /// Another process is writing.
    #[error(
        "the index in {} is being written by another shinglescope{}: \
         wait until it is done, or give --index another folder", shown(.dir), process(.pid)
    )]
    InUse {
        /// The folder.
        dir: PathBuf,
        /// The process, where it has said which it is.
        pid: Option<u32>,
    },
    /// The folder holds the index of another corpus.
    #[error(
        "the index in {} belongs to another corpus ({}): give --index another folder",
        shown(.dir), listed(.roots)
    )]
    OtherCorpus {
        /// The folder.
        dir: PathBuf,
        /// Where that corpus lies.
        roots: Vec<PathBuf>,
    },
    /// A file is not what was written.
    #[error("the index is damaged and has to be built anew: {} {what}", shown(.file))]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong with it, as the end of a sentence.
        what: String,
    },
    /// A newer generation has taken the place of the one that is open.
    #[error("the index in {} has been written anew meanwhile: open it again", shown(.dir))]
    Superseded {
        /// The folder.
        dir: PathBuf,
    },
    /// The operating system said no.
    #[error("cannot {doing} {}: {said}", shown(.path))]
    Io {
        /// What was being done: `read`, `write` …
        doing: &'static str,
        /// To what.
        path: PathBuf,
        /// What the system said: part of the sentence, and so no cause of its own.
        said: io::Error,
    },
    /// A run that keeps nothing could not write what does not fit into memory.
    #[error(
        "cannot write temporary files in {}: {said}: TMPDIR names another folder for them, \
         and --in-memory needs none", shown(.folder)
    )]
    Temporary {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        said: io::Error,
    },
    /// The full-text index in a folder failed; tantivy does not always say at what.
    #[error("the full-text index in {} failed: {what}", shown(.folder))]
    FullTextFailed {
        /// The folder.
        folder: PathBuf,
        /// What tantivy said.
        what: String,
    },
    /// The full-text index failed.
    #[error(transparent)]
    FullText(#[from] SearchError),
}

impl StoreError {
    /// Whether building the index anew ([`super::Start::Afresh`]) is the way out.
    #[must_use]
    pub fn needs_rebuild(&self) -> bool {
        matches!(
            self,
            StoreError::OtherVersion { .. } | StoreError::Damaged { .. }
        )
    }

    pub(super) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |said| StoreError::Io { doing, path, said }
    }

    pub(super) fn damaged(file: &Path, what: impl Into<String>) -> Self {
        StoreError::Damaged {
            file: file.to_owned(),
            what: what.into(),
        }
    }

    /// Whether the system would not let something be written or read: no room, no right, no such disk.
    /// What lies elsewhere, or in memory, would do.
    #[must_use]
    pub fn is_of_the_disk(&self) -> bool {
        matches!(
            self,
            StoreError::Io { .. } | StoreError::FullTextFailed { .. } | StoreError::FullText(_)
        )
    }

    /// An error of the full-text index in `folder`; damage is reported as damage of the store.
    pub(super) fn full_text(folder: &Path) -> impl FnOnce(SearchError) -> Self + use<> {
        let folder = folder.to_owned();
        move |error| match error {
            SearchError::Damaged(what) => StoreError::damaged(&folder, format!("({what})")),
            SearchError::Io(said) => StoreError::Io {
                doing: "read or write",
                path: folder,
                said,
            },
            SearchError::Failed(what) => StoreError::FullTextFailed { folder, what },
        }
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
