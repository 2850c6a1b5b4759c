//! Shingle hashes become small fixed-size digests whose agreement estimates resemblance.

mod kernel;
mod layout;
pub mod minhash;
mod sketcher;

pub use kernel::Kernel;
pub use layout::Layout;
pub use minhash::Permutations;
pub use sketcher::Sketcher;
