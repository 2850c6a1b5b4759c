//! The pairs of a corpus in which a part of one text occurs in the other.
//!
//! Two searches are united: the complete join by the measure (by default the greater containment), and a search for
//! pairs with a long passage among the pairs that share a long run of terms (`long_runs`). Documents with the same
//! terms are compared once and replaced by each other afterwards.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::copies::{DocumentsByText, OverlappingTexts};
use super::documents::SameWords;
use super::long_runs::{self, RUN};
use super::pair::{CopiedPair, OnlyKind};
use super::{Evidence, FREQUENCY_WIDTH, order};
use crate::base::{Cancel, DocNo, units};
use crate::candidates::exact_join::{self, Items, Join, JoinPredicate};
use crate::candidates::verify;
use crate::index::Collection;
use crate::mask::{ShingleFrequency, Windows};
use crate::settings::{Sketching, Unit};
use crate::similarity::bridge::bridged_passages;
use crate::similarity::{Bridging, Measure, Overlap};

/// Approximate maximum number of pairs that a search keeps.
pub const MAX: u64 = 2_000_000;

/// Approximate number of pairs of different texts whose passages are always counted: about 5,000 per second and core.
const MIN_LIMIT: u64 = if cfg!(test) { 1_000 } else { 110_000 };

/// Maximum numbers of documents with a shingle, tried one after the other if all shingles give too many pairs.
const MAX_FREQUENCIES: [usize; 4] = [1_000, 300, 100, 30];

/// Number of pairs that are counted first.
const FIRST_PAIRS: usize = 1_000;

/// The shingles by whose frequency words are discounted.
const WINDOWS: Windows = Windows {
    width: FREQUENCY_WIDTH,
    short: false,
};

/// Pairs in a piece of parallel work; the pairs of one document are adjacent.
const PIECE: usize = 64;

/// Returns `57 pairs share copied text, and 5 more only short runs of words`, and the same without the pairs that have no
/// passage. `pairs` are by descending evidence.
pub fn pairs_share<P>(pairs: &[P], evidence: impl Fn(&P) -> Option<Evidence>) -> [String; 2] {
    let with = pairs.partition_point(|pair| evidence(pair).is_some_and(|e| e.passages > 0));
    let share = units::counted(with as u64, "pair shares", "pairs share") + " copied text";
    let complete = match (pairs.len() - with) as u64 {
        0 => share.clone(),
        more => format!(
            "{share}, and {} more only short runs of words",
            units::count(more)
        ),
    };
    [complete, share]
}

/// The definition of copied text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CopiedTextConfig {
    /// Terms in a shingle.
    pub k: usize,
    /// The measure of the share; by default the greater containment.
    pub measure: Measure,
    /// Minimum containment of one document in the other, 0..=1, for a pair without a long passage.
    pub share: f64,
    /// Minimum number of words in one passage, for a pair with less containment.
    pub passage: u32,
    /// How shared runs become passages.
    pub bridging: Bridging,
}

impl CopiedTextConfig {
    /// Minimum words of a passage that makes a pair by itself, because passages below the requested minimum do not
    /// count.
    pub fn least_passage(&self) -> u32 {
        let least = u32::try_from(self.bridging.min_words).unwrap_or(u32::MAX);
        self.passage.max(least)
    }

    /// Message about pairs that the list of copied text contains in addition to near-duplicates.
    pub fn beside_share(&self, unit: Unit) -> String {
        let passage = unit.counted(self.least_passage().into());
        format!(
            "The list of copied text also has pairs with a passage of {passage} or more that keeps {RUN} in a row, whatever their share."
        )
    }
}

impl Default for CopiedTextConfig {
    fn default() -> Self {
        CopiedTextConfig {
            k: 3,
            measure: Measure::Containment,
            share: 0.10,
            passage: 25,
            bridging: Bridging::default(),
        }
    }
}

/// The pairs with copied text, by descending evidence, then a, then b.
#[derive(Clone, Debug, PartialEq)]
pub struct CopiedText {
    /// The rule that they satisfy.
    pub config: CopiedTextConfig,
    /// The pairs.
    pub pairs: Vec<CopiedPair>,
    /// Words of each document, by its number, that are the same in passages of any of its pairs.
    pub same: Vec<u32>,
    /// A note for the user if the list is limited; may be empty.
    pub note: String,
}

