//! A term, and the options of the scanners of ASCII and of other text.

use std::collections::HashSet;

use xxhash_rust::xxh3::xxh3_64;

use crate::base::{MaskedRange, Reason};

/// A term of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// 64-bit hash of the normalised term (XXH3 of its UTF-8 bytes); identical on every platform.
    pub hash: u64,
    /// Byte offset of the start in the original text.
    pub start: u32,
    /// Byte offset of the end (exclusive).
    pub end: u32,
}

/// Options that determine the terms of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct TermOptions {
    pub keep_case: bool,
    pub drop_numbers: bool,
    /// Look-alike letters are folded.
    pub fold: bool,
    /// Vowel signs of Arabic are dropped, and the two forms of yeh and of kaf are one letter.
    pub fold_arabic: bool,
    /// Hashes of the stop words.
    pub stop: HashSet<u64>,
}

/// Receives the terms of a text, in order.
pub(super) trait TermSink {
    /// Receives a term. `word` is the hashed form if it differs from the text; `None` is a run of ASCII. `apart` tells
    /// whether other text separates the term from the previous one.
    fn take(&mut self, term: Term, word: Option<&str>, apart: bool);
}

impl<F: FnMut(Term)> TermSink for F {
    #[inline]
    fn take(&mut self, term: Term, _: Option<&str>, _: bool) {
        self(term);
    }
}

impl TermOptions {
    /// Emits a term unless it is a stop word; returns whether it was emitted.
    #[inline]
    pub fn emit(
        &self,
        term: Term,
        word: Option<&str>,
        apart: bool,
        sink: &mut impl TermSink,
    ) -> bool {
        let is_emitted = self.stop.is_empty() || !self.stop.contains(&term.hash);
        if is_emitted {
            sink.take(term, word, apart);
        }
        is_emitted
    }
}

/// Hash of the UTF-8 bytes of a normalised term.
#[inline]
pub(crate) fn hash(word: &[u8]) -> u64 {
    xxh3_64(word)
}

/// The terms inside each of `spans` (byte offsets, ascending and disjoint), as ranges of positions; spans without
/// a term are skipped.
pub fn ranges_of(terms: &[Term], spans: &[(usize, usize)], reason: Reason) -> Vec<MaskedRange> {
    let ranges = spans.iter().map(|&(start, end)| {
        let first = terms.partition_point(|term| (term.start as usize) < start);
        let inside = terms[first..].iter();
        let inside = inside.take_while(|term| term.end as usize <= end).count();
        MaskedRange {
            start: first as u32,
            end: (first + inside) as u32,
            reason,
        }
    });
    ranges.filter(|range| range.start < range.end).collect()
}
