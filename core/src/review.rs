//! Decisions about a corpus, as acts of a journal: who decided what, when, on which texts, with which figures and
//! settings. The journal also records which masks are on.
//!
//! Targets are recognised by content, so a decision survives renaming, moving and another run. The journal is text, one
//! act per line; [`Journal`] parses it, and [`ReviewState`] applies it to a collection. Only `engine::review` reads and
//! writes files.

mod act;
mod journal;
mod state;
mod subject;
mod target;

pub use act::{
    Act, Choice, ChoiceAct, Decision, Figures, JudgedWith, Statement, Timestamp, mask_changes,
    with_kept,
};
pub use journal::{DatedLine, InvalidLine, Journal, JournalError, JournalLine, Offer, addition};
pub use state::{CurrentDecision, DecisionStatus, Reopening, ReviewEntry, ReviewState};
pub use subject::{DecisionKey, DecisionSubject, Digest, TextRef};
pub use target::{DecisionTarget, Mark};
