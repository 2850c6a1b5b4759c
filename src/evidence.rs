//! Evidence of copying: how much of one document stands in another, as passages that a reader would mark.
//! Pure functions over slices and a collection.

pub mod blocks;
pub mod copied_text;
pub mod frequency;
pub mod pair;

pub use blocks::{Block, BlocksConfig, CommonBlocks};
pub use copied_text::{CopiedPair, CopiedText, CopiedTextConfig};
pub use frequency::ShingleFrequency;
pub use pair::Evidence;
