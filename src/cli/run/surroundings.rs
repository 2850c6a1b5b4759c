//! Context shared by all commands: opens the corpus, prints notes that matter for the figures, and
//! checks for cancellation.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, bail};

use super::super::args::common::{Common, DemoCorpus, Ids, source};
use super::super::masks::KeptMasks;
use super::super::settings::SettingsArgs;
use super::super::talk::Talk;
use super::signals::Listening;
use super::tables;
use crate::base::StopFlag;
use crate::base::{DocNo, sanitise, units};
use crate::collection::{Collection, ComparedWith};
use crate::corpus::extract::LeftOut;
use crate::corpus::{SkipReason, Source, demo, discover, job_folder};
use crate::engine::cancel::Cancel;
use crate::engine::masking;
use crate::engine::open::{self, Opened};
use crate::engine::options::{Options, Reuse};
use crate::engine::review as journal;
use crate::engine::sets::Sets;
use crate::mask::{AtEachK, MaskConfig, Masked};
use crate::review::with_kept;
use crate::settings::{Reading, Settings};

/// Context of a command.
pub(in crate::cli) struct Run<'a> {
    pub(super) common: Common,
    /// The words of the command line.
    pub(super) words: Vec<std::ffi::OsString>,
    /// Whether the command has said that its work is whole: a signal after that interrupts nothing.
    pub(super) whole: std::sync::atomic::AtomicBool,
    /// The config file whose values were taken.
    pub(super) config: crate::cli::config_file::Config,
    /// Writes the command line as one types it again; the definition of the command line is known above only.
    pub(super) command_line: fn(&[std::ffi::OsString], &crate::cli::config_file::Config) -> String,
    /// Gathers the arguments of the command line by name.
    pub(super) arguments: fn(
        &[std::ffi::OsString],
        &crate::cli::config_file::Config,
    ) -> serde_json::Map<String, serde_json::Value>,
    /// Cancellation flag; set by a signal.
    pub(in crate::cli) cancel: &'a Cancel,
    /// Messages on standard error.
    pub(in crate::cli) talk: Talk,
    /// Thread pool for the work.
    pub(in crate::cli) pool: rayon::ThreadPool,
    pub(super) listening: &'a Listening,
    /// Number of files and rows that could not be read, for `--strict`.
    pub(super) unread: AtomicU64,
    /// Pages and parts of documents that should have been read and were not.
    pub(super) unread_parts: AtomicU64,
    /// The journal of decisions that the command names.
    pub(super) journal: Option<PathBuf>,
    /// Whether it was said which lines of the journal are no acts.
    pub(super) broken_said: std::sync::atomic::AtomicBool,
    /// The masks of the command line, once they have been read.
    pub(super) masks: OnceLock<MaskConfig>,
    /// The masks that are kept with the corpus, once its journal has been read.
    pub(super) kept_masks: OnceLock<MaskConfig>,
    /// The corpus where no path is given.
    pub(super) demo: DemoCorpus,
}

