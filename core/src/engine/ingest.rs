//! Ingest pipeline: turns entries into rows, terms and sketches. All threads decode and sketch; results
//! are passed on in the order of the entries. Memory is bounded.
//!
//! Batches are pipelined: while the pool sketches one batch, the caller writes the previous one and
//! reads the next one. The single-threaded steps therefore do not stall the pool.

use anyhow::bail;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::cancel::Cancel;
use super::masking::{Detected, detected};
use super::progress::{Progress, Sampler, Stage};
use super::text_cache::TextCache;
use crate::base::MaskedRange;
use crate::corpus::read::{self, Unfinished, Work};
use crate::corpus::{Document, DocumentRow, Entry, Skipped};
use crate::settings::Settings;
use crate::sketch::Scratch;
use crate::sketch::Sketcher;
use crate::text::{Normaliser, shingles};

/// Maximum number of documents in a batch, and the bytes at which a batch ends. Two batches are in
/// flight at a time.
const BATCH: (usize, u64) = (256, 8 << 20);

/// Maximum number of documents per task. Small tasks keep threads from idling at the end of a batch.
const PART: usize = 16;

/// Takes a document: its row, term hashes and sketch.
pub type Push<'a> = dyn FnMut(DocumentRow, &[u64], &[u32]) -> anyhow::Result<()> + 'a;

/// Parameters of the ingest pipeline.
pub struct Ingest<'a> {
    /// Settings for reading, terms and sketches.
    pub settings: &'a Settings,
    /// Polled between batches.
    pub cancel: &'a Cancel,
    /// Returns the key of a document that has been read.
    pub key: &'a mut dyn FnMut(&DocumentRow) -> u64,
    /// Receives the texts while there is room.
    pub texts: &'a mut TextCache,
    /// Receives samples of the progress.
    pub progress: &'a mut dyn FnMut(Progress),
}

/// Result of [`Ingest::run`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ingested {
    /// Number of documents read.
    pub documents: u64,
    /// After a cancellation, the first entry that was not read to its end. No entry after it was read.
    pub unfinished: Option<Unfinished>,
}

/// Output of one task. Terms and sketches of its documents are concatenated, to allocate a few long
/// vectors instead of many short ones.
struct Sketched {
    /// Per document: its row, its text and the end of its terms in `terms`; or why it was skipped.
    documents: Vec<Result<(DocumentRow, String, usize), Skipped>>,
    terms: Vec<u64>,
    sketches: Vec<u32>,
}

impl Ingest<'_> {
    /// Reads `entries` in order and hands row, terms and sketch of each document to `push`. Entries that cannot be
    /// read go to `skipped`. Runs on the caller's rayon pool.
    pub fn run(
        &mut self,
        entries: Vec<Entry>,
        push: &mut Push<'_>,
        skipped: &mut Vec<Skipped>,
    ) -> anyhow::Result<Ingested> {
        let Ingest {
            settings,
            cancel,
            key,
            texts,
            progress,
        } = self;
        let normaliser = Normaliser::new(&settings.normalisation)?;
        let sketcher = Sketcher::new(&settings.sketching);
        let mut sampler = Sampler::new(Stage::Sketch);
        let all_bytes: u64 = entries.iter().map(|entry| entry.stamp.bytes).sum();
        let mut read = 0;
        let (mut done, mut bytes) = (0, 0);
        let sample = |sampler: &Sampler, done: u64, bytes: u64| {
            // The number of rows in a file is unknown, so the total is estimated from the share of
            // bytes done.
            let share = bytes as f64 / all_bytes.max(1) as f64;
            let total = if bytes == 0 {
                0
            } else {
                (done as f64 / share).round() as u64
            };
            sampler.at(done, total.max(done), bytes)
        };
        let should_continue = || !cancel.stopped();
        let mut work = entries
            .into_iter()
            .flat_map(|entry| read::work_while(entry, &settings.reading, &should_continue));
        let width = sketcher.layout().words();
        let task = SketchTask {
            settings,
            normaliser: &normaliser,
            sketcher: &sketcher,
            texts: texts.has_room(),
        };
        let mut hand_on = |batch: Vec<Sketched>| -> anyhow::Result<()> {
            for part in batch {
                let mut sketches = part.sketches.chunks_exact(width.max(1));
                let mut begin = 0;
                for document in part.documents {
                    match document {
                        Ok((mut row, text, end)) => {
                            row.key = key(&row);
                            read += 1;
                            texts.keep(row.key, &text);
                            let sketch = sketches.next().unwrap_or_default();
                            push(row, &part.terms[begin..end], sketch)?;
                            begin = end;
                        }
                        Err(skip) if skip.reason.ends_the_run() => {
                            bail!("{}: {}", skip.id, skip.reason)
                        }
                        Err(skip) => skipped.push(skip),
                    }
                }
            }
            Ok(())
        };
        let (mut reading, mut finished) = (next_batch(&mut work), Vec::new());
        while !reading.is_empty() && !cancel.stopped() {
            let batch = std::mem::take(&mut reading);
            let before = std::mem::take(&mut finished);
            done += batch.len() as u64;
            bytes += batch.iter().map(Work::bytes).sum::<u64>();
            let part = (batch.len() / (4 * rayon::current_num_threads())).clamp(1, PART);
            rayon::in_place_scope(|scope| {
                scope.spawn(|_| {
                    finished = batch
                        .into_par_iter()
                        .chunks(part)
                        .with_max_len(1)
                        .map_init(Buffers::default, |buffers, works| {
                            task.sketched(works, buffers)
                        })
                        .collect();
                });
                let handed_on = hand_on(before);
                reading = next_batch(&mut work);
                handed_on
            })?;
            if sampler.is_due() {
                progress(sample(&sampler, done, bytes));
            }
        }
        hand_on(finished)?;
        progress(sample(&sampler, done, bytes));
        Ok(Ingested {
            documents: read,
            unfinished: reading.first().map(Work::unfinished),
        })
    }
}

