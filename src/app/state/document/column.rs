//! Columns of the neighbours table: headings and sort orders.

use std::cmp::Ordering;

use crate::engine::message::Neighbour;

/// Sort column of the neighbours table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// Jaccard estimate from the sketches.
    Estimate,
    /// Exact Jaccard.
    Exact,
    /// Estimate minus exact value.
    Error,
    /// Containment of this document in the neighbour.
    OfThis,
    /// Containment of the neighbour in this document.
    OfOther,
    /// Number of shared shingles.
    Shared,
    /// Hamming distance of the SimHash fingerprints.
    SimHash,
    /// Length of the neighbour in words.
    Words,
    /// Id of the neighbour.
    Document,
}

impl Column {
    /// All columns in the order in which sorting steps through them.
    pub const ALL: [Column; 9] = [
        Column::Exact,
        Column::Estimate,
        Column::Error,
        Column::OfThis,
        Column::OfOther,
        Column::Shared,
        Column::SimHash,
        Column::Words,
        Column::Document,
    ];

    /// Column heading.
    pub fn label(self) -> &'static str {
        match self {
            Column::Estimate => "estimate",
            Column::Exact => "exact",
            Column::Error => "error",
            Column::OfThis => "of this",
            Column::OfOther => "of other",
            Column::Shared => "shared",
            Column::SimHash => "SimHash",
            Column::Words => "words",
            Column::Document => "document",
        }
    }

    /// The next sort column, wrapping around.
    pub fn next(self) -> Self {
        let at = Column::ALL.iter().position(|c| *c == self).unwrap_or(0);
        Column::ALL[(at + 1) % Column::ALL.len()]
    }

    /// Whether the default order is ascending: SimHash distance and id ascend, all others descend.
    pub fn rises(self) -> bool {
        matches!(self, Column::SimHash | Column::Document)
    }

    /// Default order. Ties keep their previous order, because the sort is stable.
    pub fn order(self, a: &Neighbour, b: &Neighbour) -> Ordering {
        let order = match self {
            Column::Estimate => a.estimate.value().total_cmp(&b.estimate.value()),
            Column::Exact => a.overlap.jaccard().total_cmp(&b.overlap.jaccard()),
            Column::Error => error(a).abs().total_cmp(&error(b).abs()),
            Column::OfThis => {
                let of = |n: &Neighbour| n.overlap.containment_a_in_b();
                of(a).total_cmp(&of(b))
            }
            Column::OfOther => {
                let of = |n: &Neighbour| n.overlap.containment_b_in_a();
                of(a).total_cmp(&of(b))
            }
            Column::Shared => a.overlap.shared.cmp(&b.overlap.shared),
            Column::SimHash => a.simhash.cmp(&b.simhash),
            Column::Words => a.words.cmp(&b.words),
            Column::Document => a.doc.cmp(&b.doc),
        };
        if self.rises() { order } else { order.reverse() }
    }
}

/// Estimate minus exact Jaccard.
fn error(n: &Neighbour) -> f64 {
    n.estimate.value() - n.overlap.jaccard()
}
