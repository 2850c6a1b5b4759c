//! Context shared by all commands: opens the corpus, prints notes that matter for the figures, and checks for cancellation.

mod decided;
mod described;
mod pairs;

pub use described::{MadeFrom, print, refuse_pipe};

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, bail, ensure};
use serde_json::{Map, Value};

use super::args::common::{CommonOptions, CorpusArgs, Ids, JournalArgs, source};
use super::config_file::Config;
use super::masks::KeptMasks;
use super::settings::PairSearchArgs;
use super::talk::Talk;
use super::texts;
use crate::base::{Cancel, DocNo, sanitise, units};
use crate::config::Purpose;
use crate::corpus::extracted::LeftOut;
use crate::corpus::packing::{FileForm, bare, extension};
use crate::corpus::{Kind, SkipReason, Source, demo, discover, job_folder, read};
use crate::engine::excluded::{self, Listing};
use crate::engine::masking;
use crate::engine::message::BlockList;
use crate::engine::open::{self, Opened};
use crate::engine::options::{Options, Reuse};
use crate::engine::sets::Sets;
use crate::exit;
use crate::html_report;
use crate::index::{Collection, Dated};
use crate::mask::{AtEachK, MaskConfig, Masked};
use crate::review::with_kept;
use crate::settings::Reading;
use crate::term::signals::ending_signals;

/// How a command line was given.
#[derive(Clone, Debug, Default)]
pub struct Invocation {
    /// The values of the arguments that were typed.
    pub values: Vec<PathBuf>,
    /// The config file whose values were taken.
    pub config: Config,
    /// The command line as one types it again in a shell, without options that only change how the program runs, and with
    /// what the config file gave.
    pub command_line: String,
    /// The arguments that can change the result, by name, with defaults. Flags that are not given are left out.
    pub arguments: Map<String, Value>,
    /// The journal of decisions that the command names, and who reads it.
    pub journal: JournalArgs,
}

/// The first SIGINT (Ctrl-C) or SIGTERM requests cancellation, which keeps completed work. The second
/// one ends the process at once. So do SIGHUP and a second one of these, unless hang-ups are ignored (nohup).
pub fn listen(cancel: &Cancel) -> Listening {
    // Exceeding the file size limit becomes a write error, like a full disk, instead of ending the
    // process.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    use signal_hook::flag;
    let status = i32::from(exit::INTERRUPTED);
    let mut ends = Vec::new();
    // Asked before there are handlers, which would hide that hang-ups are ignored.
    let signals = ending_signals();
    for &signal in &signals {
        // If no handler can be registered, the signal ends the process; committed data is not affected.
        ends.extend(flag::register_conditional_shutdown(signal, status, cancel.flag()).ok());
        let _ = flag::register(signal, cancel.flag());
    }
    Listening { ends, signals }
}

/// The handlers that end the process at the second signal.
pub struct Listening {
    ends: Vec<signal_hook::SigId>,
    signals: Vec<i32>,
}

impl Listening {
    /// Runs `read`, which waits for bytes of another process or computes what nothing is kept of, and asks for no
    /// stop: meanwhile the first signal ends the program.
    pub fn ending_at_once<T>(&self, read: impl FnOnce() -> T) -> T {
        let status = i32::from(exit::INTERRUPTED);
        let always = Arc::new(AtomicBool::new(true));
        let end = |signal| {
            signal_hook::flag::register_conditional_shutdown(signal, status, always.clone())
        };
        let ends = self.signals.iter().copied().map(end);
        let ends: Vec<_> = ends.collect();
        let result = read();
        for end in ends.into_iter().flatten() {
            signal_hook::low_level::unregister(end);
        }
        result
    }

    /// Removes these handlers: the screens shut down by themselves and first restore the terminal.
    pub fn leave_it_to_the_screens(&self) {
        for end in &self.ends {
            signal_hook::low_level::unregister(*end);
        }
    }
}

