//! `synth`: writes a synthetic corpus with planted near-duplicates, passages or mirrors as JSON Lines, for
//! measurements of speed and recall.

use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::context::{CommandContext, RunCommand, refuse_pipe};
use super::ranges::share;
use crate::base::units;
use crate::engine::new_file::{self, NewFile};
use crate::engine::progress::{ProgressSampler, Stage};
use crate::synth::{self, Passages, PlantedPassage, SyntheticMirrors};

/// The arguments of `synth`.
#[derive(Clone, Debug, Args)]
pub struct SynthCommand {
    /// Number of documents
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub documents: u32,
    /// Approximate number of words of a document
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub words: u32,
    /// Share of documents that are copies of an earlier one: a tenth of them with the same bytes, two tenths with the
    /// same words, the others edited to a Jaccard of 0.5 or more
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    pub duplicates: f64,
    /// Seed of the corpus; the same seed makes the same bytes on every machine
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub seed: u64,
    /// File to write, or - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub out: PathBuf,
    /// Plant passages instead of copying whole documents: verbatim, with words replaced, deleted or inserted, shuffled,
    /// split, and from several sources; --truth writes their positions
    #[arg(long, conflicts_with = "duplicates")]
    pub passages: bool,
    /// Plant mirrors: sites of pages in folders, with paths as ids; every second site is a copy of the one before, with
    /// pages renamed, changed, removed or nested; --truth writes which trees are mirrors
    #[arg(long, conflicts_with_all = ["duplicates", "passages"])]
    pub mirrors: bool,
    /// Pages in a folder of a site; a site has ten folders
    #[arg(long, value_name = "N", default_value_t = 6, requires = "mirrors", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub pages: u32,
    /// Write the pairs that come from one original, with their exact figures, to this CSV file; with
    /// --passages the passages, in characters
    #[arg(long, value_name = "FILE")]
    pub truth: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

impl RunCommand for SynthCommand {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        context.install(|| self.write(context))
    }
}

impl SynthCommand {
    fn corpus(&self) -> Corpus {
        let (documents, words, seed) = (self.documents as usize, self.words as usize, self.seed);
        if self.passages {
            Corpus::Passages(Passages::new(documents, words, seed), Vec::new())
        } else if self.mirrors {
            let pages = self.pages as usize;
            Corpus::Mirrors(SyntheticMirrors::new(documents, pages, words, seed))
        } else {
            Corpus::Pairs(synth::Synth::new(documents, words, self.duplicates, seed))
        }
    }

    fn write(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let (cancel, talk) = (context.cancel, &context.talk);
        let to_stdout = self.out == Path::new("-");
        let truth = self.truth.as_deref();
        if !to_stdout && truth.is_some_and(|truth| new_file::is_same(truth, &self.out)) {
            bail!("--out and --truth name the same file; give each its own");
        }
        let truth = truth.map(|path| anyhow::Ok((path, self.create("--truth", path)?)));
        let truth = truth.transpose()?;
        let sampler = ProgressSampler::new(Stage::MakeUp);
        let mut should_continue = |done: usize, bytes: u64| {
            if sampler.is_due() {
                talk.progress(&sampler.at(done as u64, self.documents.into(), bytes));
            }
            !cancel.stopped()
        };
        let mut corpus = self.corpus();
        let (bytes, phrase) = if to_stdout {
            corpus.write(&mut stdout().lock(), &mut should_continue)?
        } else {
            let mut file = self.create("--out", &self.out)?;
            let result = corpus.write(&mut file, &mut should_continue);
            let result = result.with_context(|| cannot_write(&self.out))?;
            if !cancel.stopped() {
                file.finish()?;
            }
            result
        };
        talk.done();
        if cancel.stopped() {
            bail!("interrupted; the corpus is not complete");
        }
        let mut message = format!("{phrase} ({} of text)", units::bytes(bytes));
        if let Some((path, mut file)) = truth {
            // Ids have the form that the program gives to documents of this file: `name#ID`, or only `ID` for standard
            // output, which has no name.
            let name = self.out.file_name().filter(|_| !to_stdout);
            let id = |row_id: String| match name {
                Some(name) => format!("{}#{row_id}", name.to_string_lossy()),
                None => row_id,
            };
            let items = corpus.truth(&id, &mut file);
            let items = items.with_context(|| cannot_write(path))?;
            file.finish()?;
            message += &format!("; {items} in {}", path.display());
        }
        talk.say(&message);
        Ok(())
    }

