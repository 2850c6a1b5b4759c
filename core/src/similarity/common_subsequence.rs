//! Longest common subsequence of two sequences of terms, exactly and in linear memory.
//!
//! The dynamic-programming table is computed 64 rows at a time: one bit for each row says whether its cell is
//! one more than the cell above it (Crochemore, Iliopoulos, Pinzon and Reid 2001; Hyyrö 2004). A strip of 64
//! rows passes over all columns and hands the carry of each column to the next strip. The terms themselves are
//! found by halving the columns, and splitting the rows where both halves together have most terms (Hirschberg 1975).
//! Cost: `m·n/64` steps of half a dozen operations for the length, twice as many for the terms.

use std::collections::HashMap;

use super::edit_distance::{numbered, trimmed};

/// Rows of a strip: the bits of a machine word.
const ROWS: usize = 64;

/// A run of terms that both sequences contain, by its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonRun {
    /// Start in the first sequence.
    pub left: usize,
    /// Start in the second sequence.
    pub right: usize,
    /// Number of terms.
    pub length: usize,
}

/// Number of cells of the table of `a` and `b` without their common prefix and suffix.
pub fn cells(a: &[u64], b: &[u64]) -> u64 {
    let (a, b) = trimmed(a, b);
    (a.len() as u64).saturating_mul(b.len() as u64)
}

/// Length of the longest common subsequence.
pub fn length(a: &[u64], b: &[u64]) -> usize {
    let untrimmed = a.len();
    let (a, b) = trimmed(a, b);
    let (mut search, rows, columns) = Search::prepare(a, b);
    let middle = search.lengths(&rows, &columns).last().copied().unwrap_or(0);
    untrimmed - a.len() + middle as usize
}

/// A longest common subsequence, as maximal runs in order.
pub fn runs(a: &[u64], b: &[u64]) -> Vec<CommonRun> {
    let (mut search, rows, columns) = Search::prepare(a, b);
    search.align(&rows, &columns, (0, 0));
    search.runs
}

/// A search, in which terms are small numbers.
struct Search {
    /// For each term, the rows of the current strip that contain it; 0 between strips.
    equal: Vec<u64>,
    /// For each column, the carry of the strip above.
    carries: Vec<bool>,
    runs: Vec<CommonRun>,
}

impl Search {
    /// A search, and both sequences as numbers.
    fn prepare(a: &[u64], b: &[u64]) -> (Self, Vec<u32>, Vec<u32>) {
        let mut ids = HashMap::new();
        let (rows, columns) = (numbered(a, &mut ids), numbered(b, &mut ids));
        let search = Search {
            equal: vec![0; ids.len()],
            carries: vec![false; columns.len()],
            runs: Vec::new(),
        };
        (search, rows, columns)
    }

    /// For each `i` in `0..=rows.len()`, the length of the longest common subsequence of `rows[..i]` and
    /// `columns`.
    fn lengths(&mut self, rows: &[u32], columns: &[u32]) -> Vec<u32> {
        let Search { equal, carries, .. } = self;
        let carries = &mut carries[..columns.len()];
        carries.fill(false);
        let mut lengths = Vec::with_capacity(rows.len() + 1);
        let mut length = 0;
        lengths.push(length);
        for strip in rows.chunks(ROWS) {
            for (row, term) in strip.iter().enumerate() {
                equal[*term as usize] |= 1 << row;
            }
            // Rows whose cell equals the cell above it.
            let mut level = u64::MAX;
            for (term, carry) in columns.iter().zip(carries.iter_mut()) {
                let equal = equal[*term as usize];
                let (sum, carry_1) = level.overflowing_add(level & equal);
                let (sum, carry_2) = sum.overflowing_add(u64::from(*carry));
                *carry = carry_1 | carry_2;
                level = sum | (level & !equal);
            }
            for (row, term) in strip.iter().enumerate() {
                equal[*term as usize] = 0;
                length += u32::from(level >> row & 1 == 0);
                lengths.push(length);
            }
        }
        lengths
    }

