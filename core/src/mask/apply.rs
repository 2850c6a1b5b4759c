//! Removes masked terms from a collection, at its own k or at another. Templates and common text are found by shingles
//! whose width depends on k ([`Finder::width`]), so the masked terms depend on k, too.

use super::MaskConfig;
use super::cover::Cover;
use super::finder::Finder;
use super::report::MaskReport;
use crate::base::{Cancel, DocNo, MaskedRange, units};
use crate::index::Collection;
use crate::settings::Sketching;
use rayon::prelude::*;
use std::sync::Arc;

/// A masked collection, with counts of the masked text.
#[derive(Clone, Debug)]
pub struct Masked {
    /// The masked collection; the unmasked one if nothing is masked.
    pub collection: Arc<Collection>,
    /// Counts of masked text, by reason.
    pub report: MaskReport,
    /// The finder; `None` if no mask is on.
    pub finder: Option<Arc<Finder>>,
    /// Number of pairs that are not compared because one document is excluded as a source of the other.
    pub apart: usize,
}

impl Masked {
    /// Returns `collection` without masks.
    pub fn nothing(collection: &Arc<Collection>) -> Self {
        Masked {
            collection: collection.unmasked().unwrap_or(collection).clone(),
            report: MaskReport::default(),
            finder: None,
            apart: 0,
        }
    }

    /// Sentences about the masked text, and about masks without effect.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = self.report.sentences();
        if self.apart > 0 {
            let pairs = units::counted(self.apart as u64, "pair is", "pairs are");
            sentences.push(format!("{pairs} excluded with single sources"));
        } else if self.report.words == 0 && self.finder.is_some() {
            sentences.push("nothing is excluded".to_owned());
        }
        let empty = self.finder.as_ref().map_or(0, |finder| finder.empty);
        if empty > 0 {
            let texts = units::counted(
                empty,
                "phrase or template has no words and excludes",
                "phrases or templates have no words and exclude",
            );
            sentences.push(format!("{texts} nothing"));
        }
        sentences
    }

    /// [`Masked::sentences`] on one line.
    pub fn summary(&self) -> String {
        self.sentences().join("; ")
    }
}

/// Removes the terms that `finder` covers. A masked collection is masked again from all its terms. Returns `None` once
/// `cancel` is stopped. Call on the rayon pool.
pub fn apply(collection: &Arc<Collection>, finder: Finder, cancel: &Cancel) -> Option<Masked> {
    let unmasked = collection.unmasked().unwrap_or(collection);
    let finder = finder.over(unmasked, cancel)?;
    let ranges = ranges(unmasked, &finder, cancel)?;
    let collection = if ranges.iter().all(Vec::is_empty) {
        unmasked.clone()
    } else {
        Arc::new(unmasked.masked(ranges, cancel)?)
    };
    Some(Masked {
        report: MaskReport::count(&collection),
        collection,
        finder: Some(Arc::new(finder)),
        apart: 0,
    })
}

