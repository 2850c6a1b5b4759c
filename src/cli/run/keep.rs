//! `keep`: decides which documents stay, and writes decisions, lines that stay and the ids of the dropped ones.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use clap::error::ErrorKind;
use serde_json::json;

use super::super::args::Keep;
use super::super::args::common::Ids;
use super::super::keep::stream::{CancellableInput, StreamOutput};
use super::super::keep::{self, DropList, ListedDocuments, Outputs};
use super::Run;
use super::described::MadeFrom;
use crate::base::{DocNo, units};
use crate::candidates::{Method, PairSet};
use crate::cluster::DecidedDifferent;
use crate::collection::Collection;
use crate::config::Purpose;
use crate::corpus::read::LineBlocks;
use crate::corpus::{Source, demo, job_folder};
use crate::engine::keep::{Keeping, Rule, Subject, keep, stream};
use crate::engine::new_file::{NewFile, input_files};
use crate::engine::progress::{Sampler, Stage};
use crate::similarity::{Measure, estimate::standard_error};

/// Lines that are copied before progress is reported.
const REPORTED: u64 = 1 << 8;

/// Name of standard input in the ids of its rows.
const INPUT: &str = "stdin.jsonl";

/// A usage error.
fn wrong(said: &str) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, format!("{said}\n")).into()
}

impl Run<'_> {
    /// Keeps one copy of each near-duplicate.
    pub(super) fn keep(&self, asked: &Keep) -> anyhow::Result<()> {
        if asked.pair_search.purpose() == Purpose::CopiedText {
            return Err(wrong(
                "keep drops near-duplicates; that a text holds a part of another is no reason to drop it: leave out --for copied-text",
            ));
        }
        let is_input = |path: &PathBuf| path.as_os_str() == demo::STANDARD_INPUT;
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
            Some(DecidedDifferent::Apart) => {
                self.respecting(&apart, (&collection, pairs), threshold)
            }
            _ => pairs,
        };
        let roots = self.listed(roots)?;
        let keeping = self.kept(asked, &collection, &pairs, &roots)?;
        let sets = self.common.sets.sets(paths)?;
        let documents = ListedDocuments::of(&collection, &keeping);
        if keeping.config.rule == Rule::Newest {
            self.say_undated(&collection, &sets);
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
        if list.is_none_or(|list| list.as_os_str() == demo::STANDARD_INPUT) {
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
        if !pairs.info.complete && pairs.dense.is_none() {
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
        if let Some(path) = &outputs.out {
            let file = NewFile::begin(path, outputs.force)?;
            let total = documents.kept().count() as u64;
            let state = RefCell::new((0_u64, Sampler::new(Stage::Copy)));
            let step = || {
                self.cancel.check()?;
                let (done, sampler) = &mut *state.borrow_mut();
                *done += 1;
                if done.is_multiple_of(REPORTED) && sampler.is_due() {
                    self.talk.progress(&sampler.at(*done, total, 0));
                }
                Ok(())
            };
            let written = keep::copy(documents, path, file, &step);
            self.talk.done();
            let written = written.with_context(|| format!("cannot write {}", path.display()));
            written?.finish()?;
        }
        let (collection, keeping) = (documents.collection, documents.keeping);
        if let Some(mut list) = DropList::new(asked, outputs)? {
            for doc in documents.all() {
                if documents.dropped(*doc).is_some() {
                    list.id(collection.printed_id(*doc))?;
                }
            }
            list.finish()?;
        }
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
        let (common, search) = (&self.common, &asked.pair_search);
        let sketching = &asked.corpus.settings.settings().sketching;
        let is_jaccard = search.method_config(sketching)?.measure == Measure::Jaccard;
        let is_lsh = matches!(search.method(), Method::Auto | Method::Lsh);
        let is_decided = asked.decided.decided_different.is_some();
        let refused = [
            (asked.corpus.paths.len() > 1, "other paths"),
            (common.selection.files_from.is_some(), "--files-from"),
            (!common.sets.is_empty(), "sets of documents"),
            (!common.sets.is_undated(), "--dates"),
            (is_decided, "--decided-different"),
            (asked.by != Rule::First, "--by other than first"),
            (asked.chains, "--chains"),
            (common.masks.any(), "what is left out of the comparison"),
            (!is_lsh, "--method other than lsh"),
            (!is_jaccard, "--measure other than jaccard"),
            (common.meta.is_some(), "--meta"),
            (common.ids == Ids::Bare, "--ids bare"),
            (asked.format.is_some(), "--format"),
        ];
        match refused.iter().find(|(is_given, _)| *is_given) {
            Some((_, what)) => Err(wrong(&format!(
                "keep - passes on lines as they come and holds no text, so that {what} cannot be used with it: write the input to a file and give that"
            ))),
            None => Ok(()),
        }
    }

    /// Keeps lines of standard input as they come.
    fn keep_stream(&self, asked: &Keep, outputs: &Outputs) -> anyhow::Result<()> {
        self.check_stream(asked)?;
        let settings = asked.corpus.settings.settings();
        let config = asked.pair_search.method_config(&settings.sketching)?;
        let threshold = asked.pair_search.threshold;
        let chosen = || stream::banding(&settings, threshold, config.recall);
        let banding = config.banding.unwrap_or_else(chosen);
        let mut to = StreamOutput::new(asked, outputs)?;
        let cancel = self.cancel.clone();
        let input = Box::new(CancellableInput { cancel });
        let blocks = LineBlocks::new(input, INPUT, &settings.reading);
        let blocks = blocks.context("cannot read standard input")?;
        let comparing = (banding, threshold);
        let write = |block| to.block(block);
        let unread = stream::keep(blocks, &settings, comparing, &self.pool, self.cancel, write)?;
        self.should_continue()?;
        let (kept, dropped) = to.counts;
        let first = unread.first.map(|(id, reason)| {
            let rows = super::surroundings::files_or_rows(unread.count);
            format!("{rows} not read and not passed on, the first being {id} ({reason})")
        });
        if kept == 0 {
            bail!(
                "no document in standard input, which is read as JSON Lines: {}; other files are given as PATH",
                first.as_deref().unwrap_or("it is empty")
            );
        }
        to.finish()?;
        let sketching = &settings.sketching;
        self.talk.say(&format!(
            "{}: {} kept, {} dropped, by estimates of standard error {:.3} at {threshold}: a file given as PATH is compared exactly",
            units::counted(kept + dropped, "document", "documents"),
            units::count(kept),
            units::count(dropped),
            standard_error(threshold, sketching.permutations, sketching.bits),
        ));
        first.inspect(|said| self.talk.say(said));
        self.unread.fetch_max(unread.failures, Ordering::Relaxed);
        Ok(())
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
        let row = documents.collection.row_as_read(*doc);
        if let Some(path) = row.place.on_disk().filter(|path| path.to_str().is_none()) {
            anyhow::bail!(
                "--drop-list: the name of {path:?} is not UTF-8, so that no list can name it: rename the file"
            );
        }
    }
    Ok(())
}
