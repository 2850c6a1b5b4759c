//! Gathers an audit.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use anyhow::Context as _;
use rayon::prelude::*;

use super::data::{
    Audit, AuditQuestion, Corpus, Counts, Figures, Interval, MaskedBy, Masks, NotRead, PairEntry,
    PartsLeftOut, PassageEntry, Problem, SideFigures, Spread,
};
use super::decision_summary::{Clusters, decision_summary, decisions, is_decided};
use super::documents::{documents, masked};
use super::groups::{ClustersOfPairs, groups};
use super::names::Names;
use super::not_read::kind as kind_of;
use super::scope::{Scope, documents_of};
use super::sides::{Context, rows, strip};
use super::text::Text;
use crate::base::{DocNo, Reason, WholePositions, version};
use crate::collection::Collection;
use crate::corpus::extract::LeftOut;
use crate::corpus::{Skipped, job_folder};
use crate::evidence::passage_kind::{detected, kind};
use crate::evidence::{CopiedPair, Evidence};
use crate::mask::MaskReport;
use crate::review::{Digest, ReviewState, Timestamp};
use crate::similarity::{BridgedPassage, Bridging, Estimate, Pair, bridged_passages};
use crate::text::Normaliser;

/// Pairs in the table: so many rows a browser still shows at once.
const MOST: usize = 20_000;

/// The pairs of a list, best first, after the filters.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// The first pairs, with their evidence where the list has it.
    pub pairs: Vec<(Pair, Option<Evidence>)>,
    /// Pairs before the filters.
    pub found: u64,
    /// Pairs after the filters.
    pub kept: u64,
    /// Pairs after the filters that have a decision.
    pub judged: usize,
    /// How they spread.
    pub spread: Spread,
}

impl Listed {
    /// Adds a pair that passed the other filters, if it passes `only_decided`; keeps the first [`MOST`].
    pub fn add(
        &mut self,
        (pair, evidence): (Pair, Option<Evidence>),
        state: &ReviewState,
        only_decided: bool,
    ) {
        let decided = is_decided(state, pair.a, pair.b);
        if only_decided && !decided {
            return;
        }
        self.kept += 1;
        self.judged += usize::from(decided);
        if self.pairs.len() < MOST {
            self.pairs.push((pair, evidence));
        }
    }
}

/// What an audit is made from.
pub struct Given<'a> {
    /// The documents, without what is masked.
    pub collection: &'a Collection,
    /// The pairs.
    pub listed: Listed,
    /// The clusters, for near-duplicates.
    pub clusters: Option<ClustersOfPairs<'a>>,
    /// The decisions.
    pub state: &'a ReviewState,
    /// How shared runs become passages.
    pub bridging: Bridging,
    /// The paths of the corpus, as given.
    pub paths: Vec<PathBuf>,
    /// Digest of the corpus.
    pub fingerprint: String,
    /// What the report is about; the pairs are in it.
    pub scope: Scope,
    /// What was asked; the fields that follow from [`AuditContents`] are filled in.
    pub asked: AuditQuestion,
}

/// What is wanted in an audit.
#[derive(Clone, Copy, Debug)]
pub struct AuditContents {
    /// Aliases instead of names.
    pub anonymous: bool,
    /// Only pairs with a decision.
    pub only_decided: bool,
    /// Text around passages.
    pub context: Context,
    /// Pairs whose passages are shown.
    pub shown: usize,
}

