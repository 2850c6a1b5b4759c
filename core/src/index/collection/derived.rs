//! Collections derived from other collections: with parts of the text masked, as if the text lacked them; and with
//! other sketching settings, for which the terms are shared and the sketches computed again.

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
use crate::settings::Sketching;
use crate::sketch::{SketchScratch, Sketcher};
use crate::text::shingles;

/// Rows whose terms are masked at the same time.
const BATCH: usize = 1024;
/// Minimum number of rows per piece of parallel work.
const MIN_ROWS: usize = 64;

impl Collection {
    /// Returns a collection with the same documents, numbers and keys, without the terms in `ranges`: one list for each
    /// document, ascending and disjoint. Segments without a masked document are shared. `None` once cancelled. Call on
    /// the rayon pool.
    ///
    /// # Panics
    /// If `ranges` does not have one list for each document.
    pub fn masked(
        self: &Arc<Self>,
        ranges: Vec<Vec<MaskedRange>>,
        cancel: &Cancel,
    ) -> Option<Collection> {
        assert_eq!(ranges.len(), self.len(), "a list for each document");
        let mut changed = vec![false; self.segments.len()];
        for ((segment, _), ranges) in self.places.iter().zip(&ranges) {
            changed[*segment as usize] |= !ranges.is_empty();
        }
        // The documents of all changed segments are in one new segment after the others.
        let (mut segments, mut numbers) = (Vec::new(), Vec::new());
        for (segment, changed) in self.segments.iter().zip(&changed) {
            numbers.push(segments.len() as u32);
            segments.extend(Some(segment).filter(|_| !changed).cloned());
        }
        let (new_segment, mut moved) = (segments.len() as u32, Vec::new());
        let mut places = self.places.clone();
        for (doc, entry) in self.documents().zip(&mut places) {
            if changed[entry.0 as usize] {
                *entry = (new_segment, moved.len() as u32);
                moved.push(doc);
            } else {
                entry.0 = numbers[entry.0 as usize];
            }
        }
        if !moved.is_empty() {
            segments.push(self.cut(&moved, &ranges, cancel)?);
        }
        let lengths: Vec<usize> = ranges.iter().map(Vec::len).collect();
        let ranges = Lists::new(lengths.into_iter(), ranges.concat());
        (!cancel.stopped()).then(|| Collection {
            masked: Some(Arc::new(MaskedFrom {
                unmasked: self.clone(),
                ranges,
            })),
            places,
            ..self.with_segments(segments)
        })
    }

    /// The masked ranges of `doc`, ascending and disjoint, as positions of terms in the unmasked document.
    pub fn masked_ranges(&self, doc: DocNo) -> &[MaskedRange] {
        let masked = self.masked.as_ref();
        masked.map_or(&[], |masked| masked.ranges.get(doc.index()))
    }

    /// Number of masked words of `doc`.
    pub fn masked_words(&self, doc: DocNo) -> u32 {
        let ranges = self.masked_ranges(doc).iter();
        ranges.map(|range| range.end - range.start).sum()
    }

    /// The collection from which this one was derived by masking; `None` if nothing was masked.
    pub fn unmasked(&self) -> Option<&Arc<Collection>> {
        self.masked.as_ref().map(|masked| &masked.unmasked)
    }

    /// All terms of `doc`, masked terms included.
    pub fn all_terms(&self, doc: DocNo) -> Cow<'_, [u64]> {
        self.unmasked().map_or(self, |all| all).terms(doc)
    }

    /// Returns a segment of these documents without the terms in their ranges.
    fn cut(
        &self,
        documents: &[DocNo],
        ranges: &[Vec<MaskedRange>],
        cancel: &Cancel,
    ) -> Option<Arc<Segment>> {
        let sketching = &self.settings.sketching;
        let sketcher = Sketcher::new(sketching);
        // A reshingled collection has no sketches.
        let width = self.segment_row(documents[0]).0.width;
        let mut writer = SegmentWriter::in_memory(width);
        for batch in documents.chunks(BATCH) {
            cancel.proceed()?;
            let cut = batch.par_iter().map_init(
                || (Vec::new(), SketchScratch::default()),
                |(elements, scratch), doc| {
                    let (row, all_terms) = (self.row_as_read(*doc), self.terms(*doc));
                    let mut sketch = self.sketch(*doc).to_vec();
                    let ranges = &ranges[doc.index()];
                    if ranges.is_empty() {
                        return (row, all_terms, sketch);
                    }
                    let mut terms = Vec::new();
                    without_masked(&all_terms, ranges, &mut terms);
                    if width > 0 {
                        elements.clear();
                        sketch.clear();
                        shingles::elements(&terms, sketching, elements);
                        sketcher.sketch(elements, scratch, &mut sketch);
                    }
                    let normalised = xxh3_128(bytemuck::cast_slice(&terms));
                    (RowView { normalised, ..row }, Cow::Owned(terms), sketch)
                },
            );
            for (row, terms, sketch) in cut.collect::<Vec<_>>() {
                writer.push(row, &terms, &sketch).ok()?;
            }
        }
        writer.finish().ok()
    }
}

