//! `keep`: decides which documents stay if one copy of each near-duplicate is kept; writes their lines and the ids of
//! the dropped ones.

mod copied;
mod outputs;

use crate::index::Collection;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail, ensure};
use clap::Args;
use serde_json::json;

use super::args::common::{CorpusArgs, DemoCorpus, Ids, Output};
use super::context::{CommandContext, RunCommand, files_or_rows};
use super::settings::{DecidedArgs, PairSearchArgs, conflict};
use crate::base::{DocNo, units};
use crate::candidates::{Method, PairSet};
use crate::cluster::DecidedDifferent;
use crate::config::Purpose;
use crate::corpus::read::LineBlocks;
use crate::corpus::{demo, job_folder};
use crate::engine::keep::{KeepConfig, KeepSubject, Rule, keep, stream as keep_stream};
use crate::engine::new_file::{NewFile, input_files};
use crate::report::{Cell, Destination, Format, RowWriter};
use crate::similarity::{Measure, estimate::standard_error};

use copied::copy;
use outputs::{CancellableInput, ListedDocuments, Outputs, StreamOutput};

/// Name of standard input in the ids of its rows.
const INPUT_NAME: &str = "stdin.jsonl";

fn usage_error(message: &str) -> anyhow::Error {
    conflict(format!("{message}\n")).into()
}

/// One copy of each near-duplicate.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example: cat shards/* | shinglescope keep - > clean.jsonl")]
pub struct Keep {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// Whether a document may be dropped although a decision marks it as different from the kept one.
    #[command(flatten)]
    pub decided: DecidedArgs,
    /// Which of several documents stays: first (in the order of the paths, then by name, then by position in the file),
    /// longest (in characters), newest (by --dates, front matter, columns or files; documents without a date last),
    /// path:GLOB (a document whose id or file matches); in a tie the first
    #[arg(
        long,
        value_name = "RULE",
        default_value = "first",
        help_heading = "Keeping"
    )]
    pub by: Rule,
    /// Keep one document of each cluster: also drop documents that are connected to it only through others
    #[arg(long, help_heading = "Keeping")]
    pub chains: bool,
    /// The files that are written.
    #[command(flatten)]
    pub outputs: Outputs,
    /// How decisions are printed, a row for each document
    #[arg(long, value_enum, help_heading = "Output")]
    pub format: Option<Format>,
    /// Put an apostrophe before text of CSV that a spreadsheet would take for a formula
    #[arg(long, help_heading = "Output")]
    pub csv_safe: bool,
}

impl RunCommand for Keep {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        if self.pair_search.purpose() == Purpose::CopiedText {
            return Err(usage_error(
                "keep drops near-duplicates, not texts that contain a part of another: remove --for copied-text",
            ));
        }
        let is_input = |path: &PathBuf| demo::is_standard_input(path);
        let roots = context.common.sets.paths(&self.corpus.paths);
        let outputs = &self.outputs;
        if outputs.drop_list.as_ref().is_some_and(is_input) && self.format.is_some() {
            return Err(usage_error(
                "--drop-list - and --format both write to standard output: give --drop-list a file",
            ));
        }
        let canonical = roots.iter().filter_map(|root| root.canonicalize().ok());
        outputs.check(&canonical.collect::<Vec<_>>())?;
        for (option, path) in outputs.files() {
            context.check_named_once(option, path)?;
        }
        if roots.iter().any(is_input) {
            return self.stream(context);
        }
        let (collection, pairs) = context.pairs(&self.corpus, &self.pair_search)?;
        outputs.check(&input_files(&collection))?;
        let decided = self.decided.stated();
        let threshold = self.pair_search.threshold;
        let cannot_link = context.apart(&self.corpus, decided, (&collection, &pairs, threshold))?;
        let pairs = match decided {
            Some(DecidedDifferent::Apart) => context.respecting(&cannot_link, pairs, threshold),
            _ => pairs,
        };
        let sets = context.common.sets.sets(&self.corpus.paths)?;
        let subject = KeepSubject {
            collection: &collection,
            pairs: &pairs,
            threshold,
            roots: &corpus_paths(context, roots.clone())?,
            sets: &sets,
        };
        let (rule, chains) = (self.by.clone(), self.chains);
        let config = KeepConfig { rule, chains };
        let keeping = context.ending_at_once(|| keep(&subject, &config, context.cancel))?;
        context.cancel.check()?;
        if self.by == Rule::Newest {
            context.say_undated(&collection, &sets);
        }
        let documents = ListedDocuments::new(&collection, &keeping);
        if outputs.drop_list.is_some() {
            check_names(&documents)?;
            check_job(&collection, &roots)?;
        }
        say_kept(context, &documents, &pairs);
        self.write(context, &documents, &pairs)
    }
}