    /// Begins the file that `option` names; an existing file is replaced only with `--force`.
    fn create(&self, option: &str, path: &Path) -> anyhow::Result<NewFile> {
        refuse_pipe("the output", path)?;
        new_file::check(option, path, self.force, &[])?;
        NewFile::begin(path, self.force)
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

enum Corpus {
    Pairs(synth::Synth),
    /// With passages, and the passages of the documents that were written.
    Passages(Passages, Vec<PlantedPassage>),
    Mirrors(SyntheticMirrors),
}

impl Corpus {
    /// Writes the corpus as JSON Lines; returns the bytes of text, and a phrase with the number of documents. Stops
    /// early if `should_continue` returns `false` for the documents and bytes so far.
    fn write(
        &mut self,
        out: &mut dyn Write,
        should_continue: &mut dyn FnMut(usize, u64) -> bool,
    ) -> io::Result<(u64, String)> {
        let documents = |n: usize| units::counted(n as u64, "document", "documents");
        Ok(match self {
            Corpus::Pairs(synth) => {
                let bytes = synth.write_jsonl(out, should_continue)?;
                (bytes, documents(synth.documents()))
            }
            Corpus::Passages(synth, planted) => {
                let note = |passage: &PlantedPassage| {
                    planted.push(*passage);
                    Ok(())
                };
                let bytes = synth.write_jsonl(out, note, should_continue)?;
                (bytes, documents(synth.documents()))
            }
            Corpus::Mirrors(synth) => {
                let (pages, bytes) = synth.write_jsonl(out, should_continue)?;
                let pages = units::counted(pages as u64, "page", "pages");
                let sites = units::counted(synth.sites() as u64, "site", "sites");
                (bytes, format!("{pages} of {sites}"))
            }
        })
    }

    /// Writes the table of planted items; call it after [`Corpus::write`]. `id` returns the id of a document, or the
    /// path of a tree, in the written file. Returns a phrase with the number of items.
    fn truth(&self, id: &dyn Fn(String) -> String, file: impl Write) -> anyhow::Result<String> {
        let mut out = csv::Writer::from_writer(file);
        let planted = match self {
            Corpus::Pairs(synth) => {
                out.write_record(["a", "b", "shared", "union", "jaccard"])?;
                let pairs = synth.planted();
                for pair in &pairs {
                    let (a, b) = (id(synth.id(pair.a)), id(synth.id(pair.b)));
                    out.serialize((a, b, pair.shared, pair.union, pair.jaccard().to_string()))?;
                }
                units::counted(pairs.len() as u64, "planted pair", "planted pairs")
            }
            Corpus::Passages(synth, planted) => {
                out.write_record(["a", "a_start", "a_end", "b", "b_start", "b_end", "kind"])?;
                for p in planted {
                    out.serialize((id(synth.id(p.a)), p.in_a, id(synth.id(p.b)), p.in_b, p.kind))?;
                }
                units::counted(planted.len() as u64, "planted passage", "planted passages")
            }
            Corpus::Mirrors(synth) => {
                out.write_record(["left", "right", "kind", "mirror"])?;
                let planted = synth.planted();
                let mirrors = planted.iter().filter(|pair| pair.is_mirror).count() as u64;
                for pair in planted {
                    out.serialize((id(pair.left), id(pair.right), pair.kind, pair.is_mirror))?;
                }
                units::counted(mirrors, "planted mirror", "planted mirrors")
            }
        };
        out.flush()?;
        Ok(planted)
    }
}
