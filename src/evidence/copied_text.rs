//! The pairs of a corpus of which one text stands in the other in part.
//!
//! Two searches united: the complete join by containment, and of the pairs that share a long run of
//! terms ([`super::long_runs`]) those with a long passage. Documents with the same terms are compared once
//! and put in for each other afterwards.

use std::collections::HashMap;

use rayon::prelude::*;

use super::long_runs::{self, Candidates, RUN};
use super::{Evidence, ShingleFrequency, order};
use crate::base::{DocNo, units};
use crate::candidates::exact_join::{Items, Join, JoinPredicate, Sets};
use crate::candidates::verify;
use crate::collection::{Collection, first_of_text};
use crate::settings::Sketching;
use crate::similarity::bridge::bridged_passages;
use crate::similarity::{Bridging, Measure, Overlap, Pair};
use crate::text::shingles;

/// Number of pairs that a search keeps at most, about.
pub const MOST: u64 = 2_000_000;

/// Shares to try where the one asked for gives too many pairs.
const SHARES: [f64; 6] = [0.2, 0.3, 0.4, 0.5, 0.7, 0.9];

/// Pairs in a piece of parallel work; those of one document are adjacent.
const PIECE: usize = 64;

/// What counts as copied text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CopiedTextConfig {
    /// Terms in a shingle.
    pub k: usize,
    /// What the share is of; the greater containment unless asked otherwise.
    pub measure: Measure,
    /// Least containment of one document in the other, 0..=1; or else
    pub share: f64,
    /// least number of words in one passage.
    pub passage: u32,
    /// How shared runs become passages.
    pub bridging: Bridging,
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

/// A pair with its evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CopiedPair {
    /// The pair, with its overlap.
    pub pair: Pair,
    /// Its evidence.
    pub evidence: Evidence,
}

/// The pairs with copied text, by evidence falling, then a, then b.
#[derive(Clone, Debug, PartialEq)]
pub struct CopiedText {
    /// What they satisfy.
    pub config: CopiedTextConfig,
    /// The pairs.
    pub pairs: Vec<CopiedPair>,
    /// What limits the list, for the user; may be empty.
    pub note: String,
}

/// Two different texts, by the first document of each, with the overlap of their shingle sets.
type Found = (DocNo, DocNo, Overlap);

/// Finds the pairs of `collection` with copied text. `should_continue` is polled; `None` once it returns
/// `false`. Deterministic. Call on the rayon pool.
#[must_use]
pub fn find(
    collection: &Collection,
    config: &CopiedTextConfig,
    should_continue: &(impl Fn() -> bool + Sync),
) -> Option<CopiedText> {
    let first = first_of_text(collection);
    let texts = Texts::of(collection, &first);
    let sketching = Sketching {
        k: config.k,
        ..collection.settings().sketching.clone()
    };
    let bare = collection.reshingled(&sketching);
    let mut note = Vec::new();
    let mut found = by_share(&bare, &texts.distinct, config, &mut note, should_continue)?;
    found.extend(by_passage(&bare, &texts.distinct, config, &found, &mut note, should_continue)?);
    found.par_sort_unstable_by_key(|(a, b, _)| (*a, *b));
    found.extend(texts.copies.iter().map(|(doc, _)| {
        let size = bare.shingle_set(*doc).len() as u32;
        let overlap = Overlap {
            shared: size,
            size_a: size,
            size_b: size,
        };
        (*doc, *doc, overlap)
    }));
    let frequency = ShingleFrequency::of(collection, config.bridging.seed, should_continue)?;
    let evidence = evidence(collection, config, &found, &frequency, should_continue)?;
    let mut pairs = texts.expand(collection, &found, &evidence, &mut note);
    order::weigh(&mut pairs);
    pairs.par_sort_unstable_by(CopiedPair::order);
    Some(CopiedText {
        config: *config,
        pairs,
        note: note.join("; "),
    })
}

