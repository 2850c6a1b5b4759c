//! A text tokenised, shingled and sketched, without its masked terms.

use std::sync::Arc;

use super::message::MaskedSpan;
use crate::base::masked::{among_unmasked, without_masked};
use crate::base::{BlockSpan, DocNo, MaskedRange, WholePositions};
use crate::corpus::{Document, Kind};
use crate::index::Collection;
use crate::settings::Sketching;
use crate::sketch::{SketchScratch, Sketcher};
use crate::text::{Disguise, Normaliser, Term, shingles};

/// A text to tokenise.
#[derive(Clone, Debug, Default)]
pub struct TokeniserInput {
    /// The text.
    pub text: Arc<str>,
    /// Byte spans `start..end`, ascending and disjoint, that the page hides from a reader, where known.
    pub unseen: Vec<(usize, usize)>,
    /// Byte spans that are quotations by markup, if known.
    pub quoted: Vec<(usize, usize)>,
    /// Blocks of a page, ascending and disjoint, where known.
    pub blocks: Vec<BlockSpan>,
    /// The source of line numbers.
    pub lines: Lines,
    /// The author that the document names.
    pub author: Option<String>,
}

/// The source of line numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lines {
    /// Lines of the file: the text is the complete decoded file.
    #[default]
    Source,
    /// Lines of the text only: the visible text of a page, or a row of JSON Lines.
    Text,
}

impl From<Document> for TokeniserInput {
    fn from(document: Document) -> Self {
        TokeniserInput {
            text: document.text.into(),
            unseen: document.unseen,
            quoted: document.quoted,
            blocks: document.blocks,
            author: document.author,
            lines: match document.row.kind {
                Kind::Plain => Lines::Source,
                Kind::Html | Kind::JsonRow | Kind::TableRow | Kind::Extracted(_) => Lines::Text,
            },
        }
    }
}

impl From<Arc<str>> for TokeniserInput {
    fn from(text: Arc<str>) -> Self {
        TokeniserInput {
            text,
            ..TokeniserInput::default()
        }
    }
}

/// Quotations, references and blocks in the terms of a text.
#[derive(Clone, Debug, Default)]
pub struct MaskedRanges {
    /// The masked ranges, ascending and disjoint.
    pub masked: Vec<MaskedRange>,
    /// Quotations, lists of references and blocks of a page.
    pub detected: Box<[MaskedRange]>,
}

/// A text tokenised, shingled and sketched with the collection's settings.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The text.
    pub text: Arc<str>,
    /// Its unmasked terms with their spans.
    pub terms: Vec<Term>,
    /// Positions of these terms among all terms of the text.
    pub positions: WholePositions,
    /// Hashes of the terms.
    pub hashes: Vec<u64>,
    /// Shingle hashes in text order.
    pub shingles: Vec<u64>,
    /// Distinct shingle hashes, sorted.
    pub set: Vec<u64>,
    /// The sketch.
    pub sketch: Vec<u32>,
    /// Disguises in the text: invisible, look-alike or reordered characters, and hidden text.
    pub disguise: Disguise,
    /// The source of line numbers.
    pub lines: Lines,
    /// The masked parts as byte spans of the text, ascending and disjoint.
    pub masked: Vec<MaskedSpan>,
    /// Quotations, lists of references and page blocks, as ranges of the unmasked terms.
    pub detected: Vec<MaskedRange>,
    /// Distinct shingle hashes without masks, sorted; `None` if nothing is masked.
    pub unmasked: Option<Vec<u64>>,
    /// The author that the document names.
    pub author: Option<String>,
}

impl Measured {
    /// Computes terms, shingles and sketch of a text without its masked terms; `ranges` are positions among all terms.
    pub fn masked(
        source: impl Into<TokeniserInput>,
        normaliser: &Normaliser,
        sketching: &Sketching,
        ranges: impl FnOnce(&TokeniserInput, &[Term]) -> MaskedRanges,
    ) -> Self {
        let source = source.into();
        let all = normaliser.terms(&source.text);
        let MaskedRanges {
            masked: ranges,
            detected: all_detected,
        } = ranges(&source, &all);
        let detected = among_unmasked(&all_detected, &ranges);
        let TokeniserInput {
            text,
            unseen,
            lines,
            author,
            ..
        } = source;
        let disguise = Disguise::new(&text, unseen);
        let mut terms = Vec::with_capacity(all.len());
        without_masked(&all, &ranges, &mut terms);
        let positions = WholePositions::new(&ranges);
        let unmasked = (!ranges.is_empty()).then(|| {
            let hashes: Vec<u64> = all.iter().map(|term| term.hash).collect();
            shingles::set(&hashes, sketching)
        });
        let masked = ranges.iter().filter_map(|range| {
            let terms = all.get(range.start as usize..range.end as usize)?;
            Some(MaskedSpan {
                start: terms.first()?.start as usize,
                end: terms.last()?.end as usize,
                words: range.words(),
                reason: range.reason,
            })
        });
        let masked = masked.collect();
        let hashes: Vec<u64> = terms.iter().map(|term| term.hash).collect();
        let mut in_order = Vec::new();
        shingles::in_order(&hashes, sketching, &mut in_order);
        let set = shingles::set(&hashes, sketching);
        let mut sketch = Vec::new();
        Sketcher::new(sketching).sketch(&set, &mut SketchScratch::default(), &mut sketch);
        Measured {
            text,
            terms,
            positions,
            hashes,
            shingles: in_order,
            set,
            sketch,
            disguise,
            lines,
            masked,
            detected,
            unmasked,
            author,
        }
    }

    /// Does the same as [`Measured::masked`] for the text `source` of a document of `collection`, with its masks.
    ///
    /// # Errors
    /// Settings that do not yield a normaliser.
    pub fn of_member(
        collection: &Collection,
        doc: DocNo,
        source: impl Into<TokeniserInput>,
    ) -> anyhow::Result<Self> {
        let settings = collection.settings();
        let normaliser = Normaliser::new(&settings.normalisation)?;
        let ranges = |_: &TokeniserInput, _: &[Term]| MaskedRanges {
            masked: collection.masked_ranges(doc).to_vec(),
            detected: collection.row(doc).detected.into(),
        };
        let sketching = &settings.sketching;
        Ok(Measured::masked(source, &normaliser, sketching, ranges))
    }

    /// The shingle set without masks.
    pub(super) fn unmasked_set(&self) -> &[u64] {
        self.unmasked.as_deref().unwrap_or(&self.set)
    }

    /// Sorted shingle set of the visible text under another normalisation.
    pub(super) fn visible_set(&self, normaliser: &Normaliser, sketching: &Sketching) -> Vec<u64> {
        let mut text: Vec<&str> = Vec::new();
        for part in self.disguise.seen(&self.text) {
            let mut from = part.start;
            for span in &self.masked {
                if span.start < part.end && span.end > from {
                    text.push(&self.text[from..span.start.max(from)]);
                    from = span.end.min(part.end);
                }
            }
            text.push(&self.text[from..part.end]);
        }
        // The space separates the words before and after hidden text.
        let terms = normaliser.terms(&text.join(" "));
        let hashes: Vec<u64> = terms.iter().map(|term| term.hash).collect();
        shingles::set(&hashes, sketching)
    }

    /// Byte span of each term.
    pub fn spans(&self) -> Vec<(u32, u32)> {
        self.terms
            .iter()
            .map(|term| (term.start, term.end))
            .collect()
    }
}
