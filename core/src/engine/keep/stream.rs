//! Keeps one copy of each near-duplicate in a stream that is read once. Only sketches of kept documents stay in memory,
//! so similarities are estimates.

use anyhow::{Result, bail};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::base::Cancel;
use crate::candidates::SketchIndex;
use crate::candidates::banding::Banding;
use crate::corpus::SkipReason;
use crate::corpus::read::{self, Content, FileLine, LineBlocks, Part, Work};
use crate::settings::Settings;
use crate::similarity::Estimate;
use crate::sketch::{SketchScratch, Sketcher};
use crate::text::{Normaliser, shingles};

/// A document of the stream with its decision.
#[derive(Debug)]
pub struct Decided {
    /// Its id.
    pub id: String,
    /// Its line.
    pub line: FileLine,
    /// Whether it stays.
    pub is_kept: bool,
}

/// Lines that were not read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnreadLines {
    /// Number of these lines.
    pub count: u64,
    /// Number of these lines that are failures.
    pub failures: u64,
    /// The first one, with the reason.
    pub first: Option<(String, SkipReason)>,
}

/// Terms and shingles of a text, and scratch memory of the sketcher; each thread reuses them.
type Buffers = (Vec<u64>, Vec<u64>, SketchScratch);

/// The banding that finds a pair at `threshold` with a probability of at least `recall`.
pub fn banding(settings: &Settings, threshold: f64, recall: f64) -> Banding {
    let layout = Sketcher::new(&settings.sketching).layout();
    Banding::choose(layout, threshold, recall)
}

/// Decides each document of `blocks` in turn. A document is dropped if a kept one agrees with it in a band and their
/// estimated Jaccard is at or above the threshold. `emit` receives the documents in order. Sketches are computed on
/// `pool`, everything else on the calling thread.
///
/// # Errors
/// An error of `emit`; invalid settings; out of memory or files; cancelled.
pub fn keep(
    blocks: LineBlocks,
    settings: &Settings,
    (banding, threshold): (Banding, f64),
    pool: &ThreadPool,
    cancel: &Cancel,
    mut emit: impl FnMut(Vec<Decided>) -> Result<()>,
) -> Result<UnreadLines> {
    let normaliser = Normaliser::new(&settings.normalisation)?;
    let sketcher = Sketcher::new(&settings.sketching);
    let mut kept = SketchIndex::new(sketcher.layout(), banding);
    let mut unread = UnreadLines::default();
    for block in blocks {
        cancel.check()?;
        let sketch =
            |buffers: &mut Buffers, work| sketched(work, settings, &normaliser, &sketcher, buffers);
        let works = block.into_par_iter();
        let sketches = || works.map_init(Buffers::default, sketch).collect();
        let sketches: Vec<_> = pool.install(sketches);
        let mut decisions = Vec::with_capacity(sketches.len());
        for result in sketches {
            let (id, line, sketch) = match result {
                Ok(document) => document,
                Err((id, reason)) if reason.ends_the_run() => bail!("{id}: {reason}"),
                Err(first) => {
                    unread.count += 1;
                    unread.failures += u64::from(first.1.is_failure());
                    unread.first.get_or_insert(first);
                    continue;
                }
            };
            // A document without shingles is similar to none.
            let has_shingles = !sketch.is_empty();
            let agreeing = has_shingles.then(|| kept.most_agreeing(&sketch)).flatten();
            let is_kept = agreeing.is_none_or(|agreeing| {
                Estimate::new(sketcher.layout(), agreeing).value() < threshold
            });
            if has_shingles && is_kept {
                kept.push(&sketch);
            }
            decisions.push(Decided { id, line, is_kept });
        }
        emit(decisions)?;
    }
    Ok(unread)
}

/// Returns id, line and sketch of a document; the sketch is empty if the document has no shingles.
fn sketched(
    work: Work,
    settings: &Settings,
    normaliser: &Normaliser,
    sketcher: &Sketcher,
    (terms, elements, scratch): &mut Buffers,
) -> Result<(String, FileLine, Vec<u32>), (String, SkipReason)> {
    let line = match &work {
        Work::Part(Part {
            content: Content::Line(line),
            ..
        }) => line.clone(),
        Work::Skip(skipped) => return Err((skipped.id.clone(), skipped.reason.clone())),
        _ => return Err((String::new(), SkipReason::BadRow("no line".to_owned()))),
    };
    let document = read::document(work, &settings.reading);
    let document = document.map_err(|skipped| (skipped.id, skipped.reason))?;
    terms.clear();
    elements.clear();
    normaliser.hashes(&document.text, terms);
    shingles::elements(terms, &settings.sketching, elements);
    let mut sketch = Vec::new();
    if !elements.is_empty() {
        sketcher.sketch(elements, scratch, &mut sketch);
    }
    Ok((document.row.id, line, sketch))
}
