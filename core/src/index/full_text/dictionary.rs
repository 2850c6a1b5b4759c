//! Words of a field of one segment, each with a number.
//!
//! The hash of each word is already known ([`Normaliser::scan`](crate::text::Normaliser::scan)), so a look-up
//! costs one access to the table and one to the word itself. Frequent words appear early in texts, so they are together
//! at the beginning. Bytes are compared as well, so words with equal hashes stay distinct.
//!
//! Normal form reorders the characters of some combining sequences, so a part of one term can be before the span of the
//! next term. The hash of such a term differs from the hash of its span; its word is looked up by the hash of the
//! normalised span.

use super::tokenizer::push_normal;
use crate::index::number_table::{BATCH, NumberTable};

/// Bytes of a word that are stored next to its hash.
const HEAD: usize = size_of::<u64>();

/// A word, in half a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
struct Word {
    hash: u64,
    /// The first bytes, then zeros.
    head: u64,
    /// Offset of the whole word.
    start: u64,
    length: u32,
    count: u32,
}

/// Normalised words, numbered from 0 in the order of their first look-up.
#[derive(Debug)]
pub(super) struct Dictionary {
    /// Numbers plus 1.
    numbers: NumberTable,
    words: Vec<Word>,
    /// The words one after the other.
    bytes: Vec<u8>,
    normal: String,
    /// The hash of a word in normal form.
    hash_of: fn(&[u8]) -> u64,
}

impl Default for Dictionary {
    fn default() -> Self {
        Dictionary::new(crate::text::hash)
    }
}

impl Dictionary {
    /// Creates an empty dictionary; `hash_of` hashes a word in normal form.
    fn new(hash_of: fn(&[u8]) -> u64) -> Self {
        Dictionary {
            numbers: NumberTable::default(),
            words: Vec::new(),
            bytes: Vec::new(),
            normal: String::new(),
            hash_of,
        }
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.numbers.bytes() + size_of_val(&*self.words) + self.bytes.len()
    }

    /// Removes all words and keeps the memory.
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.words.clear();
        self.bytes.clear();
    }

    /// The entries of the table in the first slots of these hashes.
    #[inline]
    pub fn guesses(&self, hashes: impl Iterator<Item = u64>) -> [u32; BATCH] {
        self.numbers.guesses(hashes)
    }

    /// Counts the word that is the normal form of `span`, and returns its number. `hash` is the hash of the term of
    /// `span`, nearly always the hash of the word. `guess` is from [`Dictionary::guesses`], perhaps from before other
    /// words were counted.
    #[inline]
    pub fn count(&mut self, guess: u32, hash: u64, span: &str) -> u32 {
        if let Some(at) = guess.checked_sub(1)
            && let Some(word) = self.words.get_mut(at as usize)
            && word.hash == hash
            && (is_short_same(word, span) || is_same(word, &self.bytes, &mut self.normal, span))
        {
            word.count += 1;
            return at;
        }
        self.search(hash, span)
    }

    fn search(&mut self, hash: u64, span: &str) -> u32 {
        let (words, bytes, normal) = (&self.words, &self.bytes, &mut self.normal);
        let is_right = |number: u32| {
            let word = &words[number as usize - 1];
            word.hash == hash && is_same(word, bytes, normal, span)
        };
        match self.numbers.find(hash, is_right) {
            Ok(number) => {
                self.words[number as usize - 1].count += 1;
                number - 1
            }
            Err(slot) => self.insert(slot, hash, span),
        }
    }

    /// The word with this number.
    #[inline]
    pub fn word(&self, number: u32) -> &[u8] {
        bytes_of(&self.words[number as usize], &self.bytes)
    }

    /// How often each word was counted.
    pub fn counts(&self) -> impl ExactSizeIterator<Item = u32> {
        self.words.iter().map(|word| word.count)
    }

    /// Numbers of all words in the order of their bytes.
    pub fn in_order(&self) -> Vec<u32> {
        let words = self.words.iter().zip(0..);
        let mut order: Vec<(u64, u32)> = words.map(|(w, n)| (w.head.swap_bytes(), n)).collect();
        order.sort_unstable_by(|a, b| {
            let words = || self.word(a.1).cmp(self.word(b.1));
            a.0.cmp(&b.0).then_with(words)
        });
        order.into_iter().map(|(_, number)| number).collect()
    }

    #[cold]
    fn insert(&mut self, slot: usize, hash: u64, span: &str) -> u32 {
        self.normal.clear();
        push_normal(&mut self.normal, span, hash);
        let normal_hash = (self.hash_of)(self.normal.as_bytes());
        if normal_hash != hash {
            return self.search(normal_hash, span);
        }
        let number = self.words.len() as u32;
        self.words.push(Word {
            hash,
            head: head(self.normal.as_bytes()),
            start: self.bytes.len() as u64,
            length: self.normal.len() as u32,
            count: 1,
        });
        self.bytes.extend_from_slice(self.normal.as_bytes());
        let hashes = self.words.iter().map(|word| word.hash);
        self.numbers.insert(slot, number + 1, hashes);
        number
    }
}

