//! HTML within documents.

use crate::corpus::extract::{Extracted, LeftOut, Limits};
use crate::corpus::html::Syntax;
use crate::corpus::limits::Clock;
use crate::corpus::{SkipReason, html};
use crate::settings::Reading;

/// The text of a page that a reader sees, and the number of what its elements hide.
pub(super) fn seen(source: &str, syntax: Syntax, limits: &Limits) -> Result<Extracted, SkipReason> {
    let reading = Reading {
        max_depth: limits.max_depth,
        max_seconds: limits.max_seconds,
        ..Reading::default()
    };
    let page = html::page(source, syntax, &reading, &Clock::start(&reading))?;
    Ok(Extracted {
        left_out: LeftOut {
            hidden: u32::try_from(page.unseen.len()).unwrap_or(u32::MAX),
            ..LeftOut::default()
        },
        ..Extracted::from(page.seen())
    })
}
