//! Input documents: files, folders, archives and the rows of tables become documents with text, id, title and place.
//! Everything else is listed with the reason for skipping it.
//!
//! Nothing is skipped silently, and a single bad file does not stop a run.

pub mod archive;
pub mod child;
pub mod content;
mod dated;
pub mod decode;
pub mod demo;
pub mod discover;
pub mod document;
pub mod entry;
pub mod extract;
pub mod extracted;
pub mod formats;
pub mod html;
pub mod job_folder;
pub mod jsonl;
pub mod limits;
pub mod location;
pub mod opened;
pub mod packing;
pub mod random_access;
pub mod read;
pub mod selection;
mod skip_reason;
pub mod table;
pub mod warc;

pub use dated::{DateSource, Dated, first_seen};
pub use decode::Encoding;
pub use discover::{Listing, Source, discover};
pub use document::{Document, DocumentRow, Kind, NO_DATE, RowView, Skipped};
pub use entry::Entry;
pub use location::{PlaceView, RowSpan, SourceLocation};
pub use selection::{Selected, Selection};
pub use skip_reason::SkipReason;
