//! Pairs and clusters of a corpus, with notes on how they were found.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use serde_json::json;

use super::super::args::common::{CorpusArgs, Output};
use super::super::args::review::JournalArgs;
use super::super::args::{Clusters, Pairs};
use super::super::lists::{self, ListedDates};
use super::super::pair_search::{Grouping, PairSearchArgs};
use super::super::settings::SettingsArgs;
use super::Run;
use super::described::MadeFrom;
use crate::base::{DocNo, units};
use crate::candidates::{self, Identical, PairSet, Texts};
use crate::cluster::{Cache, Cluster, Clustering, build as cluster, parts};
use crate::collection::Collection;
use crate::config::Purpose;
use crate::engine::open::Opened;
use crate::engine::pairs::{Accept, reusable};
use crate::engine::review as journal;
use crate::evidence::CopiedTextConfig;
use crate::report::Format;
use crate::similarity::Pair;

/// Number of rows of `pairs` above which a note says how many of them come from copies.
const MANY_ROWS: u64 = 2_000;

impl Run<'_> {
    pub(super) fn pairs(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        pair_search: &PairSearchArgs,
    ) -> anyhow::Result<(Arc<Collection>, PairSet)> {
        self.pairs_down_to(pair_search.threshold, paths, settings, pair_search)
    }

    /// Finds the pairs at the threshold, and those below it down to `floor` where affordable.
    pub(super) fn pairs_down_to(
        &self,
        floor: f64,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        pair_search: &PairSearchArgs,
    ) -> anyhow::Result<(Arc<Collection>, PairSet)> {
        let method_config = pair_search.method_config(&settings.settings().sketching)?;
        let Opened {
            collection, stored, ..
        } = self.open(paths, settings, false)?;
        let threshold = pair_search.threshold;
        let stored = reusable(stored, &method_config, threshold, Accept::Complete);
        let find = || {
            let identical = Identical::of(&collection);
            let should_continue = || !self.cancel.stopped();
            candidates::find(
                &collection,
                &identical,
                &method_config,
                threshold,
                floor,
                &should_continue,
            )
        };
        // Shingles of a hundred thousand documents are put together without a look at a signal.
        let pairs =
            stored.unwrap_or_else(|| self.listening.ending_at_once(|| self.pool.install(find)));
        self.should_continue()?;
        collection.release();
        self.say_found(collection.len() as u64, &pairs, pair_search.threshold);
        Ok((collection, pairs))
    }

    /// Prints the pairs: every two documents, or with `--distinct` one row for each two different
    /// texts.
    pub(super) fn list_pairs(&self, asked: &Pairs) -> anyhow::Result<()> {
        if asked.pair_search.purpose() == Purpose::CopiedText {
            return self.list_copied_text(asked);
        }
        let (paths, settings) = (&asked.corpus.paths, &asked.corpus.settings);
        let filter = asked.only.filter.as_ref();
        let journal = self.journal_for(filter, &asked.corpus, &asked.journal)?;
        let (collection, mut pairs) = self.pairs(paths, settings, &asked.pair_search)?;
        asked.only.check_but_decisions(&collection)?;
        let mut output = asked.output;
        if let Some(top) = asked.top {
            let should_continue = || !self.cancel.stopped();
            let add = || pairs.add_strongest(&collection, top as usize, &should_continue);
            self.listening.ending_at_once(|| self.pool.install(add));
            self.should_continue()?;
        } else if pairs.dense.is_some() {
            if output.format.is_table() {
                output.format = Format::Csv;
            }
            self.talk.say(
                "pairs are listed by document as they are found, as CSV in place of a table; --top N prints the N most similar of each",
            );
        }
        let review = Self::decisions(journal, &collection);
        let threshold = asked.pair_search.threshold;
        let rows = pairs.count(threshold);
        if asked.distinct && asked.top.is_none() && pairs.dense.is_some() {
            bail!(
                "--distinct: too many pairs to fold copies in; add --top N, or raise --threshold"
            );
        }
        let (pairs, texts) = if asked.distinct {
            let texts = self.pool.install(|| Texts::of(&collection));
            self.say_what_is_left_out(&texts, rows, texts.count(&pairs, threshold));
            (texts.distinct(pairs), Some(texts))
        } else {
            let is_whole = pairs.dense.is_none() && asked.top.is_none();
            if is_whole && rows > MANY_ROWS && pairs.pairs_of_one_set() > 0 {
                let texts = self.pool.install(|| Texts::of(&collection));
                self.offer_distinct(&texts, rows, texts.count(&pairs, threshold));
            }
            (pairs, None)
        };
        let options = json!({
            "threshold": threshold,
            "method": pairs.info.method.to_string(),
            "distinct": asked.distinct,
            "top": asked.top,
        });
        let to = self.described("pairs", &MadeFrom::Corpus(&collection), options, output)?;
        let kept = Cell::new((0, 0));
        let keeps = |chunk: &[Pair]| {
            let bridging = &asked.bridging.config.bridging;
            let kept_of = || {
                asked
                    .only
                    .keeps(&collection, chunk, bridging, review.as_ref())
            };
            let keeps = (!self.cancel.stopped()).then(|| self.pool.install(kept_of))?;
            let (some, all) = kept.get();
            let more = keeps.iter().filter(|keep| **keep).count() as u64;
            kept.set((some + more, all + chunk.len() as u64));
            Some(keeps)
        };
        let all = |chunk: &[Pair]| (!self.cancel.stopped()).then(|| vec![true; chunk.len()]);
        let keeps: &lists::Keeps<'_> = match asked.only.filter {
            Some(_) => &keeps,
            None => &all,
        };
        let is_table = output.format.is_table();
        let list = || {
            let texts = (texts.as_ref(), asked.top);
            lists::pairs(&collection, &pairs, texts, threshold, keeps, to)
        };
        // Of a table, whose columns are as wide as the widest of all rows, nothing is written before its end.
        match is_table {
            true => self.listening.ending_at_once(list)?,
            false => list()?,
        }
        self.should_continue()?;
        if asked.only.filter.is_some() {
            self.say_how_many_match(kept.get(), "pairs");
        }
        // The process ends soon, and the system frees a million rows faster than their destructors do.
        std::mem::forget((collection, pairs));
        Ok(())
    }

    /// Says how many rows `--where` let through.
    pub(super) fn say_how_many_match(&self, (some, all): (u64, u64), rows: &str) {
        self.talk.say(&format!(
            "{} of {} {rows} match --where",
            units::count(some),
            units::count(all),
        ));
    }

    /// If most of `rows` are pairs of identical texts, suggests `--distinct`.
    fn offer_distinct(&self, texts: &Texts, rows: u64, distinct: u64) {
        if rows - distinct > rows / 2 {
            self.talk.say(&format!(
                "{} of {} rows are pairs of identical texts; --distinct prints one row for each two different texts: {}",
                units::count(texts.pairs_of_one_text()),
                units::count(rows),
                units::counted(distinct, "row", "rows"),
            ));
        }
    }

    fn say_what_is_left_out(&self, texts: &Texts, rows: u64, distinct: u64) {
        let repeated = texts.repeated();
        if repeated > 0 {
            self.talk.say(&format!(
                "one row for each two different texts: {} instead of {}; {} the text of an earlier one, which `clusters` lists",
                units::count(distinct),
                units::count(rows),
                units::counted(repeated, "document has", "documents have"),
            ));
        }
    }

    /// Prints the clusters; decisions of the journal `parted_by` part them.
    pub(super) fn clusters(
        &self,
        corpus: &CorpusArgs,
        grouping: &Grouping,
        (asked, parted_by): (Option<&Clusters>, Option<&JournalArgs>),
        output: Output,
    ) -> anyhow::Result<()> {
        let only = asked.map(|asked| &asked.only);
        let parted = parted_by.is_some();
        let journal = match asked {
            _ if let Some(named) = parted_by => self.journal_of(corpus, named)?,
            Some(asked) => self.journal_for(asked.only.filter.as_ref(), corpus, &asked.journal)?,
            None => None,
        };
        let (collection, pairs) =
            self.pairs(&corpus.paths, &corpus.settings, &grouping.pair_search)?;
        only.map_or(Ok(()), |only| only.check(&collection))?;
        let review = Self::decisions(journal, &collection);
        let pairs = match &review {
            Some(state) if parted => {
                let apart = || journal::held_apart_by(state, &collection);
                let apart = self.pool.install(apart);
                self.respecting(&apart, (&collection, pairs), grouping.pair_search.threshold)
            }
            _ => pairs,
        };
        let is_asked = asked.is_some_and(|asked| asked.decided.decided_different.is_some());
        if asked.is_some() && !is_asked && !parted {
            let read = (&corpus.paths[..], corpus.settings.settings());
            let threshold = grouping.pair_search.threshold;
            self.say_apart_counts(read, (&collection, &pairs, threshold));
        }
        let clustering = self.clustering(&collection, &pairs, grouping);
        let keeps = |cluster: &Cluster| {
            let linked = (cluster, clustering.threshold);
            only.is_none_or(|only| only.keeps(&collection, linked, review.as_ref()))
        };
        if only.is_some_and(|only| only.filter.is_some()) {
            let some = clustering.clusters.iter().filter(|c| keeps(c)).count();
            let all = clustering.clusters.len();
            self.say_how_many_match((some as u64, all as u64), "clusters");
        }
        self.say_what_is_sampled(&collection, &clustering);
        if grouping.pair_search.purpose() == Purpose::CopiedText {
            let config = CopiedTextConfig::default();
            self.talk.say(&config.beside_share(collection.unit()));
        }
        let sets = self.common.sets.sets(&corpus.paths)?;
        let by_date = asked.is_some_and(|asked| asked.by_date);
        if by_date {
            self.say_undated(&collection, &sets);
        }
        let dated = |doc: DocNo| sets.dated(&collection, doc);
        let dates = ListedDates {
            order: by_date,
            of: &dated,
        };
        let dates = (by_date || !sets.dates.is_empty()).then_some(dates);
        let options = json!({
            "threshold": grouping.pair_search.threshold,
            "method": pairs.info.method.to_string(),
            "linkage": grouping.linkage().to_string(),
        });
        let to = self.described("clusters", &MadeFrom::Corpus(&collection), options, output)?;
        lists::clusters(&collection, &clustering, keeps, dates.as_ref(), to)?;
        // As in `list_pairs`.
        std::mem::forget((collection, clustering));
        Ok(())
    }

    /// Says how many clusters have figures over a sample of their pairs.
    pub(super) fn say_what_is_sampled(&self, collection: &Collection, clustering: &Clustering) {
        let clusters = clustering.clusters.iter();
        let sampled = clusters.filter(|c| c.measured.0 < c.measured.1);
        let sampled: Vec<(u64, u64)> = sampled.map(|cluster| cluster.measured).collect();
        let Some((measured, all)) = sampled.iter().max_by_key(|(_, all)| *all) else {
            return;
        };
        self.talk.say(&format!(
            "representative, min and mean of {} are estimates: pairs at or above the threshold count as they are, the others by a random sample, together {} of {} in the largest; {} may stand among the others",
            units::counted(sampled.len() as u64, "cluster", "clusters"),
            units::count(*measured),
            units::count(*all),
            match collection.classes() {
                None => "a lower min",
                // Of an archive or of one group.
                Some(_) => "a lower min and, of documents that are not compared, a greater max",
            },
        ));
    }

    pub(super) fn clustering(
        &self,
        collection: &Collection,
        pairs: &PairSet,
        grouping: &Grouping,
    ) -> Clustering {
        let threshold = grouping.pair_search.threshold;
        let cache = &mut Cache::default();
        let build = || cluster::build(collection, pairs, threshold, grouping.linkage(), cache);
        // Tens of millions of pairs take seconds; nothing is written meanwhile.
        let clustering = self.listening.ending_at_once(|| self.pool.install(build));
        let whole = clustering.left_whole.len() as u64;
        if whole > 0 {
            self.talk.say(&format!(
                "{} more than {} distinct members: too many to compare every two, so single linkage it is there",
                units::counted(whole, "cluster has", "clusters have"),
                units::count(parts::MATRIX as u64),
            ));
        }
        clustering
    }

    /// Says how many documents and pairs there are and how they were found.
    pub(super) fn say_found(&self, documents: u64, pairs: &PairSet, threshold: f64) {
        let info = &pairs.info;
        let bands = info.bands.map(|(b, r)| format!(" {b}×{r}"));
        let bands = bands.unwrap_or_default();
        self.talk.say(&format!(
            "{}; {} at {threshold} or above, by {}{bands} ({})",
            units::counted(documents, "document", "documents"),
            match &pairs.dense {
                None => units::counted(pairs.count(threshold), "pair", "pairs"),
                Some(dense) => format!("about {} pairs", units::count(pairs.about(dense))),
            },
            info.method,
            units::counted(info.candidates, "candidate", "candidates"),
        ));
        if !info.note.is_empty() {
            self.talk.say(&format!("{}: {}", info.method, info.note));
        }
        if info.capped > 0 {
            self.talk.say(&format!(
                "{} set aside and not looked at: too many documents had something in common",
                units::counted(info.capped, "candidate pair was", "candidate pairs were")
            ));
        }
    }
}
