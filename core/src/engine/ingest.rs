//! Ingest pipeline: turns entries into rows, terms and sketches. All threads decode and sketch; results
//! are passed on in the order of the entries. Memory is bounded.
//!
//! Documents go through the pool in small parts. While the pool sketches parts, the caller reads later parts and
//! writes earlier ones, so neither waits for the other.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use anyhow::bail;
use xxhash_rust::xxh3::xxh3_128;

use super::full_text::TextCache;
use super::masking::detected;
use super::progress::{Progress, ProgressSampler, Stage};
use crate::base::{Cancel, MaskedRange, lock};
use crate::corpus::read::{self, Unfinished, Work};
use crate::corpus::{Document, DocumentRow, Entry, Skipped};
use crate::settings::Settings;
use crate::sketch::{SketchScratch, Sketcher};
use crate::text::{Normaliser, shingles};

/// Takes a document: its row, term hashes and sketch.
pub type Push<'a> = dyn FnMut(DocumentRow, &[u64], &[u32]) -> anyhow::Result<()> + 'a;

/// Parameters of the ingest pipeline.
pub struct Ingest<'a> {
    /// Settings for reading, terms and sketches.
    pub settings: &'a Settings,
    /// Polled between parts.
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

impl Ingest<'_> {
    /// Reads `entries` in order and hands row, terms and sketch of each document to `push`. Entries that cannot be
    /// read are added to `skipped`. Runs on the caller's rayon pool.
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
        let sampler = ProgressSampler::new(Stage::Sketch);
        let all_bytes: u64 = entries.iter().map(|entry| entry.stamp.bytes).sum();
        let mut read = 0;
        let (mut done, mut bytes) = (0_u64, 0_u64);
        let sample = |done: u64, bytes: u64| {
            // The number of rows in a file is unknown, so the total is estimated from the share of
            // bytes done.
            let total = all_bytes as f64 / bytes.max(1) as f64 * done as f64;
            let total = if bytes == 0 { 0 } else { total.round() as u64 };
            sampler.at(done, total.max(done), bytes)
        };
        let mut work = entries
            .into_iter()
            .flat_map(|entry| read::work_until(entry, &settings.reading, cancel));
        let width = sketcher.layout().words();
        let task = SketchTask {
            settings,
            normaliser: &normaliser,
            sketcher: &sketcher,
            texts: texts.has_room(),
        };
        let mut write_part = |part: &mut Part| -> anyhow::Result<()> {
            let mut sketches = part.sketches.chunks_exact(width.max(1));
            let mut start = 0;
            for document in part.documents.drain(..) {
                match document {
                    Ok((mut row, text, end)) => {
                        row.key = key(&row);
                        read += 1;
                        texts.keep(row.key, text);
                        let sketch = sketches.next().unwrap_or_default();
                        push(row, &part.terms[start..end], sketch)?;
                        start = end;
                    }
                    Err(skip) if skip.reason.ends_the_run() => {
                        bail!("{}: {}", skip.id, skip.reason)
                    }
                    Err(skip) => skipped.push(skip),
                }
            }
            Ok(())
        };
        let size = part_size();
        let used = UsedParts::default();
        let mut queue = VecDeque::new();
        let mut unread = None;
        rayon::in_place_scope_fifo(|scope| -> anyhow::Result<()> {
            loop {
                while unread.is_none() && has_room(&queue) {
                    let works = next_part(&mut work, size);
                    if works.is_empty() || cancel.stopped() {
                        unread = Some(works);
                        break;
                    }
                    queue.push_back(InFlight::spawn(scope, &task, &used, works));
                }
                let Some(next) = queue.pop_front() else {
                    return Ok(());
                };
                done += next.documents as u64;
                bytes += next.bytes;
                // A part that panicked is missing; the scope passes the panic on.
                let Some(mut part) = next.wait() else {
                    return Ok(());
                };
                write_part(&mut part)?;
                used.give_back(part);
                if sampler.is_due() {
                    progress(sample(done, bytes));
                }
            }
        })?;
        progress(sample(done, bytes));
        let unfinished = unread.as_deref().and_then(<[Work]>::first);
        Ok(Ingested {
            documents: read,
            unfinished: unfinished.map(Work::unfinished),
        })
    }
}

/// Returns the next units of work, at most `count`; none is added once they have `limit` bytes.
fn next_part(work: &mut impl Iterator<Item = Work>, (count, limit): (usize, u64)) -> Vec<Work> {
    let (mut part, mut bytes) = (Vec::new(), 0);
    while part.len() < count && bytes < limit {
        let Some(next) = work.next() else { break };
        bytes += next.bytes();
        part.push(next);
    }
    part
}

/// Documents and bytes in flight, after which no further part is read.
const IN_FLIGHT: (usize, u64) = (512, 16 << 20);

/// Parts in flight for each thread, so that no thread waits while the caller reads or writes.
const PARTS_PER_THREAD: usize = 8;

