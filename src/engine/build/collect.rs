//! Builds the collection of a corpus: reads and sketches new and changed documents, reuses the others.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::Context;

use super::{Done, Event};
use crate::collection::{Collection, Segment, Sink};
use crate::corpus::DocumentRow;
use crate::engine::cancel::Cancel;
use crate::engine::ingest::{Ingest, Ingested, TextCache};
use crate::engine::plan::Plan;
use crate::engine::resketch;
use crate::settings::Settings;
use crate::sketch::Layout;
use crate::store::{Generation, SegmentWriter, Writer};

/// Outcome of reading a corpus.
pub(super) enum Collected {
    /// The complete collection.
    Complete(Arc<Collection>, Done),
    /// The run was cancelled. The documents read so far are in the store, for a later run to resume
    /// from.
    Interrupted(Done),
}

/// Reads and sketches the entries of the plan and combines them with the stored documents.
pub(super) fn collect(
    settings: &Settings,
    plan: Plan,
    writer: &mut Writer,
    texts: &mut TextCache,
    cancel: &Cancel,
    emit: &(dyn Fn(Event) + Sync),
) -> anyhow::Result<Collected> {
    let interrupted = |read, keep: usize| {
        Collected::Interrupted(Done {
            read,
            kept: keep as u64,
            stopped: true,
        })
    };
    let width = Layout::of(&settings.sketching).words();
    let mut segments: Vec<Arc<Segment>> = Vec::new();
    if let Some(base) = writer.base().filter(|_| !plan.keep.is_empty()) {
        if base.settings().sketching == settings.sketching {
            segments.extend(base.collection().segments().iter().cloned());
        } else {
            let mut sink = StoreSink(writer.segment(width)?);
            let progress = |p| emit(Event::Progress(p));
            let old = base.collection();
            resketch::run(old, &plan.keep, settings, &mut sink, cancel, &progress)?;
            if cancel.stopped() {
                return Ok(interrupted(0, 0));
            }
            segments.push(Box::new(sink).finish()?);
        }
    }
    // Index of the first segment that is not part of the last generation.
    let of_base = segments.len();
    let resumed = writer.base().and_then(Generation::interrupted);
    if let Some(resumed) = resumed.filter(|_| !plan.resume.is_empty()) {
        segments.extend(resumed.collection().segments().iter().cloned());
    }
    let newest = segments.len();
    let mut skipped = plan.skipped;
    let mut ingested = Ingested::default();
    if !plan.read.is_empty() {
        let mut sink = StoreSink(writer.segment(width)?);
        let next_key = || writer.new_key();
        let ingest = Ingest {
            settings,
            cancel,
            next_key: &next_key,
        };
        ingested = ingest.run(plan.read, &mut sink, &mut skipped, texts, |p| {
            emit(Event::Progress(p))
        })?;
        segments.push(Box::new(sink).finish()?);
    }
    let read = ingested.documents;
    let kept = plan.keep.len() + plan.resume.len();
    let keys: HashSet<u64> = plan.keep.union(&plan.resume).copied().collect();
    let table = segments.clone();
    let counts = |segment: usize, row: usize| {
        segment >= newest || keys.contains(&table[segment].row(row).key)
    };
    if let Some(unfinished) = &ingested.unfinished {
        // Rows of a file that must be read again from its start are dropped.
        let lost = |id: &str| unfinished.rest.is_none() && unfinished.is_file_of(id);
        skipped.retain(|skip| !lost(&skip.id));
        let own = segments.split_off(of_base);
        let finished = Collection::new(settings.clone(), own, skipped, |segment, row| {
            let segment = of_base + segment;
            counts(segment, row) && !lost(&table[segment].row(row).id)
        });
        if !finished.is_empty() {
            writer.commit_interrupted(&finished, unfinished)?;
        }
        return Ok(interrupted(read, kept));
    }
    skipped.sort_by(|a, b| a.id.cmp(&b.id));
    let collection = Collection::new(settings.clone(), segments, skipped, counts);
    let done = Done {
        read,
        kept: kept as u64,
        stopped: false,
    };
    Ok(Collected::Complete(Arc::new(collection), done))
}

/// Adapts the store's segment writer to [`Sink`].
struct StoreSink(SegmentWriter);

impl Sink for StoreSink {
    fn push(&mut self, row: DocumentRow, terms: &[u64], sketch: &[u32]) -> anyhow::Result<()> {
        self.0.push(row, terms, sketch).context("writing the index")
    }

    fn finish(self: Box<Self>) -> anyhow::Result<Arc<Segment>> {
        self.0.finish().context("writing the index")
    }
}
