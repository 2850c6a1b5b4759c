//! Blank rows that align equal words of two texts on the same row, as far as both have them in the same order.

use crate::engine::message::{Comparison, DiffRun};
use crate::settings::Unit;
use crate::typeset::{Flow, TextPiece, TextRow};

/// Maximum length of both texts together, in bytes, for alignment: each change of the width wraps both completely.
pub const LONGEST: usize = 1 << 20;
/// Minimum kept words of a run; shorter runs are common words that are aligned by chance.
const SHORTEST_RUN: u32 = 4;
/// Minimum kept characters of a run, if the unit is the character.
const SHORTEST_RUN_OF_CHARACTERS: u32 = 20;
/// Rows by which the two sides may differ before a blank row is inserted. More than a half, so that slightly different
/// wrapping does not split paragraphs.
const SLACK: f64 = 0.6;

/// The flows of `pieces` of the texts as shown, at these widths, with blank rows; both have the same number of rows. `None`
/// if no common run of words can align rows.
pub fn flows(
    comparison: &Comparison,
    texts: [&str; 2],
    pieces: &[Vec<TextPiece>; 2],
    widths: [usize; 2],
) -> Option<[Flow; 2]> {
    let kept = kept_words(comparison);
    if kept.is_empty() {
        return None;
    }
    let flow_rows = |i: usize| {
        let text = texts[i];
        Flow::of_pieces(text, &pieces[i]).rows(text, widths[i])
    };
    let rows = [flow_rows(0), flow_rows(1)];
    let targets = [
        targets(&rows, &kept, widths, 0),
        targets(&rows, &kept, widths, 1),
    ];
    let blanks = blanks(&targets);
    Some([0, 1].map(|i| {
        let text = texts[i];
        let at = |row: usize| rows[i].get(row).map_or(text.len(), |row| row.start);
        let blanks = blanks[i].iter().map(|(row, n)| (at(*row), *n));
        Flow::of_pieces(text, &with_blanks(&pieces[i], blanks, text.len()))
    }))
}

/// Byte offsets, left and right, of the words of the longer kept runs of the diff, ascending in both.
fn kept_words(comparison: &Comparison) -> Vec<[usize; 2]> {
    let shortest = match comparison.unit {
        Unit::Char => SHORTEST_RUN_OF_CHARACTERS,
        _ => SHORTEST_RUN,
    };
    let runs = comparison.diff.runs.iter().filter_map(|run| match *run {
        DiffRun::Kept { left, right } if left.1 - left.0 >= shortest => Some((left, right.0)),
        _ => None,
    });
    let [a, b] = [&comparison.left.spans, &comparison.right.spans];
    runs.flat_map(|(left, right)| {
        let words = left.0..left.1;
        words.zip(right..)
    })
    .filter_map(|(l, r)| Some([a.get(l as usize)?.0 as usize, b.get(r as usize)?.0 as usize]))
    .collect()
}

/// For each row of a side, the position on the other side that it should face, in fractions of a row: that of its first
/// kept word, minus the text before the word. `None` for a row without kept words.
fn targets(
    rows: &[Vec<TextRow>; 2],
    kept: &[[usize; 2]],
    widths: [usize; 2],
    here: usize,
) -> Vec<Option<f64>> {
    let there = 1 - here;
    let into = |side: usize, row: &TextRow, byte: usize| {
        (byte.saturating_sub(row.start) as f64 / widths[side].max(1) as f64).min(1.0)
    };
    let target = |row: &TextRow| {
        let at = kept.partition_point(|word| word[here] < row.start);
        let word = kept.get(at).filter(|word| word[here] < row.end)?;
        let other = rows[there].partition_point(|row| row.start <= word[there]);
        let other = other.checked_sub(1)?;
        let before = into(there, &rows[there][other], word[there]) - into(here, row, word[here]);
        Some(other as f64 + before)
    };
    rows[here].iter().map(target).collect()
}

/// Positions of blank rows: for each side (row before which they are inserted, number), ascending. A row is placed
/// beside the row that it should face; rows without a target are placed beside each other in order.
fn blanks(targets: &[Vec<Option<f64>>; 2]) -> [Vec<(usize, usize)>; 2] {
    let mut blanks = [Vec::new(), Vec::new()];
    let mut put = |side: usize, row: usize| {
        let at: &mut Vec<(usize, usize)> = &mut blanks[side];
        match at.last_mut() {
            Some((before, n)) if *before == row => *n += 1,
            _ => at.push((row, 1)),
        }
    };
    let (mut left, mut right) = (0, 0);
    while left < targets[0].len() || right < targets[1].len() {
        let rows = (targets[0].get(left), targets[1].get(right));
        // Number of rows by which the left side is ahead of its target.
        let ahead = match rows {
            (None, _) => f64::INFINITY,
            (_, None) => f64::NEG_INFINITY,
            (Some(Some(target)), _) => target - right as f64,
            (Some(None), Some(Some(target))) => left as f64 - target,
            (Some(None), Some(None)) => 0.0,
        };
        if ahead > SLACK {
            put(0, left);
            right += 1;
        } else if ahead < -SLACK {
            put(1, right);
            left += 1;
        } else {
            (left, right) = (left + 1, right + 1);
        }
    }
    blanks
}

