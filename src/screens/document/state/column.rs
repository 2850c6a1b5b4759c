//! Columns of the neighbours table: headings and sort orders.

use std::cmp::Ordering;

use crate::engine::message::Neighbour;

/// Sort column of the neighbours table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NeighbourColumn {
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

impl NeighbourColumn {
    /// Column heading.
    pub fn label(self) -> &'static str {
        match self {
            NeighbourColumn::Estimate => "estimate",
            NeighbourColumn::Exact => "exact",
            NeighbourColumn::Error => "error",
            NeighbourColumn::OfThis => "of this",
            NeighbourColumn::OfOther => "of other",
            NeighbourColumn::Shared => "shared",
            NeighbourColumn::SimHash => "SimHash",
            NeighbourColumn::Words => "words",
            NeighbourColumn::Document => "document",
        }
    }

    /// Whether the default order is ascending: SimHash distance and id ascend, all others descend.
    pub fn rises(self) -> bool {
        matches!(self, NeighbourColumn::SimHash | NeighbourColumn::Document)
    }

    /// Default order. Ties keep their previous order, because the sort is stable.
    pub fn order(self, a: &Neighbour, b: &Neighbour) -> Ordering {
        let order = match self {
            NeighbourColumn::Estimate => a.estimate.value().total_cmp(&b.estimate.value()),
            NeighbourColumn::Exact => a.overlap.jaccard().total_cmp(&b.overlap.jaccard()),
            NeighbourColumn::Error => error(a).abs().total_cmp(&error(b).abs()),
            NeighbourColumn::OfThis => {
                let share = |n: &Neighbour| n.overlap.containment_a_in_b();
                share(a).total_cmp(&share(b))
            }
            NeighbourColumn::OfOther => {
                let share = |n: &Neighbour| n.overlap.containment_b_in_a();
                share(a).total_cmp(&share(b))
            }
            NeighbourColumn::Shared => a.overlap.shared.cmp(&b.overlap.shared),
            NeighbourColumn::SimHash => a.simhash.cmp(&b.simhash),
            NeighbourColumn::Words => a.words.cmp(&b.words),
            NeighbourColumn::Document => a.doc.cmp(&b.doc),
        };
        if self.rises() { order } else { order.reverse() }
    }
}

/// Estimate minus exact Jaccard.
fn error(n: &Neighbour) -> f64 {
    n.estimate.value() - n.overlap.jaccard()
}
