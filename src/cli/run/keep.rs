//! `keep`: decides which documents stay, and writes decisions, documents and the list of the dropped ones.

use std::cell::RefCell;
use std::io::{BufWriter, IsTerminal, Stdout, Write, stdout};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::error::ErrorKind;
use serde_json::json;

use super::super::args::Keep;
use super::super::args::common::{Ids, Output};
use super::super::keep::input::CancellableInput;
use super::super::keep::{self, DropList, ListedDocuments, Outputs, Safe, StreamDecisions};
use super::Run;
use super::described::{MadeFrom, standard_output};
use crate::base::{DocNo, units};
use crate::candidates::{Method, PairSet};
use crate::cluster::DecidedDifferent;
use crate::collection::Collection;
use crate::config::Purpose;
use crate::corpus::copy::lines::Lines;
use crate::corpus::packing::Format as FileFormat;
use crate::corpus::read::LineBlocks;
use crate::corpus::{Source, job_folder, standard_input};
use crate::engine::keep::stream::{Comparing, Decided, Streamed};
use crate::engine::keep::{Keeping, Rule, Subject, keep, stream};
use crate::engine::new_file::{NewFile, input_files};
use crate::engine::progress::{Sampler, Stage};
use crate::report::Format;
use crate::settings::{Settings, Sketching};
use crate::similarity::{Measure, estimate::standard_error};

/// Documents that are copied before progress is reported.
const REPORTED: u64 = 1 << 8;

/// Name of standard input in the ids of its rows.
const INPUT: &str = "stdin.jsonl";

/// A usage error.
fn wrong(said: &str) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("{said}\n")).into()
}

/// Standard output, as lines that a terminal may show.
fn printed_lines() -> Lines<Box<dyn Write>> {
    let out = BufWriter::new(stdout());
    Lines::new(match stdout().is_terminal() {
        true => Box::new(Safe(out)),
        false => Box::new(out),
    })
}

/// The list of dropped ids: a file, or standard output.
enum List {
    File(DropList<NewFile>),
    Printed(DropList<BufWriter<Stdout>>),
}

impl List {
    fn of(asked: &Keep, outputs: &Outputs) -> anyhow::Result<Option<Self>> {
        if asked.drop_list.is_none() {
            return Ok(None);
        }
        Ok(Some(match &outputs.drop_list {
            Some(path) => List::File(DropList {
                out: NewFile::begin(path, outputs.force)?,
                null: asked.null,
                terminal: false,
            }),
            None => List::Printed(DropList {
                out: BufWriter::new(stdout()),
                null: asked.null,
                terminal: stdout().is_terminal(),
            }),
        }))
    }

    fn id(&mut self, id: &str) -> anyhow::Result<()> {
        match self {
            List::File(list) => list.id(id),
            List::Printed(list) => list.id(id),
        }
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        match self {
            List::File(_) => Ok(()),
            List::Printed(list) => Ok(list.out.flush()?),
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        match self {
            List::File(list) => list.out.finish(),
            List::Printed(mut list) => Ok(list.out.flush()?),
        }
    }
}

impl Run<'_> {
    /// Keeps one copy of each near-duplicate.
    pub(super) fn keep(&self, asked: &Keep) -> anyhow::Result<()> {
        if asked.pair_search.purpose() == Purpose::CopiedText {
            return Err(wrong(
                "keep drops near-duplicates; that a text holds a part of another is no reason to drop it: leave out --for copied-text",
            ));
        }
        let is_input = |path: &PathBuf| path.as_os_str() == standard_input::PATH;
        let roots = self.common.sets.paths(&asked.corpus.paths);
        let is_stream = roots.iter().any(is_input);
        let to_stdout = asked.drop_list.as_ref().is_some_and(is_input);
        if to_stdout && asked.format.is_some() {
            return Err(wrong(
                "--drop-list - and --format both write to standard output: give --drop-list a file",
            ));
        }
        let outputs = Outputs::of(asked, &roots, self.common.meta.as_deref())?;
        for (option, path) in [("--out", &asked.out), ("--drop-list", &asked.drop_list)] {
            if let Some(path) = path {
                self.check_named_once(option, path)?;
            }
        }
        if is_stream {
            return self.keep_stream(asked, &outputs);
        }
        let job_paths = roots.clone();
        let paths = &asked.corpus.paths;
        let (collection, pairs) = self.pairs(paths, &asked.corpus.settings, &asked.pair_search)?;
        if outputs.any_exists() {
            outputs.check(&input_files(&collection))?;
        }
        let corpus = (&paths[..], asked.corpus.settings.settings());
        let how = asked.decided.decided_different;
        let threshold = asked.pair_search.threshold;
        let apart = self.apart(corpus, how, (&collection, &pairs, threshold))?;
        let pairs = match how {
            Some(DecidedDifferent::Apart) => self.respecting(&apart, pairs, threshold),
            _ => pairs,
        };
        let roots = self.listed(roots)?;
        let keeping = self.kept(asked, &collection, &pairs, &roots)?;
        let sets = self.common.sets.sets(paths)?;
        let documents = ListedDocuments::of(&collection, &keeping);
        if keeping.config.rule == Rule::Newest {
            self.say_undated(&collection, (&pairs, threshold), &sets);
        }
        if asked.drop_list.is_some() {
            check_names(&documents)?;
            check_job(&collection, &job_paths)?;
        }
        self.say_kept(&documents, &pairs);
        self.write_kept(asked, &outputs, &documents, &pairs)
    }

