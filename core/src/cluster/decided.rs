//! What becomes of pairs that people decided to be different.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Whether pairs that people decided to be different hold clusters together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedDifferent {
    /// They are no edges, however similar they are.
    #[default]
    Apart,
    /// They are pairs as all others.
    Ignored,
}

impl DecidedDifferent {
    /// Both with their command-line names.
    pub const ALL: [(&'static str, DecidedDifferent); 2] = [
        ("apart", DecidedDifferent::Apart),
        ("ignored", DecidedDifferent::Ignored),
    ];

    /// Command-line name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

impl fmt::Display for DecidedDifferent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for DecidedDifferent {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found
            .map(|(_, value)| *value)
            .ok_or_else(|| anyhow::anyhow!("{name:?} is neither apart nor ignored"))
    }
}
