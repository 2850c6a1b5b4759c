//! The methods: names, descriptions, options.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::banding::{Banding, RECALL};
use super::mod_p;
use super::simhash::SimHash;
use super::super_shingles::SuperShingles;
use super::winnow;
use crate::similarity::Measure;

/// Maximum modulus and maximum passage length in terms.
pub const MAX: u64 = 1_000_000;

/// Near-duplicate detection method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Complete join if affordable, otherwise LSH; the result states which.
    #[default]
    Auto,
    /// Candidates by LSH banding of min-hash sketches, each verified exactly.
    Lsh,
    /// Complete join on shingle sets.
    Exact,
    /// Complete join with the greater containment as measure, whatever measure is configured.
    Containment,
    /// Only documents with the same terms or the same shingle set.
    Identical,
    /// Pairs whose sketches agree at enough positions, from sorted lists of sketch values.
    SortedList,
    /// Shared super-shingles (shingles of sketch values).
    SuperShingles,
    /// SimHash fingerprints that differ in few bits.
    #[serde(rename = "simhash")]
    SimHash,
    /// Samples of the shingles whose hash is divisible by p.
    ModP,
    /// Winnowed fingerprints: finds every shared passage of a minimum length.
    Winnow,
}

/// Short description of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// One line: what the method does and guarantees.
    pub line: &'static str,
    /// Literature.
    pub source: &'static str,
}

impl Method {
    /// All methods with their command-line names.
    pub const ALL: [(&'static str, Method); 10] = [
        ("auto", Method::Auto),
        ("lsh", Method::Lsh),
        ("exact", Method::Exact),
        ("containment", Method::Containment),
        ("identical", Method::Identical),
        ("sorted-list", Method::SortedList),
        ("super-shingles", Method::SuperShingles),
        ("simhash", Method::SimHash),
        ("mod-p", Method::ModP),
        ("winnow", Method::Winnow),
    ];

    /// The command-line name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Returns the measure that the threshold applies to: a fixed measure for some methods, otherwise `configured`.
    pub fn measure(self, configured: Measure) -> Measure {
        match self {
            Method::Containment => Measure::Containment,
            _ => configured,
        }
    }

    /// Whether the method searches by sketches. True for `Auto`, which may run LSH.
    pub fn takes_sketches(self) -> bool {
        matches!(
            self,
            Method::Auto | Method::Lsh | Method::SortedList | Method::SuperShingles
        )
    }

    /// Whether the method uses the probability of finding a pair at the threshold. True for `Auto`, which may run LSH.
    pub fn takes_recall(self) -> bool {
        matches!(
            self,
            Method::Auto | Method::Lsh | Method::SortedList | Method::ModP
        )
    }

    /// Description and literature, for selection lists.
    pub fn about(self) -> About {
        let (line, source) = match self {
            Method::Auto => (
                "exact where affordable, lsh otherwise; the result says which",
                "",
            ),
            Method::Lsh => (
                "sketches that agree on a whole band; misses 1 in 100 at the threshold by default",
                "Indyk, Motwani 1998; Leskovec, Rajaraman, Ullman, ch. 3",
            ),
            Method::Exact => (
                "complete join on shingle sets; finds every pair, deterministic",
                "Bayardo, Ma, Srikant 2007; Xiao, Wang, Lin, Yu 2008",
            ),
            Method::Containment => (
                "complete join by containment: excerpts in long texts",
                "Broder 1997",
            ),
            Method::Identical => (
                "only documents whose terms or shingle sets are the same",
                "IIR 19.6",
            ),
            Method::SortedList => (
                "every two sketches that agree often enough, from the sorted list of values",
                "IIR 19.6",
            ),
            Method::SuperShingles => (
                "shared runs of sorted sketch values; for near-identical documents",
                "Broder 2000; IIR 19.6",
            ),
            Method::SimHash => (
                "64-bit fingerprints that differ in few bits; angle, not resemblance",
                "Charikar 2002; Manku, Jain, Das Sarma 2007",
            ),
            Method::ModP => (
                "samples: the shingles whose hash is divisible by p",
                "Manber 1994; Broder 1997",
            ),
            Method::Winnow => (
                "every two that share a passage of some length, at any position",
                "Schleimer, Wilkerson, Aiken 2003",
            ),
        };
        About { line, source }
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
        let entry = Method::ALL
            .iter()
            .find(|(method_name, _)| *method_name == name);
        entry.map(|(_, method)| *method).ok_or_else(|| {
            let names: Vec<&str> = Method::ALL.iter().map(|(name, _)| *name).collect();
            anyhow::anyhow!("no method {name:?}; there are {}", names.join(", "))
        })
    }
}

/// A method with its options: everything about pair search except the threshold. Options of other
/// methods have no effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MethodConfig {
    /// The method.
    pub method: Method,
    /// Measure that the threshold applies to.
    pub measure: Measure,
    /// For probabilistic methods (LSH, sorted list, mod p): probability that a pair exactly at the
    /// threshold becomes a candidate, 0 < recall < 1.
    pub recall: f64,
    /// Bands and rows of LSH; `None` chooses them from threshold and recall.
    pub banding: Option<Banding>,
    /// Form of super-shingles and number that must be shared.
    pub super_shingles: SuperShingles,
    /// Input, maximum distance and search algorithm of SimHash.
    pub simhash: SimHash,
    /// Mod p: the modulus, at least 1; on average one in this many shingles is sampled.
    pub modulus: u64,
    /// Winnowing: minimum length, in terms, of a shared passage that makes a candidate, at least k; `None` means k + 8.
    pub passage: Option<usize>,
}

