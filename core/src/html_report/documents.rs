//! The documents of the pairs, and where their words occur elsewhere.

use rayon::prelude::*;
use serde::Serialize;

use super::decisions::DecisionSummary;
use super::passages::StripSpan;
use super::question::{Names, ReportInput};
use crate::base::DocNo;
use crate::evidence;
use crate::evidence::sources::{self, Sources};
use crate::evidence::{CopiedDocument, CopiedPair, DisguisedDocument};

/// Maximum number of documents whose sources are counted; each requires a pass over all documents.
const MAX_WITH_SOURCES: usize = 20;

/// Number of first sources listed for each document; later sources are listed only if they add words.
const FIRST_SOURCES: usize = 12;

/// A document.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct DocumentEntry {
    /// Its name, or its alias.
    pub name: String,
    /// Its words, without masked ones.
    pub words: usize,
    /// Length of its source in bytes.
    pub bytes: u64,
    /// 128-bit XXH3 digest of the bytes of its source, in hexadecimal.
    pub fingerprint: String,
    /// Pairs of the report that it is in.
    pub pairs: u32,
    /// The decisions on these pairs as text; may be empty.
    pub decided: String,
    /// Whether characters disguise its text.
    pub disguised: bool,
    /// Its words that are the same in passages of these pairs, each counted once.
    pub same: u32,
    /// Their share of its words, 0..=1.
    pub share: f64,
    /// The document that shares most of its words.
    pub best: String,
    /// The share of its words in this document, 0..=1.
    pub best_share: f64,
    /// The common kind of all passages of the two; may be empty.
    pub only: String,
    /// Where its words occur elsewhere; `None` if not counted.
    pub sources: Option<Vec<SourceEntry>>,
    /// Number of sources that are not named: they contain no further words.
    pub more_sources: usize,
    /// Other documents that share at least nine tenths as many words with it and with the best source.
    pub best_others: u32,
    /// Name of the decision on the pair, or `source`; may be empty.
    pub best_decision: &'static str,
    /// Which words have which source.
    pub strip: Vec<StripSpan>,
    /// The decision on it.
    pub decision: Option<DecisionSummary>,
}

/// A disguised document.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct DisguisedEntry {
    /// Its name, or its alias.
    pub name: String,
    /// The document that shares most with it after look-alike letters are folded; may be empty.
    pub source: String,
    /// Its words that are the same in the source.
    pub same: u32,
}

impl DisguisedEntry {
    pub(super) fn new(document: &DisguisedDocument, names: &Names<'_>) -> Self {
        let name = names.name_of(document.doc);
        let folded = document
            .folded
            .map(|(source, same)| (names.name_of(source), same));
        let (source, same) = folded.unwrap_or_default();
        DisguisedEntry { name, source, same }
    }
}

/// A source of a document.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct SourceEntry {
    /// Its place in the legend, from 1.
    pub number: usize,
    /// Its name, or its alias.
    pub name: String,
    /// Words of the document that are the same in it.
    pub words: u32,
    /// Their share of the document, 0..=1.
    pub share: f64,
    /// Words that are in no source before it.
    pub adds: u32,
    /// Other documents that contain nine tenths or more of these words.
    pub others: u32,
    /// The decision on it and the document; may be empty.
    pub decided: &'static str,
}

/// The documents of pairs, worst first. `same` has the words of each document that are equal in passages of these
/// pairs. With `with_sources`, the first documents get their sources. `None` once cancelled.
pub(super) fn documents(
    source: &ReportInput<'_>,
    (pairs, same): (&[CopiedPair], &[u32]),
    with_sources: bool,
) -> Option<Vec<DocumentEntry>> {
    let (collection, state) = (source.collection, source.state);
    let is_source = |doc| state.is_source(collection, doc);
    let list = evidence::documents::documents(collection, pairs, same, &is_source, &|pair| {
        state.decision_word(pair.a, pair.b)
    });
    let first = if with_sources { MAX_WITH_SOURCES } else { 0 };
    let first_sources: Option<Vec<Sources>> = list[..first.min(list.len())]
        .par_iter()
        .map(|CopiedDocument { doc, .. }| {
            sources::sources(
                collection,
                &collection.terms(*doc),
                Some(*doc),
                &source.question.bridging,
                &is_source,
                source.cancel,
            )
        })
        .collect();
    let first_sources = first_sources?;
    let entry = |(at, document): (usize, &CopiedDocument)| {
        let row = collection.row(document.doc);
        let words = collection.term_count(document.doc);
        let sources = first_sources.get(at);
        let stretches = sources.iter().flat_map(|sources| &sources.stretches);
        DocumentEntry {
            name: source.names.name_of(document.doc),
            words,
            bytes: row.bytes,
            fingerprint: format!("{:032x}", row.fingerprint),
            pairs: document.documents,
            decided: document.decisions(),
            disguised: (source.question.disguised)
                .binary_search_by_key(&document.doc, |entry| entry.doc)
                .is_ok(),
            same: document.same,
            share: document.share(),
            best: source.names.name_of(document.best),
            best_share: document.best_share(),
            only: document.only(),
            more_sources: sources.map_or(0, |sources| {
                sources.list.len() - listed(source, document.doc, sources).len()
            }),
            best_others: document.others,
            best_decision: document.best_decision.unwrap_or_default(),
            sources: sources.map(|sources| listed(source, document.doc, sources)),
            strip: stretches
                .map(|s| StripSpan::new(words, (s.start, s.end), s.source as usize + 1))
                .collect(),
            decision: DecisionSummary::current(
                state.document(document.doc),
                &[document.doc],
                source,
            ),
        }
    };
    Some(list.iter().enumerate().map(entry).collect())
}

fn listed(source: &ReportInput<'_>, doc: DocNo, sources: &Sources) -> Vec<SourceEntry> {
    let entry = |(at, origin): (usize, &sources::TextSource)| SourceEntry {
        number: at + 1,
        name: source.names.name_of(origin.doc),
        words: origin.same,
        share: sources.share(origin.same),
        adds: origin.adds,
        others: origin.others,
        decided: (source.state)
            .source_word(source.collection, Some(doc), origin.doc)
            .unwrap_or_default(),
    };
    let numbered = sources.list.iter().enumerate();
    let listed = numbered.filter(|(at, origin)| *at < FIRST_SOURCES || origin.adds > 0);
    listed.map(entry).collect()
}
