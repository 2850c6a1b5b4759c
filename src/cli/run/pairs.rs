//! Pairs and clusters of a corpus, and what was said of how they were found.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use super::super::args::{Finding, Grouping, SettingsArgs};
use super::super::lists;
use super::Run;
use crate::base::units;
use crate::candidates::{self, Identical, Method, PairSet};
use crate::cluster::{Cache, Clustering, build as cluster, parts};
use crate::collection::Collection;
use crate::engine::open::Opened;
use crate::report::Format;

impl Run<'_> {
    pub(super) fn pairs(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        finding: &Finding,
    ) -> anyhow::Result<(Arc<Collection>, PairSet)> {
        self.pairs_down_to(finding.threshold, paths, settings, finding)
    }

    /// Pairs at the threshold, and below it down to `floor` where that is affordable.
    pub(super) fn pairs_down_to(
        &self,
        floor: f64,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        finding: &Finding,
    ) -> anyhow::Result<(Arc<Collection>, PairSet)> {
        let recipe = finding.recipe(&settings.settings().sketching)?;
        let Opened {
            collection, stored, ..
        } = self.open(paths, settings, false)?;
        let threshold = finding.threshold;
        // Stored pairs are taken only where computing them anew would give the very same.
        let stored = stored.filter(|pairs| {
            let whole = pairs.found.complete && pairs.found.floor <= threshold;
            let any = matches!(
                recipe.method,
                Method::Auto | Method::Exact | Method::Containment
            );
            whole && any && pairs.found.measure == recipe.measure
        });
        let pairs = stored.unwrap_or_else(|| {
            self.pool.install(|| {
                let identical = Identical::of(&collection);
                let go_on = || !self.cancel.stopped();
                candidates::find(&collection, &identical, &recipe, threshold, floor, go_on)
            })
        });
        self.go_on()?;
        collection.release();
        let found = &pairs.found;
        let bands = found
            .bands
            .map(|(b, r)| format!(" {b}×{r}"))
            .unwrap_or_default();
        self.talk.say(&format!(
            "{}; {} at {} or above, by {}{bands} ({})",
            units::counted(collection.len() as u64, "document", "documents"),
            units::counted(pairs.count(finding.threshold), "pair", "pairs"),
            finding.threshold,
            found.method,
            units::counted(found.candidates, "candidate", "candidates"),
        ));
        if !found.note.is_empty() {
            self.talk.say(&format!("{}: {}", found.method, found.note));
        }
        if found.capped > 0 {
            self.talk.say(&format!(
                "{} set aside and not looked at: too many documents had something in common",
                units::counted(found.capped, "candidate pair was", "candidate pairs were")
            ));
        }
        self.collisions(&collection);
        Ok((collection, pairs))
    }

    pub(super) fn clusters(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        grouping: &Grouping,
        format: Format,
        terminal: bool,
        out: impl Write,
    ) -> anyhow::Result<()> {
        let (collection, pairs) = self.pairs(paths, settings, &grouping.finding)?;
        let clustering = self.clustering(&collection, &pairs, grouping);
        lists::clusters(&collection, &clustering, format, terminal, out)?;
        // As for pairs.
        std::mem::forget((collection, clustering));
        Ok(())
    }

    pub(super) fn clustering(
        &self,
        collection: &Collection,
        pairs: &PairSet,
        grouping: &Grouping,
    ) -> Clustering {
        let threshold = grouping.finding.threshold;
        let cache = &mut Cache::default();
        let build = || cluster::build(collection, pairs, threshold, grouping.linkage, cache);
        let clustering = self.pool.install(build);
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
}
