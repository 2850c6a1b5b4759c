//! The plots of the Tune screen, and the question that each answers.

/// The plots of the Tune screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// Probability of becoming a candidate pair by similarity, over the histogram of pairs.
    #[default]
    SCurve,
    /// Estimates against exact values.
    Estimates,
    /// Number of clusters and pairs by threshold.
    Thresholds,
    /// Number of clusters and pairs by k.
    ByK,
    /// Precision and recall from labels.
    Labels,
    /// Changes of the pinned clusters.
    Changes,
    /// Heat map of a grid of settings.
    Sweep,
}

impl View {
    /// All plots in display order.
    pub const ALL: [View; 7] = [
        View::SCurve,
        View::Estimates,
        View::Thresholds,
        View::ByK,
        View::Labels,
        View::Changes,
        View::Sweep,
    ];

    /// The question that the plot answers.
    pub fn question(self) -> &'static str {
        match self {
            View::SCurve => "what would LSH miss?",
            View::Estimates => "can I trust estimates?",
            View::Thresholds => "which threshold?",
            View::ByK => "which k?",
            View::Labels => "what do the labels say?",
            View::Changes => "what changed?",
            View::Sweep => "which settings?",
        }
    }

    /// The question in a word or two, for narrow tabs.
    pub fn short(self) -> &'static str {
        match self {
            View::SCurve => "missed?",
            View::Estimates => "trust?",
            View::Thresholds => "threshold?",
            View::ByK => "k?",
            View::Labels => "labels?",
            View::Changes => "changed?",
            View::Sweep => "settings?",
        }
    }

    /// The plot that follows; after the last comes the first.
    pub fn next(self) -> View {
        View::ALL[(self as usize + 1) % View::ALL.len()]
    }
}