impl MethodConfig {
    /// Returns a copy with the options of all other methods reset to their defaults. Configurations with equal copies
    /// find the same pairs. `used` is the method that was run; it differs from the configured one only for `Auto`.
    pub fn in_use(&self, used: Method) -> MethodConfig {
        let mut config = MethodConfig {
            method: self.method,
            measure: self.measure,
            ..MethodConfig::default()
        };
        match used {
            Method::Exact | Method::Containment | Method::Identical => {}
            Method::Auto | Method::Lsh => {
                (config.recall, config.banding) = (self.recall, self.banding);
            }
            Method::SortedList => config.recall = self.recall,
            Method::SuperShingles => config.super_shingles = self.super_shingles,
            Method::SimHash => config.simhash = self.simhash,
            Method::ModP => (config.recall, config.modulus) = (self.recall, self.modulus),
            Method::Winnow => config.passage = self.passage,
        }
        config
    }

    /// Returns the effective passage length of winnowing in terms, for shingles of `k` terms.
    pub fn passage(&self, k: usize) -> usize {
        self.passage.unwrap_or(k + winnow::BEYOND_A_SHINGLE).max(k)
    }
}

impl Default for MethodConfig {
    fn default() -> Self {
        MethodConfig {
            method: Method::default(),
            measure: Measure::default(),
            recall: RECALL,
            banding: None,
            super_shingles: SuperShingles::default(),
            simhash: SimHash::default(),
            modulus: mod_p::MODULUS,
            passage: None,
        }
    }
}

impl From<Method> for MethodConfig {
    fn from(method: Method) -> Self {
        MethodConfig {
            method,
            measure: method.measure(Measure::default()),
            ..MethodConfig::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_other_methods_have_no_effect() {
        let configured = MethodConfig {
            banding: Some(Banding {
                bands: 20,
                rows: 10,
            }),
            modulus: 9,
            ..MethodConfig::default()
        };
        let plain = MethodConfig::default();
        let in_use = configured.in_use(Method::Exact);
        assert_eq!(in_use, plain.in_use(Method::Exact));
        assert_ne!(configured.in_use(Method::Lsh), plain.in_use(Method::Lsh));
        assert_ne!(configured.in_use(Method::ModP), plain.in_use(Method::ModP));
        let method = |method| MethodConfig {
            method,
            ..MethodConfig::default()
        };
        let in_use = method(Method::Exact).in_use(Method::Exact);
        assert_ne!(in_use, plain.in_use(Method::Exact));
    }
}
