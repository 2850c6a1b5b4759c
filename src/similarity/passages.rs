//! Shared passages: maximal runs of consecutive shared shingles, as positions in both documents.

/// A run of terms that stands in both documents: `length` terms from `left` on, and from `right` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Position of its first term in the left document.
    pub left: u32,
    /// Position of its first term in the right document.
    pub right: u32,
    /// Number of terms, at least the k of the shingles (or all terms of a shorter document).
    pub length: u32,
}
