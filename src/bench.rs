//! Measurements of speed and memory on a corpus of the user's own, the same for the `bench` command
//! and for `cargo bench`; and a generator of corpora with known near-duplicates to measure on.
//!
//! Every end-to-end figure comes from a process of its own ([`job`], started by [`child`]), so that
//! processor time and peak memory are that work's alone. Where two things are compared, runs of the
//! one and the other take turns and medians are told: what else the machine does then hits both.
//! Processor seconds are meant unless a row says otherwise. Nothing here passes or fails by a clock.

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
