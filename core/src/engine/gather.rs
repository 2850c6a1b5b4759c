//! From a source to a collection: list the corpus, reuse documents of the index ([`Plan`]), read and
//! sketch the rest.
//!
//! The index build, the commands that only read, and re-analyses differ in where new documents go
//! ([`DocumentSink`]) and in their keys ([`Ingest::key`]).

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use super::ingest::{Ingest, Ingested};
use super::plan::Plan;
use super::progress::{Done, Progress, ProgressSampler, Stage};
use crate::base::files::temporary_folder;
use crate::base::{Cancel, DocNo};
use crate::corpus::read::Unfinished;
use crate::corpus::{self, DocumentRow, Listing, Source};
use crate::index::{Collection, Generation, IndexError, Segment, SegmentWriter, Writer};
use crate::settings::Reading;
use crate::sketch::{Layout, SketchScratch, Sketcher};
use crate::text::shingles;

/// Where new documents go.
#[derive(Clone, Copy)]
pub enum DocumentSink<'a> {
    /// A segment of the index.
    Index(&'a Writer),
    /// Memory.
    Memory,
    /// Memory, and temporary files from this many bytes of terms and sketches.
    Spill(usize),
}

/// Result of [`gather`].
pub struct Gathered {
    /// All documents. After a cancellation, the documents that this run and an earlier interrupted run have
    /// read.
    pub collection: Arc<Collection>,
    /// Numbers of documents read and reused.
    pub done: Done,
    /// After a cancellation, the entry at which a later run resumes; `None` if nothing was read.
    pub unfinished: Option<Unfinished>,
}

/// Lists the corpus. After a cancellation the list is partial.
pub fn list(
    source: &Source,
    reading: &Reading,
    cancel: &Cancel,
    progress: &mut dyn FnMut(Progress),
) -> anyhow::Result<Listing> {
    let sampler = ProgressSampler::new(Stage::Discover);
    corpus::discover(source, reading, |count| {
        progress(sampler.at(count as u64, 0, 0));
        !cancel.stopped()
    })
}

/// Reads and sketches the entries of the plan and combines them with the documents of `base` that the
/// plan keeps. If `base` has other sketches, new ones are computed from its terms. Call it on the thread
/// pool.
pub fn gather(
    plan: Plan,
    base: Option<&Generation>,
    destination: DocumentSink<'_>,
    mut ingest: Ingest<'_>,
) -> anyhow::Result<Gathered> {
    let (settings, cancel) = (ingest.settings, ingest.cancel);
    let width = Layout::new(&settings.sketching).words();
    let mut segments: Vec<Arc<Segment>> = Vec::new();
    if let Some(base) = base.filter(|_| !plan.keep.is_empty()) {
        let old = base.collection();
        if base.settings().sketching == settings.sketching {
            segments.extend(old.segments().iter().cloned());
        } else {
            let mut sink = destination.segment(width)?;
            resketch(old, &plan.keep, &mut sink, &mut ingest)?;
            if cancel.stopped() {
                let empty = Collection::new(settings.clone(), vec![], vec![], |_, _| false);
                return Ok(Gathered {
                    collection: Arc::new(empty),
                    done: Done::STOPPED,
                    unfinished: None,
                });
            }
            segments.push(sink.finish().map_err(while_writing)?);
        }
    }
    // Index of the first segment that is not part of the last generation.
    let after_base = segments.len();
    let resumed = base.and_then(Generation::interrupted);
    if let Some((resumed, _)) = resumed.filter(|_| !plan.resume.is_empty()) {
        segments.extend(resumed.collection.segments().iter().cloned());
    }
    let newest = segments.len();
    let mut skipped = plan.skipped;
    let mut ingested = Ingested::default();
    if !plan.read.is_empty() {
        let mut sink = destination.segment(width)?;
        let mut push = |row: DocumentRow, terms: &[u64], sketch: &[u32]| {
            sink.push(row.view(), terms, sketch).map_err(while_writing)
        };
        ingested = ingest.run(plan.read, &mut push, &mut skipped)?;
        segments.push(sink.finish().map_err(while_writing)?);
    }
    let unfinished = ingested.unfinished;
    let done = Done {
        read: ingested.documents,
        kept: (plan.keep.len() + plan.resume.len()) as u64,
        stopped: unfinished.is_some(),
    };
    let keys: HashSet<u64> = plan.keep.union(&plan.resume).copied().collect();
    let all_segments = segments.clone();
    let is_live = |segment: usize, row: usize| {
        segment >= newest || keys.contains(&all_segments[segment].row(row).key)
    };
    let collection = if let Some(unfinished) = &unfinished {
        // Rows of a file that must be read again from its start are dropped.
        let lost = |id: &str| unfinished.rest.is_none() && unfinished.is_file_of(id);
        skipped.retain(|skip| !lost(&skip.id));
        let own = segments.split_off(after_base);
        Collection::new(settings.clone(), own, skipped, |segment, row| {
            let segment = after_base + segment;
            is_live(segment, row) && !lost(all_segments[segment].id(row))
        })
    } else {
        skipped.sort_by(|a, b| a.id.cmp(&b.id));
        Collection::new(settings.clone(), segments, skipped, is_live)
    };
    Ok(Gathered {
        collection: Arc::new(collection),
        done,
        unfinished,
    })
}

