//! Masked collections: terms are taken out of documents, as if the text had been cut out; everything that
//! is computed from terms is computed from those that remain.

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::{Collection, MaskedFrom};
use crate::base::masked::without_masked;
use crate::base::{Cancel, DocNo, Lists, MaskedRange};
use crate::corpus::RowView;
use crate::index::segment::Segment;
use crate::index::segment_writer::SegmentWriter;
use crate::sketch::{Scratch, Sketcher};
use crate::text::shingles;

/// Rows that are cut at the same time.
const BATCH: usize = 1024;

impl Collection {
    /// A collection with the same documents, numbers and keys, without the terms in `ranges`: for each
    /// document, ascending and disjoint. Segments without a masked document are shared. `cancel`
    /// is polled; `None` once it returns `false`. Call on the rayon pool.
    ///
    /// # Panics
    /// If `ranges` has not one list for each document.
    pub fn masked(
        self: &Arc<Self>,
        ranges: Vec<Vec<MaskedRange>>,
        cancel: &Cancel,
    ) -> Option<Collection> {
        assert_eq!(ranges.len(), self.len(), "a list for each document");
        let mut document_rows: Vec<Vec<Option<DocNo>>> =
            self.segments.iter().map(|s| vec![None; s.len()]).collect();
        let mut changed = vec![false; self.segments.len()];
        for doc in self.documents() {
            let (segment, row) = self.places[doc.index()];
            document_rows[segment as usize][row as usize] = Some(doc);
            changed[segment as usize] |= !ranges[doc.index()].is_empty();
        }
        let mut segments = Vec::with_capacity(self.segments.len());
        for ((segment, rows), changed) in self.segments.iter().zip(&document_rows).zip(changed) {
            segments.push(if changed {
                self.cut(segment, rows, &ranges, cancel)?
            } else {
                segment.clone()
            });
        }
        let lengths: Vec<usize> = ranges.iter().map(Vec::len).collect();
        let ranges = Lists::new(lengths.into_iter(), ranges.concat());
        (!cancel.stopped()).then(|| Collection {
            masked: Some(Arc::new(MaskedFrom {
                unmasked: self.clone(),
                ranges,
            })),
            ..self.with_segments(segments)
        })
    }

    /// The masked ranges of `doc`, ascending and disjoint, as positions of terms in the unmasked document.
    pub fn masked_ranges(&self, doc: DocNo) -> &[MaskedRange] {
        let masked = self.masked.as_ref();
        masked.map_or(&[], |masked| masked.ranges.get(doc.index()))
    }

    /// The collection that this one was made from by masking; `None` if nothing was masked.
    pub fn unmasked(&self) -> Option<&Arc<Collection>> {
        self.masked.as_ref().map(|masked| &masked.unmasked)
    }

    /// All terms of `doc`, masked ones included.
    pub fn all_terms(&self, doc: DocNo) -> Cow<'_, [u64]> {
        self.unmasked()
            .map_or_else(|| self.terms(doc), |all| all.terms(doc))
    }

    /// A segment with fewer terms. Rows of no document lose all of theirs, because nothing reads them.
    fn cut(
        &self,
        segment: &Segment,
        document_rows: &[Option<DocNo>],
        ranges: &[Vec<MaskedRange>],
        cancel: &Cancel,
    ) -> Option<Arc<Segment>> {
        let sketching = &self.settings.sketching;
        let sketcher = Sketcher::new(sketching);
        // A reshingled collection has no sketches.
        let width = segment.width();
        let mut writer = SegmentWriter::in_memory(width, 0);
        let numbered: Vec<(usize, Option<DocNo>)> =
            document_rows.iter().copied().enumerate().collect();
        for batch in numbered.chunks(BATCH) {
            cancel.proceed()?;
            let cut = batch.par_iter().map_init(
                || (Vec::new(), Scratch::default()),
                |(elements, scratch), &(at, doc)| {
                    let mut row = segment.row(at);
                    let (mut terms, mut sketch) = (Vec::new(), segment.sketch(at).to_vec());
                    let Some(ranges) = doc.map(|doc| &ranges[doc.index()]) else {
                        return (row, terms, sketch);
                    };
                    without_masked(&segment.terms(at), ranges, &mut terms);
                    if !ranges.is_empty() {
                        row = RowView {
                            normalised: xxh3_128(bytemuck::cast_slice(&terms)),
                            ..row
                        };
                    }
                    if !ranges.is_empty() && width > 0 {
                        elements.clear();
                        sketch.clear();
                        shingles::elements(&terms, sketching, elements);
                        sketcher.sketch(elements, scratch, &mut sketch);
                    }
                    (row, terms, sketch)
                },
            );
            for (row, terms, sketch) in cut.collect::<Vec<_>>() {
                writer.push_view(row, &terms, &sketch).ok()?;
            }
        }
        writer.finish().ok()
    }
}
