//! The methods by name, and what can be set about them.

use std::fmt;
use std::str::FromStr;

use super::banding::{Banding, RECALL};
use crate::similarity::Measure;

/// A way to find near-duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The complete join wherever it is affordable, LSH otherwise; the result says which it was.
    #[default]
    Auto,
    /// Candidates by LSH banding of min-hash sketches, each verified exactly.
    Lsh,
    /// The complete join on shingle sets.
    Exact,
    /// The same with the greater containment in place of whatever else is the measure.
    Containment,
}

impl Method {
    /// All of them, by the name they have on the command line.
    pub const ALL: [(&'static str, Method); 4] = [
        ("auto", Method::Auto),
        ("lsh", Method::Lsh),
        ("exact", Method::Exact),
        ("containment", Method::Containment),
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Lsh => "lsh",
            Method::Exact => "exact",
            Method::Containment => "containment",
        }
    }

    /// What the threshold is held against where `asked` is wanted: some methods know one measure only.
    #[must_use]
    pub fn measure(self, asked: Measure) -> Measure {
        match self {
            Method::Containment => Measure::Containment,
            _ => asked,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Method::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, method)| *method).ok_or_else(|| {
            let known: Vec<&str> = Method::ALL.iter().map(|(name, _)| *name).collect();
            anyhow::anyhow!("no method {name:?}; there are {}", known.join(", "))
        })
    }
}

/// A method with its options: everything about finding pairs but the threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The method.
    pub method: Method,
    /// What the threshold is held against.
    pub measure: Measure,
    /// Methods that are left to chance: the probability wanted, for a pair right at the threshold,
    /// of becoming a candidate.
    pub recall: f64,
    /// Bands and rows of LSH; chosen from threshold and recall where none are given.
    pub banding: Option<Banding>,
}

impl Default for Recipe {
    fn default() -> Self {
        Recipe {
            method: Method::default(),
            measure: Measure::default(),
            recall: RECALL,
            banding: None,
        }
    }
}

impl From<Method> for Recipe {
    fn from(method: Method) -> Self {
        Recipe {
            method,
            measure: method.measure(Measure::default()),
            ..Recipe::default()
        }
    }
}
