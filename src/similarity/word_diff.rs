//! Term-level diff of two documents, with the Myers algorithm of the `similar` crate under a deadline.

use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

/// Diff of two texts, term by term.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordDiff {
    /// Runs of terms in order: kept, left only, right only.
    pub runs: Vec<DiffRun>,
    /// The deadline was reached: the diff is correct but possibly not minimal.
    pub approximate: bool,
    /// Similarity of the term sequences by this diff: 2 × kept / (left + right), 0..=1.
    pub similarity: f64,
}

/// A run of terms in a diff, as term positions `start..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffRun {
    /// The same terms on both sides.
    Kept {
        /// Positions on the left.
        left: (u32, u32),
        /// Positions on the right.
        right: (u32, u32),
    },
    /// Terms on the left side only.
    Left((u32, u32)),
    /// Terms on the right side only.
    Right((u32, u32)),
}

/// Diff of two sequences of term hashes, computed within about `limit`.
#[must_use]
pub fn word_diff(left: &[u64], right: &[u64], limit: Duration) -> WordDiff {
    let deadline = Instant::now() + limit;
    let ops = capture_diff_slices_deadline(Algorithm::Myers, left, right, Some(deadline));
    let approximate = Instant::now() >= deadline;
    let span = |start: usize, len: usize| (start as u32, (start + len) as u32);
    let mut kept = 0;
    let mut runs = Vec::with_capacity(ops.len());
    for op in ops {
        match op {
            DiffOp::Equal {
                old_index,
                new_index,
                len,
            } => {
                kept += len;
                runs.push(DiffRun::Kept {
                    left: span(old_index, len),
                    right: span(new_index, len),
                });
            }
            DiffOp::Delete {
                old_index, old_len, ..
            } => runs.push(DiffRun::Left(span(old_index, old_len))),
            DiffOp::Insert {
                new_index, new_len, ..
            } => runs.push(DiffRun::Right(span(new_index, new_len))),
            DiffOp::Replace {
                old_index,
                old_len,
                new_index,
                new_len,
            } => {
                runs.push(DiffRun::Left(span(old_index, old_len)));
                runs.push(DiffRun::Right(span(new_index, new_len)));
            }
        }
    }
    let both = left.len() + right.len();
    let similarity = if both == 0 {
        1.0
    } else {
        2.0 * kept as f64 / both as f64
    };
    WordDiff {
        runs,
        approximate,
        similarity,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn runs_rebuild_both_sides(left in prop::collection::vec(0_u64..4, 0..30), right in prop::collection::vec(0_u64..4, 0..30)) {
            let diff = word_diff(&left, &right, Duration::from_secs(5));
            let (mut l, mut r) = (0, 0);
            for run in diff.runs {
                match run {
                    DiffRun::Kept { left: a, right: b } => {
                        prop_assert_eq!((a.0, b.0), (l, r));
                        prop_assert_eq!(&left[a.0 as usize..a.1 as usize], &right[b.0 as usize..b.1 as usize]);
                        (l, r) = (a.1, b.1);
                    }
                    DiffRun::Left(a) => { prop_assert_eq!(a.0, l); l = a.1; }
                    DiffRun::Right(b) => { prop_assert_eq!(b.0, r); r = b.1; }
                }
            }
            prop_assert_eq!((l as usize, r as usize), (left.len(), right.len()));
            prop_assert!((0.0..=1.0).contains(&diff.similarity));
        }
    }
}