/// The current step of a search for copied text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopiedTextStep {
    /// Documents are compared by their shares.
    Documents,
    /// Passages of the pairs are counted.
    Pairs,
}

/// How far a search for copied text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopiedTextProgress {
    /// The current step.
    pub step: CopiedTextStep,
    /// Documents or pairs done.
    pub done: u64,
    /// All of them.
    pub total: u64,
}

/// Finds the pairs of `collection` with copied text. The passages of two copies are the passages of the first
/// documents with their texts. `None` once cancelled. `progress` is called often, from any thread. Deterministic. Call
/// on the rayon pool.
pub fn find(
    collection: &Collection,
    config: &CopiedTextConfig,
    progress: &(impl Fn(CopiedTextProgress) + Sync),
    cancel: &Cancel,
) -> Option<CopiedText> {
    let mut so_far = SoFar::default();
    let callbacks = (progress, |_| {});
    resume(collection, config, &mut so_far, callbacks, cancel)
}

/// The partial result of a stopped search, for one collection and config.
#[derive(Debug, Default)]
pub struct SoFar {
    /// The pairs by share, with notes.
    by_share: Option<(Vec<OverlappingTexts>, Vec<String>)>,
    /// All pairs, in order, with notes.
    overlapping: Option<(Vec<OverlappingTexts>, Vec<String>)>,
    /// The evidence of each finished piece of the pairs.
    evidence: Vec<Option<Vec<Evidence>>>,
    /// The words that are the same in these pairs.
    same: Option<SameWords>,
}

/// Does the same as [`find`], but continues a stopped search of the same collection and config from `so_far`. If there
/// are many pairs, the pairs with the largest shared part are counted first and passed to `first`.
pub fn resume(
    collection: &Collection,
    config: &CopiedTextConfig,
    so_far: &mut SoFar,
    (progress, first): (&(impl Fn(CopiedTextProgress) + Sync), impl Fn(CopiedText)),
    cancel: &Cancel,
) -> Option<CopiedText> {
    let texts = DocumentsByText::new(collection);
    let sketching = Sketching {
        k: config.k,
        ..collection.settings().sketching.clone()
    };
    let bare = collection.reshingled(&sketching);
    let total = texts.distinct.len() as u64;
    let share = |share: f64| {
        progress(CopiedTextProgress {
            step: CopiedTextStep::Documents,
            done: (share * total as f64) as u64,
            total,
        });
    };
    let distinct = &texts.distinct;
    if so_far.by_share.is_none() && so_far.overlapping.is_none() {
        share(0.0);
        let mut note = Vec::new();
        let overlapping = by_share(&bare, distinct, config, &mut note, &share, cancel)?;
        if overlapping.len() > FIRST_PAIRS {
            let mut most = overlapping.clone();
            let measure = |texts: &OverlappingTexts| config.measure.similarity(&texts.2);
            most.par_sort_by(|x, y| measure(y).total_cmp(&measure(x)));
            most.truncate(FIRST_PAIRS);
            let frequency = ShingleFrequency::new(collection, WINDOWS, 2, cancel)?;
            let pieces = &mut vec![None; most.len().div_ceil(PIECE)];
            let searched = (most.as_slice(), pieces.as_mut_slice());
            let same = SameWords::none(collection);
            let counted = evidence(
                collection,
                config,
                searched,
                (&frequency, &same),
                &|_| {},
                cancel,
            )?;
            let pairs = texts.expand(collection, &most, &counted, 0, &mut Vec::new());
            first(CopiedText::new(
                config,
                pairs,
                same.counts(collection),
                &note,
            ));
        }
        so_far.by_share = Some((overlapping, note));
    }
    if let (None, Some((by_share, notes))) = (&so_far.overlapping, &so_far.by_share) {
        let mut note = notes.clone();
        let long_pairs = by_passage(&bare, distinct, config, by_share, &mut note, cancel)?;
        let mut overlapping = by_share.clone();
        overlapping.extend(long_pairs);
        overlapping.retain(|(a, b, _)| collection.compares(*a, *b));
        overlapping.par_sort_unstable_by_key(|(a, b, _)| (*a, *b));
        let compared = |(doc, _): &&(DocNo, Vec<DocNo>)| collection.compares(*doc, *doc);
        overlapping.extend(texts.copies.iter().filter(compared).map(|(doc, _)| {
            let size = bare.shingle_set(*doc).len() as u32;
            let overlap = Overlap {
                shared: size,
                size_a: size,
                size_b: size,
            };
            (*doc, *doc, overlap)
        }));
        so_far.evidence = vec![None; overlapping.len().div_ceil(PIECE)];
        (so_far.overlapping, so_far.by_share) = (Some((overlapping, note)), None);
    }
    let (overlapping, note) = so_far.overlapping.as_ref()?;
    let mut note = note.clone();
    let frequency = ShingleFrequency::new(collection, WINDOWS, 2, cancel)?;
    let finished = overlapping.chunks(PIECE).zip(&so_far.evidence);
    let finished = finished.filter(|(_, evidence)| evidence.is_some());
    let finished: usize = finished.map(|(piece, _)| piece.len()).sum();
    let (done, total) = (AtomicU64::new(finished as u64), overlapping.len() as u64);
    let counted = |pairs: usize| {
        let pairs = pairs as u64;
        progress(CopiedTextProgress {
            step: CopiedTextStep::Pairs,
            done: done.fetch_add(pairs, Ordering::Relaxed) + pairs,
            total,
        });
    };
    let same = so_far
        .same
        .get_or_insert_with(|| SameWords::none(collection));
    let evidence = evidence(
        collection,
        config,
        (overlapping, &mut so_far.evidence),
        (&frequency, same),
        &counted,
        cancel,
    )?;
    let pairs = texts.expand(collection, overlapping, &evidence, MAX, &mut note);
    Some(CopiedText::new(
        config,
        pairs,
        same.counts(collection),
        &note,
    ))
}

