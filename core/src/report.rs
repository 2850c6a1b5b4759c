//! Output of results as aligned tables, CSV, JSON, JSON Lines and Parquet.

mod cell;
mod columnar;
pub mod columns;
mod format;
mod sections;
mod table;

pub use cell::{Cell, OutputColumn, Row};
pub use format::{Destination, Format, RowWriter, Tables};
pub use sections::Section;
