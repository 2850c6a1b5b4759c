//! The documents of a corpus: those that are new or changed are read and sketched, the others kept.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::Context;

use super::{Done, Event, list};
use crate::collection::{Collection, Segment, Sink};
use crate::corpus::DocumentRow;
use crate::engine::cancel::Cancel;
use crate::engine::ingest::{Ingest, Kept};
use crate::engine::open::Options;
use crate::engine::plan::Plan;
use crate::engine::resketch;
use crate::sketch::Layout;
use crate::store::{SegmentWriter, Writer};

/// Reads what the plan says, sketches it, and puts it beside what is kept.
pub(super) fn collect(
    options: &Options,
    plan: Plan,
    writer: &mut Writer,
    texts: &mut Kept,
    cancel: &Cancel,
    emit: &(dyn Fn(Event) + Sync),
) -> anyhow::Result<(Arc<Collection>, Done)> {
    let settings = &options.settings;
    let width = Layout::of(&settings.sketching).words();
    let mut segments: Vec<Arc<Segment>> = Vec::new();
    let mut keep = HashSet::new();
    // The plan was made against what a reader saw; the writer may have had to begin afresh.
    let kept = writer.base().is_some() && !plan.keep.is_empty();
    let mut entries = plan.read;
    if kept {
        if let Some(base) = writer.base() {
            keep = plan.keep;
            if base.settings().sketching == settings.sketching {
                segments.extend(base.collection().segments().iter().cloned());
            } else {
                let mut sink = StoreSink(writer.segment(width)?);
                let progress = |p| emit(Event::Progress(p));
                resketch::run(
                    base.collection(),
                    &keep,
                    settings,
                    &mut sink,
                    cancel,
                    &progress,
                )?;
                segments.push(Box::new(sink).finish()?);
            }
        }
    } else if !plan.keep.is_empty() {
        entries = list(options, cancel, emit)?.entries;
    }
    let mut skipped = plan.skipped;
    let before: HashSet<u64> = keep.clone();
    let mut read = 0;
    if !entries.is_empty() {
        let mut sink = StoreSink(writer.segment(width)?);
        let next_key = || writer.new_key();
        let ingest = Ingest {
            settings,
            cancel,
            next_key: &next_key,
        };
        read = ingest.run(entries, &mut sink, &mut skipped, texts, |p| {
            emit(Event::Progress(p))
        })?;
        segments.push(Box::new(sink).finish()?);
    }
    skipped.sort_by(|a, b| a.id.cmp(&b.id));
    let newest = segments.len().saturating_sub(usize::from(read > 0));
    let table = segments.clone();
    let collection = Collection::new(settings.clone(), segments, skipped, |segment, row| {
        segment >= newest || before.contains(&table[segment].row(row).key)
    });
    let done = Done {
        read,
        kept: keep.len() as u64,
        stopped: false,
    };
    Ok((Arc::new(collection), done))
}

/// The store's segment writer as a sink.
struct StoreSink(SegmentWriter);

impl Sink for StoreSink {
    fn push(&mut self, row: DocumentRow, terms: &[u64], sketch: &[u32]) -> anyhow::Result<()> {
        self.0.push(row, terms, sketch).context("writing the index")
    }

    fn finish(self: Box<Self>) -> anyhow::Result<Arc<Segment>> {
        self.0.finish().context("writing the index")
    }
}
