//! Which masks are on.

use crate::base::{PageBlock, units};
use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The default definition of common text.
pub const COMMON: Common = Common::Share(0.2);

/// Text that occurs in many documents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Common {
    /// In more than this number of documents.
    Documents(u32),
    /// In more than this share of the documents, 0..=1, and in more than two, because text that two documents share is
    /// of interest.
    Share(f64),
}

impl Common {
    /// Maximum number of documents, among `documents`, in which text is not yet common.
    pub fn most(self, documents: usize) -> u32 {
        match self {
            Common::Documents(most) => most,
            // The constant corrects rounding: 0.29 × 100 is less than 29.
            Common::Share(share) => ((share * documents as f64 + 1e-9).floor() as u32).max(2),
        }
    }

    /// Checks the range: at least 1 document, or a share between 0 and 1, both excluded.
    fn check(self) -> anyhow::Result<()> {
        match self {
            Common::Documents(0) => {
                bail!(
                    "text in more than 0 documents is all text; give 1 or more, or a share such as 20%"
                )
            }
            Common::Share(share) if !(share > 0.0 && share < 1.0) => {
                bail!("a share of the documents is above 0% and below 100%, for example 20%")
            }
            _ => Ok(()),
        }
    }

    /// The number of documents or the share, as it is typed.
    pub fn typed(self) -> String {
        match self {
            Common::Documents(most) => most.to_string(),
            Common::Share(share) => {
                // Rounded to the typed value: 0.07 × 100 is 7.000000000000001.
                let percent = (share * 1e8).round() / 1e6;
                format!("{percent}%")
            }
        }
    }
}

impl std::str::FromStr for Common {
    type Err = anyhow::Error;

    fn from_str(typed: &str) -> anyhow::Result<Self> {
        let typed = typed.trim();
        let common = match typed.strip_suffix('%') {
            Some(percent) => {
                let percent = percent.trim().parse::<f64>().ok();
                percent.map(|percent| Common::Share(percent / 100.0))
            }
            None => typed.parse().ok().map(Common::Documents),
        };
        let common = common.with_context(|| {
            format!("{typed:?} is neither a number of documents, for example 10, nor a share, for example 20%")
        })?;
        common.check()?;
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
    /// Masks text that occurs in many documents.
    pub common: Option<Common>,
    /// Phrases, as typed.
    pub phrases: Vec<String>,
    /// Excluded sources.
    pub sources: Vec<IgnoredSource>,
}

/// One row of a config: a single exclusion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mask {
    /// Quotations.
    Quotations,
    /// Lists of references.
    References,
    /// All blocks of pages but these.
    Blocks(PageBlocks),
    /// Text that many documents contain.
    Common(Common),
    /// A phrase, as typed.
    Phrase(String),
    /// An excluded source.
    Source(IgnoredSource),
    /// All templates; not saved, because an option names them at each start.
    #[serde(skip)]
    Templates,
}

impl Mask {
    /// The masks of `config` that are on.
    pub fn all(config: &MaskConfig) -> Vec<Mask> {
        let is_on = |mask: &Mask| match mask {
            Mask::Quotations => config.quotations,
            Mask::References => config.references,
            Mask::Templates => !config.templates.is_empty(),
            Mask::Common(_) => config.common.is_some(),
            Mask::Blocks(_) => config.blocks != PageBlocks::All,
            Mask::Phrase(_) | Mask::Source(_) => true,
        };
        let mut masks = Self::rows(config, None);
        masks.retain(is_on);
        masks
    }

    /// Returns a row for each mask that can be on, and for the phrases and sources of `config`; `common` defines common
    /// text if `config` does not.
    pub fn rows(config: &MaskConfig, common: Option<Common>) -> Vec<Mask> {
        let common = config.common.or(common).unwrap_or(COMMON);
        let switches = [
            Mask::Quotations,
            Mask::References,
            Mask::Templates,
            Mask::Common(common),
            Mask::Blocks(match config.blocks {
                PageBlocks::All => PageBlocks::Main,
                blocks => blocks,
            }),
        ];
        let phrases = config.phrases.iter().cloned().map(Mask::Phrase);
        let sources = config.sources.iter().cloned().map(Mask::Source);
        switches.into_iter().chain(phrases).chain(sources).collect()
    }

    /// Puts `folder` before the ids of documents.
    pub fn below(self, folder: &str) -> Self {
        let id = |id: String| format!("{folder}/{id}");
        match self {
            Mask::Source(ignored) => Mask::Source(IgnoredSource {
                source: id(ignored.source),
                document: ignored.document.map(id),
            }),
            mask => mask,
        }
    }