/// Gathers everything that a report says. Texts of the pairs that are shown are read again, each once. Call on the
/// rayon pool. `on_done` hears of each pair whose passages are there, with the number of all that will be.
///
/// # Errors
/// An interruption; settings that yield no normaliser.
pub fn gather(
    given: Given<'_>,
    wanted: AuditContents,
    should_continue: &(dyn Fn() -> bool + Sync),
    on_done: &(dyn Fn(usize) + Sync),
) -> anyhow::Result<Audit> {
    let Given {
        collection,
        listed,
        state,
        bridging,
        ..
    } = given;
    let names = Names::new(collection, wanted.anonymous);
    let pairs = with_evidence(collection, &listed.pairs, &bridging, should_continue);
    let pairs = pairs.context("interrupted")?;
    let shown = pairs.len().min(wanted.shown);
    let mut entries: Vec<PairEntry> = pairs
        .iter()
        .enumerate()
        .map(|(at, pair)| figures(collection, at + 1, pair, state, &names))
        .collect();
    let texts = texts(collection, &pairs[..shown], should_continue)?;
    let context = wanted.context;
    let of_pair = |(entry, pair): (&mut PairEntry, &CopiedPair)| {
        if should_continue() {
            show(
                entry, collection, pair, &texts, context, &bridging, state, &names,
            );
            on_done(shown);
        }
    };
    let both = entries[..shown].par_iter_mut().zip(&pairs[..shown]);
    both.for_each(of_pair);
    anyhow::ensure!(should_continue(), "interrupted");
    // Near-duplicates have clusters, copied text has sources.
    let sourced = given.clusters.is_none().then_some(&bridging);
    let documents = documents(collection, &pairs, sourced, state, &names, should_continue);
    let bare: Vec<Pair> = pairs.iter().map(|copied| copied.pair).collect();
    let of_filter = given.asked.filter.is_some().then_some(&bare);
    let within = given.scope.documents(&bare);
    let within = within.or_else(|| Some(documents_of(of_filter?).collect()));
    let clustering = given.clusters.map(|clusters| clusters.clustering);
    let only_of_pairs = within.is_some();
    let (groups, groups_in_all) = match given.clusters {
        Some(clusters) => groups(
            collection,
            clusters,
            &bare,
            (state, wanted.only_decided, only_of_pairs),
            &names,
            should_continue,
        )
        .context("interrupted")?,
        None => Default::default(),
    };
    let clusters = clustering.map(|clustering| Clusters {
        collection,
        clustering,
    });
    let numbers: HashMap<(DocNo, DocNo), usize> = (1..)
        .zip(&bare)
        .map(|(at, pair)| ((pair.a, pair.b), at))
        .collect();
    Ok(Audit {
        version: version::NUMBER.to_owned(),
        commit: version::COMMIT.to_owned(),
        made: Timestamp::now().to_the_minute(),
        corpus: corpus(collection, given.paths, given.fingerprint, &names),
        asked: AuditQuestion {
            is_filtered: given.asked.filter.is_some() || wanted.only_decided,
            filter: given.asked.filter.filter(|_| !wanted.anonymous),
            scope: given.scope.entry(&names, clustering),
            only_decided: wanted.only_decided,
            anonymous: wanted.anonymous,
            context: context.words(),
            folded: context.folds().is_some(),
            min_words: bridging.min_words,
            bridge: bridging.gap,
            ..given.asked
        },
        masks: masks(collection),
        counts: Counts {
            found: listed.found,
            kept: listed.kept,
            listed: entries.len(),
            shown,
            judged: listed.judged,
        },
        pairs: entries,
        decisions: decisions(state, &names, clusters, within.as_ref(), |a, b| {
            numbers.get(&(a, b)).copied()
        }),
        documents: documents.context("interrupted")?,
        groups,
        groups_in_all,
        spread: listed.spread,
    })
}

