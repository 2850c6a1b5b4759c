//! HTML within documents.

use crate::corpus::extract::{Extracted, LeftOut, Limits};
use crate::corpus::html::{Page, Syntax};
use crate::corpus::limits::Clock;
use crate::corpus::{SkipReason, html};
use crate::settings::Reading;

fn page(source: &str, syntax: Syntax, limits: &Limits) -> Result<Page, SkipReason> {
    let reading = Reading {
        max_depth: limits.max_depth,
        max_seconds: limits.max_seconds,
        ..Reading::default()
    };
    html::page(source, syntax, &reading, &Clock::start(&reading))
}

/// The text of a page that a reader sees, and the number of what its elements hide.
pub(super) fn seen(source: &str, syntax: Syntax, limits: &Limits) -> Result<Extracted, SkipReason> {
    let page = page(source, syntax, limits)?;
    Ok(Extracted {
        left_out: LeftOut {
            hidden: u32::try_from(page.unseen.len()).unwrap_or(u32::MAX),
            ..LeftOut::default()
        },
        ..Extracted::from(page.seen())
    })
}
