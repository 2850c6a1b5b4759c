//! Creates the report from the pairs of a corpus, for the command and the screens.

use std::collections::{HashMap, HashSet};

use anyhow::{Context as _, ensure};
use rayon::prelude::*;

use super::basis::Basis;
use super::clusters::clusters;
use super::decisions::decisions;
use super::documents::{DisguisedEntry, documents};
use super::histogram::histogram;
use super::page::{Report, ReportCounts};
use super::pairs::PairEntry;
use super::passages::articles;
use super::question::{
    Names, ReportInput, ReportPairs, ReportQuestion, ReportScope, Watch, documents_of,
};
use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::evidence::blocks::{AFFORDABLE_TERMS, BlocksConfig, CommonBlocks};
use crate::evidence::documents::SameWords;
use crate::evidence::pair::OnlyKind;
use crate::evidence::{CopiedPair, Evidence};
use crate::index::Collection;
use crate::review::{Offer, ReviewState};
use crate::similarity::Pair;

const FILTER_CHUNK: usize = 4096;

/// Maximum number of pairs whose passages are shown.
const MAX_SHOWN: usize = 1_000;

/// Maximum number of documents in no pair that are named.
const MAX_NAMED: usize = 500;

/// Maximum number of pairs in the table, which a browser still shows without delay.
const MAX_LISTED: usize = 20_000;

/// Answers a question. Texts of the pairs whose passages are shown are read again, each once. Call on the rayon pool.
///
/// # Errors
/// An interruption; a scope that the pairs do not have; settings that yield no normaliser.
pub fn report(
    collection: &Collection,
    report_pairs: ReportPairs<'_>,
    state: &ReviewState,
    question: &ReportQuestion,
    watch: Watch<'_>,
) -> anyhow::Result<Report> {
    let clustering = match report_pairs {
        ReportPairs::NearDuplicates(_, clustering) => Some(clustering),
        ReportPairs::CopiedText(_) => None,
    };
    ensure!(
        clustering.is_some() || !matches!(question.scope, ReportScope::Clusters(_)),
        "clusters are made of near-duplicates, not of pairs with copied text"
    );
    let names = &Names::new(collection, question.anonymous);
    let source = &ReportInput {
        collection,
        state,
        names,
        question,
        cancel: watch.cancel,
    };
    let selected = select_pairs(source, report_pairs, clustering).context("interrupted")?;
    // Without a filter, the documents are those of all pairs, also if only the first pairs are listed.
    let complete = match report_pairs {
        ReportPairs::CopiedText(copied) if copied.pairs.len() as u64 == selected.kept => {
            Some(copied)
        }
        _ => None,
    };
    let same = SameWords::none(collection);
    let pairs: Option<Vec<CopiedPair>> = selected
        .pairs
        .par_iter()
        .map(|&(pair, evidence)| {
            watch.cancel.proceed()?;
            let evidence = match evidence {
                Some(evidence) if complete.is_some() => evidence,
                evidence => {
                    let passages = source.passages(&pair);
                    same.add(pair.a, pair.b, &passages);
                    let only = || OnlyKind::of_pair(collection, (pair.a, pair.b), &passages);
                    evidence.unwrap_or_else(|| Evidence {
                        only: only(),
                        ..Evidence::from_passages(&passages)
                    })
                }
            };
            Some(CopiedPair { pair, evidence })
        })
        .collect();
    let pairs = pairs.context("interrupted")?;
    let same = complete.map_or_else(|| same.counts(collection), |copied| copied.same.clone());
    let document_pairs = complete.map_or(&pairs, |copied| &copied.pairs);
    let shown = &pairs[..pairs.len().min(MAX_SHOWN)];
    let articles = articles(source, shown, watch.progress)?;
    let listed: Vec<Pair> = pairs.iter().map(|copied| copied.pair).collect();
    let within = question.scope.documents(&listed).or_else(|| {
        let is_filtered = question.filter.is_some();
        is_filtered.then(|| documents_of(&listed).collect())
    });
    let (clusters, clusters_in_all) = match clustering {
        Some(clustering) => clusters(source, clustering, &listed, within.is_some()),
        None => Default::default(),
    };
    let numbers = listed.iter().map(|pair| (pair.a, pair.b)).zip(1..);
    let numbers: HashMap<(DocNo, DocNo), usize> = numbers.collect();
    let (decisions, outside) = decisions(source, clustering, within.as_ref(), &numbers);
    let offers = state.journal.offers();
    let blocks = if clustering.is_none() && collection.terms_in_all() <= AFFORDABLE_TERMS {
        let config = BlocksConfig::default();
        let list = CommonBlocks::find(collection, config, watch.cancel).context("interrupted")?;
        let (number, is_all) = (list.blocks.len(), list.note.is_empty());
        let first = list.blocks.first();
        first.map(|first| (number, is_all, first.words, first.documents))
    } else {
        None
    };
    let basis = Basis::new(source, report_pairs);
    let documents_compared = basis.compared.is_none().then(|| collection.len());
    Ok(Report {
        scope: question.scope.entry(names, clustering, documents_compared),
        basis,
        counts: ReportCounts {
            by_rule: selected.by_rule,
            runs_only: match report_pairs {
                ReportPairs::CopiedText(copied) => {
                    let pairs = copied.pairs.iter();
                    pairs.filter(|pair| pair.evidence.passages == 0).count() as u64
                }
                ReportPairs::NearDuplicates(..) => 0,
            },
            kept: selected.kept,
            listed: pairs.len(),
            shown: articles.len(),
            decided: selected.decided,
            outside,
        },
        decisions,
        histogram: histogram(source, report_pairs),
        disguised: question
            .disguised
            .iter()
            .filter(|document| {
                within
                    .as_ref()
                    .is_none_or(|within| within.contains(&document.doc))
            })
            .map(|document| DisguisedEntry::new(document, names))
            .collect(),
        off: offers.iter().map(Offer::sentence).collect(),
        blocks,
        clusters,
        clusters_in_all,
        unshared: if complete.is_some() && within.is_none() {
            // A disguised document may hide a copy.
            let disguised = question.disguised.iter().map(|document| document.doc);
            let in_pairs = document_pairs.iter();
            let in_pairs = in_pairs.flat_map(|copied| [copied.pair.a, copied.pair.b]);
            let in_pairs: HashSet<DocNo> = in_pairs.chain(disguised).collect();
            let others = collection.documents().filter(|doc| !in_pairs.contains(doc));
            others
                .take(MAX_NAMED)
                .map(|doc| source.names.name_of(doc))
                .collect()
        } else {
            Vec::new()
        },
        // Near-duplicates have clusters, copied text has sources.
        documents: documents(source, (document_pairs, &same), clustering.is_none())
            .context("interrupted")?,
        pairs: (1..)
            .zip(&pairs)
            .map(|(number, pair)| PairEntry::new(source, number, pair))
            .collect(),
        articles,
    })
}

