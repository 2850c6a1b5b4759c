//! Exact set overlap of two documents, and the similarity measure that thresholds apply to.

use serde::{Deserialize, Serialize};
use std::fmt;

use bytemuck::{Pod, Zeroable};

/// Sizes of two shingle sets and of their intersection, in distinct shingles (or shingles with counts,
/// for bags).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Overlap {
    /// `|A∩B|`
    pub shared: u32,
    /// `|A|`
    pub size_a: u32,
    /// `|B|`
    pub size_b: u32,
}

impl Overlap {
    /// Computes the overlap of two sorted sets without repeats.
    pub fn new(a: &[u64], b: &[u64]) -> Self {
        Overlap {
            shared: intersection(a, b),
            size_a: a.len() as u32,
            size_b: b.len() as u32,
        }
    }

    /// `|A∪B|`
    pub fn union(&self) -> u64 {
        u64::from(self.size_a) + u64::from(self.size_b) - u64::from(self.shared)
    }

    /// Resemblance `|A∩B| / |A∪B|`, 0..=1 (Broder 1997). 0 for two empty sets.
    pub fn jaccard(&self) -> f64 {
        ratio(self.shared, self.union())
    }

    /// Containment of A in B, `|A∩B| / |A|`, 0..=1 (Broder 1997); 0 for an empty A.
    pub fn containment_a_in_b(&self) -> f64 {
        ratio(self.shared, self.size_a.into())
    }

    /// Containment of B in A, `|A∩B| / |B|`, 0..=1; 0 for an empty B.
    pub fn containment_b_in_a(&self) -> f64 {
        ratio(self.shared, self.size_b.into())
    }

    /// The same overlap with the documents exchanged.
    pub fn swapped(self) -> Self {
        Overlap {
            shared: self.shared,
            size_a: self.size_b,
            size_b: self.size_a,
        }
    }
}

fn ratio(part: u32, total: u64) -> f64 {
    if total == 0 {
        0.0
    } else {
        f64::from(part) / total as f64
    }
}

/// Size of the intersection of two sorted slices without repeats. The merge is branch-free, because the CPU cannot
/// predict which side advances. O(|a| + |b|).
pub fn intersection(a: &[u64], b: &[u64]) -> u32 {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        shared += u32::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    shared
}

/// Similarity measure of a pair search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Jaccard: shared shingles divided by the union.
    #[default]
    Jaccard,
    /// The greater of the two containments: the share of one document that is found in the other. An excerpt of a long text has high containment and low Jaccard.
    Containment,
}

impl Measure {
    /// All measures with their command-line names.
    pub const ALL: [(&'static str, Measure); 2] = [
        ("jaccard", Measure::Jaccard),
        ("containment", Measure::Containment),
    ];

    /// The value of the measure, 0..=1.
    #[inline]
    pub fn similarity(self, overlap: &Overlap) -> f64 {
        match self {
            Measure::Jaccard => overlap.jaccard(),
            Measure::Containment => overlap
                .containment_a_in_b()
                .max(overlap.containment_b_in_a()),
        }
    }

    /// Returns the maximum value for two sets of these sizes, 0..=1: the value if one is a subset of the other.
    #[inline]
    pub fn most(self, size_a: usize, size_b: usize) -> f64 {
        let subset = Overlap {
            shared: size_a.min(size_b) as u32,
            size_a: size_a as u32,
            size_b: size_b as u32,
        };
        self.similarity(&subset)
    }

    /// The command-line name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_sets_have_similarity_zero() {
        assert_eq!(Overlap::new(&[], &[]).jaccard(), 0.0);
        assert_eq!(Overlap::new(&[], &[1]).containment_a_in_b(), 0.0);
    }
}
