//! Terminal and desktop integration: terminal modes, input, output, signals, editor, clipboard. No other
//! module touches the terminal; [`crate::app`] and [`crate::ui`] do not depend on this one.

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
mod restore;
pub mod runner;
pub mod session;
pub mod signals;

pub use runner::{Ended, RunOptions, run};
