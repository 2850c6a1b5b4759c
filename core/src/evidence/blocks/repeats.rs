//! Repeats that are maximal by their number of documents: no longer sequence that contains the repeat occurs in as many
//! documents.
//!
//! Repeats are nodes of the suffix tree, which is traversed as intervals of the suffix array. The number of documents
//! below a node is the number of its leaves, minus one for each two successive leaves of one document, at the lowest
//! node above both (Hui 1992). A repeat cannot be extended to the right if its node has more documents than each child.
//! It cannot be extended to the left if no node with one more term in front has as many documents. Cost: linear in the
//! suffixes, times the classes of documents that have one region.

use std::collections::HashMap;

use super::regions::Regions;
use super::suffixes::Suffixes;
use crate::base::Cancel;
use crate::text::shingles::mix;

/// A maximal repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// Number of terms.
    pub words: u32,
    /// Number of documents.
    pub documents: u32,
    /// Its lowest position in the terms of the regions.
    pub first: u32,
    /// First and last suffix that begins with it.
    pub suffixes: (u32, u32),
}

/// An interval of suffixes that is not yet complete.
#[derive(Clone, Copy, Debug)]
struct Open {
    words: u32,
    left: u32,
    /// Leaves so far, weighted with their documents, minus documents that were counted twice.
    documents: i64,
    /// Maximum number of documents of a sequence that is longer to the right.
    child: i64,
    first: u32,
}

impl Open {
    fn new(words: u32, left: u32, first: u32) -> Self {
        Open {
            words,
            left,
            documents: 0,
            child: 0,
            first,
        }
    }

    fn take(&mut self, documents: i64, as_child: bool, first: u32) {
        self.documents += documents;
        if as_child {
            self.child = self.child.max(documents);
        }
        self.first = self.first.min(first);
    }
}

/// Returns the maximal repeats of `min_words` terms or more that occur in `least` documents or more. Empty once
/// cancelled.
pub fn repeats(
    regions: &Regions,
    sequence: &[u32],
    suffixes: &Suffixes,
    min_words: u32,
    least: u32,
    cancel: &Cancel,
) -> Vec<Repeat> {
    let classes = regions.region_classes();
    let weight = |class: u32| regions.classes[class as usize].documents.len() as i64;
    let documents: Vec<i64> = classes
        .iter()
        .map(|in_region| in_region.iter().map(|class| weight(*class)).sum())
        .collect();
    let region = |at: u32| sequence[at as usize] as usize;
    let length = |at: u32| regions.starts[region(at) + 1] - at;
    let (order, common) = (&suffixes.order, &suffixes.common);
    let mut out = Vec::new();
    let mut stack: Vec<Open> = Vec::new();
    let mut last: Vec<Option<u32>> = vec![None; regions.classes.len()];
    // For each position: whether the rest of its region occurs nowhere else.
    let mut unique = vec![false; order.len()];
    for rank in 0..=order.len() {
        if rank % (1 << 16) == 0 && cancel.stopped() {
            return Vec::new();
        }
        // The common prefix of this suffix and the previous one; a prefix that is too short is not a node.
        let prefix = common.get(rank).copied().unwrap_or(0);
        let prefix = if prefix < min_words { 0 } else { prefix };
        let depth = |stack: &[Open]| stack.last().map_or(0, |top| top.words);
        if let Some(leaf) = rank.checked_sub(1) {
            let at = order[leaf];
            let (longer, leaf_documents) = (length(at), documents[region(at)]);
            if prefix > depth(&stack) {
                stack.push(Open::new(prefix, leaf as u32, at));
            }
            let top = depth(&stack);
            unique[at as usize] = longer > top.max(common[leaf]).max(prefix) && longer >= min_words;
            if let Some(top) = stack.last_mut() {
                top.take(leaf_documents, longer > top.words, at);
            }
        }
        while depth(&stack) > prefix {
            let Some(node) = stack.pop() else { break };
            if node.documents >= i64::from(least) && node.documents > node.child {
                out.push(Repeat {
                    words: node.words,
                    documents: node.documents as u32,
                    first: node.first,
                    suffixes: (node.left, rank as u32 - 1),
                });
            }
            if prefix > depth(&stack) {
                stack.push(Open::new(prefix, node.left, node.first));
            }
            if let Some(parent) = stack.last_mut() {
                parent.take(node.documents, true, node.first);
            }
        }
        let Some(at) = order.get(rank) else { break };
        for &class in &classes[region(*at)] {
            if let Some(previous) = last[class as usize].replace(rank as u32) {
                let node_count = stack.partition_point(|node| node.left <= previous);
                if let Some(node) = node_count.checked_sub(1).and_then(|at| stack.get_mut(at)) {
                    node.documents -= weight(class);
                }
            }
        }
    }
    let whole_repeats = whole_regions(regions, suffixes, &unique, &documents, least);
    out.extend(whole_repeats);
    maximal_on_left(regions, out, &unique, &documents)
}

