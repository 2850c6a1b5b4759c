//! Drawing primitives that several screens use.

pub mod axis;
pub mod decision;
pub mod field;
pub mod filter_line;
pub mod hints;
pub mod name;
pub mod paint;
pub mod panel;
pub mod plot;
pub mod span_cursor;
pub mod status;
pub mod strip;
pub mod top_line;
pub mod tree;

use crate::similarity::Measure;
pub use crate::typeset::figures::end_cut;

/// The name of a measure within a sentence.
pub fn measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Jaccard => "Jaccard",
        other => other.name(),
    }
}
