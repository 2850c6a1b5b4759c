//! Input documents: files, folders, archives and the rows of tables become documents with text, id, title and place.
//! Everything else is listed with the reason for skipping it.
//!
//! Nothing is skipped silently, and a single bad file does not stop a run.

pub mod archive;
pub mod child;
pub mod content;
pub mod cut_short;
pub mod date;
pub mod decode;
mod decode_table;
pub mod demo;
pub mod discover;
pub mod document;
mod encoding;
pub mod entry;
pub mod extract;
pub mod file_kind;
pub mod formats;
pub mod html;
pub mod job_folder;
pub mod jsonl;
pub mod limits;
mod nearly_json;
pub mod opened;
pub mod packing;
pub mod place;
pub mod random_access;
pub mod read;
mod repetition;
pub mod review_file;
mod roots;
mod row_view;
pub mod selection;
mod skip_reason;
pub mod stamp;
pub mod standard_input;
pub mod table;
pub mod unpacked;
mod url_list;
pub mod warc;
pub mod whole_file;

pub use date::{Date, DateSource, Dated};
pub use decode_table::decode_table;
pub use discover::{Listing, Source, discover};
pub use document::{Document, DocumentRow, Kind, NO_DATE, Skipped};
pub use encoding::Encoding;
pub use entry::Entry;
pub use place::{Place, PlaceView, RowSpan};
pub use row_view::RowView;
pub use selection::{Selected, Selection};
pub use skip_reason::SkipReason;
pub use stamp::Stamp;
pub use whole_file::{whole_file, whole_file_of_at_most};
