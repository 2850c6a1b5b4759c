//! Input of the complete join, and how large a join `auto` runs.

use super::exact_join::{Items, Sets};
use crate::base::DocNo;
use crate::index::Collection;
use crate::text::shingles;

/// Most terms for which `auto` prepares the complete join. It takes 8 bytes per term, and 8 more if
/// several documents share the term.
pub(crate) const AUTO_TERMS: usize = 40_000_000;

/// Highest cost at which `auto` runs the prepared join, in nanoseconds as estimated by
/// [`Join::cost`](super::exact_join::Join).
pub(super) const AUTO_COST: u64 = 4_000_000_000;

/// Collects the shingles of `documents` for the join.
pub(super) fn items(collection: &Collection, documents: &[DocNo]) -> Items {
    let sketching = &collection.settings().sketching;
    let sets = Sets::gather(documents, terms(collection, documents), |doc, out| {
        shingles::elements(&collection.terms(doc), sketching, out);
    });
    Items::new(&sets)
}

/// Number of terms.
pub(super) fn terms(collection: &Collection, documents: &[DocNo]) -> usize {
    let terms = |doc: &DocNo| collection.term_count(*doc);
    documents.iter().map(terms).sum()
}
