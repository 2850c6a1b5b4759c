//! Child processes in which the parsers of binary formats run, because such files are often damaged and sometimes
//! made to do harm: a parser that fails costs its file and nothing else.
//!
//! A child is the same program with a hidden command ([`serve`]). It gives up what it does not need (`sandbox`)
//! and then takes one request after another from its standard input ([`frames`]). [`process`] is the parent's side.

pub mod frames;
pub mod process;
mod sandbox;
pub mod serve;

pub use process::{end_waiting, set_program};
