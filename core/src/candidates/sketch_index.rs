//! Estimates the similarity of a document to the most similar earlier document of a sequence. Only sketches are kept, in
//! buckets by band.
//!
//! Source: Indyk and Motwani (1998), as [`lsh`](super::lsh), built document by document. Memory per document: its
//! sketch, and 8 to 12 bytes per band. Growing a table copies no data, so peak memory is hardly higher. A bucket is a
//! linked list that is searched from the newest document. Its length is not limited: dissimilar documents that share a
//! band cost time, but no document is missed.

use super::banding::Banding;
use crate::sketch::Layout;

/// Number of documents per allocation.
const CHUNK: usize = 4096;

/// Initial number of lists per band.
const INITIAL_LISTS: usize = 1024;

/// The sketches of the documents added so far, numbered from 0 in the order of insertion.
#[derive(Debug)]
pub struct SketchIndex {
    layout: Layout,
    banding: Banding,
    /// Sketches, in chunks of [`CHUNK`].
    sketches: Vec<Vec<u32>>,
    /// For each document and band, the number of the previous document of its list plus one, or 0 at the end of the
    /// list; in chunks of [`CHUNK`].
    previous: Vec<Vec<u32>>,
    /// For each band, the number of the newest document of each list plus one, or 0 for an empty list. The number of
    /// lists is a power of two.
    newest: Vec<Vec<u32>>,
    /// For each document, the number of the query that looked at it last, in chunks of [`CHUNK`].
    seen: Vec<Vec<u32>>,
    query: u32,
    len: usize,
}

impl SketchIndex {
    /// Creates an empty set of sketches. Two sketches are compared if they agree on all values of a band of `banding`.
    pub fn new(layout: Layout, banding: Banding) -> Self {
        SketchIndex {
            layout,
            banding,
            sketches: Vec::new(),
            previous: Vec::new(),
            newest: vec![vec![0; INITIAL_LISTS]; banding.bands],
            seen: Vec::new(),
            query: 0,
            len: 0,
        }
    }

    /// Returns the highest number of positions at which a document agrees with `sketch`, among the documents that agree
    /// on a whole band; `None` if there is no such document.
    pub fn most_agreeing(&mut self, sketch: &[u32]) -> Option<u32> {
        self.next_query();
        let mut best = None;
        for band in 0..self.banding.bands {
            let mut at = self.newest[band][self.list(sketch, band)];
            while let Some(document) = (at as usize).checked_sub(1) {
                at = self.previous[document / CHUNK][self.slot(document, band)];
                let seen = &mut self.seen[document / CHUNK][document % CHUNK];
                if std::mem::replace(seen, self.query) == self.query {
                    continue;
                }
                let other = self.sketch(document);
                // Different values of this band may share a list.
                if !self.agree_on_a_band(sketch, other, band) {
                    self.seen[document / CHUNK][document % CHUNK] = 0;
                    continue;
                }
                best = best.max(Some(self.layout.agreeing(sketch, other)));
            }
        }
        best
    }

    /// Adds the sketch of the next document.
    pub fn push(&mut self, sketch: &[u32]) {
        debug_assert_eq!(sketch.len(), self.layout.words());
        if self.len == self.newest.first().map_or(0, Vec::len) {
            self.grow();
        }
        if self.len.is_multiple_of(CHUNK) {
            let words = self.layout.words();
            self.sketches.push(Vec::with_capacity(CHUNK * words));
            let links = CHUNK * self.banding.bands;
            self.previous.push(Vec::with_capacity(links));
            self.seen.push(vec![0; CHUNK]);
        }
        let chunk = self.len / CHUNK;
        self.sketches[chunk].extend_from_slice(sketch);
        for band in 0..self.banding.bands {
            let list = self.list(sketch, band);
            let newest = &mut self.newest[band][list];
            self.previous[chunk].push(*newest);
            *newest = self.len as u32 + 1;
        }
        self.len += 1;
    }

