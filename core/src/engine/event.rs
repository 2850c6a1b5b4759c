//! What an index build reports while it runs, and at its end.

use std::sync::Arc;

use super::edits::FileSnapshot;
use super::progress::Progress;
use crate::candidates::PairSet;
use crate::index::{Collection, FullText};

/// Event of a running build.
#[derive(Debug)]
pub enum Event {
    /// Progress of the current stage.
    Progress(Progress),
    /// The listed files, before any of them is read.
    Listed(FileSnapshot),
    /// The documents with their terms and sketches.
    Collection(Arc<Collection>),
    /// Pairs over the newest collection; a more complete set may follow.
    Pairs(Arc<PairSet>),
    /// The full-text index is ready for queries.
    FullText(Box<FullText>),
    /// A sentence to show to the user.
    Notice(String),
}

/// Summary of a build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Documents read from their sources.
    pub read: u64,
    /// Documents taken unchanged from the store.
    pub kept: u64,
    /// Whether the build was cancelled.
    pub stopped: bool,
}

impl Done {
    /// Cancelled before any document was read.
    pub(super) const STOPPED: Done = Done {
        read: 0,
        kept: 0,
        stopped: true,
    };
}
