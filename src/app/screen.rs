//! Which screen is in front.

/// The screens, by the names that the documentation uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Screen {
    /// The list of clusters, the first screen.
    Clusters,
    /// One document and its neighbours.
    Document,
    /// Two documents side by side.
    Compare,
    /// Full-text search.
    Search,
    /// What was not read.
    Skipped,
    /// Settings, counts, times.
    About,
    /// What settings do to the corpus.
    Tune,
}

impl Screen {
    /// All of them.
    pub const ALL: [Screen; 7] = [
        Screen::Clusters,
        Screen::Document,
        Screen::Compare,
        Screen::Search,
        Screen::Skipped,
        Screen::About,
        Screen::Tune,
    ];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Screen::Clusters => "Clusters",
            Screen::Document => "Document",
            Screen::Compare => "Compare",
            Screen::Search => "Search",
            Screen::Skipped => "Skipped",
            Screen::About => "About this corpus",
            Screen::Tune => "Tune",
        }
    }
}
