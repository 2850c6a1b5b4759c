//! The documents of the pairs, and where their words occur elsewhere.

use std::cmp::Reverse;
use std::collections::HashMap;

use rayon::prelude::*;
use serde::Serialize;

use super::decisions::DecisionSummary;
use super::passages::Stretch;
use super::question::Source;
use crate::base::DocNo;
use crate::evidence::CopiedPair;
use crate::evidence::sources::{self, Sources};

/// Documents whose sources are counted: each takes a pass over all documents.
const WITH_SOURCES: usize = 20;

/// Sources that are named of each.
const SOURCES: usize = 12;

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
    pub pairs: usize,
    /// The most words that one pair has of it in passages.
    pub most: u32,
    /// Where its words occur elsewhere; `None` if that was not counted for it.
    pub sources: Option<Vec<SourceEntry>>,
    /// Share of its words that occur elsewhere, 0..=1.
    pub elsewhere: Option<f64>,
    /// Which words have which source.
    pub strip: Vec<Stretch>,
    /// The decision on it.
    pub decision: Option<DecisionSummary>,
}

/// A source of a document.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct SourceEntry {
    /// Its place in the legend, from 1.
    pub number: usize,
    /// Its name, or its alias.
    pub name: String,
    /// Words of the document that it holds.
    pub words: u32,
    /// Their share of the document, 0..=1.
    pub share: f64,
    /// Words that no source before it holds.
    pub adds: u32,
    /// Other documents that hold these words, nine tenths of them or more.
    pub others: u32,
}

/// The documents of some pairs, those with most words in passages first. With `with_sources`, says of the first what
/// their sources are. `None` once it should not continue.
pub(super) fn documents(
    source: &Source<'_>,
    pairs: &[CopiedPair],
    with_sources: bool,
) -> Option<Vec<DocumentEntry>> {
    let collection = source.collection;
    let mut of: HashMap<DocNo, (u32, usize)> = HashMap::new();
    for CopiedPair { pair, evidence } in pairs {
        for (doc, words) in [(pair.a, evidence.words_a), (pair.b, evidence.words_b)] {
            let (most, pairs) = of.entry(doc).or_default();
            *most = words.max(*most);
            *pairs += 1;
        }
    }
    let mut order: Vec<(DocNo, (u32, usize))> = of.into_iter().collect();
    order.sort_unstable_by_key(|(doc, (most, pairs))| (Reverse((*most, *pairs)), *doc));
    let first = if with_sources { WITH_SOURCES } else { 0 };
    let found: Option<Vec<Sources>> = order[..first.min(order.len())]
        .par_iter()
        .map(|(doc, _)| {
            let terms = collection.terms(*doc);
            let bridging = &source.question.bridging;
            sources::sources(
                collection,
                &terms,
                Some(*doc),
                bridging,
                source.should_continue,
            )
        })
        .collect();
    let found = found?;
    let entry = |(at, (doc, (most, pairs))): (usize, (DocNo, (u32, usize)))| {
        let row = collection.row(doc);
        let words = collection.term_count(doc);
        let sources = found.get(at);
        let stretches = sources.iter().flat_map(|sources| &sources.stretches);
        DocumentEntry {
            name: source.names.of(doc),
            words,
            bytes: row.bytes,
            fingerprint: format!("{:032x}", row.fingerprint),
            pairs,
            most,
            sources: sources.map(|sources| listed(source, sources)),
            elsewhere: sources.map(|sources| sources.share(sources.elsewhere())),
            strip: stretches
                .map(|s| Stretch::new(words, (s.start, s.end), s.source as usize + 1))
                .collect(),
            decision: DecisionSummary::current(source.state.document(doc), source.names),
        }
    };
    Some(order.into_iter().enumerate().map(entry).collect())
}

fn listed(source: &Source<'_>, sources: &Sources) -> Vec<SourceEntry> {
    let entry = |(at, found): (usize, &sources::Source)| SourceEntry {
        number: at + 1,
        name: source.names.of(found.doc),
        words: found.held,
        share: sources.share(found.held),
        adds: found.adds,
        others: found.others,
    };
    let listed = sources.list.iter().enumerate().take(SOURCES);
    listed.map(entry).collect()
}