/// The first bytes of a word as a number, the first in the lowest place.
#[inline]
fn head(word: &[u8]) -> u64 {
    let four_bytes = |at: usize| {
        let four_bytes = word[at..].first_chunk::<4>().copied();
        u64::from(u32::from_le_bytes(four_bytes.unwrap_or_default()))
    };
    let byte = |at: usize| u64::from(word[at]) << (8 * at);
    match word.len() {
        HEAD.. => four_bytes(0) | four_bytes(4) << 32,
        // The second part overlaps the first.
        length @ 4.. => four_bytes(0) | four_bytes(length - 4) << (8 * (length - 4)),
        0 => 0,
        length => byte(0) | byte(length / 2) | byte(length - 1),
    }
}

/// Whether `span` is `word`, if both have at most eight bytes; `false` means unknown.
#[inline]
fn is_short_same(word: &Word, span: &str) -> bool {
    /// Sets the bit that makes an ASCII letter lower case, and does not change lower-case letters and digits.
    const LOWER_CASE: u64 = 0x2020_2020_2020_2020;
    let length = span.len();
    if length != word.length as usize || length > HEAD || length == 0 {
        return false;
    }
    let raw = head(span.as_bytes());
    let is_ascii = raw & 0x8080_8080_8080_8080 == 0;
    let lower = raw | LOWER_CASE >> (64 - 8 * length);
    // A term of ASCII has letters and digits only.
    word.head == if is_ascii { lower } else { raw }
}

#[inline(never)]
fn is_same(word: &Word, bytes: &[u8], normal: &mut String, span: &str) -> bool {
    let word_bytes = bytes_of(word, bytes);
    if span.is_ascii() {
        return word_bytes.eq_ignore_ascii_case(span.as_bytes());
    }
    normal.clear();
    push_normal(normal, span, word.hash);
    word_bytes == normal.as_bytes()
}

#[inline]
fn bytes_of<'b>(word: &Word, bytes: &'b [u8]) -> &'b [u8] {
    let start = word.start as usize;
    &bytes[start..start + word.length as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;
    use xxhash_rust::xxh3::xxh3_64;

    const HASHES: &[fn(&[u8]) -> u64] = &[
        |_| 0,
        |word| xxh3_64(word) % 3,
        |word| xxh3_64(word) % 50,
        |word| xxh3_64(word) % 1_000,
        crate::text::hash,
    ];

    proptest! {
        /// With hashes of a few values, so that different words have equal hashes.
        #[test]
        fn words_are_numbered_in_the_order_of_their_first_occurrence(
            words in prop::collection::vec(
                prop_oneof!["[a-cA-C1éÉΣσ]{1,3}", "[abAB2É]{6,10}"],
                0..300,
            ),
            hash_of in prop::sample::select(HASHES),
            wrong_interval in 1..20_usize,
            is_repeated in any::<bool>(),
            ignores_guess in any::<bool>(),
        ) {
            let mut dictionary = Dictionary::new(hash_of);
            for _ in 0..=usize::from(is_repeated) {
                dictionary.clear();
                let mut numbers: HashMap<String, u32> = HashMap::new();
                let mut counts: HashMap<u32, u32> = HashMap::new();
                for (at, word) in words.iter().enumerate() {
                    let mut normal = String::new();
                    push_normal(&mut normal, word, 0);
                    // Some terms have the hash of another word instead of the hash of their span.
                    let hash = match at % wrong_interval {
                        1 => hash_of(b"a"),
                        2 => 77,
                        _ => hash_of(normal.as_bytes()),
                    };
                    let next = numbers.len() as u32;
                    let number = *numbers.entry(normal).or_insert(next);
                    let guess = dictionary.guesses(std::iter::once(hash))[0];
                    let guess = if ignores_guess { 0 } else { guess };
                    prop_assert_eq!(dictionary.count(guess, hash, word), number);
                    *counts.entry(number).or_default() += 1;
                }
                prop_assert!(dictionary.counts().zip(0..).all(|(count, n)| counts[&n] == count));
                prop_assert_eq!(dictionary.len(), numbers.len());
                let mut sorted: Vec<(String, u32)> = numbers.into_iter().collect();
                sorted.sort();
                let order: Vec<u32> = sorted.iter().map(|(_, number)| *number).collect();
                prop_assert_eq!(dictionary.in_order(), order);
                for (word, number) in &sorted {
                    prop_assert_eq!(dictionary.word(*number), word.as_bytes());
                }
            }
        }
    }
}
