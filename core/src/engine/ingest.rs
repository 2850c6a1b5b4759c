//! Ingest pipeline: turns entries into rows, terms and sketches. All threads decode and sketch; results
//! are passed on in the order of the entries. Memory is bounded.
//!
//! Documents go through the pool in small parts. While the pool sketches some, the caller reads the parts after them and
//! writes those before them, so neither waits for the other.

mod in_flight;
mod part;

use anyhow::bail;

use super::cancel::Cancel;
use super::progress::{Progress, Sampler, Stage};
use super::text_cache::TextCache;
use crate::base::StopFlag;
use crate::corpus::read::{self, Unfinished, Work};
use crate::corpus::{DocumentRow, Entry, Skipped};
use crate::settings::Settings;
use crate::sketch::Sketcher;
use crate::text::Normaliser;
use in_flight::{InFlight, Queue};
use part::{Part, SketchTask, UsedParts};

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
        let (mut done, mut bytes) = (0_u64, 0_u64);
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
        let stop = StopFlag::from(cancel.flag());
        let mut work = entries
            .into_iter()
            .flat_map(|entry| read::work_until(entry, &settings.reading, &stop));
        let width = sketcher.layout().words();
        let task = SketchTask {
            settings,
            normaliser: &normaliser,
            sketcher: &sketcher,
            texts: texts.has_room(),
        };
        let mut hand_on = |part: &mut Part| -> anyhow::Result<()> {
            let mut sketches = part.sketches.chunks_exact(width.max(1));
            let mut begin = 0;
            for document in part.documents.drain(..) {
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
            Ok(())
        };
        let size = Queue::part_size();
        let used = UsedParts::default();
        let mut queue = Queue::default();
        let mut left = None;
        rayon::in_place_scope_fifo(|scope| -> anyhow::Result<()> {
            loop {
                while left.is_none() && queue.has_room() {
                    let works = next_part(&mut work, size);
                    if works.is_empty() || cancel.stopped() {
                        left = Some(works);
                        break;
                    }
                    queue.push(InFlight::spawned(scope, &task, &used, works));
                }
                let Some(next) = queue.pop() else {
                    return Ok(());
                };
                done += next.documents as u64;
                bytes += next.bytes;
                // A part that panicked is missing; the scope passes the panic on.
                let Some(mut part) = next.finished() else {
                    return Ok(());
                };
                hand_on(&mut part)?;
                used.give_back(part);
                if sampler.is_due() {
                    progress(sample(&sampler, done, bytes));
                }
            }
        })?;
        progress(sample(&sampler, done, bytes));
        let unfinished = left.as_deref().and_then(<[Work]>::first);
        Ok(Ingested {
            documents: read,
            unfinished: unfinished.map(Work::unfinished),
        })
    }
}

/// The next units of work: at most this many, up to the one that reaches this number of bytes.
fn next_part(work: &mut impl Iterator<Item = Work>, (count, limit): (usize, u64)) -> Vec<Work> {
    let (mut part, mut bytes) = (Vec::new(), 0);
    while part.len() < count && bytes < limit {
        let Some(next) = work.next() else { break };
        bytes += next.bytes();
        part.push(next);
    }
    part
}
