//! Masks: text that is taken out of the comparison (quotations, references, template text, text that many
//! documents share). The terms of a mask are removed from the stored terms of a document; the text stays
//! readable.
//!
//! All masks are found on the unmasked terms, so that their order makes no difference; what they cover
//! together is removed.

mod apply;
mod config;
mod cover;
mod each_k;
mod finder;
mod phrases;
mod report;
mod survey;
mod templates;

pub use crate::base::{MaskedRange, Reason};
pub use apply::{Masked, apply};
pub use config::{Common, MaskConfig};
pub use each_k::AtEachK;
pub use finder::{Empty, Finder, Masks};
pub use report::{MaskReport, ReasonCount};
pub use survey::{COMMON, CommonBlock, MaskSurvey, survey};
