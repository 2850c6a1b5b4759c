//! Filters and orders the list of pairs, and lists their documents. A list may have a million rows, so the engine does
//! this, and moves rows as indices.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::message::{DocumentList, DocumentsOf, PairList, PairRow};
use crate::base::{Cancel, DocNo};
use crate::candidates::verify;
use crate::evidence::pair::OnlyKind;
use crate::evidence::{self, CopiedText, Evidence};
use crate::figures::{Figure, PairData};
use crate::filter::Filter;
use crate::index::Collection;
use crate::review::ReviewState;
use crate::similarity::{Bridging, Measure, bridged_passages};

/// The sort key of the list of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairColumn {
    /// The order of the list itself, best evidence first.
    #[default]
    Best,
    /// A figure, the greatest first.
    Figure(&'static Figure),
    /// Name of document a.
    A,
    /// Name of document b.
    B,
}

impl PairColumn {
    /// All columns in the order on the screen, in which a key steps through them.
    pub fn all(measure: Measure) -> impl Iterator<Item = PairColumn> {
        let figures = Figure::columns(measure).map(|figure| match figure.name {
            "evidence" => PairColumn::Best,
            _ => PairColumn::Figure(figure),
        });
        figures.chain([PairColumn::A, PairColumn::B])
    }

    /// The next column, wrapping around.
    pub fn next(self, measure: Measure) -> Self {
        let mut rest = PairColumn::all(measure).skip_while(|column| *column != self);
        rest.nth(1).unwrap_or_default()
    }

    /// Whether the order is ascending: names ascend, figures descend.
    pub fn rises(self) -> bool {
        matches!(self, PairColumn::A | PairColumn::B)
    }
}

/// Which rows of a list of pairs are shown, and in which order. Two are equal only if they have the same
/// list.
#[derive(Clone, Debug, PartialEq)]
pub struct PairArrangement {
    /// The list.
    pub list: Arc<PairList>,
    /// The column.
    pub column: PairColumn,
    /// The rows that are shown.
    pub filter: Filter,
    /// The decisions, if they are known.
    pub review: Option<Arc<ReviewState>>,
}

impl PairArrangement {
    /// Whether both show the rows of a list by the same filter and order.
    pub fn is_ordered_as(&self, other: &Self) -> bool {
        self.column == other.column && self.filter == other.filter
    }
}

/// A list of pairs, filtered and ordered.
#[derive(Clone, Debug)]
pub struct ArrangedPairs {
    /// The request.
    pub arrangement: PairArrangement,
    /// Indices of the rows that match, in order; rows of `unlisted` follow rows of the list.
    pub order: Vec<u32>,
    /// Pairs with a decision that are not in the list; empty unless the filter tests decisions.
    pub unlisted: Vec<PairRow>,
    /// Number of rows that may match, because a figure of the filter is not computed yet.
    pub unknown: usize,
    /// Number of rows of the list with a decision.
    pub judged: usize,
}

impl ArrangedPairs {
    /// Number of rows shown.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether no row is shown.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The row at a position of the order.
    pub fn row(&self, at: usize) -> Option<&PairRow> {
        let (index, rows) = (*self.order.get(at)? as usize, &self.arrangement.list.rows);
        rows.get(index)
            .or_else(|| self.unlisted.get(index - rows.len()))
    }
}

