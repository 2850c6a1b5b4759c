//! `pairs`: every two documents at or above the threshold, or with text of one in the other.

use std::cell;
use std::io::{self, Write};

use anyhow::bail;
use clap::Args;
use serde_json::json;

use super::args::common::JournalArgs;
use super::args::common::{CorpusArgs, Output};
use super::context::{CommandContext, MadeFrom, RunCommand};
use super::settings::{BridgingArgs, PairSearchArgs};
use super::where_filter::PairsWhere;
use crate::base::{DocNo, units};
use crate::candidates::{MethodConfig, PairSet, TextGroups};
use crate::config::Purpose;
use crate::engine::excluded::Listing;
use crate::evidence::{CopiedPair, CopiedText, Evidence, Unmasked};
use crate::filter::PairSubject;
use crate::index::Collection;
use crate::report::{Cell, Destination, Format, Writer};
use crate::review::ReviewState;
use crate::similarity::{Estimate, Overlap, Pair};

/// The list of pairs.
#[derive(Clone, Debug, Args)]
pub struct Pairs {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// Print one row for each two different texts (of other words), with the number of documents that have each
    /// (columns copies_a and copies_b); pairs of identical texts are left out, `clusters` lists them
    #[arg(long, help_heading = "Output")]
    pub distinct: bool,
    /// Print of each document only the N pairs that stand highest in the list: its neighbours most like it
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
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl RunCommand for Pairs {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        if self.pair_search.purpose() == Purpose::CopiedText {
            return self.copied_text(context);
        }
        let filter = self.only.filter.as_ref();
        let journal = context.journal_for(filter, &self.corpus)?;
        let (collection, mut pairs) =
            context.pairs_and_excluded(&self.corpus, &self.pair_search)?;
        self.only.check_but_decisions(&collection)?;
        let mut output = self.output;
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
        if self.distinct && self.top.is_none() && pairs.dense.is_some() {
            bail!(
                "--distinct: too many pairs to fold copies in; add --top N, or raise --threshold"
            );
        }
        self.check_distinct(&collection)?;
        let (pairs, texts) = if self.distinct {
            let texts = context.install(|| TextGroups::new(&collection));
            say_left_out(context, &texts, rows, texts.count(&pairs, threshold));
            (texts.distinct(pairs), Some(texts))
        } else {
            (pairs, None)
        };
        let options = json!({
            "threshold": threshold,
            "method": pairs.info.method.to_string(),
            "distinct": self.distinct,
            "top": self.top,
        });
        let to = context.described("pairs", &MadeFrom::Corpus(&collection), options, output)?;
        let kept = cell::Cell::new((0, 0));
        let keeps = |chunk: &[Pair]| {
            let bridging = &self.bridging.config.bridging;
            let kept_of = || {
                self.only
                    .keeps(&collection, chunk, bridging, review.as_ref())
            };
            let keeps = (!context.cancel.stopped()).then(|| context.install(kept_of))?;
            let (some, all) = kept.get();
            let more = keeps.iter().filter(|keep| **keep).count() as u64;
            kept.set((some + more, all + chunk.len() as u64));
            Some(keeps)
        };
        let is_table = output.format.is_table();
        let list = || {
            let texts = (texts.as_ref(), self.top);
            write(&collection, &pairs, texts, threshold, &keeps, to)
        };
        // Of a table, whose columns are as wide as the widest of all rows, nothing is written before its end.
        if is_table {
            context.listening.ending_at_once(list)?
        } else {
            list()?
        }
        context.cancel.check()?;
        if self.only.filter.is_some() {
            context.say_how_many_match(kept.get(), "pairs");
        }
        // The process ends soon, and the system frees a million rows faster than their destructors do.
        std::mem::forget((collection, pairs));
        Ok(())
    }
}

