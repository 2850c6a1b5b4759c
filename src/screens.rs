//! The screens, one folder each: state, update by keys, view.

/// Settings, counts and times of the corpus.
pub mod about {
    pub mod view;
}
/// Passages that many documents contain.
pub mod blocks {
    pub mod state;
    pub mod update;
    pub mod view;
}
/// Clusters of near-duplicates, the first tab.
pub mod clusters {
    pub mod new_clusters;
    pub mod state;
    pub mod update;
    pub mod view;
}
/// Two documents side by side.
pub mod compare {
    pub mod state;
    pub mod view;
}
/// One document and its neighbours or sources.
pub mod document {
    pub mod state;
    pub mod view;
}
/// Documents with copied text, the third tab.
pub mod documents {
    pub mod state;
    pub mod update;
    pub mod view;
}
/// A lecture in stages.
pub mod lecture {
    pub mod state;
    pub mod update;
    pub mod view;
}
/// Pairs of folders or hosts with the same documents.
pub mod mirrors {
    pub mod state;
    pub mod update;
    pub mod view;
}
/// Pairs with copied text, the second tab.
pub mod pairs {
    pub mod state;
    pub mod update;
    pub mod view;
}
/// Full-text search, the fourth tab.
pub mod search {
    pub mod state;
    pub mod view;
}
/// Files and rows that were not read.
pub mod skipped {
    pub mod view;
}
/// The effect of each setting on the corpus, the fifth tab.
pub mod tune {
    pub mod state;
    pub mod update;
    pub mod view;
}
