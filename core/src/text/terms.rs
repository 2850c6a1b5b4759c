//! Terms: the tokens of a document, without case, punctuation and spacing.
//!
//! A term is a maximal run of alphanumeric characters (`char::is_alphanumeric`) of the text, lower-cased, after
//! invisible differences are removed (`presentation`) and the text is in Unicode NFC. In scripts without spaces each
//! character is a separate term, with the combining marks that follow it. Every term keeps its byte span in the
//! original text, so that the screens can highlight exactly the shingles that the score counts. `docs/methods/terms.md`
//! contains the definition.
//!
//! Plain ASCII, the bulk of most text, takes a fast path: 64 bytes at a time are classified into a bit
//! mask, and runs are read from the mask. Runs with non-ASCII bytes go through `slow_path`, a direct
//! implementation of the definition. A property test compares the two.

use std::collections::HashSet;

use super::chars::NormalisedCharacters;
use super::line_hyphens::JoinedText;
use super::term::{Term, TermOptions, TermSink, hash};
use super::{disguise, slow_path, stopwords};
use crate::settings::{Normalisation, Unit};

/// Splits text into terms with one set of options. Immutable, so it can be shared between threads.
#[derive(Clone, Debug)]
pub struct Normaliser {
    options: TermOptions,
    unit: Unit,
    join_hyphens: bool,
}

impl Normaliser {
    /// Creates a normaliser for `options`.
    ///
    /// # Errors
    /// A stop-word list does not exist; the message names the language and the available lists.
    pub fn new(options: &Normalisation) -> anyhow::Result<Self> {
        let mut stop = HashSet::new();
        for language in &options.drop_stopwords {
            stop.extend(stopwords::list(language)?.map(|word| {
                let word = if options.keep_case {
                    word.to_owned()
                } else {
                    word.to_lowercase()
                };
                hash(word.as_bytes())
            }));
        }
        Ok(Normaliser {
            options: TermOptions {
                keep_case: options.keep_case,
                drop_numbers: options.drop_numbers,
                fold: options.fold_confusables,
                fold_arabic: options.fold_confusables,
                stop,
            },
            unit: options.unit,
            join_hyphens: options.join_hyphens,
        })
    }

    /// The normaliser of the full-text index: every word can be searched, and vowel signs of Arabic make no difference.
    pub fn for_search() -> Self {
        Normaliser {
            options: TermOptions {
                fold_arabic: true,
                ..TermOptions::default()
            },
            unit: Unit::Term,
            join_hyphens: false,
        }
    }

    /// Appends the hashes of the shingle units of the text (terms or characters, by the settings) to
    /// `out`, in order.
    pub fn hashes(&self, text: &str, out: &mut Vec<u64>) {
        self.units(self.unit, text, |unit| out.push(unit.hash));
    }

    /// The shingle units of the text (terms or characters, by the settings) with their spans, in order.
    pub fn terms(&self, text: &str) -> Vec<Term> {
        let mut out = Vec::with_capacity(text.len() / 6);
        self.units(self.unit, text, |unit| out.push(unit));
        out
    }

    #[inline]
    fn units(&self, unit: Unit, text: &str, mut sink: impl FnMut(Term)) {
        match self.join_hyphens.then(|| JoinedText::join(text)).flatten() {
            None => self.units_as_written(unit, text, sink),
            Some(joined) => {
                self.units_as_written(unit, &joined.text, |unit| sink(joined.original(unit)));
            }
        }
    }

    #[inline]
    fn units_as_written(&self, unit: Unit, text: &str, mut sink: impl FnMut(Term)) {
        match unit {
            Unit::Term => self.scan_into(text, &mut sink),
            Unit::Char => {
                let options = (self.options.keep_case, self.options.fold);
                self.scan_into(text, &mut NormalisedCharacters::new(text, options, sink));
            }
        }
    }

    /// Calls `sink` with each term of `text`, in order, even if the shingle unit is the character. Texts
    /// may have at most 4 GiB.
    pub fn scan(&self, text: &str, sink: impl FnMut(Term)) {
        self.units(Unit::Term, text, sink);
    }

