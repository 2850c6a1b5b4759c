//! Masks between a source and what is computed from it: every path to a collection ends here.

use std::sync::Arc;

use super::cancel::Cancel;
use crate::base::{BlockSpan, MaskedRange, PageBlock, Reason};
use crate::collection::Collection;
use crate::mask::{self, Finder, MaskConfig, Masked, Masks};
use crate::settings::Settings;
use crate::text::{Term, quotations, ranges_of, references};

/// The collection without what the masks cover; after a cancellation the collection as it is. Call it on
/// the thread pool.
///
/// # Errors
/// Masks that cannot be meant.
pub fn masked(
    collection: &Arc<Collection>,
    config: &MaskConfig,
    cancel: &Cancel,
) -> anyhow::Result<Masked> {
    if config.is_empty() {
        return Ok(Masked::nothing(collection));
    }
    let masks = Masks::new(config, collection.settings())?;
    let made = mask::apply(collection, masks, &|| !cancel.stopped());
    Ok(made.unwrap_or_else(|| Masked::nothing(collection)))
}

/// What finds the masked ranges of texts that are compared by themselves; text is common to no documents
/// there.
///
/// # Errors
/// Masks that cannot be meant.
pub fn finder(config: &MaskConfig, settings: &Settings) -> anyhow::Result<Finder> {
    Ok(Finder::without_common(Masks::new(config, settings)?))
}

/// Where a text quotes and lists references, and the blocks of a page, as ranges of its terms; `quoted` are
/// byte spans that its markup says are quoted.
#[must_use]
pub fn detected(
    text: &str,
    quoted: &[(usize, usize)],
    blocks: &[BlockSpan],
    terms: impl FnOnce() -> Vec<Term>,
) -> Detected {
    let quotations = quotations::with(text, quoted);
    let references = references::spans(text);
    if quotations.is_empty() && references.is_empty() && blocks.is_empty() {
        return Detected::Nothing;
    }
    let terms = terms();
    let mut ranges = ranges_of(&terms, &quotations, Reason::Quotation);
    ranges.extend(ranges_of(&terms, &references, Reason::References));
    for block in PageBlock::ALL {
        let spans = blocks.iter().filter(|span| span.block == block);
        let spans: Vec<_> = spans.map(|span| (span.start, span.end)).collect();
        ranges.extend(ranges_of(&terms, &spans, Reason::Block(block)));
    }
    Detected::Ranges(terms, ranges.into())
}

/// What [`detected`] found.
pub enum Detected {
    /// Nothing; the terms were not needed.
    Nothing,
    /// All terms of the text, and the ranges.
    Ranges(Vec<Term>, Box<[MaskedRange]>),
}

/// As [`detected`], for a text whose terms are known.
#[must_use]
pub fn detected_in(
    text: &str,
    quoted: &[(usize, usize)],
    blocks: &[BlockSpan],
    terms: &[Term],
) -> Box<[MaskedRange]> {
    match detected(text, quoted, blocks, || terms.to_vec()) {
        Detected::Nothing => Box::default(),
        Detected::Ranges(_, ranges) => ranges,
    }
}
