//! Text becomes terms, and terms become shingle hashes.
//!
//! Everything here is a pure function of a text and the settings: the same on every platform, in
//! every run and at any number of threads, because the store keeps what it returns.

mod chars;
pub mod disguise;
pub mod disguised;
pub mod shingles;
mod slow_path;
pub mod stopwords;
pub mod terms;

pub use disguised::Disguise;
pub use terms::{Normaliser, Term, term_text};