/// The pairs with their evidence: that of the list, else of their passages.
fn with_evidence(
    collection: &Collection,
    listed: &[(Pair, Option<Evidence>)],
    bridging: &Bridging,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<CopiedPair>> {
    let counted = |(pair, evidence): &(Pair, Option<Evidence>)| {
        should_continue().then_some(())?;
        let count = || {
            let [a, b] = [pair.a, pair.b].map(|doc| collection.terms(doc));
            Evidence::of(&bridged_passages(&a, &b, bridging))
        };
        Some(CopiedPair {
            pair: *pair,
            evidence: evidence.unwrap_or_else(count),
        })
    };
    listed.par_iter().map(counted).collect()
}

fn figures(
    collection: &Collection,
    number: usize,
    CopiedPair { pair, evidence }: &CopiedPair,
    state: &ReviewState,
    names: &Names<'_>,
) -> PairEntry {
    let estimate = Estimate::new(collection.layout(), pair.agreeing);
    let (low, high) = estimate.interval();
    let side = |doc: DocNo, copied: u32| {
        let words = collection.term_count(doc);
        SideFigures {
            name: names.of(doc),
            words,
            copied,
            share: f64::from(copied) / words.max(1) as f64,
            masked: masked(collection, doc),
        }
    };
    PairEntry {
        number,
        a: side(pair.a, evidence.words_a),
        b: side(pair.b, evidence.words_b),
        figures: Figures {
            estimate: estimate.value(),
            interval: Interval { low, high },
            jaccard: pair.overlap.jaccard(),
            containment_a_in_b: pair.overlap.containment_a_in_b(),
            containment_b_in_a: pair.overlap.containment_b_in_a(),
            words: evidence.words(),
            same: evidence.same,
            longest: evidence.longest,
            passages: evidence.passages,
        },
        said: decision_summary(&state.pair(pair.a, pair.b), names),
        ..PairEntry::default()
    }
}

type Texts = HashMap<DocNo, Result<Text, Problem>>;

/// The texts of some pairs, each read once.
fn texts(
    collection: &Collection,
    pairs: &[CopiedPair],
    should_continue: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Texts> {
    let documents: BTreeSet<DocNo> = pairs.iter().flat_map(|p| [p.pair.a, p.pair.b]).collect();
    let documents: Vec<DocNo> = documents.into_iter().collect();
    let normaliser = Normaliser::new(&collection.settings().normalisation)?;
    let read =
        |doc: DocNo| should_continue().then(|| (doc, Text::of(collection, doc, &normaliser)));
    let read: Option<Texts> = documents.into_par_iter().map(read).collect();
    read.context("interrupted")
}

/// Puts passages and texts into the entry of a pair.
#[expect(clippy::too_many_arguments)]
fn show(
    entry: &mut PairEntry,
    collection: &Collection,
    CopiedPair { pair, .. }: &CopiedPair,
    texts: &Texts,
    context: Context,
    bridging: &Bridging,
    state: &ReviewState,
    names: &Names<'_>,
) {
    let unreadable = Err(Problem::Unreadable);
    let [a, b] = [pair.a, pair.b].map(|doc| texts.get(&doc).unwrap_or(&unreadable));
    let (a, b) = match (a, b) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(problem), _) | (_, Err(problem)) => {
            entry.problem = Some(*problem);
            return;
        }
    };
    let [terms_a, terms_b] = [pair.a, pair.b].map(|doc| collection.terms(doc));
    let found = bridged_passages(&terms_a, &terms_b, bridging);
    let [found_a, found_b] = [pair.a, pair.b].map(|doc| detected(collection, doc));
    let whole = [pair.a, pair.b].map(|doc| WholePositions::new(collection.masked_ranges(doc)));
    let words = |side: usize, doc: DocNo, range: (u32, u32)| {
        let (start, end) = whole[side].range(range);
        let all = collection.all_terms(doc);
        let terms = all.get(start as usize..end as usize);
        Digest::of_terms(terms.unwrap_or_default())
    };
    let passage = |(at, p): (usize, &BridgedPassage)| {
        let sides = (
            (pair.a, words(0, pair.a, p.left)),
            (pair.b, words(1, pair.b, p.right)),
        );
        PassageEntry {
            number: at + 1,
            words: p.words(),
            same: p.same(),
            begins: [a.place(a.bytes(p.left).0), b.place(b.bytes(p.right).0)],
            kind: kind((&found_a, p.left), (&found_b, p.right))
                .map(|kind| kind.of_passage().to_owned()),
            said: decision_summary(&state.passage(sides.0, sides.1), names),
        }
    };
    entry.passages = found.iter().enumerate().map(passage).collect();
    entry.strips = [
        strip(terms_a.len(), &found, false),
        strip(terms_b.len(), &found, true),
    ];
    entry.rows = rows([a, b], &found, context);
}

fn corpus(
    collection: &Collection,
    paths: Vec<PathBuf>,
    fingerprint: String,
    names: &Names<'_>,
) -> Corpus {
    let hidden = names.hidden();
    let entry = |skipped: &Skipped| NotRead {
        name: (!hidden).then(|| skipped.id.clone()),
        reason: (!hidden).then(|| skipped.reason.to_string()),
        kind: kind_of(&skipped.reason).to_owned(),
        failure: skipped.reason.is_failure(),
    };
    let read_in_part = collection
        .read_in_part()
        .map(|(_, skipped)| entry(&skipped));
    let (left_out, left_out_of) = collection.left_out();
    let left_out = LeftOut::KINDS.iter().zip(left_out.counts());
    Corpus {
        of_job: paths.iter().any(|path| job_folder::is_job(path)),
        paths: match hidden {
            true => Vec::new(),
            false => paths
                .iter()
                .map(|path| path.display().to_string())
                .collect(),
        },
        documents: collection.len(),
        // Not those of the segments, which hold replaced versions of documents too.
        words: collection
            .documents()
            .map(|doc| collection.terms(doc).len() as u64)
            .sum(),
        fingerprint,
        not_read: collection.not_read().map(entry).collect(),
        left_out: left_out
            .filter(|(_, number)| *number > 0)
            .map(|(kind, number)| PartsLeftOut { kind, number })
            .collect(),
        left_out_of,
        read_in_part: read_in_part.collect(),
    }
}

fn masks(collection: &Collection) -> Masks {
    let report = MaskReport::of(collection);
    let by = Reason::ALL.into_iter().filter_map(|reason| {
        let count = report.of_reason(reason);
        (count.spans > 0).then(|| MaskedBy {
            reason: reason.name().to_owned(),
            words: count.words,
            spans: count.spans,
            documents: count.documents,
        })
    });
    Masks {
        words: report.words,
        emptied: report.emptied,
        by: by.collect(),
    }
}