impl DocumentSink<'_> {
    /// Starts a segment for sketches of `width` words.
    fn segment(self, width: usize) -> anyhow::Result<SegmentWriter> {
        Ok(match self {
            DocumentSink::Index(writer) => writer.segment(width)?,
            DocumentSink::Memory => SegmentWriter::in_memory(width),
            DocumentSink::Spill(limit) => SegmentWriter::spilling(width, limit, temporary_folder()),
        })
    }
}

/// Adds the context that the index was being written, unless the files are temporary.
fn while_writing(error: IndexError) -> anyhow::Error {
    match error {
        IndexError::Temporary { .. } => error.into(),
        error => anyhow::Error::from(error).context("writing the index"),
    }
}

/// Sketches the documents of `collection` whose key is in `keep` and writes them to `sink`; keys and
/// order stay the same.
fn resketch(
    collection: &Collection,
    keep: &HashSet<u64>,
    sink: &mut SegmentWriter,
    ingest: &mut Ingest<'_>,
) -> anyhow::Result<()> {
    const BATCH: usize = 1024;
    let sketching = &ingest.settings.sketching;
    let sketcher = Sketcher::new(sketching);
    let sketched = |(buffer, scratch): &mut (Vec<u64>, SketchScratch), doc: &DocNo| {
        buffer.clear();
        shingles::elements(&collection.terms(*doc), sketching, buffer);
        let mut sketch = Vec::with_capacity(sketcher.layout().words());
        sketcher.sketch(buffer, scratch, &mut sketch);
        sketch
    };
    let documents = collection.documents();
    let documents: Vec<DocNo> = documents
        .filter(|doc| keep.contains(&collection.row(*doc).key))
        .collect();
    let total = documents.len() as u64;
    let sampler = ProgressSampler::new(Stage::Sketch);
    (ingest.progress)(sampler.at(0, total, 0));
    for (number, batch) in documents.chunks(BATCH).enumerate() {
        if ingest.cancel.stopped() {
            break;
        }
        let sketches = batch.par_iter().map_init(Default::default, sketched);
        let sketches: Vec<Vec<u32>> = sketches.collect();
        for (doc, sketch) in batch.iter().zip(&sketches) {
            let row = collection.row_as_read(*doc);
            let pushed = sink.push(row, &collection.terms(*doc), sketch);
            pushed.map_err(while_writing)?;
        }
        if sampler.is_due() {
            let done = number * BATCH + batch.len();
            (ingest.progress)(sampler.at(done as u64, total, 0));
        }
    }
    Ok(())
}
