//! Terminal and desktop integration: terminal modes, input, output, signals, editor, clipboard. No other module touches
//! the terminal; [`crate::app`] and [`crate::ui`] do not depend on this one.

mod background;
pub mod capabilities;
mod clipboard;
mod editor;
mod input;
pub mod out_of_memory;
pub mod painter;
pub mod panics;
pub mod restore;
pub mod runner;
pub mod session;
pub mod signals;

pub use runner::{RunOptions, run};