    #[inline]
    fn scan_into(&self, text: &str, sink: &mut impl TermSink) {
        let bytes = text.as_bytes();
        let script = if self.options.fold && !text.is_ascii() {
            disguise::script_of(text)
        } else {
            None
        };
        let mut at = 0;
        // Start of the current run of alphanumeric ASCII.
        let mut run: Option<usize> = None;
        while at < bytes.len() {
            let block = Block::at(bytes, at);
            let mut edges =
                block.alphanumeric ^ (block.alphanumeric << 1 | u64::from(run.is_some()));
            // Ignore edges after the first non-ASCII byte or the end of the text.
            let stop = block.other.trailing_zeros() as usize;
            if stop < 64 {
                edges &= (1 << stop) - 1;
            }
            while edges != 0 {
                let edge = at + edges.trailing_zeros() as usize;
                edges &= edges - 1;
                match run.take() {
                    None => run = Some(edge),
                    Some(start) => self.ascii(bytes, start, edge, sink),
                }
            }
            at += stop;
            if stop < 64 && at < bytes.len() {
                let start = run.take().unwrap_or(at);
                at += bytes[at..]
                    .iter()
                    .position(|b| b.is_ascii() && !b.is_ascii_alphanumeric())
                    .unwrap_or(bytes.len() - at);
                slow_path::scan(&self.options, (text, script), start, at, sink);
            }
        }
        if let Some(start) = run {
            self.ascii(bytes, start, bytes.len(), sink);
        }
    }

    /// Processes one run of alphanumeric ASCII. Inlined, because it is called for nearly every term.
    #[inline(always)]
    fn ascii(&self, bytes: &[u8], start: usize, end: usize, sink: &mut impl TermSink) {
        const MAX_SHORT: usize = 16;
        // Setting bit 5 lower-cases a letter and leaves a digit unchanged.
        let fold = if self.options.keep_case { 0 } else { 0x20 };
        let length = end - start;
        let padded = bytes
            .get(start..start + MAX_SHORT)
            .and_then(|b| <[u8; MAX_SHORT]>::try_from(b).ok());
        let hash = match padded {
            // All sixteen bytes at once; those after the end of the run are not hashed.
            Some(word) if length <= MAX_SHORT => {
                let folded = u128::from_le_bytes(word) | u128::from_le_bytes([fold; MAX_SHORT]);
                hash(&folded.to_le_bytes()[..length])
            }
            _ => {
                let mut word = bytes[start..end].to_vec();
                word.iter_mut().for_each(|b| *b |= fold);
                hash(&word)
            }
        };
        if self.options.drop_numbers && bytes[start..end].iter().all(u8::is_ascii_digit) {
            return;
        }
        let term = Term {
            hash,
            start: start as u32,
            end: end as u32,
        };
        self.options.emit(term, None, true, sink);
    }
}

/// Bit masks of up to 64 bytes, the first byte in bit 0.
struct Block {
    alphanumeric: u64,
    /// Bytes above 127, and positions after the end of the text.
    other: u64,
}

impl Block {
    #[inline]
    fn at(bytes: &[u8], at: usize) -> Self {
        if let Some(block) = bytes
            .get(at..at + 64)
            .and_then(|b| <&[u8; 64]>::try_from(b).ok())
        {
            return Self::from_bytes(block);
        }
        let rest = &bytes[at..];
        let mut padded = [0xff; 64];
        padded[..rest.len()].copy_from_slice(rest);
        Self::from_bytes(&padded)
    }

    #[inline]
    fn from_bytes(bytes: &[u8; 64]) -> Self {
        // Written so that the compiler vectorises it on any target.
        let mut class = [0_u8; 64];
        for (class, &byte) in class.iter_mut().zip(bytes) {
            let letter = (byte | 0x20).wrapping_sub(b'a') < 26;
            let digit = byte.wrapping_sub(b'0') < 10;
            *class = u8::from(letter | digit);
        }
        let (mut alphanumeric, mut other) = (0, 0);
        for i in 0..8 {
            let part = |all: &[u8; 64]| {
                u64::from_le_bytes(all[i * 8..i * 8 + 8].try_into().unwrap_or_default())
            };
            // Collects the lowest bits of eight bytes in one byte.
            let gather = |ones: u64| ones.wrapping_mul(0x0102_0408_1020_4080) >> 56;
            alphanumeric |= gather(part(&class)) << (i * 8);
            other |= gather(part(bytes) >> 7 & 0x0101_0101_0101_0101) << (i * 8);
        }
        Block {
            alphanumeric,
            other,
        }
    }
}

#[cfg(test)]
mod tests;
