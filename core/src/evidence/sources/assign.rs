//! The assignment of words to sources, from ranges alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What one document holds of the text.
#[derive(Clone, Debug)]
pub struct DocumentCoverage {
    /// The words that it holds: ascending and disjoint ranges.
    pub ranges: Vec<(u32, u32)>,
    /// Words of the text that it has as they are, at most [`DocumentCoverage::words`]; passages also hold words between
    /// these.
    pub same: u32,
    /// Number of equal runs in its passages: a copy has one, another has more where words are inserted or moved.
    pub runs: u32,
    /// Words of the text in its longest passage.
    pub longest: u32,
    /// Words of the document itself that stand in passages, at most `size`.
    pub there: u32,
    /// All words of the document, 1 or more.
    pub size: u32,
}

/// What decides between documents that explain equally much.
type AmongEquals = (u64, Reverse<u32>, u64, u32);

impl DocumentCoverage {
    /// Words of the text that it holds.
    pub fn words(&self) -> u32 {
        self.ranges.iter().map(|(start, end)| end - start).sum()
    }

    /// The share of the words that it holds that it has as they are, in units of 1/2³².
    pub fn share_same(&self) -> u64 {
        (u64::from(self.same) << 32) / u64::from(self.words().max(1))
    }

    /// The share of the document that stands in the text, in units of 1/2³².
    pub fn share(&self) -> u64 {
        (u64::from(self.there) << 32) / u64::from(self.size.max(1))
    }

    /// What decides between documents that explain equally much: the greater one goes first.
    fn among_equals(&self) -> AmongEquals {
        let runs = Reverse(self.runs);
        (self.share_same(), runs, self.share(), self.longest)
    }
}

/// The assignment: who comes when, and who has which words.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// The documents, best first.
    pub order: Vec<Assigned>,
    /// Words with a source: start, end, place in `order`. Ascending; neighbours of one source are joined.
    pub stretches: Vec<(u32, u32, u32)>,
}

/// What is assigned to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// Index of the document.
    pub document: usize,
    /// Words assigned to it.
    pub words: u32,
    /// Number of other documents that hold these words, nine tenths or more of them; 0 without words.
    pub others: u32,
}

/// Whether a document stands whole in the text: nine tenths of its words, which leaves out a heading.
pub fn is_whole(held: &DocumentCoverage) -> bool {
    u64::from(held.there) * 10 >= u64::from(held.size) * 9
}

/// The weight of a word that `holders` documents hold, in units of 1/2³²: one share of the word for each,
/// so that a template in a hundred documents hardly decides which of them is the better source.
pub fn weight(holders: u32) -> u64 {
    (1 << 32) / u64::from(holders.max(1))
}

