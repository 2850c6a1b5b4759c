//! Masked collections: terms are taken out of documents, as if the text had been cut out; everything that
//! is computed from terms is computed from those that remain.

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::term_column::TermColumn;
use super::{Collection, MaskedFrom, Segment};
use crate::base::masked::without_masked;
use crate::base::{Cancel, DocNo, Lists, MaskedRange};
use crate::sketch::{Scratch, Sketcher};
use crate::text::shingles;

/// Minimum number of rows per piece of parallel work.
const ROWS: usize = 64;

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
                Arc::new(self.cut(segment, rows, &ranges, cancel)?)
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
    ) -> Option<Segment> {
        let sketching = &self.settings.sketching;
        let sketcher = Sketcher::new(sketching);
        // A reshingled collection has no sketches.
        let width = segment.sketches().len() / segment.len().max(1);
        let ranges_of = |row: usize| document_rows[row].map(|doc| &*ranges[doc.index()]);
        let mut starts = Vec::with_capacity(segment.len() + 1);
        let mut end = 0_u64;
        starts.push(end);
        for row in 0..segment.len() {
            let left = ranges_of(row).map_or(0, |ranges| {
                let masked: usize = ranges.iter().map(MaskedRange::words).sum();
                segment.term_count(row) - masked
            });
            end += left as u64;
            starts.push(end);
        }
        let mut terms = vec![0_u64; end as usize];
        let mut sketches = vec![0_u32; segment.len() * width];
        let mut rows = segment.rows().clone();
        let mut normalised: Vec<u128> = rows.iter().map(|row| row.normalised).collect();
        let (mut rest, mut rest_of_sketches) = (&mut terms[..], &mut sketches[..]);
        let mut targets: Vec<(&mut [u64], &mut [u32])> = Vec::with_capacity(segment.len());
        for ends in starts.windows(2) {
            let (row_sketch, later) = rest.split_at_mut((ends[1] - ends[0]) as usize);
            let (sketch, later_sketches) = rest_of_sketches.split_at_mut(width);
            targets.push((row_sketch, sketch));
            (rest, rest_of_sketches) = (later, later_sketches);
        }
        targets
            .into_par_iter()
            .zip(&mut normalised)
            .enumerate()
            .with_min_len(ROWS)
            .for_each_init(
                || (Vec::new(), Vec::new(), Scratch::default(), Vec::new()),
                |(kept, elements, scratch, sketch), (at, ((terms, sketched), normalised))| {
                    let Some(ranges) = ranges_of(at).filter(|_| !cancel.stopped()) else {
                        return;
                    };
                    kept.clear();
                    without_masked(&segment.terms(at), ranges, kept);
                    terms.copy_from_slice(kept);
                    if ranges.is_empty() {
                        return sketched.copy_from_slice(segment.sketch(at));
                    }
                    *normalised = xxh3_128(bytemuck::cast_slice(kept));
                    if width == 0 {
                        return;
                    }
                    elements.clear();
                    sketch.clear();
                    shingles::elements(kept, sketching, elements);
                    sketcher.sketch(elements, scratch, sketch);
                    sketched.copy_from_slice(sketch);
                },
            );
        cancel.proceed()?;
        rows.set_normalised(&normalised);
        let name = segment.name.clone();
        Segment::new(
            name,
            rows,
            TermColumn::plain(starts.into(), terms.into())?,
            width,
            sketches.into(),
        )
    }
}
