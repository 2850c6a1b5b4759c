//! Reasons why a document gives no text.

use crate::corpus::SkipReason;

/// The reason for a document that is not built as its format asks.
pub(super) fn damaged(why: impl std::fmt::Display) -> SkipReason {
    SkipReason::Damaged(why.to_string())
}

/// What a panic says, one line of it.
pub(super) fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied());
    let line = text.unwrap_or("no reason given").lines().next();
    line.unwrap_or_default().chars().take(120).collect()
}