impl Run<'_> {
    /// Engine options for a run over `paths`.
    ///
    /// # Errors
    /// Sets of documents that contradict each other.
    pub(in crate::cli) fn options(
        &self,
        paths: &[PathBuf],
        settings: Settings,
    ) -> anyhow::Result<Options> {
        settings.check()?;
        let sets = &self.common.sets;
        let plain = |paths: &[PathBuf]| source(paths, self.demo);
        // Standard input may be idle; nothing is kept of what is read of it.
        let read = || self.common.selection.source(sets.paths(paths), plain);
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
            sets: sets.sets(paths)?,
        };
        if self.common.masks.kept() == Some(KeptMasks::Apply) && self.kept_masks.get().is_none() {
            let place = match &self.journal {
                Some(named) => journal::named(named),
                None => journal::place(&options)?,
            };
            let journal = match &self.journal {
                Some(_) => journal::read_existing(&place)?,
                None => journal::read(&place)?,
            };
            self.say_broken(&place.path, &journal);
            let kept = journal.kept_masks();
            self.kept_masks.get_or_init(|| kept);
        }
        Ok(options)
    }

    /// Says which documents are compared, where it is not all of them.
    fn say_sets(&self, options: &Options, collection: &Collection) {
        let unknown = options.sets.dates_unknown(collection);
        if let Some(first) = unknown.first() {
            let n = units::counted(unknown.len() as u64, "document", "documents");
            self.talk.say(&format!(
                "the list of dates names {n} that this corpus does not have, the first is {first:?}"
            ));
        }
        let Some(classes) = collection.classes() else {
            return;
        };
        let (archive, groups) = classes.counts();
        if !options.sets.archive.is_empty() {
            let new = (collection.len() - archive) as u64;
            let compared = match new {
                1 => "is compared",
                _ => "are compared",
            };
            let new = units::counted(new, "new document", "new documents");
            let archive = units::counted(archive as u64, "document", "documents");
            let with = match options.sets.against {
                ComparedWith::All => "with each other and with",
                ComparedWith::New => "with each other, not with",
                ComparedWith::Archive => "with",
            };
            self.talk.say(&format!(
                "{new} {compared} {with} the {archive} of the archive"
            ));
        }
        if options.sets.group_by.is_some() {
            let groups = units::counted(groups as u64, "group", "groups");
            let documents = collection.documents();
            let without = documents.filter(|doc| classes.class(*doc).group.is_none());
            let without = match without.count() {
                0 => String::new(),
                n => {
                    let n = units::counted(n as u64, "document is", "documents are");
                    format!("; {n} of no group")
                }
            };
            self.talk.say(&format!(
                "{groups}; no two documents of one group are a pair{without}"
            ));
        }
        let unknown = options.sets.unknown(collection);
        if let Some(first) = unknown.first() {
            let n = units::counted(unknown.len() as u64, "document", "documents");
            self.talk.say(&format!(
                "the table of groups names {n} that this corpus does not have, the first is {first:?}"
            ));
        }
    }

    /// Opens the documents of a corpus, without what is masked. An empty corpus is an error unless
    /// `may_be_empty` is set.
    pub(super) fn open(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        may_be_empty: bool,
    ) -> anyhow::Result<Opened> {
        let opened = self.open_whole(paths, settings, may_be_empty)?;
        let collection = self.masked(&opened.collection)?;
        // Stored pairs are those without masks.
        let same = Arc::ptr_eq(&collection, &opened.collection);
        Ok(Opened {
            collection,
            stored: opened.stored.filter(|_| same),
            ..opened
        })
    }

    /// Opens the documents of a corpus with all their text.
    fn open_whole(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        may_be_empty: bool,
    ) -> anyhow::Result<Opened> {
        let options = self.options(paths, settings.settings())?;
        let opened = self.pool.install(|| {
            open::read_only(&options, self.cancel, |progress| {
                self.talk.progress(&progress)
            })
        });
        self.talk.done();
        let mut opened = opened?;
        self.should_continue()?;
        opened.collection = self.with_ids(opened.collection, &options.sets, true);
        if let Some(notice) = &opened.notice {
            self.talk.say(notice);
        }
        if opened.collection.is_empty() && !may_be_empty {
            no_documents(&options.source, &opened.collection)?;
        }
        self.remarks(&opened.collection, &options);
        if !self.common.quiet {
            tables::say(&opened.collection, &self.talk);
        }
        self.say_sets(&options, &opened.collection);
        Ok(opened)
    }

    /// The documents under the names that `--ids` asks for, by which `sets` may name them too; says which rows cannot
    /// have theirs, if `says`.
    pub(in crate::cli) fn with_ids(
        &self,
        collection: Arc<Collection>,
        sets: &Sets,
        says: bool,
    ) -> Arc<Collection> {
        if self.common.ids == Ids::Path {
            return collection;
        }
        let bare = collection.with_bare_ids();
        if let Some(sentence) = bare.repeated_bare_ids_sentence().filter(|_| says) {
            self.talk.say(&sentence);
        }
        sets.classify(Arc::new(bare))
    }

    /// The collection without what the masks of the command line cover; says what that is.
    pub(in crate::cli) fn masked(
        &self,
        collection: &Arc<Collection>,
    ) -> anyhow::Result<Arc<Collection>> {
        Ok(self.masked_with_finder(collection)?.collection)
    }

    /// The documents that [`Run::masked`] left, for work that varies k.
    pub(in crate::cli) fn at_each_k(&self, masked: &Arc<Collection>) -> anyhow::Result<AtEachK> {
        AtEachK::new(masked, self.masks(&masked.settings().reading)?)
    }

    /// The masks of the command line, whose files are read once, as documents are read.
    pub(in crate::cli) fn masks(&self, reading: &Reading) -> anyhow::Result<&MaskConfig> {
        if let Some(masks) = self.masks.get() {
            return Ok(masks);
        }
        let stop = StopFlag::from(self.cancel.flag());
        let masks = self.common.masks.config(reading, &stop, |file, left_out| {
            self.say_left_out_of(OsStr::new(file), left_out);
        })?;
        let masks = match self.kept_masks.get() {
            Some(kept) => with_kept(masks, kept),
            None => masks,
        };
        Ok(self.masks.get_or_init(|| masks))
    }

    /// As [`Run::masked`], with what finds the same masks in other texts.
    pub(super) fn masked_with_finder(
        &self,
        collection: &Arc<Collection>,
    ) -> anyhow::Result<Masked> {
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
            self.talk.say(&format!(
                "of the masks kept with the corpus, the source {id} is none of its documents"
            ));
        }
        let masked = self
            .pool
            .install(|| masking::masked(collection, masks, self.cancel))?;
        self.should_continue()?;
        for sentence in masked.sentences() {
            self.talk.say(&sentence);
        }
        Ok(masked)
    }

    pub(super) fn collection(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        may_be_empty: bool,
    ) -> anyhow::Result<Arc<Collection>> {
        Ok(self.open(paths, settings, may_be_empty)?.collection)
    }

    /// The documents that a query searches: those of the store as last committed, without reading the
    /// corpus; the corpus if there is no store.
    pub(super) fn searched(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
    ) -> anyhow::Result<Masked> {
        let options = self.options(paths, settings.settings())?;
        let Some(stored) = self.pool.install(|| open::as_stored(&options))? else {
            self.say_of_another_version(&options);
            let opened = self.open_whole(paths, settings, false)?;
            return self.masked_with_finder(&opened.collection);
        };
        let age = stored.age.map_or_else(String::new, |age| {
            format!(", made {} ago", units::long_duration(age))
        });
        self.talk.say(&format!(
            "answering from the index{age}; `shinglescope index` brings it up to date"
        ));
        if stored.collection.is_empty() {
            no_documents(&options.source, &stored.collection)?;
        }
        self.remarks(&stored.collection, &options);
        self.masked_with_finder(&self.with_ids(stored.collection, &options.sets, true))
    }

    /// Says why an index is of no use.
    pub(super) fn say_of_another_version(&self, options: &Options) {
        if self.pool.install(|| open::is_of_another_version(options)) {
            self.talk.say(
                "the index was made by another version of the program, which reads some documents otherwise: all are read anew",
            );
        }
    }

    /// Returns an error after a cancellation, so that a partial result is never printed as a complete
    /// one.
    pub(in crate::cli) fn should_continue(&self) -> anyhow::Result<()> {
        if self.cancel.stopped() {
            bail!("interrupted");
        }
        Ok(())
    }

    /// Prints notes about the corpus before its figures.
    fn remarks(&self, collection: &Collection, options: &Options) {
        skipped(collection, &self.talk);
        self.count_unread(collection);
        renamed(collection, &self.talk);
        self.say_of_job(options);
        let k = collection.settings().sketching.k;
        let lengths = collection.documents().map(|doc| collection.term_count(doc));
        if let Some(longest) = lengths.max().filter(|longest| *longest < k) {
            self.talk.say(&format!(
                "k is {k}, but the longest document has {longest} terms: each document is one shingle, and only identical ones are found"
            ));
        }
    }

    /// Says which documents are not there, where the corpus is the folder of a job.
    pub(in crate::cli) fn say_of_job(&self, options: &Options) {
        if let Some(job) = job_folder::sentence(options.source.paths().unwrap_or_default()) {
            self.talk.say(&job);
        }
    }

    /// Counts the files and rows of the corpus that could not be read.
    pub(in crate::cli) fn count_unread(&self, collection: &Collection) {
        let skipped = collection.skipped().iter();
        let failures = skipped.filter(|skip| skip.reason.is_failure()).count();
        self.unread.fetch_max(failures as u64, Ordering::Relaxed);
        // What is kept of each document is read for it.
        if self.common.strict {
            self.count_unread_parts(collection.left_out().0);
        }
    }

    /// Counts pages, chapters and the like that a document has and that could not be read.
    pub(super) fn count_unread_parts(&self, left_out: LeftOut) {
        let parts = u64::from(left_out.pages) + u64::from(left_out.missing);
        self.unread_parts.fetch_max(parts, Ordering::Relaxed);
    }

    /// Says what was left out of the text of a file that the user named.
    pub(super) fn say_left_out_of(&self, file: &OsStr, left_out: LeftOut) {
        if let Some(phrase) = left_out.phrase() {
            let name = file.to_string_lossy();
            self.talk
                .say(&format!("left out of {}: {phrase}", sanitise::line(&name)));
        }
        self.count_unread_parts(left_out);
    }

    /// With `--strict`, returns an error if any file or row, or a part of a document, could not be read.
    pub(super) fn strictly(&self) -> anyhow::Result<()> {
        let unread = self.unread.load(Ordering::Relaxed);
        let parts = self.unread_parts.load(Ordering::Relaxed);
        if self.common.strict && unread == 0 && parts > 0 {
            bail!(
                "{} not read that should have been (--strict); `shinglescope skipped` lists the documents that were read in part",
                units::counted(
                    parts,
                    "page or part of a document was",
                    "pages or parts of documents were"
                )
            );
        }
        if self.common.strict && unread > 0 {
            bail!(
                "{} not read that should have been (--strict); `shinglescope skipped` lists what and why",
                files_or_rows(unread)
            );
        }
        Ok(())
    }
}

/// Prints how many files and rows were not read, if any, and how many are reached by several paths.
pub(in crate::cli) fn skipped(collection: &Collection, talk: &Talk) {
    let (left_out, documents) = collection.left_out();
    let again = collection.skipped().iter();
    let again: HashSet<&str> = again
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
pub(super) fn files_or_rows(n: u64) -> String {
    units::counted(n, "file or row was", "files or rows were")
}

/// Prints which documents have display names that differ from the names as read, if any.
pub(in crate::cli) fn renamed(collection: &Collection, talk: &Talk) {
    if let Some(sentence) = collection.renamed_sentence() {
        talk.say(&sentence);
    }
}

/// Returns an error that says why the corpus is empty.
pub(in crate::cli) fn no_documents(source: &Source, collection: &Collection) -> anyhow::Result<()> {
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
pub(in crate::cli) fn two_documents(collection: &Collection, command: &str) -> anyhow::Result<()> {
    if collection.len() < 2 {
        bail!(
            "there is one document only ({}), and `{command}` compares documents; give a corpus of two or more",
            collection.id(DocNo(0))
        );
    }
    Ok(())
}
