//! Masks of template texts: every run of a document that shingles of a template cover.

use super::cover::{Cover, HashesSet};
use super::phrases::Phrases;
use crate::base::Reason;
use crate::text::shingles;

/// The shingles of some templates.
#[derive(Debug)]
pub(super) struct Templates {
    width: usize,
    shingles: HashesSet,
    /// Templates that are shorter than a shingle.
    short: Phrases,
}

impl Templates {
    /// No templates yet; shingles have `width` terms.
    pub fn new(width: usize) -> Self {
        Templates {
            width,
            shingles: HashesSet::default(),
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
        let found = windows.iter().map(|window| self.shingles.contains(window));
        cover.windows(self.width, Reason::Template, found);
    }
}
