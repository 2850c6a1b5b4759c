//! Takes what the masks cover out of a collection.

use std::sync::Arc;

use rayon::prelude::*;

use super::cover::Cover;
use super::finder::{Finder, Masks};
use super::report::MaskReport;
use crate::base::{DocNo, MaskedRange, units};
use crate::collection::Collection;

/// A masked collection, and what was masked.
#[derive(Clone, Debug)]
pub struct Masked {
    /// The collection; the one given, if nothing is masked.
    pub collection: Arc<Collection>,
    /// What was masked, by reason.
    pub report: MaskReport,
    /// What found it; `None` if no mask is on.
    pub finder: Option<Arc<Finder>>,
    /// Number of pairs that are not compared because one of them is no source for the other.
    pub apart: usize,
}

impl Masked {
    /// A collection of which nothing is masked.
    pub fn nothing(collection: &Arc<Collection>) -> Self {
        Masked {
            collection: collection.unmasked().unwrap_or(collection).clone(),
            report: MaskReport::default(),
            finder: None,
            apart: 0,
        }
    }

    /// Everything that was masked, and what of the masks does nothing, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = self.report.sentences();
        if self.apart > 0 {
            let pairs = units::counted(self.apart as u64, "pair is", "pairs are");
            sentences.push(format!("{pairs} left out with single sources"));
        } else if self.report.words == 0 && self.finder.is_some() {
            sentences.push("the masks cover nothing".to_owned());
        }
        let empty = self
            .finder
            .as_ref()
            .map(|finder| finder.masks().empty())
            .unwrap_or_default();
        for (number, one, many) in [
            (
                empty.phrases,
                "phrase has no words and masks",
                "phrases have no words and mask",
            ),
            (
                empty.templates,
                "template has no words and masks",
                "templates have no words and mask",
            ),
        ] {
            if number > 0 {
                sentences.push(format!("{} nothing", units::counted(number, one, many)));
            }
        }
        sentences
    }

    /// [`Masked::sentences`] on one line.
    pub fn summary(&self) -> String {
        self.sentences().join("; ")
    }
}