    /// All paths of the corpus, in their order: `roots`, and those of a list that can be read again.
    fn listed(&self, roots: Vec<PathBuf>) -> anyhow::Result<Vec<PathBuf>> {
        let selection = &self.common.selection;
        let list = selection.files_from.as_ref();
        if list.is_none_or(|list| list.as_os_str() == standard_input::PATH) {
            return Ok(roots);
        }
        let source = selection.source(roots, |paths| Source::Paths(paths.to_vec()))?;
        Ok(source.paths().unwrap_or_default().to_vec())
    }

    /// Which documents stay.
    fn kept(
        &self,
        asked: &Keep,
        collection: &Collection,
        pairs: &PairSet,
        roots: &[PathBuf],
    ) -> anyhow::Result<Keeping> {
        let sets = self.common.sets.sets(&asked.corpus.paths)?;
        let subject = Subject {
            collection,
            pairs,
            threshold: asked.pair_search.threshold,
            roots,
            sets: &sets,
        };
        let should_continue = || !self.cancel.stopped();
        let decide = || keep(&subject, &asked.config(), None, &should_continue);
        // As in `clustering`.
        let keeping = self
            .listening
            .ending_at_once(|| self.pool.install(decide))?;
        self.should_continue()?;
        Ok(keeping)
    }

    /// Says what stays.
    fn say_kept(&self, documents: &ListedDocuments<'_>, pairs: &PairSet) {
        let keeping = documents.keeping;
        let all = documents.all().len() as u64;
        let kept = documents.kept().count() as u64;
        let archive = keeping.documents.len() as u64 - all;
        let beside = match archive {
            0 => String::new(),
            archive => format!(
                "; the archive stays and is not listed ({})",
                units::counted(archive, "document", "documents")
            ),
        };
        self.talk.say(&format!(
            "{}: {} kept, {} dropped, by {}{beside}",
            units::counted(all, "document", "documents"),
            units::count(kept),
            units::count(all - kept),
            keeping.config.rule,
        ));
        if keeping.by_chains > 0 {
            let (are, stay) = match keeping.by_chains {
                1 => ("document is", "stays"),
                _ => ("documents are", "stay"),
            };
            self.talk.say(&format!(
                "{} {are} linked to a kept one only through a chain and {stay}: --chains drops what is so linked",
                units::count(keeping.by_chains),
            ));
        }
        if !pairs.info.complete {
            self.talk.say(&format!(
                "near-duplicates were found by {}, which may miss some: --method exact misses none",
                pairs.info.method
            ));
        }
        if documents.collection.not_read().next().is_some() {
            self.talk
                .say("what was not read is neither kept nor dropped");
        }
    }

    /// Writes the files that were asked for, and prints what is to be printed.
    fn write_kept(
        &self,
        asked: &Keep,
        outputs: &Outputs,
        documents: &ListedDocuments<'_>,
        pairs: &PairSet,
    ) -> anyhow::Result<()> {
        if let Some((path, format)) = &outputs.out {
            let file = NewFile::begin(path, outputs.force)?;
            let total = documents.all().len() as u64;
            let state = RefCell::new((0_u64, Sampler::new(Stage::Copy)));
            let step = || {
                self.cancel.check()?;
                let (done, sampler) = &mut *state.borrow_mut();
                // Rows that are no documents count for nothing.
                *done = total.min(*done + 1);
                if done.is_multiple_of(REPORTED) && sampler.is_due() {
                    self.talk.progress(&sampler.at(*done, total, 0));
                }
                Ok(())
            };
            let written = keep::write(documents, (path, *format), file, &step);
            self.talk.done();
            written
                .with_context(|| format!("cannot write {}", path.display()))?
                .finish()?;
        }
        if let Some(mut list) = List::of(asked, outputs)? {
            for doc in documents.all() {
                if documents.dropped(*doc).is_some() {
                    list.id(documents.printed_id(*doc))?;
                }
            }
            list.finish()?;
        }
        let (collection, keeping) = (documents.collection, documents.keeping);
        let options = json!({
            "threshold": keeping.threshold,
            "method": pairs.info.method.to_string(),
            "by": keeping.config.rule.to_string(),
            "chains": keeping.config.chains,
        });
        let from = MadeFrom::Corpus(collection);
        let Some(output) = asked.printed() else {
            let made = self.provenance("keep", &from, options);
            return self.write_meta(&made, &input_files(collection));
        };
        let to = self.described("keep", &from, options, output)?;
        keep::decisions(documents, to)
    }