/// Runs the complete join by the measure of the config.
fn by_share(
    bare: &Collection,
    distinct: &[DocNo],
    config: &CopiedTextConfig,
    note: &mut Vec<String>,
    progress: &(impl Fn(f64) + Sync),
    cancel: &Cancel,
) -> Option<Vec<OverlappingTexts>> {
    let items = exact_join::items(bare, distinct);
    let (most, share) = (max_pairs(distinct.len()), config.share);
    let joined = |items: &Items, share: f64| {
        let join = Join::new(items, JoinPredicate::new(config.measure, share));
        if long_runs::about(&join, items.len(), cancel) > most {
            return (!cancel.stopped()).then_some(None);
        }
        // The number is an estimate.
        let overlapping = join.run_within(4 * most as usize, Some, cancel, progress);
        (!cancel.stopped()).then(|| overlapping.map(|(overlapping, _)| overlapping))
    };
    if let Some(overlapping) = joined(&items, share)? {
        return Some(overlapping);
    }
    for common in MAX_FREQUENCIES {
        if let Some(overlapping) = joined(&items.rare(common), share)? {
            note.push(format!(
                "more than {} pairs share {} of one text: listed are those that share as much without text in more than {} documents",
                units::count(most),
                units::share(share),
                units::count(common as u64),
            ));
            let pairs = overlapping.into_iter().map(|(a, b, _)| (a, b)).collect();
            return with_overlaps(bare, pairs, cancel);
        }
    }
    note.push(format!(
        "more than {} pairs share {} of one text, too many to list: exclude common text",
        units::count(most),
        units::share(share),
    ));
    Some(Vec::new())
}

/// Returns the approximate maximum number of pairs of this number of different texts whose passages are counted.
fn max_pairs(texts: usize) -> u64 {
    (20 * texts as u64).clamp(MIN_LIMIT, MAX)
}

/// The pairs below the share that have a long passage.
fn by_passage(
    bare: &Collection,
    distinct: &[DocNo],
    config: &CopiedTextConfig,
    listed: &[OverlappingTexts],
    note: &mut Vec<String>,
    cancel: &Cancel,
) -> Option<Vec<OverlappingTexts>> {
    let most = max_pairs(distinct.len());
    let (mut pairs, common) = long_runs::candidates(bare, distinct, most, cancel)?;
    match common {
        None => {}
        Some(0) => note.push(format!(
            "more than {} pairs share {RUN} words in a row: none is listed only for a passage",
            units::count(most)
        )),
        Some(common) => note.push(format!(
            "text in more than {} documents does not by itself make a pair",
            units::count(common.into())
        )),
    }
    let mut listed: Vec<(DocNo, DocNo)> = listed.iter().map(|(a, b, _)| (*a, *b)).collect();
    listed.par_sort_unstable();
    pairs.retain(|pair| listed.binary_search(pair).is_err());
    pairs.par_sort_unstable();
    let is_long = |(a, b): (DocNo, DocNo)| {
        let passages = bridged_passages(&bare.terms(a), &bare.terms(b), &config.bridging);
        passages.iter().any(|p| p.words() >= config.passage)
    };
    let long = |pair| (!cancel.stopped()).then(|| is_long(pair).then_some(pair));
    let long: Option<Vec<Option<(DocNo, DocNo)>>> = pairs.into_par_iter().map(long).collect();
    with_overlaps(bare, long?.into_iter().flatten().collect(), cancel)
}

