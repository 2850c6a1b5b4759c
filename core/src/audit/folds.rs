//! The words of passages that a shortened report leaves out, being the same on both sides.

use super::text::Text;
use crate::similarity::{BridgedPassage, Passage};

/// Fewest words that are worth folding.
const LEAST: u32 = 40;

/// Fewest words that stay at either end of what is folded.
const ENDS: u32 = 10;

/// What is folded of a passage: of each run of the same words without a masked one between them, on either side, all but
/// so many at its ends.
pub(super) fn folds(texts: [&Text; 2], p: &BridgedPassage, ends: usize) -> Vec<Passage> {
    let ends = u32::try_from(ends).unwrap_or(u32::MAX).max(ENDS);
    let least = ends.saturating_mul(2).saturating_add(LEAST);
    let runs = p.runs.iter().flat_map(|run| between_masked(texts, run));
    let long = runs.filter(|run| run.length >= least);
    let folded = long.map(|run| Passage {
        left: run.left + ends,
        right: run.right + ends,
        length: run.length - 2 * ends,
    });
    folded.collect()
}

/// The parts of a run that no masked text stands between, on neither side.
fn between_masked(texts: [&Text; 2], run: &Passage) -> Vec<Passage> {
    let mut bounds = vec![0, run.length];
    for (text, start) in texts.into_iter().zip([run.left, run.right]) {
        let (from, to) = text.bytes((start, start + run.length));
        let first = text.masked.partition_point(|span| span.1 <= from);
        let inside = text.masked[first..].iter().take_while(|span| span.0 < to);
        let words = inside.map(|span| {
            text.spans
                .partition_point(|word| (word.0 as usize) < span.0) as u32
        });
        let bound = |word: u32| word.checked_sub(start).filter(|at| *at < run.length);
        bounds.extend(words.filter_map(bound));
    }
    bounds.sort_unstable();
    bounds.dedup();
    let parts = bounds.windows(2).map(|at| Passage {
        left: run.left + at[0],
        right: run.right + at[0],
        length: at[1] - at[0],
    });
    parts.collect()
}