    /// Turns the mask on or off in `config`; templates can only be turned off.
    pub fn turn(self, config: &mut MaskConfig, enabled: bool) {
        fn set_listed<T: PartialEq>(list: &mut Vec<T>, item: T, enabled: bool) {
            list.retain(|other| enabled || *other != item);
            if enabled && !list.contains(&item) {
                list.push(item);
            }
        }
        match self {
            Mask::Quotations => config.quotations = enabled,
            Mask::References => config.references = enabled,
            Mask::Blocks(_) if !enabled => config.blocks = PageBlocks::All,
            Mask::Blocks(blocks) => config.blocks = blocks,
            Mask::Common(common) => config.common = enabled.then_some(common),
            Mask::Phrase(phrase) => set_listed(&mut config.phrases, phrase, enabled),
            Mask::Source(source) => set_listed(&mut config.sources, source, enabled),
            Mask::Templates if enabled => {}
            Mask::Templates => config.templates.clear(),
        }
    }
}

/// Description of the excluded text.
impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mask::Quotations => f.write_str("quotations"),
            Mask::References => f.write_str("lists of references"),
            Mask::Blocks(PageBlocks::Body) => f.write_str("frames of pages: all but the body"),
            Mask::Blocks(_) => f.write_str("page blocks outside of the main part"),
            Mask::Common(common @ Common::Share(_)) => {
                write!(f, "text in over {} of the documents", common.typed())
            }
            Mask::Common(common) => write!(f, "text in over {} documents", common.typed()),
            Mask::Phrase(phrase) => {
                let words: Vec<&str> = phrase.split_whitespace().collect();
                write!(f, "phrase: {}", words.join(" "))
            }
            Mask::Source(IgnoredSource { source, document }) => match document {
                Some(document) => write!(f, "source: {source} for {document}"),
                None => write!(f, "source: {source}"),
            },
            Mask::Templates => f.write_str("templates"),
        }
    }
}

/// A document that does not count as a source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IgnoredSource {
    /// The id of the source.
    pub source: String,
    /// The id of the document that the source is excluded for; the two are then not compared. `None`: excluded for all
    /// documents, and its words are masked like those of a template.
    pub document: Option<String>,
}

impl MaskConfig {
    /// Checks values from a file, which no dialog has checked.
    ///
    /// # Errors
    /// The invalid value, and advice.
    pub fn check(&self) -> anyhow::Result<()> {
        self.common.map_or(Ok(()), Common::check)
    }

    /// Returns a config that has only `mask` of this one.
    pub fn only(&self, mask: &Mask) -> MaskConfig {
        let mut only = MaskConfig::default();
        match mask {
            Mask::Templates => only.templates.clone_from(&self.templates),
            mask => mask.clone().turn(&mut only, true),
        }
        only
    }

    /// Whether the masked terms depend on k: templates and common text are found by shingles.
    pub fn depends_on_k(&self) -> bool {
        let for_all = self.sources.iter().any(|source| source.document.is_none());
        for_all || !self.templates.is_empty() || self.common.is_some()
    }

    /// The masks that are on, in words.
    pub fn describe(&self) -> String {
        let counted = |n: usize, singular, plural| match n {
            0 => None,
            n => Some(units::counted(n as u64, singular, plural)),
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
        if parts.is_empty() {
            "nothing".to_owned()
        } else {
            parts.join(" + ")
        }
    }

    /// Whether no mask is on.
    pub fn is_empty(&self) -> bool {
        *self == MaskConfig::default()
    }
}

/// The blocks of pages that are compared. Other documents are compared as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageBlocks {
    /// All text of a page.
    #[default]
    All,
    /// All but the frame: navigation, header, footer, asides and advertisements.
    Body,
    /// The main part without its frame; as [`PageBlocks::Body`] on pages without a main part.
    Main,
}

impl PageBlocks {
    /// All values with their names.
    pub const ALL: [(&str, PageBlocks); 3] = [
        ("all", PageBlocks::All),
        ("body", PageBlocks::Body),
        ("main", PageBlocks::Main),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Whether a block is excluded from the comparison.
    pub fn leaves_out(self, block: PageBlock) -> bool {
        match block {
            PageBlock::Heading => false,
            PageBlock::Outside => self == PageBlocks::Main,
            // The frame.
            _ => self != PageBlocks::All,
        }
    }

    /// The next value in the order all, main, body.
    pub fn next(self) -> Self {
        match self {
            PageBlocks::All => PageBlocks::Main,
            PageBlocks::Main => PageBlocks::Body,
            PageBlocks::Body => PageBlocks::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsed_numbers_and_shares_are_printed_as_typed() {
        for typed in ["1", "20", "20%", "7%", "0.5%", "99.9%"] {
            assert_eq!(typed.parse::<Common>().unwrap().typed(), typed);
        }
        let wrong = "%,0,0%,100%,-3,-3%,NaN%,1e99%,inf%,many,99999999999,";
        for wrong in wrong.split(',') {
            assert!(wrong.parse::<Common>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_share_is_at_least_two_documents() {
        assert_eq!(Common::Share(0.2).most(100), 20);
        assert_eq!(Common::Share(0.07).most(100), 7);
        assert_eq!(Common::Share(0.2).most(4), 2);
        assert_eq!(Common::Documents(1).most(4), 1);
    }
}
