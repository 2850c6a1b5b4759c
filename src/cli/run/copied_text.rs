//! `pairs --for copied-text`: the pairs of which one text stands in the other in part.

use std::sync::{Arc, Mutex};

use anyhow::Context;
use clap::error::ErrorKind;
use serde_json::json;

use super::super::args::Pairs;
use super::super::args::common::CorpusArgs;
use super::super::lists;
use super::super::pair_search::PairSearchArgs;
use super::super::where_filter;
use super::Run;
use super::described::MadeFrom;
use crate::base::{lock, units};
use crate::candidates::{Method, Texts};
use crate::collection::Collection;
use crate::engine::progress::{Sampler, Stage};
use crate::evidence::{CopiedText, CopiedTextConfig, CopiedTextProgress, copied_text};
use crate::filter::{Filter, PairSubject};
use crate::similarity::Bridging;

impl Run<'_> {
    /// Prints the pairs with copied text, by evidence falling.
    pub(super) fn list_copied_text(&self, asked: &Pairs) -> anyhow::Result<()> {
        let filter = asked.only.filter.as_ref();
        let journal = self.journal_for(filter, &asked.corpus, &asked.journal)?;
        let (collection, mut copied) = self.find_copied_text(
            &asked.corpus,
            &asked.pair_search,
            asked.bridging.config.bridging,
            asked.only.filter.as_ref(),
        )?;
        let review = Self::decisions(journal, &collection);
        let all = copied.pairs.len();
        if let Some(filter) = &asked.only.filter {
            copied.pairs.retain(|copied| {
                let subject = PairSubject {
                    collection: &collection,
                    pair: &copied.pair,
                    evidence: Some(&copied.evidence),
                    review: review.as_ref(),
                };
                filter.matches(&subject) == Some(true)
            });
        }
        let matched = copied.pairs.len() as u64;
        let texts = asked
            .distinct
            .then(|| self.pool.install(|| Texts::of(&collection)));
        if let Some(texts) = &texts {
            let mut is_first = texts.first_pairs();
            let pairs = &mut copied.pairs;
            pairs.retain(|copied| is_first(copied.pair.a, copied.pair.b));
        }
        self.talk.say(&format!(
            "{}; {} with copied text: {}",
            units::counted(collection.len() as u64, "document", "documents"),
            units::counted(all as u64, "pair", "pairs"),
            copied.rule(collection.unit()),
        ));
        if filter.is_some() {
            self.say_how_many_match((matched, all as u64), "pairs");
        }
        if !copied.note.is_empty() {
            self.talk.say(&copied.note);
        }
        let options = json!({ "for": "copied-text", "rule": copied.rule(collection.unit()) });
        let to = self.described(
            "pairs",
            &MadeFrom::Corpus(&collection),
            options,
            asked.output,
        )?;
        lists::copied_text(&collection, &copied, (texts.as_ref(), asked.top), to)?;
        Ok(())
    }

    /// Finds the pairs with copied text, before the `filter`, which is checked, is applied.
    ///
    /// # Errors
    /// Another method than a complete join; a filter that asks for what is not known; an interruption.
    pub(super) fn find_copied_text(
        &self,
        corpus: &CorpusArgs,
        pair_search: &PairSearchArgs,
        bridging: Bridging,
        filter: Option<&Filter>,
    ) -> anyhow::Result<(Arc<Collection>, CopiedText)> {
        let settings = &corpus.settings;
        let sketching = settings.settings().sketching;
        let method_config = pair_search.method_config(&sketching)?;
        if ![Method::Auto, Method::Exact, Method::Containment].contains(&method_config.method) {
            return Err(clap::Error::raw(
                ErrorKind::ArgumentConflict,
                format!(
                    "--for copied-text finds every pair by a complete join; leave --method {0} out, or give --method auto where a config file has {0}",
                    method_config.method
                ),
            )
            .into());
        }
        let config = CopiedTextConfig {
            k: sketching.k,
            measure: method_config.measure,
            share: pair_search.threshold,
            bridging,
            ..CopiedTextConfig::default()
        };
        let collection = self.collection(&corpus.paths, settings, false)?;
        where_filter::check(filter, &collection)?;
        Ok((
            collection.clone(),
            self.search_copied_text(&collection, &config)?,
        ))
    }

    /// Finds the pairs with copied text and says how far it is.
    ///
    /// # Errors
    /// An interruption.
    pub(super) fn search_copied_text(
        &self,
        collection: &Collection,
        config: &CopiedTextConfig,
    ) -> anyhow::Result<CopiedText> {
        let should_continue = || !self.cancel.stopped();
        let samplers = Mutex::new([Stage::Pairs, Stage::Passages].map(Sampler::new));
        let progress = |now: CopiedTextProgress| {
            let sampler = &mut lock(&samplers)[now.step as usize];
            if sampler.is_due() {
                self.talk.progress(&sampler.at(now.done, now.total, 0));
            }
        };
        let find =
            || copied_text::find_with_progress(collection, config, &progress, &should_continue);
        let found = self.listening.ending_at_once(|| self.pool.install(find));
        self.should_continue()?;
        self.talk.done();
        found.context("interrupted")
    }
}
