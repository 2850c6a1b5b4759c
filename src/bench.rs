//! Benchmarks of speed and memory on a corpus of the user, shared by the `bench` command and `cargo
//! bench`, and a generator of synthetic corpora with known near-duplicates.
//!
//! Every end-to-end figure is measured in a separate process ([`job`], started by [`child`]), so
//! CPU time and peak memory are those of that work only. Compared variants are run alternately and
//! medians are reported, so other load on the machine affects both. Times are CPU seconds unless a
//! row says otherwise. No result passes or fails by a clock.

mod bare;
pub mod child;
mod cores;
pub mod corpus;
pub mod growth;
pub mod job;
pub mod kernels;
mod meter;
pub mod rows;
pub mod stages;
pub mod suite;
pub mod synth;

pub use corpus::{Corpus, MadeUp};
pub use meter::Process;
pub use rows::Row;
pub use suite::Suite;
pub use synth::Synth;