    /// Refuses what needs the whole corpus.
    fn check_stream(&self, asked: &Keep) -> anyhow::Result<()> {
        let common = &self.common;
        let method = asked.pair_search.method();
        let config = asked
            .pair_search
            .method_config(&asked.corpus.settings.settings().sketching)?;
        let one = asked.corpus.paths.len() == 1 && common.sets.is_empty();
        let refused = match () {
            () if !one || common.selection.files_from.is_some() => {
                "other paths and sets of documents"
            }
            () if !common.sets.is_undated() => "--dates",
            () if asked.decided.decided_different.is_some() => "--decided-different",
            () if asked.by != Rule::First => "--by other than first",
            () if asked.chains => "--chains",
            () if common.masks.any() => "what is left out of the comparison",
            () if !matches!(method, Method::Auto | Method::Lsh) => "--method other than lsh",
            () if config.measure != Measure::Jaccard => "--measure other than jaccard",
            () if common.meta.is_some() => "--meta",
            () if common.ids == Ids::Bare => "--ids bare",
            () if asked.format == Some(Format::Table) => "--format table",
            () => return Ok(()),
        };
        Err(wrong(&format!(
            "keep - reads standard input once and holds no text, so that {refused} cannot be used with it: write the input to a file and give that"
        )))
    }