/// Maximum number of documents in a part.
const MAX_PART: usize = 16;

/// Numbers of documents and bytes of a part, for the current pool.
fn part_size() -> (usize, u64) {
    let (documents, bytes) = IN_FLIGHT;
    let parts = PARTS_PER_THREAD * rayon::current_num_threads();
    ((documents / parts).clamp(1, MAX_PART), bytes / parts as u64)
}

/// Whether another part may be read while `parts` are in flight.
fn has_room(parts: &VecDeque<InFlight>) -> bool {
    let documents: usize = parts.iter().map(|part| part.documents).sum();
    let bytes: u64 = parts.iter().map(|part| part.bytes).sum();
    documents < IN_FLIGHT.0 && bytes < IN_FLIGHT.1
}

/// A part that the pool sketches.
struct InFlight {
    documents: usize,
    bytes: u64,
    result: Receiver<Part>,
}

impl InFlight {
    /// Gives `works` to the pool.
    fn spawn<'a>(
        scope: &rayon::ScopeFifo<'a>,
        task: &'a SketchTask<'a>,
        used: &'a UsedParts,
        works: Vec<Work>,
    ) -> Self {
        let (sender, result) = sync_channel(1);
        let documents = works.len();
        let bytes = works.iter().map(Work::bytes).sum();
        scope.spawn_fifo(move |_| {
            let mut part = used.take();
            task.sketch_all(works, &mut part);
            // After a write error, the caller does not receive parts.
            let _ = sender.send(part);
        });
        InFlight {
            documents,
            bytes,
            result,
        }
    }

    /// Waits for the part. A caller that is a thread of the pool works meanwhile. `None` if its task panicked.
    fn wait(self) -> Option<Part> {
        loop {
            match self.result.try_recv() {
                Ok(part) => return Some(part),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => {}
            }
            // If no other task waits, another thread runs this one.
            if rayon::yield_now() != Some(rayon::Yield::Executed) {
                return self.result.recv().ok();
            }
        }
    }
}

/// Maximum capacity, in terms, of a part that is reused; larger ones are freed.
const MAX_REUSED: usize = 1 << 18;

/// The documents of one part. Terms and sketches are concatenated, to allocate a few long vectors instead of many short
/// ones. A written part is reused.
#[derive(Default)]
struct Part {
    /// Per document: its row, its text and the end of its terms in `terms`; or why it was skipped.
    documents: Vec<Result<(DocumentRow, String, usize), Skipped>>,
    terms: Vec<u64>,
    sketches: Vec<u32>,
    /// Scratch buffers, which each document overwrites.
    shingles: Vec<u64>,
    scratch: SketchScratch,
}

/// Written parts, for reuse.
#[derive(Default)]
struct UsedParts(Mutex<Vec<Part>>);

impl UsedParts {
    /// A used part, or a new one.
    fn take(&self) -> Part {
        lock(&self.0).pop().unwrap_or_default()
    }

    /// Takes a part back, unless it is large.
    fn give_back(&self, part: Part) {
        if part.terms.capacity() <= MAX_REUSED {
            lock(&self.0).push(part);
        }
    }
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
    /// Reads and sketches `works` into an empty part.
    fn sketch_all(&self, works: Vec<Work>, part: &mut Part) {
        part.terms.clear();
        part.sketches.clear();
        part.documents.clear();
        let max = self.settings.reading.max_bytes;
        let sizes = works.iter().map(Work::bytes).filter(|bytes| *bytes <= max);
        // Most texts have at least six bytes per term.
        part.terms.reserve(sizes.sum::<u64>() as usize / 6);
        let words = self.sketcher.layout().words();
        part.sketches.reserve(works.len() * words);
        part.documents.reserve(works.len());
        for work in works {
            let document = read::document(work, &self.settings.reading);
            let document = document.map(|document| self.sketch(document, part));
            part.documents.push(document);
        }
    }

    /// Appends the terms of a document to `out`. Returns its quotations, lists of references and page blocks.
    fn terms(&self, document: &Document, out: &mut Vec<u64>) -> Box<[MaskedRange]> {
        let text = &document.text;
        let terms = || self.normaliser.terms(text);
        match detected(text, &document.quoted, &document.blocks, terms) {
            Some((terms, ranges)) => {
                out.extend(terms.iter().map(|term| term.hash));
                ranges
            }
            None => {
                self.normaliser.hashes(text, out);
                Box::default()
            }
        }
    }

    fn sketch(&self, document: Document, out: &mut Part) -> (DocumentRow, String, usize) {
        let begin = out.terms.len();
        let detected = self.terms(&document, &mut out.terms);
        let terms = &out.terms[begin..];
        out.shingles.clear();
        shingles::elements(terms, &self.settings.sketching, &mut out.shingles);
        self.sketcher
            .sketch(&out.shingles, &mut out.scratch, &mut out.sketches);
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
