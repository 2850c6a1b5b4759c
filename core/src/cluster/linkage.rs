//! Linkage: the definition of the similarity of two groups of documents, which determines the
//! clusters.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Criterion by which groups of documents are merged (IIR, chapter 17; Manning, Raghavan, Schütze
/// 2008).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Linkage {
    /// Similarity of the most similar members: clusters are the connected components of the pairs.
    /// Uses union-find; only the members of pairs are compared. Known weakness: chaining.
    #[default]
    Single,
    /// Similarity of the least similar members: all pairs of a cluster are at or above the
    /// threshold. Known weakness: one outlier keeps two groups apart.
    Complete,
    /// Mean similarity of the members (UPGMA, Sokal, Michener 1958): a compromise that has both
    /// weaknesses in mild form.
    Average,
}

impl Linkage {
    /// All linkages with their command-line names.
    pub const ALL: [(&'static str, Linkage); 3] = [
        ("single", Linkage::Single),
        ("complete", Linkage::Complete),
        ("average", Linkage::Average),
    ];

    /// Command-line name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

impl fmt::Display for Linkage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
