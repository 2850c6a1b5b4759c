//! Masks: text that is taken out of the comparison (quotations, references, blocks of pages, template text,
//! text that many documents share). The terms of a mask are removed from the stored terms of a document; the text stays
//! readable.
//!
//! All masks are found on the unmasked terms, so that their order makes no difference; what they cover
//! together is removed.

mod apart;
mod apply;
mod common_block;
mod config;
mod cover;
mod each_k;
mod finder;
mod page_blocks;
mod phrases;
mod report;
mod survey;
mod templates;

pub use crate::base::{MaskedRange, Reason};
pub use apart::pairs_apart;
pub use apply::{Masked, apply};
pub use common_block::CommonBlock;
pub use config::{Common, IgnoredSource, MaskConfig};
pub use each_k::AtEachK;
pub use finder::{Empty, Finder, Masks};
pub use page_blocks::PageBlocks;
pub use report::{MaskReport, ReasonCount};
pub use survey::{COMMON, MaskSurvey, survey};