/// The collection without what `masks` cover. A collection that is masked already is masked anew from all
/// its terms. `None` once `should_continue` returns false. Call on the rayon pool.
pub fn apply(
    collection: &Arc<Collection>,
    masks: Masks,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Masked> {
    let whole = collection.unmasked().unwrap_or(collection);
    let finder = Finder::over(whole, masks, should_continue)?;
    let ranges = ranges(whole, &finder, should_continue)?;
    let collection = match ranges.iter().all(Vec::is_empty) {
        true => whole.clone(),
        false => Arc::new(whole.masked(ranges, should_continue)?),
    };
    Some(Masked {
        report: MaskReport::of(&collection),
        collection,
        finder: Some(Arc::new(finder)),
        apart: 0,
    })
}

/// The masked ranges of each document.
fn ranges(
    collection: &Collection,
    finder: &Finder,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Vec<MaskedRange>>> {
    let documents: Vec<DocNo> = collection.documents().collect();
    let found = documents.par_iter().with_min_len(64).map_init(
        || (Vec::new(), Cover::default()),
        |(windows, cover), doc| {
            if !should_continue() {
                return Vec::new();
            }
            let detected = &collection.row(*doc).detected;
            finder.cover(&collection.terms(*doc), detected, windows, cover);
            cover.ranges()
        },
    );
    let found = found.collect();
    collection.release();
    should_continue().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::super::config::{Common, MaskConfig};
    use super::*;
    use crate::base::Reason;
    use crate::collection::made;
    use crate::settings::{Settings, Sketching};
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

    /// A text whose terms stand for the numbers.
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

    /// Marks every window of `width` terms for which `covers` is true, one by one.
    fn brute(text: &[u8], width: usize, covers: impl Fn(&[u8]) -> bool, masked: &mut [bool]) {
        for start in 0..(text.len() + 1).saturating_sub(width) {
            if covers(&text[start..start + width]) {
                masked[start..start + width].fill(true);
            }
        }
    }

    fn holds(text: &[u8], window: &[u8]) -> bool {
        !window.is_empty() && text.windows(window.len()).any(|w| w == window)
    }

    fn texts() -> impl Strategy<Value = Vec<Vec<u8>>> {
        prop::collection::vec(prop::collection::vec(0_u8..3, 0..14), 1..7)
    }

    proptest! {
        #[test]
        fn a_masked_collection_is_that_of_texts_with_the_spans_cut_out(
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
                    brute(text, width, |window| holds(template, window), &mut masked);
                }
                if let Some(most) = common {
                    // A document shorter than a shingle is one shingle, which equals no part of a longer one.
                    let width = K.min(text.len()).max(1);
                    let stands = |other: &Vec<u8>, window: &[u8]| match window.len() < K {
                        true => other == window,
                        false => holds(other, window),
                    };
                    let many = |window: &[u8]| {
                        texts.iter().filter(|other| stands(other, window)).count() > most as usize
                    };
                    brute(text, width, many, &mut masked);
                }
                let kept = text.iter().zip(&masked).filter(|(_, masked)| !**masked);
                kept.map(|(word, _)| *word).collect()
            }).collect();
            let cut: Vec<Vec<u64>> = cut.iter().map(|text| hashes(&words(text))).collect();
            let want = made::collection(&cut, sketching());
            let masks = Masks::new(&config, collection.settings()).unwrap();
            let got = apply(&collection, masks, &|| true).unwrap();
            let mut masked_words = 0;
            for doc in want.documents() {
                prop_assert_eq!(got.collection.terms(doc), want.terms(doc));
                prop_assert_eq!(got.collection.sketch(doc), want.sketch(doc));
                prop_assert_eq!(got.collection.row(doc).normalised, want.row(doc).normalised);
                prop_assert_eq!(got.collection.all_terms(doc), collection.terms(doc));
                let ranges = got.collection.masked_ranges(doc);
                let mut left = Vec::new();
                crate::base::masked::without_masked(&collection.terms(doc), ranges, &mut left);
                prop_assert_eq!(want.terms(doc), &left[..]);
                masked_words += collection.term_count(doc) - want.term_count(doc);
            }
            prop_assert_eq!(got.report.words, masked_words as u64);
            // Masking again starts from all terms.
            let masks = Masks::new(&config, collection.settings()).unwrap();
            let again = apply(&got.collection, masks, &|| true).unwrap();
            prop_assert_eq!(again.report, got.report);
            let none = Masks::new(&config, collection.settings()).unwrap();
            prop_assert!(apply(&collection, none, &|| false).is_none());
        }
    }

    proptest! {
        #[test]
        fn of_characters_words_are_cut_out_with_their_blanks(
            text in prop::collection::vec(0_u8..3, 0..12),
            phrases in prop::collection::vec(prop::collection::vec(0_u8..3, 1..4), 0..3),
        ) {
            // Words that stand in each other.
            let written = |text: &[u8]| {
                let words = text.iter().map(|word| ["b", "bb", "abba"][usize::from(*word)]);
                words.collect::<Vec<_>>().join(" ")
            };
            let mut settings = Settings::default();
            settings.normalisation.unit = crate::settings::Unit::Char;
            let characters = |text: &[u8]| {
                let normaliser = crate::text::Normaliser::new(&settings.normalisation).unwrap();
                let mut terms = Vec::new();
                normaliser.hashes(&written(text), &mut terms);
                terms
            };
            let config = MaskConfig {
                phrases: phrases.iter().map(|phrase| written(phrase)).collect(),
                ..MaskConfig::default()
            };
            let finder = Finder::without_common(Masks::new(&config, &settings).unwrap());
            let all = characters(&text);
            let mut left = Vec::new();
            crate::base::masked::without_masked(&all, &finder.ranges(&all, &[]), &mut left);
            let mut masked = vec![false; text.len()];
            for phrase in &phrases {
                brute(&text, phrase.len(), |window| window == &phrase[..], &mut masked);
            }
            let kept = text.iter().zip(&masked).filter(|(_, masked)| !**masked);
            let kept: Vec<u8> = kept.map(|(word, _)| *word).collect();
            prop_assert_eq!(left, characters(&kept), "{} {:?}", written(&text), config.phrases);
        }
    }

    #[test]
    fn a_mask_of_everything_leaves_documents_without_words() {
        let terms = vec![hashes("one two three four five"); 3];
        let collection = Arc::new(made::collection(&terms, sketching()));
        let config = MaskConfig {
            phrases: vec!["one two three four five".into(), "--".into()],
            templates: vec![String::new()],
            ..MaskConfig::default()
        };
        let masks = Masks::new(&config, collection.settings()).unwrap();
        let masked = apply(&collection, masks, &|| true).unwrap();
        assert_eq!(
            (
                masked.report.documents,
                masked.report.words,
                masked.report.emptied
            ),
            (3, 15, 3)
        );
        let phrase = masked.report.of_reason(Reason::Phrase);
        assert_eq!((phrase.documents, phrase.spans, phrase.words), (3, 3, 15));
        let said = masked.sentences();
        assert!(
            said.iter()
                .any(|s| s.contains("3 documents have no words left")),
            "{said:?}"
        );
        assert!(
            said.iter().any(|s| s.contains("1 phrase has no words")),
            "{said:?}"
        );
        assert!(
            said.iter().any(|s| s.contains("1 template has no words")),
            "{said:?}"
        );
    }

    #[test]
    fn values_that_cannot_be_meant_are_errors() {
        let config = MaskConfig {
            common: Some(Common::Documents(0)),
            ..MaskConfig::default()
        };
        let error = Masks::new(&config, &Settings::default()).unwrap_err();
        assert!(error.to_string().contains("0 documents"), "{error}");
    }
}
