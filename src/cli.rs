//! The command line: parses the arguments, runs the engine and writes reports of the results.

pub mod args;
mod arguments;
mod blocks;
mod compare;
mod completions;
pub mod config_file;
mod explain;
mod keep;
mod labels;
mod lists;
mod log_file;
mod man;
mod marks;
mod masks;
mod mirrors;
mod offsets;
mod overlap;
mod pair_search;
mod passages;
mod pipe;
mod plain;
mod process_meter;
mod query;
mod ranges;
mod review;
pub mod run;
#[cfg(feature = "tables")]
mod scale;
mod screens;
mod settings;
mod sources;
mod sweep;
mod synth;
mod talk;
mod tune;
mod verify;
mod where_filter;
mod why;
mod words;
#[cfg(feature = "tables")]
mod worker;

pub use args::Cli;
pub use run::{main, parse_documents_with, run};
pub use words::read;
