//! `verify`: candidate pairs with both texts to pairs with their exact overlap and the agreement of their sketches.
//!
//! Rows sorted by `a` cost least, because the sets of the last `a` and the last `b` of a task are cached. Within a
//! stream a document must have one text.

use std::sync::Arc;

use anyhow::{Result, bail};
use arrow_array::{ArrayRef, Int32Array, RecordBatch};
use rayon::prelude::*;

use super::job::JobSettings;
use super::schema::{Out, Step, array, longs, texts};
use super::sketch::TextSketcher;
use crate::candidates::exact_join::JoinPredicate;
use crate::similarity::Overlap;
use crate::sketch::SketchScratch;

const TASK_PAIRS: usize = 256;

/// A pair with its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VerifiedPair {
    pub docs: [i64; 2],
    pub overlap: Overlap,
    pub agreeing: u32,
}

/// The columns of a list of pairs.
pub(super) fn columns(pairs: &[VerifiedPair]) -> Vec<ArrayRef> {
    let column = |value: fn(&VerifiedPair) -> i64| array(pairs.iter().map(value));
    let agreeing = pairs.iter().map(|pair| pair.agreeing as i32);
    vec![
        column(|pair| pair.docs[0]),
        column(|pair| pair.docs[1]),
        column(|pair| pair.overlap.shared.into()),
        column(|pair| pair.overlap.size_a.into()),
        column(|pair| pair.overlap.size_b.into()),
        Arc::new(Int32Array::from_iter_values(agreeing)),
    ]
}

/// Candidates to pairs.
pub(super) struct Verified {
    texts: TextSketcher,
    predicate: JoinPredicate,
}

/// Set and sketch of a document; the sketch is computed when it is needed.
#[derive(Default)]
struct Prepared {
    doc: Option<i64>,
    set: Vec<u64>,
    sketch: Option<Vec<u32>>,
}

/// The documents of the last row of a task.
#[derive(Default)]
struct Recent {
    sides: [Prepared; 2],
    scratch: SketchScratch,
}

impl Verified {
    pub(super) fn new(job: &JobSettings) -> Result<Self> {
        Ok(Verified {
            texts: TextSketcher::new(job)?,
            predicate: JoinPredicate::new(job.measure, job.threshold),
        })
    }

    fn pair(&self, docs: [i64; 2], texts: [&str; 2], recent: &mut Recent) -> Option<VerifiedPair> {
        let Recent { sides, scratch } = recent;
        for ((side, doc), text) in sides.iter_mut().zip(docs).zip(texts) {
            if side.doc != Some(doc) {
                *side = Prepared {
                    doc: Some(doc),
                    set: self.texts.set(text),
                    sketch: None,
                };
            }
        }
        let overlap = Overlap::new(&sides[0].set, &sides[1].set);
        self.predicate.met_by(&overlap).then(|| {
            let [a, b] = sides.each_mut().map(|Prepared { set, sketch, .. }| {
                &*sketch.get_or_insert_with(|| self.texts.sketch(set, scratch))
            });
            VerifiedPair {
                docs,
                overlap,
                agreeing: self.texts.sketcher.layout().agreeing(a, b),
            }
        })
    }
}

impl Step for Verified {
    fn take(&mut self, rows: &RecordBatch, out: Out<'_>) -> Result<()> {
        let (a, b) = (longs(rows, "a")?, longs(rows, "b")?);
        if let Some((doc, _)) = a.iter().zip(b).find(|(a, b)| a == b) {
            bail!(
                "document {doc} is paired with itself: it is in an outsized bucket, which is input of the step join"
            );
        }
        let max_bytes = self.texts.settings.reading.max_bytes;
        let texts_a = texts(rows, "text_a", a, max_bytes)?;
        let texts_b = texts(rows, "text_b", b, max_bytes)?;
        let indices: Vec<usize> = (0..rows.num_rows()).collect();
        let verify_chunk = |chunk: &[usize]| {
            let mut recent = Recent::default();
            let pair =
                |at: &usize| self.pair([a[*at], b[*at]], [texts_a[*at], texts_b[*at]], &mut recent);
            chunk.iter().filter_map(pair).collect::<Vec<_>>()
        };
        let chunks = indices.par_chunks(TASK_PAIRS);
        let pairs: Vec<VerifiedPair> = chunks.flat_map_iter(verify_chunk).collect();
        out(columns(&pairs))
    }
}
