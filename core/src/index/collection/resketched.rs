//! Collections with other sketching settings: the terms are shared, only the sketches are recomputed.

use std::sync::Arc;

use rayon::prelude::*;

use super::Collection;
use crate::base::Cancel;
use crate::index::segment::Segment;
use crate::settings::Sketching;
use crate::sketch::{Scratch, Sketcher};
use crate::text::shingles;

/// Minimum number of rows per piece of parallel work.
const ROWS: usize = 64;

impl Collection {
    /// A collection with the same documents, numbers and keys, with shingles and sketches according to
    /// `sketching`. `None` once cancelled. Allocates memory for
    /// the new sketches. Call on the rayon pool.
    pub fn resketched(&self, sketching: &Sketching, cancel: &Cancel) -> Option<Collection> {
        self.resketched_with(sketching, cancel, &|| ())
    }

    /// As [`Collection::resketched`]; calls `sketched` after each document.
    pub fn resketched_with(
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
            rows.with_min_len(ROWS).for_each_init(
                || (Vec::new(), Scratch::default(), Vec::new()),
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

    /// As [`Collection::resketched`], without sketches, for callers that need only terms and shingles.
    pub fn reshingled(&self, sketching: &Sketching) -> Collection {
        let segments = self.segments.iter();
        let bare = segments.map(|segment| Arc::new(segment.with_sketches(0, Vec::new())));
        self.with(bare.collect(), sketching)
    }

    fn with(&self, segments: Vec<Arc<Segment>>, sketching: &Sketching) -> Collection {
        let mut with = self.with_segments(segments);
        with.settings.sketching = sketching.clone();
        with
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
        fn it_is_what_sketching_from_the_start_would_give(
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
            let got = first.resketched(&sketching, &Cancel::default()).unwrap();
            let bare = first.reshingled(&sketching);
            prop_assert_eq!(got.layout(), Layout::new(&sketching));
            for doc in want.documents() {
                prop_assert_eq!(got.id(doc), want.id(doc));
                prop_assert_eq!(got.terms(doc), want.terms(doc));
                prop_assert_eq!(got.sketch(doc), want.sketch(doc));
                prop_assert_eq!(bare.shingle_set(doc), want.shingle_set(doc));
            }
            prop_assert!(first.resketched(&sketching, &Cancel::after(0)).is_none());
        }
    }
}
