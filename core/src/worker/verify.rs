//! `verify`: candidate pairs with both texts to pairs with their exact overlap and the agreement of their sketches.
//!
//! Rows that come sorted by `a` cost least: the set of the last `a` and of the last few `b` is kept. Texts are taken as
//! those of the documents named: within a stream a document has one text.

use std::sync::Arc;

use anyhow::{Result, ensure};
use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch};
use rayon::prelude::*;

use super::job::{Job, TextSketcher};
use super::schema::{Out, SchemaColumn, Step, Type, longs, texts};
use crate::candidates::exact_join::JoinPredicate;
use crate::similarity::Overlap;
use crate::sketch::Scratch;

/// Pairs of a task.
const CHUNK: usize = 256;

/// The columns of a list of pairs.
pub(super) const COLUMNS: &[SchemaColumn] = &[
    ("a", Type::Long),
    ("b", Type::Long),
    ("shared", Type::Long),
    ("size_a", Type::Long),
    ("size_b", Type::Long),
    ("agreeing", Type::Int),
];

/// A pair with its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VerifiedPair {
    pub a: i64,
    pub b: i64,
    pub overlap: Overlap,
    pub agreeing: u32,
}

/// Pairs as a batch.
pub(super) fn batch(pairs: &[VerifiedPair]) -> Result<RecordBatch> {
    let column = |value: fn(&VerifiedPair) -> i64| -> ArrayRef {
        Arc::new(Int64Array::from_iter_values(pairs.iter().map(value)))
    };
    let agreeing = pairs.iter().map(|pair| pair.agreeing as i32);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("a", column(|pair| pair.a)),
        ("b", column(|pair| pair.b)),
        ("shared", column(|pair| pair.overlap.shared.into())),
        ("size_a", column(|pair| pair.overlap.size_a.into())),
        ("size_b", column(|pair| pair.overlap.size_b.into())),
        ("agreeing", Arc::new(Int32Array::from_iter_values(agreeing))),
    ];
    Ok(RecordBatch::try_from_iter(columns)?)
}

/// Candidates to pairs.
pub(super) struct Verified {
    texts: TextSketcher,
    predicate: JoinPredicate,
}

/// Set and sketch of a document, computed when first needed.
struct Known {
    doc: i64,
    set: Vec<u64>,
    sketch: Option<Vec<u32>>,
}

/// What a task remembers between rows.
#[derive(Default)]
struct Recent {
    left: Option<Known>,
    right: Option<Known>,
    scratch: Scratch,
}

impl Verified {
    pub(super) fn new(job: &Job) -> Result<Self> {
        Ok(Verified {
            texts: TextSketcher::new(job)?,
            predicate: JoinPredicate::new(job.measure, job.threshold),
        })
    }

    fn prepared(&self, kept: Option<Known>, doc: i64, text: &str) -> Known {
        match kept {
            Some(prepared) if prepared.doc == doc => prepared,
            _ => Known {
                doc,
                set: self.texts.set(text),
                sketch: None,
            },
        }
    }

    fn sketch<'a>(&self, document: &'a mut Known, scratch: &mut Scratch) -> &'a [u32] {
        let Known { set, sketch, .. } = document;
        sketch.get_or_insert_with(|| self.texts.sketch(set, scratch))
    }

    fn pair(
        &self,
        docs: (i64, i64),
        texts: (&str, &str),
        recent: &mut Recent,
    ) -> Option<VerifiedPair> {
        let mut a = self.prepared(recent.left.take(), docs.0, texts.0);
        let mut b = self.prepared(recent.right.take(), docs.1, texts.1);
        let overlap = Overlap::new(&a.set, &b.set);
        let pair = self.predicate.met_by(&overlap).then(|| {
            let scratch = &mut recent.scratch;
            let sketch = self.sketch(&mut a, scratch);
            let layout = self.texts.sketcher.layout();
            let agreeing = layout.agreeing(sketch, self.sketch(&mut b, scratch));
            VerifiedPair {
                a: docs.0,
                b: docs.1,
                overlap,
                agreeing,
            }
        });
        (recent.left, recent.right) = (Some(a), Some(b));
        pair
    }
}

impl Step for Verified {
    fn reads(&self) -> &'static [SchemaColumn] {
        &[
            ("a", Type::Long),
            ("b", Type::Long),
            ("text_a", Type::Text),
            ("text_b", Type::Text),
        ]
    }

    fn writes(&self) -> &'static [SchemaColumn] {
        COLUMNS
    }

    fn take(&mut self, rows: &RecordBatch, out: Out<'_>) -> Result<()> {
        let (a, b) = (longs(rows, "a")?, longs(rows, "b")?);
        if let Some((same, _)) = a.iter().zip(b).find(|(a, b)| a == b) {
            ensure!(
                false,
                "document {same} is paired with itself: it is of an outsized bucket, which the step join takes"
            );
        }
        let most = self.texts.settings.reading.max_bytes;
        let texts = (
            texts(rows, "text_a", a, most)?,
            texts(rows, "text_b", b, most)?,
        );
        let all: Vec<usize> = (0..rows.num_rows()).collect();
        let pairs: Vec<VerifiedPair> = all
            .par_chunks(CHUNK)
            .flat_map_iter(|chunk| {
                let mut recent = Recent::default();
                let pairs = chunk.iter().filter_map(|&at| {
                    self.pair((a[at], b[at]), (texts.0[at], texts.1[at]), &mut recent)
                });
                pairs.collect::<Vec<_>>()
            })
            .collect();
        out(batch(&pairs)?)
    }
}
