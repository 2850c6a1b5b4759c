//! The ends of passages: chance runs at the ends of a chain are removed, and a wide gap separates two passages.

use super::rules::{Needed, RunSpan, density, part, worth};
use super::weights::Weights;
use crate::similarity::passages::Passage;

/// The chain without the runs at its ends that are not worth the gap before them ([`worth`])
/// and would be no passage alone.
pub(super) fn trimmed<'a>(
    mut chain: &'a [Passage],
    weights: &Weights,
    needed: &Needed,
) -> &'a [Passage] {
    let mut same: u32 = chain.iter().map(|run| run.length).sum();
    let mut stays = |run: &Passage, gap: u32, rest: &[Passage]| {
        let density = density(same - run.length, longer(rest));
        let weight = weights.weight(run);
        let enough = run.length >= needed.min_words || weight >= needed.least;
        let stays = enough || worth(weight, gap, density);
        if !stays {
            same -= run.length;
        }
        stays
    };
    while let [first, .., last] = chain {
        let count = chain.len();
        let (head, tail) = (&chain[1..], &chain[..count - 1]);
        if !stays(last, between(&chain[count - 2], last), tail) {
            chain = tail;
        } else if !stays(first, between(first, &chain[1]), head) {
            chain = head;
        } else {
            break;
        }
    }
    chain
}

/// Splits the runs of a group, ascending on the left, at gaps that are wide in comparison with the runs before and
/// after ([`part`]). On the right, all runs of one part must also be before or after those of the other.
pub(super) fn parted(runs: Vec<Passage>, weights: &Weights, needed: &Needed) -> Vec<Vec<Passage>> {
    // Totals from each run to the end.
    let mut after = Vec::with_capacity(runs.len());
    let mut rest = RunSpan::default();
    for run in runs.iter().rev() {
        rest.add(run, weights);
        after.push(rest);
    }
    after.reverse();
    let mut cuts = Vec::new();
    let mut before = RunSpan::default();
    for (at, run) in runs.iter().enumerate() {
        let rest = &after[at];
        if let Some(gap) = between_stretches(&before, rest)
            && needed.alone(&before)
            && needed.alone(rest)
            && part(gap, &before, rest)
        {
            cuts.push(at);
            before = RunSpan::default();
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

/// Terms between a range and a later one, on the side with more, unless they overlap on the right.
fn between_stretches(one: &RunSpan, later: &RunSpan) -> Option<u32> {
    let left = later.left.0.checked_sub(one.left.1)?;
    let right = later.right.0.checked_sub(one.right.1);
    let right = right.or_else(|| one.right.0.checked_sub(later.right.1))?;
    Some(left.max(right))
}

/// Terms of a chain on its longer side.
fn longer(chain: &[Passage]) -> u32 {
    let (Some(first), Some(last)) = (chain.first(), chain.last()) else {
        return 0;
    };
    let left = last.left + last.length - first.left;
    let right = last.right + last.length - first.right;
    left.max(right)
}

/// Terms between two runs, on the side with more.
fn between(run: &Passage, next: &Passage) -> u32 {
    (next.left - run.left).max(next.right - run.right) - run.length
}
