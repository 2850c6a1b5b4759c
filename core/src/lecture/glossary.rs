//! The terms of each stage, in two sentences each.

use super::slide::said;
use super::stage::StageKind;
use super::teller::Teller;
use crate::words::Language;

/// A term and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The term.
    pub name: String,
    /// Two sentences on it.
    pub says: String,
}

/// Names of the messages of a stage's terms.
fn terms(kind: StageKind) -> &'static [&'static str] {
    match kind {
        StageKind::Why => &["near-duplicate", "pair", "candidate", "exact"],
        StageKind::Shingles => &["shingle", "k", "set", "bag"],
        StageKind::Sets => &["jaccard", "containment", "union", "near-duplicate"],
        StageKind::Permutation => &["hash", "permutation", "minimum", "jaccard"],
        StageKind::Race => &[
            "estimate",
            "exact",
            "interval",
            "seed",
            "one-permutation",
            "subset",
        ],
        StageKind::Signatures => &["matrix", "signature", "row-hash", "sketch"],
        StageKind::Buckets => &["band", "bucket", "candidate", "s-curve", "super-shingle"],
        StageKind::Chain => &[
            "cluster",
            "threshold",
            "union-find",
            "chain",
            "bridge",
            "complete-linkage",
            "dendrogram",
            "representative",
        ],
        StageKind::SimHash => &["fingerprint", "vote", "distance", "rotation"],
        StageKind::Mirrors => &["sample", "relative-size", "interval"],
        StageKind::OwnText => &["estimate", "candidate", "threshold", "exact"],
    }
}

/// The terms of a stage in a language.
#[must_use]
pub fn glossary(kind: StageKind, language: Language) -> Vec<Term> {
    let teller = Teller::in_language(language);
    let say = |key: String| said(&teller.line(&key, &[]));
    let terms = terms(kind).iter().map(|term| Term {
        name: say(format!("term-{term}")),
        says: say(format!("term-{term}-says")),
    });
    terms.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_is_explained_in_two_sentences_in_every_language() {
        for (_, language) in Language::ALL {
            for (_, kind) in StageKind::ALL {
                let terms = glossary(kind, language);
                assert!(terms.len() >= 3, "{kind:?}");
                for term in terms {
                    let ends = term.says.matches(['.', '?']).count();
                    assert!(ends >= 2, "{} {}: {}", kind.name(), term.name, term.says);
                    assert!(!term.name.contains("term-"), "{}", term.name);
                }
            }
        }
    }
}
