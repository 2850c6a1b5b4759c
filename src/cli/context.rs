//! Context shared by all commands: opens the corpus, prints notes that matter for the figures, and checks for
//! cancellation.

mod decided;
mod described;
mod pairs;
mod remarks;

pub use decided::held_apart_pairs;
pub use described::{MadeFrom, print, refuse_pipe};
pub use remarks::{files_or_rows, no_documents, skipped, two_documents};

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, ensure};

use super::args::common::{CommonOptions, CorpusArgs, Ids, JournalArgs};
use super::config_file::Config;
use super::listening::Listening;
use super::masks::KeptMasks;
use super::settings::PairSearchArgs;
use super::talk::Talk;
use super::texts;
use crate::base::{Cancel, units};
use crate::config::Purpose;
use crate::corpus::demo;
use crate::engine::excluded::{self, PairListing};
use crate::engine::masking;
use crate::engine::message::BlockList;
use crate::engine::open::{self, Opened};
use crate::engine::options::Options;
use crate::engine::sets::Sets;
use crate::index::Collection;
use crate::mask::{AtEachK, MaskConfig, Masked};
use crate::review::with_kept;
use crate::settings::Reading;

/// The typed arguments of a command line, and the config file.
#[derive(Clone, Debug, Default)]
pub struct Invocation {
    /// The values of the arguments that were typed.
    pub values: Vec<PathBuf>,
    /// The config file whose values are in use.
    pub config: Config,
    /// The command line to type again in a shell: without options that only change how the program runs, and with the
    /// values of the config file.
    pub command_line: String,
    /// The text of `--where`.
    pub filter: Option<String>,
    /// The journal of decisions that the command names, and the person who decides.
    pub journal: JournalArgs,
}

/// A command of the command line.
pub trait RunCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// The command failed.
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()>;
}

/// Context of a command.
pub struct CommandContext<'a> {
    pub common: CommonOptions,
    /// The typed arguments and the config file.
    pub invocation: Invocation,
    /// Whether the command has finished its work, so that a later signal interrupts nothing.
    pub completed: AtomicBool,
    /// Cancellation flag; set by a signal.
    pub cancel: &'a Cancel,
    /// Messages on standard error.
    pub talk: Talk,
    /// Thread pool for the work.
    pub pool: rayon::ThreadPool,
    pub listening: &'a Listening,
    /// Number of files and rows that could not be read, for `--strict`.
    pub unread: AtomicU64,
    /// Number of pages and parts of documents that could not be read, for `--strict`.
    pub unread_parts: AtomicU64,
    /// Whether the ignored parts of the journal were reported.
    pub journal_announced: AtomicBool,
    /// The masks of the command line and those kept with the corpus, once they have been read.
    pub masks: OnceLock<MaskConfig>,
    /// The definition of the command line.
    pub definition: fn() -> clap::Command,
    /// The masks that are kept with the corpus, once its journal has been read.
    pub kept_masks: OnceLock<MaskConfig>,
}

