//! Messages about decisions.

use std::path::PathBuf;
use std::sync::Arc;

use super::shared_error::SharedError;
use crate::collection::Collection;
use crate::lab::judge::Answer;
use crate::review::{On, ReviewState, Statement};

/// A decision to add to the journal.
#[derive(Clone, Debug)]
pub struct Decide {
    /// Number of the act in this session, ascending.
    pub number: u64,
    /// The collection that the documents are of.
    pub collection: Arc<Collection>,
    /// What it is about.
    pub on: On,
    /// All that the person now says of it.
    pub said: Statement,
}

impl PartialEq for Decide {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.collection, &other.collection)
            && (self.number, &self.on, &self.said) == (other.number, &other.on, &other.said)
    }
}

/// What the next pair to judge is chosen by.
#[derive(Clone, Debug)]
pub struct AskedPair {
    /// The collection that the documents are of.
    pub collection: Arc<Collection>,
    /// All answers, in the order given.
    pub answers: Vec<Answer>,
    /// The current threshold, where judging starts, 0..=1.
    pub threshold: f64,
}

impl PartialEq for AskedPair {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.collection, &other.collection)
            && (&self.answers, self.threshold) == (&other.answers, other.threshold)
    }
}

/// The journal as it is on disk, for one collection.
#[derive(Clone, Debug)]
pub struct Review {
    /// The collection.
    pub collection: Arc<Collection>,
    /// What the journal means for it.
    pub state: Arc<ReviewState>,
    /// Path of the journal, which may not exist yet; or why there is none.
    pub place: Result<PathBuf, SharedError>,
    /// What the user should know of its place.
    pub note: Option<String>,
    /// In whose name decisions are written.
    pub person: String,
    /// Number of the last act of this session that was written or refused; 0 before the first.
    pub handled: u64,
}
