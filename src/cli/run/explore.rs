//! The explorer, on screens or line by line, and the command that builds its index.

use crate::config::Purpose;
use crate::mask::MaskConfig;
use std::io::{self, BufWriter, IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::bail;
use clap::CommandFactory;

use super::super::args::common::Output;
use super::super::args::{Cli, Explore, Index};
use super::super::masks::KeptMasks;
use super::super::plain::Plain;
use super::super::{screens, talk};
use super::{Run, no_documents, skipped};
use crate::base::units;
use crate::engine::build;
use crate::engine::event::Event;
use crate::engine::options::{Options, PairSearchConfig};
use crate::engine::review as journal;
use crate::evidence::CopiedTextConfig;
use crate::lecture::Lecture;
use crate::report::Format;
use crate::settings::KEPT_FROM;
use crate::term::Ended;

/// Options of the screens before a command make the command a path.
///
/// # Errors
/// A path that does not exist and has the name of a command.
fn command_among(paths: &[PathBuf]) -> anyhow::Result<()> {
    let Some(name) = paths.first().and_then(|path| path.to_str()) else {
        return Ok(());
    };
    let known = Cli::command().find_subcommand(name).is_some();
    if known && !Path::new(name).exists() {
        bail!("{name} is a command: its options stand after it, `shinglescope {name} …`");
    }
    Ok(())
}

impl Run<'_> {
    /// Opens the screens on a terminal; otherwise prints the clusters.
    pub(super) fn explore(&self, asked: &Explore) -> anyhow::Result<()> {
        command_among(&asked.corpus.paths)?;
        let terminal = stdout().is_terminal();
        if asked.opening.look.plain || terminal && talk::is_dumb() {
            return self.plain(asked);
        }
        if !terminal {
            let output = Output {
                format: Format::Table,
                csv_safe: false,
            };
            let is_apart = asked
                .opening
                .decided
                .are_apart_or(asked.opening.journal.journal.is_some());
            let parted_by = is_apart.then_some(&asked.opening.journal);
            return self.clusters(
                &asked.corpus,
                &asked.opening.grouping,
                (None, parted_by),
                output,
            );
        }
        let options = self.options(&asked.corpus.paths, asked.corpus.settings.settings())?;
        let masks = self.masks(&options.settings.reading)?.clone();
        let kept = self.kept_masks(asked, &options);
        self.on_screens(options, asked, (masks, kept), None)
    }

    /// Opens the screens, with a lecture in front if there is one, until they are left.
    pub(super) fn on_screens(
        &self,
        options: Options,
        asked: &Explore,
        masks: (MaskConfig, MaskConfig),
        lecture: Option<Lecture>,
    ) -> anyhow::Result<()> {
        self.listening.leave_it_to_the_screens();
        let calm = self.common.calm();
        let cancel = self.cancel.flag();
        let mut named = self.files_read(None);
        named.extend(self.common.masks.of_templates());
        let ended = screens::explore(
            options,
            asked,
            masks,
            (calm, &self.config),
            lecture,
            (named, cancel),
        )?;
        if ended != Ended::Quit {
            self.cancel.stop();
            self.talk.say(&format!("shinglescope: {ended}"));
        }
        Ok(())
    }

    /// The masks that are kept with the corpus, unless they are skipped. What is wrong with the journal is told on the
    /// screens.
    fn kept_masks(&self, asked: &Explore, options: &Options) -> MaskConfig {
        let place = match &asked.opening.journal.journal {
            _ if self.common.masks.kept() == Some(KeptMasks::Skip) => None,
            Some(path) => Some(journal::named(path)),
            None if options.source.is_demo() => None,
            None => journal::place(options).ok(),
        };
        let read = place.and_then(|place| journal::read(&place).ok());
        read.map_or_else(MaskConfig::default, |journal| journal.kept_masks())
    }

    /// Runs the line-oriented explorer.
    fn plain(&self, asked: &Explore) -> anyhow::Result<()> {
        let (corpus, grouping) = (&asked.corpus, &asked.opening.grouping);
        let threshold = grouping.pair_search.threshold;
        let floor = KEPT_FROM.min(threshold);
        // Decisions and masks that are kept count as on the screens.
        let options = self.options(&corpus.paths, corpus.settings.settings())?;
        let kept = self.kept_masks(asked, &options);
        if !kept.is_empty() {
            self.kept_masks.get_or_init(|| kept);
        }
        let has_journal = !options.source.is_demo();
        let is_apart = asked.opening.decided.are_apart_or(true);
        let journal = match is_apart && (has_journal || asked.opening.journal.journal.is_some()) {
            true => self.journal_of(corpus, &asked.opening.journal)?,
            false => None,
        };
        let (collection, pairs) = self.pairs_down_to(
            floor,
            &corpus.paths,
            &corpus.settings,
            &grouping.pair_search,
        )?;
        let apart = journal.map(|journal| self.held_apart(&journal, &collection));
        let pairs = match apart.filter(|apart| !apart.is_empty()) {
            Some(apart) => self.respecting(&apart, (&collection, pairs), threshold),
            None => pairs,
        };
        let beside = (grouping.pair_search.purpose() == Purpose::CopiedText).then(|| {
            let config = CopiedTextConfig {
                bridging: asked.opening.bridging.config.bridging,
                ..CopiedTextConfig::default()
            };
            let beside = config.beside_share(collection.unit());
            format!("{beside} `shinglescope pairs --for copied-text` prints it.")
        });
        let mut plain = Plain::new(
            &collection,
            &pairs,
            threshold,
            grouping.linkage(),
            asked.opening.bridging.config.bridging,
            beside,
        );
        let prompt = io::stdin().is_terminal();
        let out = BufWriter::new(stdout());
        // It waits for lines, and keeps nothing. A signal may have come just before.
        let run = || -> anyhow::Result<()> {
            self.should_continue()?;
            Ok(plain.run(io::stdin().lock(), out, prompt)?)
        };
        self.listening.ending_at_once(run)
    }

    /// Builds the index and commits it to the store.
    pub(super) fn index(&self, asked: &Index) -> anyhow::Result<()> {
        if self.common.masks.any() {
            self.talk.say(
                "an index holds all text; masks apply when it is asked, and change nothing here",
            );
        }
        let options = Options {
            reuse: asked.reuse(),
            ..self.options(&asked.corpus.paths, asked.corpus.settings.settings())?
        };
        let begun = Instant::now();
        let indexed = OnceLock::new();
        let emit = |event: Event| match event {
            Event::Progress(progress) => self.talk.progress(&progress),
            Event::Notice(sentence) => self.talk.say(&sentence),
            Event::Collection(collection) => drop(indexed.set(collection)),
            Event::Listed(_) | Event::Pairs(_) | Event::FullText(_) => {}
        };
        let search_config = PairSearchConfig::default();
        self.say_of_another_version(&options);
        let done = self
            .pool
            .install(|| build::build(&options, search_config, self.cancel, &emit));
        self.talk.done();
        let done = done?;
        if let Some(collection) = indexed.get() {
            self.count_unread(collection);
            skipped(collection, &self.talk);
            if collection.is_empty() {
                no_documents(&options.source, collection)?;
            }
        }
        let place = options.store_dir();
        let documents = format!(
            "{} read, {} as they were; {}",
            units::counted(done.read, "document", "documents"),
            units::count(done.kept),
            units::duration(begun.elapsed()),
        );
        let index = place.map_or("nothing was written".into(), |dir| {
            format!("index in {}", dir.display())
        });
        if done.stopped {
            let next = "the same command goes on from there";
            self.talk.say(&format!("interrupted: {documents}; {next}"));
            return self.should_continue();
        }
        self.whole.store(true, Ordering::Relaxed);
        self.talk.say(&format!("{documents}; {index}"));
        Ok(())
    }
}
