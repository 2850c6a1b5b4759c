//! The command line: parses the arguments, runs the engine and writes reports of the results.

pub mod args;
#[cfg(feature = "bench")]
mod bench;
mod compare;
mod labels;
mod lists;
mod man;
mod marks;
mod offsets;
mod pair_search;
mod plain;
mod query;
mod ranges;
pub mod run;
mod screens;
mod settings;
mod sweep;
mod synth;
mod talk;
mod tune;
mod verify;
mod why;
mod words;

pub use args::Cli;
pub use run::{main, run};
#[doc(hidden)] // For the tests and the fuzzer: others may have edited a checkpoint file.
pub use sweep::checkpoint::Checkpoint as SweepFile;
pub use words::read;
