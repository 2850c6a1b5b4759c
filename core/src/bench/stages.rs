//! The steps from bytes to sketches, timed one by one on one thread.

use super::meter::on_this_thread;
use super::{Corpus, Row};
use crate::corpus::Document;
use crate::sketch::Scratch;
use crate::sketch::Sketcher;
use crate::text::{Normaliser, shingles};

/// Bytes of text per batch.
const BATCH: usize = 4 << 20;

/// Bytes of text after which timing stops; the rest of a corpus is only counted.
const ENOUGH: u64 = 64 << 20;

/// Size of a corpus, and the CPU seconds of each step for `measured` bytes of its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stages {
    /// Total number of documents.
    pub documents: u64,
    /// Total bytes of text.
    pub bytes: u64,
    measured: u64,
    shingles: u64,
    reading: f64,
    terms: f64,
    shingling: f64,
    sketching: f64,
}

impl Stages {
    /// Reads all of `corpus` and times each step on the first 64 MB.
    ///
    /// # Errors
    /// A corpus that cannot be opened, invalid settings.
    pub fn measure(corpus: &Corpus, should_continue: &dyn Fn() -> bool) -> anyhow::Result<Self> {
        let settings = &corpus.settings;
        let sketching = &settings.sketching;
        let normaliser = Normaliser::new(&settings.normalisation)?;
        let sketcher = Sketcher::new(sketching);
        let mut documents = corpus.documents()?;
        let mut all = Stages::default();
        let mut terms = Vec::new();
        let mut hashes = Vec::new();
        let mut sketches = Vec::new();
        let mut scratch = Scratch::default();
        loop {
            let (batch, seconds) = on_this_thread(|| next_batch(&mut documents));
            anyhow::ensure!(should_continue(), "stopped");
            if batch.is_empty() {
                return Ok(all);
            }
            let bytes: u64 = batch.iter().map(|d| d.text.len() as u64).sum();
            all.documents += batch.len() as u64;
            all.bytes += bytes;
            if all.measured >= ENOUGH {
                continue;
            }
            all.measured += bytes;
            all.reading += seconds;
            let mut pass = |steps: usize| {
                let work = || {
                    let mut count = 0;
                    sketches.clear();
                    for document in &batch {
                        terms.clear();
                        hashes.clear();
                        normaliser.hashes(&document.text, &mut terms);
                        if steps > 0 {
                            shingles::elements(&terms, sketching, &mut hashes);
                        }
                        if steps > 1 {
                            sketcher.sketch(&hashes, &mut scratch, &mut sketches);
                        }
                        count += hashes.len() as u64;
                    }
                    std::hint::black_box(&sketches);
                    count
                };
                on_this_thread(work)
            };
            all.terms += pass(0).1;
            all.shingling += pass(1).1;
            let (count, seconds) = pass(2);
            all.sketching += seconds;
            all.shingles += count;
        }
    }

    /// Median throughputs of several runs, as rows.
    #[must_use]
    pub fn rows(runs: &[Stages]) -> Vec<Row> {
        let rate = |seconds: fn(&Stages) -> f64| {
            let rates = runs.iter().map(|s| s.measured as f64 / 1e6 / seconds(s));
            super::meter::median(rates.collect())
        };
        let unit = "MB/CPU s";
        vec![
            Row::new("step: reading, decoding", rate(|s| s.reading), unit),
            Row::new("step: terms", rate(|s| s.terms), unit),
            Row::new("step: terms, shingles", rate(|s| s.shingling), unit),
            Row::new("step: terms, shingles, sketch", rate(|s| s.sketching), unit),
        ]
    }
}

fn next_batch(documents: &mut impl Iterator<Item = Document>) -> Vec<Document> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    while bytes < BATCH {
        let Some(document) = documents.next() else {
            break;
        };
        bytes += document.text.len();
        batch.push(document);
    }
    batch
}
