//! Chains: dynamic programming joins runs in the same order in both documents if the gaps allow it. A chain is cut if a
//! part is too sparse for the gap before it.

use std::ops::Range;

use super::ends;
use super::rules::{Needed, are_similar, cost};
use super::weights::Weights;
use crate::similarity::passages::Passage;

/// Number of preceding runs, by position in the left document, that a run may follow. This bounds the work.
const LOOK_BACK: usize = 128;

/// Score of an equal term in the choice of chains. The gap before a run costs less than one term, so that a chain of
/// more equal terms is always preferred, and among chains of equally many terms the one with smaller gaps.
pub(super) const TERM: i64 = 64;

/// Returns the maximal scoring parts of all chains, trimmed: the runs at both ends of a part outweigh the gaps next to
/// them.
pub(super) fn chains(
    runs: &[Passage],
    gap: u32,
    weights: &Weights,
    needed: &Needed,
) -> Vec<Vec<Passage>> {
    let ascending_chains = ascending(runs, gap);
    let parts = ascending_chains.iter().flat_map(|chain| {
        let parts = maximal_parts(chain, weights).into_iter();
        parts.map(|part| ends::trimmed(&chain[part], weights, needed).to_vec())
    });
    parts.collect()
}

/// Joins the ordered runs to chains of runs that ascend and are disjoint on both sides, with at most `gap` terms
/// between two runs on either side. Every run is in at most one chain, and is cut where it overlaps the previous run.
pub(super) fn ascending(runs: &[Passage], gap: u32) -> Vec<Vec<Passage>> {
    let mut score: Vec<i64> = Vec::with_capacity(runs.len());
    let mut previous: Vec<usize> = Vec::with_capacity(runs.len());
    // The farthest end in the left document of this run and all previous runs.
    let mut farthest: Vec<u32> = Vec::with_capacity(runs.len());
    for (at, run) in runs.iter().enumerate() {
        let mut best = (TERM * i64::from(run.length), usize::MAX);
        for back in (at.saturating_sub(LOOK_BACK)..at).rev() {
            if farthest[back].saturating_add(gap) < run.left {
                break;
            }
            let earlier = &runs[back];
            // Few runs end near this run on the right side: one comparison, which is mostly false, skips the others.
            let is_near =
                run.right.wrapping_sub(earlier.right) <= earlier.length.saturating_add(gap);
            if is_near
                && let Some(gain) = gain(earlier, run, gap)
                && score[back] + gain > best.0
            {
                best = (score[back] + gain, back);
            }
        }
        score.push(best.0);
        previous.push(best.1);
        let end = run.left + run.length;
        farthest.push(farthest.last().map_or(end, |last| end.max(*last)));
    }
    let mut order: Vec<usize> = (0..runs.len()).collect();
    order.sort_unstable_by_key(|at| (-score[*at], *at));
    let mut used = vec![false; runs.len()];
    let mut out = Vec::new();
    for last in order {
        let mut chain = Vec::new();
        let mut at = last;
        while at != usize::MAX && !used[at] {
            used[at] = true;
            chain.push(runs[at]);
            at = previous[at];
        }
        chain.reverse();
        for at in 1..chain.len() {
            let cut = overlap(&chain[at - 1], &chain[at]);
            let run = &mut chain[at];
            (run.left, run.right, run.length) = (run.left + cut, run.right + cut, run.length - cut);
        }
        if !chain.is_empty() {
            out.push(chain);
        }
    }
    out
}

/// Returns the score that `next` adds to a chain that ends with `run`, if `next` may follow.
pub(super) fn gain(run: &Passage, next: &Passage, gap: u32) -> Option<i64> {
    let (cut, gaps) = follows(run, next, gap)?;
    let gaps = i64::from(gaps.0) + i64::from(gaps.1);
    Some(TERM * i64::from(next.length - cut) - gaps * TERM / (gaps + TERM))
}

/// Returns the number of terms to cut from the start of `next` so that it follows `run` on both sides, and the gaps
/// after the cut. `None` if nothing remains of `next`, if a gap is greater than `gap`, or if the gaps differ much.
fn follows(run: &Passage, next: &Passage, gap: u32) -> Option<(u32, (u32, u32))> {
    let ends = (run.left + run.length, run.right + run.length);
    if next.left < run.left || next.right < run.right {
        return None;
    }
    let cut = overlap(run, next);
    if cut >= next.length {
        return None;
    }
    let gaps = (next.left + cut - ends.0, next.right + cut - ends.1);
    let is_allowed = gaps.0.max(gaps.1) <= gap && are_similar(gaps.0.into(), gaps.1.into());
    is_allowed.then_some((cut, gaps))
}

/// Number of terms of `next` before the end of `run`, on the side with more such terms.
fn overlap(run: &Passage, next: &Passage) -> u32 {
    let left = (run.left + run.length).saturating_sub(next.left);
    let right = (run.right + run.length).saturating_sub(next.right);
    left.max(right)
}

/// All maximal scoring parts of a chain: a run adds its weight, and a gap (on its longer side) subtracts its cost
/// (Ruzzo, Tompa 1999).
fn maximal_parts(chain: &[Passage], weights: &Weights) -> Vec<Range<usize>> {
    // (Part, score before it, score up to its end).
    let mut parts: Vec<(Range<usize>, i64, i64)> = Vec::new();
    let mut finished = Vec::new();
    let mut score = 0;
    for (at, run) in chain.iter().enumerate() {
        if at > 0 {
            let last = &chain[at - 1];
            let gap = (run.left - last.left).max(run.right - last.right) - last.length;
            score -= cost(gap);
        }
        let mut part = (at..at + 1, score, score + i64::from(weights.weight(run)));
        score = part.2;
        loop {
            let Some(j) = parts.iter().rposition(|other| other.1 < part.1) else {
                // Nothing later reaches back beyond this part.
                finished.extend(parts.drain(..).map(|(part, ..)| part));
                parts.push(part);
                break;
            };
            if parts[j].2 >= part.2 {
                parts.push(part);
                break;
            }
            part.0.start = parts[j].0.start;
            part.1 = parts[j].1;
            parts.truncate(j);
        }
    }
    finished.extend(parts.into_iter().map(|(part, ..)| part));
    finished
}