/// The pairs with the overlap of their shingle sets.
fn with_overlaps(
    bare: &Collection,
    pairs: Vec<(DocNo, DocNo)>,
    cancel: &Cancel,
) -> Option<Vec<OverlappingTexts>> {
    let overlaps = verify::overlaps(bare, &pairs, cancel)?;
    let pairs = pairs.into_iter().zip(overlaps);
    Some(pairs.map(|((a, b), overlap)| (a, b, overlap)).collect())
}

/// Returns the evidence of each pair, without the influence of other pairs. Results in `pieces` are reused, and new
/// results are added.
fn evidence(
    collection: &Collection,
    config: &CopiedTextConfig,
    (overlapping, pieces): (&[OverlappingTexts], &mut [Option<Vec<Evidence>>]),
    (frequency, same): (&ShingleFrequency, &SameWords),
    counted: &(impl Fn(usize) + Sync),
    cancel: &Cancel,
) -> Option<Vec<Evidence>> {
    let all = overlapping.par_chunks(PIECE).zip(pieces.par_iter_mut());
    let complete = all.map(|(piece, piece_evidence)| {
        if piece_evidence.is_some() {
            return true;
        }
        let mut left: Option<(DocNo, Vec<u32>)> = None;
        let mut out = Vec::with_capacity(piece.len());
        for &(a, b, _) in piece {
            if cancel.stopped() {
                return false;
            }
            let terms = collection.terms(a);
            let frequencies = match left.take() {
                Some((doc, frequencies)) if doc == a => frequencies,
                _ => frequency.in_order(&terms),
            };
            let other = collection.terms(b);
            let passages = bridged_passages(&terms, &other, &config.bridging);
            same.add(a, b, &passages);
            out.push(Evidence {
                only: OnlyKind::of_pair(collection, (a, b), &passages),
                ..Evidence::weighed(&terms, &other, &passages, &frequencies)
            });
            left = Some((a, frequencies));
        }
        *piece_evidence = Some(out);
        counted(piece.len());
        true
    });
    // Does not stop at the first incomplete piece, so that pieces of other threads are not lost.
    let complete = complete.reduce(|| true, |a, b| a && b);
    complete.then(|| pieces.iter().flatten().flatten().copied().collect())
}

impl CopiedText {
    fn new(
        config: &CopiedTextConfig,
        mut pairs: Vec<CopiedPair>,
        same: Vec<u32>,
        note: &[String],
    ) -> Self {
        order::weigh(&mut pairs);
        pairs.par_sort_unstable_by(CopiedPair::order);
        CopiedText {
            config: *config,
            pairs,
            same,
            note: note.join("; "),
        }
    }

    /// Whether two documents, the first before the second, are one of the pairs.
    pub fn lists(&self, a: DocNo, b: DocNo) -> bool {
        let mut ends = self.pairs.iter().map(|c| (c.pair.a, c.pair.b));
        ends.any(|ends| ends == (a, b))
    }

    /// The rule of a pair as text; passages are counted in `unit`.
    pub fn rule(&self, unit: Unit) -> String {
        let CopiedTextConfig {
            measure, share, k, ..
        } = self.config;
        let relation = match measure {
            Measure::Containment => "of one text occur in the other",
            Measure::Jaccard => "of both texts are the same",
        };
        format!(
            "{} % or more of the sequences of {} {relation}, or the two share a passage of {} or more with {} in a row unchanged",
            units::tenths_of_per_cent(share).trim_end_matches(".0"),
            unit.counted(k as u64),
            unit.counted(self.config.least_passage().into()),
            unit.counted(RUN as u64),
        )
    }
}

#[cfg(test)]
mod tests;
