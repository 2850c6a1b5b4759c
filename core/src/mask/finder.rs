//! Masks in the form that documents are searched with, and the search itself.

use super::config::{Common, MaskConfig};
use super::cover::{Cover, HashesSet};
use super::page_blocks::PageBlocks;
use super::phrases::Phrases;
use super::templates::Templates;
use crate::base::{MaskedRange, Reason};
use crate::collection::{Collection, ShingleFrequency};
use crate::settings::{Settings, Sketching, Unit};
use crate::text::{Normaliser, blank, shingles};

/// Fewest terms of a shingle by which templates and common text are found. Shorter ones stand anywhere.
const NARROWEST: usize = 4;

/// Masks in the form that documents are searched with: texts as terms.
#[derive(Debug)]
pub struct Masks {
    quotations: bool,
    references: bool,
    blocks: PageBlocks,
    templates: Templates,
    phrases: Phrases,
    common: Option<Common>,
    width: usize,
    unit: Unit,
    /// Templates and phrases without a term, which mask nothing.
    empty: Empty,
}

/// Texts of masks that have no terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Empty {
    /// Number of templates.
    pub templates: u64,
    /// Number of phrases.
    pub phrases: u64,
}

/// Finds what is masked in one document after the other.
#[derive(Debug)]
pub struct Finder {
    masks: Masks,
    /// Shingles that stand in too many documents.
    common: HashesSet,
}

impl Masks {
    /// Prepares the masks for documents that were read with `settings`.
    ///
    /// # Errors
    /// Settings of reading that cannot be, or values of the masks that cannot be meant.
    pub fn new(config: &MaskConfig, settings: &Settings) -> anyhow::Result<Self> {
        config.check()?;
        let normaliser = Normaliser::new(&settings.normalisation)?;
        let width = Self::width(&settings.sketching);
        let unit = settings.normalisation.unit;
        let (mut templates, mut phrases) = (Templates::new(width), Phrases::default());
        let mut empty = Empty::default();
        let mut terms = Vec::new();
        for text in &config.templates {
            terms.clear();
            normaliser.hashes(text, &mut terms);
            templates.add(&terms);
            empty.templates += u64::from(terms.is_empty());
        }
        for text in &config.phrases {
            terms.clear();
            normaliser.hashes(text, &mut terms);
            match unit {
                Unit::Term => phrases.add(&terms),
                Unit::Char => phrases.add_characters(text, &terms),
            }
            empty.phrases += u64::from(terms.is_empty());
        }
        Ok(Masks {
            quotations: config.quotations,
            references: config.references,
            blocks: config.blocks,
            templates,
            phrases,
            common: config.common,
            width,
            unit,
            empty,
        })
    }

    /// As [`Masks::new`], for the documents of `collection`, among which sources are found that are left out
    /// for all documents.
    ///
    /// # Errors
    /// As [`Masks::new`].
    pub fn of(config: &MaskConfig, collection: &Collection) -> anyhow::Result<Self> {
        let mut masks = Masks::new(config, collection.settings())?;
        let for_all = config.sources.iter().filter(|s| s.document.is_none());
        for source in for_all {
            if let Some(doc) = collection.find(&source.source) {
                masks.templates.add(&collection.all_terms(doc));
            }
        }
        Ok(masks)
    }

    /// Terms of the shingles by which templates and common text are found: k, and at least four. A run that is
    /// masked is then at least as long as the least that counts as shared.
    pub fn width(sketching: &Sketching) -> usize {
        sketching.k.max(NARROWEST)
    }

    /// Number of texts without a term, which mask nothing.
    pub fn empty(&self) -> Empty {
        self.empty
    }
}

impl Finder {
    /// For texts that stand in no collection.
    pub fn without_common(masks: Masks) -> Self {
        Finder {
            masks,
            common: HashesSet::default(),
        }
    }

    /// For the documents of `collection`, whose common text is counted. `None` once `should_continue`
    /// returns false. Call on the rayon pool.
    pub fn over(
        collection: &Collection,
        masks: Masks,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let mut common = HashesSet::default();
        if let Some(limit) = masks.common {
            let frequency =
                ShingleFrequency::with_short_texts(collection, masks.width, should_continue)?;
            let most = limit.most(collection.len());
            common.extend(frequency.above(most));
        }
        Some(Finder { masks, common })
    }

    /// The masks.
    pub fn masks(&self) -> &Masks {
        &self.masks
    }

    /// What is masked of a text with these terms, in which `detected` are quotations, references and blocks
    /// of a page: ascending and disjoint.
    pub fn ranges(&self, terms: &[u64], detected: &[MaskedRange]) -> Vec<MaskedRange> {
        let mut cover = Cover::default();
        self.cover(terms, detected, &mut Vec::new(), &mut cover);
        cover.ranges()
    }

    /// Covers what is masked of one document; `windows` is scratch space.
    pub(super) fn cover(
        &self,
        terms: &[u64],
        detected: &[MaskedRange],
        windows: &mut Vec<u64>,
        cover: &mut Cover,
    ) {
        let Finder { masks, common } = self;
        cover.start(terms.len());
        for reason in Reason::ALL {
            match reason {
                Reason::Quotation | Reason::References | Reason::Block(_) => {
                    let on = match reason {
                        Reason::Quotation => masks.quotations,
                        Reason::Block(block) => masks.blocks.leaves_out(block),
                        _ => masks.references,
                    };
                    let detected = detected.iter().filter(|_| on);
                    for range in detected.filter(|range| range.reason == reason) {
                        cover.range(range.start as usize, range.end as usize, reason);
                    }
                }
                Reason::Template => masks.templates.cover(terms, windows, cover),
                Reason::Phrase => masks.phrases.cover(terms, reason, windows, cover),
                Reason::Common if common.is_empty() => {}
                Reason::Common => {
                    windows.clear();
                    shingles::hashes(terms, masks.width, 0, windows);
                    let found = windows.iter().map(|window| common.contains(window));
                    cover.windows(masks.width, reason, found);
                }
            }
        }
        if masks.unit == Unit::Char {
            cover.join_blanks(terms, blank());
        }
    }
}
