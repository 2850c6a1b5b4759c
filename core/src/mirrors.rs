//! Mirrors: pairs of trees of documents (folders, hosts, hosts with a prefix) in which most paths exist
//! under both and the documents there are near-duplicates.
//!
//! After Bharat and Broder, "Mirror, mirror on the Web" (1999), and Bharat, Broder, Dean and Henzinger, "A comparison
//! of techniques to find mirrored hosts on the WWW" (2000). They work with samples of a crawl; here all verified pairs
//! are known, so every figure is exact. Two directories are compared only if a pair of documents is at the same path
//! below both.

mod aligned;
mod canonical;
mod figures;
mod find;
mod forest;
mod merge;
mod outline;
mod similar_pairs;
#[cfg(test)]
mod tests;
mod url;

pub use figures::{MirrorFigures, for_each_under_both};
pub use find::{Mirror, Mirrors, MirrorsConfig};
pub use forest::{Node, PathForest};
pub use outline::{FolderTally, Outline, OutlineRow, RowKind, Status};
pub use similar_pairs::{Agreement, SimilarPairs};
