//! An audit: everything that a written report says of a corpus, as plain data. The figures are those of the lists and
//! commands, because the same functions compute them; texts are read again from their sources.
//!
//! [`audit()`] answers a [`Question`] about the pairs of a corpus; the command and the screens ask it alike.

mod data;
mod decision_summary;
mod documents;
mod fingerprint;
mod folds;
mod gather;
mod groups;
mod names;
mod not_read;
mod pieces;
mod places;
mod provenance;
mod question;
mod scope;
mod sides;
mod text;

pub use data::{
    Audit, AuditQuestion, ComparedEntry, Corpus, Counts, DecisionEntry, DecisionSummary,
    DocumentEntry, Edge, Figures, Group, Interval, MaskedBy, Masks, NotRead, Opinion, Outdated,
    Pages, PairEntry, PartsLeftOut, PassageEntry, Problem, ScopeEntry, SideFigures, SourceEntry,
    Spread, Stretch, Strip,
};
pub use fingerprint::fingerprint;
pub use gather::AuditContents;
pub use names::aliases;
pub use not_read::KINDS;
pub use pieces::{Mark, Part, Row};
pub use provenance::{CorpusEntry, Provenance};
pub use question::{AuditPairs, Question, Watch, audit};
pub use scope::Scope;
pub use sides::Context;
