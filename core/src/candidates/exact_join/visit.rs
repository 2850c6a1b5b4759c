//! Receivers of the overlaps that a join counts: pair by pair, or a row of counts at a time.

use super::items::Items;
use super::join_predicate::JoinPredicate;
use crate::similarity::Overlap;

/// Receiver of the overlaps of a join. Documents are identified by position in size order, so the
/// earlier one is no larger. Not every reported pair satisfies the predicate; the visitor decides.
pub trait Visitor: Send {
    /// Document `larger` shares `shared` shingles with document `smaller`.
    fn pair(&mut self, larger: usize, smaller: usize, shared: u32);

    /// Overlaps of document `larger` with the consecutive documents from position `from` on; 0 if
    /// disjoint.
    fn row(&mut self, larger: usize, from: usize, shared: &[u32]) {
        for (smaller, shared) in (from..).zip(shared).filter(|(_, shared)| **shared > 0) {
            self.pair(larger, smaller, *shared);
        }
    }
}

/// Counts tested together.
pub(super) const BLOCK: usize = 16;

/// Calls `met` for each pair of a row that satisfies `predicate`, with position and overlap (side a is the
/// smaller document). Few do, so blocks of counts are first compared, vectorised, with a linear lower
/// bound of the required overlap.
pub fn sift(
    items: &Items,
    predicate: JoinPredicate,
    larger: usize,
    from: usize,
    shared: &[u32],
    mut met: impl FnMut(usize, Overlap),
) {
    let sizes = &items.sizes[from..from + shared.len()];
    let size = items.sizes[larger];
    let (slope, least) = predicate.line(size);
    for (block, (counts, sizes)) in shared.chunks(BLOCK).zip(sizes.chunks(BLOCK)).enumerate() {
        let enough = |(count, size): (&u32, &u32)| {
            // Signed, because SIMD converts only signed integers to floats.
            let (count, size) = (*count as i32 as f32, *size as i32 as f32);
            count >= (slope * size + least).max(0.5)
        };
        let any = counts.iter().zip(sizes).map(enough);
        if !any.fold(false, |any, one| any | one) {
            continue;
        }
        for (at, (&shared, &smaller)) in counts.iter().zip(sizes).enumerate() {
            let overlap = Overlap {
                shared,
                size_a: smaller,
                size_b: size,
            };
            if shared > 0 && predicate.met_by(&overlap) {
                met(from + block * BLOCK + at, overlap);
            }
        }
    }
}
