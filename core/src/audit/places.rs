//! Places in texts, and why a text cannot be shown.

use serde::Serialize;

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Pages {
    /// Line, from 1.
    pub line: u32,
    /// Page, from 1, if the text has pages.
    pub page: Option<u32>,
}

/// Why the passages of a pair are not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Problem {
    /// A text is another one than when it was read.
    Changed,
    /// A text cannot be read again.
    Unreadable,
}
