//! Linkage: what the similarity of two groups of documents is, and with it which groups become
//! clusters.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// When two groups of documents are one cluster (IIR, chapter 17; Manning, Raghavan, Schütze 2008).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Linkage {
    /// Two groups are as near as their two nearest members: clusters are the connected components of
    /// the pairs. Union-find, no member compared but those of pairs. Known weakness: chaining.
    #[default]
    Single,
    /// Two groups are as near as their two farthest members: every two members of a cluster are at
    /// the threshold or above. Known weakness: one odd member keeps two groups apart.
    Complete,
    /// Two groups are as near as their members are on average (UPGMA, Sokal, Michener 1958): between
    /// the two, with the weaknesses of both made mild.
    Average,
}

impl Linkage {
    /// All of them, by the name they have on the command line.
    pub const ALL: [(&'static str, Linkage); 3] = [
        ("single", Linkage::Single),
        ("complete", Linkage::Complete),
        ("average", Linkage::Average),
    ];

    /// Its name on the command line.
    #[must_use]
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
