//! Decisions that people take about a corpus, as acts of a journal: who decided what, when, on which texts, with
//! which figures and settings; and the masks that are kept with the corpus.
//!
//! Things are recognised by content, so that a decision survives other names, other places and another run. The
//! journal is text, one act a line; [`Journal`] reads it, and [`ReviewState`] says what it means for a collection.
//! Nothing here touches a file: `engine::review` does.

mod act;
mod journal;
mod state;
mod subject;
mod target;

pub use act::{
    Act, Choice, ChoiceAct, Decision, Figures, JudgedWith, Statement, Timestamp, mask_changes,
    with_kept,
};
pub use journal::{Broken, DatedLine, Journal, JournalError, JournalLine, Offer, addition};
pub use state::{CurrentDecision, DecisionStatus, Reopening, ReviewEntry, ReviewState};
pub use subject::{DecisionKey, DecisionSubject, Digest, TextRef};
pub use target::{DecisionTarget, Mark};
