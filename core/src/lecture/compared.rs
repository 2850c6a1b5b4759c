//! The texts of a lecture as words and shingles, with a letter for each shingle of their union.

use std::collections::HashMap;

use super::setup::{MAX_TEXTS, Setup};
use super::slide::{Ink, LectureLine, SlideBlock, Span, text};
use crate::base::units::counted;
use crate::settings::{Normalisation, Sketching};
use crate::similarity::Overlap;
use crate::sketch::{SketchScratch, Sketcher};
use crate::text::{Normaliser, shingles, term_text};

/// Maximum words of a text in a stage; a longer text is cut, with a note.
pub const MAX_WORDS: usize = 10_000;

/// Maximum number of words of a text or shingle that are shown.
const MAX_SHOWN: usize = 30;

/// A text with its shingles.
#[derive(Clone, Debug)]
pub struct Shingled {
    /// Its words in normalised form, at most [`MAX_WORDS`].
    pub words: Vec<String>,
    /// Their hashes.
    pub terms: Vec<u64>,
    /// Number of words of the whole text.
    word_count: usize,
    /// The shingle of each window, as an index of [`Compared::shingles`].
    pub windows: Vec<usize>,
    /// The set of its shingles, sorted.
    pub set: Vec<u64>,
    /// The bag of its shingles as a set of elements, sorted.
    pub bag: Vec<u64>,
}

/// A shingle of the union.
#[derive(Clone, Debug)]
pub struct Shingle {
    /// Its 64-bit hash.
    pub hash: u64,
    /// The text, and the window of its first occurrence.
    first: (usize, usize),
    /// Number of occurrences in each text.
    pub counts: Vec<usize>,
}

/// All texts of a lecture.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The texts, at least two.
    pub texts: Vec<Shingled>,
    /// Different shingles in order of their first appearance.
    pub shingles: Vec<Shingle>,
    /// Words in a shingle.
    pub k: usize,
}

impl Compared {
    /// Compares the first `max` texts of a setup, at least two: missing texts are empty.
    ///
    /// # Errors
    /// The normaliser cannot be created.
    pub fn new(setup: &Setup, max: usize) -> anyhow::Result<Self> {
        let normaliser = Normaliser::new(&Normalisation::default())?;
        let sketching = &setup.sketching;
        let mut compared = Compared {
            texts: Vec::new(),
            shingles: Vec::new(),
            k: sketching.k,
        };
        let mut by_hash = HashMap::new();
        let count = setup.texts.len().min(max.min(MAX_TEXTS)).max(2);
        for at in 0..count {
            let text = setup.texts.get(at).map_or("", String::as_str);
            let mut tokens = normaliser.terms(text);
            let word_count = tokens.len();
            tokens.truncate(MAX_WORDS);
            let words = tokens.iter().map(|term| term_text(text, term, false));
            let words = words.collect();
            let terms: Vec<u64> = tokens.iter().map(|term| term.hash).collect();
            let mut hashes = Vec::new();
            shingles::in_order(&terms, sketching, &mut hashes);
            let windows = hashes.iter().enumerate().map(|(window, &hash)| {
                let index = *by_hash.entry(hash).or_insert_with(|| {
                    compared.shingles.push(Shingle {
                        hash,
                        first: (at, window),
                        counts: vec![0; count],
                    });
                    compared.shingles.len() - 1
                });
                compared.shingles[index].counts[at] += 1;
                index
            });
            let windows = windows.collect();
            let with_bag = |bag| Sketching {
                bag,
                ..sketching.clone()
            };
            compared.texts.push(Shingled {
                words,
                set: shingles::set(&terms, &with_bag(false)),
                bag: shingles::set(&terms, &with_bag(true)),
                terms,
                word_count,
                windows,
            });
        }
        Ok(compared)
    }

    /// Overlap of the sets of two texts.
    pub fn overlap(&self, a: usize, b: usize) -> Overlap {
        Overlap::new(&self.texts[a].set, &self.texts[b].set)
    }

    /// Overlap of the bags of two texts.
    pub fn bags(&self, a: usize, b: usize) -> Overlap {
        Overlap::new(&self.texts[a].bag, &self.texts[b].bag)
    }

