//! Decisions that people take about a corpus, as acts of a journal: who decided what, when, on which texts, with
//! which figures and settings; and the masks that are kept with the corpus.
//!
//! Things are recognised by content, so that a decision survives other names, other places and another run. The
//! journal is text, one act a line; [`Journal`] reads and forms it, [`ReviewState`] says what it means for a
//! collection, [`merge()`] joins two journals and [`agreements`] compares people. Nothing here touches a file:
//! `engine::review` does.

mod act;
mod agreement;
mod digest;
mod journal;
mod latest;
mod mark;
mod masking;
mod merge;
mod on;
mod state;
mod texts;
mod thing;
mod timestamp;

pub use act::{Act, Decision, Figures, JudgedWith, PassageSettings, Statement};
pub use agreement::{Agreement, Conflict, agreements, conflicts};
pub use digest::Digest;
pub use journal::{Broken, Journal, JournalError, Line, addition};
pub use latest::latest;
pub use mark::Mark;
pub use masking::{Mask, MaskAct, mask_changes, with_kept};
pub use merge::{merge, missing};
pub use on::{On, words};
pub use state::{DecisionStatus, Entry, Judgement, Reopening, ReviewState};
pub use texts::Texts;
pub use thing::{Key, Span, TextRef, Thing};
pub use timestamp::Timestamp;
