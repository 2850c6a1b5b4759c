//! Arguments of the commands about an index and what was read: `index`, `skipped`, `marks`, `doctor`.

use clap::Args;

use super::common::{CorpusArgs, Output};
use crate::engine::options::Reuse;

/// What to index, or which index to look through.
#[derive(Clone, Debug, Args)]
pub struct Index {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Read every document again, whatever the index has of it
    #[arg(long, help_heading = "Running")]
    pub rebuild: bool,
    /// Compare files with the index by their bytes, not by length, times and inode alone
    #[arg(long, help_heading = "Running", conflicts_with = "rebuild")]
    pub checksum: bool,
    /// Read the index through instead, full text and pairs included, and exit with 1 where any file of
    /// it is not as it was written; the corpus is not read
    #[arg(long, conflicts_with_all = ["in_memory", "rebuild", "checksum"], help_heading = "Running")]
    pub check: bool,
}

impl Index {
    /// Which stored documents are reused instead of being read again.
    pub fn reuse(&self) -> Reuse {
        match (self.rebuild, self.checksum) {
            (true, _) => Reuse::Nothing,
            (_, true) => Reuse::SameContent,
            _ => Reuse::SameStamp,
        }
    }
}

/// Whose index is looked through.
#[derive(Clone, Debug, Args)]
pub struct Doctor {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
}

/// A corpus and how results of it are written.
#[derive(Clone, Debug, Args)]
pub struct Marks {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

/// What was not read.
#[derive(Clone, Debug, Args)]
pub struct Skipped {
    /// List files too whose encoding was guessed, with the encoding
    #[arg(long)]
    pub all: bool,
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}
