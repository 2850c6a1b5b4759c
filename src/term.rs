//! Everything that touches the terminal and the desktop around it: the only part that may switch
//! modes, read input, start an editor. The state and the screens know nothing of it.

pub mod capabilities;
pub mod clipboard;
pub mod editor;
mod editors;
#[cfg(unix)]
pub mod fatal;
pub mod hangup;
pub mod input;
pub mod out_of_memory;
pub mod painter;
pub mod panics;
pub mod pen;
pub mod runner;
pub mod session;
pub mod signals;

pub use runner::{Ended, RunOptions, run};