impl Keep {
    /// Writes the requested files, and prints the requested tables.
    fn write(
        &self,
        context: &CommandContext<'_>,
        documents: &ListedDocuments<'_>,
        pairs: &PairSet,
    ) -> anyhow::Result<()> {
        let outputs = &self.outputs;
        if let Some(path) = &outputs.out {
            let file = NewFile::begin(path, outputs.force)?;
            let result = copy(documents, path, file, context.cancel);
            let result = result.with_context(|| format!("cannot write {}", path.display()));
            result?.finish()?;
        }
        let (collection, keeping) = (documents.collection, documents.keeping);
        if let Some(mut list) = outputs.list()? {
            let mut ids = documents.dropped().map(|doc| collection.printed_id(doc));
            ids.try_for_each(|id| list.id(id))?;
            list.finish()?;
        }
        let options = json!({
            "threshold": keeping.threshold,
            "method": pairs.info.method.to_string(),
            "by": keeping.config.rule.to_string(),
            "chains": keeping.config.chains,
        });
        // Prints a table only if no file is written or a format is given.
        let writes_files = outputs.out.is_some() || outputs.drop_list.is_some();
        let Some(format) = self.format.or((!writes_files).then_some(Format::Table)) else {
            let provenance = context.provenance("keep", collection, options);
            return context.write_meta(&provenance, collection);
        };
        let csv_safe = self.csv_safe;
        let output = Output { format, csv_safe };
        let to = context.described("keep", collection, options, output)?;
        write_decisions(documents, to)
    }

    /// Refuses options that need the whole corpus.
    fn check_stream(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let (common, search) = (&context.common, &self.pair_search);
        let sketching = &self.corpus.settings.settings().sketching;
        let is_jaccard = search.method_config(sketching)?.measure == Measure::Jaccard;
        let is_lsh = matches!(search.method(), Method::Auto | Method::Lsh);
        let is_decided = self.decided.stated().is_some();
        let conflicts = [
            (self.corpus.paths.len() > 1, "other paths"),
            (common.selection.files_from.is_some(), "--files-from"),
            (!common.sets.is_empty(), "sets of documents"),
            (common.sets.dates.is_some(), "--dates"),
            (is_decided, "--decided-different"),
            (self.by != Rule::First, "--by other than first"),
            (self.chains, "--chains"),
            (common.masks.any(), "excluded text"),
            (!is_lsh, "--method other than lsh"),
            (!is_jaccard, "--measure other than jaccard"),
            (common.meta.is_some(), "--meta"),
            (common.ids == Ids::Bare, "--ids bare"),
            (self.format.is_some(), "--format"),
        ];
        if let Some((_, name)) = conflicts.iter().find(|(is_given, _)| *is_given) {
            return Err(usage_error(&format!(
                "`keep -` does not store text and does not take {name}: write the input to a file and give that file"
            )));
        }
        Ok(())
    }

    /// Filters lines of standard input in one pass.
    fn stream(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        self.check_stream(context)?;
        let settings = self.corpus.settings.settings();
        let config = self.pair_search.method_config(&settings.sketching)?;
        let threshold = self.pair_search.threshold;
        let default_banding = || keep_stream::banding(&settings, threshold, config.recall);
        let banding = config.banding.unwrap_or_else(default_banding);
        let mut output = StreamOutput::new(&self.outputs)?;
        let input = Box::new(CancellableInput(context.cancel.clone()));
        let blocks = LineBlocks::new(input, INPUT_NAME, &settings.reading);
        let blocks = blocks.context("cannot read standard input")?;
        let criteria = (banding, threshold);
        let write = |block| output.block(block);
        let (pool, cancel) = (&context.pool, context.cancel);
        let unread = keep_stream::keep(blocks, &settings, criteria, pool, cancel, write)?;
        context.cancel.check()?;
        let (kept, dropped) = output.counts;
        let unread_message = unread.first.map(|(id, reason)| {
            let rows = files_or_rows(unread.count);
            format!("{rows} not read and not passed on, the first being {id} ({reason})")
        });
        ensure!(
            kept > 0,
            "no document in standard input, which is read as JSON Lines: {}; for another format give a PATH",
            unread_message.as_deref().unwrap_or("the input is empty")
        );
        output.finish()?;
        let sketching = &settings.sketching;
        context.say(&format!(
            "{}: {} kept, {} dropped, by estimates of standard error {:.3} at {threshold}: a file given as PATH is compared exactly",
            units::counted(kept + dropped, "document", "documents"),
            units::count(kept),
            units::count(dropped),
            standard_error(threshold, sketching.permutations, sketching.bits),
        ));
        unread_message.inspect(|message| context.say(message));
        context.unread.fetch_max(unread.failures, Ordering::Relaxed);
        Ok(())
    }
}

