//! Methods that propose pairs, and the verified pairs that come of them.

pub mod pair_set;

pub use pair_set::{Found, PairSet};
