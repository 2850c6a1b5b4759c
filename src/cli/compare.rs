//! `compare`: all figures of one pair, and the spans of its shared passages.

mod explain;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::Args;
use serde_json::{Value, json};

use super::args::common::{CorpusArgs, Output, threshold};
use super::context::{CommandContext, MadeFrom, RunCommand};
use super::settings::{BridgingArgs, PurposeArgs, SettingsArgs};
use super::texts::{file, measured, member};
use crate::base::DocNo;
use crate::engine::message::{Comparison, MaskedSpan, Side};
use crate::engine::passages::in_characters;
use crate::engine::views::{self, Lines, Measured};
use crate::evidence::Evidence;
use crate::figures::Figure;
use crate::mask::Finder;
use crate::provenance::CorpusEntry;
use crate::report::{Cell, Destination, Format, RowWriter};
use crate::settings::DEFAULT_THRESHOLD;
use crate::similarity::{BridgedPassage, Overlap, Passage};

/// The arguments of `compare`.
#[derive(Clone, Debug, Args)]
pub struct Compare {
    /// A file, or with --in the id of a document
    pub a: OsString,
    /// The second file or id
    pub b: OsString,
    /// Take A and B as ids of documents in this corpus
    #[arg(long = "in", value_name = "PATH")]
    pub within: Vec<PathBuf>,
    /// The purpose, which has its own settings.
    #[command(flatten)]
    pub purpose: PurposeArgs,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// Print instead how the figures are computed: shingles and hashes, the minimum of each permutation, bands and
    /// buckets
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
    /// With --explain: the threshold that bands and rows are chosen for
    #[arg(long, short, value_name = "J", default_value_t = DEFAULT_THRESHOLD, value_parser = threshold, help_heading = "Finding")]
    pub threshold: f64,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl RunCommand for Compare {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        if self.explain {
            return self.explain(context);
        }
        let settings = self.settings.settings();
        let [a, b] = self.texts(context)?;
        let (lines, bridging) = ([a.lines, b.lines], self.bridging.config.bridging);
        let names = &self.names();
        // Two long texts take seconds, and nothing is kept.
        let compare = || views::comparison((DocNo(0), &a), (DocNo(1), &b), &settings, &bridging);
        let comparison = context.listening.ending_at_once(compare);
        let sides = [&comparison.left, &comparison.right];
        if !settings.normalisation.fold_confusables
            && sides.iter().any(|side| !side.disguise.is_none())
        {
            context.say("look-alike letters or hidden characters hide shared text: --fold-confusables compares what a reader sees");
        }
        let entries = self.entries([&a, &b]);
        let from = MadeFrom::Each(&entries, &settings);
        let to = context.described("compare", from, json!({}), self.output)?;
        let write = || write(names, lines, &comparison, to);
        Ok(context.listening.ending_at_once(write)?)
    }
}

impl Compare {
    /// The names of both texts, as typed.
    pub fn names(&self) -> [String; 2] {
        [&self.a, &self.b].map(|name| name.to_string_lossy().into_owned())
    }

    /// The provenance of both texts.
    pub fn entries(&self, [a, b]: [&Measured; 2]) -> Vec<CorpusEntry> {
        let [name_a, name_b] = self.names();
        let entry = |name: String, text: &Measured| CorpusEntry::of_text(&name, &text.text);
        vec![entry(name_a, a), entry(name_b, b)]
    }

    /// Reads the two texts: files, or documents of a corpus.
    ///
    /// # Errors
    /// A text cannot be read; an option needs a corpus.
    pub(super) fn texts(&self, context: &CommandContext<'_>) -> anyhow::Result<[Measured; 2]> {
        if !self.within.is_empty() {
            let corpus = CorpusArgs::new(&self.within, self.settings.settings());
            let collection = context.collection(&corpus)?;
            let read = |id: &OsString| member(&collection, &id.to_string_lossy());
            return Ok([read(&self.a)?, read(&self.b)?]);
        }
        let settings = self.settings.settings();
        let masks = context.masks(&settings.reading)?;
        ensure!(
            masks.sources.is_empty(),
            "--ignore-source names a document of a corpus; give the corpus with --in PATH, or --ignore FILE"
        );
        let finder = Finder::new(masks, &settings)?;
        let read = |path: &OsString| {
            let read = || file(Path::new(path), &settings);
            let document = context.listening.ending_at_once(read)?;
            context.say_left_out_of(path, document.unextracted);
            measured(document.source, &settings, Some(&finder))
        };
        Ok([read(&self.a)?, read(&self.b)?])
    }
}