/// A command of the command line.
pub trait RunCommand {
    /// Does what the command is for.
    ///
    /// # Errors
    /// What the command could not do.
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()>;
}

/// Context of a command.
pub struct CommandContext<'a> {
    pub common: CommonOptions,
    /// How the command line was given.
    pub invocation: Invocation,
    /// Whether the command has said that its work is whole: a signal after that interrupts nothing.
    pub completed: std::sync::atomic::AtomicBool,
    /// Cancellation flag; set by a signal.
    pub cancel: &'a Cancel,
    /// Messages on standard error.
    pub talk: Talk,
    /// Thread pool for the work.
    pub pool: rayon::ThreadPool,
    pub listening: &'a Listening,
    /// Number of files and rows that could not be read, for `--strict`.
    pub unread: AtomicU64,
    /// Pages and parts of documents that should have been read and were not.
    pub unread_parts: AtomicU64,
    /// Whether it was said what of the journal does not count.
    pub journal_announced: std::sync::atomic::AtomicBool,
    /// The masks of the command line, once they have been read.
    pub masks: OnceLock<MaskConfig>,
    /// Makes the definition of the command line.
    pub definition: fn() -> clap::Command,
    /// The masks that are kept with the corpus, once its journal has been read.
    pub kept_masks: OnceLock<MaskConfig>,
}

