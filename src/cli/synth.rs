//! `synth`: writes a synthetic corpus with planted near-duplicates, passages or mirrors as JSON Lines, for
//! measurements of speed and recall.

mod made;

use std::io::stdout;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::args;
use super::pipe;
use super::talk::Talk;
use crate::base::units;
use crate::engine::cancel::Cancel;
use crate::engine::new_file::{self, NewFile};
use crate::engine::{Progress, Stage};
use crate::synth::Synth;
use made::{Mirrored, SynthCorpus, WithPassages};

/// Interval between two progress reports.
const SAMPLE: Duration = Duration::from_millis(100);

/// Writes the corpus and, if requested, what is planted in it. Call it on the thread pool.
pub fn run(asked: &args::Synth, cancel: &Cancel, talk: &Talk) -> anyhow::Result<()> {
    let documents = asked.documents as usize;
    let words = asked.words as usize;
    match () {
        () if asked.passages => {
            let made = WithPassages::new(documents, words, asked.seed);
            written(made, asked, cancel, talk)
        }
        () if asked.mirrors => {
            let made = Mirrored::new(documents, asked.pages as usize, words, asked.seed);
            written(made, asked, cancel, talk)
        }
        () => {
            let made = Synth::new(documents, words, asked.duplicates, asked.seed);
            written(made, asked, cancel, talk)
        }
    }
}

/// Writes a corpus and, if requested, what is planted in it.
fn written<M: SynthCorpus>(
    mut made: M,
    asked: &args::Synth,
    cancel: &Cancel,
    talk: &Talk,
) -> anyhow::Result<()> {
    let to_stdout = asked.out == Path::new("-");
    let truth = asked.truth.as_deref();
    if !to_stdout && truth.is_some_and(|truth| new_file::is_same(truth, &asked.out)) {
        bail!("--out and --truth name the same file; give each its own");
    }
    let truth = match &asked.truth {
        Some(path) => Some((path, create("--truth", path, asked.force)?)),
        None => None,
    };
    let begun = Instant::now();
    let mut sampled = begun;
    let mut should_continue = |done: usize, bytes: u64| {
        if sampled.elapsed() >= SAMPLE {
            sampled = Instant::now();
            talk.progress(&Progress {
                stage: Stage::MakeUp,
                done: done as u64,
                total: asked.documents.into(),
                bytes,
                elapsed: begun.elapsed(),
            });
        }
        !cancel.stopped()
    };
    let bytes = match to_stdout {
        true => made.write(&mut stdout().lock(), &mut should_continue)?,
        false => {
            let mut file = create("--out", &asked.out, asked.force)?;
            let bytes = made.write(&mut file, &mut should_continue);
            let bytes = bytes.with_context(|| cannot_write(&asked.out))?;
            if !cancel.stopped() {
                file.finish()?;
            }
            bytes
        }
    };
    talk.done();
    if cancel.stopped() {
        bail!("interrupted; the corpus is not complete");
    }
    let mut said = format!("{} ({} of text)", made.what(), units::bytes(bytes));
    if let Some((path, file)) = truth {
        // Ids are those that the program gives to documents of this file: `name#ID`, or only `ID` for standard
        // output, which has no name.
        let name = asked.out.file_name().filter(|_| !to_stdout);
        let name = name.map(|name| name.to_string_lossy().into_owned());
        let id = |own: String| match &name {
            Some(name) => [name, "#", &own].concat(),
            None => own,
        };
        let mut file = file;
        let mut write = || -> anyhow::Result<u64> {
            let mut out = csv::Writer::from_writer(&mut file);
            out.write_record(M::COLUMNS)?;
            let mut row = |row: &[String]| Ok(out.write_record(row)?);
            let planted = made.truth(&id, &mut row)?;
            out.flush()?;
            Ok(planted)
        };
        let planted = write().with_context(|| cannot_write(path))?;
        file.finish()?;
        let (one, many) = M::PLANTED;
        let planted = units::counted(planted, one, many);
        said += &format!("; {planted} in {}", path.display());
    }
    talk.say(&said);
    Ok(())
}

/// Begins the file that `option` names; one that is there is replaced only with `force`.
fn create(option: &str, path: &Path, force: bool) -> anyhow::Result<NewFile> {
    pipe::refuse("the output", path)?;
    new_file::check(option, path, force, &[])?;
    NewFile::begin(path, force)
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
