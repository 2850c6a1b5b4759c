//! Reasons why a document gives no text.

use crate::base::units;
use crate::corpus::SkipReason;
use crate::corpus::extract::LeftOut;

/// The reason for a document that is not built as its format asks.
pub(super) fn damaged(why: impl std::fmt::Display) -> SkipReason {
    SkipReason::Damaged(why.to_string())
}

/// A document without text of which parts are missing is damaged, not empty.
pub(super) fn none_missing_without_text(text: &str, left_out: &LeftOut) -> Result<(), SkipReason> {
    match left_out.missing {
        missing if missing > 0 && text.trim().is_empty() => Err(damaged(format!(
            "it has no text, and {} of it cannot be had",
            units::counted(missing.into(), "part", "parts")
        ))),
        _ => Ok(()),
    }
}

/// What a panic says, one line of it.
pub(super) fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied());
    let line = text.unwrap_or("no reason given").lines().next();
    line.unwrap_or_default().chars().take(120).collect()
}
