//! Finds pairs, copied text and clusters of a corpus, with notes on how they were found.

use std::sync::Arc;

use anyhow::Context;

use super::CommandContext;
use crate::base::units;
use crate::candidates::{self, Identical, Method, PairSet};
use crate::cli::args::common::CorpusArgs;
use crate::cli::settings::{Grouping, PairSearchArgs, conflict};
use crate::cli::where_filter;
use crate::cluster::{Cache, Clustering, build as cluster, parts};
use crate::engine::excluded::PairListing;
use crate::engine::pairs::{Accept, reusable};
use crate::engine::progress::{ProgressSampler, Stage};
use crate::evidence::{CopiedText, CopiedTextConfig, CopiedTextProgress, copied_text};
use crate::filter::Filter;
use crate::index::Collection;
use crate::similarity::Bridging;

impl CommandContext<'_> {
    /// Finds the pairs at the threshold.
    pub fn pairs(
        &self,
        corpus: &CorpusArgs,
        pair_search: &PairSearchArgs,
    ) -> anyhow::Result<(Arc<Collection>, PairSet)> {
        self.pairs_down_to(pair_search.threshold, corpus, pair_search)
    }

    /// Finds the pairs at the threshold, and those below it down to `floor` if affordable.
    pub fn pairs_down_to(
        &self,
        floor: f64,
        corpus: &CorpusArgs,
        pair_search: &PairSearchArgs,
    ) -> anyhow::Result<(Arc<Collection>, PairSet)> {
        let method_config = pair_search.method_config(&corpus.settings().sketching)?;
        let opened = self.open(corpus, false)?;
        let (collection, stored) = (opened.collection, opened.stored);
        let (threshold, cancel) = (pair_search.threshold, self.cancel);
        let stored = reusable(stored, &method_config, threshold, Accept::Complete);
        let find = || {
            let (all, identical) = (&collection, Identical::new(&collection));
            candidates::find(all, &identical, &method_config, threshold, floor, cancel)
        };
        // Collecting the shingles of a hundred thousand documents cannot be cancelled.
        let pairs = stored.unwrap_or_else(|| self.ending_at_once(find));
        cancel.check()?;
        collection.release();
        self.say_found(collection.len() as u64, &pairs, threshold);
        Ok((collection, pairs))
    }

    /// Does the same as [`CommandContext::pairs`], and reports how many more pairs there are without the rule of common
    /// text.
    pub fn pairs_and_excluded(
        &self,
        corpus: &CorpusArgs,
        pair_search: &PairSearchArgs,
    ) -> anyhow::Result<(Arc<Collection>, PairSet)> {
        let (collection, pairs) = self.pairs(corpus, pair_search)?;
        let listing = PairListing {
            method_config: &pair_search.method_config(&corpus.settings().sketching)?,
            threshold: pair_search.threshold,
            copied: None,
        };
        self.say_excluded(&collection, &listing)?;
        Ok((collection, pairs))
    }

    /// Reports the number of rows that match `--where`.
    pub fn say_how_many_match(&self, (matching, all): (u64, u64), rows: &str) {
        let (matching, all) = (units::count(matching), units::count(all));
        self.say(&format!("{matching} of {all} {rows} match --where"));
    }

    /// Reports the number of clusters whose figures come from a sample of their pairs.
    pub fn say_sampled(&self, collection: &Collection, clustering: &Clustering) {
        let measured = clustering.clusters.iter().map(|cluster| cluster.measured);
        let sampled: Vec<(u64, u64)> = measured.filter(|(some, all)| some < all).collect();
        let Some((measured, all)) = sampled.iter().max_by_key(|(_, all)| *all) else {
            return;
        };
        self.say(&format!(
            "representative, min and mean of {} are estimates: pairs at or above the threshold count exactly, the others through a random sample, together {} of {} in the largest; the other pairs may have {}",
            units::counted(sampled.len() as u64, "cluster", "clusters"),
            units::count(*measured),
            units::count(*all),
            match collection.classes() {
                None => "a lower min",
                // Pairs within an archive or a group are not compared.
                Some(_) => "a lower min and, of documents that are not compared, a greater max",
            },
        ));
    }

    /// Builds the clusters of the pairs.
    pub fn clustering(
        &self,
        collection: &Collection,
        pairs: &PairSet,
        grouping: &Grouping,
    ) -> Clustering {
        let (threshold, linkage) = (grouping.pair_search.threshold, grouping.linkage());
        let cache = &mut Cache::default();
        let build = || cluster::build(collection, pairs, threshold, linkage, cache);
        // Tens of millions of pairs take seconds; nothing is written in this time.
        let clustering = self.ending_at_once(build);
        let oversized = clustering.not_subdivided.len() as u64;
        if oversized > 0 {
            self.say(&format!(
                "{} more than {} distinct documents: too many to compare all pairs, so single linkage is used",
                units::counted(oversized, "cluster has", "clusters have"),
                units::count(parts::MAX_MATRIX_DOCUMENTS as u64),
            ));
        }
        clustering
    }

    /// Reports the number of documents and pairs, and how the pairs were found.
    pub fn say_found(&self, documents: u64, pairs: &PairSet, threshold: f64) {
        let info = &pairs.info;
        let bands = info.bands.map(|(b, r)| format!(" {b}×{r}"));
        let bands = bands.unwrap_or_default();
        self.say(&format!(
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
            self.say(&format!("{}: {}", info.method, info.note));
        }
        if info.capped > 0 {
            self.say(&format!(
                "{} set aside and not looked at: too many documents had something in common",
                units::counted(info.capped, "candidate pair was", "candidate pairs were")
            ));
        }
    }

    /// Finds the pairs with copied text. Checks `filter` but does not apply it.
    ///
    /// # Errors
    /// The method is not a complete join; the filter needs unknown figures; the work was interrupted.
    pub fn find_copied_text(
        &self,
        corpus: &CorpusArgs,
        pair_search: &PairSearchArgs,
        bridging: Bridging,
        filter: Option<&Filter>,
    ) -> anyhow::Result<(Arc<Collection>, CopiedText)> {
        let sketching = corpus.settings().sketching;
        let method_config = pair_search.method_config(&sketching)?;
        if ![Method::Auto, Method::Exact, Method::Containment].contains(&method_config.method) {
            return Err(conflict(format!(
                "--for copied-text finds every pair by a complete join; leave --method {0} out, or give --method auto where a config file has {0}",
                method_config.method
            ))
            .into());
        }
        let config = CopiedTextConfig {
            k: sketching.k,
            measure: method_config.measure,
            share: pair_search.threshold,
            bridging,
            ..CopiedTextConfig::default()
        };
        let collection = self.collection(corpus)?;
        where_filter::check(filter, &collection)?;
        let samplers = [Stage::Pairs, Stage::Passages].map(ProgressSampler::new);
        let progress = |now: CopiedTextProgress| {
            let sampler = &samplers[now.step as usize];
            if sampler.is_due() {
                self.talk.progress(&sampler.at(now.done, now.total, 0));
            }
        };
        let find = || copied_text::find(&collection, &config, &progress, self.cancel);
        let copied = self.ending_at_once(find);
        self.cancel.check()?;
        self.talk.done();
        Ok((collection, copied.context("interrupted")?))
    }

    /// Reports the number of pairs with copied text, the rule, and disguised documents.
    ///
    /// # Errors
    /// The work was interrupted.
    pub fn say_copied_text(
        &self,
        collection: &Collection,
        copied: &CopiedText,
    ) -> anyhow::Result<()> {
        self.say(&format!(
            "{}; {}: {}",
            units::counted(collection.len() as u64, "document", "documents"),
            copied_text::pairs_share(&copied.pairs, |pair| Some(pair.evidence))[0],
            copied.rule(collection.unit()),
        ));
        self.say_disguised(collection)
    }
}