impl Pairs {
    /// Prints the pairs with copied text, by evidence falling.
    fn copied_text(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let filter = self.only.filter.as_ref();
        let journal = context.journal_for(filter, &self.corpus)?;
        let (collection, mut copied) = context.find_copied_text(
            &self.corpus,
            &self.pair_search,
            self.bridging.config.bridging,
            filter,
        )?;
        self.check_distinct(&collection)?;
        let listing = Listing {
            method_config: &MethodConfig::default(),
            threshold: copied.config.share,
            copied: Some(copied.config),
        };
        context.say_excluded(&collection, &listing)?;
        let review = journal.map(|journal| ReviewState::new(journal, &collection));
        let all = copied.pairs.len();
        if let Some(filter) = filter {
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
        let texts_of = || context.install(|| TextGroups::new(&collection));
        let texts = self.distinct.then(texts_of);
        if let Some(texts) = &texts {
            let pairs = &mut copied.pairs;
            pairs.retain(|copied| texts.is_first(copied.pair.a) && texts.is_first(copied.pair.b));
        }
        context.say_copied_text(&collection, &copied, all);
        if filter.is_some() {
            context.say_how_many_match((matched, all as u64), "pairs");
        }
        if !copied.note.is_empty() {
            context.say(&copied.note);
        }
        let options = json!({ "for": "copied-text", "rule": copied.rule(collection.unit()) });
        let from = MadeFrom::Corpus(&collection);
        let to = context.described("pairs", &from, options, self.output)?;
        write_copied_text(&collection, &copied, (texts.as_ref(), self.top), to)?;
        Ok(())
    }

    fn check_distinct(&self, collection: &Collection) -> anyhow::Result<()> {
        if self.distinct && collection.classes().is_some() {
            bail!(
                "--distinct: not with --archive or --group-by, where one text may stand in several sets"
            );
        }
        Ok(())
    }
}

fn say_left_out(context: &CommandContext<'_>, texts: &TextGroups, rows: u64, distinct: u64) {
    let repeated = texts.repeated();
    if repeated > 0 {
        context.say(&format!(
            "one row for each two different texts: {} instead of {}; {} the text of an earlier one, which `clusters` lists",
            units::count(distinct),
            units::count(rows),
            units::counted(repeated, "document has", "documents have"),
        ));
    }
}

/// Columns of `pairs`.
const PAIR: &[&str] = &[
    "a",
    "b",
    "estimate",
    "jaccard",
    "containment_a_in_b",
    "containment_b_in_a",
    "shared",
];

/// Columns with `--distinct`, where rows are pairs of texts.
const COPIES: &[&str] = &["copies_a", "copies_b"];

/// Columns of `pairs` where something is masked and the format names its columns.
const PAIR_BEFORE: &[&str] = &[
    "jaccard_before",
    "containment_a_in_b_before",
    "containment_b_in_a_before",
];

/// Whether a list names the figures before the masks: other programs expect the columns of the CSV, and a table
/// has no room.
fn shows_before(collection: &Collection, format: Format) -> bool {
    collection.unmasked().is_some() && matches!(format, Format::Json | Format::Jsonl)
}

/// Number of pairs that are filtered at a time.
const CHUNK: usize = 4096;

/// Says of the pairs of a list, in its order, which are among the first `most` of one of their two documents.
fn is_top(documents: usize, most: Option<u32>) -> impl FnMut(&Pair) -> bool {
    let mut listed = vec![0_u32; documents];
    move |pair| {
        let is_within = |doc: DocNo| {
            let listed = &mut listed[doc.index()];
            *listed += 1;
            most.is_none_or(|most| *listed <= most)
        };
        let within = [pair.a, pair.b].map(is_within);
        within[0] || within[1]
    }
}

/// Writes each pair of `pairs` at or above `threshold` that `keeps`, which is asked about many pairs at a
/// time, lets through; it ends the list by answering `None`. With `texts`, also writes how many documents have each text.
/// With `top`, only the first so many pairs of each document.
fn write(
    collection: &Collection,
    pairs: &PairSet,
    (texts, top): (Option<&TextGroups>, Option<u32>),
    threshold: f64,
    keeps: &dyn Fn(&[Pair]) -> Option<Vec<bool>>,
    to: Destination<impl Write>,
) -> io::Result<()> {
    let before = shows_before(collection, to.format);
    let names = [
        (true, PAIR),
        (texts.is_some(), COPIES),
        (before, PAIR_BEFORE),
    ];
    let mut writer = Writer::new(to, &columns(&names))?;
    let positions = collection.settings().sketching.permutations;
    let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
    let every: Box<dyn Iterator<Item = Pair>> = match &pairs.dense {
        Some(_) if top.is_none() => Box::new(pairs.by_document(collection, threshold)),
        _ => Box::new(pairs.each(threshold, positions, size)),
    };
    let every = every.filter(is_top(collection.len(), top));
    for pair in kept(every, keeps) {
        let estimate = Estimate::new(collection.layout(), pair.agreeing);
        let mut row = vec![
            Cell::Text(collection.printed_id(pair.a).to_owned()),
            Cell::Text(collection.printed_id(pair.b).to_owned()),
            Cell::Share(estimate.value()),
        ];
        row.extend(exact(pair.overlap));
        let copies = |texts: &TextGroups| [pair.a, pair.b].map(|doc| texts.copies(doc).into());
        row.extend(texts.map(copies).into_iter().flatten().map(Cell::Count));
        if before {
            let overlap = Unmasked::overlap(collection, (pair.a, pair.b));
            let [jaccard, a, b, _] = exact(overlap.unwrap_or(pair.overlap));
            row.extend([jaccard, a, b]);
        }
        writer.row(row)?;
    }
    writer.finish()
}

/// The pairs that `keeps` lets through, until it answers `None`.
fn kept(
    mut pairs: impl Iterator<Item = Pair>,
    keeps: &dyn Fn(&[Pair]) -> Option<Vec<bool>>,
) -> impl Iterator<Item = Pair> {
    let chunks = std::iter::from_fn(move || {
        let chunk: Vec<Pair> = pairs.by_ref().take(CHUNK).collect();
        let kept = (!chunk.is_empty()).then(|| keeps(&chunk)).flatten()?;
        Some(chunk.into_iter().zip(kept))
    });
    chunks
        .flatten()
        .filter_map(|(pair, kept)| kept.then_some(pair))
}

/// Columns of `pairs --for copied-text` after those of `pairs`: the evidence.
const EVIDENCE: &[&str] = &["words", "longest", "passages"];

/// The same as [`PAIR_BEFORE`].
const EVIDENCE_BEFORE: &[&str] = &[
    "words_before",
    "longest_before",
    "passages_before",
    "containment_a_in_b_before",
    "containment_b_in_a_before",
];

/// Joins those of the groups of columns that are shown.
fn columns(groups: &[(bool, &[&'static str])]) -> Vec<&'static str> {
    let shown = groups.iter().filter(|(is_shown, _)| *is_shown);
    shown.flat_map(|(_, names)| names.iter().copied()).collect()
}

/// Columns for reading.
const COPIED_TEXT_TABLE: &[&str] = &[
    "words_copied",
    "share_of_a",
    "share_of_b",
    "longest_passage",
    "passages",
    "a",
    "b",
];

/// Writes the pairs with copied text. With `texts`, also writes how many documents have each text. As a
/// table only what says how much was copied.
fn write_copied_text(
    collection: &Collection,
    copied: &CopiedText,
    (texts, top): (Option<&TextGroups>, Option<u32>),
    to: Destination<impl Write>,
) -> io::Result<()> {
    let table = to.format.is_table();
    let before = shows_before(collection, to.format);
    let names = [
        (table, COPIED_TEXT_TABLE),
        (!table, PAIR),
        (!table && texts.is_some(), COPIES),
        (!table, EVIDENCE),
        (!table && before, EVIDENCE_BEFORE),
    ];
    let mut writer = Writer::new(to, &columns(&names))?;
    let mut is_top = is_top(collection.len(), top);
    let listed = copied.pairs.iter().filter(|copied| is_top(&copied.pair));
    for CopiedPair { pair, evidence } in listed {
        let names = [pair.a, pair.b].map(|doc| Cell::Text(collection.printed_id(doc).to_owned()));
        let [words, longest, passages] = of_evidence(evidence);
        if table {
            let sides = [(pair.a, evidence.words_a), (pair.b, evidence.words_b)];
            let shares = sides
                .map(|(doc, words)| f64::from(words) / collection.term_count(doc).max(1) as f64);
            let row = [words].into_iter().chain(shares.map(Cell::Share));
            writer.row(row.chain([longest, passages]).chain(names).collect())?;
            continue;
        }
        let estimate = Estimate::new(collection.layout(), pair.agreeing);
        let mut row = Vec::from(names);
        row.push(Cell::Share(estimate.value()));
        row.extend(exact(pair.overlap));
        let copies = |texts: &TextGroups| [pair.a, pair.b].map(|doc| texts.copies(doc).into());
        row.extend(texts.map(copies).into_iter().flatten().map(Cell::Count));
        row.extend([words, longest, passages]);
        if before {
            let bridging = &copied.config.bridging;
            let unmasked = Unmasked::compare(collection, (pair.a, pair.b), bridging);
            let (evidence, overlap) = unmasked.map_or((*evidence, pair.overlap), |unmasked| {
                (unmasked.evidence, unmasked.overlap)
            });
            row.extend(of_evidence(&evidence));
            let [_, a, b, _] = exact(overlap);
            row.extend([a, b]);
        }
        writer.row(row)?;
    }
    writer.finish()
}

/// Cells of an estimate: value, interval_low and interval_high.
pub fn estimated(estimate: &Estimate) -> [Cell; 3] {
    let (low, high) = estimate.interval();
    [estimate.value(), low, high].map(Cell::Share)
}

/// Cells of the evidence of copied text: words, longest and passages.
pub fn of_evidence(evidence: &Evidence) -> [Cell; 3] {
    let figures = [evidence.words(), evidence.longest, evidence.passages];
    figures.map(|n| Cell::Count(n.into()))
}

/// Cells of an exact comparison: jaccard, containment_a_in_b, containment_b_in_a and shared.
pub fn exact(overlap: Overlap) -> [Cell; 4] {
    [
        Cell::Share(overlap.jaccard()),
        Cell::Share(overlap.containment_a_in_b()),
        Cell::Share(overlap.containment_b_in_a()),
        Cell::Count(overlap.shared.into()),
    ]
}
