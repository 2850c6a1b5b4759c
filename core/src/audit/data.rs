//! The data of an audit.

use serde::Serialize;

use super::pieces::Row;
pub use super::places::{Pages, Problem};
use crate::settings::Unit;

/// What a written report says of a corpus.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Audit {
    /// Version of the program.
    pub version: String,
    /// Commit that it was built from; empty if it is not known.
    pub commit: String,
    /// When the report was made, in UTC to the minute.
    pub made: String,
    /// The documents.
    pub corpus: Corpus,
    /// What was asked.
    pub asked: AuditQuestion,
    /// What was left out of the comparison.
    pub masks: Masks,
    /// How many of what.
    pub counts: Counts,
    /// The pairs in the order of the lists; at most so many as were wanted.
    pub pairs: Vec<PairEntry>,
    /// Decisions on anything in the corpus, by time.
    pub decisions: Vec<DecisionEntry>,
    /// The documents of the pairs, those with most words in passages first.
    pub documents: Vec<DocumentEntry>,
    /// Clusters of documents, largest first.
    pub groups: Vec<Group>,
    /// Number of clusters, of which `groups` may be the first.
    pub groups_in_all: usize,
    /// How the pairs spread over the figure that orders them.
    pub spread: Spread,
}

/// The documents of an audit.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Corpus {
    /// The paths as given; empty where names are hidden.
    pub paths: Vec<String>,
    /// Whether only the documents in the clusters of a job of `shinglescope scale` are there.
    pub of_job: bool,
    /// Number of documents.
    pub documents: usize,
    /// Number of words (terms) of all documents.
    pub words: u64,
    /// Digest of the names and terms of all documents.
    pub fingerprint: String,
    /// What was not read.
    pub not_read: Vec<NotRead>,
    /// Parts that stand in documents and not in their texts.
    pub left_out: Vec<PartsLeftOut>,
    /// Number of documents that have such parts.
    pub left_out_of: usize,
    /// Documents with pages or parts that could not be read.
    pub read_in_part: Vec<NotRead>,
}

/// Parts of one kind that parsers left out of documents.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PartsLeftOut {
    /// One of [`LeftOut::KINDS`](crate::corpus::extract::LeftOut::KINDS).
    pub kind: &'static str,
    /// How many.
    pub number: u32,
}

/// A file or row that was not read, or a document that was read in part.
#[derive(Clone, Debug, Default, Serialize)]
pub struct NotRead {
    /// Its name; `None` where names are hidden.
    pub name: Option<String>,
    /// Why, in the words of the program; `None` where names are hidden, because a reason may hold one.
    pub reason: Option<String>,
    /// Kind of the reason, one of [`KINDS`](super::KINDS).
    pub kind: String,
    /// Whether it should have been read.
    pub failure: bool,
}

/// What was asked of a corpus.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AuditQuestion {
    /// Name of the question, as in the option `--for`.
    pub purpose: String,
    /// The least similarity of a pair, 0..=1.
    pub threshold: f64,
    /// Name of the measure that the threshold applies to.
    pub measure: String,
    /// Least words of a passage that makes a pair by itself, for copied text.
    pub passage: Option<u32>,
    /// Words in a row that such a passage keeps, for copied text.
    pub run: Option<u32>,
    /// How the pairs were found.
    pub method: String,
    /// Whether every pair was found that satisfies the rule.
    pub complete: bool,
    /// Which pairs are compared, if not all.
    pub compared: Option<ComparedEntry>,
    /// What shingles are made of; everything that is said to be words counts these.
    pub unit: Unit,
    /// Whether words keep their case.
    pub keep_case: bool,
    /// Whether a shingle counts as often as it stands in a document.
    pub bag: bool,
    /// The lists of stop-words that were dropped.
    pub dropped_stopwords: Vec<String>,
    /// Whether numbers were dropped.
    pub dropped_numbers: bool,
    /// Terms of a shingle.
    pub k: usize,
    /// Values of a sketch.
    pub permutations: usize,
    /// Seed of the hashes.
    pub seed: u64,
    /// Least words of a passage.
    pub min_words: usize,
    /// Words of an edit that a passage bridges; 0 for exact runs.
    pub bridge: usize,
    /// Every setting that decides figures, with its value.
    pub settings: Vec<(String, String)>,
    /// Whether pairs were left out by a filter or for want of a decision.
    pub is_filtered: bool,
    /// The filter of the pairs, if there is one and names are shown.
    pub filter: Option<String>,
    /// What of the corpus the report is about; `None` for all of it.
    pub scope: Option<ScopeEntry>,
    /// Whether only pairs with a decision are in it.
    pub only_decided: bool,
    /// Whether names of documents are replaced by aliases.
    pub anonymous: bool,
    /// Words of context around a passage; `None` for whole texts.
    pub context: Option<usize>,
    /// Whether long stretches of the same words are folded within passages.
    pub folded: bool,
    /// What limits the list, in the words of the program; may be empty.
    pub note: String,
}