impl CopiedPair {
    /// Listing order: evidence falling, then `a`, then `b`.
    #[must_use]
    pub fn order(&self, other: &Self) -> std::cmp::Ordering {
        let by_weight = other.evidence.weight.total_cmp(&self.evidence.weight);
        let ends = |of: &Self| (of.pair.a, of.pair.b);
        by_weight.then(ends(self).cmp(&ends(other)))
    }
}

/// The complete join by the measure of the config.
fn by_share(
    bare: &Collection,
    distinct: &[DocNo],
    config: &CopiedTextConfig,
    note: &mut Vec<String>,
    should_continue: &(impl Fn() -> bool + Sync),
) -> Option<Vec<Found>> {
    let expected = distinct.iter().map(|doc| bare.term_count(*doc)).sum();
    let sketching = &bare.settings().sketching;
    let items = Items::of(&Sets::gather(distinct, expected, |doc, out| {
        shingles::elements(bare.terms(doc), sketching, out);
    }));
    let higher = SHARES.into_iter().filter(|share| *share > config.share);
    let shares: Vec<f64> = [config.share].into_iter().chain(higher).collect();
    for (at, &share) in shares.iter().enumerate() {
        let join = Join::new(&items, JoinPredicate::new(config.measure, share));
        let last = at + 1 == shares.len();
        if !last && long_runs::about(&join, items.len(), should_continue) > MOST {
            should_continue().then_some(())?;
            continue;
        }
        if share > config.share {
            note.push(format!(
                "more than {} pairs share {} of one text: those from {} on are listed",
                units::count(MOST),
                units::share(config.share),
                units::share(share),
            ));
        }
        let (found, _) = join.run(|found| found, should_continue);
        return should_continue().then_some(found);
    }
    Some(Vec::new())
}

/// The pairs below the share that have a long passage.
fn by_passage(
    bare: &Collection,
    distinct: &[DocNo],
    config: &CopiedTextConfig,
    known: &[Found],
    note: &mut Vec<String>,
    should_continue: &(impl Fn() -> bool + Sync),
) -> Option<Vec<Found>> {
    let Candidates { mut pairs, common } =
        long_runs::candidates(bare, distinct, MOST, should_continue)?;
    if let Some(common) = common {
        note.push(format!(
            "text in more than {} documents does not by itself make a pair",
            units::count(common.into())
        ));
    }
    let mut known: Vec<(DocNo, DocNo)> = known.iter().map(|(a, b, _)| (*a, *b)).collect();
    known.par_sort_unstable();
    pairs.retain(|pair| known.binary_search(pair).is_err());
    pairs.par_sort_unstable();
    let long = |(a, b): &(DocNo, DocNo)| {
        let passages = bridged_passages(bare.terms(*a), bare.terms(*b), &config.bridging);
        should_continue() && passages.iter().any(|p| p.words() >= config.passage)
    };
    let pairs: Vec<(DocNo, DocNo)> = pairs.into_par_iter().filter(long).collect();
    let overlaps = verify::overlaps(bare, &pairs, should_continue)?;
    let found = pairs.into_iter().zip(overlaps);
    Some(found.map(|((a, b), overlap)| (a, b, overlap)).collect())
}

/// The evidence of each pair, before what other pairs say about it.
fn evidence(
    collection: &Collection,
    config: &CopiedTextConfig,
    found: &[Found],
    frequency: &ShingleFrequency,
    should_continue: &(impl Fn() -> bool + Sync),
) -> Option<Vec<Evidence>> {
    let pieces: Option<Vec<Vec<Evidence>>> = found
        .par_chunks(PIECE)
        .map(|piece| {
            let mut left: Option<(DocNo, Vec<u32>)> = None;
            let mut out = Vec::with_capacity(piece.len());
            for &(a, b, _) in piece {
                should_continue().then_some(())?;
                let terms = collection.terms(a);
                let frequencies = match left.take() {
                    Some((doc, frequencies)) if doc == a => frequencies,
                    _ => frequency.in_order(terms),
                };
                let passages = bridged_passages(terms, collection.terms(b), &config.bridging);
                out.push(Evidence::discounted(&passages, &frequencies, frequency.width()));
                left = Some((a, frequencies));
            }
            Some(out)
        })
        .collect();
    Some(pieces?.concat())
}

