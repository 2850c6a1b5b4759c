//! Results as tables, CSV, JSON and JSON Lines, for people's eyes and for scripts.

mod cell;
pub mod format;
mod sections;
pub mod table;

pub use format::{Cell, Format, Row, Writer};
pub use sections::Section;
