//! Pairs of a corpus that does not fit in memory; see [`by_parts`].

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::ensure;

use super::super::args::by_parts::ByPartsArgs;
use super::super::args::common::Ids;
use super::super::pair_search::PairSearchArgs;
use super::super::settings::SettingsArgs;
use super::surroundings::{no_documents, renamed, skipped_and_left_out};
use super::{Run, is_closed_pipe, tables};
use crate::base::{lock, units};
use crate::candidates::PairSet;
use crate::collection::Collection;
use crate::config::Purpose;
use crate::corpus::standard_input;
use crate::engine::by_parts::{self, ByParts, Folder, WholeCorpus};
use crate::engine::progress::{Progress, Stage};
use crate::report::Format;

/// What a search by parts leaves beside its result.
pub(super) struct Parted {
    /// All documents.
    pub whole: WholeCorpus,
    /// The scratch folder.
    folder: Folder,
}

impl Run<'_> {
    /// The pairs at the threshold with their documents. By parts, if that is asked for, the documents are only those that
    /// have a near-duplicate, and [`Run::end_parts`] is to be called once the pairs are printed.
    pub(super) fn pairs_or_parts(
        &self,
        asked: Option<&ByPartsArgs>,
        format: Option<Format>,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        pair_search: &PairSearchArgs,
    ) -> anyhow::Result<(Arc<Collection>, PairSet, Option<Parted>)> {
        let Some(by_parts) = asked.and_then(ByPartsArgs::asked) else {
            *lock(&self.recommend_parts_from) = asked.map(ByPartsArgs::memory);
            let (collection, pairs) = self.pairs(paths, settings, pair_search)?;
            return Ok((collection, pairs, None));
        };
        self.check_by_parts(format, paths, pair_search)?;
        self.parts(&by_parts, paths, settings, pair_search)
    }

    fn parts(
        &self,
        asked: &ByParts,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        pair_search: &PairSearchArgs,
    ) -> anyhow::Result<(Arc<Collection>, PairSet, Option<Parted>)> {
        let config = pair_search.method_config(&settings.settings().sketching)?;
        let options = self.options(paths, settings.settings())?;
        let threshold = pair_search.threshold;
        let progress = &mut |progress: Progress| self.talk.progress(&progress);
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
        if found.whole.count() == 0 {
            found.folder.remove()?;
            no_documents(&options.source, &collection)?;
            anyhow::bail!("nothing to read");
        }
        skipped_and_left_out(&collection, found.left_out, &self.talk);
        tables::say(&collection, &self.talk);
        renamed(&collection, &self.talk);
        self.count_unread(&collection);
        self.count_unread_parts(found.left_out.0);
        let k = collection.settings().sketching.k;
        if found.longest < k {
            self.talk.say(&format!(
                "k is {k}, but the longest document has {} terms: each document is one shingle, and only identical ones are found",
                found.longest
            ));
        }
        self.say_found(found.whole.count(), &pairs, threshold);
        let parted = Parted {
            whole: found.whole,
            folder: found.folder,
        };
        Ok((collection, pairs, Some(parted)))
    }

    /// Refuses what a search by parts cannot do.
    fn check_by_parts(
        &self,
        format: Option<Format>,
        paths: &[PathBuf],
        pair_search: &PairSearchArgs,
    ) -> anyhow::Result<()> {
        let common = &self.common;
        let input = |path: &PathBuf| path.as_os_str() == standard_input::PATH;
        let refused = [
            (common.in_memory, "writes files: leave out --in-memory"),
            (common.index.is_some(), "reads no index: leave out --index"),
            (
                paths.iter().any(input),
                "reads its files twice where it is resumed: write standard input to a file and give that",
            ),
            (
                !common.sets.is_empty(),
                "compares every document with every other: leave out --new, --archive, --group-by and --dates",
            ),
            (
                common.masks.any(),
                "masks no text: leave out --ignore, --blocks and the like",
            ),
            (
                common.ids == Ids::Bare,
                "cannot tell whether bare ids are distinct: leave out --ids",
            ),
            (
                pair_search.purpose() == Purpose::CopiedText,
                "finds near-duplicates only: leave out --for copied-text",
            ),
            (
                common.meta.is_some() || common.with_meta,
                "does not record what a result was made from: leave out --meta and --with-meta",
            ),
            (
                format.is_some_and(Format::is_columnar),
                "does not record what a result was made from, as parquet and arrow do: give --format table, csv, json or jsonl",
            ),
        ];
        for (is_given, why) in refused {
            ensure!(!is_given, "--scratch {why}");
        }
        Ok(())
    }

    /// Ends a search by parts after its result was printed, or was not: then the scratch folder stays.
    pub(super) fn end_parts(
        &self,
        parted: Option<Parted>,
        printed: anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(Parted { folder, .. }) = parted else {
            return printed;
        };
        let is_done = match &printed {
            Ok(()) => !self.cancel.stopped(),
            Err(error) => is_closed_pipe(error),
        };
        if is_done {
            folder.remove()?;
        } else if let Some(left) = folder.left_of() {
            self.talk.say(&left);
        }
        printed
    }

    /// Recommends a search by parts where it was not asked for, if the documents will take more memory than they should.
    pub(super) fn recommend_parts(&self, progress: &Progress) {
        let mut from = lock(&self.recommend_parts_from);
        let Some(memory) = *from else { return };
        // The total is an estimate by what was read.
        let is_known = progress.stage == Stage::Sketch && progress.done * 100 >= progress.total;
        let takes = ByParts::without(progress.total);
        if is_known && progress.total > 0 && takes > memory {
            *from = None;
            self.talk.say_between(&format!(
                "{} documents take some {} of memory, more than --memory {}: --scratch DIR finds the same by parts on files in DIR",
                units::count(progress.total),
                units::bytes(takes),
                units::bytes(memory),
            ));
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
