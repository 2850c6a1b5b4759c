//! Shingle hashes become small fixed-size digests whose agreement estimates resemblance.

mod kernel;
pub mod minhash;

pub use kernel::Kernel;
pub use minhash::Permutations;
