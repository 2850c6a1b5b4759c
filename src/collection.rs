//! An open corpus: the document table with every document's terms and sketch, held in memory or
//! mapped from the store. All later parts read from here, and none of them writes.

pub mod column;
mod growable_buffer;
mod ids;
#[cfg(test)]
pub mod made;
pub mod memory;
mod renamed;
mod resketched;
mod same_text;
mod segment;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

pub use growable_buffer::GrowableBuffer;
pub use memory::{Memory, Sink};
pub use same_text::same_text;
pub use segment::Segment;

use crate::base::DocNo;
use crate::corpus::{DocumentRow, Skipped};
use crate::settings::Settings;
use crate::sketch::Layout;
use crate::text::shingles;

/// The read-only table of documents with their terms and sketches, in the byte order of their ids.
#[derive(Debug)]
pub struct Collection {
    settings: Settings,
    segments: Vec<Arc<Segment>>,
    /// For each document, the segment that holds it and its row there.
    places: Vec<ids::Position>,
    /// The rows of documents that are called otherwise than they were read, by number.
    renamed: Arc<HashMap<u32, DocumentRow>>,
    skipped: Vec<Skipped>,
}

impl Collection {
    /// The documents of `segments` for which `live` says yes (segment, row), in the order of their
    /// ids. Ids are unique: of rows that were read under one id the first keeps it, and the others get
    /// `~2`, `~3`, … after it, whichever segments they lie in. Of rows that were read from the very same
    /// place the later segment's counts.
    #[must_use]
    pub fn new(
        settings: Settings,
        segments: Vec<Arc<Segment>>,
        skipped: Vec<Skipped>,
        live: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut named: Vec<(&str, (u32, u32))> = Vec::new();
        for (s, segment) in segments.iter().enumerate() {
            for (row, known) in segment.rows().iter().enumerate() {
                if live(s, row) {
                    named.push((&known.id, (s as u32, row as u32)));
                }
            }
        }
        named.par_sort_unstable();
        let ids::Named { places, renamed } = ids::named(named, &segments);
        Collection {
            settings,
            segments,
            places,
            renamed: Arc::new(renamed.into_iter().collect()),
            skipped,
        }
    }

    /// Number of documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All document numbers, rising.
    pub fn documents(&self) -> impl ExactSizeIterator<Item = DocNo> + use<> {
        (0..self.places.len() as u32).map(DocNo)
    }

    /// The settings that made the terms and sketches.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What was met but not read.
    #[must_use]
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// The segments that hold the documents, oldest first.
    #[must_use]
    pub fn segments(&self) -> &[Arc<Segment>] {
        &self.segments
    }

    /// The segment that holds `doc`, and its row there.
    #[must_use]
    pub fn place(&self, doc: DocNo) -> (&Arc<Segment>, usize) {
        let (segment, row) = self.places[doc.index()];
        (&self.segments[segment as usize], row as usize)
    }

    /// What is known of `doc`.
    #[must_use]
    pub fn row(&self, doc: DocNo) -> &DocumentRow {
        // Hardly any corpus has such rows, and this is asked for without end.
        if !self.renamed.is_empty()
            && let Some(row) = self.renamed.get(&doc.0)
        {
            return row;
        }
        self.row_as_read(doc)
    }

    /// What is known of `doc`, with the id under which it was read: what is written to a store, and
    /// compared with what is read another time.
    #[must_use]
    pub fn row_as_read(&self, doc: DocNo) -> &DocumentRow {
        let (segment, row) = self.place(doc);
        segment.row(row)
    }

    /// The documents that are called otherwise than they were read, because another has that id;
    /// rising.
    pub fn renamed(&self) -> impl ExactSizeIterator<Item = DocNo> + use<> {
        let mut documents: Vec<DocNo> = self.renamed.keys().map(|doc| DocNo(*doc)).collect();
        documents.sort_unstable();
        documents.into_iter()
    }

    /// The id of `doc`.
    #[must_use]
    pub fn id(&self, doc: DocNo) -> &str {
        &self.row(doc).id
    }

    /// The hashes of `doc`'s terms, in the order of the text.
    #[must_use]
    pub fn terms(&self, doc: DocNo) -> &[u64] {
        let (segment, row) = self.place(doc);
        segment.terms(row)
    }

    /// How many terms `doc` has, without reading them.
    #[must_use]
    pub fn term_count(&self, doc: DocNo) -> usize {
        let (segment, row) = self.place(doc);
        segment.term_count(row)
    }

    /// How many terms all documents have, those that are replaced or gone included; without reading them.
    #[must_use]
    pub fn terms_in_all(&self) -> u64 {
        let of_segment = |segment: &Arc<Segment>| segment.all_terms().0.len() as u64;
        self.segments.iter().map(of_segment).sum()
    }

    /// The sketch of `doc`, in this collection's layout.
    #[must_use]
    pub fn sketch(&self, doc: DocNo) -> &[u32] {
        let (segment, row) = self.place(doc);
        segment.sketch(row)
    }

    /// The shape of every sketch.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout::of(&self.settings.sketching)
    }

    /// The set of `doc`'s shingle hashes: sorted, each once.
    #[must_use]
    pub fn shingle_set(&self, doc: DocNo) -> Vec<u64> {
        let s = &self.settings.sketching;
        shingles::set(self.terms(doc), s)
    }

    /// Bytes of terms and sketches that lie in mapped files rather than in memory.
    #[must_use]
    pub fn mapped_bytes(&self) -> usize {
        self.segments.iter().map(|s| s.mapped_bytes()).sum()
    }

    /// Hands what was read of mapped terms and sketches back to the system, which counts it as this
    /// process's memory until then: to be called between one pass over all documents and the next.
    /// Changes nothing but that; what is asked for again is read again.
    pub fn release(&self) {
        for segment in &self.segments {
            segment.release();
        }
    }

    /// The document with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<DocNo> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.id(DocNo::at(middle)).cmp(id) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(DocNo::at(middle)),
            }
        }
        None
    }

    /// The document that was read as `row` was: under its id, and from its place where several were
    /// read under that; where none was from there, the one that is called so.
    #[must_use]
    pub fn find_as_read(&self, row: &DocumentRow) -> Option<DocNo> {
        let called = self.find(&row.id);
        let same = |doc: &DocNo| {
            let known = self.row_as_read(*doc);
            known.id == row.id && ids::source(known) == ids::source(row)
        };
        if self.renamed.is_empty() || called.as_ref().is_some_and(same) {
            return called;
        }
        self.renamed().find(same).or(called)
    }

    /// The number of each document, by its key.
    #[must_use]
    pub fn numbers_by_key(&self) -> HashMap<u64, DocNo> {
        self.documents()
            .map(|doc| (self.row(doc).key, doc))
            .collect()
    }
}
