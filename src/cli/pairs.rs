//! `pairs`: pairs of documents at or above the threshold, or with copied text.

use std::cell;
use std::io::{self, Write};

use anyhow::ensure;
use clap::Args;
use serde_json::json;

use super::args::common::{JournalArgs, ListArgs};
use super::context::{CommandContext, RunCommand};
use super::settings::{BridgingArgs, PairSearchArgs};
use super::where_filter::{self, PairsWhere};
use crate::base::{DocNo, units};
use crate::candidates::{MethodConfig, TextGroups};
use crate::config::Purpose;
use crate::engine::excluded::PairListing;
use crate::evidence::{CopiedPair, Evidence, Unmasked};
use crate::figures::{Figure, PairData};
use crate::index::Collection;
use crate::report::{Cell, Destination, Format, RowWriter};
use crate::review::ReviewState;
use crate::similarity::{Bridging, Overlap, Pair};

/// The arguments of `pairs`.
#[derive(Clone, Debug, Args)]
pub struct PairsCommand {
    /// The corpus, and how results are written.
    #[command(flatten)]
    pub list: ListArgs,
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// Print one row for each pair of different texts, with the number of documents that have each text (columns
    /// copies_a and copies_b); `clusters` lists identical texts
    #[arg(long, help_heading = "Output")]
    pub distinct: bool,
    /// Print only the first N pairs of each document: its most similar neighbours
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000), help_heading = "Output")]
    pub top: Option<u32>,
    /// Which pairs are printed.
    #[command(flatten)]
    pub only: PairsWhere,
    /// The decisions.
    #[command(flatten, next_help_heading = "Output")]
    pub journal: JournalArgs,
    /// What a passage is, for copied text.
    #[command(flatten)]
    pub bridging: BridgingArgs,
}

impl RunCommand for PairsCommand {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        if self.pair_search.purpose() == Purpose::CopiedText {
            return self.copied_text(context);
        }
        let filter = self.only.filter.as_ref();
        let journal = context.journal_for(filter, &self.list.corpus)?;
        let (collection, mut pairs) =
            context.pairs_and_excluded(&self.list.corpus, &self.pair_search)?;
        where_filter::check(filter, &collection)?;
        let mut output = self.list.output;
        if let Some(top) = self.top {
            let add = || pairs.add_strongest(&collection, top as usize, context.cancel);
            context.ending_at_once(add);
            context.cancel.check()?;
        } else if pairs.dense.is_some() {
            if output.format.is_table() {
                output.format = Format::Csv;
            }
            context.say(
                "pairs are listed by document as they are found, as CSV in place of a table; --top N prints the N most similar of each",
            );
        }
        let review = journal.map(|journal| ReviewState::new(journal, &collection));
        let threshold = self.pair_search.threshold;
        let rows = pairs.count(threshold);
        ensure!(
            !self.distinct || self.top.is_some() || pairs.dense.is_none(),
            "--distinct: too many pairs to fold copies in; add --top N, or raise --threshold"
        );
        self.check_distinct(&collection)?;
        let mut texts = None;
        if self.distinct {
            let groups = context.install(|| TextGroups::new(&collection));
            let repeated = groups.repeated();
            if repeated > 0 {
                context.say(&format!(
                    "one row for each two different texts: {} instead of {}; {} the text of an earlier one, which `clusters` lists",
                    units::count(groups.count(&pairs, threshold)),
                    units::count(rows),
                    units::counted(repeated, "document has", "documents have"),
                ));
            }
            pairs = groups.distinct(pairs);
            texts = Some(groups);
        }
        let options = json!({
            "threshold": threshold,
            "method": pairs.info.method.to_string(),
            "distinct": self.distinct,
            "top": self.top,
        });
        let to = context.described("pairs", &collection, options, output)?;
        let counts = cell::Cell::new((0, 0));
        let (only, bridging) = (&self.only, &self.bridging.config.bridging);
        let keeps = |chunk: &[Pair]| {
            let decide = || only.keeps(&collection, chunk, bridging, review.as_ref());
            let keeps = (!context.cancel.stopped()).then(|| context.install(decide))?;
            let (matched, all) = counts.get();
            let new = keeps.iter().filter(|keep| **keep).count() as u64;
            counts.set((matched + new, all + chunk.len() as u64));
            Some(keeps)
        };
        let is_table = output.format.is_table();
        let pair_writer = PairWriter {
            collection: &collection,
            texts,
            bridging: None,
        };
        let positions = collection.settings().sketching.permutations;
        let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
        let all_pairs: Box<dyn Iterator<Item = Pair>> = match &pairs.dense {
            Some(_) if self.top.is_none() => Box::new(pairs.by_document(&collection, threshold)),
            _ => Box::new(pairs.each(threshold, positions, size)),
        };
        let top = all_pairs.filter(is_top(collection.len(), self.top));
        let matching = matching(top, &keeps).map(|pair| (pair, None));
        let list = || pair_writer.write(matching, to);
        // A table is written only at its end, because the widest row determines the width of columns.
        if is_table {
            context.listening.ending_at_once(list)?
        } else {
            list()?
        }
        context.cancel.check()?;
        if self.only.filter.is_some() {
            context.say_how_many_match(counts.get(), "pairs");
        }
        // The process ends soon, and the system frees a million rows faster than their destructors do.
        std::mem::forget((collection, pairs));
        Ok(())
    }
}

