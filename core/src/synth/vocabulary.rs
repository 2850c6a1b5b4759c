//! Vocabulary of invented words with their frequencies, and the random number generator.

use std::ops::Range;

use crate::text::shingles::mix;

/// Size of the vocabulary; a power of two, so that a draw needs no division.
const VOCABULARY: usize = 1 << 16;

/// Increment of SplitMix64 (Steele, Lea, Flood 2014): 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64 generator.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// A uniform number in `0..n`; `n` is at most 2^32.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        ((self.next() >> 32) * n) >> 32
    }
}

/// Invented words, from frequent to rare, and an alias table to draw them by Zipf's law in O(1)
/// (Walker 1977, construction by Vose 1991, in integers).
#[derive(Debug)]
pub(super) struct ZipfVocabulary {
    words: Vec<String>,
    /// For each slot: how many of 2^32 draws select its own word, and the word that the others
    /// select.
    alias: Vec<(u32, u32)>,
}

impl ZipfVocabulary {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random(mix(seed ^ STEP));
        let mut seen = std::collections::HashSet::new();
        let mut words = Vec::with_capacity(VOCABULARY);
        while words.len() < VOCABULARY {
            let word = word(words.len(), &mut random);
            if seen.insert(word.clone()) {
                words.push(word);
            }
        }
        ZipfVocabulary {
            words,
            alias: alias(),
        }
    }

    pub(super) fn draw(&self, random: &mut Random) -> u32 {
        let bits = random.next();
        let slot = bits as usize % VOCABULARY;
        let (own, other) = self.alias[slot];
        if bits >> 32 < u64::from(own) {
            slot as u32
        } else {
            other
        }
    }

    /// Words as running text; punctuation, capitals and paragraphs are drawn from `random`.
    pub(super) fn write(&self, words: &[u32], random: &mut Random) -> String {
        self.write_with(words, random, |_| ())
    }

    /// Does the same as [`ZipfVocabulary::write`], but calls `at` with the byte range of each word in the text.
    pub(super) fn write_with(
        &self,
        words: &[u32],
        random: &mut Random,
        mut at: impl FnMut(Range<usize>),
    ) -> String {
        let mut text = String::with_capacity(words.len() * 7);
        let mut is_capital = true;
        for (i, &rank) in words.iter().enumerate() {
            let word = &self.words[rank as usize];
            let draw = random.below(4096);
            let start = text.len();
            if is_capital || draw < 80 {
                let mut letters = word.chars();
                text.extend(letters.next().into_iter().flat_map(char::to_uppercase));
                text.push_str(letters.as_str());
            } else {
                text.push_str(word);
            }
            at(start..text.len());
            if i + 1 == words.len() {
                text.push('.');
                break;
            }
            // Twelve in a hundred words are followed by punctuation or a line break.
            let separator = match random.below(4096) {
                0..250 => ", ",
                250..400 => ". ",
                400..430 => ".\n\n",
                430..450 => "; ",
                450..465 => " – ",
                465..475 => "? ",
                475..485 => "\" ",
                485..492 => "\n",
                _ => " ",
            };
            is_capital = separator.starts_with(['.', '?']);
            text.push_str(separator);
        }
        text
    }
}

/// A pronounceable word: short if frequent. One in 32 rare words has an accented letter.
fn word(rank: usize, random: &mut Random) -> String {
    const ONSETS: [&str; 16] = [
        "b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr",
    ];
    const VOWELS: [&str; 8] = ["a", "e", "i", "o", "u", "e", "a", "io"];
    const ACCENTS: [&str; 4] = ["é", "ü", "å", "ö"];
    const CODAS: [&str; 8] = ["", "", "", "n", "r", "s", "t", "l"];
    fn pick<const N: usize>(choices: &[&'static str; N], random: &mut Random) -> &'static str {
        choices[random.below(N as u64) as usize]
    }
    let syllables = match rank {
        0..40 => 1,
        40..600 => 1 + random.below(2),
        _ => 2 + random.below(3),
    };
    let has_accent = rank >= 600 && random.below(32) == 0;
    let mut word = String::new();
    for syllable in 0..syllables {
        word.push_str(pick(&ONSETS, random));
        let vowels = pick(&VOWELS, random);
        word.push_str(if has_accent && syllable == 0 {
            pick(&ACCENTS, random)
        } else {
            vowels
        });
        word.push_str(pick(&CODAS, random));
    }
    word
}

/// Alias table with weight 1/(r + 2.7) for rank r, Mandelbrot's form of Zipf's law.
fn alias() -> Vec<(u32, u32)> {
    let weights: Vec<u128> = (0..VOCABULARY as u128)
        .map(|rank| (10_u128 << 64) / (10 * rank + 27))
        .collect();
    let total: u128 = weights.iter().sum();
    // Scaled, so that each slot has `total`.
    let mut remaining: Vec<u128> = weights.iter().map(|w| w * VOCABULARY as u128).collect();
    let (mut small, mut large): (Vec<usize>, Vec<usize>) =
        (0..VOCABULARY).partition(|&i| remaining[i] < total);
    let mut table: Vec<(u32, u32)> = (0..VOCABULARY as u32).map(|i| (u32::MAX, i)).collect();
    while let (Some(&light), Some(&heavy)) = (small.last(), large.last()) {
        small.pop();
        table[light] = (((remaining[light] << 32) / total) as u32, heavy as u32);
        remaining[heavy] -= total - remaining[light];
        if remaining[heavy] < total {
            large.pop();
            small.push(heavy);
        }
    }
    table
}
