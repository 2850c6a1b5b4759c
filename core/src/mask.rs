//! Masks: text that is excluded from the comparison (quotations, references, blocks of pages, template text, phrases,
//! text of a source, text that many documents share). The terms of a mask are removed from the stored terms of a
//! document; the text stays readable.
//!
//! All masks are matched on the unmasked terms, so their order does not matter; all covered terms are removed.

mod apply;
mod config;
mod cover;
mod finder;
mod report;
mod shingle_frequency;

pub use crate::base::{MaskedRange, Reason};
pub use apply::{AtEachK, Masked, apply, pairs_apart};
pub use config::{COMMON, Common, IgnoredSource, Mask, MaskConfig, PageBlocks};
pub use finder::Finder;
pub use report::{MaskReport, ReasonCount};
pub use shingle_frequency::{ShingleFrequency, Windows};
