//! Linkage: the definition of the similarity of two groups of documents, which determines the
//! clusters.

use std::fmt;
use std::str::FromStr;

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
        match self {
            Linkage::Single => "single",
            Linkage::Complete => "complete",
            Linkage::Average => "average",
        }
    }
}

impl fmt::Display for Linkage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Linkage {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Linkage::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, linkage)| *linkage).ok_or_else(|| {
            let known: Vec<&str> = Linkage::ALL.iter().map(|(name, _)| *name).collect();
            anyhow::anyhow!("no linkage {name:?}; there are {}", known.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for (name, linkage) in Linkage::ALL {
            assert_eq!(linkage.to_string(), name);
            assert_eq!(name.parse::<Linkage>().unwrap(), linkage);
        }
        let error = "ward".parse::<Linkage>().unwrap_err().to_string();
        assert!(error.contains("single, complete, average"), "{error}");
    }
}
