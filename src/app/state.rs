//! State of each screen.

pub mod corpus;
pub mod decisions;
pub mod histogram;
pub mod masked;
pub mod reanalysis;

/// Names of themes and which is shown. Empty where the terminal has too few colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Themes {
    /// Name and description of each.
    pub all: Vec<(String, String)>,
    /// The one that is shown.
    pub shown: usize,
    /// The one that was shown before the list was opened.
    pub before: usize,
}
