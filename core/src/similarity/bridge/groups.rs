//! Groups: chains that are near each other in both documents, in any order, become one passage.

use super::rules::{RunSpan, are_similar, widest_gap};
use super::weights::Weights;
use crate::similarity::passages::Passage;

/// Number of preceding groups, by position in the left document, that a group may be joined to. This bounds the work.
const LOOK_BACK: usize = 64;

/// Number of runs compared while joining, for each term of both documents. This bounds the work.
const RUNS_PER_TERM: usize = 64;

/// Maximum number of rounds of joining; a joined group may be near further groups.
const MAX_ROUNDS: usize = 8;

/// Runs in one stretch of both documents, disjoint on both sides.
#[derive(Clone, Debug)]
pub(super) struct RunGroup {
    pub(super) stretch: RunSpan,
    /// The runs, by position in the left document.
    pub(super) runs: Vec<Passage>,
}

impl RunGroup {
    /// The group of one or more runs that are disjoint on both sides.
    pub(super) fn from_runs(mut runs: Vec<Passage>, weights: &Weights) -> Option<Self> {
        runs.sort_unstable();
        let mut stretch = RunSpan::default();
        for run in &runs {
            stretch.add(run, weights);
        }
        (!runs.is_empty()).then_some(RunGroup { stretch, runs })
    }
}

/// Joins groups with at most `gap` terms between them on both sides, if the weaker group outweighs the gap
/// ([`widest_gap`]). If two groups overlap on both sides and repeat the same text, the smaller group is dropped; a
/// repeat elsewhere remains a separate group.
pub(super) fn joined(
    mut groups: Vec<RunGroup>,
    gap: u32,
    weights: &Weights,
    terms: usize,
) -> Vec<RunGroup> {
    let mut budget = terms.saturating_mul(RUNS_PER_TERM);
    for _ in 0..MAX_ROUNDS {
        let count = groups.len();
        groups.sort_unstable_by_key(|group| (group.stretch.left, group.stretch.right));
        let mut out: Vec<RunGroup> = Vec::with_capacity(count);
        for group in groups {
            let mut group = Some(group);
            let mut back = out.len();
            let first = out.len().saturating_sub(LOOK_BACK);
            while back > first && budget > 0 {
                back -= 1;
                let Some(new) = &group else { break };
                match relation(&out[back], new, gap, &mut budget) {
                    GroupRelation::Apart => {}
                    GroupRelation::Within => {
                        if out[back].stretch.same < new.stretch.same {
                            out.remove(back);
                        } else {
                            group = None;
                        }
                    }
                    GroupRelation::Join(runs) => {
                        out.remove(back);
                        group = RunGroup::from_runs(runs, weights);
                    }
                }
            }
            out.extend(group);
        }
        groups = out;
        if groups.len() == count {
            break;
        }
    }
    groups
}

enum GroupRelation {
    /// Two passages.
    Apart,
    /// The smaller group repeats part of the other, mostly within the same range.
    Within,
    /// One passage, with these runs.
    Join(Vec<Passage>),
}

fn relation(older: &RunGroup, newer: &RunGroup, gap: u32, budget: &mut usize) -> GroupRelation {
    let (old, new) = (&older.stretch, &newer.stretch);
    let left = between(old.left, new.left);
    let right = between(old.right, new.right);
    // Sentences that changed places have other sentences between them.
    let in_order = (old.left < new.left) == (old.right < new.right);
    let max_gap = i64::from(gap).min(widest_gap(old.strength.min(new.strength)));
    let has_own_text = in_order && left >= 0 && right >= 0 && !are_similar(left, right);
    if left > max_gap || right > max_gap || has_own_text {
        return GroupRelation::Apart;
    }
    *budget = budget.saturating_sub(older.runs.len() + newer.runs.len());
    let (large, small) = if old.same >= new.same {
        (older, newer)
    } else {
        (newer, older)
    };
    let rest = outside(
        &outside(&small.runs, &large.runs, |run| run.left),
        &large.runs,
        |run| run.right,
    );
    let new_terms: u32 = rest.iter().map(|run| run.length).sum();
    if new_terms * 2 >= small.stretch.same {
        let mut runs = large.runs.clone();
        runs.extend(rest);
        if connected(&mut runs, gap) {
            GroupRelation::Join(runs)
        } else {
            GroupRelation::Apart
        }
    } else if -left * 2 >= length(small.stretch.left) && -right * 2 >= length(small.stretch.right) {
        GroupRelation::Within
    } else {
        GroupRelation::Apart
    }
}

