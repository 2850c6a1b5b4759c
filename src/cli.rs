//! The command line: what was asked, turned into a run of the engine and a report of its results.

pub mod args;
mod bench;
mod compare;
mod lists;
mod man;
mod query;
pub mod run;
mod screens;
mod talk;
mod verify;

pub use args::Cli;
pub use run::run;