/// Scratch buffers that a thread reuses for each document.
#[derive(Default)]
struct Buffers {
    shingles: Vec<u64>,
    scratch: Scratch,
}

fn next_batch(work: &mut impl Iterator<Item = Work>) -> Vec<Work> {
    let (count, limit) = BATCH;
    let (mut batch, mut bytes) = (Vec::new(), 0);
    while batch.len() < count && bytes < limit {
        let Some(next) = work.next() else { break };
        bytes += next.bytes();
        batch.push(next);
    }
    batch
}

/// Turns units of work into documents.
struct SketchTask<'a> {
    settings: &'a Settings,
    normaliser: &'a Normaliser,
    sketcher: &'a Sketcher,
    /// Whether the texts are cached.
    texts: bool,
}

impl SketchTask<'_> {
    fn sketched(&self, works: Vec<Work>, buffers: &mut Buffers) -> Sketched {
        let bytes: u64 = works.iter().map(Work::bytes).sum();
        let width = self.sketcher.layout().words();
        let mut out = Sketched {
            documents: Vec::with_capacity(works.len()),
            // Most texts have at least six bytes per term.
            terms: Vec::with_capacity(bytes as usize / 6),
            sketches: Vec::with_capacity(works.len() * width),
        };
        for work in works {
            let document = read::document(work, &self.settings.reading)
                .map(|document| self.sketch(document, buffers, &mut out));
            out.documents.push(document);
        }
        out
    }

    /// Appends the terms of a document to `out`. Returns where it quotes and lists references, and its
    /// blocks.
    fn terms(&self, document: &Document, out: &mut Vec<u64>) -> Box<[MaskedRange]> {
        let text = &document.text;
        let terms = || self.normaliser.terms(text);
        match detected(text, &document.quoted, &document.blocks, terms) {
            Detected::Nothing => {
                self.normaliser.hashes(text, out);
                Box::default()
            }
            Detected::Ranges(terms, ranges) => {
                out.extend(terms.iter().map(|term| term.hash));
                ranges
            }
        }
    }

    fn sketch(
        &self,
        document: Document,
        buffers: &mut Buffers,
        out: &mut Sketched,
    ) -> (DocumentRow, String, usize) {
        let begin = out.terms.len();
        let detected = self.terms(&document, &mut out.terms);
        let terms = &out.terms[begin..];
        buffers.shingles.clear();
        shingles::elements(terms, &self.settings.sketching, &mut buffers.shingles);
        self.sketcher
            .sketch(&buffers.shingles, &mut buffers.scratch, &mut out.sketches);
        let Document { mut row, text, .. } = document;
        // Rows stay in memory, possibly a million of them, so spare capacity is released.
        row.id.shrink_to_fit();
        row.title.shrink_to_fit();
        row.normalised = xxh3_128(bytemuck::cast_slice(terms));
        row.detected = detected;
        let text = if self.texts { text } else { String::new() };
        (row, text, out.terms.len())
    }
}