/// `pieces` with blank rows before these byte offsets, which ascend and are starts of rows; `end` is the length of the
/// text.
fn with_blanks(
    pieces: &[TextPiece],
    blanks: impl Iterator<Item = (usize, usize)>,
    end: usize,
) -> Vec<TextPiece> {
    let mut blanks = blanks.peekable();
    let mut all = Vec::new();
    for piece in pieces {
        let (mut start, until) = match *piece {
            TextPiece::Text(start, until) => (start, until),
            TextPiece::Fold(start, ..) | TextPiece::Blank(start, _) => (start, start + 1),
        };
        while let Some((at, n)) = blanks.next_if(|(at, _)| *at < until.min(end)) {
            if start < at {
                all.push(TextPiece::Text(start, at));
                start = at;
            }
            all.push(TextPiece::Blank(at, n));
        }
        all.push(match *piece {
            TextPiece::Text(_, until) => TextPiece::Text(start, until),
            other => other,
        });
    }
    all.extend(blanks.map(|(_, n)| TextPiece::Blank(end, n)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of rows that stand beside each other.
    fn beside(targets: &[Vec<Option<f64>>; 2]) -> Vec<(Option<usize>, Option<usize>)> {
        let rows = |side: usize, blanks: &[(usize, usize)]| {
            let mut all = Vec::new();
            for row in 0..=targets[side].len() {
                let n = blanks.iter().find(|b| b.0 == row).map_or(0, |b| b.1);
                all.extend(std::iter::repeat_n(None, n));
                all.extend((row < targets[side].len()).then_some(Some(row)));
            }
            all
        };
        let [left, right] = blanks(targets);
        let (left, right) = (rows(0, &left), rows(1, &right));
        assert_eq!(left.len(), right.len());
        left.into_iter().zip(right).collect()
    }

    #[test]
    fn rows_face_the_rows_that_they_should() {
        // Two rows more on the left after the first, one more on the right at the end.
        let left = vec![Some(0.0), None, None, Some(1.0), Some(2.0)];
        let right = vec![Some(0.0), Some(3.0), Some(4.0), None];
        let pairs = [
            (Some(0), Some(0)),
            (Some(1), None),
            (Some(2), None),
            (Some(3), Some(1)),
            (Some(4), Some(2)),
            (None, Some(3)),
        ];
        assert_eq!(beside(&[left, right]), pairs);
    }

    #[test]
    fn changed_rows_stand_beside_each_other_and_small_shifts_tear_nothing() {
        let changed = [
            vec![Some(0.0), None, Some(2.0)],
            vec![Some(0.0), None, Some(2.0)],
        ];
        assert!(beside(&changed).iter().all(|(l, r)| l == r));
        let shifted = [
            vec![Some(0.0), Some(1.4), Some(2.5)],
            vec![Some(0.0), Some(0.6), Some(1.5)],
        ];
        assert!(beside(&shifted).iter().all(|(l, r)| l == r));
    }

    #[test]
    fn one_side_without_rows_is_blank_beside_the_other() {
        let pairs = beside(&[vec![None, None], Vec::new()]);
        assert_eq!(pairs, [(Some(0), None), (Some(1), None)]);
    }

    #[test]
    fn blanks_go_into_texts_and_before_folds() {
        let pieces = [
            TextPiece::Text(0, 10),
            TextPiece::Fold(10, 20, 3),
            TextPiece::Text(20, 30),
        ];
        let blanks = [(0, 1), (4, 2), (10, 1), (30, 5)].into_iter();
        let expected = [
            TextPiece::Blank(0, 1),
            TextPiece::Text(0, 4),
            TextPiece::Blank(4, 2),
            TextPiece::Text(4, 10),
            TextPiece::Blank(10, 1),
            TextPiece::Fold(10, 20, 3),
            TextPiece::Text(20, 30),
            TextPiece::Blank(30, 5),
        ];
        assert_eq!(with_blanks(&pieces, blanks, 30), expected);
    }
}
