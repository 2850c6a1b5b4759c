//! `join`: reads all documents of outsized buckets and emits the pairs among them, as the method `lsh` does locally.
//!
//! It uses the complete join if that is affordable. Otherwise it compares each document with its neighbours in the
//! order of sketches, and counts the pairs that are not compared. All documents are in memory: a term takes eight
//! bytes, and [`MAX_TERMS`] limits their number.

use anyhow::{Result, bail, ensure};
use arrow_array::RecordBatch;
use rayon::prelude::*;

use super::job::JobSettings;
use super::schema::{Out, Step, StepCounts, longs, texts};
use super::sketch::TextSketcher;
use super::verify::{VerifiedPair, columns};
use crate::base::{Cancel, DocNo, units};
use crate::candidates::lsh::{Buckets, with_neighbours};
use crate::candidates::{affordable, verify};
use crate::corpus::DocumentRow;
use crate::index::{Collection, SegmentWriter};
use crate::similarity::Pair;
use crate::sketch::SketchScratch;
use crate::text::shingles;

/// Maximum number of terms in memory: 4 GB.
const MAX_TERMS: u64 = 500_000_000;

const BATCH_ROWS: usize = 1 << 16;

/// Documents of outsized buckets to pairs.
pub(super) struct Joined {
    job: JobSettings,
    texts: TextSketcher,
    rows: SegmentWriter,
    /// The number of each document.
    docs: Vec<i64>,
    terms: u64,
}

impl Joined {
    pub(super) fn new(job: &JobSettings) -> Result<Self> {
        Ok(Joined {
            texts: TextSketcher::new(job)?,
            rows: SegmentWriter::in_memory(job.layout().words()),
            docs: Vec::new(),
            terms: 0,
            job: job.clone(),
        })
    }

    fn sketched(&self, text: &str, scratch: &mut SketchScratch) -> (Vec<u64>, Vec<u32>) {
        let (terms, mut elements) = (self.texts.terms(text), Vec::new());
        shingles::elements(&terms, &self.job.settings.sketching, &mut elements);
        let sketch = self.texts.sketch(&elements, scratch);
        (terms, sketch)
    }

    fn push(&mut self, doc: i64, terms: &[u64], sketch: &[u32]) -> Result<()> {
        let row = DocumentRow {
            id: name(doc),
            ..<DocumentRow>::default()
        };
        self.rows.push(row.view(), terms, sketch)?;
        self.docs.push(doc);
        Ok(())
    }
}

/// The pairs of documents that are near each other in the order of sketches, and the number of other pairs.
fn neighbours(
    collection: &Collection,
    outsized: Vec<DocNo>,
    job: &JobSettings,
) -> (Vec<Pair>, u64) {
    let pairs = Vec::new();
    let (buckets, cancel) = (Buckets { pairs, outsized }, Cancel::default());
    let proposed = with_neighbours(collection, buckets, job.banding, &cancel);
    let (measure, threshold) = (job.measure, job.threshold);
    let pairs = verify::verify(collection, proposed.pairs, measure, threshold, &cancel);
    (pairs, proposed.capped)
}

/// The documents as a collection, in the order of their numbers.
fn collection(job: &JobSettings, rows: SegmentWriter) -> Result<Collection> {
    let (settings, segment) = (job.settings.clone(), rows.finish()?);
    Ok(Collection::new(
        settings,
        vec![segment],
        Vec::new(),
        |_, _| true,
    ))
}

/// A name whose byte order is the order of the numbers.
fn name(doc: i64) -> String {
    format!("{:016x}", (doc as u64) ^ (1 << 63))
}

impl Step for Joined {
    fn take(&mut self, rows: &RecordBatch, _out: Out<'_>) -> Result<()> {
        let docs = longs(rows, "doc")?;
        let texts = texts(rows, "text", docs, self.job.settings.reading.max_bytes)?;
        let sketched = |scratch: &mut SketchScratch, text: &&str| self.sketched(text, scratch);
        let texts = texts.par_iter();
        let sketches: Vec<_> = texts.map_init(SketchScratch::default, sketched).collect();
        for (&doc, (terms, sketch)) in docs.iter().zip(&sketches) {
            self.terms += terms.len() as u64;
            ensure!(
                self.terms <= MAX_TERMS,
                "the documents of outsized buckets have more than {} terms, which are not held in memory; \
                 more rows of a band or a higher --threshold make smaller buckets",
                units::count(MAX_TERMS)
            );
            self.push(doc, terms, sketch)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>, out: Out<'_>) -> Result<StepCounts> {
        let Joined {
            job,
            rows,
            mut docs,
            ..
        } = *self;
        docs.sort_unstable();
        if let Some(pair) = docs.windows(2).find(|pair| pair[0] == pair[1]) {
            let doc = pair[0];
            bail!("document {doc} occurs twice in the input; its rows are not distinct");
        }
        let collection = collection(&job, rows)?;
        let outsized: Vec<DocNo> = collection.documents().collect();
        let cancel = Cancel::default();
        let joined = affordable(&collection, &outsized, job.measure, job.threshold, &cancel);
        let (pairs, capped) = match joined {
            Some((pairs, _)) => (pairs, 0),
            None => neighbours(&collection, outsized, &job),
        };
        for pairs in pairs.chunks(BATCH_ROWS) {
            let verified = pairs.iter().map(|pair| VerifiedPair {
                docs: [pair.a, pair.b].map(|doc| docs[doc.index()]),
                overlap: pair.overlap,
                agreeing: pair.agreeing,
            });
            out(columns(&verified.collect::<Vec<_>>()))?;
        }
        Ok(StepCounts {
            capped,
            ..StepCounts::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::MethodConfig;
    use crate::settings::Settings;

    #[test]
    fn uncompared_pairs_of_an_unaffordable_join_are_counted() {
        let job = JobSettings::new(Settings::default(), &MethodConfig::default(), 0.8).unwrap();
        let mut step = Joined::new(&job).unwrap();
        let count = 1_200;
        let base: Vec<String> = (0..60).map(|i| format!("word{i}")).collect();
        let text = |i: u64| format!("a{} {} b{}", i % 40, base.join(" "), i / 40);
        for doc in 0..count {
            let (terms, sketch) = step.sketched(&text(doc), &mut SketchScratch::default());
            step.push(doc as i64, &terms, &sketch).unwrap();
        }
        let collection = collection(&job, step.rows).unwrap();
        let documents: Vec<DocNo> = collection.documents().collect();
        let (neighbours, capped) = neighbours(&collection, documents, &job);
        let (total, listed) = (count * (count - 1) / 2, neighbours.len() as u64);
        assert!(0 < listed && listed < total, "{listed} of {total}");
        assert!(capped > 0);
    }

    #[test]
    fn names_are_in_the_order_of_numbers() {
        let numbers = [i64::MIN, -2, -1, 0, 1, 9, 10, 1 << 40, i64::MAX];
        assert!(numbers.is_sorted_by_key(|doc| name(*doc)));
    }
}
