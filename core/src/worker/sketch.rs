//! `sketch`: texts to sketches, with the print of each shingle set.
//!
//! Documents with the same set have the same print, 128 bits of XXH3 over the sorted set; they are one document for
//! the pair search, as in [`Identical`](crate::candidates::Identical), once `verify` has compared their sets. Cost: as
//! for reading, and one sort of each document's shingles.

use std::sync::Arc;

use anyhow::Result;
use arrow_array::{BinaryArray, RecordBatch};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::job::JobSettings;
use super::schema::{Out, Step, array, bytes, longs, texts};
use crate::settings::Settings;
use crate::sketch::{SketchScratch, Sketcher};
use crate::text::{Normaliser, shingles};

/// Minimum number of documents of a task.
const MIN_DOCUMENTS: usize = 16;

/// Computes terms, shingle sets and sketches of texts.
pub(super) struct TextSketcher {
    pub settings: Settings,
    normaliser: Normaliser,
    pub sketcher: Sketcher,
}

impl TextSketcher {
    pub(super) fn new(job: &JobSettings) -> Result<Self> {
        Ok(TextSketcher {
            normaliser: Normaliser::new(&job.settings.normalisation)?,
            sketcher: Sketcher::new(&job.settings.sketching),
            settings: job.settings.clone(),
        })
    }

    pub(super) fn terms(&self, text: &str) -> Vec<u64> {
        let mut terms = Vec::with_capacity(text.len() / 6);
        self.normaliser.hashes(text, &mut terms);
        terms
    }

    pub(super) fn set(&self, text: &str) -> Vec<u64> {
        shingles::set(&self.terms(text), &self.settings.sketching)
    }

    pub(super) fn sketch(&self, elements: &[u64], scratch: &mut SketchScratch) -> Vec<u32> {
        let mut sketch = Vec::new();
        self.sketcher.sketch(elements, scratch, &mut sketch);
        sketch
    }
}

impl Step for TextSketcher {
    fn take(&mut self, rows: &RecordBatch, out: Out<'_>) -> Result<()> {
        let docs = longs(rows, "doc")?;
        let texts = texts(rows, "text", docs, self.settings.reading.max_bytes)?;
        let sketched = |scratch: &mut SketchScratch, text: &&str| {
            let set = self.set(text);
            let print = xxh3_128(bytemuck::cast_slice(&set));
            (print, set.len() as i64, bytes(&self.sketch(&set, scratch)))
        };
        let texts = texts.par_iter().with_min_len(MIN_DOCUMENTS);
        let sketches: Vec<_> = texts.map_init(SketchScratch::default, sketched).collect();
        let bytes = sketches.iter().map(|(_, _, sketch)| sketch);
        out(vec![
            array(docs.iter().copied()),
            array(sketches.iter().map(|(print, ..)| (print >> 64) as i64)),
            array(sketches.iter().map(|(print, ..)| *print as i64)),
            array(sketches.iter().map(|(_, size, _)| *size)),
            Arc::new(BinaryArray::from_iter_values(bytes)),
        ])
    }
}
