//! The explorer, on screens or line by line, and the command that builds its index.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::super::args::{Index, Look};
use super::super::pair_search::Grouping;
use super::super::plain::Plain;
use super::super::screens;
use super::super::settings::SettingsArgs;
use super::{Run, no_documents, skipped};
use crate::base::units;
use crate::candidates::MethodConfig;
use crate::cluster::Linkage;
use crate::engine::build;
use crate::engine::event::Event;
use crate::engine::options::{Options, PairSearchConfig};
use crate::report::Format;
use crate::settings::{DEFAULT_THRESHOLD, KEPT_FROM};
use crate::term::Ended;

impl Run<'_> {
    /// Opens the screens on a terminal; otherwise prints the clusters.
    pub(super) fn explore(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        grouping: &Grouping,
        look: &Look,
        terminal: bool,
        out: impl Write,
    ) -> anyhow::Result<()> {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if look.plain || terminal && dumb {
            return self.plain(paths, settings, grouping, out);
        }
        if !terminal {
            return self.clusters(paths, settings, grouping, Format::Table, terminal, out);
        }
        self.listening.leave_it_to_the_screens();
        let ended = {
            let options = self.options(paths, settings);
            screens::explore(options, grouping, look, self.common.calm())?
        };
        if ended != Ended::Quit {
            self.cancel.stop();
            self.talk.say(&format!("shinglescope: {ended}"));
        }
        Ok(())
    }

    /// Runs the line-oriented explorer.
    pub(super) fn plain(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        grouping: &Grouping,
        out: impl Write,
    ) -> anyhow::Result<()> {
        let threshold = grouping.finding.threshold;
        let floor = KEPT_FROM.min(threshold);
        let (collection, pairs) = self.pairs_down_to(floor, paths, settings, &grouping.finding)?;
        let mut plain = Plain::new(&collection, &pairs, threshold, grouping.linkage());
        let prompt = io::stdin().is_terminal();
        plain.run(io::stdin().lock(), out, prompt)?;
        Ok(())
    }

    /// Builds the index and commits it to the store.
    pub(super) fn index(&self, asked: &Index) -> anyhow::Result<()> {
        let options = Options {
            reuse: asked.reuse(),
            ..self.options(&asked.corpus.paths, &asked.corpus.settings)
        };
        let begun = Instant::now();
        let indexed = Mutex::new(None);
        let emit = |event: Event| match event {
            Event::Progress(progress) => self.talk.progress(&progress),
            Event::Notice(sentence) => self.talk.say(&sentence),
            Event::Collection(collection) => {
                *indexed.lock().unwrap_or_else(PoisonError::into_inner) = Some(collection);
            }
            Event::Listed(_) | Event::Pairs(_) | Event::FullText(_) => {}
        };
        let finding = PairSearchConfig {
            method_config: MethodConfig::default(),
            threshold: DEFAULT_THRESHOLD,
            floor: KEPT_FROM,
            linkage: Linkage::Single,
            hurry: false,
        };
        let done = self
            .pool
            .install(|| build::build(&options, finding, self.cancel, &emit));
        self.talk.done();
        let done = done?;
        let indexed = indexed.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(collection) = indexed {
            self.count_unread(&collection);
            skipped(&collection, &self.talk);
            if collection.is_empty() {
                no_documents(&options.source, &collection)?;
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
        self.talk.say(&format!("{documents}; {index}"));
        Ok(())
    }
}
