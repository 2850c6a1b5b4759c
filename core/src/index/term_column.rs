//! Term hashes of the documents of a segment, as numbers in a dictionary.
//!
//! A term takes one to three bytes instead of eight. Numbers are assigned in the order in which terms first appear, so
//! frequent terms, which appear early, have small numbers. Numbers are written with seven bits per byte (LEB128).
//! Number 0 precedes a hash that is not in the dictionary. A document with exactly eight bytes per term is stored as
//! plain hashes.

use std::borrow::Cow;

use bytemuck::{Pod, Zeroable};

use super::column::Column;
use super::number_table::{BATCH, NumberTable};

/// Maximum number of terms in a dictionary; later terms are written as hashes.
const MAX_TERMS: usize = if cfg!(test) { 40 } else { 1 << 22 };

/// Bytes of a hash, and of the number of terms that is stored after the dictionary.
const HASH: usize = size_of::<u64>();

/// Start of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct DocumentStart {
    /// Offset in bytes.
    pub byte: u64,
    /// Number of terms before it.
    pub term: u64,
}

/// Term hashes of documents, in text order.
#[derive(Debug)]
pub struct TermColumn {
    /// The start of each document, and the end of the last. In memory, because another process could overwrite a mapped
    /// file after the check.
    starts: Vec<DocumentStart>,
    /// The numbers, then the dictionary and its length.
    pub bytes: Column<u8>,
    /// The terms by number, from 1.
    dictionary: Vec<u64>,
}

impl TermColumn {
    /// A column from the output of a [`TermPacker`]; `None` if the parts do not match.
    pub fn new(starts: Vec<DocumentStart>, bytes: Column<u8>) -> Option<Self> {
        let (rest, tail) = bytes.split_last_chunk::<HASH>()?;
        let terms = usize::try_from(u64::from_le_bytes(*tail)).ok()?;
        let size = terms.checked_mul(HASH)?;
        let numbers = rest.len().checked_sub(size)?;
        let dictionary = bytemuck::pod_collect_to_vec(&rest[numbers..]);
        let grows = |w: &[DocumentStart]| {
            // A term takes at least a byte.
            w[0].byte <= w[1].byte
                && w[0].term <= w[1].term
                && w[1].term - w[0].term <= w[1].byte - w[0].byte
        };
        let fits = starts.first() == Some(&DocumentStart::default())
            && starts.windows(2).all(grows)
            && starts.last().map(|last| last.byte) == Some(numbers as u64);
        fits.then_some(TermColumn {
            starts,
            bytes,
            dictionary,
        })
    }

    /// Number of documents.
    pub fn documents(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of terms of all documents.
    pub fn terms_in_all(&self) -> u64 {
        self.starts.last().map_or(0, |last| last.term)
    }

    /// Number of terms of the document at index `row`, without reading them.
    pub fn count(&self, row: usize) -> usize {
        (self.starts[row + 1].term - self.starts[row].term) as usize
    }

    /// The terms of the document at index `row`. If bytes are damaged, the number of terms is still correct.
    pub fn terms(&self, row: usize) -> Cow<'_, [u64]> {
        let (start, end) = (self.starts[row], self.starts[row + 1]);
        let bytes = &self.bytes[start.byte as usize..end.byte as usize];
        let count = self.count(row);
        if bytes.len() != count * HASH {
            return Cow::Owned(unpack(bytes, &self.dictionary, count));
        }
        let aligned = bytemuck::try_cast_slice(bytes).map(Cow::Borrowed);
        aligned.unwrap_or_else(|_| Cow::Owned(bytemuck::pod_collect_to_vec(bytes)))
    }
}

/// Reads `count` terms from `bytes`; missing terms are 0.
fn unpack(bytes: &[u8], dictionary: &[u64], count: usize) -> Vec<u64> {
    let mut terms = Vec::with_capacity(count);
    let mut at = 0;
    let mut byte = || {
        let byte = bytes.get(at).copied().unwrap_or(0);
        at += 1;
        byte
    };
    for _ in 0..count {
        let first = byte();
        let mut number = usize::from(first & 0x7f);
        let (mut continues, mut shift) = (first >= 0x80, 7);
        while continues && shift < 28 {
            let next = byte();
            number |= usize::from(next & 0x7f) << shift;
            (continues, shift) = (next >= 0x80, shift + 7);
        }
        terms.push(match number {
            0 => u64::from_le_bytes(std::array::from_fn(|_| byte())),
            _ => dictionary.get(number - 1).copied().unwrap_or(0),
        });
    }
    terms
}

/// Packs the terms of documents one after the other.
#[derive(Debug, Default)]
pub struct TermPacker {
    /// Hash table from a term, which is its own hash, to its number. The terms are only in the dictionary, where
    /// frequent terms come first.
    numbers: NumberTable,
    dictionary: Vec<u64>,
    end: DocumentStart,
    /// Whether terms are stored as numbers. In memory they are stored as plain hashes, because time matters more than
    /// space there.
    pub uses_dictionary: bool,
}

