//! The form of a lecture file, as it is parsed.

use serde::Deserialize;
use toml::Spanned;

use crate::words::Language;

/// What a lecture says itself: in one language, or in several.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a text, or one for each language: .en, .de, .fr"
)]
pub enum Written<T> {
    One(T),
    Each(EachLanguage<T>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EachLanguage<T> {
    en: Option<T>,
    de: Option<T>,
    fr: Option<T>,
}

impl<T> Written<T> {
    /// What is written in this language, or else in the first of English, German and French; `None` where nothing is.
    pub fn in_language(&self, language: Language) -> Option<&T> {
        let each = match self {
            Written::One(one) => return Some(one),
            Written::Each(each) => each,
        };
        let of = |language| match language {
            Language::English => each.en.as_ref(),
            Language::German => each.de.as_ref(),
            Language::French => each.fr.as_ref(),
        };
        let mut others = [Language::English, Language::German, Language::French].into_iter();
        of(language).or_else(|| others.find_map(of))
    }

    /// Everything that is written.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        let (one, each) = match self {
            Written::One(one) => (Some(one), None),
            Written::Each(each) => (None, Some(each)),
        };
        let each = each.map(|each| [&each.en, &each.de, &each.fr]);
        let each = each.into_iter().flatten().flat_map(Option::as_ref);
        one.into_iter().chain(each)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    pub title: Written<String>,
    pub language: Option<Spanned<String>>,
    #[serde(default)]
    pub answers_hidden: bool,
    #[serde(default)]
    pub names_shown: bool,
    #[serde(default)]
    pub texts: Vec<Spanned<TextForm>>,
    #[serde(default)]
    pub stages: Vec<Spanned<StageForm>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextForm {
    pub name: Option<String>,
    pub text: Option<String>,
    pub demo: Option<Spanned<String>>,
    pub file: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageForm {
    pub stage: Spanned<String>,
    pub caption: Option<Written<String>>,
    pub texts: Option<Spanned<Vec<usize>>>,
    pub k: Option<Spanned<u64>>,
    pub permutation: Option<Spanned<u64>>,
    pub permutations: Option<Spanned<u64>>,
    pub draws: Option<Spanned<u64>>,
    pub rows: Option<Spanned<u64>>,
    pub threshold: Option<Spanned<f64>>,
    pub rotation: Option<Spanned<u64>>,
    pub documents: Option<Spanned<u64>>,
    pub sample: Option<Spanned<u64>>,
    pub window: Option<Spanned<u64>>,
    pub keep_bits: Option<Spanned<u64>>,
    pub keep_modulus: Option<Spanned<u64>>,
    pub seed: Option<u64>,
    pub sets: Option<Spanned<Vec<Vec<u64>>>>,
    pub matrix: Option<Spanned<Vec<String>>>,
    pub orders: Option<Spanned<Vec<Vec<u64>>>>,
    pub visits: Option<Spanned<Vec<Vec<u64>>>>,
    pub row_hashes: Option<Spanned<Vec<[u64; 3]>>>,
    pub values: Option<Spanned<Vec<u64>>>,
    pub bits: Option<Spanned<u64>>,
    pub modulus: Option<u64>,
    #[serde(default)]
    pub questions: Vec<Spanned<QuestionForm>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionForm {
    pub text: Written<String>,
    pub answers: Written<Vec<String>>,
    pub right: Option<usize>,
}
