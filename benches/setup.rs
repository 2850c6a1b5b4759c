//! What the benches share: made-up corpora, options of the engine, runs of the program, medians.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use shinglescope::corpus::Source;
use shinglescope::engine::options::Options;
use shinglescope::synth::Synth;
use tempfile::TempDir;

/// Whether the short form is requested, which only shows that a bench works.
pub fn is_short() -> bool {
    std::env::var("SHINGLESCOPE_BENCH").is_ok_and(|form| form == "short")
}

/// Made-up documents, a tenth of them copies.
pub fn synth(documents: usize, words: usize) -> Synth {
    Synth::new(documents, words, 0.1, 7)
}

/// The documents of [`synth`] as JSON Lines in a temporary folder, which is deleted on drop.
pub struct MadeUp {
    _folder: TempDir,
    pub path: PathBuf,
}

impl MadeUp {
    pub fn write(documents: usize, words: usize) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("corpus.jsonl");
        synth(documents, words)
            .write_jsonl(File::create(&path)?, |_, _| true)
            .with_context(|| format!("cannot write {}", path.display()))?;
        // A file that was written just now would be read again when its index is opened.
        std::thread::sleep(Duration::from_millis(100));
        Ok(MadeUp {
            _folder: folder,
            path,
        })
    }
}

/// Options of the engine for a corpus; without an `index` everything stays in memory.
pub fn options(paths: Vec<PathBuf>, threads: usize, index: Option<PathBuf>) -> Options {
    Options {
        source: Source::Paths(paths),
        in_memory: index.is_none(),
        index,
        threads,
        ..Options::default()
    }
}

/// The middle value, or the mean of the two middle values; 0 without values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => f64::midpoint(values[n / 2 - 1], values[n / 2]),
    }
}
