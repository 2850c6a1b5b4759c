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

/// A corpus of the list to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedCorpus {
    /// Its name, for display.
    pub name: String,
    /// Its paths, for display; of a demo, what it has.
    pub paths: String,
    /// How long ago it was left: "3 days ago"; empty for a demo.
    pub ago: String,
}

/// A corpus that the screens are left for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherCorpus {
    /// One opened before, by its index in [`Visits::recent`].
    Recent(usize),
    /// The demo that is not open.
    Demo,
}

/// What is known of earlier runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Visits {
    /// Where this corpus was left the last time.
    pub last: Option<LastVisit>,
    /// The demo that is open, and the other one; `None` unless a demo is open.
    pub demos: Option<[ListedCorpus; 2]>,
    /// Corpora opened before, the last first; empty unless one may be chosen.
    pub recent: Vec<ListedCorpus>,
    /// Whether their list is in front at the start.
    pub offers: bool,
    /// Whether the tour begins by itself.
    pub tour: bool,
    /// Whether nothing of how this corpus is looked at is kept for the next run.
    pub forgets: bool,
}

impl Visits {
    /// The rows of the list to open: the open demo, the corpora opened before, the other demo. Empty unless a demo is
    /// open.
    pub fn rows(&self) -> impl Iterator<Item = &ListedCorpus> {
        let demos = self.demos.iter();
        demos.flat_map(|[open, other]| [open].into_iter().chain(&self.recent).chain([other]))
    }

    /// The corpus of a row; `None` for the open demo.
    #[must_use]
    pub fn other(&self, row: usize) -> Option<OtherCorpus> {
        let at = row.checked_sub(1)?;
        Some(match at < self.recent.len() {
            true => OtherCorpus::Recent(at),
            false => OtherCorpus::Demo,
        })
    }
}

/// What a later run may go on from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Left {
    /// Where the screens were left.
    pub visit: LastVisit,
    /// Whether the tour was neither finished nor ended by its key.
    pub in_tour: bool,
}