type Figures = Vec<(String, Cell)>;

/// Writes a comparison: JSON includes the passages, other formats list the figures only.
fn write(
    names: &[String; 2],
    lines: [Lines; 2],
    comparison: &Comparison,
    to: Destination<impl Write>,
) -> io::Result<()> {
    if matches!(to.format, Format::Json | Format::Jsonl) {
        return to.json(value(names, lines, comparison));
    }
    let mut rows = named([("a", Cell::text(&names[0])), ("b", Cell::text(&names[1]))]);
    rows.extend(figures(comparison));
    if comparison.folding.is_some() {
        rows.extend(disguises(comparison));
    }
    rows.extend(before_masks(comparison));
    let mut writer = RowWriter::new(to, &["figure", "value"])?;
    for (name, cell) in rows {
        writer.row(vec![Cell::text(name), cell])?;
    }
    writer.finish()
}

/// The figures that every pair has.
fn figures(comparison: &Comparison) -> Figures {
    let is_lower_bound = Cell::Truth(comparison.diff.approximate);
    let is_upper_bound = Cell::Truth(comparison.measures.edit_distance_is_upper_bound);
    let evidence = Evidence::from_passages(&comparison.bridged);
    let data = comparison.data(&evidence);
    let moved_words = comparison.bridged.iter().map(BridgedPassage::moved);
    // For two texts, the number of documents with a passage is unknown.
    let pair_figures = Figure::of_pairs().filter(|figure| figure.name != "evidence");
    let cell = |figure: &Figure| Cell::figure(figure.kind, figure.of_pair(&data));
    let pair_figures = pair_figures.map(|figure| (figure.key(), cell(figure)));
    let more_figures = [
        ("word_similarity", Cell::Share(comparison.diff.similarity)),
        ("word_similarity_is_lower_bound", is_lower_bound),
        ("edit_distance_is_upper_bound", is_upper_bound),
        ("moved_words", Cell::Count(moved_words.sum::<u32>().into())),
    ];
    pair_figures.chain(named(more_figures)).collect()
}

fn named<const N: usize>(figures: [(&str, Cell); N]) -> Figures {
    figures.map(|(name, cell)| (name.to_owned(), cell)).into()
}

/// Disguises, and their effect on the similarity.
fn disguises(comparison: &Comparison) -> Figures {
    let count = |side: &Side| Cell::Count(side.disguise.count() as u64);
    let jaccard = |overlap: Option<Overlap>| overlap.map(|o| o.jaccard()).into();
    let folding = comparison.folding;
    named([
        ("disguised_a", count(&comparison.left)),
        ("disguised_b", count(&comparison.right)),
        ("jaccard_as_written", jaccard(folding.map(|f| f.written))),
        ("jaccard_as_seen", jaccard(folding.map(|f| f.seen))),
    ])
}

/// Excluded words, and the figures without exclusions; empty if nothing is excluded.
fn before_masks(comparison: &Comparison) -> Figures {
    let Some(before) = comparison.before else {
        return Vec::new();
    };
    let (a_in_b, b_in_a) = (before.containment_a_in_b(), before.containment_b_in_a());
    let masked_words = |side: &Side| {
        let words: usize = side.masked.iter().map(|span| span.words).sum();
        Cell::Count(words as u64)
    };
    named([
        ("masked_words_a", masked_words(&comparison.left)),
        ("masked_words_b", masked_words(&comparison.right)),
        ("jaccard_unmasked", before.jaccard().into()),
        ("containment_a_in_b_unmasked", a_in_b.into()),
        ("containment_b_in_a_unmasked", b_in_a.into()),
    ])
}

