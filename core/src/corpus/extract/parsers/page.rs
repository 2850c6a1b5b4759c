//! HTML within documents.

use crate::corpus::extract::Limits;
use crate::corpus::limits::Clock;
use crate::corpus::{SkipReason, html};
use crate::settings::Reading;

/// The visible text of a page.
pub(super) fn visible(source: &str, limits: &Limits) -> Result<String, SkipReason> {
    let reading = Reading {
        max_depth: limits.max_depth,
        max_seconds: limits.max_seconds,
        ..Reading::default()
    };
    Ok(html::page(source, &reading, &Clock::start(&reading))?.text)
}
