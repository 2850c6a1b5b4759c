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

use crate::base::width::Width;
use unicode_segmentation::UnicodeSegmentation;

use crate::similarity::Measure;
use crate::typeset::figures::Glyphs;

/// The name of a measure within a sentence.
pub fn measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Jaccard => "Jaccard",
        other => other.name(),
    }
}

/// `text` truncated at its end to `width` columns.
pub fn end_cut(text: &str, width: usize, glyphs: Glyphs) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut left = width.saturating_sub(1);
    for cluster in text.graphemes(true) {
        match left.checked_sub(cluster.width()) {
            Some(rest) => left = rest,
            None => break,
        }
        kept.push_str(cluster);
    }
    if width > 0 {
        kept.push(glyphs.cut());
    }
    kept
}
