//! Benchmarks of speed and memory on a corpus of the user, shared by the `bench` command and `cargo
//! bench`. Compiled with the feature `bench`, which is on by default.
//!
//! Every end-to-end figure is measured in a separate process ([`job`], run by `tasks`, started by [`child`]), so
//! CPU time and peak memory are those of that work only. Compared variants are run alternately and
//! medians are reported, so other load on the machine affects both. Times are CPU seconds unless a
//! row says otherwise. No result passes or fails by a clock.

pub mod against;
mod bare;
mod bare_pass;
pub mod child;
mod cores;
pub mod corpus;
pub mod growth;
pub mod job;
pub mod kernels;
mod lab;
mod lab_rows;
pub mod large;
mod meter;
mod methods;
pub mod rows;
pub mod stages;
pub mod suite;
mod tasks;

pub use corpus::{Corpus, MadeUp};
pub use rows::Row;
pub use suite::Suite;
