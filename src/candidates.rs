//! Methods that propose pairs, and the verified pairs that come of them.
//!
//! Every method works on one document of those with the same shingle set, so a thousand copies cost
//! what one does, and every pair that a method proposes is counted exactly before it is called a pair.
//! Nothing here reads files or owns threads; what runs in parallel runs on the caller's pool.

pub mod banding;
mod binomial;
pub mod complete;
pub mod exact_join;
mod find;
pub mod identical;
mod join_items;
mod keep;
pub mod lsh;
pub mod method;
pub mod mod_p;
pub mod pair_set;
mod shared_keys;
pub mod simhash;
pub mod sorted_list;
pub mod super_shingles;
pub mod texts;
pub mod winnow;

pub use complete::Complete;
pub(crate) use find::affordable;
pub use find::find;
pub use identical::Identical;
pub use join_items::AUTO_TERMS;
pub use method::{About, Method, MethodConfig};
pub use pair_set::{PairSet, PairSetInfo};
pub use texts::Texts;