/// The pairs of a report.
#[derive(Default)]
struct SelectedPairs {
    /// The first pairs, with their evidence if the list has it.
    pairs: Vec<(Pair, Option<Evidence>)>,
    /// Pairs by the rule.
    by_rule: u64,
    /// Pairs in the scope that match the filter.
    kept: u64,
    /// Number of these pairs with a decision.
    decided: usize,
}

/// The pairs in the scope that match the filter, best first. `None` once cancelled.
fn select_pairs(
    source: &ReportInput<'_>,
    report_pairs: ReportPairs<'_>,
    clustering: Option<&Clustering>,
) -> Option<SelectedPairs> {
    let (collection, question) = (source.collection, source.question);
    let positions = collection.settings().sketching.permutations;
    let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
    type PairIter<'a> = Box<dyn Iterator<Item = (Pair, Option<Evidence>)> + 'a>;
    let (count, mut pair_iter): (u64, PairIter<'_>) = match report_pairs {
        ReportPairs::NearDuplicates(pairs, _) => {
            let pair_iter = pairs.each(question.threshold, positions, size);
            let pair_iter = pair_iter.map(|pair| (pair, None));
            (pairs.count(question.threshold), Box::new(pair_iter))
        }
        ReportPairs::CopiedText(copied) => {
            let pair_iter = copied.pairs.iter();
            let pair_iter = pair_iter.map(|copied| (copied.pair, Some(copied.evidence)));
            (copied.pairs.len() as u64, Box::new(pair_iter))
        }
    };
    let mut selected = SelectedPairs {
        by_rule: count,
        ..SelectedPairs::default()
    };
    loop {
        source.cancel.proceed()?;
        let mut chunk: Vec<_> = pair_iter.by_ref().take(FILTER_CHUNK).collect();
        if chunk.is_empty() {
            return Some(selected);
        }
        chunk.retain(|(pair, _)| question.scope.has(pair, clustering));
        let flags: Vec<bool> = chunk.par_iter().map(|pair| matches(source, pair)).collect();
        let matching = chunk.into_iter().zip(flags).filter(|(_, flag)| *flag);
        for ((pair, evidence), _) in matching {
            if question.only_decided && !source.state.was_decided(pair.a, pair.b) {
                continue;
            }
            selected.kept += 1;
            selected.decided += usize::from(source.state.is_decided(pair.a, pair.b));
            if selected.pairs.len() < MAX_LISTED {
                selected.pairs.push((pair, evidence));
            }
        }
    }
}

/// Whether a pair matches the filter.
fn matches(source: &ReportInput<'_>, (pair, evidence): &(Pair, Option<Evidence>)) -> bool {
    let Some((_, filter)) = &source.question.filter else {
        return true;
    };
    let count = || Evidence::from_passages(&source.passages(pair));
    let evidence = evidence.or_else(|| filter.needs_evidence().then(count));
    let (collection, state) = (source.collection, source.state);
    filter.matches_pair(collection, pair, evidence.as_ref(), Some(state)) == Some(true)
}