fn value(names: &[String; 2], lines: [Lines; 2], c: &Comparison) -> Value {
    let (low, high) = c.estimate.interval();
    let [a, b] = [&c.left, &c.right].map(Offsets::new);
    let exact = |p: &Passage| {
        let (in_a, in_b) = ((p.left, p.left + p.length), (p.right, p.right + p.length));
        json!({ "terms": p.length, "a": a.span(in_a), "b": b.span(in_b) })
    };
    let bridged = |p: &BridgedPassage| {
        json!({
            "words": p.words(), "same": p.same(), "moved": p.moved(),
            "a": a.span(p.left), "b": b.span(p.right),
            "runs": p.runs.iter().map(exact).collect::<Vec<_>>(),
        })
    };
    let [lines_a, lines_b] = lines.map(|lines| match lines {
        Lines::Source => "source",
        Lines::Text => "text",
    });
    let mut all = json!({
        "a": names[0], "b": names[1], "k": c.k, "interval": [low, high],
        "agreeing": c.estimate.agreeing, "permutations": c.estimate.positions,
    });
    // The object already has the interval, and the list of passages has their number.
    let is_other = |name: &str| !name.starts_with("interval") && name != "passages";
    let all_figures = figures(c).into_iter().chain(disguises(c));
    for (name, cell) in all_figures.filter(|(name, _)| is_other(name)) {
        all[name] = cell.json();
    }
    all["masked_a"] = masked_spans(&c.left);
    all["masked_b"] = masked_spans(&c.right);
    all["unmasked"] = json!(c.before.map(|before| json!({
        "jaccard": before.jaccard(),
        "containment_a_in_b": before.containment_a_in_b(),
        "containment_b_in_a": before.containment_b_in_a(),
    })));
    all["passages"] = c.passages.iter().map(exact).collect();
    all["bridged"] = c.bridged.iter().map(bridged).collect();
    all["lines_a"] = lines_a.into();
    all["lines_b"] = lines_b.into();
    all
}

fn masked_spans(side: &Side) -> Value {
    let spans = side.masked.iter();
    let span = |s: &MaskedSpan| json!({ "start": s.start, "end": s.end, "words": s.words, "reason": s.reason });
    spans.map(span).collect()
}

/// A text of a comparison with its terms, prepared for looking up positions.
struct Offsets<'a> {
    side: &'a Side,
    /// Byte offset of the start of each line.
    lines: Vec<usize>,
    /// Number of characters before the start of each term, and before its end.
    characters: Vec<(u32, u32)>,
}

impl<'a> Offsets<'a> {
    /// Counts lines and characters of the text once.
    fn new(side: &'a Side) -> Self {
        let breaks = side.text.match_indices('\n').map(|(at, _)| at + 1);
        Offsets {
            side,
            lines: std::iter::once(0).chain(breaks).collect(),
            characters: in_characters(&side.text, side.spans.iter().copied()),
        }
    }

    /// The terms `from..to`, counted without excluded ones, as an object that counts all terms. Ends are exclusive,
    /// except that `end_line` is the line of the last character.
    fn span(&self, (from, to): (u32, u32)) -> Value {
        let last = (to as usize).saturating_sub(1);
        let start = self.side.spans.get(from as usize).map_or(0, |s| s.0);
        let end = self.side.spans.get(last).map_or(start, |s| s.1);
        let start_char = self.characters.get(from as usize).map_or(0, |c| c.0);
        let end_char = self.characters.get(last).map_or(start_char, |c| c.1);
        let line = self.line_of(start as usize);
        let last_line = self.line_of((end as usize).saturating_sub(1).max(start as usize));
        let (start_term, end_term) = self.side.positions.range((from, to));
        json!({
            "start_byte": start, "end_byte": end,
            "start_char": start_char, "end_char": end_char,
            "start_line": line, "end_line": last_line,
            "start_term": start_term, "end_term": end_term,
        })
    }

    /// 1-based number of the line that contains `byte`.
    fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|at| *at <= byte)
    }
}