    /// The name of a text, in its ink.
    pub fn name(&self, at: usize) -> Span {
        Span::new(letter_of(at, b'A'), text_ink(at))
    }

    /// The words of a shingle in its ink, at most the first 30.
    pub fn written(&self, shingle: usize) -> Span {
        let (text, window) = self.shingles[shingle].first;
        let words = &self.texts[text].words;
        let end = (window + self.k).min(words.len());
        let shown_end = end.min(window + MAX_SHOWN);
        let ellipsis = if shown_end < end { " …" } else { "" };
        let words = words[window..shown_end].join(" ");
        Span::new(format!("{words}{ellipsis}"), shingle_ink(shingle))
    }

    /// A text as a line, at most its first 30 words. The words of `window` have the ink of its shingle.
    pub fn line(&self, at: usize, window: Option<usize>) -> LectureLine {
        let text = &self.texts[at];
        let mut line = vec![Span::new(
            format!("{}   ", letter_of(at, b'A')),
            text_ink(at),
        )];
        let end = text.words.len().min(MAX_SHOWN);
        for index in 0..end {
            let is_inside = window.is_some_and(|from| (from..from + self.k).contains(&index));
            let ink = match window {
                Some(window) if is_inside => shingle_ink(text.windows[window]),
                Some(_) => Ink::Dim,
                None => Ink::Plain,
            };
            let space = if index + 1 < end { " " } else { "" };
            line.push(Span::new(format!("{}{space}", text.words[index]), ink));
        }
        if end < text.words.len() {
            line.push(Span::new(" …", Ink::Dim));
        }
        line
    }

    /// Notes on unusual texts: no words, too few or too many words, equal texts.
    pub fn notes(&self) -> Vec<SlideBlock> {
        let mut notes = Vec::new();
        for (at, text) in self.texts.iter().enumerate() {
            let (name, used) = (self.name(at), text.words.len());
            if text.word_count == 0 {
                notes.push(text!(
                    "{} has no words, so it has no shingles, and it resembles nothing.",
                    name
                ));
            } else if text.word_count < self.k {
                notes.push(text!(
                    "{} has {}, fewer than k = {}. All of it is its one shingle.",
                    name,
                    counted(text.word_count as u64, "word", "words"),
                    self.k
                ));
            } else if text.word_count > used {
                notes.push(text!(
                    "{} has {} words. This lecture takes the first {}.",
                    name,
                    text.word_count,
                    used
                ));
            }
        }
        let (a, b) = (&self.texts[0], &self.texts[1]);
        if !a.terms.is_empty() && a.terms == b.terms {
            notes.push(text!(
                "The two texts have the same words in the same order."
            ));
        }
        notes
    }

    /// The sketches of all texts.
    pub fn sketches(&self, sketcher: &Sketcher) -> Vec<Vec<u32>> {
        let mut scratch = SketchScratch::default();
        let sketches = self.texts.iter().map(|text| {
            let mut sketch = Vec::new();
            sketcher.sketch(&text.set, &mut scratch, &mut sketch);
            sketch
        });
        sketches.collect()
    }
}

/// Message if there are more than `max` rows.
pub fn more_than(max: usize, rows: usize) -> Option<SlideBlock> {
    (rows > max).then(|| text!("… and {} more.", rows - max))
}

/// The letter of a number: `a` to `z` from `first` on, then the number.
fn letter_of(at: usize, first: u8) -> String {
    match at {
        0..26 => char::from(first + at as u8).to_string(),
        _ => (at + 1).to_string(),
    }
}

/// The letter of a shingle, in its ink.
pub fn letter(shingle: usize) -> Span {
    Span::new(letter_of(shingle, b'a'), shingle_ink(shingle))
}

/// The ink of a shingle.
fn shingle_ink(shingle: usize) -> Ink {
    match shingle {
        0..6 => Ink::Shingle(shingle as u8),
        _ => Ink::Plain,
    }
}

/// The ink of a text's name.
fn text_ink(at: usize) -> Ink {
    let inks = [Ink::OnlyA, Ink::OnlyB];
    inks.get(at).copied().unwrap_or_default()
}