/// The pairs of a document and an excluded source, if the collection has both.
pub fn pairs_apart(collection: &Collection, config: &MaskConfig) -> Vec<(DocNo, DocNo)> {
    let excluded = config.sources.iter().filter_map(|ignored| {
        let document = collection.find(ignored.document.as_ref()?)?;
        let source = collection.find(&ignored.source)?;
        (document != source).then_some((document.min(source), document.max(source)))
    });
    let mut pairs: Vec<(DocNo, DocNo)> = excluded.collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The masked ranges of each document.
fn ranges(
    collection: &Collection,
    finder: &Finder,
    cancel: &Cancel,
) -> Option<Vec<Vec<MaskedRange>>> {
    let documents: Vec<DocNo> = collection.documents().collect();
    let masked_ranges = documents.par_iter().with_min_len(64).map_init(
        || (Vec::new(), Cover::default()),
        |(windows, cover), doc| {
            if cancel.stopped() {
                return Vec::new();
            }
            let detected = &collection.row(*doc).detected;
            finder.cover(&collection.terms(*doc), detected, windows, cover);
            cover.ranges()
        },
    );
    let masked_ranges = masked_ranges.collect();
    collection.release();
    (!cancel.stopped()).then_some(masked_ranges)
}

/// A corpus and its masks, for work that varies k.
#[derive(Clone, Debug)]
pub struct AtEachK {
    /// The documents masked at their own k.
    pub collection: Arc<Collection>,
    /// The masks.
    pub config: MaskConfig,
}

impl AtEachK {
    /// Prepares `collection`, which was masked by `config` at its own k.
    ///
    /// # Errors
    /// Invalid masks.
    pub fn new(collection: &Arc<Collection>, config: &MaskConfig) -> anyhow::Result<Self> {
        // Whether masks are valid does not depend on k.
        Finder::new(config, collection.settings())?;
        Ok(AtEachK {
            collection: collection.clone(),
            config: config.clone(),
        })
    }

    /// Whether masking leaves the same terms at both values of k.
    pub fn same_terms(&self, k: usize, other: usize) -> bool {
        let width = |k: usize| Finder::width(&self.sketching(k));
        !self.config.depends_on_k() || width(k) == width(other)
    }

    /// Returns the documents masked at `k`. Use only their terms and shingles: sketches and settings may belong to
    /// another k. `None` once `cancel` is stopped. Costs a pass over all terms, and for common text a count of all
    /// shingles, unless the terms stay the same. Call on the rayon pool.
    pub fn at(&self, k: usize, cancel: &Cancel) -> Option<Arc<Collection>> {
        if self.same_terms(k, self.collection.settings().sketching.k) {
            return Some(self.collection.clone());
        }
        let unmasked = self.collection.unmasked().unwrap_or(&self.collection);
        let unmasked = Arc::new(unmasked.reshingled(&self.sketching(k)));
        let finder = Finder::for_collection(&self.config, &unmasked).ok()?;
        let masked = apply(&unmasked, finder, cancel)?.collection;
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

    const K: usize = 4;

    fn sketching() -> Sketching {
        Sketching {
            k: K,
            permutations: 16,
            ..Sketching::default()
        }
    }

    /// Returns a text with one word for each number.
    fn words(numbers: &[u8]) -> String {
        let words = numbers.iter().map(|n| format!("w{n}"));
        words.collect::<Vec<_>>().join(" ")
    }

    fn hashes(text: &str) -> Vec<u64> {
        let mut out = Vec::new();
        let settings = Settings::default();
        Normaliser::new(&settings.normalisation)
            .unwrap()
            .hashes(text, &mut out);
        out
    }

    /// Masks every window of `width` terms for which `covers` is true, one by one.
    fn brute(text: &[u8], width: usize, covers: impl Fn(&[u8]) -> bool, masked: &mut [bool]) {
        for start in 0..(text.len() + 1).saturating_sub(width) {
            if covers(&text[start..start + width]) {
                masked[start..start + width].fill(true);
            }
        }
    }

    fn contains(text: &[u8], window: &[u8]) -> bool {
        !window.is_empty() && text.windows(window.len()).any(|w| w == window)
    }

    fn texts() -> impl Strategy<Value = Vec<Vec<u8>>> {
        prop::collection::vec(prop::collection::vec(0_u8..3, 0..14), 1..7)
    }

    proptest! {
        #[test]
        fn masking_equals_cutting_the_spans_out_of_the_texts(
            texts in texts(),
            phrases in prop::collection::vec(prop::collection::vec(0_u8..3, 0..5), 0..3),
            templates in prop::collection::vec(prop::collection::vec(0_u8..3, 0..9), 0..2),
            common in prop::option::of(1_u32..4),
        ) {
            let terms: Vec<Vec<u64>> = texts.iter().map(|text| hashes(&words(text))).collect();
            let collection = Arc::new(made::collection(&terms, sketching()));
            let config = MaskConfig {
                phrases: phrases.iter().map(|text| words(text)).collect(),
                templates: templates.iter().map(|text| words(text)).collect(),
                common: common.map(Common::Documents),
                ..MaskConfig::default()
            };
            let cut: Vec<Vec<u8>> = texts.iter().map(|text| {
                let mut masked = vec![false; text.len()];
                for phrase in phrases.iter().filter(|phrase| !phrase.is_empty()) {
                    brute(text, phrase.len(), |window| window == &phrase[..], &mut masked);
                }
                for template in &templates {
                    // A template shorter than a shingle is a phrase.
                    let width = K.min(template.len()).max(1);
                    brute(text, width, |window| contains(template, window), &mut masked);
                }
                if let Some(limit) = common {
                    // A document shorter than a shingle is one shingle, which equals no part of a longer one.
                    let width = K.min(text.len()).max(1);
                    let occurs = |other: &Vec<u8>, window: &[u8]| if window.len() < K { other == window } else { contains(other, window) };
                    let is_common = |window: &[u8]| {
                        texts.iter().filter(|other| occurs(other, window)).count() > limit as usize
                    };
                    brute(text, width, is_common, &mut masked);
                }
                let kept = text.iter().zip(&masked).filter(|(_, masked)| !**masked);
                kept.map(|(word, _)| *word).collect()
            }).collect();
            let cut: Vec<Vec<u64>> = cut.iter().map(|text| hashes(&words(text))).collect();
            let want = made::collection(&cut, sketching());
            let masks = Finder::new(&config, collection.settings()).unwrap();
            let got = apply(&collection, masks, &Cancel::default()).unwrap();
            let mut masked_words = 0;
            for doc in want.documents() {
                prop_assert_eq!(got.collection.terms(doc), want.terms(doc));
                prop_assert_eq!(got.collection.sketch(doc), want.sketch(doc));
                prop_assert_eq!(got.collection.row(doc).normalised, want.row(doc).normalised);
                prop_assert_eq!(got.collection.all_terms(doc), collection.terms(doc));
                let ranges = got.collection.masked_ranges(doc);
                let mut remaining = Vec::new();
                crate::base::masked::without_masked(&collection.terms(doc), ranges, &mut remaining);
                prop_assert_eq!(want.terms(doc), &remaining[..]);
                masked_words += collection.term_count(doc) - want.term_count(doc);
            }
            prop_assert_eq!(got.report.words, masked_words as u64);
            // Masking again starts from all terms.
            let masks = Finder::new(&config, collection.settings()).unwrap();
            let again = apply(&got.collection, masks, &Cancel::default()).unwrap();
            prop_assert_eq!(again.report, got.report);
            let masks = Finder::new(&config, collection.settings()).unwrap();
            prop_assert!(apply(&collection, masks, &Cancel::after(0)).is_none());
        }
    }

    proptest! {
        #[test]
        fn character_terms_are_cut_out_with_their_spaces(
            text in prop::collection::vec(0_u8..3, 0..12),
            phrases in prop::collection::vec(prop::collection::vec(0_u8..3, 1..4), 0..3),
        ) {
            // Words that occur in each other.
            let joined = |text: &[u8]| {
                let words = text.iter().map(|word| ["b", "bb", "abba"][usize::from(*word)]);
                words.collect::<Vec<_>>().join(" ")
            };
            let mut settings = Settings::default();
            settings.normalisation.unit = crate::settings::Unit::Char;
            let characters = |text: &[u8]| {
                let normaliser = crate::text::Normaliser::new(&settings.normalisation).unwrap();
                let mut terms = Vec::new();
                normaliser.hashes(&joined(text), &mut terms);
                terms
            };
            let config = MaskConfig {
                phrases: phrases.iter().map(|phrase| joined(phrase)).collect(),
                ..MaskConfig::default()
            };
            let finder = Finder::new(&config, &settings).unwrap();
            let all = characters(&text);
            let mut remaining = Vec::new();
            crate::base::masked::without_masked(&all, &finder.ranges(&all, &[]), &mut remaining);
            let mut masked = vec![false; text.len()];
            for phrase in &phrases {
                brute(&text, phrase.len(), |window| window == &phrase[..], &mut masked);
            }
            let kept = text.iter().zip(&masked).filter(|(_, masked)| !**masked);
            let kept: Vec<u8> = kept.map(|(word, _)| *word).collect();
            prop_assert_eq!(remaining, characters(&kept), "{} {:?}", joined(&text), config.phrases);
        }
    }

    proptest! {
        #[test]
        fn at_each_k_the_terms_equal_a_corpus_masked_at_that_k(
            texts in prop::collection::vec(prop::collection::vec(0_u8..5, 0..30), 1..8),
            template in prop::collection::vec(0_u8..5, 0..12),
            common in prop::option::of(1_u32..4),
            own_k in 1_usize..9,
            other_k in 1_usize..9,
        ) {
            let sketching = |k| Sketching { k, permutations: 16, ..Sketching::default() };
            let texts: Vec<Vec<u64>> = texts.iter().map(|text| hashes(&words(text))).collect();
            let config = MaskConfig {
                templates: vec![words(&template)],
                common: common.map(Common::Documents),
                ..MaskConfig::default()
            };
            let masked = |k| {
                let collection = Arc::new(made::collection(&texts, sketching(k)));
                let masks = Finder::new(&config, collection.settings()).unwrap();
                apply(&collection, masks, &Cancel::default()).unwrap().collection
            };
            let at_each_k = AtEachK::new(&masked(own_k), &config).unwrap();
            let (got, want) = (at_each_k.at(other_k, &Cancel::default()).unwrap(), masked(other_k));
            for doc in want.documents() {
                prop_assert_eq!(got.terms(doc), want.terms(doc));
                prop_assert_eq!(got.all_terms(doc), want.all_terms(doc));
                prop_assert_eq!(got.row(doc).normalised, want.row(doc).normalised);
                if at_each_k.same_terms(own_k, other_k) {
                    prop_assert_eq!(got.terms(doc), at_each_k.collection.terms(doc));
                }
            }
            if !at_each_k.same_terms(own_k, other_k) {
                prop_assert!(at_each_k.at(other_k, &Cancel::after(0)).is_none());
            }
        }
    }
}