impl TermPacker {
    /// Appends the terms of a document to `bytes`; returns its end.
    pub fn pack(&mut self, terms: &[u64], bytes: &mut Vec<u8>) -> DocumentStart {
        let begin = bytes.len();
        if !self.uses_dictionary {
            bytes.extend_from_slice(bytemuck::cast_slice(terms));
        }
        let packed = if self.uses_dictionary { terms } else { &[] };
        for terms in packed.chunks(BATCH) {
            let guesses = self.numbers.guesses(terms.iter().copied());
            for (guess, &term) in guesses.into_iter().zip(terms) {
                let is_right =
                    |g: &u32| self.dictionary.get((*g as usize).wrapping_sub(1)) == Some(&term);
                let guess = Some(guess).filter(is_right);
                let mut number = guess.unwrap_or_else(|| self.number(term));
                while number >= 0x80 {
                    bytes.push(number as u8 | 0x80);
                    number >>= 7;
                }
                bytes.push(number as u8);
                if number == 0 {
                    bytes.extend(term.to_le_bytes());
                }
            }
        }
        if self.uses_dictionary && bytes.len() - begin == terms.len() * HASH {
            // Adds a byte that is never read: otherwise the numbers would be read as hashes.
            bytes.push(0);
        }
        self.end.byte += (bytes.len() - begin) as u64;
        self.end.term += terms.len() as u64;
        self.end
    }

    /// The bytes after the last document: the dictionary and its length.
    pub fn finish(mut self) -> Vec<u64> {
        self.dictionary.push(self.dictionary.len() as u64);
        self.dictionary
    }

    /// The number of a term; 0 if it has none and the dictionary is full.
    #[inline]
    fn number(&mut self, term: u64) -> u32 {
        let dictionary = &self.dictionary;
        let is_right = |number: u32| dictionary[number as usize - 1] == term;
        self.numbers
            .find(term, is_right)
            .unwrap_or_else(|slot| self.insert(slot, term))
    }

    #[cold]
    fn insert(&mut self, slot: usize, term: u64) -> u32 {
        if self.dictionary.len() >= MAX_TERMS {
            return 0;
        }
        self.dictionary.push(term);
        let number = self.dictionary.len() as u32;
        let terms = self.dictionary.iter().copied();
        self.numbers.insert(slot, number, terms);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The first `unpacked` documents are written without the dictionary.
    fn packed(documents: &[Vec<u64>], unpacked: usize) -> (Vec<DocumentStart>, Vec<u8>) {
        let (mut packer, mut bytes) = (TermPacker::default(), Vec::new());
        let mut starts = vec![DocumentStart::default()];
        for (row, terms) in documents.iter().enumerate() {
            packer.uses_dictionary = row >= unpacked;
            starts.push(packer.pack(terms, &mut bytes));
        }
        for word in packer.finish() {
            bytes.extend(word.to_le_bytes());
        }
        (starts, bytes)
    }

    proptest! {
        /// Covers more terms than the dictionary can contain, and short and long numbers.
        #[test]
        fn packed_terms_are_the_terms(
            documents in prop::collection::vec(prop::collection::vec(0_u64..60, 0..300), 0..8),
            spread in any::<u64>(),
            unpacked in 0_usize..4,
        ) {
            let documents: Vec<Vec<u64>> = documents
                .into_iter()
                .map(|terms| terms.into_iter().map(|term| term.wrapping_mul(spread | 1)).collect())
                .collect();
            let (starts, bytes) = packed(&documents, unpacked);
            let column = TermColumn::new(starts, Column::Memory(bytes)).unwrap();
            prop_assert_eq!(column.documents(), documents.len());
            let all: usize = documents.iter().map(Vec::len).sum();
            prop_assert_eq!(column.terms_in_all(), all as u64);
            for (row, terms) in documents.iter().enumerate() {
                prop_assert_eq!(&column.terms(row)[..], &terms[..]);
                prop_assert_eq!(column.count(row), terms.len());
            }
        }

        #[test]
        fn damaged_bytes_keep_the_number_of_terms_or_give_no_column(
            documents in prop::collection::vec(prop::collection::vec(0_u64..60, 0..50), 1..5),
            damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        ) {
            let (starts, mut bytes) = packed(&documents, 1);
            for (at, byte) in damage {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some(column) = TermColumn::new(starts, Column::Memory(bytes)) {
                for (row, terms) in documents.iter().enumerate() {
                    prop_assert_eq!(column.terms(row).len(), terms.len());
                }
            }
        }
    }

    #[test]
    fn frequent_terms_take_one_byte() {
        let (starts, bytes) = packed(&[vec![1, 2, 3, 1, 2, 3], vec![3; 100]], 0);
        assert_eq!(
            starts[2],
            DocumentStart {
                byte: 106,
                term: 106
            }
        );
        assert_eq!(bytes.len(), 106 + 4 * 8);
    }

    #[test]
    fn numbers_of_eight_bytes_per_term_are_not_read_as_hashes() {
        // The first document fills the dictionary, which contains one term of the second document.
        let full: Vec<u64> = (0..MAX_TERMS as u64).collect();
        let mixed = vec![0, 100, 101, 102, 103, 104, 105, 106];
        let (starts, bytes) = packed(&[full, mixed.clone()], 0);
        let column = TermColumn::new(starts, Column::Memory(bytes)).unwrap();
        assert_eq!(column.terms(1)[..], mixed[..]);
    }

    #[test]
    fn parts_that_do_not_match_give_no_column() {
        let (starts, bytes) = packed(&[vec![1, 2], vec![3]], 0);
        let column = |starts: &[DocumentStart], bytes: &[u8]| {
            TermColumn::new(starts.to_vec(), Column::Memory(bytes.to_vec()))
        };
        assert!(column(&starts, &bytes).is_some());
        assert!(column(&starts[..2], &bytes).is_none());
        assert!(column(&[], &bytes).is_none());
        assert!(column(&starts, &bytes[..7]).is_none());
        assert!(column(&starts, &bytes[1..]).is_none());
    }
}
