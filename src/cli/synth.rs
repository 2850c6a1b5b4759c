//! `synth`: writes a synthetic corpus with planted near-duplicates as JSON Lines, for measurements of
//! speed and recall.

use std::fs::File;
use std::io::{self, ErrorKind, Write, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::args;
use super::talk::Talk;
use crate::base::units;
use crate::engine::cancel::Cancel;
use crate::engine::{Progress, Stage};
use crate::synth::{Passages, PlantedPassage, Synth, SyntheticMirrors};

/// Interval between two progress reports.
const SAMPLE: Duration = Duration::from_millis(100);

/// Writes the corpus and, if requested, its planted pairs. Call it on the thread pool.
pub fn run(asked: &args::Synth, cancel: &Cancel, talk: &Talk) -> anyhow::Result<()> {
    if asked.passages {
        return with_passages(asked, cancel, talk);
    }
    if asked.mirrors {
        return with_mirrors(asked, cancel, talk);
    }
    let synth = Synth::new(
        asked.documents as usize,
        asked.words as usize,
        asked.duplicates,
        asked.seed,
    );
    let to_stdout = asked.out == Path::new("-");
    if asked.truth.as_deref() == Some(&asked.out) && !to_stdout {
        bail!("--out and --truth name the same file; give each its own");
    }
    let truth = match &asked.truth {
        Some(path) => Some((path, create(path, asked.force)?)),
        None => None,
    };
    let bytes = if to_stdout {
        corpus(&synth, cancel, talk, stdout().lock())?
    } else {
        let file = create(&asked.out, asked.force)?;
        corpus(&synth, cancel, talk, file).with_context(|| cannot_write(&asked.out))?
    };
    talk.done();
    if cancel.stopped() {
        bail!("interrupted; the corpus is not complete");
    }
    let mut said = format!(
        "{} ({} of text)",
        units::counted(synth.documents() as u64, "document", "documents"),
        units::bytes(bytes)
    );
    if let Some((path, file)) = truth {
        let name = asked.out.file_name().filter(|_| !to_stdout);
        let name = name.map(|name| name.to_string_lossy().into_owned());
        let pairs = planted(&synth, name.as_deref(), file).with_context(|| cannot_write(path))?;
        said += &format!(
            "; {} in {}",
            units::counted(pairs, "planted pair", "planted pairs"),
            path.display()
        );
    }
    talk.say(&said);
    Ok(())
}

/// Writes a corpus with planted passages and, if requested, where they stand.
fn with_passages(asked: &args::Synth, cancel: &Cancel, talk: &Talk) -> anyhow::Result<()> {
    let synth = Passages::new(asked.documents as usize, asked.words as usize, asked.seed);
    let to_stdout = asked.out == Path::new("-");
    if asked.truth.as_deref() == Some(&asked.out) && !to_stdout {
        bail!("--out and --truth name the same file; give each its own");
    }
    let name = asked.out.file_name().filter(|_| !to_stdout);
    let name = name.map(|name| name.to_string_lossy().into_owned());
    let id = |number: usize| match &name {
        Some(name) => format!("{name}#{}", synth.id(number)),
        None => synth.id(number),
    };
    let mut truth = match &asked.truth {
        Some(path) => Some(csv::Writer::from_writer(create(path, asked.force)?)),
        None => None,
    };
    if let Some(truth) = &mut truth {
        truth.write_record(["a", "a_start", "a_end", "b", "b_start", "b_end", "kind"])?;
    }
    let mut planted = 0;
    let mut note = |p: &PlantedPassage| -> io::Result<()> {
        planted += 1;
        let Some(truth) = &mut truth else {
            return Ok(());
        };
        let row = [
            id(p.a),
            p.in_a.0.to_string(),
            p.in_a.1.to_string(),
            id(p.b),
            p.in_b.0.to_string(),
            p.in_b.1.to_string(),
            p.kind.to_owned(),
        ];
        truth.write_record(row).map_err(io::Error::other)
    };
    let mut out: Box<dyn Write> = if to_stdout {
        Box::new(stdout().lock())
    } else {
        Box::new(create(&asked.out, asked.force)?)
    };
    let begun = Instant::now();
    let mut sampled = begun;
    let should_continue = |done: usize, bytes: u64| {
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
    let written = synth.write_jsonl(&mut out, &mut note, should_continue);
    let bytes = written.with_context(|| cannot_write(&asked.out))?;
    talk.done();
    if cancel.stopped() {
        bail!("interrupted; the corpus is not complete");
    }
    let mut said = format!(
        "{} ({} of text)",
        units::counted(asked.documents.into(), "document", "documents"),
        units::bytes(bytes)
    );
    if let (Some(path), Some(mut truth)) = (&asked.truth, truth) {
        truth.flush().with_context(|| cannot_write(path))?;
        said += &format!(
            "; {} in {}",
            units::counted(planted, "planted passage", "planted passages"),
            path.display()
        );
    }
    talk.say(&said);
    Ok(())
}

/// Writes a corpus with planted mirrors and, if requested, which trees are mirrors.
fn with_mirrors(asked: &args::Synth, cancel: &Cancel, talk: &Talk) -> anyhow::Result<()> {
    let (documents, words) = (asked.documents as usize, asked.words as usize);
    let synth = SyntheticMirrors::new(documents, asked.pages as usize, words, asked.seed);
    let to_stdout = asked.out == Path::new("-");
    if asked.truth.as_deref() == Some(&asked.out) && !to_stdout {
        bail!("--out and --truth name the same file; give each its own");
    }
    let truth = match &asked.truth {
        Some(path) => Some((path, create(path, asked.force)?)),
        None => None,
    };
    let out: Box<dyn Write> = if to_stdout {
        Box::new(stdout().lock())
    } else {
        Box::new(create(&asked.out, asked.force)?)
    };
    let begun = Instant::now();
    let mut sampled = begun;
    let written = synth.write_jsonl(out, |done, bytes| {
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
    });
    let (pages, bytes) = written.with_context(|| cannot_write(&asked.out))?;
    talk.done();
    if cancel.stopped() {
        bail!("interrupted; the corpus is not complete");
    }
    let mut said = format!(
        "{} of {} ({} of text)",
        units::counted(pages as u64, "page", "pages"),
        units::counted(synth.sites() as u64, "site", "sites"),
        units::bytes(bytes)
    );
    if let Some((path, file)) = truth {
        let name = asked.out.file_name().filter(|_| !to_stdout);
        let name = name.map(|name| name.to_string_lossy().into_owned());
        let tree = |tree: String| match &name {
            Some(name) => format!("{name}#{tree}"),
            None => tree,
        };
        let mut out = csv::Writer::from_writer(file);
        out.write_record(["left", "right", "kind", "mirror"])?;
        let planted = synth.planted();
        let mirrors = planted.iter().filter(|pair| pair.is_mirror).count() as u64;
        for pair in planted {
            let is_mirror = pair.is_mirror.to_string();
            let (left, right) = (tree(pair.left), tree(pair.right));
            out.write_record([left, right, pair.kind.to_owned(), is_mirror])?;
        }
        out.flush().with_context(|| cannot_write(path))?;
        said += &format!(
            "; {} in {}",
            units::counted(mirrors, "planted mirror", "planted mirrors"),
            path.display()
        );
    }
    talk.say(&said);
    Ok(())
}

/// Writes the documents in order and reports progress; returns the bytes of text.
fn corpus(synth: &Synth, cancel: &Cancel, talk: &Talk, out: impl Write) -> io::Result<u64> {
    let begun = Instant::now();
    let mut sampled = begun;
    synth.write_jsonl(out, |done, bytes| {
        if sampled.elapsed() >= SAMPLE {
            sampled = Instant::now();
            talk.progress(&Progress {
                stage: Stage::MakeUp,
                done: done as u64,
                total: synth.documents() as u64,
                bytes,
                elapsed: begun.elapsed(),
            });
        }
        !cancel.stopped()
    })
}

/// Writes the planted pairs and returns their number. Ids are those that the program gives to documents
/// of a file called `name`: `name#ID`, or only `ID` for standard output, which has no name.
fn planted(synth: &Synth, name: Option<&str>, file: File) -> anyhow::Result<u64> {
    let id = |number: usize| match name {
        Some(name) => format!("{name}#{}", synth.id(number)),
        None => synth.id(number),
    };
    let mut out = csv::Writer::from_writer(file);
    out.write_record(["a", "b", "shared", "union", "jaccard"])?;
    let pairs = synth.planted();
    for pair in &pairs {
        out.write_record([
            id(pair.a),
            id(pair.b),
            pair.shared.to_string(),
            pair.union.to_string(),
            pair.jaccard().to_string(),
        ])?;
    }
    out.flush()?;
    Ok(pairs.len() as u64)
}

/// Creates a file; overwrites an existing one only with `force`.
fn create(path: &Path, force: bool) -> anyhow::Result<File> {
    let file = File::options()
        .write(true)
        .create_new(!force)
        .create(true)
        .truncate(true)
        .open(path);
    file.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => anyhow::anyhow!(
            "{} exists and was left as it is: give another name, or --force to overwrite it",
            path.display()
        ),
        _ => anyhow::Error::new(error).context(cannot_write(path)),
    })
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
