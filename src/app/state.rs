//! State of each screen.

pub mod blocks;
pub mod clusters;
pub mod compare;
pub mod corpus;
pub mod decisions;
pub mod document;
pub mod histogram;
pub mod lecture;
pub mod masked;
pub mod mirrors;
pub mod pair_list;
pub mod reanalysis;
pub mod search;
pub mod tune;

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
