//! Evidence of copying: how much of one document occurs in another, as passages. Pure functions over slices and a
//! collection.

pub mod blocks;
pub mod copied_text;
mod copies;
pub mod disguised;
pub mod documents;
pub mod long_runs;
pub mod order;
pub mod pair;
pub mod sentences;
pub mod sources;
mod weight;

pub use blocks::{BlocksConfig, CommonBlock, CommonBlocks};
pub use copied_text::{CopiedText, CopiedTextConfig, CopiedTextProgress, CopiedTextStep};
pub use disguised::DisguisedDocument;
pub use documents::CopiedDocument;
pub use pair::{CopiedPair, Evidence, Unmasked};
pub use sources::{Sources, TextSource};
pub use weight::FREQUENCY_WIDTH;
