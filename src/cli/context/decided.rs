//! Decisions of the journal for commands that list pairs and clusters.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context;

use super::CommandContext;
use crate::base::units;
use crate::candidates::{CannotLink, PairSet};
use crate::cli::args::common::CorpusArgs;
use crate::cli::masks::KeptMasks;
use crate::cluster::DecidedDifferent;
use crate::engine::options::Options;
use crate::engine::review as journal;
use crate::engine::review::JournalLocation;
use crate::filter::Filter;
use crate::index::Collection;
use crate::mask::MaskConfig;
use crate::review::{Journal, Offer};

impl CommandContext<'_> {
    /// Returns the name of the person who decides.
    ///
    /// # Errors
    /// No person is named, and the user has no name.
    pub fn reviewer(&self) -> anyhow::Result<String> {
        let name = journal::reviewer(self.invocation.journal.by.as_deref());
        name.context("the user has no name here; say who decides with --by NAME")
    }

    /// Reads the named journal, otherwise the journal of the corpus of `options`, as the reviewer sees it. A named
    /// journal must exist unless it `may_be_new`.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn read_journal(
        &self,
        options: &Options,
        may_be_new: bool,
    ) -> anyhow::Result<(JournalLocation, Arc<Journal>)> {
        let args = &self.invocation.journal;
        let reviewer = journal::reader(args.by.as_deref());
        let location = match args.journal.as_deref() {
            Some(path) => journal::named(path),
            None => journal::location(options)?,
        };
        let read = if args.journal.is_some() && !may_be_new {
            journal::read_existing(&location, &reviewer)?
        } else {
            journal::read(&location, &reviewer)?
        };
        Ok((location, Arc::new(read)))
    }

    /// Does the same as [`CommandContext::read_journal`], and reports once which lines are not acts, and whose acts are
    /// ignored.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn journal(
        &self,
        options: &Options,
        may_be_new: bool,
    ) -> anyhow::Result<(JournalLocation, Arc<Journal>)> {
        let (location, journal) = self.read_journal(options, may_be_new)?;
        if !self.journal_announced.swap(true, Ordering::Relaxed) {
            if let Some(broken) = journal.broken_sentence() {
                self.say(&format!("{}: {broken}", location.path.display()));
            }
            let offers = journal.offers().into_iter();
            offers.for_each(|offer| self.say(&offer.sentence()));
        }
        Ok((location, journal))
    }

    /// The journal of the corpus, or the named one; `None` if none is named and none exists.
    ///
    /// # Errors
    /// The journal cannot be read, or the named one does not exist.
    pub fn journal_of(&self, corpus: &CorpusArgs) -> anyhow::Result<Option<Arc<Journal>>> {
        let options = self.options(corpus)?;
        let (location, journal) = self.journal(&options, false)?;
        let has_journal = self.invocation.journal.journal.is_some() || location.path.exists();
        Ok(has_journal.then_some(journal))
    }

    /// The pairs with the decision "different" in the journal, if `decided` is apart; otherwise none. If
    /// `decided` is not set, reports how many of `pairs` at the threshold have this decision.
    ///
    /// # Errors
    /// The journal cannot be read, and `decided` is apart.
    pub fn apart(
        &self,
        corpus: &CorpusArgs,
        decided: Option<DecidedDifferent>,
        (collection, pairs, threshold): (&Collection, &PairSet, f64),
    ) -> anyhow::Result<CannotLink> {
        if decided == Some(DecidedDifferent::Apart) {
            let journal = self.journal_of(corpus)?.unwrap_or_default();
            return Ok(self.cannot_link(&journal, collection));
        }
        if decided.is_none() {
            self.say_different_counts(corpus, collection, Some((pairs, threshold)));
        }
        Ok(CannotLink::default())
    }

    /// The pairs with the decision "different".
    pub fn cannot_link(&self, journal: &Arc<Journal>, collection: &Collection) -> CannotLink {
        self.install(|| journal::cannot_link(journal, collection))
    }

    /// Reports the number of pairs with the decision "different" that count here like any other: of all pairs, or of
    /// `pairs` at a threshold.
    pub fn say_different_counts(
        &self,
        corpus: &CorpusArgs,
        collection: &Collection,
        pairs: Option<(&PairSet, f64)>,
    ) {
        let journal = self.journal_of(corpus).unwrap_or_else(|error| {
            self.say(&format!("decisions are ignored: {error:#}"));
            None
        });
        let different = self.cannot_link(&journal.unwrap_or_default(), collection);
        let (number, remark) = match pairs {
            _ if different.is_empty() => return,
            None => (different.len() as u64, ""),
            Some((pairs, threshold)) => {
                let edges = pairs.without(&different);
                let remark = "; --decided-different apart excludes them";
                (edges.count_held_apart(threshold), remark)
            }
        };
        if number > 0 {
            self.say(&format!(
                "{} decided different {} here like any other{remark}",
                units::counted(number, "pair", "pairs"),
                if number == 1 { "counts" } else { "count" }
            ));
        }
    }

    /// The exclusions that are kept with the corpus, and with `--kept-masks apply` also the exclusions of its folders.
    pub fn kept_of(&self, options: &Options, journal: &Journal) -> MaskConfig {
        let mut kept = journal.kept_masks();
        if self.common.masks.kept_masks == Some(KeptMasks::Apply) {
            let mut offers = self.offers_of_folders(options, journal);
            offers.retain(|offer| offer.by.is_none());
            for (mask, enabled) in offers.into_iter().flat_map(|offer| offer.masks) {
                mask.turn(&mut kept, enabled);
            }
        }
        kept
    }

    fn offers_of_folders(&self, options: &Options, own: &Journal) -> Vec<Offer> {
        let reviewer = journal::reader(self.invocation.journal.by.as_deref());
        journal::offers_of_folders(options, &reviewer, own)
    }

    /// Reports exclusions that are kept with the corpus or its folders but do not apply to this command.
    pub fn say_not_excluded(&self, options: &Options) {
        let Ok((_, own)) = self.read_journal(options, true) else {
            return;
        };
        let (kept, masks) = (self.common.masks.kept_masks, own.kept_masks());
        let is_stated = kept.is_some() || self.kept_masks.get().is_some();
        if !masks.is_empty() && !is_stated {
            self.say(&format!(
                "the screens exclude {} of this corpus; this command does not: --kept-masks apply excludes it, skip says nothing",
                masks.describe()
            ));
        }
        let offers = self.offers_of_folders(options, &own).into_iter();
        let offers = offers.filter(|offer| match kept {
            None => true,
            Some(KeptMasks::Apply) => offer.by.is_some(),
            Some(KeptMasks::Skip) => false,
        });
        offers.for_each(|offer| self.say(&offer.sentence()));
    }

    /// The journal if a term of `filter` is about decisions.
    ///
    /// # Errors
    /// The errors of [`CommandContext::journal_of`], or there is no journal.
    pub fn journal_for(
        &self,
        filter: Option<&Filter>,
        corpus: &CorpusArgs,
    ) -> anyhow::Result<Option<Arc<Journal>>> {
        let Some(term) = filter.and_then(Filter::first_property) else {
            return Ok(None);
        };
        let journal = self.journal_of(corpus)?;
        if journal.is_none() {
            anyhow::bail!(
                "--where: \"{term}\" is about decisions, and this corpus has no journal of them; decide something on the screens or with `review add`, or name a journal with --journal FILE"
            );
        }
        Ok(journal)
    }

    /// Removes the pairs with the decision "different", and reports their number.
    pub fn respecting(&self, cannot_link: &CannotLink, pairs: PairSet, threshold: f64) -> PairSet {
        let edges = self.install(|| pairs.without(cannot_link));
        let number = edges.count_held_apart(threshold);
        self.say(&match number {
            0 => "no pair of this threshold is decided to be different".to_owned(),
            n => format!("{} no cluster together", held_apart_pairs(n)),
        });
        edges
    }
}

/// `1 pair decided different holds`, `2 pairs decided different hold`.
pub fn held_apart_pairs(n: u64) -> String {
    let (one, many) = (
        "pair decided different holds",
        "pairs decided different hold",
    );
    units::counted(n, one, many)
}
