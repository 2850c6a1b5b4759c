//! One corpus under the same masks at every k. Templates and common text are found by shingles whose width follows
//! k ([`Finder::width`]), so what is masked at one k is not what is masked at another.

use std::sync::Arc;

use super::apply::apply;
use super::config::MaskConfig;
use super::finder::Finder;
use crate::base::Cancel;
use crate::index::Collection;
use crate::settings::Sketching;

/// A corpus and its masks, for work that varies k.
#[derive(Clone, Debug)]
pub struct AtEachK {
    collection: Arc<Collection>,
    config: MaskConfig,
}

impl AtEachK {
    /// `collection`, which was masked by `config` at its own k.
    ///
    /// # Errors
    /// Masks that cannot be meant.
    pub fn new(collection: &Arc<Collection>, config: &MaskConfig) -> anyhow::Result<Self> {
        // Whether masks can be meant does not depend on k.
        Finder::new(config, collection.settings())?;
        Ok(AtEachK {
            collection: collection.clone(),
            config: config.clone(),
        })
    }

    /// `collection`, of which nothing is masked.
    pub fn unmasked(collection: &Arc<Collection>) -> Self {
        AtEachK {
            collection: collection.clone(),
            config: MaskConfig::default(),
        }
    }

    /// The documents as they are at their own k.
    pub fn collection(&self) -> &Arc<Collection> {
        &self.collection
    }

    /// Whether the same terms stay at both values of k.
    pub fn same_terms(&self, k: usize, other: usize) -> bool {
        let width = |k: usize| Finder::width(&self.sketching(k));
        !self.config.depends_on_k() || width(k) == width(other)
    }

    /// The documents with the terms that stay at `k`. Only terms and shingles may be used: its sketches, if there
    /// are any, and its settings may be those of another k. `None` once `cancel` is stopped. Costs a
    /// pass over all terms, and for common text a count of all shingles, unless the terms are those at hand. Call
    /// on the rayon pool.
    pub fn at(&self, k: usize, cancel: &Cancel) -> Option<Arc<Collection>> {
        if self.same_terms(k, self.collection.settings().sketching.k) {
            return Some(self.collection.clone());
        }
        let unmasked = self.collection.unmasked().unwrap_or(&self.collection);
        let unmasked = Arc::new(unmasked.reshingled(&self.sketching(k)));
        let masks = Finder::for_collection(&self.config, &unmasked).ok()?;
        let masked = apply(&unmasked, masks, cancel)?.collection;
        // Which documents are compared does not depend on k.
        let classes = self.collection.classes().cloned();
        Some(Arc::new(masked.with_classes(classes)))
    }

    fn sketching(&self, k: usize) -> Sketching {
        Sketching {
            k,
            ..self.collection.settings().sketching.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::Common;
    use super::*;
    use crate::index::made;
    use crate::settings::Settings;
    use crate::text::Normaliser;
    use proptest::prelude::*;

    const WORDS: [&str; 5] = ["one", "two", "three", "four", "five"];

    fn terms(words: &[usize]) -> (String, Vec<u64>) {
        let text: Vec<&str> = words.iter().map(|word| WORDS[*word]).collect();
        let text = text.join(" ");
        let mut terms = Vec::new();
        let normaliser = Normaliser::new(&Settings::default().normalisation).unwrap();
        normaliser.hashes(&text, &mut terms);
        (text, terms)
    }

    proptest! {
        #[test]
        fn every_k_has_the_terms_of_a_corpus_masked_at_that_k(
            texts in prop::collection::vec(prop::collection::vec(0_usize..5, 0..30), 1..8),
            template in prop::collection::vec(0_usize..5, 0..12),
            common in prop::option::of(1_u32..4),
            here in 1_usize..9,
            there in 1_usize..9,
        ) {
            let sketching = |k| Sketching { k, permutations: 16, ..Sketching::default() };
            let texts: Vec<Vec<u64>> = texts.iter().map(|text| terms(text).1).collect();
            let config = MaskConfig {
                templates: vec![terms(&template).0],
                common: common.map(Common::Documents),
                ..MaskConfig::default()
            };
            let masked = |k| {
                let collection = Arc::new(made::collection(&texts, sketching(k)));
                let masks = Finder::new(&config, collection.settings()).unwrap();
                apply(&collection, masks, &Cancel::default()).unwrap().collection
            };
            let each = AtEachK::new(&masked(here), &config).unwrap();
            let (got, want) = (each.at(there, &Cancel::default()).unwrap(), masked(there));
            for doc in want.documents() {
                prop_assert_eq!(got.terms(doc), want.terms(doc));
                prop_assert_eq!(got.all_terms(doc), want.all_terms(doc));
                prop_assert_eq!(got.row(doc).normalised, want.row(doc).normalised);
                if each.same_terms(here, there) {
                    prop_assert_eq!(got.terms(doc), each.collection().terms(doc));
                }
            }
            if !each.same_terms(here, there) {
                prop_assert!(each.at(there, &Cancel::after(0)).is_none());
            }
        }
    }
}
