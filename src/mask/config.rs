//! Which masks are on.

use serde::{Deserialize, Serialize};

/// Why a span is masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A quotation.
    Quotation,
    /// A list of references.
    References,
    /// Text of a template or task.
    Template,
    /// Text that many documents share.
    Common,
    /// A phrase of a list, or a passage masked by hand.
    Phrase,
}

/// Text that stands in many documents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Common {
    /// In more than this number of documents.
    Documents(u32),
    /// In more than this share of the documents, 0..=1.
    Share(f64),
}

/// The masks that are on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MaskConfig {
    /// Masks quotations.
    pub quotations: bool,
    /// Masks lists of references.
    pub references: bool,
    /// Template texts, as given.
    pub templates: Vec<String>,
    /// Masks text that stands in many documents.
    pub common: Option<Common>,
    /// Phrases, as typed.
    pub phrases: Vec<String>,
}

impl MaskConfig {
    /// Whether no mask is on.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == MaskConfig::default()
    }
}