    fn next_query(&mut self) {
        self.query = match self.query.checked_add(1) {
            Some(next) => next,
            None => {
                self.seen.iter_mut().for_each(|chunk| chunk.fill(0));
                1
            }
        };
    }

    fn sketch(&self, document: usize) -> &[u32] {
        let words = self.layout.words();
        let at = document % CHUNK * words;
        &self.sketches[document / CHUNK][at..at + words]
    }

    fn slot(&self, document: usize, band: usize) -> usize {
        document % CHUNK * self.banding.bands + band
    }

    /// Returns the number of the sketch's list in the table of a band.
    fn list(&self, sketch: &[u32], band: usize) -> usize {
        let rows = self.banding.rows;
        let key = self.layout.key(sketch, band * rows..(band + 1) * rows);
        (key >> 32) as usize & (self.newest[band].len() - 1)
    }

    fn agree_on_a_band(&self, a: &[u32], b: &[u32], band: usize) -> bool {
        let rows = self.banding.rows;
        self.layout.agree(a, b, band * rows..(band + 1) * rows)
    }

    /// Doubles the number of lists of each band.
    fn grow(&mut self) {
        for band in 0..self.banding.bands {
            let lists = self.newest[band].len() * 2;
            // The old table is freed before the new one is allocated.
            self.newest[band] = Vec::new();
            self.newest[band] = vec![0; lists];
            for document in 0..self.len {
                let list = self.list(self.sketch(document), band);
                let slot = self.slot(document, band);
                self.previous[document / CHUNK][slot] = self.newest[band][list];
                self.newest[band][list] = document as u32 + 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition of [`SketchIndex::most_agreeing`]: compares every sketch.
    fn by_definition(
        layout: Layout,
        banding: Banding,
        kept: &[Vec<u32>],
        sketch: &[u32],
    ) -> Option<u32> {
        let rows = banding.rows;
        let meets = |other: &&Vec<u32>| {
            let mut bands = 0..banding.bands;
            bands.any(|band| layout.agree(other, sketch, band * rows..(band + 1) * rows))
        };
        let others = kept.iter().filter(meets);
        others.map(|other| layout.agreeing(other, sketch)).max()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn the_nearest_document_of_the_buckets_agrees_with_the_definition(
            values in prop::collection::vec(prop::collection::vec(0..3_u32, 12), 1..60),
            bits in prop::sample::select(vec![4_u32, 32]),
            rows in 1..5_usize,
        ) {
            let layout = Layout { positions: 12, bits };
            let banding = Banding { bands: 12 / rows, rows };
            let mut all = SketchIndex::new(layout, banding);
            let mut kept: Vec<Vec<u32>> = Vec::new();
            for values in values {
                let mut sketch = Vec::new();
                layout.pack(&values, &mut sketch);
                prop_assert_eq!(all.most_agreeing(&sketch), by_definition(layout, banding, &kept, &sketch));
                all.push(&sketch);
                kept.push(sketch);
                prop_assert_eq!(all.len, kept.len());
            }
        }
    }

    #[test]
    fn growing_tables_and_chunks_lose_no_document() {
        let layout = Layout {
            positions: 8,
            bits: 32,
        };
        let banding = Banding { bands: 2, rows: 4 };
        let sketch = |n: u32| -> Vec<u32> { (0..8).map(|at| n / (1 + at / 4)).collect() };
        let mut all = SketchIndex::new(layout, banding);
        let mut kept: Vec<Vec<u32>> = Vec::new();
        for n in 0..2 * CHUNK as u32 + 10 {
            all.push(&sketch(n));
            kept.push(sketch(n));
        }
        for n in [
            0, 1, 1023, 1024, 4095, 4096, 4097, 8000, 8201, 9000, 16_000, 20_000,
        ] {
            let want = by_definition(layout, banding, &kept, &sketch(n));
            assert_eq!(all.most_agreeing(&sketch(n)), want, "{n}");
        }
    }
}
