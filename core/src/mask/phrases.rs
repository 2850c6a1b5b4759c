//! Masks of phrases, every occurrence of a sequence of terms; and of template texts, every run of a document that
//! shingles of a template cover.
//!
//! A phrase is looked up by its hash among the hashes of all windows of its length, so the cost is the
//! number of terms times the number of different lengths, whatever the texts are. Where terms are characters, a phrase
//! is found as words only: between blanks or the ends of the text, unless its script has no blanks.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};

use super::cover::Cover;
use crate::base::Reason;
use crate::text::{blank, is_spaceless, shingles};

/// Whether a phrase needs a blank or an end of the text before it, and behind it.
type Bounded = (bool, bool);

/// Phrases by their length in terms and their hash.
#[derive(Debug, Default)]
pub(super) struct Phrases(BTreeMap<usize, HashMap<u64, Bounded>>);

impl Phrases {
    /// Adds a phrase of words; one without terms is nowhere and is ignored.
    pub fn add(&mut self, terms: &[u64]) {
        self.insert(terms, (false, false));
    }

    /// Adds a phrase whose terms are the characters of `text`.
    pub fn add_characters(&mut self, text: &str, terms: &[u64]) {
        let mut written = text.chars().filter(|c| c.is_alphanumeric());
        let needs_blank = |c: Option<char>| !c.is_some_and(is_spaceless);
        let first = needs_blank(written.next());
        let last = needs_blank(
            written
                .next_back()
                .or(text.chars().find(|c| c.is_alphanumeric())),
        );
        self.insert(terms, (first, last));
    }

    fn insert(&mut self, terms: &[u64], bounded: Bounded) {
        let mut hash = Vec::new();
        shingles::hashes(terms, terms.len().max(1), 0, &mut hash);
        let of_length = self.0.entry(terms.len()).or_default();
        of_length.extend(hash.into_iter().map(|hash| (hash, bounded)));
    }

    /// Covers every occurrence in `terms`; `windows` is scratch space.
    pub fn cover(&self, terms: &[u64], reason: Reason, windows: &mut Vec<u64>, cover: &mut Cover) {
        let is_end = |term: Option<&u64>| term.is_none_or(|term| *term == blank());
        let lengths = self.0.range(1..);
        for (&length, phrases) in lengths.take_while(|(length, _)| **length <= terms.len()) {
            windows.clear();
            shingles::hashes(terms, length, 0, windows);
            let hits = windows.iter().enumerate().map(|(at, window)| {
                phrases.get(window).is_some_and(|(first, last)| {
                    let before = at.checked_sub(1).map(|before| &terms[before]);
                    (!first || is_end(before)) && (!last || is_end(terms.get(at + length)))
                })
            });
            cover.windows(length, reason, hits);
        }
    }
}

/// The shingles of some templates.
#[derive(Debug)]
pub(super) struct Templates {
    width: usize,
    shingles: HashSet<u64>,
    /// Templates that are shorter than a shingle.
    short: Phrases,
}

impl Templates {
    /// No templates yet; shingles have `width` terms.
    pub fn new(width: usize) -> Self {
        Templates {
            width,
            shingles: HashSet::default(),
            short: Phrases::default(),
        }
    }

    /// Adds the terms of a template.
    pub fn add(&mut self, terms: &[u64]) {
        if terms.len() < self.width {
            return self.short.add(terms);
        }
        let mut hashes = Vec::new();
        shingles::hashes(terms, self.width, 0, &mut hashes);
        self.shingles.extend(hashes);
    }

    /// Covers what stands in a template; `windows` is scratch space.
    pub fn cover(&self, terms: &[u64], windows: &mut Vec<u64>, cover: &mut Cover) {
        self.short.cover(terms, Reason::Template, windows, cover);
        if self.shingles.is_empty() || terms.len() < self.width {
            return;
        }
        windows.clear();
        shingles::hashes(terms, self.width, 0, windows);
        let hits = windows.iter().map(|window| self.shingles.contains(window));
        cover.windows(self.width, Reason::Template, hits);
    }
}