/// Regions that have no other complete occurrence.
fn whole_regions(
    regions: &Regions,
    suffixes: &Suffixes,
    unique: &[bool],
    documents: &[i64],
    least: u32,
) -> Vec<Repeat> {
    let is_whole = |region: &usize| {
        unique[regions.starts[*region] as usize] && documents[*region] >= i64::from(least)
    };
    let selected: Vec<usize> = (0..regions.len()).filter(is_whole).collect();
    if selected.is_empty() {
        return Vec::new();
    }
    let mut rank = vec![0_u32; suffixes.order.len()];
    for (at, start) in suffixes.order.iter().zip(0..) {
        rank[*at as usize] = start;
    }
    let repeat = |region: usize| {
        let (start, end) = (regions.starts[region], regions.starts[region + 1]);
        let rank = rank[start as usize];
        Repeat {
            words: end - start,
            documents: documents[region] as u32,
            first: start,
            suffixes: (rank, rank),
        }
    };
    selected.into_iter().map(repeat).collect()
}

/// Returns those `candidates` that cannot be extended to the left; no candidate can be extended to the right.
fn maximal_on_left(
    regions: &Regions,
    candidates: Vec<Repeat>,
    unique: &[bool],
    documents: &[i64],
) -> Vec<Repeat> {
    let prints = Prints::new(&regions.terms);
    let print = |at: u32, words: u32| (prints.of_range(at, words), words);
    let by_print: HashMap<(u64, u32), u32> = candidates
        .iter()
        .zip(0..)
        .map(|(repeat, number)| (print(repeat.first, repeat.words), number))
        .collect();
    let mut longer = vec![false; candidates.len()];
    let mut mark = |at: u32, words: u32, documents: u32| {
        if let Some(&number) = by_print.get(&print(at + 1, words - 1)) {
            longer[number as usize] |= candidates[number as usize].documents == documents;
        }
    };
    for repeat in &candidates {
        mark(repeat.first, repeat.words, repeat.documents);
    }
    // A suffix of a region without another occurrence is not a node; it is one term longer than the next suffix.
    for (region, documents) in documents.iter().enumerate().take(regions.len()) {
        let (start, end) = (regions.starts[region], regions.starts[region + 1]);
        let until = (start..end).find(|at| !unique[*at as usize]).unwrap_or(end);
        if until > start && until < end {
            mark(until - 1, end - until + 1, *documents as u32);
        }
    }
    let kept = candidates.into_iter().zip(longer);
    kept.filter(|(_, longer)| !longer)
        .map(|(repeat, _)| repeat)
        .collect()
}

/// Fingerprints of ranges of terms: polynomials modulo 2^61 - 1 of the terms before each position.
struct Prints {
    before: Vec<u64>,
    powers: Vec<u64>,
}

const PRIME: u64 = (1 << 61) - 1;
const BASE: u64 = 0x1234_5678_9abc_def1;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

impl Prints {
    fn new(terms: &[u64]) -> Self {
        let (mut before, mut powers) = (vec![0], vec![1]);
        for (i, term) in terms.iter().enumerate() {
            before.push((times(before[i], BASE) + mix(*term) % PRIME) % PRIME);
            powers.push(times(powers[i], BASE));
        }
        Prints { before, powers }
    }

    fn of_range(&self, at: u32, words: u32) -> u64 {
        let (start, end) = (at as usize, (at + words) as usize);
        let head = times(self.before[start], self.powers[words as usize]);
        (self.before[end] + PRIME - head) % PRIME
    }
}
