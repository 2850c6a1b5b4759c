//! Sketches: fixed-size digests of shingle sets whose agreement estimates resemblance.
//!
//! All kinds of sketch have the same property: two documents agree at any position with probability
//! equal to their Jaccard. They differ in cost and in the dependence between positions of a sketch,
//! which determines the error ([`theory`]). One file per kind.

mod bins;
mod fss;
mod kernel;
mod layout;
pub mod minhash;
mod oph;
mod sketcher;
mod superminhash;
pub mod theory;

pub use bins::{Minimum, SketchScratch};
pub use kernel::Kernel;
pub use layout::Layout;
pub use sketcher::Sketcher;