impl CommandContext<'_> {
    /// Prints a sentence to standard error.
    pub fn say(&self, sentence: &str) {
        self.talk.say(sentence);
    }

    /// Runs `work` on the thread pool.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.pool.install(work)
    }

    /// Runs `work` on the thread pool. The first signal ends the program, because no part of the work is kept.
    pub fn ending_at_once<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.listening.ending_at_once(|| self.pool.install(work))
    }

    /// Engine options for a run over a corpus.
    ///
    /// # Errors
    /// Settings or sets of documents contradict each other, or a list of paths or a kept journal cannot be read.
    pub fn options(&self, corpus: &CorpusArgs) -> anyhow::Result<Options> {
        let settings = corpus.settings();
        settings.check()?;
        let (sets, selection) = (&self.common.sets, &self.common.selection);
        // A signal ends the program at once, because standard input may be idle.
        let read = || selection.source(sets.paths(&corpus.paths), corpus.demo);
        let source = self.listening.ending_at_once(read)?;
        // Standard input cannot be read again, so its index is not stored.
        let mut paths = source.paths().unwrap_or_default().iter();
        let from_input = paths.any(|path| demo::is_standard_input(path));
        let options = Options {
            source,
            settings,
            index: self.common.index.clone().filter(|_| !from_input),
            in_memory: self.common.in_memory || from_input,
            threads: usize::from(self.common.threads.unwrap_or(0)),
            rebuild: false,
            sets: sets.sets(&corpus.paths)?,
        };
        if self.common.masks.kept_masks == Some(KeptMasks::Apply) && self.kept_masks.get().is_none()
        {
            let journal = self.journal(&options, false)?.1;
            let kept = self.kept_of(&options, &journal);
            self.kept_masks.get_or_init(|| kept);
        }
        Ok(options)
    }

    /// Refuses options that the steps of a pair search do not support, for a command that reads no corpus itself.
    ///
    /// # Errors
    /// Sets, masks, a selection of files, dates or other names of rows are given, or copied text is requested.
    pub fn check_steps(&self, name: &str, pair_search: &PairSearchArgs) -> anyhow::Result<()> {
        let common = &self.common;
        ensure!(
            common.sets.is_empty() && !common.masks.any(),
            "{name} compares all documents completely; remove sets (--new, --archive, --group-by) and masks (--ignore and similar)"
        );
        ensure!(
            common.selection.is_empty() && common.sets.dates.is_none() && common.ids == Ids::Path,
            "{name} reads all given rows; remove options that select files (--files-from, --glob, --type, --no-hidden, --follow), --dates and --ids"
        );
        ensure!(
            pair_search.purpose() == Purpose::NearDuplicates,
            "{name} finds near-duplicates by --method lsh; pairs --for copied-text, on one machine, finds every pair with copied text"
        );
        Ok(())
    }

    /// Opens the documents of a corpus, without excluded text. An empty corpus is an error unless `may_be_empty` is
    /// set.
    pub fn open(&self, corpus: &CorpusArgs, may_be_empty: bool) -> anyhow::Result<Opened> {
        let opened = self.open_whole(corpus, may_be_empty)?;
        let collection = self.masked(&opened.collection)?.collection;
        // Stored pairs were found without masks.
        let is_unmasked = Arc::ptr_eq(&collection, &opened.collection);
        Ok(Opened {
            collection,
            stored: opened.stored.filter(|_| is_unmasked),
            ..opened
        })
    }

    /// The documents of a corpus without excluded text; an empty corpus is an error.
    pub fn collection(&self, corpus: &CorpusArgs) -> anyhow::Result<Arc<Collection>> {
        Ok(self.open(corpus, false)?.collection)
    }

    /// Reads a corpus, or its terms without sketches.
    pub fn read(&self, options: &Options, terms_only: bool) -> anyhow::Result<Opened> {
        let progress = |progress| self.talk.progress(&progress);
        let opened = self.install(|| {
            if terms_only {
                open::terms(options, self.cancel, progress)
            } else {
                open::read_only(options, self.cancel, progress)
            }
        });
        self.talk.done();
        let mut opened = opened?;
        self.cancel.check()?;
        opened.collection = self.with_ids(opened.collection, &options.sets);
        Ok(opened)
    }

    /// Opens the documents of a corpus with all their text.
    fn open_whole(&self, corpus: &CorpusArgs, may_be_empty: bool) -> anyhow::Result<Opened> {
        let options = self.options(corpus)?;
        let opened = self.read(&options, false)?;
        if let Some(notice) = &opened.notice {
            self.say(notice);
        }
        self.remarks(&opened.collection, &options, may_be_empty)?;
        self.say_tables(&opened.collection);
        self.say_sets(&options, &opened.collection);
        self.say_not_excluded(&options);
        Ok(opened)
    }

    /// The documents, named as `--ids` says; `sets` may use these names. Reports rows that cannot have such a name.
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

    /// Prepares the documents of [`CommandContext::masked`] for work that varies k.
    pub fn at_each_k(&self, masked: &Arc<Collection>) -> anyhow::Result<AtEachK> {
        AtEachK::new(masked, self.masks(&masked.settings().reading)?)
    }

    /// The masks of the command line, and those kept with the corpus if they apply. Their files are read once, in the
    /// same way as documents.
    pub fn masks(&self, reading: &Reading) -> anyhow::Result<&MaskConfig> {
        if let Some(masks) = self.masks.get() {
            return Ok(masks);
        }
        let say = |file: &str, unextracted| self.say_left_out_of(OsStr::new(file), unextracted);
        let masks = self.common.masks.config(reading, self.cancel, say)?;
        let kept = self.kept_masks.get();
        Ok(self.masks.get_or_init(|| match kept {
            Some(kept) => with_kept(masks, kept),
            None => masks,
        }))
    }

    /// Whether exclusions that are kept with the corpus apply.
    pub fn has_kept_masks(&self) -> bool {
        self.kept_masks.get().is_some_and(|kept| !kept.is_empty())
    }

    /// Returns the collection without the text that the masks cover, and a finder of the same masks in other texts.
    /// Reports the excluded text.
    pub fn masked(&self, collection: &Arc<Collection>) -> anyhow::Result<Masked> {
        if !(self.common.masks.any() || self.has_kept_masks()) {
            return Ok(Masked::nothing(collection));
        }
        let masks = self.masks(&collection.settings().reading)?;
        let mut named = self.common.masks.ignore_source.iter();
        if let Some(id) = masking::unknown_source(collection, masks) {
            ensure!(
                named.all(|named| named != id),
                "--ignore-source {id}: the corpus has no document of this id; ids are those that `pairs` and `clusters` print"
            );
            self.say(&format!(
                "a mask kept with the corpus excludes the source {id}, which is not in the corpus"
            ));
        }
        let masked = self.install(|| masking::masked(collection, masks, self.cancel))?;
        self.cancel.check()?;
        for sentence in masked.sentences() {
            self.say(&sentence);
        }
        Ok(masked)
    }

    /// The text and pairs that the rule of common text excludes, with the texts of at most `max_texts`
    /// passages; `None` without this rule.
    ///
    /// # Errors
    /// The work was interrupted.
    pub fn excluded_by_rule(
        &self,
        collection: &Arc<Collection>,
        listing: &PairListing<'_>,
        max_texts: usize,
    ) -> anyhow::Result<Option<BlockList>> {
        let Some(masks) = self.masks.get() else {
            return Ok(None);
        };
        let text = |unmasked: &Arc<Collection>, doc| {
            Ok(Arc::new(texts::member(unmasked, unmasked.id(doc))?))
        };
        let listing = (listing, max_texts);
        let find = || excluded::excluded_by_rule(collection, masks, listing, text, self.cancel);
        self.install(find).context("interrupted")
    }

    /// Reports how much text and how many pairs the rule of common text excludes.
    ///
    /// # Errors
    /// The work was interrupted.
    pub fn say_excluded(
        &self,
        collection: &Arc<Collection>,
        listing: &PairListing<'_>,
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

    /// The documents that a query searches: the last committed index, without reading the corpus; the corpus if
    /// there is no index.
    pub fn searched(&self, corpus: &CorpusArgs) -> anyhow::Result<Masked> {
        let options = self.options(corpus)?;
        let Some(stored) = self.install(|| open::as_stored(&options))? else {
            self.say_of_another_version(&options);
            return self.masked(&self.open_whole(corpus, false)?.collection);
        };
        let age = stored.age.map(units::long_duration);
        let age = age.map_or_else(String::new, |age| format!(", made {age} ago"));
        self.say(&format!(
            "answering from the index{age}; `shinglescope index` brings it up to date"
        ));
        self.remarks(&stored.collection, &options, false)?;
        self.masked(&self.with_ids(stored.collection, &options.sets))
    }

    /// Reports an index of another version, which cannot be used.
    pub fn say_of_another_version(&self, options: &Options) {
        if self.install(|| open::is_of_another_version(options)) {
            self.say(
                "the index was made by another version of the program, which reads some documents otherwise: all are read again",
            );
        }
    }
}
