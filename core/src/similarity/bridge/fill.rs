//! Equal terms that no seed covers, because words around them were replaced: inside the gaps of a passage, and just
//! outside of it.

use super::weights::{TERM, Weights};
use crate::similarity::passages::Passage;

/// Maximum number of terms of a gap, on either side, in which equal terms are searched for.
const MAX_GAP: usize = 256;

/// Maximum number of different terms before a rare equal term beyond the end of a passage. For a frequent term the
/// number is proportional to its weight.
const MAX_DIFFERENT: u32 = 2;

/// Returns the runs with the equal terms of the gaps between them: up to some term, equal terms at the same distance
/// from the previous run; after it, equal terms at the same distance from the next run. This covers gaps in which
/// words were replaced, or inserted or removed in one place. `runs` ascend and are disjoint on both sides.
pub(super) fn filled(left: &[u64], right: &[u64], runs: &[Passage]) -> Vec<Passage> {
    let mut out: Vec<Passage> = Vec::with_capacity(runs.len());
    for (at, run) in runs.iter().enumerate() {
        if at > 0 {
            let last = runs[at - 1];
            let from = (last.left + last.length, last.right + last.length);
            in_gap(left, right, from, (run.left, run.right), &mut out);
        }
        push(&mut out, *run);
    }
    out
}

/// Appends the equal terms of the gap between two positions of both documents.
fn in_gap(
    left: &[u64],
    right: &[u64],
    from: (u32, u32),
    until: (u32, u32),
    out: &mut Vec<Passage>,
) {
    let (left_gap, right_gap) = ((until.0 - from.0) as usize, (until.1 - from.1) as usize);
    let shorter = left_gap.min(right_gap);
    if shorter == 0 || left_gap.max(right_gap) > MAX_GAP {
        return;
    }
    let (x, y) = (from.0 as usize, from.1 as usize);
    let (p, q) = (until.0 as usize, until.1 as usize);
    let forward = |i: usize| left[x + i] == right[y + i];
    let backward = |i: usize| left[p - i] == right[q - i];
    // Equal terms with the first `split` pairs taken from the front, the others from the back.
    let mut equal = (1..=shorter).filter(|i| backward(*i)).count() as i64;
    let mut best = (equal, 0);
    for split in 1..=shorter {
        equal += i64::from(forward(split - 1)) - i64::from(backward(shorter + 1 - split));
        if equal > best.0 {
            best = (equal, split);
        }
    }
    let term = |left: usize, right: usize| Passage {
        left: left as u32,
        right: right as u32,
        length: 1,
    };
    for i in (0..best.1).filter(|i| forward(*i)) {
        push(out, term(x + i, y + i));
    }
    for i in (1..=shorter - best.1).rev().filter(|i| backward(*i)) {
        push(out, term(p - i, q - i));
    }
}

/// Appends a run, or extends the last one if it continues it.
fn push(out: &mut Vec<Passage>, run: Passage) {
    if let Some(last) = out.last_mut()
        && last.left + last.length == run.left
        && last.right + last.length == run.right
    {
        last.length += run.length;
        return;
    }
    out.push(run);
}

/// Returns the equal terms before position `at` of both documents, nearest first, with at most [`MAX_DIFFERENT`]
/// different terms before each.
pub(super) fn before(
    left: &[u64],
    right: &[u64],
    at: (u32, u32),
    gap: u32,
    weights: &Weights,
) -> Vec<(u32, u32)> {
    let pairs = (0..at.0).rev().zip((0..at.1).rev());
    beyond(left, right, pairs, gap, weights)
}

/// Does the same as [`before`], but after position `at`.
pub(super) fn after(
    left: &[u64],
    right: &[u64],
    at: (u32, u32),
    gap: u32,
    weights: &Weights,
) -> Vec<(u32, u32)> {
    let pairs = (at.0..left.len() as u32).zip(at.1..right.len() as u32);
    beyond(left, right, pairs, gap, weights)
}

fn beyond(
    left: &[u64],
    right: &[u64],
    pairs: impl Iterator<Item = (u32, u32)>,
    gap: u32,
    weights: &Weights,
) -> Vec<(u32, u32)> {
    let mut out = Vec::new();
    let mut different = 0_u32;
    for (l, r) in pairs {
        if left[l as usize] == right[r as usize] {
            if different * TERM > weights.term(l) * MAX_DIFFERENT {
                break;
            }
            out.push((l, r));
            different = 0;
        } else {
            different += 1;
            if different > MAX_DIFFERENT.min(gap) {
                break;
            }
        }
    }
    out
}
