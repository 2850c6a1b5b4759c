//! Text processing: text to terms, and terms to shingle hashes.
//!
//! All functions are pure functions of text and settings. The index stores the results, so they must be identical on
//! every platform, in every run and with any number of threads.

mod chars;
pub mod disguise;
pub mod disguised;
pub mod front_matter;
mod line_hyphens;
mod presentation;
pub mod quotations;
pub mod references;
pub mod shingles;
mod slow_path;
pub mod stopwords;
mod term;
pub mod terms;

pub use chars::{blank, character};
pub use disguised::Disguise;
pub(crate) use presentation::plain_arabic;
pub use slow_path::term_text;
pub(crate) use slow_path::{is_as_written, is_spaceless, word_of};
pub(crate) use term::hash;
pub use term::{Term, ranges_of};
pub use terms::Normaliser;
