//! Bridged passages: what a reader would mark with one stroke. Shared runs of terms are joined over small
//! edits, so that an edited copy of a paragraph is one passage.

use super::passages::{Passage, passages};
use crate::settings::Sketching;

/// How shared runs become passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bridging {
    /// Terms in a seed: shared runs are at least this long.
    pub seed: usize,
    /// Largest gap in terms, on either side, over which two runs are joined; 0 leaves the runs as they are.
    pub gap: usize,
    /// Least number of terms of a passage on its shorter side.
    pub min_words: usize,
}

impl Default for Bridging {
    fn default() -> Self {
        Bridging {
            seed: 3,
            gap: 10,
            min_words: 10,
        }
    }
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
}

impl BridgedPassage {
    /// Number of terms on the shorter side.
    #[must_use]
    pub fn words(&self) -> u32 {
        (self.left.1 - self.left.0).min(self.right.1 - self.right.0)
    }

    /// Number of terms that are the same on both sides, at their place in the passage.
    #[must_use]
    pub fn same(&self) -> u32 {
        self.runs.iter().map(|run| run.length).sum()
    }
}

/// The bridged passages of two documents given as term hashes, ordered by position in the left one.
#[must_use]
pub fn bridged_passages(left: &[u64], right: &[u64], bridging: &Bridging) -> Vec<BridgedPassage> {
    let sketching = Sketching {
        k: bridging.seed,
        ..Sketching::default()
    };
    let gap = bridging.gap as u32;
    let mut out: Vec<BridgedPassage> = Vec::new();
    for run in passages(left, right, &sketching) {
        let joins = |p: &&mut BridgedPassage| {
            let (l, r) = (
                run.left.checked_sub(p.left.1),
                run.right.checked_sub(p.right.1),
            );
            l.is_some_and(|l| l <= gap) && r.is_some_and(|r| r <= gap)
        };
        match out.last_mut().filter(joins) {
            Some(passage) => {
                passage.left.1 = run.left + run.length;
                passage.right.1 = run.right + run.length;
                passage.runs.push(run);
            }
            None => out.push(BridgedPassage {
                left: (run.left, run.left + run.length),
                right: (run.right, run.right + run.length),
                runs: vec![run],
            }),
        }
    }
    out.retain(|passage| passage.words() as usize >= bridging.min_words);
    out
}
