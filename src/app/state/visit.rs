//! Where the screens of a corpus were left, and the corpora opened before.

use serde::{Deserialize, Serialize};

/// Where the screens of a corpus were left.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LastVisit {
    /// The threshold, 0..=1.
    pub threshold: f64,
    /// The screen in front, by the name of the command that opens it; empty for Clusters and Document.
    #[serde(default)]
    pub screen: String,
    /// Text of the filter of the clusters.
    #[serde(default)]
    pub clusters_filter: String,
    /// Text of the filter of the pairs.
    #[serde(default)]
    pub pairs_filter: String,
    /// Id of the document in hand.
    #[serde(default)]
    pub document: Option<String>,
    /// Whether the screen was that of the document.
    #[serde(default)]
    pub in_document: bool,
}

/// A corpus opened before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentCorpus {
    /// Its name, for display.
    pub name: String,
    /// Its paths, for display.
    pub paths: String,
    /// How long ago it was left: "3 days ago".
    pub ago: String,
}

/// What is known of earlier runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Visits {
    /// Where this corpus was left the last time.
    pub last: Option<LastVisit>,
    /// Corpora opened before, the last first; empty unless one may be chosen.
    pub recent: Vec<RecentCorpus>,
    /// Whether their list is in front at the start.
    pub offers: bool,
    /// Whether the tour begins by itself.
    pub tour: bool,
    /// Whether nothing of how this corpus is looked at is kept for the next run.
    pub forgets: bool,
}

/// What a later run may go on from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Left {
    /// Where the screens were left.
    pub visit: LastVisit,
    /// Whether the tour was neither finished nor ended by its key.
    pub in_tour: bool,
}
