//! Bridged passages: shared runs of terms are joined over small edits, so that an edited copy of a paragraph is one
//! passage.
//!
//! The scheme is that of text alignment at PAN (seed, extend, filter; Potthast et al. 2013):
//!
//! 1. `seeds`: shared sequences of a few terms are extended to runs while the terms are equal.
//! 2. `weights`: a run counts more if its terms are rare in the two documents.
//! 3. `chains`: dynamic programming joins runs in the same order in both documents, if their weight outweighs the gaps.
//!    The result is the same from both sides.
//! 4. `groups`: chains that are near each other on both sides become one group, also if sentences changed places;
//!    `rejoined` keeps long runs intact where they cross.
//! 5. `ends`: groups are split at text that only one document has, and chance runs at their ends are removed.
//! 6. `fill`: equal terms next to the seeds are added. Short or sparse passages are dropped.
//!
//! Except for sorting, the work is linear in the lengths n and m: at most `8 (n + m)` runs, each compared with the 128
//! runs before it, whatever the gap.

mod chains;
mod ends;
mod fill;
mod groups;
mod rejoined;
mod rules;
mod seeds;
mod weights;

use serde::{Deserialize, Serialize};

use super::passages::Passage;
use groups::RunGroup;
use rules::Needed;
use weights::Weights;

/// How shared runs become passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bridging {
    /// Terms in a seed: shared runs are at least this long.
    pub seed: usize,
    /// Maximum gap in terms, on either side, over which two runs are joined; with 0 no runs are joined.
    pub gap: usize,
    /// Minimum number of terms of a passage, on its shorter side.
    pub min_words: usize,
}

impl Default for Bridging {
    fn default() -> Self {
        Bridging {
            seed: 2,
            gap: 30,
            min_words: 10,
        }
    }
}

impl Bridging {
    /// Maximum of each of these settings.
    pub const MAX: usize = 1_000_000;
}

/// A passage: a range of terms in each of two documents, with the runs of equal terms inside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BridgedPassage {
    /// Positions `start..end` of the terms in the left document.
    pub left: (u32, u32),
    /// Positions `start..end` of the terms in the right document.
    pub right: (u32, u32),
    /// The equal runs, ascending and disjoint on both sides.
    pub runs: Vec<Passage>,
    /// Equal runs in another order in the two documents, for example because sentences changed places. They ascend on
    /// the left, and are disjoint on both sides from each other and from `runs`.
    pub moved: Vec<Passage>,
}

impl BridgedPassage {
    /// Positions in the left and the right document of the first run that is in the same order, because a passage whose
    /// sentences changed places may begin with different words. The starts of the passage if there is no such run.
    pub fn first_in_order(&self) -> (u32, u32) {
        let first = self.runs.first().map(|run| (run.left, run.right));
        first.unwrap_or((self.left.0, self.right.0))
    }

    /// Number of terms on the shorter side.
    pub fn words(&self) -> u32 {
        (self.left.1 - self.left.0).min(self.right.1 - self.right.0)
    }

    /// Number of terms that are the same on both sides, each counted once.
    pub fn same(&self) -> u32 {
        let runs = self.runs.iter().chain(&self.moved);
        runs.map(|run| run.length).sum()
    }

    /// Number of terms that are the same on both sides, but in another order.
    pub fn moved(&self) -> u32 {
        self.moved.iter().map(|run| run.length).sum()
    }

    /// The passage with the sides exchanged.
    fn mirrored(mut self) -> Self {
        std::mem::swap(&mut self.left, &mut self.right);
        for run in self.runs.iter_mut().chain(&mut self.moved) {
            std::mem::swap(&mut run.left, &mut run.right);
        }
        self.moved.sort_unstable();
        self
    }
}

/// The rules were chosen for two documents of 500 terms: base-2 logarithm of the product of these lengths.
const CHANCE: u32 = 18;

/// Returns the bridged passages of two documents, given as term hashes, ordered by position in the left document.
///
/// Exchanging the sides gives the same passages with their sides exchanged. With a gap of 0 they are the maximal shared
/// runs, and cover every shared seed on both sides.
pub fn bridged_passages(left: &[u64], right: &[u64], bridging: &Bridging) -> Vec<BridgedPassage> {
    // Ties are decided in a fixed order of the two sides, so exchanging them changes nothing.
    let is_mirrored = (left.len(), left) > (right.len(), right);
    let (first, second) = if is_mirrored {
        (right, left)
    } else {
        (left, right)
    };
    let mut passages: Vec<BridgedPassage> = passages_of(first, second, bridging);
    if is_mirrored {
        passages = passages.into_iter().map(BridgedPassage::mirrored).collect();
    }
    passages.sort_unstable();
    passages
}

