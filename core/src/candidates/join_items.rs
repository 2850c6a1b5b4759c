//! The shingles of documents put together for the complete join, and how large a join `auto` takes on.

use super::exact_join::{Items, Sets};
use crate::base::DocNo;
use crate::collection::Collection;
use crate::text::shingles;

/// Terms up to which `auto` prepares the complete join, which takes eight bytes for each and as much
/// again for those that several documents share.
pub(crate) const AUTO_TERMS: usize = 40_000_000;

/// Cost up to which `auto` runs the complete join once prepared, in nanoseconds as [`Join::cost`](super::exact_join::Join)
/// reckons them: seconds, not minutes.
pub(super) const AUTO_COST: u64 = 4_000_000_000;

/// The shingles of `documents`, put together for the join.
pub(super) fn items(collection: &Collection, documents: &[DocNo]) -> Items {
    let sketching = &collection.settings().sketching;
    let sets = Sets::gather(documents, terms(collection, documents), |doc, out| {
        shingles::elements(&collection.terms(doc), sketching, out);
    });
    Items::of(&sets)
}

/// Terms of `documents`.
pub(super) fn terms(collection: &Collection, documents: &[DocNo]) -> usize {
    let terms = |doc: &DocNo| collection.term_count(*doc);
    documents.iter().map(terms).sum()
}
