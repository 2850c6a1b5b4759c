//! Counts over all documents of a collection.

use std::collections::HashMap;

use crate::corpus::{Encoding, Kind};

/// Counts over all documents of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Documents of each encoding, in no order.
    pub encodings: HashMap<Encoding, usize>,
    /// Documents of each input format, in no order.
    pub kinds: HashMap<Kind, usize>,
    /// Documents whose encoding was guessed or that had invalid bytes.
    pub assumed: usize,
    /// Total size of the source text in bytes.
    pub bytes: u64,
    /// Total number of terms.
    pub terms: u64,
    /// Documents with at least one term but fewer than k.
    pub short: usize,
    /// Documents without terms; they are similar to nothing.
    pub wordless: usize,
    /// Checksum of all ids in the order of the documents.
    pub(super) ids: u128,
}

impl Summary {
    /// Adds documents of one encoding and format.
    pub(super) fn add_run(&mut self, run: Option<((Encoding, Kind), usize)>) {
        if let Some(((encoding, kind), documents)) = run {
            *self.encodings.entry(encoding).or_default() += documents;
            *self.kinds.entry(kind).or_default() += documents;
        }
    }

    /// Adds the counts of other documents.
    pub(super) fn add(&mut self, other: Summary) {
        for (encoding, documents) in other.encodings {
            *self.encodings.entry(encoding).or_default() += documents;
        }
        for (kind, documents) in other.kinds {
            *self.kinds.entry(kind).or_default() += documents;
        }
        self.assumed += other.assumed;
        self.bytes += other.bytes;
        self.terms += other.terms;
        self.short += other.short;
        self.wordless += other.wordless;
    }
}
