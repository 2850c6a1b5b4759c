//! Output of results as aligned tables, CSV, JSON and JSON Lines.

mod cell;
pub mod format;
mod sections;
pub mod table;

pub use format::{Cell, Format, Row, Writer};
pub use sections::{Column, Section};