fn passages_of(left: &[u64], right: &[u64], bridging: &Bridging) -> Vec<BridgedPassage> {
    let seed = bridging.seed.max(1);
    if left.len() < seed {
        // Texts that are shorter than a seed are one passage if they are equal.
        let passage = Passage {
            left: 0,
            right: 0,
            length: left.len() as u32,
        };
        let is_passage = left == right && !left.is_empty() && left.len() >= bridging.min_words;
        return is_passage.then(|| single(passage)).into_iter().collect();
    }
    let runs = seeds::runs(left, right, seed);
    let gap = u32::try_from(bridging.gap).unwrap_or(u32::MAX);
    let min_words = u32::try_from(bridging.min_words).unwrap_or(u32::MAX);
    if gap == 0 {
        let long = runs.into_iter().filter(|run| run.length >= min_words);
        return new_text(long.map(single).collect(), (left.len(), right.len()), 0);
    }
    let weights = Weights::new(left, right);
    let needed = Needed {
        min_words,
        evidence: rules::EVIDENCE + chance(left.len(), right.len()),
    };
    let chains = chains::chains(&runs, gap, &weights, &needed).into_iter();
    let pieces = chains.filter_map(|runs| RunGroup::from_runs(runs, &weights));
    let pieces = pieces
        .filter(|group| group.stretch.strength >= rules::PIECE || needed.alone(&group.stretch));
    let terms = left.len() + right.len();
    let groups = groups::joined(pieces.collect(), gap, &weights, terms);
    let parts = groups.into_iter().flat_map(|group| {
        let parts = ends::parted(group.runs, &weights, &needed).into_iter();
        parts.filter_map(|runs| {
            if runs.is_sorted_by_key(|run| run.right) {
                RunGroup::from_runs(ends::trimmed(&runs, &weights, &needed).to_vec(), &weights)
            } else {
                RunGroup::from_runs(runs, &weights)
            }
        })
    });
    let passages = parts.filter_map(|group| {
        let stretch = &group.stretch;
        let is_sparse = !needed.is_met(stretch) || stretch.density() < rules::DENSITY;
        let is_short = u64::from(stretch.shorter()) + 2 < u64::from(min_words);
        (!is_sparse && !is_short).then(|| passage(left, right, group, gap, &weights))
    });
    let mut passages: Vec<BridgedPassage> = passages.collect();
    passages.retain(|passage| passage.words() >= min_words);
    new_text(passages, (left.len(), right.len()), 2)
}

/// Additional evidence that long documents need. The number of chance chains grows with the product of the lengths, and
/// each further term reduces it to about a third.
fn chance(left: usize, right: usize) -> u32 {
    let product = (left as u64).saturating_mul(right as u64).max(1);
    product.ilog2().saturating_sub(CHANCE) * rules::DOUBLING
}

/// A passage that consists of one run.
fn single(run: Passage) -> BridgedPassage {
    BridgedPassage {
        left: (run.left, run.left + run.length),
        right: (run.right, run.right + run.length),
        runs: vec![run],
        moved: Vec::new(),
    }
}

/// Returns a group as a passage, with the equal terms next to its seeds.
fn passage(
    left: &[u64],
    right: &[u64],
    RunGroup { stretch, runs }: RunGroup,
    gap: u32,
    weights: &Weights,
) -> BridgedPassage {
    let runs = if runs.is_sorted_by_key(|run| run.right) {
        runs
    } else {
        rejoined::rejoined(left, right, runs)
    };
    let (runs, moved) = groups::in_order(runs);
    let mut passage = BridgedPassage {
        left: stretch.left,
        right: stretch.right,
        runs,
        moved,
    };
    if !passage.moved.is_empty() {
        return passage;
    }
    let term = |(left, right): (u32, u32)| Passage {
        left,
        right,
        length: 1,
    };
    let start = fill::before(left, right, (stretch.left.0, stretch.right.0), gap, weights);
    let end = fill::after(left, right, (stretch.left.1, stretch.right.1), gap, weights);
    let mut runs: Vec<Passage> = start.into_iter().rev().map(term).collect();
    runs.append(&mut passage.runs);
    runs.extend(end.into_iter().map(term));
    passage.runs = fill::filled(left, right, &runs);
    if let (Some(first), Some(last)) = (passage.runs.first(), passage.runs.last()) {
        passage.left = (first.left, last.left + last.length);
        passage.right = (first.right, last.right + last.length);
    }
    passage
}

/// Returns the passages with enough new text, most equal terms first. On at least one side, `1 / part` of the words
/// must not be in an earlier passage; with a `part` of 0, one word is enough.
fn new_text(
    mut passages: Vec<BridgedPassage>,
    lengths: (usize, usize),
    part: usize,
) -> Vec<BridgedPassage> {
    if passages.len() > 1 {
        passages.sort_by_key(|passage| {
            (
                std::cmp::Reverse(passage.same()),
                passage.left,
                passage.right,
            )
        });
        let mut covered = (vec![false; lengths.0], vec![false; lengths.1]);
        passages.retain(|passage| {
            let range = |(start, end): (u32, u32)| start as usize..end as usize;
            let left = &mut covered.0[range(passage.left)];
            let right = &mut covered.1[range(passage.right)];
            let is_new = |covered: &[bool]| {
                let new = covered.iter().filter(|is_covered| !**is_covered).count();
                new > 0 && (part == 0 || new * part >= covered.len())
            };
            let has_new = is_new(left) || is_new(right);
            if has_new {
                left.fill(true);
                right.fill(true);
            }
            has_new
        });
    }
    passages
}

#[cfg(test)]
mod tests;