/// Filters and orders a list of pairs of `collection`. Rows with an unknown figure come last; rows with equal figures
/// keep the order of the list. `None` once cancelled, or if the list belongs to other documents.
pub fn arrange(
    collection: &Collection,
    arrangement: &PairArrangement,
    bridging: &Bridging,
    cancel: &Cancel,
) -> Option<ArrangedPairs> {
    let rows = &arrangement.list.rows;
    let last = rows.par_iter().map(|row| row.pair.a.max(row.pair.b)).max();
    if last.is_some_and(|last| last.index() >= collection.len()) {
        return None;
    }
    let review = arrangement.review.as_deref();
    let judged = review.map_or(0, |review| {
        let is_judged = |row: &&PairRow| review.is_decided(row.pair.a, row.pair.b);
        rows.par_iter().filter(is_judged).count()
    });
    let unlisted = unlisted(collection, arrangement, bridging);
    let row = |index: u32| {
        let index = index as usize;
        rows.get(index)
            .unwrap_or_else(|| &unlisted[index - rows.len()])
    };
    let all = 0..u32::try_from(rows.len() + unlisted.len()).ok()?;
    let mut unknown = 0;
    let mut order: Vec<u32> = if arrangement.filter.is_empty() {
        all.collect()
    } else {
        let test = |index: u32| {
            // It is enough to check the flag sometimes.
            (!index.is_multiple_of(1024) || !cancel.stopped()).then(|| {
                let PairRow { pair, evidence } = row(index);
                (arrangement.filter).matches_pair(collection, pair, evidence.as_ref(), review)
            })
        };
        let matches: Option<Vec<Option<bool>>> = all.into_par_iter().map(test).collect();
        let matches = matches?;
        unknown = matches.iter().filter(|is_match| is_match.is_none()).count();
        let numbered = (0..).zip(matches);
        let matching = numbered.filter(|(_, is_match)| *is_match == Some(true));
        matching.map(|(index, _)| index).collect()
    };
    let column = arrangement.column;
    if column != PairColumn::Best {
        let key = |index: &u32| key(collection, row(*index), column);
        let mut keyed: Vec<(u64, u32)> = order.par_iter().map(|i| (key(i), *i)).collect();
        cancel.proceed()?;
        keyed.par_sort_unstable();
        order = keyed.into_iter().map(|(_, index)| index).collect();
    }
    (!cancel.stopped()).then_some(ArrangedPairs {
        arrangement: arrangement.clone(),
        order,
        unlisted,
        unknown,
        judged,
    })
}

/// Returns the pairs with a decision that are not in a complete list, for example because their changed texts share too
/// little; none unless the filter tests decisions.
fn unlisted(
    collection: &Collection,
    arrangement: &PairArrangement,
    bridging: &Bridging,
) -> Vec<PairRow> {
    let PairArrangement {
        list,
        filter,
        review,
        ..
    } = arrangement;
    let is_needed = list.complete && filter.first_property().is_some();
    let Some(review) = review.as_ref().filter(|_| is_needed) else {
        return Vec::new();
    };
    let listed = list.rows.iter().map(|row| (row.pair.a, row.pair.b));
    let listed: HashSet<(DocNo, DocNo)> = listed.collect();
    let decided: BTreeSet<(DocNo, DocNo)> = { review.entries.iter() }
        .filter_map(|entry| match entry.documents[..] {
            [a, b] if review.was_decided(a, b) => Some((a.min(b), a.max(b))),
            _ => None,
        })
        .collect();
    let row = |&(a, b): &(DocNo, DocNo)| {
        let passages = bridged_passages(&collection.terms(a), &collection.terms(b), bridging);
        PairRow {
            pair: verify::pair(collection, a, b),
            evidence: Some(Evidence {
                only: OnlyKind::of_pair(collection, (a, b), &passages),
                ..Evidence::from_passages(&passages)
            }),
        }
    };
    let missing = decided.iter().filter(|pair| !listed.contains(pair));
    missing.map(row).collect()
}

/// The documents of pairs with copied text; `None` if these are of another collection.
pub fn documents(collection: &Collection, request: &DocumentsOf) -> Option<DocumentList> {
    let CopiedText { pairs, same, .. } = &*request.copied;
    (same.len() == collection.len()).then_some(())?;
    let empty = ReviewState::default();
    let review = request.review.as_deref().unwrap_or(&empty);
    let rows = evidence::documents::documents(
        collection,
        pairs,
        same,
        &|doc| review.is_source(collection, doc),
        &|pair| review.decision_word(pair.a, pair.b),
    );
    Some(DocumentList {
        request: request.clone(),
        rows,
    })
}

/// Returns a number that ascends in the order of `column`.
fn key(collection: &Collection, row: &PairRow, column: PairColumn) -> u64 {
    let (a, b) = (u64::from(row.pair.a.0), u64::from(row.pair.b.0));
    let figure = match column {
        PairColumn::Best => Some(0.0),
        PairColumn::Figure(figure) => {
            figure.of_pair(&PairData::new(collection, &row.pair, row.evidence.as_ref()))
        }
        // Numbers of documents are in the order of their names.
        PairColumn::A => return (a << 32) | b,
        PairColumn::B => return (b << 32) | a,
    };
    // The bits of non-negative numbers ascend with the numbers, and are below 2^63.
    figure.map_or(u64::MAX, |figure| (1 << 63) - figure.to_bits())
}

#[cfg(test)]
mod tests;
