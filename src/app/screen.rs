//! The screens of the program.

/// Screen identifiers, named as in the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Screen {
    /// List of clusters, the first screen.
    Clusters,
    /// List of pairs of documents.
    Pairs,
    /// List of documents with copied text.
    Documents,
    /// One document and its neighbours.
    Document,
    /// Two documents side by side.
    Compare,
    /// Full-text search.
    Search,
    /// Files and rows that were not read.
    Skipped,
    /// Settings, counts, times.
    About,
    /// Effects of settings on the corpus.
    Tune,
    /// Passages that recur, by how many documents hold them.
    Blocks,
    /// Pairs of trees that hold the same documents.
    Mirrors,
    /// A lecture in stages.
    Lecture,
}

impl Screen {
    /// All screens.
    pub const ALL: [Screen; 12] = [
        Screen::Clusters,
        Screen::Pairs,
        Screen::Documents,
        Screen::Document,
        Screen::Compare,
        Screen::Search,
        Screen::Skipped,
        Screen::About,
        Screen::Tune,
        Screen::Blocks,
        Screen::Mirrors,
        Screen::Lecture,
    ];

    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Screen::Clusters => "Clusters",
            Screen::Pairs => "Pairs",
            Screen::Documents => "Documents",
            Screen::Document => "Document",
            Screen::Compare => "Compare",
            Screen::Search => "Search",
            Screen::Skipped => "Skipped",
            Screen::About => "About this corpus",
            Screen::Tune => "Tune",
            Screen::Blocks => "Common blocks",
            Screen::Mirrors => "Mirrors",
            Screen::Lecture => "Lecture",
        }
    }
}
