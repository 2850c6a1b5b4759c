//! Finds what the masks cover in each document and takes it out of the collection.

use std::sync::Arc;

use rayon::prelude::*;

use super::config::{Common, MaskConfig};
use super::cover::{Cover, HashesSet};
use super::frequency::ShingleFrequency;
use super::phrases::Phrases;
use super::report::MaskReport;
use super::templates::Templates;
use crate::base::{DocNo, MaskedRange, Reason};
use crate::collection::Collection;
use crate::settings::Settings;
use crate::text::{Normaliser, shingles};

/// Fewest terms of a shingle by which templates and common text are found. Shorter ones stand anywhere.
const NARROWEST: usize = 4;

/// Masks in the form that documents are searched with: texts as terms.
#[derive(Debug)]
pub struct Masks {
    quotations: bool,
    references: bool,
    templates: Templates,
    phrases: Phrases,
    common: Option<Common>,
    width: usize,
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

/// A masked collection, and what was masked.
#[derive(Clone, Debug)]
pub struct Masked {
    /// The collection; the one given, if nothing is masked.
    pub collection: Arc<Collection>,
    /// What was masked, by reason.
    pub report: MaskReport,
}

impl Masks {
    /// Prepares the masks for documents that were read with `settings`.
    ///
    /// # Errors
    /// Settings of reading that cannot be, or values of the masks that cannot be meant.
    pub fn new(config: &MaskConfig, settings: &Settings) -> anyhow::Result<Self> {
        config.check()?;
        let normaliser = Normaliser::new(&settings.normalisation)?;
        let width = settings.sketching.k.max(NARROWEST);
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
            phrases.add(&terms);
            empty.phrases += u64::from(terms.is_empty());
        }
        Ok(Masks {
            quotations: config.quotations,
            references: config.references,
            templates,
            phrases,
            common: config.common,
            width,
            empty,
        })
    }

    /// Number of texts without a term, which mask nothing.
    #[must_use]
    pub fn empty(&self) -> Empty {
        self.empty
    }

    /// Covers what is masked in a document.
    fn cover(
        &self,
        collection: &Collection,
        doc: DocNo,
        common: &HashesSet,
        windows: &mut Vec<u64>,
        cover: &mut Cover,
    ) {
        let terms = collection.terms(doc);
        cover.start(terms.len());
        for reason in Reason::ALL {
            match reason {
                Reason::Quotation | Reason::References => {
                    let on = match reason {
                        Reason::Quotation => self.quotations,
                        _ => self.references,
                    };
                    let detected = collection.row(doc).detected.iter().filter(|_| on);
                    for range in detected.filter(|range| range.reason == reason) {
                        cover.range(range.start as usize, range.end as usize, reason);
                    }
                }
                Reason::Template => self.templates.cover(terms, windows, cover),
                Reason::Phrase => self.phrases.cover(terms, reason, windows, cover),
                Reason::Common if common.is_empty() => {}
                Reason::Common => {
                    windows.clear();
                    shingles::hashes(terms, self.width, 0, windows);
                    let found = windows.iter().map(|window| common.contains(window));
                    cover.windows(self.width, reason, found);
                }
            }
        }
    }
}

/// The collection without what `masks` cover. A collection that is masked already is masked anew from all
/// its terms. `None` once `should_continue` returns false. Call on the rayon pool.
#[must_use]
pub fn apply(
    collection: &Arc<Collection>,
    masks: &Masks,
    should_continue: &(impl Fn() -> bool + Sync + ?Sized),
) -> Option<Masked> {
    let whole = collection.unmasked().unwrap_or(collection);
    let ranges = ranges(whole, masks, should_continue)?;
    if ranges.iter().all(Vec::is_empty) {
        return Some(Masked {
            collection: whole.clone(),
            report: MaskReport::default(),
        });
    }
    let masked = Arc::new(whole.masked(ranges, should_continue)?);
    let report = MaskReport::of(&masked);
    Some(Masked {
        collection: masked,
        report,
    })
}

/// The masked ranges of each document.
fn ranges(
    collection: &Collection,
    masks: &Masks,
    should_continue: &(impl Fn() -> bool + Sync + ?Sized),
) -> Option<Vec<Vec<MaskedRange>>> {
    let mut common = HashesSet::default();
    if let Some(limit) = masks.common {
        let frequency = ShingleFrequency::of(collection, masks.width, should_continue)?;
        let most = limit.most(collection.len());
        common.extend(frequency.above(most).map(|(shingle, _)| shingle));
    }
    let documents: Vec<DocNo> = collection.documents().collect();
    let found = documents.par_iter().with_min_len(64).map_init(
        || (Vec::new(), Cover::default()),
        |(windows, cover), doc| {
            if !should_continue() {
                return Vec::new();
            }
            masks.cover(collection, *doc, &common, windows, cover);
            cover.ranges()
        },
    );
    let found = found.collect();
    collection.release();
    should_continue().then_some(found)
}
