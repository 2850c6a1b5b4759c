//! The measured corpora: one of the user, or a synthetic one.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use tempfile::TempDir;

use crate::corpus::{self, Document, Source, Stamp, read};
use crate::settings::Settings;
use crate::synth::Synth;

/// A corpus to measure: paths and settings.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// Folders and files of the corpus.
    pub paths: Vec<PathBuf>,
    /// Settings that affect results.
    pub settings: Settings,
}

impl Corpus {
    /// All documents, in order, read lazily one by one; unreadable ones are skipped.
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

/// A synthetic corpus in a temporary folder, which is deleted on drop.
#[derive(Debug)]
pub struct MadeUp {
    folder: TempDir,
    /// Bytes of text in the corpus.
    pub bytes: u64,
}

impl MadeUp {
    /// Writes `synth` to a new temporary folder, and waits until an index takes it for unchanged.
    ///
    /// # Errors
    /// The folder or file cannot be written.
    pub fn write(synth: &Synth) -> anyhow::Result<Self> {
        let folder = temporary()?;
        let path = folder.path().join("corpus.jsonl");
        let written =
            std::fs::File::create(&path).and_then(|file| synth.write_jsonl(file, |_, _| true));
        let bytes = written.with_context(|| format!("cannot write {}", path.display()))?;
        settle(&path)?;
        Ok(MadeUp { folder, bytes })
    }

    /// The corpus for a measurement with `settings`.
    #[must_use]
    pub fn corpus(&self, settings: Settings) -> Corpus {
        Corpus {
            paths: vec![self.folder.path().join("corpus.jsonl")],
            settings,
        }
    }
}

/// Creates a temporary folder that only the owner may read: it receives copies of the corpus.
///
/// # Errors
/// It cannot be created.
pub(super) fn temporary() -> anyhow::Result<TempDir> {
    let mut folder = tempfile::Builder::new();
    folder.prefix("shinglescope-bench-");
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    folder
        .tempdir()
        .with_context(|| format!("cannot make a folder in {}", std::env::temp_dir().display()))
}

/// Waits until every later change of the file at `path` would alter its stamp. What an index has read before, its next
/// run reads again.
fn settle(path: &Path) -> anyhow::Result<()> {
    let stamp = Stamp::of(&path.metadata()?);
    let now = || {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| {
            i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
        })
    };
    while !stamp.is_settled_at(now()) {
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn nobody_else_may_read_the_temporary_folder() {
        let folder = super::temporary().unwrap();
        let mode = folder.path().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}
