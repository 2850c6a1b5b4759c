//! The form of a lecture file, as it is parsed.

use serde::Deserialize;
use toml::Spanned;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    pub title: String,
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
    #[serde(default)]
    pub caption: String,
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
    pub text: String,
    pub answers: Vec<String>,
    pub right: Option<usize>,
}
