//! From the pairs of a corpus to its report, one way for the command and the screens.

use std::collections::HashMap;

use anyhow::{Context as _, ensure};
use rayon::prelude::*;

use super::basis::Basis;
use super::clusters::clusters;
use super::decisions::decisions;
use super::documents::documents;
use super::histogram::histogram;
use super::names::Names;
use super::page::{Counts, Report};
use super::pairs::PairEntry;
use super::passages::articles;
use super::question::{Question, ReportPairs, Source, Watch};
use super::scope::{Scope, documents_of};
use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::collection::Collection;
use crate::evidence::{CopiedPair, Evidence};
use crate::filter::PairSubject;
use crate::review::ReviewState;
use crate::similarity::Pair;

/// Pairs that are filtered at a time.
const CHUNK: usize = 4096;

/// Pairs in the table: so many rows a browser still shows at once.
const MOST: usize = 20_000;

/// Answers a question. Texts of the pairs whose passages are shown are read again, each once. Call on the rayon pool.
///
/// # Errors
/// An interruption; a scope that the pairs do not have; settings that yield no normaliser.
pub fn report(
    collection: &Collection,
    found: ReportPairs<'_>,
    state: &ReviewState,
    question: &Question,
    watch: Watch<'_>,
) -> anyhow::Result<Report> {
    let clustered = match found {
        ReportPairs::NearDuplicates(pairs, clustering) => Some((pairs, clustering)),
        ReportPairs::CopiedText(_) => None,
    };
    let clustering = clustered.map(|(_, clustering)| clustering);
    ensure!(
        clustered.is_some() || !matches!(question.scope, Scope::Clusters(_)),
        "clusters are made of near-duplicates, not of pairs with copied text"
    );
    let names = &Names::new(collection, question.anonymous);
    let source = &Source {
        collection,
        state,
        names,
        question,
        should_continue: watch.should_continue,
    };
    let chosen = choose(source, found, clustering).context("interrupted")?;
    let pairs: Option<Vec<CopiedPair>> = chosen
        .pairs
        .par_iter()
        .map(|(pair, evidence)| {
            (watch.should_continue)().then(|| CopiedPair {
                pair: *pair,
                evidence: evidence.unwrap_or_else(|| source.evidence(pair)),
            })
        })
        .collect();
    let pairs = pairs.context("interrupted")?;
    let shown = &pairs[..pairs.len().min(question.shown)];
    let articles = articles(source, shown, watch.progress)?;
    let listed: Vec<Pair> = pairs.iter().map(|copied| copied.pair).collect();
    let within = question.scope.documents(&listed).or_else(|| {
        let filtered = question.filter.is_some();
        filtered.then(|| documents_of(&listed).collect())
    });
    let (clusters, clusters_in_all) = match clustered {
        Some(clustered) => {
            clusters(source, clustered, &listed, within.is_some()).context("interrupted")?
        }
        None => Default::default(),
    };
    let numbers = listed.iter().map(|pair| (pair.a, pair.b)).zip(1..);
    let numbers: HashMap<(DocNo, DocNo), usize> = numbers.collect();
    let basis = Basis::new(source, found);
    let all = basis.compared.is_none().then(|| collection.len());
    Ok(Report {
        scope: question.scope.entry(names, clustering, all),
        basis,
        counts: Counts {
            found: chosen.found,
            kept: chosen.kept,
            listed: pairs.len(),
            shown: articles.len(),
            decided: chosen.decided,
        },
        decisions: decisions(source, clustering, within.as_ref(), &numbers),
        histogram: histogram(source, found),
        clusters,
        clusters_in_all,
        // Near-duplicates have clusters, copied text has sources.
        documents: documents(source, &pairs, clustered.is_none()).context("interrupted")?,
        pairs: (1..)
            .zip(&pairs)
            .map(|(number, pair)| PairEntry::new(source, number, pair))
            .collect(),
        articles,
    })
}

/// The pairs of a report.
#[derive(Default)]
struct Chosen {
    /// The first pairs, with their evidence where the list has it.
    pairs: Vec<(Pair, Option<Evidence>)>,
    /// Pairs by the rule.
    found: u64,
    /// Pairs in the scope that match the filter.
    kept: u64,
    /// Of these, pairs that have a decision.
    decided: usize,
}

/// The pairs in the scope that match the filter, best first. `None` once it should not continue.
fn choose(
    source: &Source<'_>,
    found: ReportPairs<'_>,
    clustering: Option<&Clustering>,
) -> Option<Chosen> {
    let (collection, question) = (source.collection, source.question);
    let positions = collection.settings().sketching.permutations;
    let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
    type Each<'a> = Box<dyn Iterator<Item = (Pair, Option<Evidence>)> + 'a>;
    let (count, mut each): (u64, Each<'_>) = match found {
        ReportPairs::NearDuplicates(pairs, _) => {
            let each = pairs.each(question.threshold, positions, size);
            let each = each.map(|pair| (pair, None));
            (pairs.count(question.threshold), Box::new(each))
        }
        ReportPairs::CopiedText(copied) => {
            let each = copied.pairs.iter();
            let each = each.map(|copied| (copied.pair, Some(copied.evidence)));
            (copied.pairs.len() as u64, Box::new(each))
        }
    };
    let mut chosen = Chosen {
        found: count,
        ..Chosen::default()
    };
    loop {
        (source.should_continue)().then_some(())?;
        let mut chunk: Vec<_> = each.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            return Some(chosen);
        }
        chunk.retain(|(pair, _)| question.scope.has(pair, clustering));
        let keeps: Vec<bool> = chunk.par_iter().map(|pair| matches(source, pair)).collect();
        let kept = chunk.into_iter().zip(keeps).filter(|(_, keeps)| *keeps);
        for ((pair, evidence), _) in kept {
            let current = source.state.pair(pair.a, pair.b);
            let is_decided = current.and_then(|current| current.decision()).is_some();
            if question.only_decided && !is_decided {
                continue;
            }
            chosen.kept += 1;
            chosen.decided += usize::from(is_decided);
            if chosen.pairs.len() < MOST {
                chosen.pairs.push((pair, evidence));
            }
        }
    }
}

/// Whether a pair matches the filter.
fn matches(source: &Source<'_>, (pair, evidence): &(Pair, Option<Evidence>)) -> bool {
    let Some((_, filter)) = &source.question.filter else {
        return true;
    };
    let count = || source.evidence(pair);
    let evidence = evidence.or_else(|| filter.needs_evidence().then(count));
    let subject = PairSubject {
        collection: source.collection,
        pair,
        evidence: evidence.as_ref(),
        review: Some(source.state),
    };
    filter.matches(&subject) == Some(true)
}