    /// Keeps documents of standard input as they come.
    fn keep_stream(&self, asked: &Keep, outputs: &Outputs) -> anyhow::Result<()> {
        self.check_stream(asked)?;
        let settings = asked.corpus.settings.settings();
        let config = asked.pair_search.method_config(&settings.sketching)?;
        let threshold = asked.pair_search.threshold;
        let chosen = || stream::banding(&settings, threshold, config.recall);
        let banding = config.banding.unwrap_or_else(chosen);
        let prints_lines =
            asked.format.is_none() && asked.out.is_none() && asked.drop_list.is_none();
        let output = asked.printed().filter(|_| !prints_lines);
        let comparing = Comparing {
            banding,
            threshold,
            with_ids: output.is_some(),
            unique_ids: output.is_some() || asked.drop_list.is_some(),
        };
        let mut to = Streams::of(asked, outputs, output, prints_lines)?;
        let input = CancellableInput {
            cancel: self.cancel.clone(),
        };
        let blocks = LineBlocks::new(Box::new(input), INPUT, &settings.reading);
        let blocks = blocks.context("cannot read standard input")?;
        let begun = Instant::now();
        let streamed = self.stream(blocks, &settings, comparing, &mut to)?;
        self.talk.done();
        self.should_continue()?;
        match &streamed.first_unread {
            Some((id, reason)) if streamed.kept == 0 => anyhow::bail!(
                "no document in standard input, which is read as JSON Lines: {} not read, the first being {id} ({reason}); other files are given as PATH",
                super::surroundings::files_or_rows(streamed.unread)
            ),
            None if streamed.kept == 0 => {
                anyhow::bail!("no document in standard input: it is empty")
            }
            _ => {}
        }
        to.finish()?;
        self.say_streamed(&streamed, comparing, &settings, begun);
        self.unread
            .fetch_max(streamed.failures, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    }

    fn stream(
        &self,
        blocks: LineBlocks,
        settings: &Settings,
        comparing: Comparing,
        to: &mut Streams,
    ) -> anyhow::Result<Streamed> {
        // The reading thread also writes; only sketches are computed on the pool.
        let to = RefCell::new(to);
        stream::keep(
            blocks,
            settings,
            comparing,
            &self.pool,
            self.cancel,
            |decided| to.borrow_mut().decided(decided),
            |_| to.borrow_mut().block_ends(),
        )
    }

    fn say_streamed(
        &self,
        streamed: &Streamed,
        comparing: Comparing,
        settings: &Settings,
        begun: Instant,
    ) {
        let j = comparing.threshold;
        let Sketching {
            permutations: values,
            bits,
            ..
        } = settings.sketching;
        self.talk.say(&format!(
            "{}: {} kept, {} dropped, first come, in {}",
            units::counted(streamed.kept + streamed.dropped, "document", "documents"),
            units::count(streamed.kept),
            units::count(streamed.dropped),
            units::duration(begun.elapsed()),
        ));
        self.talk.say(&format!(
            "by estimates from sketches in {}×{} bands, standard error {:.3} at {j}: a file given as PATH is compared exactly",
            comparing.banding.bands,
            comparing.banding.rows,
            standard_error(j, values, bits),
        ));
        if streamed.renamed > 0 {
            self.talk.say(&format!(
                "{} an id that stands before: ~2, ~3 and so on tell them apart",
                units::counted(streamed.renamed, "document has", "documents have")
            ));
        }
        if let Some((id, reason)) = &streamed.first_unread {
            self.talk.say(&format!(
                "{} not read and not passed on, the first being {id} ({reason})",
                super::surroundings::files_or_rows(streamed.unread)
            ));
        }
    }
}

/// Refuses a list of names of the folder of a job, in which a document has another name than in its corpus: several rows
/// have one id, and not all of them are in clusters.
///
/// # Errors
/// There are such names; other paths beside the folder; a part of the job that cannot be read.
fn check_job(collection: &Collection, paths: &[PathBuf]) -> anyhow::Result<()> {
    let Some(job) = paths.iter().find(|path| job_folder::is_job(path)) else {
        return Ok(());
    };
    anyhow::ensure!(
        paths.len() == 1,
        "{} is the folder of a job: give it alone, so that --drop-list has the names of its corpus",
        job.display()
    );
    let names = job_folder::names(job)?;
    let is_other = |doc: &DocNo| !names.contains(collection.id(*doc));
    let numbered = collection.renamed().next();
    if let Some(doc) = numbered.or_else(|| collection.documents().find(is_other)) {
        bail!(
            "{} is the folder of a job, and several rows of its corpus have one id: {} would be another row there; give the rows \
             ids of their own, and run the job again, or keep the corpus itself",
            job.display(),
            collection.id(doc)
        )
    }
    Ok(())
}

/// Refuses to list a dropped file whose name is not UTF-8: its id has replacement characters and can be the name of
/// another file.
fn check_names(documents: &ListedDocuments<'_>) -> anyhow::Result<()> {
    for doc in documents.all() {
        if documents.dropped(*doc).is_none() {
            continue;
        }
        let row = documents.row_as_read(*doc);
        if let Some(path) = row.place.path().filter(|path| path.to_str().is_none()) {
            anyhow::bail!(
                "--drop-list: the name of {path:?} is not UTF-8, so that no list can name it: rename the file"
            );
        }
    }
    Ok(())
}

/// What a stream is written to.
struct Streams {
    /// Kept lines on standard output.
    printed: Option<Lines<Box<dyn Write>>>,
    /// Decisions on standard output.
    decisions: Option<StreamDecisions<BufWriter<Stdout>>>,
    /// Kept lines in a file.
    out: Option<Lines<NewFile>>,
    list: Option<List>,
}

impl Streams {
    fn of(
        asked: &Keep,
        outputs: &Outputs,
        output: Option<Output>,
        prints_lines: bool,
    ) -> anyhow::Result<Self> {
        let out = match &outputs.out {
            Some((path, FileFormat::JsonLines)) => {
                Some(Lines::new(NewFile::begin(path, outputs.force)?))
            }
            Some((path, _)) => bail!(
                "--out {}: lines of JSON come from standard input: give a name that ends in .jsonl",
                path.display()
            ),
            None => None,
        };
        let decisions = output.map(|output| StreamDecisions::new(standard_output(output)));
        Ok(Streams {
            printed: prints_lines.then(printed_lines),
            decisions: decisions.transpose()?,
            out,
            list: List::of(asked, outputs)?,
        })
    }

    fn decided(&mut self, decided: &Decided<'_>) -> anyhow::Result<()> {
        if let Some(decisions) = &mut self.decisions {
            decisions.row(decided)?;
        }
        if decided.keeper.is_none() {
            if let Some(printed) = &mut self.printed {
                printed.line(decided.line.with_end())?;
            }
            if let Some(out) = &mut self.out {
                out.line(decided.line.with_end())?;
            }
        } else if let Some(list) = &mut self.list {
            list.id(decided.id)?;
        }
        Ok(())
    }

    fn block_ends(&mut self) -> anyhow::Result<()> {
        if let Some(printed) = &mut self.printed {
            printed.flush()?;
        }
        match &mut self.list {
            Some(list) => list.flush(),
            None => Ok(()),
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        if let Some(mut printed) = self.printed {
            printed.flush()?;
        }
        if let Some(decisions) = self.decisions {
            decisions.finish()?;
        }
        if let Some(out) = self.out {
            out.into_inner().finish()?;
        }
        self.list.map_or(Ok(()), List::finish)
    }
}
