//! The mirrors of a corpus, and how well known ones are found.

use std::sync::Arc;

use anyhow::Context;
use serde_json::json;

use super::super::args::mirrors::MirrorsArgs;
use super::super::mirrors as report;
use super::Run;
use super::described::MadeFrom;
use crate::base::files::whole_file;
use crate::base::small_table::decoded;
use crate::base::units;
use crate::engine::mirrors;
use crate::mirrors::truth;
use crate::mirrors::{Rule, RuleCounts, Rules};

impl Run<'_> {
    /// Prints the mirrors, or the measures of known ones.
    pub(super) fn mirrors(&self, asked: &MirrorsArgs) -> anyhow::Result<()> {
        let known = match &asked.truth {
            None => None,
            Some(path) => {
                let name = || path.display().to_string();
                let text = decoded(whole_file(path)?).with_context(name)?;
                Some(truth::parse(&text).with_context(name)?)
            }
        };
        let (paths, settings) = (&asked.corpus.paths, &asked.corpus.settings);
        let (collection, pairs) = self.pairs(paths, settings, &asked.pair_search)?;
        if let Some(why) = mirrors::refusal(&collection) {
            anyhow::bail!(why);
        }
        let (config, pairs) = (asked.config(), Arc::new(pairs));
        let threshold = asked.pair_search.threshold;
        let should_continue = || !self.cancel.stopped();
        let sets = self.common.sets.sets(paths)?;
        let find = || {
            let (collection, pairs) = (&collection, &pairs);
            mirrors::mirrors(
                collection,
                pairs,
                threshold,
                config,
                &sets,
                &should_continue,
            )
        };
        let list = self.pool.install(find).context("interrupted")?;
        let found = &list.mirrors;
        self.talk.say(&format!(
            "{} in {}, with {} or more and {} of these in common",
            units::counted(found.found.len() as u64, "mirror", "mirrors"),
            units::counted(found.forest.directories() as u64, "folder", "folders"),
            units::counted(config.min_documents.into(), "document", "documents"),
            units::spoken_share(config.min_share),
        ));
        self.talk
            .say(&rules(config.rules, list.mirrors.forest.rule_counts()));
        if !found.note.is_empty() {
            self.talk.say(&found.note);
        }
        let options = json!({ "threshold": threshold, "config": format!("{config:?}") });
        let from = MadeFrom::Corpus(&collection);
        let to = self.described("mirrors", &from, options, asked.output)?;
        match known {
            Some(known) => {
                let kinds = truth::by_kind(&known, &found.found);
                report::write_measures(&kinds, to)?;
            }
            None => report::write(&list, to)?,
        }
        Ok(())
    }
}

/// The rules that are on, with the number of documents whose path each changes.
fn rules(rules: Rules, counts: &RuleCounts) -> String {
    let all = Rule::ALL.into_iter().zip(counts);
    let on = all.filter(|((_, rule), _)| rules.has(*rule));
    let on: Vec<String> = on
        .map(|((name, _), count)| format!("{name} ({})", units::count((*count).into())))
        .collect();
    match on.len() {
        0 => "paths are compared as they are written".to_owned(),
        _ => format!(
            "paths are compared without differences of {}: documents whose path each rule changes",
            on.join(", ")
        ),
    }
}
