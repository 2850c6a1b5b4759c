//! Which masks are on.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::page_blocks::PageBlocks;
use crate::base::units;

/// Why a value of a mask cannot be meant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaskError {
    /// Neither a number nor a share of documents.
    #[error(
        "\"{0}\" is neither a number of documents, for example 10, nor a share, for example 20%"
    )]
    NotCommon(String),
    /// Common text in more than no document.
    #[error("text in more than 0 documents is all text; give 1 or more, or a share such as 20%")]
    AllText,
    /// A share of all documents, of none, or beyond.
    #[error("a share of the documents lies above 0% and below 100%, for example 20%")]
    ShareOutside,
}

/// Text that stands in many documents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Common {
    /// In more than this number of documents.
    Documents(u32),
    /// In more than this share of the documents, 0..=1, and in more than two: what two documents share
    /// is what is looked for.
    Share(f64),
}

impl Common {
    /// The greatest number of documents, of `documents`, in which text is not yet common.
    pub fn most(self, documents: usize) -> u32 {
        match self {
            Common::Documents(most) => most,
            // The small constant keeps a product such as 0.07 × 100 from falling below its value.
            Common::Share(share) => ((share * documents as f64 + 1e-9).floor() as u32).max(2),
        }
    }

    /// The number of documents or the share, as it is typed.
    pub fn typed(self) -> String {
        match self {
            Common::Documents(most) => most.to_string(),
            Common::Share(share) => {
                // Rounded to what a person types: 0.07 × 100 is 7.000000000000001.
                let percent = (share * 1e8).round() / 1e6;
                format!("{percent}%")
            }
        }
    }
}

impl std::str::FromStr for Common {
    type Err = MaskError;

    fn from_str(typed: &str) -> Result<Self, MaskError> {
        let typed = typed.trim();
        let wrong = || MaskError::NotCommon(typed.to_owned());
        let common = match typed.strip_suffix('%') {
            Some(percent) => {
                let percent: f64 = percent.trim().parse().map_err(|_| wrong())?;
                Common::Share(percent / 100.0)
            }
            None => Common::Documents(typed.parse().map_err(|_| wrong())?),
        };
        let config = MaskConfig {
            common: Some(common),
            ..MaskConfig::default()
        };
        config.check()?;
        Ok(common)
    }
}

/// The masks that are on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MaskConfig {
    /// Masks quotations.
    pub quotations: bool,
    /// Masks lists of references.
    pub references: bool,
    /// Which blocks of pages are compared; the others are masked.
    pub blocks: PageBlocks,
    /// Template texts, as given.
    pub templates: Vec<String>,
    /// Masks text that stands in many documents.
    pub common: Option<Common>,
    /// Phrases, as typed.
    pub phrases: Vec<String>,
    /// Documents that are no source.
    pub sources: Vec<IgnoredSource>,
}

/// A document that does not count as a source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IgnoredSource {
    /// The id of the source.
    pub source: String,
    /// The id of the document that the source is left out for, so that the two are not compared; `None`: for
    /// all, and the words of the source are masked like those of a template.
    pub document: Option<String>,
}

impl MaskConfig {
    /// Checks that the values can be meant: common text stands in more than one document, and a share
    /// lies between 0 and 1. Values from a file have not passed through a dialog.
    ///
    /// # Errors
    /// The first value that cannot be meant, and what to give instead.
    pub fn check(&self) -> Result<(), MaskError> {
        match self.common {
            Some(Common::Documents(0)) => Err(MaskError::AllText),
            Some(Common::Share(share)) if !(share > 0.0 && share < 1.0) => {
                Err(MaskError::ShareOutside)
            }
            _ => Ok(()),
        }
    }

    /// Whether what is masked depends on k: templates and common text are found by shingles.
    pub fn depends_on_k(&self) -> bool {
        let for_all = self.sources.iter().any(|source| source.document.is_none());
        for_all || !self.templates.is_empty() || self.common.is_some()
    }

    /// The masks that are on, in words.
    pub fn describe(&self) -> String {
        let counted = |n: usize, one, many| match n {
            0 => None,
            n => Some(units::counted(n as u64, one, many)),
        };
        let parts = [
            self.quotations.then(|| "quotations".to_owned()),
            self.references.then(|| "references".to_owned()),
            (self.blocks != PageBlocks::All)
                .then(|| format!("page blocks but {}", self.blocks.name())),
            counted(self.templates.len(), "template", "templates"),
            self.common
                .map(|common| format!("common text ({})", common.typed())),
            counted(self.phrases.len(), "phrase", "phrases"),
            counted(self.sources.len(), "source", "sources"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match parts.is_empty() {
            true => "nothing".to_owned(),
            false => parts.join(" + "),
        }
    }

    /// Whether no mask is on.
    pub fn is_empty(&self) -> bool {
        *self == MaskConfig::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_shares_are_read_and_written_alike() {
        for typed in ["1", "20", "20%", "7%", "0.5%", "99.9%"] {
            assert_eq!(
                typed.parse::<Common>().map(Common::typed),
                Ok(typed.to_owned())
            );
        }
        for wrong in [
            "",
            "%",
            "0",
            "0%",
            "100%",
            "-3",
            "-3%",
            "NaN%",
            "1e99%",
            "inf%",
            "many",
            "99999999999",
        ] {
            assert!(wrong.parse::<Common>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_share_is_of_more_than_two_documents() {
        assert_eq!(Common::Share(0.2).most(100), 20);
        assert_eq!(Common::Share(0.07).most(100), 7);
        assert_eq!(Common::Share(0.2).most(4), 2);
        assert_eq!(Common::Documents(1).most(4), 1);
    }
}
