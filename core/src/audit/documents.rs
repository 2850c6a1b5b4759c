//! Documents of an audit, and their sources.

use std::cmp::Reverse;
use std::collections::HashMap;

use rayon::prelude::*;

use super::data::{DocumentEntry, SourceEntry, Strip};
use super::decision_summary::decision_summary;
use super::names::Names;
use super::sides::stretch;
use crate::base::{DocNo, MaskedRange};
use crate::collection::Collection;
use crate::evidence::sources::{self, Sources};
use crate::evidence::{CopiedPair, Evidence};
use crate::review::ReviewState;
use crate::similarity::Bridging;

/// Documents whose sources are counted: each takes a pass over all documents.
const WITH_SOURCES: usize = 20;

/// Sources that are named of each.
const SOURCES: usize = 12;

/// The documents of some pairs, those with most words in passages first. With `sourced`, says of the first what their
/// sources are. `None` once it should not continue.
pub(super) fn documents(
    collection: &Collection,
    pairs: &[CopiedPair],
    sourced: Option<&Bridging>,
    state: &ReviewState,
    names: &Names<'_>,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<DocumentEntry>> {
    let mut of: HashMap<DocNo, (u32, usize)> = HashMap::new();
    for CopiedPair { pair, evidence } in pairs {
        let Evidence {
            words_a, words_b, ..
        } = evidence;
        for (doc, words) in [(pair.a, *words_a), (pair.b, *words_b)] {
            let (most, pairs) = of.entry(doc).or_default();
            *most = words.max(*most);
            *pairs += 1;
        }
    }
    let mut order: Vec<(DocNo, (u32, usize))> = of.into_iter().collect();
    order.sort_unstable_by_key(|(doc, (most, pairs))| (Reverse((*most, *pairs)), *doc));
    let first = sourced.map_or(0, |_| WITH_SOURCES.min(order.len()));
    let found: Option<Vec<Sources>> = order[..first]
        .par_iter()
        .map(|(doc, _)| {
            let bridging = sourced?;
            let terms = collection.terms(*doc);
            sources::sources(collection, &terms, Some(*doc), bridging, should_continue)
        })
        .collect();
    let found = found?;
    let entry = |(at, (doc, (most, pairs))): (usize, (DocNo, (u32, usize)))| {
        let row = collection.row(doc);
        let words = collection.term_count(doc);
        let sources = found.get(at);
        DocumentEntry {
            name: names.of(doc),
            words,
            bytes: row.bytes,
            fingerprint: format!("{:032x}", row.fingerprint),
            pairs,
            most,
            sources: sources.map(|sources| listed(sources, names)),
            elsewhere: sources.map(|sources| sources.share(sources.elsewhere())),
            strip: sources.map_or_else(Strip::default, |sources| strip(words, sources)),
            said: decision_summary(&state.document(doc), names),
        }
    };
    Some(order.into_iter().enumerate().map(entry).collect())
}

/// Words of a document that are masked.
pub(super) fn masked(collection: &Collection, doc: DocNo) -> usize {
    let ranges = collection.masked_ranges(doc).iter();
    ranges.map(MaskedRange::words).sum()
}

fn listed(sources: &Sources, names: &Names<'_>) -> Vec<SourceEntry> {
    let explaining = &sources.list[..sources.explaining().min(SOURCES)];
    let entry = |(at, source): (usize, &sources::Source)| SourceEntry {
        number: at + 1,
        name: names.of(source.doc),
        words: source.words,
        share: sources.share(source.words),
        longest: source.longest,
        others: source.others,
    };
    explaining.iter().enumerate().map(entry).collect()
}

fn strip(words: usize, sources: &Sources) -> Strip {
    let stretches = sources.stretches.iter();
    let stretches = stretches.map(|s| stretch(words, (s.start, s.end), s.source as usize + 1));
    Strip {
        stretches: stretches.collect(),
    }
}