impl CommandContext<'_> {
    /// Says a sentence on standard error.
    pub fn say(&self, sentence: &str) {
        self.talk.say(sentence);
    }

    /// Works on the thread pool.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Works on the thread pool, where the first signal ends the program: nothing is kept of the work.
    pub fn ending_at_once<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.listening.ending_at_once(|| self.pool.install(work))
    }

    /// Engine options for a run over a corpus.
    ///
    /// # Errors
    /// Sets of documents that contradict each other.
    pub fn options(&self, corpus: &CorpusArgs) -> anyhow::Result<Options> {
        let settings = corpus.settings();
        settings.check()?;
        let sets = &self.common.sets;
        let plain = |paths: &[PathBuf]| source(paths, corpus.demo);
        // Standard input may be idle; nothing is kept of what is read of it.
        let read = || {
            self.common
                .selection
                .source(sets.paths(&corpus.paths), plain)
        };
        let source = self.listening.ending_at_once(read)?;
        let input = |path: &PathBuf| path.as_os_str() == demo::STANDARD_INPUT;
        // Standard input cannot be read again, so nothing of it is kept.
        let from_input = source.paths().is_some_and(|paths| paths.iter().any(input));
        let options = Options {
            source,
            settings,
            index: self.common.index.clone().filter(|_| !from_input),
            in_memory: self.common.in_memory || from_input,
            threads: usize::from(self.common.threads.unwrap_or(0)),
            reuse: Reuse::default(),
            sets: sets.sets(&corpus.paths)?,
        };
        if self.common.masks.kept() == Some(KeptMasks::Apply) && self.kept_masks.get().is_none() {
            let journal = self.journal(&options, false)?.1;
            let kept = self.kept_of(&options, &journal);
            self.kept_masks.get_or_init(|| kept);
        }
        Ok(options)
    }

    /// Says which documents are compared, where it is not all of them.
    fn say_sets(&self, options: &Options, collection: &Collection) {
        let say_unknown = |list: &str, unknown: &[&str]| {
            if let Some(first) = unknown.first() {
                let n = units::counted(unknown.len() as u64, "document", "documents");
                self.say(&format!(
                    "the {list} names {n} that this corpus does not have, the first is {first:?}"
                ));
            }
        };
        say_unknown("list of dates", &options.sets.dates_unknown(collection));
        let Some(classes) = collection.classes() else {
            return;
        };
        if let Some(compared) = html_report::compared(collection) {
            self.say(&compared);
        }
        let documents = collection.documents();
        let without = documents.filter(|doc| classes.class(*doc).group.is_none());
        if let (Some(_), n @ 1..) = (&options.sets.group_by, without.count()) {
            let n = units::counted(n as u64, "document is", "documents are");
            self.say(&format!("{n} of no group"));
        }
        say_unknown("table of groups", &options.sets.unknown(collection));
    }

    /// Refuses what the steps of a pair search have not, for a command that reads no corpus itself.
    ///
    /// # Errors
    /// Sets, masks, a selection of files, dates or other names of rows are given, or copied text is asked for.
    pub fn check_steps(&self, name: &str, pair_search: &PairSearchArgs) -> anyhow::Result<()> {
        let common = &self.common;
        anyhow::ensure!(
            common.sets.is_empty() && !common.masks.any(),
            "{name} compares all documents, whole; leave out sets (--new, --archive, --group-by) and masks (--ignore and the like)"
        );
        anyhow::ensure!(
            common.selection.is_empty() && common.sets.is_undated() && common.ids == Ids::Path,
            "{name} reads all rows that it is given; leave out what selects files (--files-from, --glob, --type, --no-hidden, --follow), --dates and --ids"
        );
        anyhow::ensure!(
            pair_search.purpose() == Purpose::NearDuplicates,
            "{name} finds near-duplicates by --method lsh; for copied text every pair is found by a complete join, which pairs --for copied-text makes on one machine"
        );
        Ok(())
    }

    /// Opens the documents of a corpus, without what is masked. An empty corpus is an error unless
    /// `may_be_empty` is set.
    pub fn open(&self, corpus: &CorpusArgs, may_be_empty: bool) -> anyhow::Result<Opened> {
        let opened = self.open_whole(corpus, may_be_empty)?;
        let collection = self.masked(&opened.collection)?.collection;
        // Stored pairs are those without masks.
        let same = Arc::ptr_eq(&collection, &opened.collection);
        Ok(Opened {
            collection,
            stored: opened.stored.filter(|_| same),
            ..opened
        })
    }

    /// The documents of a corpus without what is masked; an empty corpus is an error.
    pub fn collection(&self, corpus: &CorpusArgs) -> anyhow::Result<Arc<Collection>> {
        Ok(self.open(corpus, false)?.collection)
    }

    /// Opens the documents of a corpus with all their text.
    fn open_whole(&self, corpus: &CorpusArgs, may_be_empty: bool) -> anyhow::Result<Opened> {
        let options = self.options(corpus)?;
        let progress = |progress| self.talk.progress(&progress);
        let opened = || open::read_only(&options, self.cancel, progress);
        let opened = self.install(opened);
        self.talk.done();
        let mut opened = opened?;
        self.cancel.check()?;
        opened.collection = self.with_ids(opened.collection, &options.sets);
        if let Some(notice) = &opened.notice {
            self.say(notice);
        }
        if opened.collection.is_empty() && !may_be_empty {
            no_documents(&options.source, &opened.collection)?;
        }
        self.remarks(&opened.collection, &options);
        if !self.common.quiet {
            say_tables(&opened.collection, &self.talk);
        }
        self.say_sets(&options, &opened.collection);
        self.say_not_excluded(&options);
        Ok(opened)
    }

    /// The documents under the names that `--ids` asks for, by which `sets` may name them too; says which rows cannot
    /// have theirs.
    pub fn with_ids(&self, collection: Arc<Collection>, sets: &Sets) -> Arc<Collection> {
        if self.common.ids == Ids::Path {
            return collection;
        }
        let bare = collection.with_bare_ids();
        if let Some(sentence) = bare.repeated_bare_ids_sentence() {
            self.say(&sentence);
        }
        sets.classify(Arc::new(bare))
    }

    /// The documents that [`CommandContext::masked`] left, for work that varies k.
    pub fn at_each_k(&self, masked: &Arc<Collection>) -> anyhow::Result<AtEachK> {
        AtEachK::new(masked, self.masks(&masked.settings().reading)?)
    }

    /// The masks of the command line, whose files are read once, as documents are read.
    pub fn masks(&self, reading: &Reading) -> anyhow::Result<&MaskConfig> {
        if let Some(masks) = self.masks.get() {
            return Ok(masks);
        }
        let masks = self
            .common
            .masks
            .config(reading, self.cancel, |file, left_out| {
                self.say_left_out_of(OsStr::new(file), left_out);
            })?;
        let masks = match self.kept_masks.get() {
            Some(kept) => with_kept(masks, kept),
            None => masks,
        };
        Ok(self.masks.get_or_init(|| masks))
    }

    /// The collection without what the masks of the command line cover, with what finds the same masks in other texts; says
    /// what that is.
    pub fn masked(&self, collection: &Arc<Collection>) -> anyhow::Result<Masked> {
        let has_kept = self.kept_masks.get().is_some_and(|kept| !kept.is_empty());
        if !(self.common.masks.any() || has_kept) {
            return Ok(Masked::nothing(collection));
        }
        let masks = self.masks(&collection.settings().reading)?;
        if let Some(id) = masking::unknown_source(collection, masks) {
            anyhow::ensure!(
                !self.common.masks.names_source(id),
                "--ignore-source {id}: the corpus has no document of this id; ids are those that `pairs` and `clusters` print"
            );
            self.say(&format!(
                "of the masks kept with the corpus, the source {id} is none of its documents"
            ));
        }
        let masked = self.install(|| masking::masked(collection, masks, self.cancel))?;
        self.cancel.check()?;
        for sentence in masked.sentences() {
            self.say(&sentence);
        }
        Ok(masked)
    }

    /// What the rule of common text excludes and hides, with the texts of at most `most` passages;
    /// `None` without such a rule.
    ///
    /// # Errors
    /// An interruption.
    pub fn excluded_by_rule(
        &self,
        collection: &Arc<Collection>,
        listing: &Listing<'_>,
        most: usize,
    ) -> anyhow::Result<Option<BlockList>> {
        let Some(masks) = self.masks.get() else {
            return Ok(None);
        };
        let text = |unmasked: &Arc<Collection>, doc| {
            Ok(Arc::new(texts::member(unmasked, unmasked.id(doc))?))
        };
        let listing = (listing, most);
        let find = || excluded::excluded_by_rule(collection, masks, listing, text, self.cancel);
        self.install(find).context("interrupted")
    }

    /// Says how much the rule of common text excludes and hides.
    ///
    /// # Errors
    /// An interruption.
    pub fn say_excluded(
        &self,
        collection: &Arc<Collection>,
        listing: &Listing<'_>,
    ) -> anyhow::Result<()> {
        let rule = self.masks.get().and_then(|masks| masks.common);
        if let Some(rule) = rule.filter(|_| !self.common.quiet)
            && let Some(list) = self.excluded_by_rule(collection, listing, 0)?
            && let Some(excluded) = list.excluded
        {
            self.say(&format!(
                "--ignore-common {} hid {}; `report` lists both",
                rule.typed(),
                excluded.summary()
            ));
        }
        Ok(())
    }

    /// The documents that a query searches: those of the store as last committed, without reading the
    /// corpus; the corpus if there is no store.
    pub fn searched(&self, corpus: &CorpusArgs) -> anyhow::Result<Masked> {
        let options = self.options(corpus)?;
        let Some(stored) = self.install(|| open::as_stored(&options))? else {
            self.say_of_another_version(&options);
            return self.masked(&self.open_whole(corpus, false)?.collection);
        };
        let age = stored.age.map_or_else(String::new, |age| {
            format!(", made {} ago", units::long_duration(age))
        });
        self.say(&format!(
            "answering from the index{age}; `shinglescope index` brings it up to date"
        ));
        if stored.collection.is_empty() {
            no_documents(&options.source, &stored.collection)?;
        }
        self.remarks(&stored.collection, &options);
        self.masked(&self.with_ids(stored.collection, &options.sets))
    }

    /// Says why an index is of no use.
    pub fn say_of_another_version(&self, options: &Options) {
        if self.install(|| open::is_of_another_version(options)) {
            self.say(
                "the index was made by another version of the program, which reads some documents otherwise: all are read again",
            );
        }
    }

    /// Prints notes about the corpus before its figures.
    fn remarks(&self, collection: &Collection, options: &Options) {
        skipped(collection, &self.talk);
        self.count_unread(collection);
        if let Some(sentence) = collection.renamed_sentence() {
            self.say(&sentence);
        }
        self.say_of_job(options);
        let k = collection.settings().sketching.k;
        let lengths = collection.documents().map(|doc| collection.term_count(doc));
        if let Some(longest) = lengths.max().filter(|longest| *longest < k) {
            self.say(&format!(
                "k is {k}, but the longest document has {longest} terms: each document is one shingle, and only identical ones are found"
            ));
        }
    }

    /// Says which documents are not there, where the corpus is the folder of a job.
    pub fn say_of_job(&self, options: &Options) {
        if let Some(job) = job_folder::sentence(options.source.paths().unwrap_or_default()) {
            self.say(&job);
        }
    }

    /// Says how many documents have no date: rows with none where their table has a column for it, those whose front matter
    /// says something that is no date, and others, such as messages without one. They come last by date.
    pub fn say_undated(&self, collection: &Collection, sets: &Sets) {
        let mut counts = [0; 3];
        for doc in collection.documents() {
            let row = collection.row(doc);
            match sets.dated(collection, doc) {
                _ if row.written().is_some() => {}
                Dated::On(..) => {}
                Dated::Unknown if row.has_own_date => counts[0] += 1,
                Dated::Unread => counts[1] += 1,
                Dated::Unknown => counts[2] += 1,
            }
        }
        let sentences = [
            (
                "row has no date with a day (ISO 8601) in the date column, and comes last",
                "rows have no date with a day (ISO 8601) in the date column, and come last",
            ),
            (
                "document has front matter whose date cannot be read, and comes last",
                "documents have front matter whose date cannot be read, and come last",
            ),
            (
                "document has no date, and comes last",
                "documents have no date, and come last",
            ),
        ];
        for ((one, more), number) in sentences.into_iter().zip(counts) {
            if number > 0 {
                self.say(&units::counted(number, one, more));
            }
        }
    }

    /// Counts the files and rows of the corpus that could not be read.
    pub fn count_unread(&self, collection: &Collection) {
        let skipped = collection.skipped().iter();
        let failures = skipped.filter(|skip| skip.reason.is_failure()).count();
        self.unread.fetch_max(failures as u64, Ordering::Relaxed);
        // What is kept of each document is read for it.
        if self.common.strict {
            self.count_unread_parts(collection.left_out().0);
        }
    }

    /// Counts pages, chapters and the like that a document has and that could not be read.
    pub fn count_unread_parts(&self, left_out: LeftOut) {
        let parts = u64::from(left_out.pages) + u64::from(left_out.missing);
        self.unread_parts.fetch_max(parts, Ordering::Relaxed);
    }

    /// Says what was left out of the text of a file that the user named.
    pub fn say_left_out_of(&self, file: &OsStr, left_out: LeftOut) {
        if let Some(phrase) = left_out.phrase() {
            let name = file.to_string_lossy();
            self.say(&format!("left out of {}: {phrase}", sanitise::line(&name)));
        }
        self.count_unread_parts(left_out);
    }

    /// With `--strict`, returns an error if any file or row, or a part of a document, could not be read.
    pub fn strictly(&self) -> anyhow::Result<()> {
        let unread = self.unread.load(Ordering::Relaxed);
        let parts = self.unread_parts.load(Ordering::Relaxed);
        let (what, list) = if unread > 0 {
            (files_or_rows(unread), "what and why")
        } else {
            let (one, more) = (
                "page or part of a document was",
                "pages or parts of documents were",
            );
            let list = "the documents that were read in part";
            (units::counted(parts, one, more), list)
        };
        ensure!(
            !self.common.strict || unread + parts == 0,
            "{what} not read that should have been (--strict); `shinglescope skipped` lists {list}"
        );
        Ok(())
    }
}

