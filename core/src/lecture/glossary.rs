//! The terms of the lecture and of the screens: two sentences and a small picture each, and the stage that shows it.

mod pictures;

use super::slide::{Line, said};
use super::stage::StageKind;
use super::teller::Teller;
use crate::words::Language;

/// A term and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its key, the same in all languages.
    pub key: &'static str,
    /// The term.
    pub name: String,
    /// Two sentences on it.
    pub says: String,
    /// Rows of a picture in ASCII; what matters in it stands in square brackets.
    pub picture: Vec<Line>,
    /// The stage that shows it.
    pub stage: StageKind,
}

/// All terms, from texts over sketches to clusters and collections, each with the stage that shows it.
const TERMS: [(&str, StageKind); 62] = [
    ("near-duplicate", StageKind::Why),
    ("pair", StageKind::Why),
    ("candidate", StageKind::Buckets),
    ("exact", StageKind::Race),
    ("not-read", StageKind::Why),
    ("shingle", StageKind::Shingles),
    ("k", StageKind::Shingles),
    ("set", StageKind::Shingles),
    ("bag", StageKind::Shingles),
    ("same", StageKind::Shingles),
    ("own", StageKind::Shingles),
    ("mask", StageKind::Shingles),
    ("common-block", StageKind::Shingles),
    ("jaccard", StageKind::Sets),
    ("containment", StageKind::Sets),
    ("union", StageKind::Sets),
    ("passage", StageKind::Sets),
    ("source", StageKind::Sets),
    ("hash", StageKind::Permutation),
    ("permutation", StageKind::Permutation),
    ("minimum", StageKind::Permutation),
    ("estimate", StageKind::Race),
    ("interval", StageKind::Race),
    ("seed", StageKind::Race),
    ("one-permutation", StageKind::Race),
    ("subset", StageKind::Race),
    ("b-bit", StageKind::BBit),
    ("fast-similarity", StageKind::Sketches),
    ("containment-sketch", StageKind::ContainmentSketches),
    ("winnowing", StageKind::Winnowing),
    ("matrix", StageKind::Signatures),
    ("signature", StageKind::Signatures),
    ("row-hash", StageKind::Signatures),
    ("sketch", StageKind::Signatures),
    ("band", StageKind::Buckets),
    ("bucket", StageKind::Buckets),
    ("s-curve", StageKind::Buckets),
    ("super-shingle", StageKind::Buckets),
    ("precision", StageKind::Buckets),
    ("recall", StageKind::Buckets),
    ("cluster", StageKind::Chain),
    ("threshold", StageKind::Chain),
    ("kept-from", StageKind::Chain),
    ("union-find", StageKind::Chain),
    ("chain", StageKind::Chain),
    ("bridge", StageKind::Chain),
    ("single-linkage", StageKind::Chain),
    ("complete-linkage", StageKind::Chain),
    ("dendrogram", StageKind::Chain),
    ("representative", StageKind::Chain),
    ("kept-copy", StageKind::Chain),
    ("decision", StageKind::Chain),
    ("fingerprint", StageKind::SimHash),
    ("vote", StageKind::SimHash),
    ("distance", StageKind::SimHash),
    ("rotation", StageKind::SimHash),
    ("sample", StageKind::Mirrors),
    ("relative-size", StageKind::Mirrors),
    ("mirror", StageKind::Mirrors),
    ("index", StageKind::Why),
    ("exact-join", StageKind::Why),
    ("disguised", StageKind::OwnText),
];

/// The keys of a stage's terms.
#[must_use]
pub fn of_stage(kind: StageKind) -> &'static [&'static str] {
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
        StageKind::BBit => &["b-bit", "sketch", "estimate", "interval"],
        StageKind::Sketches => &["sketch", "one-permutation", "fast-similarity", "estimate"],
        StageKind::ContainmentSketches => &["containment-sketch", "containment", "subset"],
        StageKind::Winnowing => &["winnowing", "passage", "shingle", "hash"],
    }
}

/// All terms in a language, those of `first` before the others.
#[must_use]
pub fn glossary(first: &[&str], language: Language) -> Vec<Term> {
    let teller = Teller::in_language(language);
    let say = |key: String| said(&teller.line(&key, &[]));
    let found = first
        .iter()
        .filter_map(|key| TERMS.iter().find(|(known, _)| known == key));
    let rest = TERMS.iter().filter(|(key, _)| !first.contains(key));
    let terms = found.chain(rest).map(|&(key, stage)| Term {
        key,
        name: say(format!("term-{key}")),
        says: say(format!("term-{key}-says")),
        picture: pictures::of(key),
        stage,
    });
    terms.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_has_two_sentences_in_every_language_and_a_picture() {
        for (_, language) in Language::ALL {
            for term in glossary(&[], language) {
                let ends = term.says.matches(['.', '?']).count();
                assert!(ends >= 2, "{}: {}", term.name, term.says);
                assert!(!term.name.contains("term-"), "{}", term.name);
                assert!((1..=5).contains(&term.picture.len()), "{}", term.key);
                for row in &term.picture {
                    let row = said(row);
                    assert!(row.is_ascii() && row.len() <= 46, "{}: {row}", term.key);
                }
            }
        }
    }

    #[test]
    fn named_terms_come_first_and_none_is_lost_or_doubled() {
        for (_, kind) in StageKind::every() {
            let first = of_stage(kind);
            let terms = glossary(first, Language::English);
            let keys: Vec<&str> = terms.iter().map(|term| term.key).collect();
            assert!(keys.starts_with(first), "{kind:?}");
            let distinct: std::collections::HashSet<_> = keys.iter().collect();
            assert_eq!((keys.len(), distinct.len()), (TERMS.len(), TERMS.len()));
        }
    }
}
