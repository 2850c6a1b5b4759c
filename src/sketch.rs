//! Sketches: fixed-size digests of shingle sets whose agreement estimates resemblance.
//!
//! All kinds of sketch have the same property: two documents agree at any position with probability
//! equal to their Jaccard. They differ in cost and in the dependence between positions of a sketch,
//! which determines the error ([`theory`]). One file per kind.

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
