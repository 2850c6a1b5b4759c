//! Shingle hashes become small fixed-size digests whose agreement estimates resemblance.
//!
//! Every kind of sketch has a file of its own and keeps the same promise: two documents agree at any
//! one position with probability their Jaccard. They differ in what they cost and in how much the
//! positions of one sketch depend on each other, which is their error ([`theory`]).

mod bins;
pub mod fss;
mod kernel;
mod layout;
pub mod minhash;
mod minimum;
pub mod oph;
mod scratch;
pub mod signatures;
mod sketcher;
pub mod superminhash;
pub mod theory;

pub use fss::Fss;
pub use kernel::Kernel;
pub use layout::Layout;
pub use minhash::Permutations;
pub use minimum::Minimum;
pub use oph::Oph;
pub use scratch::Scratch;
pub use signatures::Signatures;
pub use sketcher::Sketcher;
pub use superminhash::SuperMinHash;