    /// Finds the runs of `a` and `b`, which begin at the positions `at`.
    fn align(&mut self, a: &[u32], b: &[u32], at: (usize, usize)) {
        let equal = |(x, y): &(&u32, &u32)| x == y;
        let head = a.iter().zip(b).take_while(equal).count();
        self.push(at, head);
        let (a, b, at) = (&a[head..], &b[head..], (at.0 + head, at.1 + head));
        let tail = a.iter().rev().zip(b.iter().rev()).take_while(equal).count();
        let (a, b) = (&a[..a.len() - tail], &b[..b.len() - tail]);
        match (a, b) {
            ([], _) | (_, []) => {}
            (_, [term]) => {
                if let Some(index) = a.iter().position(|other| other == term) {
                    self.push((at.0 + index, at.1), 1);
                }
            }
            _ => {
                let middle = b.len() / 2;
                let split = self.split(a, b, middle);
                self.align(&a[..split], &b[..middle], at);
                self.align(&a[split..], &b[middle..], (at.0 + split, at.1 + middle));
            }
        }
        self.push((at.0 + a.len(), at.1 + b.len()), tail);
    }

    /// Returns the position in `a` at which a longest common subsequence is split if `b` is split at `middle`.
    fn split(&mut self, a: &[u32], b: &[u32], middle: usize) -> usize {
        let reversed = |terms: &[u32]| -> Vec<u32> { terms.iter().rev().copied().collect() };
        let before = self.lengths(a, &b[..middle]);
        let after = self.lengths(&reversed(a), &reversed(&b[middle..]));
        let both = before.iter().zip(after.iter().rev()).map(|(x, y)| x + y);
        let best = both.enumerate().max_by_key(|(_, both)| *both);
        best.map_or(0, |(split, _)| split)
    }

    /// Adds a run, or continues the last run.
    fn push(&mut self, (left, right): (usize, usize), length: usize) {
        if length == 0 {
            return;
        }
        match self.runs.last_mut() {
            Some(last) if (last.left + last.length, last.right + last.length) == (left, right) => {
                last.length += length;
            }
            _ => self.runs.push(CommonRun {
                left,
                right,
                length,
            }),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The length by the textbook's table.
    pub fn table(a: &[u64], b: &[u64]) -> usize {
        let mut above = vec![0; b.len() + 1];
        for x in a {
            let mut row = vec![0];
            for (j, y) in b.iter().enumerate() {
                row.push(if x == y {
                    above[j] + 1
                } else {
                    above[j + 1].max(row[j])
                });
            }
            above = row;
        }
        above[b.len()]
    }

    fn sequence(terms: u64) -> impl Strategy<Value = Vec<u64>> {
        prop::collection::vec(0..terms, 0..300)
    }

    /// Two sequences over few or many terms; the second often an edited copy of the first.
    pub fn two() -> impl Strategy<Value = (Vec<u64>, Vec<u64>)> {
        let terms = prop_oneof![Just(2_u64), Just(5), Just(60)];
        terms.prop_flat_map(|terms| {
            let edit = (any::<prop::sample::Index>(), 0..terms, any::<bool>());
            let edits = prop::collection::vec(edit, 0..20);
            let edited = (sequence(terms), edits).prop_map(|(a, edits)| {
                let mut b = a.clone();
                for (at, term, insert) in edits {
                    let at = at.index(b.len() + 1);
                    if insert || at == b.len() {
                        b.insert(at, term);
                    } else {
                        b.remove(at);
                    }
                }
                (a, b)
            });
            prop_oneof![edited, (sequence(terms), sequence(terms))]
        })
    }

    #[test]
    fn examples_by_hand() {
        let terms = |word: &str| word.bytes().map(u64::from).collect::<Vec<_>>();
        assert_eq!(length(&terms("kitten"), &terms("sitting")), 4);
        assert_eq!(length(&terms("abc"), &terms("")), 0);
        let run = |left, right, length| CommonRun {
            left,
            right,
            length,
        };
        let aligned = runs(&terms("kitten"), &terms("sitting"));
        assert_eq!(aligned, [run(1, 1, 3), run(5, 5, 1)]);
        assert_eq!(cells(&terms("kitten"), &terms("sitting")), 42);
        assert_eq!(cells(&terms("a day"), &terms("a fay")), 1);
    }

    proptest! {
        #[test]
        fn length_and_runs_agree_with_the_table((a, b) in two()) {
            let want = table(&a, &b);
            prop_assert_eq!(length(&a, &b), want);
            prop_assert_eq!(length(&b, &a), want);
            let (mut left, mut right, mut total) = (0, 0, 0);
            for run in runs(&a, &b) {
                prop_assert!(run.length > 0 && run.left >= left && run.right >= right);
                prop_assert!(total == 0 || run.left > left || run.right > right, "runs are maximal");
                (left, right) = (run.left + run.length, run.right + run.length);
                prop_assert_eq!(&a[run.left..left], &b[run.right..right]);
                total += run.length;
            }
            prop_assert_eq!(total, want);
        }
    }
}