impl Collection {
    /// A collection with the same documents, numbers and keys, with shingles and sketches according to
    /// `sketching`. Calls `sketched` after each document. `None` once cancelled. Allocates memory for the new sketches.
    /// Call on the rayon pool.
    pub fn resketched(
        &self,
        sketching: &Sketching,
        cancel: &Cancel,
        sketched: &(dyn Fn() + Sync),
    ) -> Option<Collection> {
        let sketcher = Sketcher::new(sketching);
        let width = sketcher.layout().words();
        let live = self.live_rows();
        let segments = self.segments.iter().zip(&live).map(|(segment, live)| {
            let mut sketches = vec![0_u32; segment.len() * width];
            let rows = sketches.par_chunks_mut(width).zip(live).enumerate();
            rows.with_min_len(MIN_ROWS).for_each_init(
                || (Vec::new(), SketchScratch::default(), Vec::new()),
                |(elements, scratch, sketch), (row, (out, live))| {
                    if *live && !cancel.stopped() {
                        elements.clear();
                        sketch.clear();
                        shingles::elements(&segment.terms(row), sketching, elements);
                        self.release_if_many();
                        sketcher.sketch(elements, scratch, sketch);
                        out.copy_from_slice(sketch);
                        sketched();
                    }
                },
            );
            Arc::new(segment.with_sketches(width, sketches))
        });
        let segments = segments.collect();
        (!cancel.stopped()).then(|| self.with(segments, sketching))
    }

    /// Does the same as [`Collection::resketched`], but without sketches, for callers that use only terms and shingles.
    pub fn reshingled(&self, sketching: &Sketching) -> Collection {
        let segments = self.segments.iter();
        let bare = segments.map(|segment| Arc::new(segment.with_sketches(0, Vec::new())));
        self.with(bare.collect(), sketching)
    }

    fn with(&self, segments: Vec<Arc<Segment>>, sketching: &Sketching) -> Collection {
        let mut collection = self.with_segments(segments);
        collection.settings.sketching = sketching.clone();
        collection
    }

    /// For each segment and row, whether the row is a document of this collection.
    pub fn live_rows(&self) -> Vec<Vec<bool>> {
        let rows = |segment: &Arc<Segment>| vec![false; segment.len()];
        let mut live: Vec<Vec<bool>> = self.segments.iter().map(rows).collect();
        for &(segment, row) in &self.places {
            live[segment as usize][row as usize] = true;
        }
        live
    }
}

#[cfg(test)]
mod tests {
    use super::super::made;
    use super::*;
    use crate::settings::SketchKind;
    use crate::sketch::Layout;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn resketching_equals_sketching_from_the_start(
            texts in prop::collection::vec(prop::collection::vec(0_u64..9, 0..12), 1..12),
            k in 1_usize..4,
            bag: bool,
            kind in 0_usize..4,
        ) {
            let sketched = |sketching: &Sketching| made::collection(&texts, sketching.clone());
            let first = sketched(&Sketching { permutations: 16, ..Sketching::default() });
            let sketching = Sketching {
                k,
                bag,
                permutations: 40,
                sketch: SketchKind::ALL[kind].1,
                ..Sketching::default()
            };
            let want = sketched(&sketching);
            let got = first.resketched(&sketching, &Cancel::default(), &|| ()).unwrap();
            let bare = first.reshingled(&sketching);
            prop_assert_eq!(got.layout(), Layout::new(&sketching));
            for doc in want.documents() {
                prop_assert_eq!(got.id(doc), want.id(doc));
                prop_assert_eq!(got.terms(doc), want.terms(doc));
                prop_assert_eq!(got.sketch(doc), want.sketch(doc));
                prop_assert_eq!(bare.shingle_set(doc), want.shingle_set(doc));
            }
            prop_assert!(first.resketched(&sketching, &Cancel::after(0), &|| ()).is_none());
        }
    }
}
