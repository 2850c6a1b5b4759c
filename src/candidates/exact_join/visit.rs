//! Who is told what a join counts: pair by pair, or a row of counts at a time.

use super::items::Items;
use super::join_predicate::JoinPredicate;
use crate::similarity::Overlap;

/// Takes what a join counts. Documents are known by their places in the order of size, and whoever
/// comes first is no larger. Not all that is told meets the need: who is told decides.
pub trait Visitor: Send {
    /// Document `larger` shares `shared` shingles with document `smaller`.
    fn pair(&mut self, larger: usize, smaller: usize, shared: u32);

    /// Document `larger` shares so many with each of the documents from place `from` on, one after
    /// the other; 0 for nothing.
    fn row(&mut self, larger: usize, from: usize, shared: &[u32]);
}

/// Counts that are looked at together.
const BLOCK: usize = 16;

/// Gives those of a row that meet `need` to `met`: place and overlap, the smaller one being side a.
/// Most rows hold few of them, so the counts are first held against a straight line that lies just
/// below what is needed, many at a time.
pub fn sift(
    items: &Items,
    need: JoinPredicate,
    (larger, from): (usize, usize),
    shared: &[u32],
    mut met: impl FnMut(usize, Overlap),
) {
    let sizes = &items.sizes()[from..from + shared.len()];
    let size = items.sizes()[larger];
    let (slope, least) = need.line(size);
    for (block, (counts, sizes)) in shared.chunks(BLOCK).zip(sizes.chunks(BLOCK)).enumerate() {
        let enough = |(count, size): (&u32, &u32)| {
            // Signed, because vectors know how to turn such into fractions.
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
            if shared > 0 && need.met_by(&overlap) {
                met(from + block * BLOCK + at, overlap);
            }
        }
    }
}