/// Prints how many files and rows were not read, if any, and how many are reached by several paths.
pub fn skipped(collection: &Collection, talk: &Talk) {
    let again: HashSet<&str> = { collection.skipped().iter() }
        .filter_map(|skip| match &skip.reason {
            SkipReason::Again(id) => Some(&**id),
            _ => None,
        })
        .collect();
    if !again.is_empty() {
        let files = units::counted(again.len() as u64, "file is", "files are");
        talk.say(&format!(
            "{files} reached by several of the given paths and read once"
        ));
    }
    let (left_out, documents) = collection.left_out();
    if let Some(phrase) = left_out.phrase() {
        let documents = units::counted(documents as u64, "document", "documents");
        let list = match left_out.unread() {
            Some(_) => "; `shinglescope skipped` lists the documents that were read in part",
            None => "",
        };
        talk.say(&format!("left out of {documents}: {phrase}{list}"));
    }
    let skipped = collection.not_read().count();
    if skipped > 0 {
        talk.say(&format!(
            "{} not read; `shinglescope skipped` lists them with the reason",
            files_or_rows(skipped as u64)
        ));
    }
}

/// `1 file or row was`, `2 files or rows were`.
pub fn files_or_rows(n: u64) -> String {
    units::counted(n, "file or row was", "files or rows were")
}

