//! Recomputes sketches from stored terms, for another k, seed or number of permutations, without
//! reading any file.

use std::collections::HashSet;

use rayon::prelude::*;

use super::cancel::Cancel;
use super::progress::{Progress, Sampler, Stage};
use crate::base::DocNo;
use crate::collection::{Collection, Sink};
use crate::settings::Settings;
use crate::sketch::Scratch;
use crate::sketch::Sketcher;
use crate::text::shingles;

/// Sketches the documents of `collection` whose key is in `keep` and writes them to `sink` with the
/// same keys and order.
pub fn run(
    collection: &Collection,
    keep: &HashSet<u64>,
    settings: &Settings,
    sink: &mut dyn Sink,
    cancel: &Cancel,
    progress: &mut dyn FnMut(Progress),
) -> anyhow::Result<()> {
    const BATCH: usize = 1024;
    let sketching = &settings.sketching;
    let sketcher = Sketcher::new(sketching);
    let documents: Vec<DocNo> = collection
        .documents()
        .filter(|doc| keep.contains(&collection.row(*doc).key))
        .collect();
    let total = documents.len() as u64;
    let mut sampler = Sampler::new(Stage::Sketch);
    progress(sampler.at(0, total, 0));
    for (number, batch) in documents.chunks(BATCH).enumerate() {
        if cancel.stopped() {
            break;
        }
        let sketches: Vec<Vec<u32>> = batch
            .par_iter()
            .map_init(
                || (Vec::new(), Scratch::default()),
                |(buffer, scratch), doc| {
                    buffer.clear();
                    shingles::elements(&collection.terms(*doc), sketching, buffer);
                    let mut sketch = Vec::with_capacity(sketcher.layout().words());
                    sketcher.sketch(buffer, scratch, &mut sketch);
                    sketch
                },
            )
            .collect();
        for (doc, sketch) in batch.iter().zip(&sketches) {
            let row = collection.row_as_read(*doc).to_row();
            sink.push(row, &collection.terms(*doc), sketch)?;
        }
        if sampler.is_due() {
            let done = number * BATCH + batch.len();
            progress(sampler.at(done as u64, total, 0));
        }
    }
    Ok(())
}
