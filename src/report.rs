//! Output of results as aligned tables, CSV, JSON and JSON Lines.

mod cell;
mod format;
mod sections;
mod table;

pub use format::{Cell, Format, Row, Writer};
pub use sections::Section;
