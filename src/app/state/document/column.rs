//! The columns of the neighbours table: what each is called, and how it orders neighbours.

use std::cmp::Ordering;

use crate::engine::message::Neighbour;

/// A column by which neighbours can be sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// What the sketches say.
    Estimate,
    /// What counting says.
    Exact,
    /// How far the one is from the other.
    Error,
    /// Containment of this document in the neighbour.
    OfThis,
    /// Containment of the neighbour in this document.
    OfOther,
    /// Shared shingles.
    Shared,
    /// Distance of the SimHash fingerprints.
    SimHash,
    /// Length of the neighbour.
    Words,
    /// Id of the neighbour.
    Document,
}

impl Column {
    /// All of them, in the order in which sorting walks through them.
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

    /// What stands above it.
    #[must_use]
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

    /// The next to sort by.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Column::ALL.iter().position(|c| *c == self).unwrap_or(0);
        Column::ALL[(at + 1) % Column::ALL.len()]
    }

    /// Whether its first order is rising: a small distance and an early name come first, of all else
    /// the large.
    #[must_use]
    pub fn rises(self) -> bool {
        matches!(self, Column::SimHash | Column::Document)
    }

    /// Its first order; neighbours equal in it stay as they were.
    #[must_use]
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

/// Estimate less exact.
fn error(n: &Neighbour) -> f64 {
    n.estimate.value() - n.overlap.jaccard()
}