/// Assigns words to documents as the module's definition says; `held` is in the order of ids, and
/// `least` is the least number of words of a passage.
///
/// The text is cut where any range begins or ends. A document is taken when the weight of its pieces
/// without owner is the greatest; weights only fall, so a heap with outdated weights is enough. Every
/// piece is taken once, so the cost is that of all ranges, in pieces. A look for a document that stands
/// whole in the text costs the same pieces once more, because what it leaves of them is less than a passage.
pub fn assign(held: &[DocumentCoverage], least: u32) -> Assignment {
    let cuts = cuts(held);
    let mut holders: Vec<Vec<u32>> = vec![Vec::new(); cuts.len().saturating_sub(1)];
    for (i, document) in held.iter().enumerate() {
        for piece in pieces(&cuts, document) {
            holders[piece].push(i as u32);
        }
    }
    let length = |piece: usize| cuts[piece + 1] - cuts[piece];
    let weights: Vec<u64> = (0..holders.len())
        .map(|piece| weight(holders[piece].len() as u32) * u64::from(length(piece)))
        .collect();
    let mut gains: Vec<u64> = held
        .iter()
        .map(|document| pieces(&cuts, document).map(|piece| weights[piece]).sum())
        .collect();
    let among_equals: Vec<AmongEquals> = held.iter().map(DocumentCoverage::among_equals).collect();
    let entry = |gain: u64, i: usize| (gain, among_equals[i], Reverse(i));
    let mut heap: BinaryHeap<_> = (0..held.len()).map(|i| entry(gains[i], i)).collect();
    let whole: Vec<bool> = held.iter().map(is_whole).collect();
    let mut owner: Vec<Option<u32>> = vec![None; holders.len()];
    let mut order = Vec::with_capacity(held.len());
    let mut holding: Vec<u32> = vec![0; held.len()];
    while let Some((gain, _, Reverse(top))) = heap.pop() {
        if gain != gains[top] {
            if gains[top] > 0 {
                heap.push(entry(gains[top], top));
            }
            continue;
        }
        if gain == 0 {
            break;
        }
        let free = |document: usize| {
            let pieces = pieces(&cuts, &held[document]);
            let free: Vec<usize> = pieces.filter(|piece| owner[*piece].is_none()).collect();
            let words: u32 = free.iter().map(|piece| length(*piece)).sum();
            (free, words)
        };
        // Documents with words of these pieces, and how many.
        let mut among = |pieces: &[usize]| {
            let mut met: Vec<usize> = Vec::new();
            for &piece in pieces {
                for holder in holders[piece].iter().map(|holder| *holder as usize) {
                    if holding[holder] == 0 {
                        met.push(holder);
                    }
                    holding[holder] += length(piece);
                }
            }
            let taken = |i: usize| (i, std::mem::take(&mut holding[i]));
            met.into_iter().map(taken).collect::<Vec<_>>()
        };
        let (mut document, (mut taken, mut words)) = (top, free(top));
        if !whole[top] {
            let near = |&(i, held): &(usize, u32)| whole[i] && words - held < least;
            let statements = among(&taken).into_iter().filter(near).map(|(i, _)| i);
            if let Some(statement) = statements.max_by_key(|i| entry(gains[*i], *i)) {
                // The turn of the other comes again, with what is left.
                heap.push(entry(gain, top));
                document = statement;
                (taken, words) = free(statement);
            }
        }
        let holding = among(&taken).into_iter();
        // Passages of one template do not end at the same word everywhere.
        let nearly_all = |(i, held): &(usize, u32)| {
            *i != document && 10 * u64::from(*held) >= 9 * u64::from(words)
        };
        let others = holding.filter(nearly_all).count() as u32;
        for piece in taken {
            owner[piece] = Some(order.len() as u32);
            for holder in &holders[piece] {
                gains[*holder as usize] -= weights[piece];
            }
        }
        order.push(Assigned {
            document,
            words,
            others,
        });
    }
    let mut explains = vec![false; held.len()];
    for source in &order {
        explains[source.document] = true;
    }
    let mut hidden: Vec<usize> = (0..held.len()).filter(|i| !explains[*i]).collect();
    hidden.sort_by_key(|i| {
        let words = held[*i].words();
        (Reverse((words, among_equals[*i])), *i)
    });
    order.extend(hidden.into_iter().map(|document| Assigned {
        document,
        words: 0,
        others: 0,
    }));
    let mut stretches: Vec<(u32, u32, u32)> = Vec::new();
    for (piece, owner) in owner.into_iter().enumerate() {
        let Some(owner) = owner else { continue };
        let (start, end) = (cuts[piece], cuts[piece + 1]);
        match stretches.last_mut() {
            Some(last) if last.1 == start && last.2 == owner => last.1 = end,
            _ => stretches.push((start, end, owner)),
        }
    }
    Assignment { order, stretches }
}

/// Where any range begins or ends, ascending.
fn cuts(held: &[DocumentCoverage]) -> Vec<u32> {
    let ranges = held.iter().flat_map(|document| &document.ranges);
    let mut cuts: Vec<u32> = ranges.flat_map(|range| [range.0, range.1]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// The pieces between cuts that a document holds, ascending.
fn pieces(cuts: &[u32], document: &DocumentCoverage) -> impl Iterator<Item = usize> {
    let place = |at: u32| cuts.partition_point(|cut| *cut < at);
    let ranges = document.ranges.iter();
    ranges.flat_map(move |(start, end)| place(*start)..place(*end))
}
