//! The documents of one part, and the task that reads and sketches them.

use std::sync::{Mutex, PoisonError};

use xxhash_rust::xxh3::xxh3_128;

use crate::base::MaskedRange;
use crate::corpus::read::{self, Work};
use crate::corpus::{Document, DocumentRow, Skipped};
use crate::engine::masking::{Detected, detected};
use crate::settings::Settings;
use crate::sketch::{Scratch, Sketcher};
use crate::text::{Normaliser, shingles};

/// Terms for which a part may have room to be used again; one with a larger document is freed.
const KEPT: usize = 1 << 18;

/// The documents of one part. Terms and sketches are concatenated, to allocate a few long vectors instead of many short
/// ones. A part that has been passed on is used again for a later one.
#[derive(Default)]
pub(super) struct Part {
    /// Per document: its row, its text and the end of its terms in `terms`; or why it was skipped.
    pub documents: Vec<Result<(DocumentRow, String, usize), Skipped>>,
    pub terms: Vec<u64>,
    pub sketches: Vec<u32>,
    /// Scratch buffers, which each document overwrites.
    shingles: Vec<u64>,
    scratch: Scratch,
}

/// Parts that were passed on, for later ones.
#[derive(Default)]
pub(super) struct UsedParts(Mutex<Vec<Part>>);

impl UsedParts {
    /// A used part, or a new one.
    pub fn take(&self) -> Part {
        self.locked().pop().unwrap_or_default()
    }

    /// Takes a part back, unless it is large.
    pub fn give_back(&self, part: Part) {
        if part.terms.capacity() <= KEPT {
            self.locked().push(part);
        }
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Vec<Part>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Turns units of work into documents.
pub(super) struct SketchTask<'a> {
    pub settings: &'a Settings,
    pub normaliser: &'a Normaliser,
    pub sketcher: &'a Sketcher,
    /// Whether the texts are cached.
    pub texts: bool,
}

impl SketchTask<'_> {
    /// Reads and sketches `works` into an empty part.
    pub fn sketch_all(&self, works: Vec<Work>, part: &mut Part) {
        part.terms.clear();
        part.sketches.clear();
        part.documents.clear();
        let most = self.settings.reading.max_bytes;
        let read = works.iter().map(Work::bytes).filter(|bytes| *bytes <= most);
        // Most texts have at least six bytes per term.
        part.terms.reserve(read.sum::<u64>() as usize / 6);
        part.sketches
            .reserve(works.len() * self.sketcher.layout().words());
        part.documents.reserve(works.len());
        for work in works {
            let document = read::document(work, &self.settings.reading)
                .map(|document| self.sketch(document, part));
            part.documents.push(document);
        }
    }

    /// Appends the terms of a document to `out`. Returns where it quotes and lists references, and its
    /// blocks.
    fn terms(&self, document: &Document, out: &mut Vec<u64>) -> Box<[MaskedRange]> {
        let text = &document.text;
        let terms = || self.normaliser.terms(text);
        match detected(text, &document.quoted, &document.blocks, terms) {
            Detected::Nothing => {
                self.normaliser.hashes(text, out);
                Box::default()
            }
            Detected::Ranges(terms, ranges) => {
                out.extend(terms.iter().map(|term| term.hash));
                ranges
            }
        }
    }

    fn sketch(&self, document: Document, out: &mut Part) -> (DocumentRow, String, usize) {
        let begin = out.terms.len();
        let detected = self.terms(&document, &mut out.terms);
        let terms = &out.terms[begin..];
        out.shingles.clear();
        shingles::elements(terms, &self.settings.sketching, &mut out.shingles);
        self.sketcher
            .sketch(&out.shingles, &mut out.scratch, &mut out.sketches);
        let Document { mut row, text, .. } = document;
        // Rows stay in memory, possibly a million of them, so spare capacity is released.
        row.id.shrink_to_fit();
        row.title.shrink_to_fit();
        row.normalised = xxh3_128(bytemuck::cast_slice(terms));
        row.detected = detected;
        let text = if self.texts { text } else { String::new() };
        (row, text, out.terms.len())
    }
}
