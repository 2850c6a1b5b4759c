//! The ends of passages: chance runs at the ends of a chain are removed, and a wide gap separates two passages.

use super::rules::{Needed, RunSpan, density, outweighs, separates};
use super::weights::Weights;
use crate::similarity::passages::Passage;

/// Returns the chain without the runs at its ends that do not outweigh the gap next to them ([`outweighs`])
/// and are not passages by themselves.
pub(super) fn trimmed<'a>(
    mut chain: &'a [Passage],
    weights: &Weights,
    needed: &Needed,
) -> &'a [Passage] {
    let mut terms: u32 = chain.iter().map(|run| run.length).sum();
    let mut stays = |run: &Passage, gap: u32, rest: &[Passage]| {
        let density = density(terms - run.length, longer(rest));
        let weight = weights.weight(run);
        let is_passage = run.length >= needed.min_words || weight >= needed.evidence;
        let is_kept = is_passage || outweighs(weight, gap, density);
        if !is_kept {
            terms -= run.length;
        }
        is_kept
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
/// after ([`separates`]). On the right, all runs of one part must also be before or after all runs of the other.
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
            && separates(gap, &before, rest)
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

/// Returns the number of terms between a range and a later range, on the side with more; `None` if they overlap.
fn between_stretches(earlier: &RunSpan, later: &RunSpan) -> Option<u32> {
    let left = later.left.0.checked_sub(earlier.left.1)?;
    let right = later.right.0.checked_sub(earlier.right.1);
    let right = right.or_else(|| earlier.right.0.checked_sub(later.right.1))?;
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
