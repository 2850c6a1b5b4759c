//! Passages of pairs, and how well known ones are found.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use serde_json::json;

use super::super::args::{Passages, Verify};
use super::super::pair_search::PairSearchArgs;
use super::super::passages as report;
use super::super::settings::SettingsArgs;
use super::Run;
use super::described::MadeFrom;
use crate::base::files::whole_file;
use crate::base::small_table::decoded;
use crate::base::{DocNo, units};
use crate::collection::Collection;
use crate::config::Purpose;
use crate::engine::passages::{LocatedPassage, located};
use crate::evidence::CopiedTextConfig;
use crate::evidence::passage_measures::Aligned;
use crate::evidence::passage_truth;
use crate::similarity::Bridging;

/// Pairs of documents, the lesser number first.
type DocumentPairs = Vec<(DocNo, DocNo)>;

impl Run<'_> {
    /// Prints the passages of the pairs that the purpose lists.
    pub(super) fn passages(&self, asked: &Passages) -> anyhow::Result<()> {
        let (paths, settings) = (&asked.corpus.paths, &asked.corpus.settings);
        let bridging = asked.bridging.config.bridging;
        let (collection, pairs) = match asked.pair_search.purpose() {
            Purpose::NearDuplicates => self.near_duplicates(paths, settings, &asked.pair_search)?,
            Purpose::CopiedText => {
                let sketching = settings.settings().sketching;
                let config = CopiedTextConfig {
                    k: sketching.k,
                    measure: asked.pair_search.method_config(&sketching)?.measure,
                    share: asked.pair_search.threshold,
                    bridging,
                    ..CopiedTextConfig::default()
                };
                self.copied_text(paths, settings, &config)?
            }
        };
        let found = self.located(&collection, &pairs, &bridging)?;
        self.talk.say(&format!(
            "{} in {}",
            units::counted(found.len() as u64, "passage", "passages"),
            units::counted(pairs.len() as u64, "pair", "pairs"),
        ));
        let options = json!({ "bridging": format!("{bridging:?}") });
        let from = MadeFrom::Corpus(&collection);
        let to = self.described("passages", &from, options, asked.output)?;
        Ok(report::write(&collection, &found, to)?)
    }

    /// Measures passages against known ones, between the documents that the known ones name and those listed
    /// as copied text.
    pub(super) fn verify_passages(&self, asked: &Verify, truth: &Path) -> anyhow::Result<()> {
        let bytes = whole_file(truth)
            .with_context(|| format!("the passages in {} cannot be read", truth.display()))?;
        let text = decoded(bytes).with_context(|| truth.display().to_string())?;
        let config = CopiedTextConfig {
            bridging: asked.bridging.config.bridging,
            ..CopiedTextConfig::default()
        };
        let (paths, settings) = (&asked.corpus.paths, &asked.corpus.settings);
        let (collection, listed) = self.copied_text(paths, settings, &config)?;
        let known = passage_truth::parse(&text, &collection)
            .with_context(|| truth.display().to_string())?;
        let mut named: DocumentPairs = known.iter().map(|k| (k.aligned.a, k.aligned.b)).collect();
        named.sort_unstable();
        named.dedup();
        let mut pairs = listed;
        pairs.sort_unstable();
        let unlisted = named
            .iter()
            .filter(|pair| pairs.binary_search(pair).is_err());
        let unlisted = unlisted.count() as u64;
        if unlisted > 0 {
            self.talk.say(&format!(
                "{} of {} with known passages not listed by --for copied-text; measured all the same",
                units::count(unlisted),
                units::counted(named.len() as u64, "pair is", "pairs are"),
            ));
        }
        pairs.extend(named);
        pairs.sort_unstable();
        pairs.dedup();
        let found = self.located(&collection, &pairs, &asked.bridging.config.bridging)?;
        let found: Vec<Aligned> = found
            .into_iter()
            .map(|p| Aligned {
                a: p.a,
                b: p.b,
                in_a: p.in_a,
                in_b: p.in_b,
            })
            .collect();
        let kinds = passage_truth::by_kind(&known, &found);
        let options = json!({ "bridging": format!("{:?}", asked.bridging.config.bridging) });
        let from = MadeFrom::Corpus(&collection);
        let to = self.described("verify", &from, options, asked.output)?;
        Ok(report::write_measures(&kinds, to)?)
    }

    fn located(
        &self,
        collection: &Collection,
        pairs: &[(DocNo, DocNo)],
        bridging: &Bridging,
    ) -> anyhow::Result<Vec<LocatedPassage>> {
        let should_continue = || !self.cancel.stopped();
        self.pool
            .install(|| located(collection, pairs, bridging, &should_continue))
    }

    fn near_duplicates(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        pair_search: &PairSearchArgs,
    ) -> anyhow::Result<(Arc<Collection>, DocumentPairs)> {
        let (collection, pairs) = self.pairs(paths, settings, pair_search)?;
        let positions = collection.settings().sketching.permutations;
        let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
        let each = pairs.each(pair_search.threshold, positions, size);
        let pairs = each.map(|pair| (pair.a, pair.b)).collect();
        Ok((collection, pairs))
    }

    /// The pairs with copied text.
    fn copied_text(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        config: &CopiedTextConfig,
    ) -> anyhow::Result<(Arc<Collection>, DocumentPairs)> {
        let collection = self.collection(paths, settings, false)?;
        let found = self.search_copied_text(&collection, config)?;
        if !found.note.is_empty() {
            self.talk.say(&found.note);
        }
        self.talk.say(&format!(
            "{}; {} with copied text: {}",
            units::counted(collection.len() as u64, "document", "documents"),
            units::counted(found.pairs.len() as u64, "pair", "pairs"),
            found.rule(collection.unit()),
        ));
        let pairs = found.pairs.iter().map(|c| (c.pair.a, c.pair.b));
        let pairs = pairs.collect();
        Ok((collection, pairs))
    }
}
