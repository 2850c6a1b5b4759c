//! Files, folders and JSON Lines become documents: one text each, with an id, a title and a place,
//! or a line in the list of what was not read and why.

pub mod document;

pub use document::{Document, DocumentRow, Encoding, Kind, Place, SkipReason, Skipped};
