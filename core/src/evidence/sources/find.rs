//! The documents that share passages with a text, and the sources among them.
//!
//! Cost: two passes over the terms of all documents, and a comparison with each document that shares enough seeds for
//! a passage. Above [`MAX_TERMS`], documents with the fewest common runs of words are skipped, then documents that can
//! hold the fewest words; the note reports this.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::assign::{self, DocumentCoverage};
use super::seeds::{self, Seeds};
use super::{Sources, TextSource};
use crate::base::{Cancel, DocNo, ranges, units};
use crate::index::{Collection, same_text};
use crate::similarity::bridge::bridged_passages;
use crate::similarity::{BridgedPassage, Bridging};

/// A document that shares seeds: its shared runs and the bound of its words in passages, in descending order, and the
/// number of terms that a comparison takes.
type SeedMatch = (Reverse<(u32, u32)>, DocNo, u64);

type DocumentPassages = (DocNo, Arc<[BridgedPassage]>);

/// Maximum total number of terms that are compared, on both sides.
const MAX_TERMS: u64 = 100_000_000;

/// Maximum number of documents for which other documents with shared words are counted; one bit each.
const MAX_COUNTED: usize = 64;

/// Returns the sources of a text, given as terms of `collection`, among its documents except `except`. Documents for
/// which `is_source` is true are preferred if they have at least half as many words as another. `None` once cancelled.
pub fn sources(
    collection: &Collection,
    terms: &[u64],
    except: Option<DocNo>,
    bridging: &Bridging,
    is_source: &dyn Fn(DocNo) -> bool,
    cancel: &Cancel,
) -> Option<Sources> {
    let config = (bridging, MAX_TERMS);
    within(collection, terms, except, config, is_source, cancel)
}

/// Does the same as [`sources`], but compares at most `most` terms in total.
pub(super) fn within(
    collection: &Collection,
    terms: &[u64],
    except: Option<DocNo>,
    (bridging, most): (&Bridging, u64),
    is_source: &dyn Fn(DocNo) -> bool,
    cancel: &Cancel,
) -> Option<Sources> {
    let others: Vec<DocNo> = collection.compared_with(except).collect();
    let copies: HashMap<DocNo, Vec<DocNo>> =
        same_text(collection, others.clone()).into_iter().collect();
    let later: HashSet<DocNo> = copies.values().flatten().copied().collect();
    let seeds = Seeds::new(terms, bridging);
    let matches = others
        .par_iter()
        .filter(|doc| !later.contains(doc) && !cancel.stopped())
        .filter_map(|&doc| {
            let other = collection.terms(doc);
            let bound = seeds.bound(&seeds.meet(&other)?);
            let shared = (seeds.shared_runs(&other), bound);
            Some((Reverse(shared), doc, (terms.len() + other.len()) as u64))
        });
    let mut matches: Vec<SeedMatch> = matches.collect();
    matches.sort_unstable();
    let mut total = 0;
    let affordable = matches.iter().take_while(|(_, _, size)| {
        total += size;
        total <= most
    });
    let compared = affordable.count().max(1).min(matches.len());
    let note = match matches.len() - compared {
        0 => String::new(),
        left => format!(
            "only the {} that share most with it were compared; {} excluded",
            units::counted(compared as u64, "text", "texts"),
            units::counted(left as u64, "text with less was", "texts with less were"),
        ),
    };
    let holders = matches[..compared]
        .par_iter()
        .filter(|_| !cancel.stopped())
        .filter_map(|&(_, doc, _)| {
            let passages = bridged_passages(terms, &collection.terms(doc), bridging);
            (!passages.is_empty()).then(|| (doc, Arc::<[BridgedPassage]>::from(passages)))
        });
    let holders: Vec<DocumentPassages> = holders.collect();
    cancel.proceed()?;
    let with_copies = holders.into_iter().flat_map(|(doc, passages)| {
        let copies = copies.get(&doc).into_iter().flatten().copied();
        std::iter::once(doc)
            .chain(copies)
            .map(move |doc| (doc, Arc::clone(&passages)))
    });
    let mut all: Vec<DocumentPassages> = with_copies.collect();
    all.sort_unstable_by_key(|(doc, _)| *doc);
    let mut held = coverage(collection, &all, is_source);
    count_sharing(collection, (&mut held, &all), &others, cancel)?;
    Some(Sources {
        note,
        ..assigned(terms.len() as u32, &held, &all)
    })
}

