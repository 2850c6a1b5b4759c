//! Runs that cross: if texts changed places, a short run can take words out of the middle of two longer runs, for
//! example *the block* that occurs in each of two sentences. Each word belongs to one run, so both longer runs are cut
//! in two. Without the short run both are complete, and more words are equal.

use std::collections::HashMap;

use crate::similarity::Passage;

/// Runs by their start and end positions, on one side.
#[derive(Default)]
struct Ends {
    starts: HashMap<u32, usize>,
    ends: HashMap<u32, usize>,
}

/// Returns `runs` without the runs that cut a longer run in two on either side; the longer runs are complete again.
/// `runs` are equal terms of `left` and `right`, disjoint on both sides. The returned runs are disjoint too, and ascend
/// on the left. O(n log n) for runs of n terms.
pub(super) fn rejoined(left: &[u64], right: &[u64], runs: Vec<Passage>) -> Vec<Passage> {
    let mut runs: Vec<Option<Passage>> = runs.into_iter().map(Some).collect();
    let (mut on_left, mut on_right) = (Ends::default(), Ends::default());
    for (at, run) in runs.iter().enumerate() {
        let Some(run) = run else { continue };
        on_left.starts.insert(run.left, at);
        on_left.ends.insert(run.left + run.length, at);
        on_right.starts.insert(run.right, at);
        on_right.ends.insert(run.right + run.length, at);
    }
    let mut shortest_first: Vec<usize> = (0..runs.len()).collect();
    shortest_first.sort_by_key(|at| runs[*at].map(|run| run.length));
    let lengths: Vec<Option<u32>> = runs.iter().map(|run| run.map(|run| run.length)).collect();
    for group in shortest_first.chunk_by(|a, b| lengths[*a] == lengths[*b]) {
        // All runs of one length are examined before any is removed, so that neither their order nor the order of the
        // sides matters.
        let crossing = group.iter().filter_map(|at| {
            let run = runs[*at].filter(|run| Some(run.length) == lengths[*at])?;
            let cut = |ends: &Ends, start: u32| {
                let before = *ends.ends.get(&start)?;
                let after = *ends.starts.get(&(start + run.length))?;
                let (a, b) = (runs[before]?, runs[after]?);
                let is_longer = a.length.min(b.length) > run.length;
                let step = a.length + run.length;
                let is_contiguous = (a.left + step, a.right + step) == (b.left, b.right);
                (is_longer && is_contiguous).then_some((before, after, a))
            };
            let left_cut = cut(&on_left, run.left)?;
            let right_cut = cut(&on_right, run.right)?;
            // The words of the short run are also between the two parts on the other side, and unused there.
            let r_start = (left_cut.2.right + left_cut.2.length) as usize;
            let l_start = (right_cut.2.left + right_cut.2.length) as usize;
            let (from_left, from_right, length) =
                (run.left as usize, run.right as usize, run.length as usize);
            let is_free = |ends: &Ends, from: usize| {
                (from..from + length).all(|at| !ends.starts.contains_key(&(at as u32)))
            };
            let is_equal = left[from_left..from_left + length] == right[r_start..r_start + length]
                && left[l_start..l_start + length] == right[from_right..from_right + length];
            (is_equal && is_free(&on_right, r_start) && is_free(&on_left, l_start))
                .then_some((*at, [(left_cut.0, left_cut.1), (right_cut.0, right_cut.1)]))
        });
        let crossing: Vec<_> = crossing.collect();
        for (at, parts) in crossing {
            let Some(short) = runs[at].take() else {
                continue;
            };
            on_left.starts.remove(&short.left);
            on_left.ends.remove(&(short.left + short.length));
            on_right.starts.remove(&short.right);
            on_right.ends.remove(&(short.right + short.length));
            for (_, after) in parts {
                // The first part may already be joined to another run.
                let Some(b) = runs[after].take() else {
                    continue;
                };
                let start = b.left - short.length;
                let Some(&before) = on_left.ends.get(&start) else {
                    runs[after] = Some(b);
                    continue;
                };
                let Some(a) = &mut runs[before] else { continue };
                on_left.ends.remove(&(a.left + a.length));
                on_right.ends.remove(&(a.right + a.length));
                on_left.starts.remove(&b.left);
                on_right.starts.remove(&b.right);
                a.length += short.length + b.length;
                on_left.ends.insert(a.left + a.length, before);
                on_right.ends.insert(a.right + a.length, before);
            }
        }
    }
    let mut runs: Vec<Passage> = runs.into_iter().flatten().collect();
    runs.sort_unstable();
    runs
}
