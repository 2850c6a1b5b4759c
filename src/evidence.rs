//! Evidence of copying: how much of one document stands in another, as passages that a reader would mark.
//! Pure functions over slices and a collection.

pub mod copied_text;
pub mod pair;
pub mod sources;

pub use copied_text::{CopiedPair, CopiedText, CopiedTextConfig};
pub use pair::Evidence;
pub use sources::{Source, Sources};
