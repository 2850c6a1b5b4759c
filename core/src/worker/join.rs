//! `join`: all documents of outsized buckets to the pairs among them, as the method `lsh` finds them locally.
//!
//! The complete join, if it is affordable; otherwise each document with its neighbours in the order of sketches, and
//! the pairs that are left out are counted. Everything is held in memory: terms take eight bytes each, sketches the
//! same as elsewhere. [`MOST_TERMS`] limits the terms.

use crate::base::Cancel;
use anyhow::{Result, ensure};
use arrow_array::RecordBatch;
use rayon::prelude::*;

use super::job::{Job, TextSketcher};
use super::schema::{Out, SchemaColumn, Step, StepCounts, Type, longs, texts};
use super::verify::{COLUMNS, VerifiedPair, batch};
use crate::base::{DocNo, units};
use crate::candidates::lsh::{Buckets, with_neighbours};
use crate::candidates::{affordable, verify};
use crate::corpus::DocumentRow;
use crate::index::{Collection, SegmentWriter, made};
use crate::similarity::Pair;
use crate::sketch::Scratch;
use crate::text::shingles;

/// Terms of all documents that are held at most: 4 GB.
const MOST_TERMS: u64 = 500_000_000;

/// Rows of an output batch.
const BATCH: usize = 1 << 16;

/// Documents of outsized buckets to pairs.
pub(super) struct Joined {
    job: Job,
    texts: TextSketcher,
    rows: SegmentWriter,
    /// The number of each document.
    docs: Vec<i64>,
    terms: u64,
    counts: StepCounts,
}

impl Joined {
    pub(super) fn new(job: &Job) -> Result<Self> {
        Ok(Joined {
            texts: TextSketcher::new(job)?,
            rows: SegmentWriter::in_memory(job.layout().words(), 0),
            docs: Vec::new(),
            terms: 0,
            counts: StepCounts::default(),
            job: job.clone(),
        })
    }

    fn sketched(&self, text: &str, scratch: &mut Scratch) -> (Vec<u64>, Vec<u32>) {
        let (terms, mut elements) = (self.texts.terms(text), Vec::new());
        shingles::elements(&terms, &self.job.settings.sketching, &mut elements);
        let sketch = self.texts.sketch(&elements, scratch);
        (terms, sketch)
    }

    /// The documents as a collection, in the order of their numbers.
    fn collection(&mut self) -> Result<Collection> {
        let words = self.job.layout().words();
        let rows = std::mem::replace(&mut self.rows, SegmentWriter::in_memory(words, 0));
        let segment = rows.finish()?;
        let collection = Collection::new(
            self.job.settings.clone(),
            vec![segment],
            Vec::new(),
            |_, _| true,
        );
        self.docs.sort_unstable();
        if let Some(twice) = self.docs.windows(2).find(|two| two[0] == two[1]) {
            ensure!(
                false,
                "document {} is in the input twice; its rows are not distinct",
                twice[0]
            );
        }
        Ok(collection)
    }
}

impl Joined {
    /// The pairs of documents that are next to each other in the order of sketches; the others are counted.
    fn neighbours(&mut self, collection: &Collection, outsized: Vec<DocNo>) -> Vec<Pair> {
        let pairs = Vec::new();
        let buckets = Buckets { pairs, outsized };
        let proposed = with_neighbours(collection, buckets, self.job.banding, &Cancel::default());
        self.counts.capped = proposed.capped;
        let (measure, threshold) = (self.job.measure, self.job.threshold);
        verify::verify(
            collection,
            proposed.pairs,
            measure,
            threshold,
            &Cancel::default(),
        )
    }
}

/// A name whose byte order is the order of the numbers.
fn name(doc: i64) -> String {
    format!("{:016x}", (doc as u64) ^ (1 << 63))
}

impl Step for Joined {
    fn reads(&self) -> &'static [SchemaColumn] {
        &[("doc", Type::Long), ("text", Type::Text)]
    }

    fn writes(&self) -> &'static [SchemaColumn] {
        COLUMNS
    }

    fn take(&mut self, rows: &RecordBatch, _out: Out<'_>) -> Result<()> {
        let docs = longs(rows, "doc")?;
        let texts = texts(rows, "text", docs, self.job.settings.reading.max_bytes)?;
        let made: Vec<(Vec<u64>, Vec<u32>)> = texts
            .par_iter()
            .map_init(Scratch::default, |scratch, text| {
                self.sketched(text, scratch)
            })
            .collect();
        for (&doc, (terms, sketch)) in docs.iter().zip(&made) {
            self.terms += terms.len() as u64;
            ensure!(
                self.terms <= MOST_TERMS,
                "the documents of outsized buckets have more than {} terms, which are not held in memory; \
                 more rows of a band or a higher --threshold make smaller buckets",
                units::count(MOST_TERMS)
            );
            let row = DocumentRow {
                id: name(doc),
                ..made::row()
            };
            self.rows.push(row, terms, sketch)?;
            self.docs.push(doc);
        }
        Ok(())
    }

    fn finish(&mut self, out: Out<'_>) -> Result<()> {
        let collection = self.collection()?;
        let outsized: Vec<DocNo> = collection.documents().collect();
        let (measure, threshold) = (self.job.measure, self.job.threshold);
        let joined = affordable(
            &collection,
            &outsized,
            measure,
            threshold,
            &Cancel::default(),
        );
        let pairs = match joined {
            Some((pairs, _)) => pairs,
            None => self.neighbours(&collection, outsized),
        };
        for pairs in pairs.chunks(BATCH) {
            let verified = pairs.iter().map(|pair| VerifiedPair {
                a: self.docs[pair.a.index()],
                b: self.docs[pair.b.index()],
                overlap: pair.overlap,
                agreeing: pair.agreeing,
            });
            out(batch(&verified.collect::<Vec<_>>())?)?;
        }
        Ok(())
    }

    fn counts(&self) -> StepCounts {
        self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::MethodConfig;
    use crate::settings::Settings;

    #[test]
    fn what_a_join_that_is_not_affordable_leaves_out_is_counted() {
        let job = Job::new(Settings::default(), &MethodConfig::default(), 0.8).unwrap();
        let mut step = Joined::new(&job).unwrap();
        let count = 1_200;
        let base: Vec<String> = (0..60).map(|i| format!("word{i}")).collect();
        let text = |i: u64| format!("a{} {} b{}", i % 40, base.join(" "), i / 40);
        for doc in 0..count {
            let (terms, sketch) = step.sketched(&text(doc), &mut Scratch::default());
            let row = DocumentRow {
                id: name(doc as i64),
                ..made::row()
            };
            step.rows.push(row, &terms, &sketch).unwrap();
            step.docs.push(doc as i64);
        }
        let collection = step.collection().unwrap();
        let all: Vec<DocNo> = collection.documents().collect();
        let neighbours = step.neighbours(&collection, all);
        let (most, listed) = (count * (count - 1) / 2, neighbours.len() as u64);
        assert!(0 < listed && listed < most, "{listed} of {most}");
        assert!(step.counts().capped > 0);
    }

    #[test]
    fn names_are_in_the_order_of_numbers() {
        let numbers = [i64::MIN, -2, -1, 0, 1, 9, 10, 1 << 40, i64::MAX];
        assert!(numbers.is_sorted_by_key(|doc| name(*doc)));
    }
}
