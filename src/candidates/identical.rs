//! Identical documents first: those whose terms are the same, one for one, stand for each other.
//!
//! The fingerprint of the normalised text (128 bits, XXH3) brings them together and the terms
//! themselves confirm it, so a collision of fingerprints can never merge two documents (IIR 19.6).

use rayon::prelude::*;

use crate::base::DocNo;
use crate::collection::Collection;

/// Which documents repeat which.
#[derive(Clone, Debug, Default)]
pub struct Identical {
    /// For each document, the first document with the same terms (itself, if none).
    representative: Vec<DocNo>,
    /// The representatives that have terms, rising: those that can resemble anything.
    distinct: Vec<DocNo>,
}

impl Identical {
    /// Groups the documents of `collection`. Documents without terms stand alone: they resemble
    /// nothing, not even each other.
    #[must_use]
    pub fn of(collection: &Collection) -> Self {
        let mut order: Vec<(u128, DocNo)> = collection
            .documents()
            .filter(|doc| !collection.terms(*doc).is_empty())
            .map(|doc| (collection.row(doc).normalised, doc))
            .collect();
        order.par_sort_unstable();
        let mut representative: Vec<DocNo> = collection.documents().collect();
        for group in order.chunk_by(|a, b| a.0 == b.0) {
            // Almost always one; more only if fingerprints collide.
            let mut firsts: Vec<DocNo> = Vec::new();
            for &(_, doc) in group {
                let terms = collection.terms(doc);
                match firsts
                    .iter()
                    .find(|first| collection.terms(**first) == terms)
                {
                    Some(first) => representative[doc.index()] = *first,
                    None => firsts.push(doc),
                }
            }
        }
        Self::from_representatives(collection, representative)
    }

    /// From a relation that is already known.
    #[must_use]
    pub fn from_representatives(collection: &Collection, representative: Vec<DocNo>) -> Self {
        let distinct = collection
            .documents()
            .filter(|doc| representative[doc.index()] == *doc && !collection.terms(*doc).is_empty())
            .collect();
        Identical {
            representative,
            distinct,
        }
    }

    /// For each document, the first document identical to it.
    #[must_use]
    pub fn representatives(&self) -> &[DocNo] {
        &self.representative
    }

    /// The documents that stand for themselves and have terms, rising.
    #[must_use]
    pub fn distinct(&self) -> &[DocNo] {
        &self.distinct
    }

    /// The relation itself.
    #[must_use]
    pub fn into_representatives(self) -> Vec<DocNo> {
        self.representative
    }
}
