//! The complete join: every pair at or above a threshold of exact Jaccard or containment, without any
//! sketch.
//!
//! Prefix, length and position filters in one pass (AllPairs, Bayardo, Ma, Srikant 2007; PPJoin, Xiao,
//! Wang, Lin, Yu 2008), on shingles that are put together first: those that occur in the very same
//! documents are one item, weighted by their number (`items`). Copies of a text and boilerplate become
//! a few items, and a shingle that occurs in one document only becomes none. Where prefixes would
//! cover most of every set, which they do at low thresholds, all items are counted instead, and the
//! counts are the overlaps (`join` says when).
//!
//! Cost: a look at every shingle, a sort of those in two documents or more, and the postings that
//! [`Join::cost`] tells beforehand. Known weakness: passages that many documents have, each in company
//! of other ones, are items of their own, and cost the square of their documents.

mod counting_join;
mod dense;
mod items;
mod join;
mod join_predicate;
mod merge;
mod prefixes;
mod sets;
mod visit;

pub use items::Items;
pub use join::Join;
pub use join_predicate::JoinPredicate;
pub use sets::Sets;
pub use visit::{Visitor, sift};