/// Returns an error that says why the corpus is empty.
pub fn no_documents(source: &Source, collection: &Collection) -> anyhow::Result<()> {
    let skipped = collection.skipped();
    let first = skipped.first().context("nothing to read")?;
    bail!(
        "no text to read in {}: {} not read, the first being {} ({})",
        discover::describe(source),
        files_or_rows(skipped.len() as u64),
        first.id,
        first.reason
    )
}

/// Returns an error if there is nothing for `command` to compare.
pub fn two_documents(collection: &Collection, command: &str) -> anyhow::Result<()> {
    if collection.len() < 2 {
        bail!(
            "there is one document only ({}), and `{command}` compares documents; give a corpus of two or more",
            collection.id(DocNo(0))
        );
    }
    Ok(())
}

/// Tables that are named one by one.
const NAMED: usize = 3;

/// Files of JSON that are looked at for rows.
const LOOKED_AT: usize = 100;

fn is_json(path: &Path) -> bool {
    extension(bare(path)).as_deref() == Some("json")
}

/// Says of the tables of a corpus what their rows were read as.
fn say_tables(collection: &Collection, talk: &Talk) {
    let mut paths: BTreeSet<&Path> = BTreeSet::new();
    let mut json: Vec<&Path> = Vec::new();
    for doc in collection.documents() {
        let row = collection.row(doc);
        let (location, path) = (row.location, row.location.path);
        let is_file = location.file_on_disk().is_some();
        if location.is_row() && row.kind == Kind::TableRow
            || is_file && FileForm::from_path(path).format.is_table()
        {
            paths.insert(path);
        } else if is_file && json.len() < LOOKED_AT && is_json(path) {
            json.push(path);
        }
    }
    let reading = &collection.settings().reading;
    let sentences = paths.iter().chain(&json).filter_map(|path| {
        let sentence = read::columns(path, reading)?;
        Some(format!("{}: {sentence}", path.display()))
    });
    for sentence in sentences.take(NAMED) {
        talk.say(&sentence);
    }
    if let Some(more) = paths.len().checked_sub(NAMED).filter(|more| *more > 0) {
        let more = units::counted(more as u64, "table more was", "tables more were");
        talk.say(&format!(
            "{more} read by the names of their columns; --text-field names them"
        ));
    }
}