impl PairsCommand {
    /// Prints the pairs with copied text, most evidence first.
    fn copied_text(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let filter = self.only.filter.as_ref();
        let journal = context.journal_for(filter, &self.list.corpus)?;
        let (pair_search, bridging) = (&self.pair_search, self.bridging.config.bridging);
        let (collection, mut copied) =
            context.find_copied_text(&self.list.corpus, pair_search, bridging, filter)?;
        self.check_distinct(&collection)?;
        let listing = PairListing {
            method_config: &MethodConfig::default(),
            threshold: copied.config.share,
            copied: Some(copied.config),
        };
        context.say_excluded(&collection, &listing)?;
        context.say_copied_text(&collection, &copied)?;
        let review = journal.map(|journal| ReviewState::new(journal, &collection));
        let all = copied.pairs.len();
        if let Some(filter) = filter {
            let review = review.as_ref();
            copied.pairs.retain(|CopiedPair { pair, evidence }| {
                filter.matches_pair(&collection, pair, Some(evidence), review) == Some(true)
            });
        }
        let matched = copied.pairs.len() as u64;
        let groups = || context.install(|| TextGroups::new(&collection));
        let texts = self.distinct.then(groups);
        if let Some(texts) = &texts {
            let is_first = |pair: &Pair| texts.is_first(pair.a) && texts.is_first(pair.b);
            copied.pairs.retain(|copied| is_first(&copied.pair));
        }
        if filter.is_some() {
            context.say_how_many_match((matched, all as u64), "pairs");
        }
        if !copied.note.is_empty() {
            context.say(&copied.note);
        }
        let options = json!({ "for": "copied-text", "rule": copied.rule(collection.unit()) });
        let to = context.described("pairs", &collection, options, self.list.output)?;
        let pair_writer = PairWriter {
            collection: &collection,
            texts,
            bridging: Some(&copied.config.bridging),
        };
        let mut is_top = is_top(collection.len(), self.top);
        let top = copied.pairs.iter().filter(|copied| is_top(&copied.pair));
        pair_writer.write(top.map(|copied| (copied.pair, Some(copied.evidence))), to)?;
        Ok(())
    }

    fn check_distinct(&self, collection: &Collection) -> anyhow::Result<()> {
        ensure!(
            !self.distinct || collection.classes().is_none(),
            "--distinct: not with --archive or --group-by, because one text may be in several sets"
        );
        Ok(())
    }
}

const PAIR_COLUMNS: &str = "a b estimate jaccard containment_a_in_b containment_b_in_a shared";

/// Columns with `--distinct`, where rows are pairs of texts.
const COPIES: &str = "copies_a copies_b";

/// Columns of `pairs --for copied-text` after those of `pairs`.
pub const EVIDENCE: &str = "words longest passages";

/// Columns of the readable table of copied text, by their titles.
const COPIED_TEXT_TABLE: &str = "words the same,share of A,share of B,longest passage,passages,a,b";

/// Figures of a pair from its sketches, then from its shingles.
pub const ESTIMATE_AND_EXACT: &str =
    "estimate interval_low interval_high jaccard containment_a_in_b containment_b_in_a shared";

