//! Results as tables, CSV, JSON and JSON Lines, for people's eyes and for scripts.

pub mod format;
pub mod table;

pub use format::{Cell, Format, Row, Writer};
