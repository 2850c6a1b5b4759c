//! Output of results as aligned tables, CSV, JSON and JSON Lines.

mod cell;
mod format;
mod sections;
mod table;

pub use cell::{Cell, Column, Row};
pub use format::{Destination, Format, Writer};
pub use sections::Section;
