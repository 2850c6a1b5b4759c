//! The order of sources and the assignment of words to them, computed only from ranges.

use std::cmp::Reverse;

use super::Stretch;

/// Maximum number of sources for which other documents with the same words are counted.
const MAX_COUNTED: usize = 200;

/// The words of the text that one document holds.
#[derive(Clone, Debug)]
pub struct DocumentCoverage {
    /// The words of the text in its passages: ascending and disjoint ranges.
    pub passages: Vec<(u32, u32)>,
    /// The words of these that it contains unchanged, likewise.
    pub unchanged: Vec<(u32, u32)>,
    /// Number of unchanged words.
    pub same: u32,
    /// Whether the user has named it as a source.
    pub is_source: bool,
    /// Number of other documents that share a run of words with it, and of those runs.
    pub shared_with: (u32, u64),
    /// Its own date, milliseconds since 1970; the greatest number if it has none.
    pub date: i64,
    /// Number of equal runs in its passages: one for a copy, more if words are inserted or moved.
    pub runs: u32,
    /// Maximum number of unchanged words in one passage.
    pub longest: u32,
    /// Words of the document itself that occur in passages, at most `size`.
    pub there: u32,
    /// All words of the document, 1 or more.
    pub size: u32,
}

impl DocumentCoverage {
    /// The share of unchanged words among the words in its passages, in units of 1/2³².
    fn share_same(&self) -> u64 {
        let words: u32 = self.passages.iter().map(|(start, end)| end - start).sum();
        (u64::from(self.same) << 32) / u64::from(words.max(1))
    }

    /// The share of the document that occurs in the text, in units of 1/2³².
    fn share(&self) -> u64 {
        (u64::from(self.there) << 32) / u64::from(self.size.max(1))
    }

    /// Order among equals: the greater document is first.
    fn among_equals(&self) -> impl Ord + use<> {
        let (date, runs) = (Reverse(self.date), Reverse(self.runs));
        let own = (self.share_same(), runs, self.share(), self.longest);
        (self.is_source, self.shared_with, date, own)
    }
}

/// Whether a document with `same` words of a text explains as much as a document with `most` words: nine tenths are
/// enough, or half if the user has named it as a source.
pub fn explains_as_much(same: u32, most: u32, is_source: bool) -> bool {
    let (same, most) = (u64::from(same), u64::from(most));
    10 * same >= 9 * most || is_source && 2 * same >= most
}

/// The words that are assigned to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// Index of the document.
    pub document: usize,
    /// Words that it contains unchanged and no previous document does.
    pub adds: u32,
    /// Number of other documents that contain nine tenths or more of its words unchanged; 0 after the first
    /// [`MAX_COUNTED`].
    pub others: u32,
}

/// Returns the indexes of `held`, best first: by unchanged words, and equals by their order. `held` is in the order of
/// ids. Cost: one pass for each tenth by which the number of words decreases.
pub fn order(held: &[DocumentCoverage]) -> Vec<usize> {
    let mut rest: Vec<usize> = (0..held.len()).collect();
    rest.sort_by_key(|i| Reverse(held[*i].same));
    let mut order = Vec::with_capacity(held.len());
    while let Some(first) = rest.first() {
        let most = held[*first].same;
        let (mut equals, others): (Vec<usize>, Vec<usize>) = rest
            .into_iter()
            .partition(|i| explains_as_much(held[*i].same, most, held[*i].is_source));
        equals.sort_by_key(|i| (Reverse(held[*i].among_equals()), *i));
        order.extend(equals);
        rest = others;
    }
    order
}

/// Assigns words to documents as the module head defines. Returns the documents, best first, and the words with a
/// source, ascending. `held` is in the order of ids.
///
/// The text is cut at the start and end of every range. Every piece goes to the first document with a passage there, and
/// counts for the first document that contains it unchanged. Cost: all pieces of all ranges, and again the holders of
/// the pieces of the first [`MAX_COUNTED`] documents.
pub fn assign(held: &[DocumentCoverage]) -> (Vec<Assigned>, Vec<Stretch>) {
    let cuts = cuts(held);
    let mut holders: Vec<Vec<u32>> = vec![Vec::new(); cuts.len().saturating_sub(1)];
    for (i, document) in held.iter().enumerate() {
        for piece in pieces(&cuts, &document.unchanged) {
            holders[piece].push(i as u32);
        }
    }
    let length = |piece: usize| cuts[piece + 1] - cuts[piece];
    let mut owner: Vec<Option<u32>> = vec![None; holders.len()];
    let mut is_counted = vec![false; holders.len()];
    let mut holding: Vec<u32> = vec![0; held.len()];
    let mut order = Vec::with_capacity(held.len());
    for (rank, document) in self::order(held).into_iter().enumerate() {
        let mut adds = 0;
        let mut others = 0;
        for piece in pieces(&cuts, &held[document].passages) {
            owner[piece].get_or_insert(rank as u32);
        }
        for piece in pieces(&cuts, &held[document].unchanged) {
            if !std::mem::replace(&mut is_counted[piece], true) {
                adds += length(piece);
            }
            for holder in holders[piece].iter().filter(|_| rank < MAX_COUNTED) {
                holding[*holder as usize] += length(piece);
            }
        }
        if rank < MAX_COUNTED {
            // Passages of one template do not end at the same word everywhere.
            let words = u64::from(held[document].same);
            let nearly_all = holding
                .iter()
                .filter(|held| 10 * u64::from(**held) >= 9 * words);
            others = nearly_all.count().saturating_sub(1) as u32;
            holding.fill(0);
        }
        order.push(Assigned {
            document,
            adds,
            others,
        });
    }
    let mut stretches: Vec<Stretch> = Vec::new();
    for (piece, owner) in owner.into_iter().enumerate() {
        let Some(source) = owner else { continue };
        let (start, end) = (cuts[piece], cuts[piece + 1]);
        match stretches.last_mut() {
            Some(last) if (last.end, last.source) == (start, source) => last.end = end,
            _ => stretches.push(Stretch { start, end, source }),
        }
    }
    (order, stretches)
}

/// The positions at which any range begins or ends, ascending.
fn cuts(held: &[DocumentCoverage]) -> Vec<u32> {
    let ranges = held
        .iter()
        .flat_map(|d| d.passages.iter().chain(&d.unchanged));
    let mut cuts: Vec<u32> = ranges.flat_map(|range| [range.0, range.1]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// The pieces between cuts in these ranges, ascending.
fn pieces(cuts: &[u32], ranges: &[(u32, u32)]) -> impl Iterator<Item = usize> {
    let cut_index = |at: u32| cuts.partition_point(|cut| *cut < at);
    ranges
        .iter()
        .flat_map(move |(start, end)| cut_index(*start)..cut_index(*end))
}
