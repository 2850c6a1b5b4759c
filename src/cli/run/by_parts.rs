//! Pairs of a corpus that does not fit in memory; see [`by_parts`].

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::ensure;

use super::super::args::common::{Ids, Output};
use super::super::pair_search::PairSearchArgs;
use super::super::settings::SettingsArgs;
use super::Run;
use super::surroundings::{no_documents, skipped};
use crate::base::units;
use crate::candidates::PairSet;
use crate::collection::Collection;
use crate::config::Purpose;
use crate::corpus::standard_input;
use crate::engine::by_parts::{self, ByParts, Folder};

impl Run<'_> {
    /// The documents that have a near-duplicate and their pairs at the threshold, by parts if that is `asked` for; the
    /// scratch folder then is to be removed once they are printed.
    pub(super) fn pairs_or_parts(
        &self,
        asked: Option<&ByParts>,
        output: Output,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        pair_search: &PairSearchArgs,
    ) -> anyhow::Result<(Arc<Collection>, PairSet, Option<Folder>)> {
        let Some(asked) = asked else {
            let (collection, pairs) = self.pairs(paths, settings, pair_search)?;
            return Ok((collection, pairs, None));
        };
        self.check_by_parts(output, paths, pair_search)?;
        let config = pair_search.method_config(&settings.settings().sketching)?;
        let options = self.options(paths, settings.settings())?;
        let threshold = pair_search.threshold;
        let progress = &mut |progress: by_parts::Progress| self.talk.progress(&progress);
        let found = self
            .pool
            .install(|| by_parts::find(&options, &config, threshold, asked, self.cancel, progress));
        self.talk.done();
        if self.cancel.stopped()
            && let Some(left) = Folder::left(&asked.scratch)
        {
            self.talk.say(&left);
        }
        let found = found?;
        let (collection, pairs) = (found.collection, found.pairs);
        if found.documents == 0 {
            found.folder.remove()?;
            no_documents(&options.source, &collection)?;
            anyhow::bail!("nothing to read");
        }
        skipped(&collection, &self.talk);
        self.count_unread(&collection);
        let k = collection.settings().sketching.k;
        if found.longest < k {
            self.talk.say(&format!(
                "k is {k}, but the longest document has {} terms: each document is one shingle, and only identical ones are found",
                found.longest
            ));
        }
        self.say_found(found.documents, &pairs, threshold);
        Ok((collection, pairs, Some(found.folder)))
    }

    /// Refuses what a search by parts cannot do.
    fn check_by_parts(
        &self,
        output: Output,
        paths: &[PathBuf],
        pair_search: &PairSearchArgs,
    ) -> anyhow::Result<()> {
        let common = &self.common;
        let input = |path: &PathBuf| path.as_os_str() == standard_input::PATH;
        let refused = [
            (common.in_memory, "--in-memory writes no file"),
            (
                common.index.is_some(),
                "no index is read; leave out --index",
            ),
            (
                paths.iter().any(input),
                "standard input cannot be read again; give files",
            ),
            (
                !common.sets.is_empty(),
                "every document is compared with every other; leave out --new, --archive, --group-by and --dates",
            ),
            (
                common.masks.any(),
                "no text is masked; leave out --ignore, --blocks and the like",
            ),
            (
                common.ids == Ids::Bare,
                "bare ids are not known to be distinct; leave out --ids",
            ),
            (
                pair_search.purpose() == Purpose::CopiedText,
                "copied text is searched in memory only; leave out --for",
            ),
            (
                common.meta.is_some() || common.with_meta || output.format.is_columnar(),
                "what a result was made from is not recorded; leave out --meta and --with-meta, and take table, csv, json or jsonl",
            ),
        ];
        for (is_given, why) in refused {
            ensure!(!is_given, "with --scratch {why}");
        }
        Ok(())
    }

    /// Removes the scratch folder, unless the list was interrupted.
    pub(super) fn end_parts(&self, folder: Option<Folder>) -> anyhow::Result<()> {
        match folder {
            Some(folder) if !self.cancel.stopped() => folder.remove(),
            Some(folder) => {
                let shown = folder.shown();
                self.talk.say(&format!(
                    "the same command with --resume prints what is kept in {shown}"
                ));
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Says how many documents and pairs there are and how they were found.
    pub(super) fn say_found(&self, documents: u64, pairs: &PairSet, threshold: f64) {
        let info = &pairs.info;
        let bands = info.bands.map(|(b, r)| format!(" {b}×{r}"));
        let bands = bands.unwrap_or_default();
        self.talk.say(&format!(
            "{}; {} at {threshold} or above, by {}{bands} ({})",
            units::counted(documents, "document", "documents"),
            units::counted(pairs.count(threshold), "pair", "pairs"),
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
