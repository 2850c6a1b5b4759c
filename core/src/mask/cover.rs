//! The terms of one document that masks cover: every occurrence of a phrase, and every run of shingles of a template.
//!
//! A phrase is looked up by hash among all windows of its length, so the cost is the number of terms times the number
//! of different lengths. If terms are characters, a phrase matches complete words only: it must lie between spaces or
//! the ends of the text, unless its script has no spaces.

use crate::base::{MaskedRange, Reason};
use crate::text::{blank, is_spaceless, shingles};
use foldhash::{HashMap, HashSet};
use std::collections::BTreeMap;

/// For each term of a document, the reason that masks it. Reused for the next document.
#[derive(Debug, Default)]
pub(super) struct Cover {
    terms: Vec<Option<Reason>>,
    has_covered: bool,
}

impl Cover {
    /// Starts a document with this number of terms.
    pub fn start(&mut self, terms: usize) {
        self.terms.clear();
        self.terms.resize(terms, None);
        self.has_covered = false;
    }

    /// Covers the terms of `start..end` that are not yet covered.
    pub fn range(&mut self, start: usize, end: usize, reason: Reason) {
        let end = end.min(self.terms.len());
        for term in &mut self.terms[start.min(end)..end] {
            term.get_or_insert(reason);
        }
        self.has_covered |= start < end;
    }

    /// Covers `width` terms from every start for which `covers` is true; starts ascend.
    pub fn windows(&mut self, width: usize, reason: Reason, covers: impl Iterator<Item = bool>) {
        let mut covered_to = 0;
        for (start, covers) in covers.enumerate() {
            if covers {
                self.range(start.max(covered_to), start + width, reason);
                covered_to = start + width;
            }
        }
    }

    /// If terms are characters, adjusts the spaces at covered runs, as if the words had been cut out: one space remains
    /// between two words, and none at an end of the text.
    pub fn join_spaces(&mut self, terms: &[u64], space: u64) {
        let end = self.terms.len();
        let mut at = 0;
        while self.has_covered && at < end {
            let Some(reason) = self.terms[at] else {
                at += 1;
                continue;
            };
            let start = at;
            let before = start.checked_sub(1);
            let space_before = before.is_none_or(|before| terms[before] == space);
            // A covered space joins the covered runs on both sides.
            while at < end && (self.terms[at].is_some() || space_before && terms[at] == space) {
                self.terms[at].get_or_insert(reason);
                at += 1;
                if terms[at - 1] == space && self.terms.get(at).is_none_or(Option::is_none) {
                    break;
                }
            }
            match before {
                Some(before) if at == end && space_before => self.terms[before] = Some(reason),
                // There are words on both sides, so one covered space stays between them.
                Some(_) if at < end && !space_before && terms[at] != space => {
                    let mut edges = [start, at - 1].into_iter();
                    if let Some(space_at) = edges.rfind(|end| terms[*end] == space) {
                        self.terms[space_at] = None;
                    }
                }
                _ => {}
            }
        }
    }

    /// The covered runs: ascending, disjoint, each with one reason.
    pub fn ranges(&self) -> Vec<MaskedRange> {
        let mut ranges = Vec::new();
        if !self.has_covered {
            return ranges;
        }
        let mut start = 0;
        for run in self.terms.chunk_by(|a, b| a == b) {
            let end = start + run.len();
            if let Some(reason) = run[0] {
                ranges.push(MaskedRange {
                    start: start as u32,
                    end: end as u32,
                    reason,
                });
            }
            start = end;
        }
        ranges
    }
}

/// Whether a phrase needs a space or an end of the text (before it, after it); phrases of words do not.
pub(super) type Bounded = (bool, bool);

/// The bounds of a phrase whose terms are the characters of `text`.
pub(super) fn bounded_by(text: &str) -> Bounded {
    let letters = || text.chars().filter(|c| c.is_alphanumeric());
    let needs_space = |c: Option<char>| !c.is_some_and(is_spaceless);
    (
        needs_space(letters().next()),
        needs_space(letters().next_back()),
    )
}

/// Phrases by their length in terms and their hash.
#[derive(Debug, Default)]
pub(super) struct Phrases(BTreeMap<usize, HashMap<u64, Bounded>>);

impl Phrases {
    /// Adds a phrase; a phrase without terms is ignored.
    pub fn add(&mut self, terms: &[u64], bounded: Bounded) {
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

/// The shingles of templates.
#[derive(Debug)]
pub(super) struct Templates {
    width: usize,
    shingles: HashSet<u64>,
    /// Templates that are shorter than a shingle.
    short: Phrases,
}

impl Templates {
    /// Creates it without templates; shingles have `width` terms.
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
            return self.short.add(terms, Bounded::default());
        }
        let mut hashes = Vec::new();
        shingles::hashes(terms, self.width, 0, &mut hashes);
        self.shingles.extend(hashes);
    }

    /// Covers the terms that occur in a template; `windows` is scratch space.
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