/// Returns the column names in these lines.
pub fn columns(lines: &[&'static str]) -> Vec<&'static str> {
    let names = lines.iter().flat_map(|line| line.split(' '));
    names.filter(|name| !name.is_empty()).collect()
}

/// Returns the figures that a line names.
pub fn cells(line: &'static str, data: &PairData<'_>) -> impl Iterator<Item = Cell> {
    let figures = line.split(' ').map(Figure::named);
    figures.map(|figure| Cell::figure(figure.kind, figure.of_pair(data)))
}

/// Number of pairs that are filtered at a time.
const CHUNK: usize = 4096;

/// Returns a function for the pairs of a list, in order: whether a pair is among the first `max` of one of its
/// documents.
fn is_top(documents: usize, max: Option<u32>) -> impl FnMut(&Pair) -> bool {
    let mut counts = vec![0_u32; documents];
    move |pair| {
        let is_within = |doc: DocNo| {
            let counts = &mut counts[doc.index()];
            *counts += 1;
            max.is_none_or(|max| *counts <= max)
        };
        let within = [pair.a, pair.b].map(is_within);
        within[0] || within[1]
    }
}

struct PairWriter<'a> {
    collection: &'a Collection,
    /// With `--distinct`: number of documents with each text.
    texts: Option<TextGroups>,
    /// What a passage is, in a list of copied text.
    bridging: Option<&'a Bridging>,
}

impl PairWriter<'_> {
    /// The columns. Only JSON has the figures without the exclusions: the columns of CSV are fixed, and a table has no
    /// room.
    fn columns(&self, format: Format) -> Vec<&'static str> {
        let is_json = matches!(format, Format::Json | Format::Jsonl);
        let copies = if self.texts.is_some() { COPIES } else { "" };
        let (evidence, before) = match self.bridging {
            Some(_) if format.is_table() => return COPIED_TEXT_TABLE.split(',').collect(),
            Some(_) => (EVIDENCE, "words_before longest_before passages_before"),
            None => ("", "jaccard_before"),
        };
        let mut lines = vec![PAIR_COLUMNS, copies, evidence];
        if is_json && self.collection.unmasked().is_some() {
            let containment = "containment_a_in_b_before containment_b_in_a_before";
            lines.extend([before, containment]);
        }
        columns(&lines)
    }

    fn write(
        &self,
        pairs: impl Iterator<Item = (Pair, Option<Evidence>)>,
        to: Destination<impl Write>,
    ) -> io::Result<()> {
        let columns = self.columns(to.format);
        let is_before_shown = columns.iter().any(|name| name.ends_with("_before"));
        let mut writer = RowWriter::new(to, &columns)?;
        let figure = |name| (name, Figure::find(str::trim_end_matches(name, "_before")));
        let columns: Vec<_> = columns.into_iter().map(figure).collect();
        for (pair, evidence) in pairs {
            let data = PairData::new(self.collection, &pair, evidence.as_ref());
            let unmasked = is_before_shown.then(|| self.unmasked(&pair)).flatten();
            let (overlap, evidence) = unmasked.unwrap_or((pair.overlap, evidence));
            let before = PairData {
                overlap,
                evidence: evidence.as_ref(),
                ..data
            };
            let id = |doc| Cell::text(self.collection.printed_id(doc));
            let copies = |doc| self.texts.as_ref().map(|texts| texts.copies(doc)).into();
            let cell = |(name, figure): &(&str, Option<&Figure>)| match (*name, figure) {
                ("a", _) => id(pair.a),
                ("b", _) => id(pair.b),
                ("copies_a", _) => copies(pair.a),
                ("copies_b", _) => copies(pair.b),
                (_, None) => Cell::None,
                (name, Some(figure)) => {
                    let is_before = name.ends_with("_before");
                    let data = if is_before { &before } else { &data };
                    Cell::figure(figure.kind, figure.of_pair(data))
                }
            };
            writer.row(columns.iter().map(cell).collect())?;
        }
        writer.finish()
    }

    /// Figures of a pair without exclusions.
    fn unmasked(&self, pair: &Pair) -> Option<(Overlap, Option<Evidence>)> {
        let documents = (pair.a, pair.b);
        match self.bridging {
            None => Some((Unmasked::overlap(self.collection, documents)?, None)),
            Some(bridging) => {
                let unmasked = Unmasked::compare(self.collection, documents, bridging)?;
                Some((unmasked.overlap, Some(unmasked.evidence)))
            }
        }
    }
}

/// The pairs that `keeps` accepts, until it returns `None`.
fn matching(
    mut pairs: impl Iterator<Item = Pair>,
    keeps: &dyn Fn(&[Pair]) -> Option<Vec<bool>>,
) -> impl Iterator<Item = Pair> {
    let chunks = std::iter::from_fn(move || {
        let chunk: Vec<Pair> = pairs.by_ref().take(CHUNK).collect();
        let kept = (!chunk.is_empty()).then(|| keeps(&chunk)).flatten()?;
        Some(chunk.into_iter().zip(kept))
    });
    let kept = chunks.flatten().filter(|(_, kept)| *kept);
    kept.map(|(pair, _)| pair)
}
