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

use ratatui::text::Span;

use crate::similarity::Measure;
pub use crate::typeset::figures::end_cut;
use crate::ui::theme::{Role, Theme};

/// One of the tabs of a screen below those of the top line. Brackets around the current one show it without colour.
pub fn tab<'a>(theme: &Theme, name: &str, is_current: bool) -> Span<'a> {
    if is_current {
        theme.span(Role::Title, format!("[{name}]"))
    } else {
        theme.span(Role::Dim, format!(" {name} "))
    }
}

/// The name of a measure within a sentence.
pub fn measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Jaccard => "Jaccard",
        other => other.name(),
    }
}
