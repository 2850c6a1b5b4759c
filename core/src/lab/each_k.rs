//! What a landscape over k needs of a corpus at each k: the terms that the masks leave, and which texts are the same.

use crate::base::Cancel;
use std::sync::Arc;

use crate::candidates::Identical;
use crate::index::Collection;
use crate::mask::AtEachK;

/// Documents without what is masked at some k.
#[derive(Debug)]
pub struct Unmasked {
    /// The documents. Only their terms are of this k.
    pub collection: Arc<Collection>,
    /// Documents with the same terms.
    pub texts: Identical,
}

/// The documents at one k after the other. Neighbouring values at which the same terms stay share them; besides
/// these only those that a caller holds are in memory.
#[derive(Debug)]
pub struct EachK<'a> {
    corpus: &'a AtEachK,
    last: Option<(usize, Arc<Unmasked>)>,
}

impl<'a> EachK<'a> {
    /// No documents yet.
    pub fn new(corpus: &'a AtEachK) -> Self {
        EachK { corpus, last: None }
    }

    /// The documents at `k`; `None` when cancelled. Runs on the caller's pool.
    pub fn at(&mut self, k: usize, cancel: &Cancel) -> Option<Arc<Unmasked>> {
        let last = self.last.take();
        let same = last.filter(|(other, _)| self.corpus.same_terms(k, *other));
        let unmasked = match same {
            Some((_, unmasked)) => unmasked,
            None => {
                let collection = self.corpus.at(k, cancel)?;
                let texts = Identical::of_texts(&collection);
                Arc::new(Unmasked { collection, texts })
            }
        };
        self.last = Some((k, unmasked.clone()));
        Some(unmasked)
    }
}
