//! Files, folders and JSON Lines become documents: one text each, with an id, a title and a place,
//! or a line in the list of what was not read and why.
//!
//! Nothing is skipped silently and no one bad file stops a run.

pub mod decode;
pub mod demo;
pub mod discover;
pub mod document;
pub mod html;
pub mod jsonl;
pub mod limits;
pub mod opened;
pub mod read;
pub mod stamp;
mod unseen;

pub use discover::{Entry, Listing, Source, discover};
pub use document::{Document, DocumentRow, Encoding, Kind, Place, SkipReason, Skipped};
pub use stamp::Stamp;
