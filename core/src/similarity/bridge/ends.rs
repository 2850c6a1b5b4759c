//! Where a passage ends: chance runs at the ends of a chain are cut off, and passages with a wide gap between them
//! are told apart.

use super::rules::{Extent, Needed, Rules};
use super::weights::Weights;
use crate::similarity::passages::Passage;

/// The chain without the runs at its ends that are not worth the gap before them ([`Rules::worth`])
/// and would be no passage alone.
pub(super) fn trimmed<'a>(
    mut chain: &'a [Passage],
    weights: &Weights,
    rules: &Rules,
    needed: &Needed,
) -> &'a [Passage] {
    let mut same: u32 = chain.iter().map(|run| run.length).sum();
    let mut worth = |run: &Passage, gap: u32, rest: &[Passage]| {
        let (longer, shorter) = sides(rest);
        let rest = Extent {
            longer,
            shorter,
            same: same - run.length,
            ..Extent::default()
        };
        let weight = weights.weight(run);
        let enough = run.length >= needed.min_words || weight >= needed.least;
        let worth = enough || rules.worth(weight, gap, &rest);
        if !worth {
            same -= run.length;
        }
        worth
    };
    while let [first, .., last] = chain {
        let count = chain.len();
        let (head, tail) = (&chain[1..], &chain[..count - 1]);
        if !worth(last, between(&chain[count - 2], last), tail) {
            chain = tail;
        } else if !worth(first, between(first, &chain[1]), head) {
            chain = head;
        } else {
            break;
        }
    }
    chain
}

/// The runs of a group, ascending on the left, parted where a gap is wide for what lies before and after it
/// ([`Rules::part`]) and on the right too all runs of the one part lie before or after those of the other.
pub(super) fn parted(
    runs: Vec<Passage>,
    weights: &Weights,
    rules: &Rules,
    needed: &Needed,
) -> Vec<Vec<Passage>> {
    // What lies from each run to the end.
    let mut after = Vec::with_capacity(runs.len());
    let mut rest = Stretch::default();
    for run in runs.iter().rev() {
        rest.add(run, weights);
        after.push(rest);
    }
    after.reverse();
    let mut cuts = Vec::new();
    let mut before = Stretch::default();
    for (at, run) in runs.iter().enumerate() {
        let rest = &after[at];
        if let Some(gap) = before.gap(rest)
            && needed.alone(&before.extent())
            && needed.alone(&rest.extent())
            && rules.part(gap, &before.extent(), &rest.extent())
        {
            cuts.push(at);
            before = Stretch::default();
        }
        before.add(run, weights);
    }
    if cuts.is_empty() {
        return vec![runs];
    }
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([runs.len()]);
    let parts = starts
        .zip(ends)
        .map(|(from, until)| runs[from..until].to_vec());
    parts.collect()
}

/// The ranges of some runs on both sides, and what they weigh.
#[derive(Clone, Copy, Default)]
struct Stretch {
    left: (u32, u32),
    right: (u32, u32),
    same: u32,
    strength: u32,
    longest: u32,
}

impl Stretch {
    fn add(&mut self, run: &Passage, weights: &Weights) {
        let add = |range: &mut (u32, u32), start: u32| {
            let end = start + run.length;
            *range = match self.same {
                0 => (start, end),
                _ => (range.0.min(start), range.1.max(end)),
            };
        };
        add(&mut self.left, run.left);
        add(&mut self.right, run.right);
        self.same += run.length;
        self.strength += weights.weight(run);
        self.longest = self.longest.max(run.length);
    }

    /// Terms between this and a later one, on the side where they are more, unless they overlap on the right.
    fn gap(&self, later: &Stretch) -> Option<u32> {
        let left = later.left.0.checked_sub(self.left.1)?;
        let right = later.right.0.checked_sub(self.right.1);
        let right = right.or_else(|| self.right.0.checked_sub(later.right.1))?;
        Some(left.max(right))
    }

    fn extent(&self) -> Extent {
        let left = self.left.1 - self.left.0;
        let right = self.right.1 - self.right.0;
        Extent {
            longer: left.max(right),
            shorter: left.min(right),
            same: self.same,
            strength: self.strength,
            longest: self.longest,
        }
    }
}

/// Terms of a chain on its longer and on its shorter side.
fn sides(chain: &[Passage]) -> (u32, u32) {
    let (Some(first), Some(last)) = (chain.first(), chain.last()) else {
        return (0, 0);
    };
    let left = last.left + last.length - first.left;
    let right = last.right + last.length - first.right;
    (left.max(right), left.min(right))
}

/// Terms between two runs, on the side where they are more.
fn between(run: &Passage, next: &Passage) -> u32 {
    (next.left - run.left).max(next.right - run.right) - run.length
}