/// Which pairs of documents are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ComparedEntry {
    /// Documents that are not of the archive.
    pub new: usize,
    /// Documents of the archive.
    pub archive: usize,
    /// What new documents are compared with: `all`, `new` or `archive`.
    pub with: String,
    /// Number of groups, documents of which are not compared with each other.
    pub groups: usize,
}

/// What of a corpus a report is about.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ScopeEntry {
    /// `document` or `clusters`.
    pub what: String,
    /// The documents, by name or alias; empty for clusters.
    pub names: Vec<String>,
    /// Numbers of the clusters, as `clusters --decided-different apart` numbers them; empty for documents.
    pub clusters: Vec<usize>,
}

/// What was left out of the comparison.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Masks {
    /// Masked words.
    pub words: u64,
    /// Documents that have no words left.
    pub emptied: u64,
    /// By reason, those that mask something.
    pub by: Vec<MaskedBy>,
}

/// What one reason masks.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MaskedBy {
    /// Name of the reason.
    pub reason: String,
    /// Masked words.
    pub words: u64,
    /// Masked spans.
    pub spans: u64,
    /// Documents with one.
    pub documents: u64,
}

/// Numbers of pairs.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Pairs that satisfy the rule, before any filter.
    pub found: u64,
    /// Pairs after the filters.
    pub kept: u64,
    /// Pairs in the report.
    pub listed: usize,
    /// Pairs whose passages are shown.
    pub shown: usize,
    /// Pairs after the filters that have a decision.
    pub judged: usize,
}

/// A pair.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PairEntry {
    /// Place in the list, from 1.
    pub number: usize,
    /// The document that comes first by name.
    pub a: SideFigures,
    /// The other.
    pub b: SideFigures,
    /// The figures.
    pub figures: Figures,
    /// What people said of it.
    pub said: DecisionSummary,
    /// Its passages, if they are shown.
    pub passages: Vec<PassageEntry>,
    /// Where they stand, if they are shown.
    #[serde(skip)]
    pub strips: [Strip; 2],
    /// The texts side by side, if they are shown.
    #[serde(skip)]
    pub rows: Vec<Row>,
    /// Whether passages are shown, or why not.
    pub problem: Option<Problem>,
}

/// One document of a pair.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SideFigures {
    /// Its name, or its alias.
    pub name: String,
    /// Its words, without masked ones.
    pub words: usize,
    /// Words of it in passages.
    pub copied: u32,
    /// Their share of its words, 0..=1.
    pub share: f64,
    /// Words of it that are masked.
    pub masked: usize,
}

/// The figures of a pair.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Figures {
    /// Jaccard estimated from the sketches.
    pub estimate: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// Exact Jaccard.
    pub jaccard: f64,
    /// Exact containment of a in b.
    pub containment_a_in_b: f64,
    /// Exact containment of b in a.
    pub containment_b_in_a: f64,
    /// Words copied: those in passages, on the shorter side.
    pub words: u32,
    /// Of these, the same on both sides.
    pub same: u32,
    /// Words of the longest passage.
    pub longest: u32,
    /// Number of passages.
    pub passages: u32,
}

/// An interval.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// What people said of one thing.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DecisionSummary {
    /// The latest decision, by its name.
    pub decision: Option<String>,
    /// Whether people decided differently.
    pub disputed: bool,
    /// What each person said, the latest first.
    pub opinions: Vec<Opinion>,
}