/// The documents by text.
struct Texts {
    /// The first document of each text that has terms.
    distinct: Vec<DocNo>,
    /// Of each text that stands in several documents, the first and all of them.
    copies: Vec<(DocNo, Vec<DocNo>)>,
}

impl Texts {
    fn of(collection: &Collection, first: &[DocNo]) -> Self {
        let stands = |doc: &DocNo| first[doc.index()] == *doc && collection.term_count(*doc) > 0;
        let mut copies: Vec<(DocNo, Vec<DocNo>)> = Vec::new();
        let mut at: HashMap<DocNo, usize> = HashMap::new();
        for doc in collection.documents().filter(|doc| !stands(doc)) {
            let first = first[doc.index()];
            if first != doc {
                let at = *at.entry(first).or_insert_with(|| {
                    copies.push((first, vec![first]));
                    copies.len() - 1
                });
                copies[at].1.push(doc);
            }
        }
        copies.sort_unstable();
        Texts {
            distinct: collection.documents().filter(stands).collect(),
            copies,
        }
    }

    /// All documents with the text of `doc`, the first of them.
    fn all<'a>(&'a self, doc: &'a DocNo) -> &'a [DocNo] {
        let found = self.copies.binary_search_by_key(doc, |(first, _)| *first);
        found.map_or(std::slice::from_ref(doc), |at| &self.copies[at].1)
    }

    /// A pair for every two documents, from those of their texts; for the first documents only, where
    /// copies would make too many.
    fn expand(
        &self,
        collection: &Collection,
        found: &[Found],
        evidence: &[Evidence],
        note: &mut Vec<String>,
    ) -> Vec<CopiedPair> {
        let total: u64 = found
            .iter()
            .map(|(a, b, _)| match (self.all(a).len() as u64, self.all(b).len() as u64) {
                (n, _) if a == b => n * (n - 1) / 2,
                (n, m) => n * m,
            })
            .sum();
        let every = total <= MOST.max(2 * found.len() as u64);
        if !every {
            note.push(format!(
                "copies of one text are listed once: {} instead of {}",
                units::counted(found.len() as u64, "pair", "pairs"),
                units::count(total),
            ));
        }
        let texts = found.par_iter().zip(evidence);
        texts
            .flat_map_iter(|(&(a, b, overlap), evidence)| {
                let mut out = Vec::new();
                let (of_a, of_b) = (self.all(&a), self.all(&b));
                let limit = if every { usize::MAX } else { 1 };
                let mut put = |x: DocNo, y: DocNo| {
                    let turned = x > y;
                    let overlap = if turned { overlap.swapped() } else { overlap };
                    let (x, y) = (x.min(y), x.max(y));
                    out.push(CopiedPair {
                        pair: verify::compared(collection, x, y, overlap),
                        evidence: if turned { evidence.swapped() } else { *evidence },
                    });
                };
                if a == b {
                    for (i, x) in of_a.iter().enumerate().take(limit) {
                        of_a[i + 1..].iter().take(limit).for_each(|y| put(*x, *y));
                    }
                } else {
                    for x in of_a.iter().take(limit) {
                        of_b.iter().take(limit).for_each(|y| put(*x, *y));
                    }
                }
                out
            })
            .collect()
    }
}

impl CopiedText {
    /// The rule in words.
    #[must_use]
    pub fn rule(&self) -> String {
        format!(
            "{} of one text at k {}, or a passage of {} words that keeps a run of {RUN}",
            units::share(self.config.share),
            self.config.k,
            self.config.passage,
        )
    }
}
