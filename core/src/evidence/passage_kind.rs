//! What a passage is: a quotation or part of a list of references on either side, or neither.

use crate::base::masked::{among_unmasked, reason_of};
use crate::base::{DocNo, MaskedRange, Reason};
use crate::collection::Collection;

/// Quotations and reference lists of a document, as ranges of its terms that are not masked.
pub fn detected(collection: &Collection, doc: DocNo) -> Vec<MaskedRange> {
    among_unmasked(collection.row(doc).detected, collection.masked_ranges(doc))
}

/// What a passage is, if on either side it lies in a quotation or in a list of references; a side is what is
/// detected in its document, and the terms of the passage.
pub fn kind(
    left: (&[MaskedRange], (u32, u32)),
    right: (&[MaskedRange], (u32, u32)),
) -> Option<Reason> {
    let [left, right] = [left, right].map(|(detected, terms)| reason_of(detected, terms));
    left.or(right)
}
