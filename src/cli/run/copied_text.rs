//! `pairs --for copied-text`: the pairs of which one text stands in the other in part.

use clap::error::ErrorKind;
use serde_json::json;

use super::super::args::Pairs;
use super::super::lists;
use super::Run;
use crate::base::units;
use crate::candidates::{Method, Texts};
use crate::evidence::{CopiedTextConfig, copied_text};
use crate::filter::PairSubject;

impl Run<'_> {
    /// Prints the pairs with copied text, by evidence falling.
    pub(super) fn list_copied_text(&self, asked: &Pairs) -> anyhow::Result<()> {
        let settings = &asked.corpus.settings;
        let sketching = settings.settings().sketching;
        let method_config = asked.finding.method_config(&sketching)?;
        if ![Method::Auto, Method::Exact, Method::Containment].contains(&method_config.method) {
            return Err(clap::Error::raw(
                ErrorKind::ArgumentConflict,
                format!(
                    "--for copied-text finds every pair by a complete join; leave --method {} out",
                    method_config.method
                ),
            )
            .into());
        }
        let config = CopiedTextConfig {
            k: sketching.k,
            measure: method_config.measure,
            share: asked.finding.threshold,
            bridging: asked.bridging.config.bridging,
            ..CopiedTextConfig::default()
        };
        let collection = self.collection(&asked.corpus.paths, settings, false)?;
        asked.only.check(&collection)?;
        let should_continue = || !self.cancel.stopped();
        let found = self
            .pool
            .install(|| copied_text::find(&collection, &config, &should_continue));
        self.should_continue()?;
        let Some(mut copied) = found else {
            return Ok(());
        };
        let all = copied.pairs.len();
        if let Some(filter) = &asked.only.filter {
            copied.pairs.retain(|copied| {
                let subject = PairSubject {
                    collection: &collection,
                    pair: &copied.pair,
                    evidence: Some(&copied.evidence),
                    review: None,
                };
                filter.matches(&subject) == Some(true)
            });
        }
        let texts = asked
            .distinct
            .then(|| self.pool.install(|| Texts::of(&collection)));
        if let Some(texts) = &texts {
            copied.pairs.retain(|copied| {
                let [a, b] = [copied.pair.a, copied.pair.b];
                texts.is_first(a) && texts.is_first(b)
            });
        }
        self.talk.say(&format!(
            "{}; {} with copied text: {}",
            units::counted(collection.len() as u64, "document", "documents"),
            units::counted(all as u64, "pair", "pairs"),
            copied.rule(),
        ));
        if !copied.note.is_empty() {
            self.talk.say(&copied.note);
        }
        let options = json!({ "for": "copied-text", "rule": copied.rule() });
        let to = self.described("pairs", &collection, options, asked.output)?;
        lists::copied_text(&collection, &copied, texts.as_ref(), to)?;
        Ok(())
    }
}
