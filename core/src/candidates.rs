//! Candidate generation methods and the verified pairs they lead to.
//!
//! Methods run on one representative per group of documents with the same shingle set, so a thousand copies cost as
//! much as one. Every proposed pair is verified by its exact overlap. The exception is [`SketchIndex`], which has no
//! texts: it reports the agreement of sketches. This module reads no files and owns no threads; parallel work runs on
//! the caller's rayon pool.

pub mod banding;
mod binomial;
pub mod cannot_link;
pub mod complete;
pub mod dense;
pub(crate) mod exact_join;
mod find;
pub mod identical;
pub mod lsh;
pub mod method;
pub mod mod_p;
pub mod pair_set;
pub mod scan;
mod scope;
mod shared_keys;
pub mod simhash;
pub mod sketch_index;
pub mod sorted_list;
pub mod super_shingles;
pub mod texts;
pub mod verify;
pub mod winnow;

pub use cannot_link::CannotLink;
pub use complete::Complete;
pub use dense::Dense;
pub(crate) use find::affordable;
pub use find::find;
pub use identical::Identical;
pub use method::{Method, MethodConfig};
pub use pair_set::{PairSet, PairSetInfo};
pub use scope::{Proposed, Scope};
pub use sketch_index::SketchIndex;
pub use texts::TextGroups;
