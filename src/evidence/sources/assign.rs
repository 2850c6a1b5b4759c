//! The assignment of words to sources, from ranges alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What one document holds of the text.
#[derive(Clone, Debug)]
pub struct Held {
    /// The words that it holds: ascending and disjoint ranges.
    pub ranges: Vec<(u32, u32)>,
    /// Words of its longest passage.
    pub longest: u32,
}

/// The assignment: who comes when, and who has which words.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// Index of each document, best first, with the words assigned to it.
    pub order: Vec<(usize, u32)>,
    /// Words with a source: start, end, place in `order`. Ascending; neighbours of one source are joined.
    pub stretches: Vec<(u32, u32, u32)>,
}

/// The weight of a word that `holders` documents hold, in units of 1/2³²: one share of the word for each,
/// so that a template in a hundred documents hardly decides which of them is the better source.
#[must_use]
pub fn weight(holders: u32) -> u64 {
    (1 << 32) / u64::from(holders.max(1))
}

/// Assigns words to documents as the module's definition says; `held` is in the order of ids.
///
/// The text is cut where any range begins or ends. A document is taken when the weight of its pieces
/// without owner is the greatest; weights only fall, so a heap with outdated weights is enough. Every
/// piece is taken once, so the cost is that of all ranges, in pieces.
pub fn assign(held: &[Held]) -> Assignment {
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
    let longest = |i: usize| held[i].longest;
    let entry = |gain: u64, i: usize| (gain, longest(i), Reverse(i));
    let mut heap: BinaryHeap<_> = (0..held.len()).map(|i| entry(gains[i], i)).collect();
    let mut owner: Vec<Option<u32>> = vec![None; holders.len()];
    let mut order = Vec::with_capacity(held.len());
    let mut hidden = Vec::new();
    while let Some((gain, _, Reverse(i))) = heap.pop() {
        if gain != gains[i] {
            heap.push(entry(gains[i], i));
            continue;
        }
        let mut words = 0;
        for piece in pieces(&cuts, &held[i])
            .filter(|piece| gain > 0 && owner[*piece].is_none())
            .collect::<Vec<_>>()
        {
            owner[piece] = Some(order.len() as u32);
            words += length(piece);
            for holder in &holders[piece] {
                gains[*holder as usize] -= weights[piece];
            }
        }
        match words {
            0 => hidden.push(i),
            words => order.push((i, words)),
        }
    }
    let all = |i: usize| {
        held[i]
            .ranges
            .iter()
            .map(|(start, end)| end - start)
            .sum::<u32>()
    };
    hidden.sort_by_key(|i| (Reverse(all(*i)), Reverse(longest(*i)), *i));
    order.extend(hidden.into_iter().map(|i| (i, 0)));
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
fn cuts(held: &[Held]) -> Vec<u32> {
    let ranges = held.iter().flat_map(|document| &document.ranges);
    let mut cuts: Vec<u32> = ranges.flat_map(|range| [range.0, range.1]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// The pieces between cuts that a document holds, ascending.
fn pieces(cuts: &[u32], document: &Held) -> impl Iterator<Item = usize> {
    let place = |at: u32| cuts.partition_point(|cut| *cut < at);
    let ranges = document.ranges.iter();
    ranges.flat_map(move |(start, end)| place(*start)..place(*end))
}

/// The union of ranges: ascending, disjoint, not adjacent.
pub fn union(ranges: impl Iterator<Item = (u32, u32)>) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = ranges.filter(|range| range.0 < range.1).collect();
    ranges.sort_unstable();
    let mut out: Vec<(u32, u32)> = Vec::new();
    for (start, end) in ranges {
        match out.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => out.push((start, end)),
        }
    }
    out
}
