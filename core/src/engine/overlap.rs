//! Collections for the estimate of relative sizes: parts of a corpus with a full-text index of their own in
//! memory, and services that are queried through a command.

mod indexed;
mod prepared;
mod query_command;
mod sides;

pub use indexed::{IndexedSide, SharedVocabulary, SideText};
pub use prepared::Prepared;
pub use query_command::{CommandSide, QueryCommand};
pub use sides::{Sides, config, measured, of_collection, texts_of};