/// Returns all paths of the corpus in order: `roots`, then the paths of the `--files-from` list, unless it is standard
/// input, which cannot be read again.
fn corpus_paths(context: &CommandContext<'_>, roots: Vec<PathBuf>) -> anyhow::Result<Vec<PathBuf>> {
    let selection = &context.common.selection;
    let list = selection.files_from.as_ref();
    if list.is_none_or(|list| demo::is_standard_input(list)) {
        return Ok(roots);
    }
    let source = selection.source(roots, DemoCorpus::default())?;
    Ok(source.paths().unwrap_or_default().to_vec())
}

fn say_kept(context: &CommandContext<'_>, documents: &ListedDocuments<'_>, pairs: &PairSet) {
    let keeping = documents.keeping;
    let all = documents.all.len() as u64;
    let kept = documents.kept().count() as u64;
    let archive_note = match keeping.documents.len() as u64 - all {
        0 => String::new(),
        n => {
            let archive = units::counted(n, "document", "documents");
            format!("; the archive stays and is not listed ({archive})")
        }
    };
    context.say(&format!(
        "{}: {} kept, {} dropped, by {}{archive_note}",
        units::counted(all, "document", "documents"),
        units::count(kept),
        units::count(all - kept),
        keeping.config.rule,
    ));
    let singular = "document is linked to a kept one only through a chain and stays";
    let plural = "documents are linked to a kept one only through a chain and stay";
    if keeping.by_chains > 0 {
        let stay = units::counted(keeping.by_chains, singular, plural);
        context.say(&format!(
            "{stay}: --chains drops documents that are connected in this way"
        ));
    }
    if !pairs.info.complete && pairs.dense.is_none() {
        context.say(&format!(
            "near-duplicates were found by {}, which may miss some: --method exact misses none",
            pairs.info.method
        ));
    }
    if documents.collection.not_read().next().is_some() {
        context.say("unread documents are neither kept nor dropped");
    }
}

/// Refuses `--drop-list` for the folder of a job if an id in its results is not the id of the document in its corpus. This can happen
/// if several rows have the same id and some of them are in no cluster.
///
/// # Errors
/// A document has another id; other paths are given besides the folder; a part of the job cannot be read.
fn check_job(collection: &Collection, paths: &[PathBuf]) -> anyhow::Result<()> {
    let Some(job) = paths.iter().find(|path| job_folder::is_job(path)) else {
        return Ok(());
    };
    ensure!(
        paths.len() == 1,
        "{} is the folder of a job: give no other path with --drop-list",
        job.display()
    );
    let names = job_folder::names(job)?;
    let is_other = |doc: &DocNo| !names.contains(collection.id(*doc));
    let numbered = collection.renamed().next();
    if let Some(doc) = numbered.or_else(|| collection.documents().find(is_other)) {
        bail!(
            "{}: several rows of the corpus of this job have the same id, so {} can be another row there; run keep on the corpus, or \
             give each row its own id and run the job again",
            job.display(),
            collection.id(doc)
        )
    }
    Ok(())
}

/// Refuses to list a dropped file whose name is not UTF-8: its id has replacement characters and can be the name of
/// another file.
fn check_names(documents: &ListedDocuments<'_>) -> anyhow::Result<()> {
    for doc in documents.dropped() {
        let row = documents.collection.row_as_read(doc);
        if let Some(path) = row.location.on_disk()
            && path.to_str().is_none()
        {
            bail!(
                "--drop-list: the name of {path:?} is not UTF-8, so that no list can name it: rename the file"
            );
        }
    }
    Ok(())
}

/// Writes a row for each document, in the order of the corpus.
fn write_decisions(
    documents: &ListedDocuments<'_>,
    to: Destination<impl Write>,
) -> anyhow::Result<()> {
    let id = |doc: DocNo| Cell::text(documents.collection.printed_id(doc));
    let why = |doc: &DocNo| documents.why_dropped(*doc);
    let decision = |doc: &DocNo| why(doc).map_or("kept", |_| "dropped");
    Ok(RowWriter::items(
        to,
        &documents.all,
        &[
            ("document", &|doc| id(*doc)),
            ("decision", &|doc| decision(doc).into()),
            ("keeper", &|doc| why(doc).map(|w| id(w.link.keeper)).into()),
            ("similarity", &|d| why(d).map(|w| w.similarity).into()),
            ("steps", &|doc| why(doc).map(|w| w.link.steps).into()),
            ("weakest", &|d| why(d).map(|w| w.link.weakest).into()),
        ],
    )?)
}
