//! The corpora that are measured: the user's own, or one made up for the purpose.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use tempfile::TempDir;

use super::Synth;
use crate::corpus::{self, Document, Source, read};
use crate::settings::Settings;

/// What is measured: where it lies and how it is read.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// Folders and files.
    pub paths: Vec<PathBuf>,
    /// Settings that change figures.
    pub settings: Settings,
}

impl Corpus {
    /// All documents, in their order, read one by one as they are asked for; what cannot be read is
    /// left out.
    ///
    /// # Errors
    /// A path that cannot be opened.
    pub fn documents(&self) -> anyhow::Result<impl Iterator<Item = Document> + '_> {
        let reading = &self.settings.reading;
        let source = Source::Paths(self.paths.clone());
        let entries = corpus::discover(&source, reading, |_| true)?.entries;
        Ok(entries
            .into_iter()
            .flat_map(move |entry| read::work(entry, reading))
            .filter_map(move |work| read::document(work, reading).ok()))
    }
}

/// A made-up corpus in a temporary folder, which goes with it.
#[derive(Debug)]
pub struct MadeUp {
    folder: TempDir,
    /// Bytes of text in it.
    pub bytes: u64,
}

impl MadeUp {
    /// Writes `synth` to a new temporary folder.
    ///
    /// # Errors
    /// Where that cannot be written.
    pub fn write(synth: &Synth) -> anyhow::Result<Self> {
        let folder = temporary()?;
        let path = folder.path().join("corpus.jsonl");
        let write = || {
            let mut out = BufWriter::new(std::fs::File::create(&path)?);
            let bytes = synth.write_jsonl(&mut out)?;
            out.flush()?;
            std::io::Result::Ok(bytes)
        };
        let bytes = write().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(MadeUp { folder, bytes })
    }

    /// It as a corpus to measure.
    #[must_use]
    pub fn corpus(&self, settings: Settings) -> Corpus {
        Corpus {
            paths: vec![self.folder.path().join("corpus.jsonl")],
            settings,
        }
    }
}

/// A new temporary folder.
///
/// # Errors
/// Where none can be made.
pub(super) fn temporary() -> anyhow::Result<TempDir> {
    tempfile::Builder::new()
        .prefix("shinglescope-bench-")
        .tempdir()
        .with_context(|| format!("cannot make a folder in {}", std::env::temp_dir().display()))
}
