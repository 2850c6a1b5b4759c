//! Masks prepared for a search, and the search itself.

use crate::base::{Cancel, MaskedRange, Reason};
use foldhash::HashSet;

use super::config::{Common, MaskConfig, PageBlocks};
use super::cover::{Bounded, Cover, Phrases, Templates, bounded_by};
use super::shingle_frequency::{ShingleFrequency, Windows};
use crate::index::Collection;
use crate::settings::{Settings, Sketching, Unit};
use crate::text::{Normaliser, blank, shingles};

/// Minimum number of terms of a shingle for templates and common text. Shorter ones occur anywhere.
const MIN_WIDTH: usize = 4;

/// Masks with their texts as terms. It finds the masked ranges of one document after the other.
#[derive(Debug)]
pub struct Finder {
    quotations: bool,
    references: bool,
    blocks: PageBlocks,
    templates: Templates,
    phrases: Phrases,
    limit: Option<Common>,
    /// Shingles that occur in too many documents; empty until they are counted.
    common: HashSet<u64>,
    width: usize,
    unit: Unit,
    /// Number of templates and phrases without a term, which exclude nothing.
    pub(super) empty: u64,
}

impl Finder {
    /// Prepares the masks for documents that were read with `settings`. Common text is not counted yet.
    ///
    /// # Errors
    /// Invalid normalisation or invalid masks.
    pub fn new(config: &MaskConfig, settings: &Settings) -> anyhow::Result<Self> {
        config.check()?;
        let normaliser = Normaliser::new(&settings.normalisation)?;
        let mut finder = Finder {
            quotations: config.quotations,
            references: config.references,
            blocks: config.blocks,
            templates: Templates::new(Self::width(&settings.sketching)),
            phrases: Phrases::default(),
            limit: config.common,
            common: HashSet::default(),
            width: Self::width(&settings.sketching),
            unit: settings.normalisation.unit,
            empty: 0,
        };
        let mut terms = Vec::new();
        for text in &config.templates {
            terms.clear();
            normaliser.hashes(text, &mut terms);
            finder.templates.add(&terms);
            finder.empty += u64::from(terms.is_empty());
        }
        for text in &config.phrases {
            terms.clear();
            normaliser.hashes(text, &mut terms);
            let bounded = match finder.unit {
                Unit::Term => Bounded::default(),
                Unit::Char => bounded_by(text),
            };
            finder.phrases.add(&terms, bounded);
            finder.empty += u64::from(terms.is_empty());
        }
        Ok(finder)
    }

    /// Does the same as [`Finder::new`], but adds the sources in `collection` that are excluded for all documents.
    ///
    /// # Errors
    /// As [`Finder::new`].
    pub fn for_collection(config: &MaskConfig, collection: &Collection) -> anyhow::Result<Self> {
        let mut finder = Finder::new(config, collection.settings())?;
        let for_all = config.sources.iter().filter(|s| s.document.is_none());
        for doc in for_all.filter_map(|source| collection.find(&source.source)) {
            finder.templates.add(&collection.all_terms(doc));
        }
        Ok(finder)
    }

    /// Number of terms of the shingles that find templates and common text: k, and at least four. A masked range is
    /// then at least as long as a shared shingle.
    pub fn width(sketching: &Sketching) -> usize {
        sketching.k.max(MIN_WIDTH)
    }

    /// Counts the common text of the documents of `collection`. `None` once `cancel` is stopped. Call on the
    /// rayon pool.
    pub fn over(mut self, collection: &Collection, cancel: &Cancel) -> Option<Self> {
        if let Some(limit) = self.limit {
            let windows = Windows {
                width: self.width,
                short: true,
            };
            let frequency = ShingleFrequency::new(collection, windows, 2, cancel)?;
            self.common
                .extend(frequency.above(limit.most(collection.len())));
        }
        Some(self)
    }

    /// The masked ranges of a text with these terms, ascending and disjoint; `detected` are its quotations, references
    /// and page blocks.
    pub fn ranges(&self, terms: &[u64], detected: &[MaskedRange]) -> Vec<MaskedRange> {
        let mut cover = Cover::default();
        self.cover(terms, detected, &mut Vec::new(), &mut cover);
        cover.ranges()
    }

    /// Covers the masked terms of one document; `windows` is scratch space.
    pub(super) fn cover(
        &self,
        terms: &[u64],
        detected: &[MaskedRange],
        windows: &mut Vec<u64>,
        cover: &mut Cover,
    ) {
        cover.start(terms.len());
        for reason in Reason::ALL {
            match reason {
                Reason::Quotation | Reason::References | Reason::Block(_) => {
                    let enabled = match reason {
                        Reason::Quotation => self.quotations,
                        Reason::Block(block) => self.blocks.leaves_out(block),
                        _ => self.references,
                    };
                    let detected = detected.iter().filter(|_| enabled);
                    for range in detected.filter(|range| range.reason == reason) {
                        cover.range(range.start as usize, range.end as usize, reason);
                    }
                }
                Reason::Template => self.templates.cover(terms, windows, cover),
                Reason::Phrase => self.phrases.cover(terms, reason, windows, cover),
                Reason::Common if self.common.is_empty() => {}
                Reason::Common => {
                    windows.clear();
                    shingles::hashes(terms, self.width, 0, windows);
                    let hits = windows.iter().map(|window| self.common.contains(window));
                    cover.windows(self.width, reason, hits);
                }
            }
        }
        if self.unit == Unit::Char {
            cover.join_spaces(terms, blank());
        }
    }
}