/// The words of the text that each document holds.
fn coverage(
    collection: &Collection,
    all: &[DocumentPassages],
    is_source: &dyn Fn(DocNo) -> bool,
) -> Vec<DocumentCoverage> {
    let held = all.iter().map(|(doc, passages)| {
        let there = ranges::union(passages.iter().map(|p| p.right)).into_iter();
        let runs = passages.iter().flat_map(|p| p.runs.iter().chain(&p.moved));
        let unchanged = ranges::union(runs.map(|run| (run.left, run.left + run.length)));
        let row = collection.row(*doc);
        DocumentCoverage {
            passages: ranges::union(passages.iter().map(|p| p.left)),
            same: unchanged.iter().map(|(start, end)| end - start).sum(),
            unchanged,
            is_source: is_source(*doc),
            shared_with: (0, 0),
            date: row.own_date().unwrap_or(i64::MAX),
            runs: passages
                .iter()
                .map(|p| (p.runs.len() + p.moved.len()) as u32)
                .sum(),
            longest: passages.iter().map(BridgedPassage::same).max().unwrap_or(0),
            there: there.map(|(start, end)| end - start).sum(),
            size: collection.term_count(*doc) as u32,
        }
    });
    held.collect()
}

/// For the documents that hold most words, counts the documents of `others` that share runs of words with them, and
/// these runs. `None` once cancelled.
fn count_sharing(
    collection: &Collection,
    (held, all): (&mut [DocumentCoverage], &[DocumentPassages]),
    others: &[DocNo],
    cancel: &Cancel,
) -> Option<()> {
    let mut first = assign::order(held);
    first.truncate(MAX_COUNTED);
    if first.len() < 2 {
        return Some(());
    }
    // For each run, the bits of the documents that contain it.
    let mut documents_of: HashMap<u64, u64> = HashMap::new();
    let mut runs = Vec::new();
    for (bit, at) in first.iter().enumerate() {
        seeds::of_runs(&collection.terms(all[*at].0), &mut runs);
        for run in runs.drain(..) {
            *documents_of.entry(run).or_default() |= 1 << bit;
        }
    }
    let shared = others.par_iter().map(|doc| {
        let mut runs = Vec::new();
        if !cancel.stopped() {
            seeds::of_runs(&collection.terms(*doc), &mut runs);
        }
        let mut shared = [0_u64; MAX_COUNTED];
        for bits in runs.iter().filter_map(|run| documents_of.get(run)) {
            for (bit, shared) in shared.iter_mut().enumerate() {
                *shared += bits >> bit & 1;
            }
        }
        if let Some(itself) = first.iter().position(|at| all[*at].0 == *doc) {
            shared[itself] = 0;
        }
        shared.map(|runs| (u32::from(runs > 0), runs))
    });
    let sum = |mut sums: [(u32, u64); MAX_COUNTED], others: [(u32, u64); MAX_COUNTED]| {
        for (sum, others) in sums.iter_mut().zip(others) {
            *sum = (sum.0 + others.0, sum.1 + others.1);
        }
        sums
    };
    let sums = shared.reduce(|| [(0, 0); MAX_COUNTED], sum);
    for (at, sum) in first.into_iter().zip(sums) {
        held[at].shared_with = sum;
    }
    (!cancel.stopped()).then_some(())
}

fn assigned(words: u32, held: &[DocumentCoverage], all: &[DocumentPassages]) -> Sources {
    let (order, stretches) = assign::assign(held);
    let list = order.into_iter().map(|assigned| {
        let i = assigned.document;
        TextSource {
            doc: all[i].0,
            same: held[i].same,
            adds: assigned.adds,
            longest: held[i].longest,
            others: assigned.others,
            passages: Arc::clone(&all[i].1),
        }
    });
    Sources {
        words,
        list: list.collect(),
        stretches,
        note: String::new(),
    }
}
