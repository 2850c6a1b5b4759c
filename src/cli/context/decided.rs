//! Decisions of the journal for commands that list pairs and clusters.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context;

use super::CommandContext;
use crate::base::units;
use crate::candidates::{HeldApart, PairSet};
use crate::cli::args::common::CorpusArgs;
use crate::cli::masks::KeptMasks;
use crate::cluster::DecidedDifferent;
use crate::engine::options::Options;
use crate::engine::review as journal;
use crate::engine::review::JournalPlace;
use crate::filter::Filter;
use crate::index::Collection;
use crate::mask::MaskConfig;
use crate::review::{Journal, Offer, ReviewState};
use crate::settings::Settings;

impl CommandContext<'_> {
    /// Who decides.
    ///
    /// # Errors
    /// Nobody is named, and the user has no name.
    pub fn reviewer(&self) -> anyhow::Result<String> {
        let name = journal::reviewer(self.journal.by.as_deref());
        name.context("the user has no name here; say who decides with --by NAME")
    }

    /// The journal that is named, else that of the corpus of `options`, as the reviewer reads it. A named one has to be
    /// there unless it `may_be_new`.
    ///
    /// # Errors
    /// A journal that cannot be read.
    pub fn read_journal(
        &self,
        options: &Options,
        may_be_new: bool,
    ) -> anyhow::Result<(JournalPlace, Arc<Journal>)> {
        let named = self.journal.journal.as_deref();
        let reviewer = journal::reader(self.journal.by.as_deref());
        let location = match named {
            Some(path) => journal::named(path),
            None => journal::location(options)?,
        };
        let read = if named.is_some() && !may_be_new {
            journal::read_existing(&location, &reviewer)?
        } else {
            journal::read(&location, &reviewer)?
        };
        Ok((location, Arc::new(read)))
    }

    /// As [`CommandContext::read_journal`], and says once which of its lines are no acts, and whose do not count.
    ///
    /// # Errors
    /// A journal that cannot be read.
    pub fn journal(
        &self,
        options: &Options,
        may_be_new: bool,
    ) -> anyhow::Result<(JournalPlace, Arc<Journal>)> {
        let (location, journal) = self.read_journal(options, may_be_new)?;
        if !self.journal_announced.swap(true, Ordering::Relaxed) {
            if let Some(broken) = journal.broken_sentence() {
                self.talk
                    .say(&format!("{}: {broken}", location.path.display()));
            }
            let offers = journal.offers().into_iter();
            offers.for_each(|offer| self.talk.say(&offer.sentence()));
        }
        Ok((location, journal))
    }

    /// The journal of these paths; `None` if none is named and they have none.
    ///
    /// # Errors
    /// A journal that cannot be read, or a named one that is not there.
    pub fn journal_of(
        &self,
        (paths, settings): (&[PathBuf], Settings),
    ) -> anyhow::Result<Option<Arc<Journal>>> {
        let options = self.options(paths, settings)?;
        let (location, journal) = self.journal(&options, false)?;
        let is_there = self.journal.journal.is_some() || location.path.exists();
        Ok(is_there.then_some(journal))
    }

    /// The pairs that the corpus' journal says are different, if `how` is apart; else none. Where nothing is asked, says
    /// how many of `pairs` at the threshold these are.
    ///
    /// # Errors
    /// A journal that cannot be read, if `how` is apart.
    pub fn apart(
        &self,
        (paths, settings): (&[PathBuf], Settings),
        how: Option<DecidedDifferent>,
        (collection, pairs, threshold): (&Collection, &PairSet, f64),
    ) -> anyhow::Result<HeldApart> {
        match how {
            Some(DecidedDifferent::Apart) => {
                let journal = self.journal_of((paths, settings))?.unwrap_or_default();
                return Ok(self.held_apart(&journal, collection));
            }
            Some(DecidedDifferent::Ignored) => {}
            None => self.say_apart_counts((paths, settings), (collection, pairs, threshold)),
        }
        Ok(HeldApart::default())
    }

    /// The pairs that the journal says are different.
    pub fn held_apart(&self, journal: &Arc<Journal>, collection: &Collection) -> HeldApart {
        let held_apart = || journal::held_apart(journal, collection);
        self.pool.install(held_apart)
    }

    /// Says how many of `pairs` at the threshold the corpus' journal says are different.
    pub fn say_apart_counts(
        &self,
        corpus: (&[PathBuf], Settings),
        (collection, pairs, threshold): (&Collection, &PairSet, f64),
    ) {
        let different = self.looked_at(corpus, collection);
        if let Some(different) = different.filter(|different| !different.is_empty()) {
            let some = pairs
                .without(collection, &different)
                .count_held_apart(threshold);
            let instead = "; --decided-different apart takes them for no near-duplicates";
            self.say_counted(some, instead);
        }
    }

    /// Says how many pairs of the corpus are decided to be different and count here like any other.
    pub fn say_different_counts(&self, corpus: (&[PathBuf], Settings), collection: &Collection) {
        if let Some(different) = self.looked_at(corpus, collection) {
            self.say_counted(different.len() as u64, "");
        }
    }

    /// The pairs that the corpus' journal says are different; `None` without one. One that cannot be read is said.
    fn looked_at(
        &self,
        corpus: (&[PathBuf], Settings),
        collection: &Collection,
    ) -> Option<HeldApart> {
        match self.journal_of(corpus) {
            Ok(journal) => Some(self.held_apart(&journal?, collection)),
            Err(error) => {
                let sentence = format!("decisions are not looked at: {error:#}");
                self.talk.say(&sentence);
                None
            }
        }
    }

    fn say_counted(&self, different: u64, instead: &str) {
        if different > 0 {
            self.talk.say(&format!(
                "{} decided different {} here like any other{instead}",
                units::counted(different, "pair", "pairs"),
                if different == 1 { "counts" } else { "count" }
            ));
        }
    }

    /// Says which masks are kept with the corpus, where the figures are without them.
    pub fn say_kept_masks(&self, journal: &Journal) {
        let is_stated = self.common.masks.kept().is_some() || self.kept_masks.get().is_some();
        let kept = journal.kept_masks();
        if !kept.is_empty() && !is_stated {
            self.talk.say(&format!(
                "the screens exclude {} of this corpus; this command does not: --kept-masks apply excludes it, skip says nothing",
                kept.describe()
            ));
        }
    }

    /// What is kept excluded, with what the folders of a corpus of several keep if that is asked for.
    pub fn kept_of(&self, options: &Options, journal: &Journal) -> MaskConfig {
        let mut kept = journal.kept_masks();
        if self.common.masks.kept() == Some(KeptMasks::Apply) {
            let offers = self.offers_of_folders(options, journal).into_iter();
            let counts = offers.filter(|offer| offer.by.is_none());
            let masks = counts.flat_map(|offer| offer.masks);
            masks.for_each(|(mask, enabled)| mask.turn(&mut kept, enabled));
        }
        kept
    }

    fn offers_of_folders(&self, options: &Options, own: &Journal) -> Vec<Offer> {
        let reviewer = journal::reader(self.journal.by.as_deref());
        journal::offers_of_folders(options, &reviewer, own)
    }

    /// Says what the corpus, and the folders of a corpus of several, keep excluded and this command does not exclude.
    pub fn say_not_excluded(&self, options: &Options) {
        let Ok((_, own)) = self.read_journal(options, true) else {
            return;
        };
        self.say_kept_masks(&own);
        let kept = self.common.masks.kept();
        let offers = self.offers_of_folders(options, &own).into_iter();
        let offers = offers.filter(|offer| match kept {
            None => true,
            Some(KeptMasks::Apply) => offer.by.is_some(),
            Some(KeptMasks::Skip) => false,
        });
        offers.for_each(|offer| self.talk.say(&offer.sentence()));
    }

    /// The journal, if a term of `filter` is about decisions.
    ///
    /// # Errors
    /// As [`CommandContext::journal_of`], and no journal.
    pub fn journal_for(
        &self,
        filter: Option<&Filter>,
        corpus: &CorpusArgs,
    ) -> anyhow::Result<Option<Arc<Journal>>> {
        let Some(term) = filter.and_then(Filter::first_property) else {
            return Ok(None);
        };
        let journal = self.journal_of((&corpus.paths, corpus.settings.settings()))?;
        if journal.is_none() {
            anyhow::bail!(
                "--where: \"{term}\" is about decisions, and this corpus has no journal of them; decide something on the screens or with `review add`, or name a journal with --journal FILE"
            );
        }
        Ok(journal)
    }

    /// What the journal says of `collection`.
    pub fn decisions(
        journal: Option<Arc<Journal>>,
        collection: &Collection,
    ) -> Option<ReviewState> {
        journal.map(|journal| ReviewState::new(journal, collection))
    }

    /// The pairs without those that are decided to be different, and says how many these are.
    pub fn respecting(
        &self,
        held_apart: &HeldApart,
        (collection, pairs): (&Collection, PairSet),
        threshold: f64,
    ) -> PairSet {
        let edges = self.pool.install(|| pairs.without(collection, held_apart));
        let some = edges.count_held_apart(threshold);
        self.talk.say(&match some {
            0 => "no pair of this threshold is decided to be different".to_owned(),
            1 => "1 pair decided different holds no cluster together".to_owned(),
            n => format!(
                "{} pairs decided different hold no cluster together",
                units::count(n)
            ),
        });
        edges
    }
}
