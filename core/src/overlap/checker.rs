//! Whether a collection has a document, asked through its search.

use super::indexed_collection::{Document, IndexedCollection, Match};
use super::vocabulary::Lexicon;
use crate::similarity::Overlap;

/// How a document is looked for in another collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Checker {
    /// The strong query: documents with most of its rarest words, one of which is a near-duplicate. A
    /// changed header or address does not hide a copy.
    Strong,
    /// Documents with all of its rarest words, one of which is a near-duplicate. A copy in which one of
    /// these words differs is missed.
    AllWords,
    /// As the strong query, but only the same text counts.
    SameText,
}

impl Checker {
    /// All checkers, the one in use first.
    pub const ALL: [Checker; 3] = [Checker::Strong, Checker::AllWords, Checker::SameText];

    /// Name for tables.
    pub fn name(self) -> &'static str {
        match self {
            Checker::Strong => "strong query",
            Checker::AllWords => "all words",
            Checker::SameText => "same text",
        }
    }
}

/// Parameters of checking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckerConfig {
    /// Number of the rarest words in a query.
    pub words: usize,
    /// Number of hits that are compared.
    pub hits: usize,
    /// Jaccard from which a hit is a near-duplicate.
    pub threshold: f64,
}

impl Default for CheckerConfig {
    fn default() -> Self {
        CheckerConfig {
            words: 8,
            hits: 10,
            threshold: 0.8,
        }
    }
}

/// What the checkers say of one document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    strong: bool,
    all_words: bool,
    same_text: bool,
}

impl Checked {
    /// Whether this checker found the document.
    pub(super) fn by(self, checker: Checker) -> bool {
        match checker {
            Checker::Strong => self.strong,
            Checker::AllWords => self.all_words,
            Checker::SameText => self.same_text,
        }
    }
}

/// Looks for `document` in `other`; its rarest words are those of `lexicon`.
///
/// # Errors
/// The index of `other` cannot be read.
pub(super) fn check(
    document: &Document,
    lexicon: &Lexicon,
    other: &IndexedCollection,
    config: &CheckerConfig,
) -> anyhow::Result<Checked> {
    let words = lexicon.rarest(&document.words, config.words);
    if words.is_empty() || document.set.is_empty() {
        return Ok(Checked::default());
    }
    let is_near = |hit: &u32| {
        let overlap = Overlap::of(&document.set, &other.document(*hit).set);
        overlap.shared > 0 && overlap.jaccard() >= config.threshold
    };
    let (any, _) = other.search(&words, Match::Any, config.hits)?;
    let (all, _) = other.search(&words, Match::All, config.hits)?;
    Ok(Checked {
        strong: any.iter().any(is_near),
        same_text: any
            .iter()
            .any(|hit| other.document(*hit).set == document.set),
        all_words: all.iter().any(is_near),
    })
}
