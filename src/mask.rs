//! Masks: text that is taken out of the comparison (quotations, references, template text, text that many
//! documents share). The terms of a mask are removed from the stored terms of a document; the text stays
//! readable.

mod config;

pub use config::{Common, MaskConfig, Reason};
