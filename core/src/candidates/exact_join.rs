//! The complete join: every pair at or above a threshold of exact Jaccard or containment, without
//! sketches.
//!
//! Prefix, length and position filters in one pass (AllPairs, Bayardo, Ma, Srikant 2007; PPJoin, Xiao, Wang, Lin, Yu
//! 2008). Shingles are first grouped: those with the same document list form one item, weighted by their number
//! (`items`). Copied texts and boilerplate become a few items; a shingle that occurs in only one document needs no
//! item. At low thresholds a prefix contains most of its set. If counting is cheaper, `join` counts all items
//! instead; the counts are the overlaps.
//!
//! Cost: one pass over all shingles, a sort of those in two or more documents, and the visits of postings, which
//! [`Join`] estimates. Known weakness: passages shared by many documents in different combinations form separate items,
//! each with a cost quadratic in its documents.

mod counting_join;
mod dense;
mod items;
mod join;
mod join_predicate;
mod merge;
mod prefixes;
mod sets;

pub use items::Items;
pub use join::Join;
pub use join_predicate::{JoinPredicate, Visitor, sift};
pub use prefixes::Neighbours;
pub use sets::ShingleSets;

use crate::base::DocNo;
use crate::index::Collection;
use crate::text::shingles;

/// Maximum number of terms for which `auto` prepares the complete join. The join takes 8 bytes per term, and 8 more if
/// several documents share the term.
pub(crate) const AUTO_TERMS: usize = 40_000_000;

/// Maximum cost at which `auto` runs the prepared join, in nanoseconds as estimated by [`Join::cost`].
pub(super) const AUTO_COST: u64 = 4_000_000_000;

/// Collects the shingles of `documents` for the join.
pub(crate) fn items(collection: &Collection, documents: &[DocNo]) -> Items {
    let sketching = &collection.settings().sketching;
    let sets = ShingleSets::gather(documents, terms(collection, documents), |doc, out| {
        shingles::elements(&collection.terms(doc), sketching, out);
    });
    Items::new(&sets)
}

/// Total number of terms of `documents`.
pub(crate) fn terms(collection: &Collection, documents: &[DocNo]) -> usize {
    let terms = |doc: &DocNo| collection.term_count(*doc);
    documents.iter().map(terms).sum()
}
