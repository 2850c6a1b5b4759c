//! Term-level diff of two documents: the Myers algorithm of the `similar` crate, or a longest common subsequence if the
//! result of the crate is not minimal. The displayed diff and the similarity come from the same runs.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::common_subsequence::{self, CommonRun};

/// Diff of two texts, term by term.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordDiff {
    /// Runs of terms in order: kept, left only, right only.
    pub runs: Vec<DiffRun>,
    /// Whether the texts are too long and too different for an exact diff. The diff is then correct but possibly not
    /// minimal, and the similarity is a lower bound.
    pub approximate: bool,
    /// Similarity of the term sequences by this diff: 2 × kept / (left + right), 0..=1. Symmetric, unless
    /// approximate.
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

/// Maximum number of table cells for an exact diff: 65,536 × 65,536 terms.
pub const AFFORDABLE: u64 = 1 << 32;

/// Diff of two sequences of term hashes. The diff is minimal (the kept terms are a longest common subsequence) if the
/// texts without their common prefix and suffix have at most 2³² pairs of terms. The limit depends only on the texts,
/// so the same texts have the same diff on any machine.
pub fn word_diff(left: &[u64], right: &[u64]) -> WordDiff {
    within(left, right, AFFORDABLE)
}

/// Does the same as [`word_diff`], but the diff is minimal for up to `affordable` pairs of terms.
fn within(left: &[u64], right: &[u64], affordable: u64) -> WordDiff {
    // Not always minimal, because the crate stops a long search early.
    let ops = capture_diff_slices(Algorithm::Myers, left, right);
    let mut runs = runs_of(&ops);
    let approximate = common_subsequence::cells(left, right) > affordable;
    if !approximate && kept(&runs) < common_subsequence::length(left, right) as u64 {
        runs = minimal_runs(left, right);
    }
    let both = left.len() + right.len();
    let similarity = if both == 0 {
        1.0
    } else {
        2.0 * kept(&runs) as f64 / both as f64
    };
    WordDiff {
        runs,
        approximate,
        similarity,
    }
}

/// The runs of a diff that keeps a longest common subsequence.
fn minimal_runs(left: &[u64], right: &[u64]) -> Vec<DiffRun> {
    let mut runs = Vec::new();
    let (mut l, mut r) = (0, 0);
    let end = CommonRun {
        left: left.len(),
        right: right.len(),
        length: 0,
    };
    let common = common_subsequence::runs(left, right);
    for run in common.into_iter().chain([end]) {
        if l < run.left {
            runs.push(DiffRun::Left(span(l, run.left - l)));
        }
        if r < run.right {
            runs.push(DiffRun::Right(span(r, run.right - r)));
        }
        if run.length > 0 {
            runs.push(DiffRun::Kept {
                left: span(run.left, run.length),
                right: span(run.right, run.length),
            });
        }
        (l, r) = (run.left + run.length, run.right + run.length);
    }
    runs
}

fn kept(runs: &[DiffRun]) -> u64 {
    let kept = runs.iter().filter_map(|run| match run {
        DiffRun::Kept { left, .. } => Some(u64::from(left.1 - left.0)),
        DiffRun::Left(_) | DiffRun::Right(_) => None,
    });
    kept.sum()
}

fn span(start: usize, len: usize) -> (u32, u32) {
    (start as u32, (start + len) as u32)
}

fn runs_of(ops: &[DiffOp]) -> Vec<DiffRun> {
    let mut runs = Vec::with_capacity(ops.len());
    for op in ops {
        match *op {
            DiffOp::Equal {
                old_index,
                new_index,
                len,
            } => runs.push(DiffRun::Kept {
                left: span(old_index, len),
                right: span(new_index, len),
            }),
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
    runs
}

#[cfg(test)]
mod tests {
    use super::common_subsequence::tests::{table, two};
    use super::*;
    use proptest::prelude::*;

    /// 2 × the longest common subsequence / all terms.
    fn by_table(left: &[u64], right: &[u64]) -> f64 {
        match left.len() + right.len() {
            0 => 1.0,
            both => 2.0 * table(left, right) as f64 / both as f64,
        }
    }

    /// Checks that the runs rebuild both sides; returns the number of kept terms.
    fn rebuilt(diff: &WordDiff, left: &[u64], right: &[u64]) -> u64 {
        let (mut l, mut r) = (0, 0);
        for run in &diff.runs {
            match *run {
                DiffRun::Kept { left: a, right: b } => {
                    assert_eq!((a.0, b.0), (l, r));
                    let (x, y) = (a.0 as usize..a.1 as usize, b.0 as usize..b.1 as usize);
                    assert_eq!(left[x], right[y]);
                    (l, r) = (a.1, b.1);
                }
                DiffRun::Left(a) => {
                    assert_eq!(a.0, l);
                    l = a.1;
                }
                DiffRun::Right(b) => {
                    assert_eq!(b.0, r);
                    r = b.1;
                }
            }
        }
        assert_eq!((l as usize, r as usize), (left.len(), right.len()));
        kept(&diff.runs)
    }

    /// Texts of 500 words with little in common. The diff of the crate is not minimal for them, because its search
    /// stops early.
    #[test]
    fn the_similarity_of_long_dissimilar_texts_is_exact_in_either_order() {
        use crate::text::shingles::mix;
        let text = |seed: u64| -> Vec<u64> {
            let word = |i: u64| mix(mix(seed).wrapping_add(i)) % 60;
            (0..500).map(word).collect()
        };
        let (a, b) = (text(1), text(2));
        for (left, right) in [(&a, &b), (&b, &a)] {
            let diff = word_diff(left, right);
            assert!(!diff.approximate);
            assert_eq!(diff.similarity, by_table(left, right));
            assert_eq!(rebuilt(&diff, left, right), table(left, right) as u64);
        }
    }

    #[test]
    fn the_similarity_of_too_long_texts_is_a_lower_bound() {
        let (a, b) = (vec![1, 2, 3, 4, 5, 6, 7], vec![7, 2, 9, 3, 6, 5, 1]);
        let diff = within(&a, &b, 0);
        assert!(diff.approximate);
        assert!(diff.similarity <= by_table(&a, &b));
        rebuilt(&diff, &a, &b);
        assert!(!within(&a, &b, 49).approximate);
    }

    proptest! {
        #[test]
        fn similarity_and_runs_agree_with_the_table((left, right) in two()) {
            let want = table(&left, &right) as u64;
            let diff = word_diff(&left, &right);
            prop_assert!(!diff.approximate);
            prop_assert_eq!(diff.similarity, by_table(&left, &right));
            prop_assert_eq!(rebuilt(&diff, &left, &right), want);
        }
    }
}