/// What one person said.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Opinion {
    /// Who.
    pub by: String,
    /// When, in UTC to the minute.
    pub when: String,
    /// The decision, by its name.
    pub decision: String,
    /// The note; may be empty.
    pub note: String,
    /// The tags.
    pub tags: Vec<String>,
    /// Why it does not hold any more.
    pub outdated: Option<Outdated>,
}

/// Why a decision is open again.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Outdated {
    /// `text-changed`, `new-members` or `members-left`.
    pub why: String,
    /// The documents; empty where names are hidden.
    pub names: Vec<String>,
}

/// A decision on something in the corpus.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DecisionEntry {
    /// `pair`, `passage`, `document` or `cluster`.
    pub on: String,
    /// The documents, by name or alias.
    pub names: Vec<String>,
    /// Number of the pair in the report, if it is one of its pairs.
    pub pair: Option<usize>,
    /// What was said.
    pub opinion: Opinion,
}

/// A passage of a pair.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PassageEntry {
    /// Number in the order of document a, from 1.
    pub number: usize,
    /// Words on the shorter side.
    pub words: u32,
    /// Words that are the same on both sides.
    pub same: u32,
    /// Where it begins.
    pub begins: [Pages; 2],
    /// What it is, if it lies in a quotation or in a list of references.
    pub kind: Option<String>,
    /// What people said of it.
    pub said: DecisionSummary,
}

/// Where things stand in a text, in thousandths of its words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Strip {
    /// The stretches, in the order of the text.
    pub stretches: Vec<Stretch>,
}

/// A stretch of a strip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Stretch {
    /// First thousandth.
    pub start: f64,
    /// Its width in thousandths.
    pub width: f64,
    /// Number of what stands there, from 1.
    pub number: usize,
}

/// A document.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DocumentEntry {
    /// Its name, or its alias.
    pub name: String,
    /// Its words, without masked ones.
    pub words: usize,
    /// Length of its source in bytes.
    pub bytes: u64,
    /// 128-bit XXH3 digest of the bytes of its source, in hexadecimal.
    pub fingerprint: String,
    /// Pairs of the report that it is in.
    pub pairs: usize,
    /// The most words that one pair has of it in passages.
    pub most: u32,
    /// Where its words stand elsewhere; `None` if that was not counted for it.
    pub sources: Option<Vec<SourceEntry>>,
    /// Share of its words that stand elsewhere, 0..=1.
    pub elsewhere: Option<f64>,
    /// Which words have which source.
    pub strip: Strip,
    /// What people said of it.
    pub said: DecisionSummary,
}

/// A source of a document.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SourceEntry {
    /// Its place in the legend, from 1.
    pub number: usize,
    /// Its name, or its alias.
    pub name: String,
    /// Words of the document that are assigned to it.
    pub words: u32,
    /// Their share of the document, 0..=1.
    pub share: f64,
    /// Words in its longest passage.
    pub longest: u32,
    /// Other documents that hold these words, nine tenths of them or more.
    pub others: u32,
}

/// A cluster of documents.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Group {
    /// Number, from 1, as `clusters --decided-different apart` numbers them.
    pub number: usize,
    /// Number of documents.
    pub size: usize,
    /// The first documents, by name or alias.
    pub members: Vec<String>,
    /// Lowest exact similarity of two members.
    pub min: f64,
    /// Highest exact similarity of two members.
    pub max: f64,
    /// Pairs of members that these figures are from, and all of them.
    pub measured: (u64, u64),
    /// Whether two members are below the threshold.
    pub chain: bool,
    /// Pairs between the members shown.
    pub edges: Vec<Edge>,
    /// What people said of it.
    pub said: DecisionSummary,
}

/// A pair of two members of a cluster.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Edge {
    /// Index of a member.
    pub a: usize,
    /// Index of another.
    pub b: usize,
    /// Their exact similarity, 0..=1.
    pub similarity: f64,
}

/// How many pairs have how much of the figure that orders them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Spread {
    /// Pairs of each hundredth of the similarity, and of exactly 1, for near-duplicates.
    pub similarity: Vec<u64>,
    /// Words copied of each pair, ascending, for copied text.
    pub words: Vec<u32>,
}
