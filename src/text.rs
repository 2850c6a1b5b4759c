//! Text becomes terms, and terms become shingle hashes.

pub mod shingles;