/// Whether at most `gap` terms are between any two adjacent runs, on both sides. Sorts the runs by position on the
/// left.
fn connected(runs: &mut [Passage], gap: u32) -> bool {
    let are_near = |runs: &[Passage], start: fn(&Passage) -> u32| {
        let mut pairs = runs.windows(2);
        pairs.all(|pair| start(&pair[1]) - start(&pair[0]) <= pair[0].length.saturating_add(gap))
    };
    runs.sort_unstable_by_key(|run| run.right);
    let right = are_near(runs, |run| run.right);
    runs.sort_unstable();
    right && are_near(runs, |run| run.left)
}

fn length(range: (u32, u32)) -> i64 {
    i64::from(range.1 - range.0)
}

/// Terms between two ranges; negative if they overlap.
fn between(x: (u32, u32), y: (u32, u32)) -> i64 {
    i64::from(x.0.max(y.0)) - i64::from(x.1.min(y.1))
}

/// The parts of `runs` that do not overlap `taken` on the side of `start`. Both are disjoint on that side.
fn outside(runs: &[Passage], taken: &[Passage], start: fn(&Passage) -> u32) -> Vec<Passage> {
    let mut taken: Vec<(u32, u32)> = taken
        .iter()
        .map(|run| (start(run), start(run) + run.length))
        .collect();
    if !taken.is_sorted() {
        taken.sort_unstable();
    }
    let mut out = Vec::with_capacity(runs.len());
    for run in runs {
        let end = start(run) + run.length;
        let mut at = start(run);
        let mut push = |from: u32, until: u32| {
            if from < until {
                let skip = from - start(run);
                out.push(Passage {
                    left: run.left + skip,
                    right: run.right + skip,
                    length: until - from,
                });
            }
        };
        let first = taken.partition_point(|range| range.1 <= at);
        for range in taken[first..].iter().take_while(|range| range.0 < end) {
            push(at, range.0);
            at = range.1;
        }
        push(at, end);
    }
    out
}

/// Splits runs into the heaviest subsequence that also ascends on the right, and the other runs, which changed places.
/// `runs` ascend on the left and are disjoint on both sides.
pub(super) fn in_order(runs: Vec<Passage>) -> (Vec<Passage>, Vec<Passage>) {
    if runs.is_sorted_by_key(|run| run.right) {
        return (runs, Vec::new());
    }
    // A Fenwick tree over the ranks on the right: the heaviest part so far that ends at or before a rank.
    let mut ranks: Vec<usize> = (0..runs.len()).collect();
    ranks.sort_unstable_by_key(|at| runs[*at].right);
    let mut rank = vec![0; runs.len()];
    for (index, at) in ranks.iter().enumerate() {
        rank[*at] = index + 1;
    }
    let mut tree = vec![(0_u64, usize::MAX); runs.len() + 1];
    let mut previous = vec![usize::MAX; runs.len()];
    let mut best = (0, usize::MAX);
    for (at, run) in runs.iter().enumerate() {
        let mut heaviest = (0, usize::MAX);
        let mut node = rank[at] - 1;
        while node > 0 {
            if tree[node].0 > heaviest.0 {
                heaviest = tree[node];
            }
            node &= node - 1;
        }
        previous[at] = heaviest.1;
        let weight = (heaviest.0 + u64::from(run.length), at);
        if weight.0 > best.0 {
            best = weight;
        }
        let mut node = rank[at];
        while node <= runs.len() {
            if weight.0 > tree[node].0 {
                tree[node] = weight;
            }
            node += node & node.wrapping_neg();
        }
    }
    let mut is_ordered = vec![false; runs.len()];
    let mut at = best.1;
    while at != usize::MAX {
        is_ordered[at] = true;
        at = previous[at];
    }
    let (mut inside, mut moved) = (Vec::new(), Vec::new());
    for (run, is_ordered) in runs.into_iter().zip(is_ordered) {
        if is_ordered { &mut inside } else { &mut moved }.push(run);
    }
    (inside, moved)
}
