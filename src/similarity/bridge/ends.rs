//! Where a chain of runs ends: chance runs at its ends are cut off, and passages that a wide gap parts are told
//! apart.

use super::rules::{Extent, Needed, Rules};
use super::weights::Weights;
use crate::similarity::passages::Passage;

/// The chain without the runs at its ends that are not worth the gap before them ([`Rules::worth`]).
pub(super) fn trimmed<'a>(
    mut chain: &'a [Passage],
    weights: &Weights,
    rules: &Rules,
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
        let worth = rules.worth(weights.of(run), gap, &rest);
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

/// The chain, parted at gaps that are wide for what lies before and after them ([`Rules::part`]).
pub(super) fn parted<'a>(
    chain: &'a [Passage],
    weights: &Weights,
    rules: &Rules,
    needed: &Needed,
) -> Vec<&'a [Passage]> {
    // What is equal from each run to the end.
    let mut after = vec![Extent::default(); chain.len()];
    let mut rest = Extent::default();
    for at in (0..chain.len()).rev() {
        add(&mut rest, &chain[at], weights);
        (rest.longer, rest.shorter) = sides(&chain[at..]);
        after[at] = rest;
    }
    let mut out = Vec::new();
    let mut from = 0;
    let mut before = Extent::default();
    for at in 0..chain.len() {
        if at > from {
            let gap = between(&chain[at - 1], &chain[at]);
            (before.longer, before.shorter) = sides(&chain[from..at]);
            if needed.alone(&before)
                && needed.alone(&after[at])
                && rules.part(gap, &before, &after[at])
            {
                out.push(&chain[from..at]);
                from = at;
                before = Extent::default();
            }
        }
        add(&mut before, &chain[at], weights);
    }
    out.push(&chain[from..]);
    out
}

fn add(extent: &mut Extent, run: &Passage, weights: &Weights) {
    extent.same += run.length;
    extent.strength += weights.of(run);
    extent.longest = extent.longest.max(run.length);
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
