//! Decisions of the journal for commands that list pairs and clusters.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::super::args::common::CorpusArgs;
use super::super::args::review::JournalArgs;
use super::Run;
use crate::base::units;
use crate::candidates::{HeldApart, PairSet};
use crate::cluster::DecidedDifferent;
use crate::collection::Collection;
use crate::engine::options::Options;
use crate::engine::review as journal;
use crate::filter::Filter;
use crate::review::{Journal, ReviewState};
use crate::settings::Settings;

impl Run<'_> {
    /// The journal that is named, else that of the corpus; `None` if the corpus has none.
    ///
    /// # Errors
    /// A journal that cannot be read, or a named one that is not there.
    pub(super) fn journal_of(
        &self,
        corpus: &CorpusArgs,
        named: &JournalArgs,
    ) -> anyhow::Result<Option<Arc<Journal>>> {
        let options = self.options(&corpus.paths, corpus.settings.settings())?;
        self.journal_for_options(&options, named.journal.as_deref())
    }

    fn journal_for_options(
        &self,
        options: &Options,
        named: Option<&Path>,
    ) -> anyhow::Result<Option<Arc<Journal>>> {
        let place = match named {
            Some(path) => journal::named(path),
            None => journal::place(options)?,
        };
        if named.is_none() && !place.path.exists() {
            return Ok(None);
        }
        let read = journal::read_existing(&place)?;
        self.say_broken(&place.path, &read);
        Ok(Some(Arc::new(read)))
    }

    /// Says once which lines of the journal are no acts.
    pub(super) fn say_broken(&self, path: &Path, journal: &Journal) {
        if let Some(broken) = journal.broken_sentence()
            && !self.broken_said.swap(true, Ordering::Relaxed)
        {
            self.talk.say(&format!("{}: {broken}", path.display()));
        }
    }

    /// The pairs that the corpus' journal says are different, if `how` is apart; else none. Where nothing is asked, says
    /// how many of `pairs` at the threshold these are.
    ///
    /// # Errors
    /// A journal that cannot be read, if `how` is apart.
    pub(super) fn apart(
        &self,
        (paths, settings): (&[PathBuf], Settings),
        how: Option<DecidedDifferent>,
        (collection, pairs, threshold): (&Collection, &PairSet, f64),
    ) -> anyhow::Result<HeldApart> {
        match how {
            Some(DecidedDifferent::Apart) => {
                let options = self.options(paths, settings)?;
                let journal = self.journal_for_options(&options, self.journal.as_deref())?;
                let journal = journal.unwrap_or_default();
                return Ok(self.held_apart(&journal, collection));
            }
            Some(DecidedDifferent::Ignored) => {}
            None => self.say_apart_counts((paths, settings), (collection, pairs, threshold)),
        }
        Ok(HeldApart::default())
    }

    /// The pairs that the journal says are different.
    pub(super) fn held_apart(&self, journal: &Arc<Journal>, collection: &Collection) -> HeldApart {
        let held_apart = || journal::held_apart(journal, collection);
        self.pool.install(held_apart)
    }

    /// Says how many of `pairs` at the threshold the corpus' journal says are different.
    pub(super) fn say_apart_counts(
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
    pub(in crate::cli) fn say_different_counts(
        &self,
        corpus: (&[PathBuf], Settings),
        collection: &Collection,
    ) {
        if let Some(different) = self.looked_at(corpus, collection) {
            self.say_counted(different.len() as u64, "");
        }
    }

    /// The pairs that the corpus' journal says are different; `None` without one. One that cannot be read is said.
    fn looked_at(
        &self,
        (paths, settings): (&[PathBuf], Settings),
        collection: &Collection,
    ) -> Option<HeldApart> {
        let options = self.options(paths, settings);
        let journal =
            options.and_then(|options| self.journal_for_options(&options, self.journal.as_deref()));
        match journal {
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
    pub(super) fn say_kept_masks(&self, journal: &Journal) {
        let kept = journal.kept_masks();
        if !kept.is_empty() && self.common.masks.kept().is_none() {
            self.talk.say(&format!(
                "on the screens {} is left out of this corpus; here it is not, --kept-masks apply leaves it out",
                kept.describe()
            ));
        }
    }

    /// The journal, if a term of `filter` is about decisions.
    ///
    /// # Errors
    /// As [`Run::journal_of`], and no journal.
    pub(super) fn journal_for(
        &self,
        filter: Option<&Filter>,
        corpus: &CorpusArgs,
        named: &JournalArgs,
    ) -> anyhow::Result<Option<Arc<Journal>>> {
        let Some(term) = filter.and_then(Filter::first_property) else {
            return Ok(None);
        };
        let found = self.journal_of(corpus, named)?;
        if found.is_none() {
            anyhow::bail!(
                "--where: \"{term}\" is about decisions, and this corpus has no journal of them; decide something on the screens or with `review add`, or name a journal with --journal FILE"
            );
        }
        Ok(found)
    }

    /// What the journal says of `collection`.
    pub(super) fn decisions(
        journal: Option<Arc<Journal>>,
        collection: &Collection,
    ) -> Option<ReviewState> {
        journal.map(|journal| ReviewState::new(journal, collection))
    }

    /// The pairs without those that are decided to be different, and says how many these are.
    pub(super) fn respecting(
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
